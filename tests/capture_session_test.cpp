// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions that people start and stop, and sessions and programs that are killed.
#include <random>
#include <thread>

#include "app/cli/capture/session_folder.h"
#include "app/cli/capture/target.h"
#include "tests/capture_run.h"
#include "tests/spool_walk.h"

namespace {

using namespace capture_run;
using app::capture::factOf;
using app::capture::readFacts;

constexpr std::size_t kRowsOfRange = 3;  // begin, mark, end

std::vector<fs::path> spoolsIn(const fs::path& session) {
    std::vector<fs::path> out;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(session, ignored))
        if (entry.path().extension() == ".spool") out.push_back(entry.path());
    return out;
}

/// Waits until the session has written so many events; a minute is far more than it needs.
bool waitForEvents(const fs::path& session, std::size_t events) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < until) {
        std::size_t found = 0;
        for (const fs::path& spool : spoolsIn(session)) found += walkSpool(spool).nvtx;
        if (found >= events) return true;
        std::this_thread::yield();
    }
    return false;
}

bool isReport(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && bytesOfFile(file).starts_with("\x89REP");
}

/// Keeps what a session leaves, by making its report impossible: the folder of its output goes.
Words keepingSpools(Words options) {
    options.insert(options.end(), {"-o", "out/run"});
    return options;
}

}  // namespace

TEST("launch captures what lies between start and stop, while the program goes on") {
    const Place place;
    needsCapture(place);
    Running program(place, profile({"-t", "nvtx", "--session-new=train"}, {"range", "before", "ready", "read", "range", "in", "ready", "read", "range", "after", "ready", "read", "exit", "7"}, "launch"));
    program.ready();
    const fs::path session = place.sessions().at(0);
    CHECK(run(place, {"status", "--session=train"}).out.find("state      waiting") != std::string::npos);
    CHECK(run(place, {"sessions"}).out.find("waiting    train") == 0);
    const Ran none = run(place, {"stop"});
    CHECK(none.code == 3 && none.errs("Nothing is being captured."));
    CHECK_EQ(run(place, {"start", "-o", "part"}).code, 0);
    const Ran twice = run(place, {"start", "-o", "other"});
    CHECK(twice.code == 3 && twice.errs("A capture is running already"));
    CHECK(run(place, {"status"}).out.find("state      capturing") != std::string::npos);
    program.writeLine();
    program.ready();
    const Ran stopped = run(place, {"stop"});
    // Everything of the capture is in the spool once stop has answered, and nothing from before it.
    const std::vector<fs::path> spools = spoolsIn(session);
    CHECK_EQ(spools.size(), 1u);
    CHECK_EQ(walkSpool(spools.at(0)).nvtx, kRowsOfRange);
    program.writeLine();
    program.ready();
    CHECK_EQ(walkSpool(spools.at(0)).nvtx, kRowsOfRange);
    program.writeLine();
    program.wait();
    CHECK_EQ(program.code(), 7);
    needsReader();
    CHECK(stopped.code == 0 && stopped.errs("part.rep is written"));
    CHECK(isReport(place / "part.rep"));
    CHECK(place.sessions().empty());
}

TEST("a cancelled capture leaves no report, and the next one does") {
    const Place place;
    needsCapture(place);
    Running program(place, profile({"-t", "nvtx"}, {"ready", "read", "range", "a", "ready", "read", "range", "b", "ready", "read", "exit", "0"}, "launch"));
    program.ready();
    CHECK(run(place, {"cancel"}).errs("Nothing is being captured."));
    CHECK_EQ(run(place, {"start", "-o", "first"}).code, 0);
    program.writeLine();
    program.ready();
    CHECK_EQ(run(place, {"cancel"}).code, 0);
    CHECK(run(place, {"stop"}).errs("Nothing is being captured."));
    CHECK_EQ(run(place, {"start", "-o", "second"}).code, 0);
    program.writeLine();
    program.ready();
    program.writeLine();
    program.wait();
    CHECK(!fs::exists(place / "first.rep"));
    needsReader();
    CHECK_EQ(program.code(), 0);
    CHECK(isReport(place / "second.rep"));
}

TEST("a program that is launched and never captured ends as it would without") {
    const Place place;
    needsCapture(place);
    const Ran r = run(place, profile({}, {"range", "a", "out"}, "launch"));
    CHECK_EQ(r.code, 0);
    CHECK_EQ(r.out, std::string("to standard output\n"));
    CHECK(r.errs("no sightline start came"));
}

TEST("start before launch: the session waits for programs, and ends with its capture") {
    const Place place;
    needsCapture(place);
    const Ran started = run(place, {"start", "--session-new=early", "-o", "early"});
    CHECK(started.code == 0 && started.errs("Session early waits for programs"));
    const fs::path session = place.sessions().at(0);
    Running program(place, profile({"-t", "nvtx"}, {"range", "a", "ready", "read", "exit", "3"}, "launch"), "program");
    program.ready();
    CHECK(waitForEvents(session, kRowsOfRange));
    CHECK(run(place, {"status"}).out.find("processes  1") != std::string::npos);
    program.writeLine();
    program.wait();
    CHECK_EQ(program.code(), 3);
    // The session ends by itself; that its socket is closed tells.
    run(place, {"shutdown", "--session=early"});
    while (app::capture::isRunning(session)) std::this_thread::yield();
    needsReader();
    CHECK(isReport(place / "early.rep"));
}

TEST("shutdown ends the program, cancel of a session without one ends it") {
    const Place place;
    needsCapture(place);
    Running program(place, profile({}, {"child", "ready", "forever", "end", "ready", "forever"}, "launch"));
    const pid_t first = program.ready(), second = program.ready();
    CHECK_EQ(run(place, {"shutdown", "--kill=sigkill"}).code, 0);
    program.wait();
    CHECK(!isThere(first) && !isThere(second));
    CHECK_EQ(run(place, {"start", "--session-new=lonely"}).code, 0);
    const fs::path session = place.sessions().at(0);
    CHECK_EQ(run(place, {"cancel"}).code, 0);
    while (app::capture::isRunning(session)) std::this_thread::yield();
    CHECK_EQ(run(place, {"stop"}).code, 2);
    CHECK(run(place, {"stop"}).errs("No session is running."));
}

TEST("of several sessions one must be named") {
    const Place place;
    needsCapture(place);
    Running a(place, profile({"--session-new=a"}, {"ready", "read"}, "launch"), "a");
    Running b(place, profile({"--session-new=b"}, {"ready", "read"}, "launch"), "b");
    a.ready();
    b.ready();
    CHECK(run(place, {"start"}).errs("Several sessions are running: "));
    CHECK(run(place, {"start", "--session=c"}).errs("No session c is running"));
    CHECK(run(place, profile({"--session-new=b"}, {"out"})).errs("A session b is running already."));
    CHECK(run(place, {"recover", place.sessions().at(0).string()}).errs("is running"));
    CHECK_EQ(run(place, {"start", "--session=b", "-o", "b"}).code, 0);
    CHECK_EQ(run(place, {"cancel", "--session=b"}).code, 0);
}

TEST("the end of a range ends the capture of all processes, and with it the program") {
    const Place place;
    needsCapture(place);
    // The second process begins no range of its own; it traces while the first one's lasts.
    Running program(place, profile(keepingSpools({"-t", "nvtx", "-c", "nvtx", "-p", "step", "--output-dir=."}), {"out"}), "probe");
    program.wait();
    CHECK_EQ(program.code(), 2);  // the folder is not there
    fs::create_directories(place / "out");
    Running r(place, profile(keepingSpools({"-t", "nvtx", "-c", "nvtx", "-p", "step"}), {"child", "range", "mine", "ready", "forever", "end", "ready", "read", "range", "step", "forever"}));
    r.ready();
    r.ready();
    const fs::path session = place.sessions().at(0);
    fs::remove_all(place / "out");
    r.writeLine();
    r.wait();
    CHECK(r.code() == 3 && r.signal() == 0);  // it was ended; the report could not be written
    const auto facts = readFacts(session);
    CHECK(!factOf(facts, "capture.1.begin").empty() && !factOf(facts, "capture.1.end").empty() && factOf(facts, "capture.2.begin").empty());
    CHECK_EQ(factOf(facts, "ended.by"), std::string("session"));
    std::size_t events = 0;
    for (const fs::path& spool : spoolsIn(session)) events += walkSpool(spool).nvtx;
    CHECK_EQ(events, kRowsOfRange);
}

TEST("with repeat each range is a capture, and the program goes on") {
    const Place place;
    needsCapture(place);
    fs::create_directories(place / "out");
    Running r(place, profile(keepingSpools({"-t", "nvtx", "-c", "nvtx", "-p", "step", "--capture-range-end=repeat"}),
                             {"range", "step", "range", "other", "range", "step", "ready", "read", "range", "step", "out", "exit", "5"}));
    r.ready();
    const fs::path session = place.sessions().at(0);
    fs::remove_all(place / "out");
    r.writeLine();
    r.wait();
    CHECK(r.code() == 5 && r.rest() == "to standard output\n");
    const auto facts = readFacts(session);
    CHECK(!factOf(facts, "capture.3.end").empty() && factOf(facts, "capture.4.begin").empty());
    CHECK_EQ(factOf(facts, "exit.code"), std::string("5"));
    CHECK_EQ(walkSpool(spoolsIn(session).at(0)).nvtx, 3 * kRowsOfRange);
}

TEST("processes that never joined are known by name") {
    const Place place;
    needsCapture(place);
    fs::create_directories(place / "out");
    Running r(place, profile(keepingSpools({"-t", "nvtx", "-d", "500ms"}), {"child", "ready", "forever", "end", "range", "a", "ready", "forever"}));
    const pid_t a = r.ready(), b = r.ready();
    const fs::path session = place.sessions().at(0);
    fs::remove_all(place / "out");
    r.wait();
    const auto facts = readFacts(session);
    const bool childFirst = !factOf(facts, "silent." + std::to_string(a)).empty();
    CHECK_EQ(factOf(facts, "silent." + std::to_string(childFirst ? a : b)), std::string("capture_program"));
    CHECK_EQ(factOf(facts, "joined." + std::to_string(childFirst ? b : a)), std::string("capture_program"));
}

TEST("whenever the program is killed, what it had noted a moment before is there, and whole") {
    const Place place;
    needsCapture(place);
    std::mt19937 random(5);
    for (int round = 0; round < 8; ++round) {
        fs::create_directories(place / "out");
        const std::size_t steps = 1 + random() % 12;
        Words words;
        for (std::size_t i = 0; i < steps; ++i) words.insert(words.end(), {"range", "step"});
        words.insert(words.end(), {"ready", "read", "range", "late", "forever"});
        Running r(place, profile(keepingSpools({"-t", "nvtx"}), words));
        const pid_t pid = r.ready();
        const fs::path session = place.sessions().at(0);
        fs::remove_all(place / "out");
        CHECK(waitForEvents(session, steps * kRowsOfRange));
        r.writeLine();
        for (unsigned i = random() % 3000; i > 0; --i) std::this_thread::yield();
        ::kill(pid, SIGKILL);
        r.wait();
        CHECK_EQ(r.signal(), SIGKILL);
        const SpoolWalk walk = walkSpool(spoolsIn(session).at(0));
        CHECK(walk.begins && walk.torn == 0 && !walk.finished);
        CHECK(walk.nvtx == steps * kRowsOfRange || walk.nvtx == (steps + 1) * kRowsOfRange);
        fs::remove_all(session);
    }
}

TEST("whenever the session is killed, the program goes on and nothing of it is lost") {
    const Place place;
    needsCapture(place);
    std::mt19937 random(7);
    for (int round = 0; round < 8; ++round) {
        const std::size_t before = random() % 6, after = 1 + random() % 6;
        Words words;
        for (std::size_t i = 0; i < before; ++i) words.insert(words.end(), {"range", "before"});
        words.insert(words.end(), {"ready", "read"});
        for (std::size_t i = 0; i < after; ++i) words.insert(words.end(), {"range", "after"});
        words.insert(words.end(), {"out"});
        Running r(place, profile({"-t", "nvtx"}, words));
        r.ready();
        const fs::path session = place.sessions().at(0);
        for (unsigned i = random() % 3000; i > 0; --i) std::this_thread::yield();
        ::kill(r.pid(), SIGKILL);
        r.writeLine();
        CHECK_EQ(r.line(), std::string("to standard output"));
        r.wait();
        while (!walkSpool(spoolsIn(session).at(0)).finished) std::this_thread::yield();
        CHECK_EQ(walkSpool(spoolsIn(session).at(0)).nvtx, (before + after) * kRowsOfRange);
        CHECK(run(place, {"sessions"}).out.find("left") == 0);
        fs::remove_all(session);
    }
}
