// SPDX-License-Identifier: GPL-3.0-or-later
// `sightline profile` of programs without a GPU: what passes through, what is said, and what is left.
#include <algorithm>
#include <thread>

#include "app/cli/capture/session_folder.h"
#include "model/base/messages.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

using namespace capture_run;

TEST("the exit code, the output and the signal of the program pass through") {
    const Place place;
    needsCapture(place);
    const Ran seven = run(place, profile({}, {"out", "err", "exit", "7"}));
    CHECK_EQ(seven.code, 7);
    CHECK_EQ(seven.out, std::string("to standard output\n"));
    CHECK(seven.errs("to standard error\n"));
    const Ran died = run(place, profile({}, {"signal", std::to_string(SIGSEGV)}));
    CHECK_EQ(died.signal, SIGSEGV);
}

TEST("a program that used nothing of what is traced keeps its exit code, and its report says what was looked for") {
    const Place place;
    needsCapture(place);
    const Ran fine = run(place, profile({"-o", "fine"}, {"out"}));
    CHECK_EQ(fine.code, 0);
    CHECK_EQ(fine.out, std::string("to standard output\n"));
    CHECK_EQ(run(place, profile({"-o", "seven"}, {"exit", "7"})).code, 7);
    CHECK_EQ(run(place, profile({"-o", "died"}, {"signal", std::to_string(SIGSEGV)})).signal, SIGSEGV);
    Running killed(place, profile({"-o", "killed"}, {"ready", "forever"}));
    ::kill(killed.ready(), SIGKILL);
    killed.wait();
    CHECK_EQ(killed.signal(), SIGKILL);
    CHECK(place.sessions().empty());
    needsReader();
    for (const char* name : {"fine.rep", "seven.rep", "died.rep", "killed.rep"}) {
        CHECK(isReport(place / name));
        const Ran info = run(place, {"info", name});
        CHECK(info.code == 0 && info.out.find("no events") != std::string::npos);
        for (const char* kind : {"CUDA", "NVTX"})
            CHECK(info.out.find("Something was to be recorded, and nothing came: Nothing was traced of " +
                                std::string(kind) + ": ") != std::string::npos);
        CHECK(info.out.find("sightline profile -o ") != std::string::npos);
    }
    CHECK(fine.errs("Nothing was traced of CUDA: ") &&
          fine.errs("Nothing was traced of NVTX: no process of the program used it.") &&
          fine.errs("sightline status -e says"));
}

TEST("what was asked for and refused is said on the terminal, each once, as in the report") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Ran r =
        run(place,
            profile({"-t", "nvtx", "--gpu-metrics-devices=999", "--gpu-state", "--syscall=process-tree", "-o", "run"},
                    {"range", "a"}));
    CHECK_EQ(r.code, 0);
    CHECK(r.errs("Not captured by this version: syscall.") && r.err.find("syscall could not") == std::string::npos);
    const Opened report(place / "run.rep");
    std::size_t refused = 0;
    for (const model::Diagnostic& d : report.store->diagnostics().list()) {
        using enum model::MessageCode;
        if (d.subject.code != NotTraced && d.subject.code != NotTracedInProcess) continue;
        const auto& values = d.subject.arguments;
        if (values[0].text == "syscall") continue;
        ++refused;
        const std::string sentence =
            model::english({NotTraced, {values[values.size() - 2], values[values.size() - 1]}});
        const std::size_t at = r.err.find("sightline: " + sentence + ".\n");
        CHECK(at != std::string::npos && r.err.find(sentence, at + 20) == std::string::npos);
    }
    CHECK(refused >= 1);  // GPU 999 is on no machine
}

TEST("names that become something else are said before the program runs") {
    const Place place;
    needsCapture(place);
    ::unsetenv("SIGHTLINE_TEST_RANK");
    const Ran r = run(place, profile({"-t", "nvtx", "-o", "run_%q{SIGHTLINE_TEST_RANK}.nsys-rep"}, {"range", "a"}));
    CHECK(r.errs("SIGHTLINE_TEST_RANK is not set, and nothing stands for it in the name of the report: run_.rep\n"));
    CHECK(r.errs("Reports of Sightline end in .rep, not in .nsys-rep: this one is run_.rep\n"));
    CHECK(fs::exists(place / "run_.rep"));
    ::setenv("SIGHTLINE_TEST_RANK", "3", 1);
    const Ran set =
        run(place, profile({"-t", "nvtx", "-o", "run_%q{SIGHTLINE_TEST_RANK}", "--session-new=a b/c"}, {"range", "a"}));
    CHECK(fs::exists(place / "run_3.rep") && set.err.find("is not set") == std::string::npos &&
          set.err.find("Reports of Sightline") == std::string::npos);
    ::unsetenv("SIGHTLINE_TEST_RANK");
}

TEST("--output-dir is made with those above it, and where that cannot be the program does not run") {
    const Place place;
    needsCapture(place);
    const Ran r = run(place, profile({"-t", "nvtx", "--output-dir=new/one"}, {"range", "a", "out"}));
    CHECK(r.code == 0 && fs::exists(place / "new/one/report1.rep"));
    CHECK_EQ(std::distance(fs::directory_iterator(place / "new"), fs::directory_iterator()), 1);
    place.write("file", "x");
    const Ran refused = run(place, profile({"-t", "nvtx", "--output-dir=file/new"}, {"out"}));
    CHECK(refused.code == 2 && refused.out.empty() && refused.errs("No report can be written into file/new: "));
    CHECK_EQ(run(place, {"profile", "--output-dir=other", "no-such-program-anywhere"}).code, 127);
    CHECK(!fs::exists(place / "other"));
    CHECK(run(place, profile({"-o", "missing/run"}, {"out"})).errs("There is no folder missing"));
}

TEST("what the program prints can be left out, and its environment be chosen") {
    const Place place;
    needsCapture(place);
    ::setenv("SIGHTLINE_TEST_INHERITED", "yes", 1);
    CHECK_EQ(run(place, profile({"-w", "false"}, {"out"})).out, std::string());
    CHECK_EQ(run(place, profile({"-e", "A=1,B=2"}, {"variable", "B", "variable", "SIGHTLINE_TEST_INHERITED"})).out,
             std::string("B=2\nSIGHTLINE_TEST_INHERITED=yes\n"));
    CHECK_EQ(run(place, profile({"-n", "false"}, {"variable", "SIGHTLINE_TEST_INHERITED"})).out,
             std::string("SIGHTLINE_TEST_INHERITED=(none)\n"));
    CHECK(
        run(place, profile({"-t", "nvtx"}, {"variable", "NVTX_INJECTION64_PATH", "variable", "CUDA_INJECTION64_PATH"}))
            .out.find("CUDA_INJECTION64_PATH=(none)") != std::string::npos);
}

TEST("a program that is not there, or cannot be run, is named; nothing is left") {
    const Place place;
    needsCapture(place);
    const Ran none = run(place, {"profile", "no-such-program-anywhere"});
    CHECK_EQ(none.code, 127);
    CHECK_EQ(none.err,
             std::string("sightline: There is no program no-such-program-anywhere. Check its name and the PATH.\n"));
    const Ran data = run(place, {"profile", place.write("data", "text")});
    CHECK_EQ(data.code, 126);
    CHECK(data.errs("cannot be run: Permission denied."));
    CHECK(place.sessions().empty());
}

TEST("words that do not fit, and a report that cannot be written, stop it before the program runs") {
    const Place place;
    needsCapture(place);
    for (const Words& options : {Words{"--traec=cuda"}, Words{"-c", "nvtx"}, Words{"-o", "missing/run"},
                                 Words{"-o", place.write("there.rep", "x")}}) {
        const Ran r = run(place, profile(options, {"out"}));
        CHECK_EQ(r.code, 2);
        CHECK_EQ(r.out, std::string());
        CHECK(r.err.starts_with("sightline: ") && r.err.find('\n') == r.err.size() - 1);
    }
}

TEST("forks among busy threads, closed descriptors and limits on files do the program no harm") {
    const Place place;
    needsCapture(place);
    const Ran forked = run(place, profile({"-o", "forks"}, {"forks"}));
    CHECK_EQ(forked.code, 0);
    CHECK_EQ(forked.out, std::string("whole children 40\n"));
    const Ran closed = run(place, profile({"-o", "closes"}, {"closes"}));
    CHECK_EQ(closed.code, 0);
    CHECK_EQ(closed.out, std::string("files with bytes of others 0\n"));
    const Ran closing = run(place, profile({"-o", "closing"}, {"closing"}));
    CHECK_EQ(closing.code, 0);
    CHECK_EQ(closing.out, std::string("own files closed 0\n"));
    const Ran limited = run(place, profile({"-o", "limited"}, {"range", "first", "limited", "marks", "out"}));
    CHECK_EQ(limited.signal, 0);
    CHECK_EQ(limited.out, std::string("to standard output\n"));
}

TEST("kinds of later versions are named, and the program runs") {
    const Place place;
    needsCapture(place);
    const Ran r = run(
        place, profile({"-t", "cuda,nvtx,openacc", "--syscall=process-tree", "--ftrace=sched"}, {"out", "exit", "4"}));
    CHECK_EQ(r.code, 4);
    CHECK(r.errs("Not captured by this version: openacc, syscall, ftrace."));
}

TEST("signals go to the program, and it decides") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({}, {"ready", "forever"}));
    const pid_t pid = r.ready();
    CHECK(pid != r.pid());
    ::kill(r.pid(), SIGTERM);
    r.wait();
    CHECK_EQ(r.signal(), SIGTERM);
    CHECK(!isThere(pid));
    Running deaf(place, profile({}, {"deaf", "ready", "read", "exit", "5"}));
    deaf.ready();
    ::kill(deaf.pid(), SIGTERM);
    deaf.writeLine();
    deaf.wait();
    CHECK_EQ(deaf.code(), 5);
}

TEST("children are waited for, or not") {
    const Place place;
    needsCapture(place);
    {
        Running r(place, profile({}, {"child", "ready", "read", "out", "end", "exit", "6"}));
        r.ready();
        r.writeLine();  // the child still ran
        r.wait();
        CHECK_EQ(r.rest(), std::string("to standard output\n"));
        CHECK_EQ(r.code(), 6);
    }
    Running r(place, profile({"--wait=primary"}, {"child", "ready", "forever", "end", "exit", "6"}));
    const pid_t child = r.ready();
    int status = 0;
    ::waitpid(r.pid(), &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 6);
    CHECK(isThere(child));
    ::kill(child, SIGKILL);
}

TEST("a duration ends the capture and the program with its children") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-d", "1s"}, {"child", "ready", "forever", "end", "ready", "forever"}));
    const pid_t first = r.ready(), second = r.ready();
    r.wait();
    CHECK(r.signal() == 0);
    CHECK(!isThere(first) && !isThere(second));
    // The program ignores the usual signal: with another one it does not matter.
    Running deaf(place, profile({"-d", "1s", "--kill=sigkill"}, {"deaf", "ready", "forever"}));
    const pid_t pid = deaf.ready();
    deaf.wait();
    CHECK(deaf.signal() == 0 && !isThere(pid));
}

TEST("a program that outlives its capture goes on with --kill none") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-d", "1s", "--kill=none"}, {"ready", "forever"}));
    const pid_t pid = r.ready();
    int status = 0;
    ::waitpid(r.pid(), &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(isThere(pid));
    ::kill(pid, SIGKILL);
}

TEST("a capture that never began says what it waited for") {
    const Place place;
    needsCapture(place);
    const auto says = [&](const Words& options, const Words& words, const std::string& what) {
        Words all{"-f", "true", "-o", "run"};
        all.insert(all.end(), options.begin(), options.end());
        const Ran r = run(place, profile(all, words));
        CHECK(r.code == 0 && r.errs("sightline: Nothing was captured: " + what) && r.errs("run.rep ("));
        const Ran info = run(place, {"info", "run.rep"});
        CHECK(info.out.find("Nothing was captured: " + what) != std::string::npos &&
              info.out.find("Nothing was traced of") == std::string::npos &&
              info.out.find("no events") != std::string::npos);
        return r;
    };
    needsReader();
    // What nobody could see is not said of the program.
    const bool driver =
        run(place, {"status", "-e"}).out.find("CUDA cannot be traced on this machine") == std::string::npos;
    const Ran api = says({"-c", "cudaProfilerApi"}, {"range", "a"},
                         driver ? "no process of the program used CUDA"
                                : "there is no CUDA driver on this machine, so a call of cudaProfilerStart()");
    CHECK(api.err.find("no process called") == std::string::npos);
    says({"-c", "nvtx", "-p", "step"}, {"range", "a"}, "the NVTX range step never began");
    says({"-c", "nvtx", "-p", "step"}, {"out"},
         "no process of the program used NVTX, so the range step could not be seen");
    says({"-y", "100"}, {"range", "a"}, "the program ended before the capture began (-y)");
    CHECK_EQ(run(place, profile({"-y", "100", "-o", "five"}, {"exit", "5"})).code, 5);
    CHECK(place.sessions().empty());
}

TEST("the folder of a session is for its user alone and is gone at the end") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"--session-new=mine"}, {"ready", "range", "a", "read"}));
    r.ready();
    const std::vector<fs::path> sessions = place.sessions();
    CHECK_EQ(sessions.size(), 1u);
    CHECK((fs::status(sessions[0]).permissions() & fs::perms::all) == fs::perms::owner_all);
    CHECK((fs::status(sessions[0].parent_path()).permissions() & fs::perms::all) == fs::perms::owner_all);
    CHECK_EQ(app::capture::sessionName(sessions[0]), std::string("mine"));
    const app::capture::SessionFacts facts = app::capture::readFacts(sessions[0]);
    CHECK(app::capture::factOf(facts, "typed").starts_with("sightline profile --session-new=mine "));
    CHECK(app::capture::factOf(facts, "program").ends_with("ready range a read"));
    CHECK(!app::capture::factOf(facts, "capture.1.begin").empty() &&
          app::capture::factOf(facts, "capture.1.end").empty());
    r.writeLine();
    r.wait();
    if (r.code() == 0) CHECK(place.sessions().empty());
}

TEST("ranges of NVTX become reports of a program that goes on") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Ran r =
        run(place, profile({"-t", "nvtx", "-o", "run"}, {"range", "forward", "range", "backward", "exit", "9"}));
    CHECK_EQ(r.code, 9);
    CHECK(r.errs("run.rep") && isReport(place / "run.rep"));
    CHECK(place.sessions().empty());
    const Ran steps = run(place, profile({"-c", "nvtx", "-p", "step", "--capture-range-end=repeat:2", "-o", "part"},
                                         {"range", "step", "range", "other", "range", "step", "range", "step", "out"}));
    CHECK_EQ(steps.code, 0);
    CHECK_EQ(steps.out, std::string("to standard output\n"));
    CHECK(isReport(place / "part.1.rep") && isReport(place / "part.2.rep") && !fs::exists(place / "part.3.rep"));
    for (const char* part : {"part.1.rep", "part.2.rep"}) {
        const Ran ranges = run(place, {"nvtx", "--list", "-f", "csv", part});
        CHECK(ranges.out.find("step") != std::string::npos && ranges.out.find("other") == std::string::npos);
        CHECK_EQ(std::count(ranges.out.begin(), ranges.out.end(), '\n'), 3);  // a head, one range, an empty line
    }
}

TEST("threads that live for a moment have names, however many there were before them") {
    const Place place;
    needsCapture(place);
    needsReader();
    CHECK_EQ(run(place, profile({"-t", "nvtx", "-o", "run"}, {"threads"})).code, 0);
    const Ran names =
        run(place,
            {"query",
             "SELECT count(DISTINCT value) FROM ThreadNames JOIN StringIds ON id = nameId WHERE value LIKE 'short %'",
             "run.rep"});
    CHECK(names.out.find("5000") != std::string::npos);
}

TEST("a report that cannot be written leaves nothing half, and the spools are kept and named") {
    const Place place;
    needsCapture(place);
    fs::create_directories(place / "out");
    Running r(place, profile({"-t", "nvtx", "-o", "out/run"}, {"ready", "range", "a", "read", "exit", "8"}));
    r.ready();
    fs::remove_all(place / "out");
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 8);
    const std::vector<fs::path> sessions = place.sessions();
    CHECK_EQ(sessions.size(), 1u);
    CHECK(!sessions.empty() && r.errs("sightline recover " + sessions[0].string()));
    CHECK(app::capture::spoolSizes(sessions[0]).files == 1);
    needsReader();
    const Ran again = run(place, {"recover", sessions[0].string(), "-o", "again"});
    CHECK_EQ(again.code, 0);
    CHECK(isReport(place / "again.rep"));
}

TEST("a disk that is full is said, and the spools stay") {
    const Place place;
    needsCapture(place);
    needsReader();
    fs::create_symlink("/dev/full", place / "full.rep");
    const Ran r = run(place, profile({"-t", "nvtx", "-o", "full", "-f", "true"}, {"range", "a"}));
    CHECK_EQ(r.code, 3);
    CHECK(r.errs("No space left on device") && r.errs("sightline recover "));
    CHECK_EQ(place.sessions().size(), 1u);
}

TEST("tables and exports come with the report where they are asked for") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Ran r = run(place, profile({"-t", "nvtx", "-o", "run", "--stats=true", "--export=sqlite,jsonlines"},
                                     {"range", "forward", "out"}));
    CHECK_EQ(r.code, 0);
    CHECK(r.out.starts_with("to standard output\n") && r.out.find("forward") != std::string::npos);
    CHECK(fs::exists(place / "run.sqlite") && fs::exists(place / "run.jsonl"));
    CHECK(run(place, profile({"-t", "nvtx", "-o", "run"}, {"out"})).errs("is there already"));
    CHECK_EQ(run(place, profile({"-t", "nvtx", "-o", "run", "-f", "true"}, {"range", "a"})).code, 0);
}

TEST("reports that were written are named, although a later one fails") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running r(place, profile({"-t", "nvtx", "-c", "nvtx", "-p", "step", "--capture-range-end=repeat:2", "-o", "part"},
                             {"range", "step", "range", "step", "ready", "read"}));
    r.ready();
    place.write("part.2.rep", "somebody else's");
    r.writeLine();
    r.wait();
    CHECK(r.errs("part.1.rep (") && r.errs("part.2.rep") && isReport(place / "part.1.rep"));
    CHECK_EQ(bytesOfFile(place / "part.2.rep"), std::string("somebody else's"));
}

TEST("a folder for sessions that is not there stops it before the program runs, and is named") {
    const Place place;
    needsCapture(place);
    fs::remove_all(place.tmp());
    const Ran r = run(place, profile({"-t", "nvtx"}, {"out"}));
    CHECK(r.code == 2 && r.out.empty() && r.errs("set TMPDIR to a folder that is there"));
}

TEST("only tables with rows are printed, and --max-size is said where the program was faster") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Ran r =
        run(place, profile({"-t", "nvtx", "-o", "run", "--stats=true", "--max-size=100"}, {"range", "forward"}));
    CHECK_EQ(r.code, 0);
    CHECK(r.out.find("nvtx_sum") != std::string::npos && r.out.find("holds no") == std::string::npos &&
          r.out.find("cuda_api_sum") == std::string::npos);
    CHECK(r.errs("more than --max-size allows"));
}

TEST("a killed program leaves a report of what it did") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running r(place, profile({"-t", "nvtx", "-o", "run"}, {"range", "before", "ready", "forever"}));
    ::kill(r.ready(), SIGKILL);
    r.wait();
    CHECK_EQ(r.signal(), SIGKILL);
    CHECK(isReport(place / "run.rep"));
}

TEST("a killed session leaves spools that recover makes a report of, and disturbs the program in nothing") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "nvtx"}, {"range", "before", "ready", "read", "range", "after", "out"}));
    r.ready();
    ::kill(r.pid(), SIGKILL);
    r.writeLine();
    CHECK_EQ(r.line(), std::string("to standard output"));
    r.wait();
    const std::vector<fs::path> sessions = place.sessions();
    CHECK_EQ(sessions.size(), 1u);
    CHECK(run(place, {"recover"}).out.find(sessions[0].string()) != std::string::npos);
    CHECK(run(place, {"sessions"}).out.find("left") == 0);
    needsReader();
    const Ran again = run(place, {"recover", sessions[0].string(), "-o", "again"});
    CHECK_EQ(again.code, 0);
    CHECK(isReport(place / "again.rep"));
}

TEST("recover --remove takes away what the session left, never the report, nor under a program that still runs") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running r(place, profile({"-t", "nvtx"}, {"range", "before", "ready", "read", "range", "after", "out"}));
    const pid_t pid = r.ready();
    ::kill(r.pid(), SIGKILL);
    ::waitpid(r.pid(), nullptr, 0);
    const fs::path session = place.sessions().at(0);
    const Ran early = run(place, {"recover", session.string(), "-o", "early", "--remove"});
    CHECK_EQ(early.code, 2);
    CHECK(early.errs("still runs (" + std::to_string(pid) + " capture_program)"));
    CHECK(!fs::exists(place / "early.rep") && !app::capture::livingProcesses(session).empty());
    CHECK(run(place, {"recover", session.string(), "-o", "early"}).errs("holds what it did so far"));
    CHECK(isReport(place / "early.rep"));
    CHECK_EQ(app::capture::factOf(app::capture::readFacts(session), "recovered"), std::string("1"));
    r.writeLine();
    r.wait();
    while (!app::capture::livingProcesses(session).empty()) std::this_thread::yield();
    const Ran inside = run(place, {"recover", session.string(), "-o", (session / "mine").string(), "--remove"});
    CHECK_EQ(inside.code, 0);
    CHECK(inside.errs("with what others put there"));
    CHECK(isReport(session / "mine.rep"));
    CHECK_EQ(std::distance(fs::directory_iterator(session), fs::directory_iterator()), 1);
}

TEST("help is grouped and has examples; the machine can be checked") {
    const Place place;
    const Ran help = run(place, {"profile", "--help"});
    CHECK_EQ(help.code, 0);
    for (const std::string_view part : {"What is traced:", "When:", "The program:", "What is written:", "Examples:",
                                        "-c, --capture-range", "not captured by this version"})
        CHECK(help.out.find(part) != std::string::npos);
    CHECK(run(place, {"--help"}).out.find("profile") != std::string::npos);
    const Ran checks = run(place, {"status", "-e"});
    for (const std::string_view part :
         {"collector", "NVIDIA driver", "CUPTI", "GPU counters", "CPU sampling", "space for captures"})
        CHECK(checks.out.find(part) != std::string::npos);
    CHECK(checks.code == 0 || checks.code == 1);
}
