// SPDX-License-Identifier: GPL-3.0-or-later
// Several programs in one session: it lasts until all of them have ended, and signals none that it did not start.
#include "app/cli/capture/session_folder.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

namespace {

using namespace capture_run;

std::string stateOf(const Place& place, const std::string& session = "both") {
    const Ran status = run(place, {"status", "--session=" + session}, "status");
    const std::size_t at = status.out.find("state ");
    if (at == status.out.npos) return status.err;
    const std::size_t word = status.out.find_first_not_of(' ', at + 6);
    return status.out.substr(word, status.out.find('\n', word) - word);
}

/// The session's own program: it marks its begin, and ends when it is told to.
Words owns(const Words& options = {}, const Words& words = {"range", "early", "ready", "read", "exit", "4"}) {
    Words all{"-t", "nvtx", "--session-new=both", "-f", "true", "-o", "run"};
    all.insert(all.end(), options.begin(), options.end());
    return profile(all, words);
}

bool goesOnWithGuest(const Running& own) {
    return comes(
        [&] { return own.err().find("goes on with what sightline launch runs in it (") != std::string::npos; });
}

Words joins(const Words& options, const Words& words) {
    Words all{"--session=both", "-t", "nvtx"};
    all.insert(all.end(), options.begin(), options.end());
    return profile(all, words, "launch");
}

bool hasMark(const fs::path& report, std::string_view name) {
    const Opened o(report);
    for (const auto& found : o.events(model::TrackKind::Nvtx))
        if (found.name == name) return true;
    return false;
}

}  // namespace

TEST("the end of a second program neither ends the session nor signals the first one") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running first(place, owns({}, {"range", "early", "ready", "read", "mark", "late", "out", "exit", "4"}), "first");
    const pid_t program = first.ready();
    for (int i = 0; i < 3; ++i) {
        CHECK_EQ(run(place, joins({}, {"mark", "guest"}), "second").code, 0);
        CHECK_EQ(stateOf(place), "capturing");
    }
    CHECK(isThere(program));
    first.writeLine();
    first.wait();
    CHECK_EQ(first.code(), 4);
    CHECK_EQ(first.rest(), std::string("to standard output\n"));
    CHECK(hasMark(place / "run.rep", "late") && hasMark(place / "run.rep", "guest"));
    // What the report is about is the session's own program.
    CHECK(Opened(place / "run.rep").fact("program").find("early") != std::string::npos);
}

TEST("a session goes on with a second program when its own one has ended, and says so") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running first(place, owns(), "first");
    first.ready();
    Running second(place, joins({}, {"ready", "read", "mark", "late", "ready", "read", "exit", "6"}), "second");
    const pid_t guest = second.ready();
    first.writeLine();
    CHECK(goesOnWithGuest(first) && first.errs(" runs in it (" + std::to_string(guest) + ' '));
    CHECK_EQ(stateOf(place), "capturing");
    second.writeLine();
    second.ready();
    second.writeLine();
    second.wait();
    CHECK_EQ(second.code(), 6);
    first.wait();
    CHECK_EQ(first.code(), 4);
    CHECK(hasMark(place / "run.rep", "late"));
    CHECK(place.sessions().empty());
}

TEST("a program whose sightline launch was killed still counts, and the session ends when it does") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running first(place, owns(), "first");
    first.ready();
    Running second(place, joins({}, {"ready", "read", "mark", "late", "out", "read"}), "second");
    second.ready();
    ::kill(second.pid(), SIGKILL);
    first.writeLine();
    CHECK(goesOnWithGuest(first));
    CHECK_EQ(stateOf(place), "capturing");
    second.writeLine();
    CHECK_EQ(second.line(), std::string("to standard output"));
    second.writeLine();
    first.wait();  // it does end
    CHECK_EQ(first.code(), 4);
    CHECK(hasMark(place / "run.rep", "late"));
}

TEST("whatever ends a session with --kill, programs that it did not start go on") {
    const Place place;
    needsCapture(place);
    for (const Words& how : {Words{"shutdown", "--session=both", "--kill=sigkill"}, Words{}}) {
        const Words options = how.empty() ? Words{"-d", "2", "--kill=sigkill"} : Words{};
        Running first(place, owns(options, {"range", "a", "ready", "forever"}), "first");
        first.ready();
        Running second(place, joins({}, {"ready", "read", "out", "exit", "6"}), "second");
        second.ready();
        if (!how.empty()) CHECK_EQ(run(place, how, "asks").code, 0);
        first.wait();
        CHECK(first.code() == 0 && first.signal() == 0);
        second.writeLine();
        second.wait();
        CHECK_EQ(second.code(), 6);
        CHECK_EQ(second.rest(), std::string("to standard output\n"));
    }
}

TEST("Ctrl+C of a session whose own program has ended ends it alone, with its report") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running first(place, owns(), "first");
    first.ready();
    Running second(place, joins({}, {"ready", "read", "out", "exit", "6"}), "second");
    const pid_t guest = second.ready();
    first.writeLine();
    CHECK(goesOnWithGuest(first));
    ::kill(first.pid(), SIGINT);
    first.wait();
    CHECK_EQ(first.code(), 4);
    CHECK(isThere(guest) && isReport(place / "run.rep"));
    second.writeLine();
    second.wait();
    CHECK_EQ(second.code(), 6);
}

TEST("cancel leaves a session to the programs that still run in it") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running first(place, owns(), "first");
    first.ready();
    Running second(place, joins({}, {"ready", "read", "mark", "late", "ready", "read"}), "second");
    second.ready();
    first.writeLine();
    CHECK(goesOnWithGuest(first));
    CHECK_EQ(run(place, {"cancel", "--session=both"}, "asks").code, 0);
    CHECK_EQ(run(place, {"start", "--session=both", "-o", "again"}, "asks").code, 0);
    second.writeLine();
    second.ready();
    second.writeLine();
    second.wait();
    first.wait();
    CHECK(!fs::exists(place / "run.rep") && hasMark(place / "again.rep", "late"));
}

TEST("a session that start made lasts as long as any of its programs, over several captures") {
    const Place place;
    needsCapture(place);
    needsReader();
    CHECK_EQ(run(place, {"start", "--session-new=both", "-o", "one"}, "asks").code, 0);
    const fs::path session = place.sessions().at(0);
    Running a(place, joins({}, {"mark", "a", "ready", "read"}), "a");
    a.ready();
    Running b(place, joins({}, {"mark", "b", "ready", "read", "mark", "late", "ready", "read", "exit", "6"}), "b");
    const pid_t program = b.ready();
    a.writeLine();
    a.wait();
    CHECK_EQ(stateOf(place), "capturing");
    CHECK_EQ(run(place, {"stop", "--session=both"}, "asks").code, 0);
    CHECK(hasMark(place / "one.rep", "a") && hasMark(place / "one.rep", "b"));
    CHECK_EQ(stateOf(place), "stopped");
    CHECK_EQ(run(place, {"start", "--session=both", "-o", "two"}, "asks").code, 0);
    b.writeLine();
    b.ready();
    CHECK(isThere(program));
    b.writeLine();
    b.wait();
    CHECK_EQ(b.code(), 6);
    CHECK(comes([&] { return !app::capture::isRunning(session) && !fs::exists(session); }));
    CHECK(hasMark(place / "two.rep", "late") && !hasMark(place / "two.rep", "a"));
}

TEST("a daemon is waited for, or left alone, as --wait says") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Words daemon{"child", "detached", "range", "a", "ready", "read", "mark", "late", "end", "exit", "3"};
    Running all(place, profile({"-t", "nvtx", "-o", "all"}, daemon), "all");
    all.ready();
    all.writeLine();
    all.wait();
    CHECK_EQ(all.code(), 3);
    CHECK(hasMark(place / "all.rep", "late"));
    Running primary(place, profile({"-t", "nvtx", "-o", "primary", "--wait=primary"}, daemon), "primary");
    const pid_t left = primary.ready();
    int status = 0;
    ::waitpid(primary.pid(), &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    CHECK(isThere(left));
    primary.writeLine();
}

TEST("children that were there before the session are neither waited for nor signalled") {
    const Place place;
    needsCapture(place);
    const char* cli = std::getenv("SIGHTLINE_CLI");
    if (!cli) SKIP("no command line");
    // A shell that becomes sightline leaves it its children.
    place.write("run.sh", fmt::format("cd {}\nsleep 1000 & echo $! > stranger\nTMPDIR={} exec {} \"$@\"\n",
                                      place.path().string(), place.tmp().string(), cli));
    const auto asChild = [&](const Words& words) {
        const pid_t shell = ::fork();
        if (shell == 0) {
            std::vector<std::string> all{"/bin/sh", (place / "run.sh").string()};
            all.insert(all.end(), words.begin(), words.end());
            std::vector<char*> argv;
            for (std::string& w : all) argv.push_back(w.data());
            argv.push_back(nullptr);
            ::execv("/bin/sh", argv.data());
            ::_exit(125);
        }
        int status = 0;
        ::waitpid(shell, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    for (const Words& words : {profile({"-t", "nvtx", "-o", "run"}, {"range", "a", "exit", "7"}),
                               profile({"-t", "nvtx", "-o", "timed", "-d", "1"}, {"range", "a", "forever"})}) {
        CHECK_EQ(asChild(words), words.back() == "7" ? 7 : 0);
        const pid_t stranger = std::atoi(bytesOfFile(place / "stranger").c_str());
        CHECK(stranger > 0 && isThere(stranger));
        ::kill(stranger, SIGKILL);
    }
}

TEST("a program in a container of processes is captured, and counts in the session of another one") {
    const Place place;
    needsCapture(place);
    needsReader();
    if (std::system("unshare --pid --fork true 2>/dev/null") != 0) SKIP("no containers of processes here");
    const Words inside = [] {
        Words out{"profile", "-t", "nvtx", "-o", "own", "unshare", "--pid", "--fork", program()};
        out.insert(out.end(), {"range", "a", "exit", "7"});
        return out;
    }();
    CHECK_EQ(run(place, inside, "own").code, 7);
    CHECK(isReport(place / "own.rep"));
    // sightline launch itself lives in one: its program has another number there than outside.
    Running first(place, owns(), "first");
    first.ready();
    const char* cli = std::getenv("SIGHTLINE_CLI");
    place.write("inside.sh", fmt::format("exec {} launch --session=both -t nvtx {} ready read mark late out read\n",
                                         cli, program()));
    int in[2], out[2];
    CHECK(::pipe2(in, O_CLOEXEC) == 0 && ::pipe2(out, O_CLOEXEC) == 0);
    const pid_t unshared = ::fork();
    if (unshared == 0) {
        ::dup2(in[0], STDIN_FILENO), ::dup2(out[1], STDOUT_FILENO);
        ::setenv("TMPDIR", place.tmp().c_str(), 1);
        if (::chdir(place.path().c_str()) == 0)
            ::execlp("unshare", "unshare", "--pid", "--fork", "/bin/sh", "inside.sh", nullptr);
        ::_exit(125);
    }
    ::close(in[0]), ::close(out[1]);
    const auto line = [&] {
        std::string text;
        for (char c; ::read(out[0], &c, 1) == 1 && c != '\n';) text += c;
        return text;
    };
    CHECK(line().starts_with("ready "));
    first.writeLine();
    CHECK(goesOnWithGuest(first));
    CHECK_EQ(stateOf(place), "capturing");
    CHECK(::write(in[1], "\n", 1) == 1);
    CHECK_EQ(line(), "to standard output");
    CHECK(::write(in[1], "\n", 1) == 1);
    first.wait();
    CHECK_EQ(first.code(), 4);
    CHECK(hasMark(place / "run.rep", "late"));
    ::waitpid(unshared, nullptr, 0);
    ::close(in[1]), ::close(out[0]);
}
