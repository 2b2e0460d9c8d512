// SPDX-License-Identifier: GPL-3.0-or-later
// Captures on other machines whose connection breaks, whose agent, session or own side is killed, or that are slow.
#include <sys/resource.h>
#include <chrono>

#include "tests/kit/remote_run.h"

using namespace remote_run;

namespace {

/// Bytes that went through a relay, by what it counted: there and back, a line a connection.
struct Wire {
    std::vector<std::pair<long long, long long>> connections;
    explicit Wire(const fs::path& count) {
        std::ifstream in(count);
        for (long long there = 0, back = 0; in >> there >> back;) connections.emplace_back(there, back);
    }
    long long bytes() const {
        long long out = 0;
        for (const auto& [there, back] : connections) out += there + back;
        return out;
    }
};

/// Makes sure that the collector is there, so that what a test counts is the capture.
void sendCollector(const Place& place, const Elsewhere& there) {
    CHECK_EQ(run(place, profileOn(there.target(), {"-o", "first"}, {"out"}), "first").code, 0);
    fs::remove(place / "first.rep");
}

/// A program that prints and marks a lot, and the report of it.
const Words kMuch{"row", "step", "out", "range", "last", "exit", "5"};

}  // namespace

TEST("a connection that breaks at any moment loses nothing") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    sendCollector(place, there);
    const fs::path count = place / "count", cuts = place / "cuts";
    const std::string through = fmt::format("{} --count {} --cuts {} ", relay(), count.string(), cuts.string());
    CHECK_EQ(run(place, profile({"-o", "here"}, kMuch), "here").code, 5);
    const std::string expected = namesIn(place / "here.rep");
    CHECK(expected.size() > 200'000);
    place.write("cuts", "");
    CHECK_EQ(run(place, profileOn(through + there.target(), {"-o", "whole"}, kMuch), "whole").code, 5);
    CHECK(namesIn(place / "whole.rep") == expected);
    const long long whole = Wire(count).bytes();
    std::printf("    %lld bytes went through for %zu bytes of report\n", whole,
                bytesOfFile(place / "whole.rep").size());
    const Wire first(count);
    CHECK_EQ(first.connections.size(), 1);
    // Behind the script, which is what is sent first. However quick the two sides are, the report comes at least.
    const auto report = static_cast<long long>(fs::file_size(place / "whole.rep"));
    for (const long long cut : {6000LL, report / 3, report / 2, report * 3 / 4, report}) {
        fs::remove(count);
        place.write("cuts", std::to_string(cut));
        const std::string name = fmt::format("cut{}", cut);
        const Ran ran = run(place, profileOn(through + there.target(), {"-o", name}, kMuch), name);
        CHECK_EQ(ran.code, 5);
        CHECK_EQ(ran.out, std::string("to standard output\n"));
        CHECK(ran.errs("is lost: ") && ran.errs("again.\n"));
        CHECK(namesIn(place / (name + ".rep")) == expected);
        CHECK_EQ(Wire(count).connections.size(), 2);
        CHECK(there.isClean() && place.sessions().empty());
    }
}

TEST("connections that break again and again bring a capture to its end") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    sendCollector(place, there);
    place.write("cuts", "9000 9000 12000 20000 60000 60000");
    const Ran ran =
        run(place, profileOn(fmt::format("{} --cuts {} {}", relay(), (place / "cuts").string(), there.target()),
                             {"-o", "run"}, kMuch));
    CHECK_EQ(ran.code, 5);
    CHECK_EQ(ran.out, std::string("to standard output\n"));
    const std::string names = namesIn(place / "run.rep");
    CHECK(names.ends_with("last inside ") && names.size() > 200'000);
    CHECK_EQ(bytesOfFile(place / "cuts"), std::string());
    CHECK(there.isClean());
}

TEST("the collector is sent again where its sending was cut, and half of it is never used") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    place.write("cuts", "2000000");
    const std::string target = fmt::format("{} --cuts {} {}", relay(), (place / "cuts").string(), there.freshTarget());
    CHECK_EQ(run(place, profileOn(target, {"-o", "run"}, {"out"}), "cut").code, 2);
    CHECK(comes([&] { return there.processes("tar").empty(); }));
    CHECK(comes([&] { return fs::is_empty(there.home() / ".cache/sightline"); }));
    const Ran ran = run(place, profileOn(target, {"-o", "run"}, {"out"}));
    CHECK(ran.code == 0 && ran.errs("is sent to") && isReport(place / "run.rep"));
}

TEST("Ctrl+C while the collector is sent ends it, and leaves nothing there") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    Running session(
        place, profileOn(fmt::format("{} --rate 4000000 {}", relay(), there.freshTarget()), {"-o", "run"}, {"out"}));
    CHECK(comes([&] { return session.err().find("is sent to") != std::string::npos; }));
    ::kill(session.pid(), SIGINT);
    session.wait();
    CHECK_EQ(session.code(), 128 + SIGINT);
    CHECK(session.errs("The program was not run"));
    CHECK(comes([&] { return there.processes("").empty() && fs::is_empty(there.home() / ".cache/sightline"); }));
    CHECK(!fs::exists(place / "run.rep") && place.sessions().empty());
}

TEST("Ctrl+C before the program was begun lets nothing run there") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    sendCollector(place, there);
    Running session(place, profileOn(fmt::format("{} --rtt 300 {}", relay(), there.target()), {"-o", "run"}, {"out"}));
    CHECK(comes(
        [&] { return !place.sessions().empty(); }));  // its clock is measured then, which takes eight times as long
    ::kill(session.pid(), SIGINT);
    session.wait();
    CHECK_EQ(session.code(), 128 + SIGINT);
    CHECK(session.errs("The program was not run") && session.rest().empty());
    CHECK(comes([&] { return there.processes("").empty(); }));
    CHECK(!fs::exists(place / "run.rep") && there.isClean() && place.sessions().empty());
}

TEST("an agent that is killed is followed by another one") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    Running session(place, profileOn(there.target(), {"-o", "run"}, {"range", "one", "ready", "forever"}));
    const pid_t program = session.ready();
    const std::vector<pid_t> agents = there.agents();
    CHECK_EQ(agents.size(), 1);
    for (const pid_t agent : agents) ::kill(agent, SIGKILL);
    CHECK(comes([&] { return session.err().find("Connected to") != std::string::npos; }));
    CHECK(isThere(program));
    ::kill(session.pid(), SIGTERM);
    session.wait();
    CHECK_EQ(session.signal(), SIGTERM);
    CHECK(isReport(place / "run.rep") && there.isClean());
}

TEST("a capture goes on where its own side was killed, and recover finds and ends it") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    pid_t program = 0;
    {
        Running session(place, profileOn(there.target(), {"-o", "run", "--session-new=lost"},
                                         {"out", "range", "one", "ready", "forever"}));
        CHECK_EQ(session.line(), std::string("to standard output"));
        program = session.ready();
        CHECK(comes([&] { return !place.sessions().empty() && namesIn(place.sessions()[0]) == "one inside "; }));
        ::kill(session.pid(), SIGKILL);
        session.wait();
    }
    CHECK(comes([&] { return there.agents().empty(); }));
    CHECK(isThere(program));
    const Ran list = run(place, {"recover", "--on", there.target()}, "list");
    CHECK(list.code == 0 && list.out.starts_with("running    lost-") &&
          list.out.find("sightline profile --on") != std::string::npos);
    const std::string id = list.out.substr(11, list.out.find(' ', 11) - 11);
    // What came of it before is here, too, and makes a report of its own.
    CHECK(run(place, {"recover"}, "here").out.starts_with("left       lost "));
    Running again(place, {"recover", "--on", there.target(), id, "-o", "run"}, "again");
    CHECK_EQ(again.line(), std::string("to standard output"));
    CHECK_EQ(again.ready(), program);
    ::kill(again.pid(), SIGTERM);
    again.wait();
    CHECK_EQ(namesIn(place / "run.rep"), std::string("one inside "));
    CHECK(there.isClean() && place.sessions().empty());
    CHECK(run(place, {"recover", "--on", there.target(), id}, "none").errs("has nothing left of this capture"));
}

TEST("a session whose keeper was killed goes on, and its report comes") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    Running session(place, profileOn(there.target(), {"-o", "run"}, {"range", "one", "ready", "forever"}));
    const pid_t program = session.ready();
    const std::vector<pid_t> agents = there.agents();
    for (const pid_t pid : there.processes("sightline agent"))
        if (std::find(agents.begin(), agents.end(), pid) == agents.end()) ::kill(pid, SIGKILL);
    CHECK(comes([&] { return !place.sessions().empty() && namesIn(place.sessions()[0]) == "one inside "; }));
    ::kill(program, SIGTERM);
    session.wait();
    CHECK_EQ(session.code(), 3);  // nobody saw how the program ended
    CHECK_EQ(namesIn(place / "run.rep"), std::string("one inside "));
    CHECK(there.isClean() && place.sessions().empty());
}

TEST("a collector that could not be unpacked whole is never used") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    // As on a full disk: tar says so, and goes on with what has room.
    place.write("bin/tar",
                "#!/bin/sh\n/usr/bin/tar \"$@\"\n: > \"$4/libfmt.so.9\"\necho 'tar: no space' >&2\nexit 2\n");
    fs::permissions(place / "bin/tar", fs::perms::owner_all);
    const std::string cache = (there.home() / ".cache").string();
    const std::string full = fmt::format("env -i PATH={}:/usr/bin:/bin HOME={} TMPDIR={}", (place / "bin").string(),
                                         there.home().string(), there.tmp().string());
    const Ran ran = run(place, profileOn(full, {"-o", "none"}, {"out"}), "full");
    CHECK(ran.code == 2 && ran.errs("tar: no space") && ran.out.empty());
    CHECK(fs::is_empty(there.home() / ".cache/sightline"));
    CHECK_EQ(run(place, profileOn(there.target(cache), {"-o", "run"}, {"out"}), "again").code, 0);
}

TEST("a capture that could make no report there is kept on both sides, and recover brings it") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    Running session(
        place, profileOn(there.target(), {"-o", "run", "--session-new=full"}, {"range", "one", "ready", "forever"}));
    const pid_t program = session.ready();
    CHECK(comes([&] { return !place.sessions().empty() && namesIn(place.sessions()[0]) == "one inside "; }));
    const std::vector<fs::path> runs = there.runs();
    CHECK_EQ(runs.size(), 1);
    if (runs.empty()) return;
    for (const pid_t pid : there.processes("--only-messages")) {
        const rlimit none{0, 0};
        ::prlimit(pid, RLIMIT_FSIZE, &none, nullptr);  // no file grows any more: as a full disk
    }
    ::kill(program, SIGTERM);
    session.wait();
    CHECK(session.errs("The report stays on ") && session.errs("sightline recover --on "));
    CHECK(!fs::exists(place / "run.rep") && place.sessions().size() == 1 && there.runs().size() == 1);
    const Ran again =
        run(place, {"recover", "--on", there.target(), runs[0].filename().string(), "-o", "run"}, "again");
    CHECK_EQ(again.code, 0);
    CHECK_EQ(namesIn(place / "run.rep"), std::string("one inside "));
    CHECK(there.isClean() && place.sessions().empty());
}

TEST("what a session that died there has left becomes a report") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    Running session(
        place, profileOn(there.target(), {"-o", "run", "--session-new=dead"}, {"range", "one", "ready", "forever"}));
    const pid_t program = session.ready();
    CHECK(comes([&] { return !place.sessions().empty() && namesIn(place.sessions()[0]) == "one inside "; }));
    // As when the machine goes: its keeper first, so that nobody sees how the session ended.
    const std::vector<pid_t> all = there.processes("sightline");
    for (const pid_t pid : there.agents()) ::kill(pid, SIGSTOP);
    for (const pid_t pid : all)
        if (pid != program) ::kill(pid, SIGKILL);
    ::kill(program, SIGKILL);
    session.wait();
    CHECK(session.errs("was killed. The report is made from what it left."));
    CHECK_EQ(namesIn(place / "run.rep"), std::string("one inside "));
    CHECK(there.isClean() && place.sessions().empty());
}

TEST("where the machine has nothing left, what came before is kept here") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    Running session(place, profileOn(there.target(), {"-o", "run"}, {"range", "one", "ready", "forever"}));
    const pid_t program = session.ready();
    CHECK(comes([&] { return !place.sessions().empty() && namesIn(place.sessions()[0]) == "one inside "; }));
    fs::remove_all(there.sessions() / "runs");  // as when it was started again
    session.wait();
    CHECK_EQ(session.code(), 3);
    CHECK(session.errs("has nothing left of this capture") && session.errs("sightline recover "));
    for (const pid_t pid : there.processes("")) ::kill(pid, SIGKILL);
    (void)program;
    CHECK_EQ(place.sessions().size(), 1);
    if (place.sessions().empty()) return;
    CHECK_EQ(run(place, {"recover", place.sessions()[0].string(), "-o", "left"}, "left").code, 0);
    CHECK_EQ(namesIn(place / "left.rep"), std::string("one inside "));
}

TEST("Ctrl+C while a machine cannot be reached is said to leave the capture there, and leaves it") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    const fs::path door = place / "door";
    place.write("door", "open");
    Running session(
        place, profileOn(fmt::format("sh -c '[ -e {} ] && exec \"$@\"; exit 1' - {}", door.string(), there.target()),
                         {"-o", "run"}, {"ready", "forever"}));
    const pid_t program = session.ready();
    fs::remove(door);
    for (const pid_t agent : there.agents()) ::kill(agent, SIGKILL);
    CHECK(comes([&] { return session.err().find("is lost: ") != std::string::npos; }));
    ::kill(session.pid(), SIGINT);
    CHECK(comes([&] { return session.err().find("Ctrl+C again ends this command") != std::string::npos; }));
    ::kill(session.pid(), SIGINT);
    session.wait();
    CHECK_EQ(session.code(), 3);
    CHECK(session.errs("goes on without this command") && session.errs("sightline recover --on "));
    CHECK(isThere(program));
    ::kill(program, SIGKILL);
    CHECK(comes([&] { return there.processes("--only-messages").empty(); }));
}

TEST("over a slow line with 40 ms there and back, the first rows are here within three seconds") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    const fs::path count = place / "count";
    const std::string slow = fmt::format("{} --rtt 40 --rate 20000000 --count {} ", relay(), count.string());
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point from) {
        return std::chrono::duration<double>(Clock::now() - from).count();
    };
    const auto sends = Clock::now();
    const Ran sent = run(place, profileOn(slow + there.freshTarget(), {"-o", "sent"}, {"out"}), "sent");
    CHECK(sent.code == 0 && sent.errs(" MB/s\n"));  // how far it is
    std::printf("    with the collector: %.1f s, %.1f MB\n", since(sends),
                static_cast<double>(Wire(count).bytes()) / 1e6);
    fs::remove(count);
    const auto begin = Clock::now();
    Running session(place, profileOn(slow + there.freshTarget(), {"-o", "run"}, {"range", "one", "ready", "forever"}));
    CHECK(session.ready() > 0);
    const auto ready = Clock::now();
    CHECK(comes([&] { return !place.sessions().empty() && namesIn(place.sessions()[0]) == "one inside "; }));
    const double rows = since(ready);
    std::printf("    begun after %.2f s, rows %.2f s after the program's first output\n",
                std::chrono::duration<double>(ready - begin).count(), rows);
    CHECK(rows < 3);
    ::kill(session.pid(), SIGTERM);
    session.wait();
    std::printf("    %lld bytes went through\n", Wire(count).bytes());
    CHECK(isReport(place / "run.rep") && there.isClean());
}
