// SPDX-License-Identifier: GPL-3.0-or-later
// sightline profile --flight-recorder: real programs, whose last seconds become reports.
#include <sys/stat.h>

#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

namespace {

using namespace capture_run;

/// The numbers of the ranges "step N" of a report, in their order.
std::vector<int> stepsIn(const fs::path& report) {
    std::vector<int> out;
    const Opened opened(report);
    for (const Opened::Found& e : opened.events(model::TrackKind::Nvtx))
        if (e.name.starts_with("step ")) out.push_back(std::atoi(std::string(e.name.substr(5)).c_str()));
    std::sort(out.begin(), out.end());
    return out;
}

std::string notesOf(const Place& place, const std::string& report) { return run(place, {"info", report}, "info").out; }

/// The room of all spools of a session, and how many bytes they had grown to.
std::pair<std::uint64_t, std::uint64_t> roomOf(const fs::path& session) {
    std::pair<std::uint64_t, std::uint64_t> out;
    std::error_code ignored;
    for (const auto& file : fs::directory_iterator(session, ignored)) {
        struct stat s {};
        if (file.path().extension() != ".spool" || ::stat(file.path().c_str(), &s) != 0) continue;
        out.first += static_cast<std::uint64_t>(s.st_blocks) * 512;
        out.second += static_cast<std::uint64_t>(s.st_size);
    }
    return out;
}

TEST("A step that is slow makes a report of what was before it, and the program goes on") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "nvtx", "--flight-recorder=1", "--slow-step=8", "-o", "run"},
                             {"steps", "250", "push", "step 1000", "takes", "300", "pop", "ready", "read", "steps",
                              "900", "ready", "read"}));
    r.ready();
    CHECK(comes([&] { return isReport(place / "run.1.rep"); }));
    const std::vector<int> first = stepsIn(place / "run.1.rep");
    CHECK(!first.empty());
    if (first.empty()) return;
    CHECK_EQ(first.back(), 1000);
    // A second before the report was asked for, which the session noticed at most a second after the step.
    CHECK(first.size() < 120 && first.front() > 130);
    CHECK(r.errs("“step 1000” took"));
    CHECK(notesOf(place, "run.1.rep").find("× the median") != std::string::npos);
    r.writeLine();
    r.ready();
    const auto [room, grown] = roomOf(place.sessions().front());
    CHECK(room < grown / 3 * 2);
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 0);
    const std::vector<int> last = stepsIn(place / "run.2.rep");
    CHECK(!last.empty());
    if (last.empty()) return;
    CHECK(last.back() == 900 && last.front() > 700);
    const std::string notes = notesOf(place, "run.2.rep");
    CHECK(notes.find("The flight recorder kept the last") != std::string::npos);
    CHECK(notes.find("× the median") == std::string::npos);
    CHECK(place.sessions().empty());
}

TEST("A mark, a signal, a command and a stall make reports while the program runs") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "nvtx", "--flight-recorder=30", "--stall=3", "-o", "run"},
                             {"steps", "20", "mark", "sightline.snapshot", "ready", "read", "range", "after", "ready",
                              "read"}));
    r.ready();
    CHECK(comes([&] { return isReport(place / "run.1.rep"); }));
    CHECK_EQ(stepsIn(place / "run.1.rep").size(), 20u);
    CHECK(r.errs("the program set the mark “sightline.snapshot”"));
    // Refused while the report before is still being written.
    CHECK(comes([&] { return isReport(place / "run.2.rep") || run(place, {"snapshot"}, "snapshot").code == 0; }));
    CHECK(isReport(place / "run.2.rep"));
    CHECK_EQ(::kill(r.pid(), SIGUSR2), 0);
    CHECK(comes([&] { return isReport(place / "run.3.rep"); }));
    CHECK(notesOf(place, "run.3.rep").find("as it was asked for") != std::string::npos);
    r.writeLine();  // the signal has not reached the program, which would have ended it
    r.ready();
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 0);
    CHECK_EQ(stepsIn(place / "run.4.rep").size(), 20u);
}

TEST("Where nothing comes any more a report is written while the program hangs") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "nvtx", "--flight-recorder=30", "--stall=2", "-o", "run"},
                             {"steps", "5", "ready", "forever"}));
    r.ready();
    CHECK(comes([&] { return isReport(place / "run.1.rep"); }));
    CHECK_EQ(stepsIn(place / "run.1.rep").size(), 5u);
    CHECK(r.errs("no call and no range that is traced has ended"));
    CHECK_EQ(run(place, {"shutdown"}, "end").code, 0);
    r.wait();
    CHECK_EQ(stepsIn(place / "run.2.rep").size(), 5u);
}

TEST("What a killed session had kept is recovered") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "nvtx", "--flight-recorder=1", "-o", "run"},
                             {"steps", "300", "ready", "read", "range", "after"}));
    r.ready();
    const fs::path session = place.sessions().front();
    // More than what a file that is written to may lack for a moment.
    CHECK(comes([&] {
        const auto [room, grown] = roomOf(session);
        return room + (1 << 20) < grown;
    }));
    ::kill(r.pid(), SIGKILL);
    r.closeInput();
    r.wait();
    const Ran recovered = run(place, {"recover", session.string(), "-o", "kept"}, "recover");
    CHECK_EQ(recovered.code, 0);
    CHECK(recovered.errs("is written"));
    const std::vector<int> kept = stepsIn(place / "kept.rep");
    CHECK(!kept.empty());
    if (kept.empty()) return;
    CHECK(kept.back() == 300 && kept.front() > 1);
}

TEST("Without a recorder there is no snapshot; what counts from the beginning is refused with one") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "nvtx", "-o", "run"}, {"range", "one", "ready", "read"}));
    r.ready();
    const Ran asked = run(place, {"snapshot"}, "snapshot");
    CHECK_EQ(asked.code, 3);
    CHECK(asked.errs("begun without --flight-recorder"));
    r.closeInput();
    r.wait();
    const Ran both = run(place, profile({"--flight-recorder=1", "--cuda-memory-usage=true"}, {"ready"}), "both");
    CHECK_EQ(both.code, 2);
    CHECK(both.errs("--cuda-memory-usage"));
    const Ran ranged = run(place, profile({"--flight-recorder=1", "-c", "nvtx", "-p", "a"}, {"ready"}), "ranged");
    CHECK_EQ(ranged.code, 2);
    const Ran factor = run(place, profile({"--flight-recorder=1", "--slow-step=0.5"}, {"ready"}), "factor");
    CHECK_EQ(factor.code, 2);
    CHECK(factor.errs("is no factor above 1"));
    CHECK(run(place, profile({"-t", "nvtx", "--stall=1", "-o", "alone"}, {"range", "one"}), "alone")
              .errs("--stall has no effect without --flight-recorder"));
}

}  // namespace
