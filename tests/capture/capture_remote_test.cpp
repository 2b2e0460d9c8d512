// SPDX-License-Identifier: GPL-3.0-or-later
// `sightline profile --on`: what passes through, what comes back, and what is left on either side.
#include <thread>

#include "tests/kit/remote_run.h"

using namespace remote_run;

TEST("a program runs elsewhere: its output, its exit code and its report come back, and nothing is left") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    const Ran ran = run(place, profileOn(there.freshTarget(), {"-o", "far", "-e", "COLOUR=green"},
                                         {"out", "err", "variable", "HOME", "variable", "COLOUR", "variable",
                                          "SIGHTLINE_TYPED", "range", "one", "mark", "two", "exit", "7"}));
    CHECK_EQ(ran.code, 7);
    CHECK_EQ(ran.out,
             fmt::format("to standard output\nHOME={}\nCOLOUR=green\nSIGHTLINE_TYPED=(none)\n", there.home().string()));
    CHECK(ran.errs("to standard error\n") && ran.errs("The collector is sent to env -i") &&
          ran.errs("sightline: far.rep ("));
    const Ran here = run(place, profile({"-o", "here"}, {"range", "one", "mark", "two"}));
    CHECK_EQ(here.code, 0);
    CHECK_EQ(namesIn(place / "far.rep"), namesIn(place / "here.rep"));
    CHECK_EQ(namesIn(place / "far.rep"), std::string("one inside two "));
    CHECK(run(place, {"info", "far.rep"}, "info").out.find("typed: sightline profile --on 'env -i") !=
          std::string::npos);
    CHECK(place.sessions().empty() && there.isClean());
    CHECK(there.processes("sightline").empty());
    // The second time the collector is there.
    const Ran again = run(place, profileOn(there.freshTarget(), {"-o", "again"}, {"signal", std::to_string(SIGSEGV)}));
    CHECK_EQ(again.signal, SIGSEGV);
    CHECK(again.err.find("is sent to") == std::string::npos && isReport(place / "again.rep"));
}

TEST("the program runs in the folder that was named, or at home, and one that is missing is named") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    const Words pwd{"--on", there.target(), "-o", "a", "sh", "-c", "pwd"};
    Words words{"profile"};
    words.insert(words.end(), pwd.begin(), pwd.end());
    CHECK_EQ(run(place, words).out, there.home().string() + '\n');
    words.insert(words.begin() + 3, {"--on-folder", "/usr", "-f"});
    CHECK_EQ(run(place, words).out, std::string("/usr\n"));
    const Ran none = run(place, profileOn(there.target(), {"--on-folder=/nowhere/at/all"}, {"out"}));
    CHECK_EQ(none.code, 2);
    CHECK(none.errs("There is no folder /nowhere/at/all for the program to run in.") && none.out.empty());
    CHECK(there.isClean() && place.sessions().empty());
}

TEST("a machine without a home folder runs it in the top one") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    const std::string homeless = fmt::format("env -i PATH=/usr/bin:/bin HOME=/nonexistent TMPDIR={} XDG_CACHE_HOME={}",
                                             there.tmp().string(), sharedCache().string());
    CHECK_EQ(run(place, {"profile", "--on", homeless, "-o", "run", "sh", "-c", "pwd"}).out, std::string("/\n"));
}

TEST("what stands in the way is said before anything runs") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    place.write("taken.rep", "x");
    const Ran taken = run(place, profileOn(there.target(), {"-o", "taken"}, {"out"}));
    CHECK(taken.code == 2 && taken.out.empty() && taken.errs("taken.rep"));
    const Ran none = run(place, profileOn("no-such-command-at-all -i", {}, {"out"}));
    CHECK(none.code == 2 && none.errs("no-such-command-at-all: No such file or directory"));
    const Ran refuses = run(place, profileOn("sh -c 'echo not today >&2; exit 9'", {}, {"out"}));
    CHECK(refuses.code == 2 && refuses.errs("cannot be reached: not today."));
    CHECK(run(place, profileOn("ssh:", {}, {"out"})).errs("“ssh:” is no target: ssh:user@host[:port]"));
    CHECK(run(place, profileOn("docker exec 'x", {}, {"out"})).errs("has a quote without its end"));
    const Ran missing = run(place, {"profile", "--on", there.target(), "/no/such/program"});
    CHECK(missing.code == 127 && missing.errs("/no/such/program"));
    CHECK(there.isClean() && place.sessions().empty());
}

TEST("Ctrl+C goes to the program there, and a report comes of it") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    Running session(place, profileOn(there.target(), {"-o", "run"}, {"range", "one", "ready", "forever"}));
    CHECK(session.ready() > 0);
    CHECK(comes([&] { return !place.sessions().empty() && namesIn(place.sessions()[0]) == "one inside "; }));
    ::kill(session.pid(), SIGINT);
    session.wait();
    CHECK_EQ(session.signal(), SIGINT);
    CHECK_EQ(namesIn(place / "run.rep"), std::string("one inside "));
    CHECK(there.isClean() && place.sessions().empty());
}

TEST("a session elsewhere is one of this machine: its spools come while it runs, and it can be asked and stopped") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    Running session(
        place, profileOn(there.target(), {"-o", "run", "--session-new=far"}, {"range", "one", "ready", "forever"}));
    CHECK(session.ready() > 0);
    CHECK(comes([&] { return !place.sessions().empty() && namesIn(place.sessions()[0]) == "one inside "; }));
    const Ran status = run(place, {"status", "--session=far"}, "status");
    CHECK(status.code == 0 && status.out.find("state      capturing") != std::string::npos);
    CHECK(status.out.find("folder     " + place.sessions()[0].string()) != std::string::npos);
    CHECK(run(place, {"start", "--session=far"}, "start").errs("answers status, stop, cancel and shutdown"));
    const Ran stop = run(place, {"stop", "--session=far"}, "stop");
    CHECK(stop.code == 0 && stop.errs((place / "run.rep").string() + " is written."));
    CHECK_EQ(namesIn(place / "run.rep"), std::string("one inside "));
    CHECK_EQ(run(place, {"stop", "--session=far"}, "again").code, 3);
    CHECK_EQ(run(place, {"shutdown", "--session=far"}, "shutdown").code, 0);
    session.wait();
    CHECK(there.isClean() && place.sessions().empty());
}

TEST("a cancelled capture leaves no report, and nothing there") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    Running session(place, profileOn(there.target(), {"-o", "run", "--session-new=far"}, {"ready", "forever"}));
    CHECK(session.ready() > 0);
    CHECK_EQ(run(place, {"cancel", "--session=far"}, "cancel").code, 0);
    ::kill(session.pid(), SIGTERM);
    session.wait();
    CHECK(!fs::exists(place / "run.rep") && there.isClean() && place.sessions().empty());
}

TEST("several reports of one run come back under their numbers, and what was asked for with them") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    const Ran ran = run(place, profileOn(there.target(),
                                         {"-o", "far_%h", "-c", "nvtx", "-p", "step", "--capture-range-end=repeat:3",
                                          "--stats=true", "--export=json"},
                                         {"gaps", "step"}));
    CHECK_EQ(ran.code, 0);
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    for (const int n : {1, 2, 3}) {
        const std::string report = fmt::format("far_{}.{}.rep", host, n);
        CHECK(isReport(place / report));
        CHECK(fs::exists(place / fmt::format("far_{}.{}.jsonl", host, n)) ||
              fs::exists(place / fmt::format("far_{}.{}.json", host, n)));
    }
    CHECK(ran.out.find("NVTX") != std::string::npos);
    CHECK(there.isClean());
}

TEST("all that a program prints comes, also where it prints a lot") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    const Ran ran = run(place, {"profile", "--on", there.target(), "-o", "run", "sh", "-c",
                                "i=0; while [ $i -lt 200000 ]; do echo line $i; i=$((i+1)); done"});
    std::string expected;
    for (int i = 0; i < 200'000; ++i) expected += fmt::format("line {}\n", i);
    CHECK_EQ(ran.code, 0);
    CHECK(ran.out == expected);
}

TEST("what a login shell prints first is skipped, and what is no answer of ours is refused") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    const Ran greeted =
        run(place, profileOn("sh -c 'printf \"Welcome to this machine\"; exec \"$@\"' - " + there.target(),
                             {"-o", "run"}, {"out"}));
    CHECK(greeted.code == 0 && greeted.out == "to standard output\n" && isReport(place / "run.rep"));
    const auto answers = [&](const std::string& script) {
        return run(place, profileOn("sh -c '" + script + "'", {"-o", "none"}, {"out"}));
    };
    CHECK(answers("yes").errs("no shell answered"));
    // Whoever knows how the script answers may still say anything as the agent.
    const std::string becomes = "read -r line; eval ${line%% *}; echo $nonce runs x; ", goesOn = "; cat >/dev/null";
    CHECK(answers(becomes + "echo this is no frame" + goesOn).errs("what came is no answer of Sightline"));
    CHECK(answers(becomes + R"(printf "SLF1\377\377\377\377\377\377\377\377")" + goesOn)
              .errs("what came is no answer of Sightline"));
    CHECK(answers(becomes + R"(printf "SLF1\004\000\000\000\004\000\000\000abcd")" + goesOn)
              .errs("what came is no answer of Sightline"));
    CHECK(!fs::exists(place / "none.rep") && place.sessions().empty());
    const Ran other = answers("read -r line; eval ${line%% *}; echo $nonce machine vax; echo $nonce send kit");
    CHECK(other.code == 2 && other.errs(" is vax, and the collector here is for "));
    const Ran old = answers(
        "read -r line; eval ${line%% *}; echo $nonce machine $(uname -m); "
        "echo $nonce libc glibc 2.5; echo $nonce send kit");
    CHECK(old.code == 2 && old.errs("has glibc 2.5, and the collector here needs glibc 2."));
    const Ran full = answers("read -r line; eval ${line%% *}; echo $nonce refused place");
    CHECK(full.code == 2 && full.errs("can hold the collector"));
}

TEST("a machine whose home cannot be written holds the collector in its TMPDIR") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    const Ran ran = run(place, profileOn(there.target("/proc/nowhere"), {"-o", "run"}, {"out"}));
    CHECK(ran.code == 0 && ran.out == "to standard output\n");
    CHECK(!fs::is_empty(there.sessions() / "kit"));
    const Ran none = run(place, profileOn("env -i PATH=/usr/bin:/bin TMPDIR=/proc HOME=/proc", {"-o", "x"}, {"out"}));
    CHECK(none.code == 2 && none.errs("neither ~/.cache nor TMPDIR can be written"));
}

TEST("what another machine allows, and which sessions it has, is asked there") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    const Ran status = run(place, {"status", "--on", there.target(), "-e"});
    CHECK(status.out.find(sharedCache().string()) != std::string::npos);  // where its collector lies
    CHECK(status.out.find(there.tmp().string()) != std::string::npos);
    CHECK_EQ(run(place, {"status", "--on=" + there.target(), "-e", "--json"}).out.substr(0, 1), std::string("["));
    CHECK_EQ(run(place, {"sessions", "--on", there.target()}).out, std::string());
    CHECK(run(place, {"recover", "--on", there.target(), "--wrong"}).errs("There is no option --wrong here"));
}

TEST("the folder of portable may be sent in the place of this program") {
    const Place place;
    needsCapture(place);
    const Elsewhere there(place);
    CHECK(run(place, profileOn(there.target(), {"--on-kit", (place / "nothing").string()}, {"out"})).code == 2);
    // What was sent is such a folder.
    CHECK_EQ(run(place, profileOn(there.target(), {"-o", "first"}, {"out"})).code, 0);
    fs::path kit;
    for (const auto& entry : fs::directory_iterator(sharedCache() / "sightline")) kit = entry.path();
    const Ran ran = run(place, profileOn(there.target(), {"-o", "run", "--on-kit", kit.string()}, {"out"}));
    CHECK(ran.code == 0 && ran.out == "to standard output\n" && isReport(place / "run.rep"));
}

TEST("captures on several targets begin once all are reached, and their reports come one by one and as one") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere one(place), other(place, "other");
    Words words{"--on", other.target(), "-o", "ranks", "--stats=false"};
    const Ran ran = run(place, profileOn(one.target(), words, {"out", "range", "step", "exit", "5"}));
    CHECK_EQ(ran.code, 5);
    CHECK_EQ(ran.out, std::string("to standard output\nto standard output\n"));
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    for (const int n : {1, 2})
        CHECK_EQ(namesIn(place / fmt::format("ranks-{}-{}.rep", n, host)), std::string("step inside "));
    CHECK_EQ(namesIn(place / "ranks.rep").size(), 2 * std::string("step inside ").size());
    // Both have the clock of this machine: what was measured of it must be within the error that is said.
    CHECK(ran.errs("The clock of " + one.target()) && ran.errs("The clock of " + other.target()));
    CHECK(one.isClean() && other.isClean() && place.sessions().empty());
    const Ran none = run(place, profileOn(one.target(), {"--on", "sh -c 'exit 4'", "-o", "none"}, {"out"}));
    CHECK_EQ(none.code, 2);
    CHECK(none.out.empty() && none.errs("sh -c 'exit 4' cannot be reached: the command ended with exit code 4."));
    CHECK(!fs::exists(place / "none.rep") && one.isClean());
}

TEST("A flight recorder elsewhere sends its reports while the program runs, and can be asked for one") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Elsewhere there(place);
    Running session(place, profileOn(there.target(), {"-t", "nvtx", "-o", "run", "--flight-recorder=30"},
                                     {"range", "one", "mark", "sightline.snapshot", "ready", "forever"}));
    CHECK(session.ready() > 0);
    CHECK(comes([&] { return isReport(place / "run.1.rep"); }));
    CHECK(namesIn(place / "run.1.rep").starts_with("one inside "));
    CHECK(comes([&] { return isReport(place / "run.2.rep") || run(place, {"snapshot"}, "snapshot").code == 0; }));
    CHECK(isReport(place / "run.2.rep"));
    ::kill(session.pid(), SIGINT);
    session.wait();
    CHECK_EQ(session.signal(), SIGINT);
    CHECK(isReport(place / "run.3.rep"));
    CHECK(there.isClean() && place.sessions().empty());
}
