// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions that people start and stop, and sessions and programs that are killed.
#include <sys/resource.h>
#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "app/cli/capture/session_folder.h"
#include "app/cli/capture/target.h"
#include "importers/capture/session_facts.h"
#include "model/base/messages.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"
#include "tests/kit/spool_walk.h"

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

/// Keeps what a session leaves, by making its report impossible: the folder of its output goes.
Words keepingSpools(Words options) {
    options.insert(options.end(), {"-o", "out/run"});
    return options;
}

}  // namespace

TEST("launch captures what lies between start and stop, while the program goes on") {
    const Place place;
    needsCapture(place);
    Running program(place, profile({"-t", "nvtx", "--session-new=train"},
                                   {"range", "before", "ready", "read", "called", "renamed", "range", "in", "ready",
                                    "read", "range", "after", "ready", "read", "exit", "7"},
                                   "launch"));
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
    const Ran names = run(place, {"query", "SELECT value FROM ThreadNames JOIN StringIds ON id = nameId", "part.rep"});
    CHECK(names.out.find("renamed") != std::string::npos);  // as the threads are called when the capture ends
    CHECK(place.sessions().empty());
}

TEST("a cancelled capture leaves no report, and the next one does") {
    const Place place;
    needsCapture(place);
    Running program(
        place, profile({"-t", "nvtx"},
                       {"ready", "read", "range", "a", "ready", "read", "range", "b", "ready", "read", "exit", "0"},
                       "launch"));
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
    Running program(
        place, profile(keepingSpools({"-t", "nvtx", "-c", "nvtx", "-p", "step", "--output-dir=."}), {"out"}), "probe");
    program.wait();
    CHECK_EQ(program.code(), 2);  // the folder is not there
    fs::create_directories(place / "out");
    Running r(place, profile(keepingSpools({"-t", "nvtx", "-c", "nvtx", "-p", "step"}),
                             {"child", "range", "mine", "ready", "forever", "end", "ready", "read", "range", "step",
                              "forever"}));
    r.ready();
    r.ready();
    const fs::path session = place.sessions().at(0);
    fs::remove_all(place / "out");
    r.writeLine();
    r.wait();
    CHECK(r.code() == 3 && r.signal() == 0);  // it was ended; the report could not be written
    const auto facts = readFacts(session);
    CHECK(!factOf(facts, "capture.1.begin").empty() && !factOf(facts, "capture.1.end").empty() &&
          factOf(facts, "capture.2.begin").empty());
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
                             {"range", "step", "range", "other", "range", "step", "ready", "read", "range", "step",
                              "out", "exit", "5"}));
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
    Running r(place, profile(keepingSpools({"-t", "nvtx", "-d", "1s"}),
                             {"child", "ready", "forever", "end", "range", "a", "ready", "forever"}));
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

TEST("workers that leave without a word, or are killed, lose nothing of what they noted") {
    const Place place;
    needsCapture(place);
    fs::create_directories(place / "out");
    Running r(place, profile(keepingSpools({"-t", "nvtx"}), {"workers", "ready", "read"}));
    r.ready();
    const fs::path session = place.sessions().at(0);
    fs::remove_all(place / "out");
    r.writeLine();
    r.wait();
    const std::vector<fs::path> spools = spoolsIn(session);
    CHECK_EQ(spools.size(), 21u);
    for (const fs::path& spool : spools) {
        const SpoolWalk walk = walkSpool(spool);
        CHECK(walk.begins && walk.torn == 0);
        CHECK_EQ(walk.nvtx, kRowsOfRange);
    }
    needsReader();
    const Ran again = run(place, {"recover", session.string(), "-o", "again", "--remove"});
    CHECK(again.code == 0 && !fs::exists(session));
    const Ran ranges = run(place, {"nvtx", "--list", "-f", "csv", "again.rep"});
    CHECK_EQ(std::count(ranges.out.begin(), ranges.out.end(), '\n'), 23);  // a head, 21 ranges, an empty line
    CHECK(run(place, {"info", "again.rep"}).out.find("ended without saying so") == std::string::npos);
}

TEST("a program that closes all descriptors loses nothing, and hears the session again") {
    const Place place;
    needsCapture(place);
    fs::create_directories(place / "out");
    Running r(place, profile(keepingSpools({"-t", "nvtx"}),
                             {"range", "first", "closeall", "marks", "ready", "read", "exit", "3"}));
    r.ready();
    const fs::path session = place.sessions().at(0);
    fs::remove_all(place / "out");
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 3);
    const SpoolWalk walk = walkSpool(spoolsIn(session).at(0));
    CHECK(walk.finished && walk.torn == 0);
    CHECK_EQ(walk.nvtx, kRowsOfRange + 200'000);
    fs::remove_all(session);
    // A capture that begins later reaches it.
    Running again(place,
                  profile({"-t", "nvtx", "--session-new=daemon"},
                          {"range", "first", "closeall", "ready", "read", "range", "in", "ready", "read"}, "launch"),
                  "again");
    const pid_t pid = again.ready();
    const fs::path second = place.sessions().at(0);
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    CHECK_EQ(run(place, {"start", "-o", "part"}).code, 0);
    while (walkSpool(spoolsIn(second).at(0)).facts.find("tracing.begin") == std::string::npos &&
           std::chrono::steady_clock::now() < until)
        std::this_thread::yield();
    again.writeLine();
    again.ready();
    run(place, {"stop"});
    CHECK_EQ(walkSpool(spoolsIn(second).at(0)).nvtx, kRowsOfRange);
    CHECK(std::strtoll(factOf(readFacts(second), "flushed." + std::to_string(pid)).c_str(), nullptr, 10) >
          std::strtoll(factOf(readFacts(second), "capture.1.end").c_str(), nullptr, 10));
    again.writeLine();
    again.wait();
}

TEST("what a limit on files keeps out of the spool is counted by the session") {
    const Place place;
    needsCapture(place);
    fs::create_directories(place / "out");
    Running r(place, profile(keepingSpools({"-t", "nvtx"}), {"range", "first", "shut", "marks", "ready", "read"}));
    const pid_t pid = r.ready();
    const fs::path session = place.sessions().at(0);
    fs::remove_all(place / "out");
    r.writeLine();
    r.wait();
    const std::string lost = factOf(readFacts(session), "lost." + std::to_string(pid));
    CHECK_EQ(walkSpool(spoolsIn(session).at(0)).nvtx + std::strtoull(lost.c_str(), nullptr, 10),
             kRowsOfRange + 200'000);
    CHECK(!lost.empty());
}

TEST("a process that cannot come back to its session is named") {
    const Place place;
    needsCapture(place);
    if (::geteuid() != 0) SKIP("chroot is for administrators");
    fs::create_directories(place / "out");
    Running r(place, profile(keepingSpools({"-t", "nvtx"}),
                             {"range", "first", "chrooted", "closeall", "range", "late", "ready", "read"}));
    const pid_t pid = r.ready();
    const fs::path session = place.sessions().at(0);
    fs::remove_all(place / "out");
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    const model::Message lost(model::MessageCode::NotTraced,
                              {model::Argument::process(pid), model::MessageCode::ConnectionEnded});
    const auto isNamed = [&] {
        const auto said = importers::capture::messagesIn(readFacts(session));
        return std::find(said.begin(), said.end(), lost) != said.end();
    };
    while (!isNamed() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    r.writeLine();
    r.wait();
    CHECK(isNamed());
}

TEST("stop names its own report alone, and no folder that is gone") {
    const Place place;
    needsCapture(place);
    CHECK_EQ(run(place, {"start"}).code, 0);
    const Ran nothing = run(place, {"stop"});
    CHECK(nothing.code == 0 && nothing.errs("report1.rep is written"));  // it says that no program came
    needsReader();
    Running r(place,
              profile({"-t", "nvtx", "--session-new=parts"},
                      {"ready", "read", "range", "one", "ready", "read", "range", "two", "ready", "read"}, "launch"),
              "parts");
    r.ready();
    for (const char* part : {"part1", "part2"}) {
        CHECK_EQ(run(place, {"start", "--session=parts", "-o", part}).code, 0);
        const Ran status = run(place, {"status", "--session=parts"});
        const std::size_t since = status.out.find("since ");
        CHECK(since != std::string::npos && status.out.find(" s\n", since) < status.out.find('\n', since));
        r.writeLine();
        r.ready();
        const Ran stopped = run(place, {"stop", "--session=parts"});
        CHECK(stopped.code == 0 && stopped.errs(std::string(part) + ".rep is written"));
        CHECK_EQ(std::count(stopped.err.begin(), stopped.err.end(), '\n'), 1);
    }
    r.writeLine();
    r.wait();
}

TEST("a session that was stopped holds nobody up") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "nvtx", "--session-new=held"}, {"ready", "read"}, "launch"));
    r.ready();
    ::kill(r.pid(), SIGSTOP);
    CHECK(run(place, {"sessions"}).out.find("does not answer held") == 0);
    for (const char* command : {"status", "stop"}) {
        const Ran asked = run(place, {command});
        CHECK(asked.code == 3 && asked.errs("The session held does not answer"));
    }
    ::kill(r.pid(), SIGCONT);
    CHECK(run(place, {"sessions"}).out.find("waiting    held") == 0);
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 0);
}

TEST("what NVTX was told before a fork is known in the child") {
    const Place place;
    needsCapture(place);
    needsReader();
    CHECK_EQ(run(place, profile({"-t", "nvtx", "-o", "run"}, {"defined"})).code, 0);
    const Opened o(place / "run.rep");
    const auto marks = o.events(model::TrackKind::Nvtx);
    CHECK_EQ(marks.size(), 1u);
    CHECK_EQ(o.s->text(marks.at(0).event.name), "registered");
    CHECK_EQ(o.argText(marks.at(0).event, "categoryName"), "loading");
    CHECK_EQ(o.names(model::TrackKind::Nvtx), "library");
}

TEST("the range of a capture may be started and ended, and ranges of other domains do not end it") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Ran started =
        run(place, profile({"-t", "nvtx", "-c", "nvtx", "-p", "step", "--capture-range-end=stop", "-o", "started"},
                           {"mark", "before", "start", "step", "mark", "in", "stop", "mark", "after"}));
    CHECK_EQ(started.code, 0);
    const Opened a(place / "started.rep");
    CHECK_EQ(a.events(model::TrackKind::Nvtx).size(), 1u);
    CHECK_EQ(a.s->text(a.events(model::TrackKind::Nvtx).at(0).event.name), "in");
    CHECK_EQ(a.events(model::TrackKind::ProcessNvtx).size(), 1u);
    CHECK_EQ(run(place, profile({"-t", "nvtx", "-c", "nvtx", "-p", "step", "--capture-range-end=stop", "-o", "domains"},
                                {"domain", "step"}))
                 .code,
             0);
    const Opened b(place / "domains.rep");
    for (const auto& e : b.events(model::TrackKind::Nvtx)) CHECK(b.s->text(e.event.name) != "outside");
}

TEST("each process's range counts for itself: the capture ends with the last of them") {
    const Place place;
    needsCapture(place);
    needsReader();
    // The program leaves its range while the child is in its own.
    Running r(place, profile({"-t", "nvtx", "-c", "nvtx", "-p", "step", "--capture-range-end=stop", "-o", "ranks"},
                             {"mark", "up",    "pipe", "push", "step",    "child", "push", "step",
                              "tell", "ready", "read", "mark", "late",    "pop",   "end",  "hear",
                              "mark", "early", "pop",  "mark", "between", "ready", "read"}));
    r.ready();
    r.ready();
    const fs::path session = place.sessions().at(0);
    CHECK(factOf(readFacts(session), "capture.1.end").empty());
    r.closeInput();  // both read to its end
    r.wait();
    CHECK(isReport(place / "ranks.rep"));
    const Opened o(place / "ranks.rep");
    std::string marks;
    for (const auto& e : o.events(model::TrackKind::Nvtx)) marks += std::string(o.s->text(e.event.name)) + ' ';
    CHECK(marks.find("late") != std::string::npos && marks.find("early") != std::string::npos &&
          marks.find("up") == std::string::npos && marks.find("between") == std::string::npos);
}

TEST("a capture that has written enough ends, the program goes on, and the report says why") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running r(place, profile({"-t", "nvtx", "--max-size=1M", "-o", "run"}, {"marks", "ready", "read", "exit", "5"}));
    r.ready();
    const fs::path session = place.sessions().at(0);
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (factOf(readFacts(session), "capture.1.end").empty() && std::chrono::steady_clock::now() < until)
        std::this_thread::yield();
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 5);
    CHECK(
        r.errs("The capture ends here and the program goes on: what was captured reached the 0.00 GB of --max-size."));
    CHECK(run(place, {"info", "run.rep"}).out.find("the rest could not be traced") != std::string::npos);
}

TEST("two captures of one file: the second is refused before its program runs") {
    const Place place;
    needsCapture(place);
    Running first(place, profile({"-t", "nvtx", "-o", "same"}, {"ready", "read"}), "first");
    first.ready();
    const Ran second = run(place, profile({"-t", "nvtx", "-o", "./same.rep", "-f", "true"}, {"out"}));
    CHECK_EQ(second.code, 2);
    CHECK_EQ(second.out, std::string());
    CHECK(second.errs("is going to write ") && second.errs("Name another file with -o."));
    CHECK_EQ(run(place, profile({"-t", "nvtx", "-o", "same%n"}, {"range", "a"})).code, 0);
}

TEST("children that are waited for are named") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({}, {"child", "ready", "read", "out", "end"}));
    r.ready();
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (r.err().find("waited for") == std::string::npos && std::chrono::steady_clock::now() < until)
        std::this_thread::yield();
    CHECK(r.errs(" capture_program). --wait=primary does not wait; Ctrl+C ends them."));
    r.writeLine();
    r.wait();
    CHECK_EQ(r.rest(), std::string("to standard output\n"));
}

TEST("a session without descriptors waits for some, and does not burn a core meanwhile") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"--session-new=poor"}, {"ready", "read"}, "launch"));
    r.ready();
    const auto ticks = [&] {
        std::ifstream in("/proc/" + std::to_string(r.pid()) + "/stat");
        const std::string text(std::istreambuf_iterator<char>(in), {});
        std::istringstream fields(text.substr(text.rfind(')') + 2));
        std::string skipped;
        for (int i = 0; i < 11; ++i) fields >> skipped;
        long user = 0, system = 0;
        fields >> user >> system;
        return user + system;
    };
    rlimit before{};
    const rlimit few{3, 3};
    if (::prlimit(r.pid(), RLIMIT_NOFILE, nullptr, &before) != 0 ||
        ::prlimit(r.pid(), RLIMIT_NOFILE, &few, nullptr) != 0)
        SKIP("limits cannot be set");
    const long burnt = ticks();
    Running status(place, {"status", "--json"}, "status");
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(800);
    while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
    CHECK(ticks() - burnt < ::sysconf(_SC_CLK_TCK) / 4);
    if (::prlimit(r.pid(), RLIMIT_NOFILE, &before, nullptr) != 0) SKIP("limits cannot be raised again");
    status.wait();
    CHECK_EQ(status.code(), 0);
    CHECK(status.rest().find("\"state\": \"waiting\"") != std::string::npos &&
          status.rest().find("\"processes\": 0") != std::string::npos);
    CHECK(run(place, {"sessions", "--json"}).out.find("\"name\": \"poor\"") != std::string::npos);
}
