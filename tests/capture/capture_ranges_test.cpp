// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges that begin and end a capture, in programs that run through them again and again without a pause.
#include <set>

#include "app/cli/capture/session_folder.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

namespace {

using namespace capture_run;

Words byRange(const std::string& end, const Words& words) {
    return profile({"-t", "nvtx", "-c", "nvtx", "-p", "step", end, "-o", "run"}, words);
}

/// What was marked, in order.
std::string marksIn(const Opened& o) {
    std::string out;
    for (const auto& found : o.events(model::TrackKind::Nvtx))
        if (found.name != "step") out += (out.empty() ? "" : ", ") + std::string(found.name);
    return out;
}

std::size_t stepsIn(const Opened& o) {
    const auto all = o.events(model::TrackKind::Nvtx);
    const auto isStep = [](const auto& e) { return e.name == "step"; };
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), isStep));
}

}  // namespace

TEST("stop-shutdown ends the capture and the program with the first range, however soon the next one follows") {
    const Place place;
    needsCapture(place);
    needsReader();
    Running r(place, byRange("--capture-range-end=stop-shutdown", {"loop", "step"}));
    r.wait();  // the program itself never ends
    CHECK(r.code() == 0 && r.signal() == 0);
    const Opened o(place / "run.rep");
    CHECK_EQ(marksIn(o), "in 1");
    CHECK_EQ(stepsIn(o), 1u);
    CHECK(place.sessions().empty());
}

TEST("stop captures the first range alone, and the program goes on through the others") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Ran r = run(place, byRange("--capture-range-end=stop", {"row", "step", "out", "exit", "5"}));
    CHECK_EQ(r.code, 5);
    CHECK_EQ(r.out, std::string("to standard output\n"));
    const Opened o(place / "run.rep");
    CHECK_EQ(marksIn(o), "in 1");
    CHECK_EQ(stepsIn(o), 1u);
}

TEST("once the capture of a range is over, later ranges of the program are not traced at all") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Words words{"range", "step", "ready", "read", "row", "step", "ready", "read"};
    Running r(place, byRange("--capture-range-end=stop", words));
    r.ready();
    const fs::path session = place.sessions().at(0);
    CHECK(comes([&] { return isReport(place / "run.rep"); }));
    const auto bytes = app::capture::spoolSizes(session).bytes;
    r.writeLine();
    r.ready();
    // 20 000 ranges would be megabytes.
    CHECK(app::capture::spoolSizes(session).bytes < bytes + 100'000);
    r.writeLine();
    r.wait();
}

TEST("repeat captures as many ranges as it says, each for itself, also without a pause between them") {
    const Place place;
    needsCapture(place);
    needsReader();
    for (const auto& [end, words] : {std::pair("--capture-range-end=repeat:3", Words{"row", "step", "exit", "5"}),
                                     std::pair("--capture-range-end=repeat-shutdown:3", Words{"loop", "step"})}) {
        Words all = byRange(end, words);
        all.insert(all.begin() + 1, {"-f", "true"});
        Running r(place, all);
        r.wait();
        CHECK_EQ(r.code(), words.back() == "5" ? 5 : 0);
        for (const char* n : {"1", "2", "3"}) {
            const Opened o(place / (std::string("run.") + n + ".rep"));
            CHECK_EQ(marksIn(o), std::string("in ") + n);
            CHECK_EQ(stepsIn(o), 1u);
        }
        CHECK(!fs::exists(place / "run.4.rep"));
    }
}

TEST("the first cudaProfilerStop() ends the capture, however soon the next cudaProfilerStart() follows") {
    const Place place;
    needsCapture(place);
    needsReader();
    const char* fake = std::getenv("SIGHTLINE_FAKE_LAUNCHES");
    if (!fake) SKIP("no CUDA that is none");
    ::setenv("LD_LIBRARY_PATH", fake, 1);
    for (const auto& [end, words] : {std::pair("--capture-range-end=stop-shutdown", Words{"profiled", "0"}),
                                     std::pair("--capture-range-end=stop", Words{"profiled", "20000", "exit", "5"})}) {
        Running r(place, profile({"-t", "cuda", "-c", "cudaProfilerApi", end, "-f", "true", "-o", "run"}, words));
        r.wait();
        CHECK_EQ(r.code(), words.back() == "5" ? 5 : 0);
        const Opened o(place / "run.rep");
        CHECK_EQ(o.events(model::TrackKind::CudaApi).size(), 1u);
    }
    ::unsetenv("LD_LIBRARY_PATH");
}

TEST("where a range only begins the capture, nothing that follows is missing, between ranges neither") {
    const Place place;
    needsCapture(place);
    needsReader();
    for (const char* end : {"--capture-range-end=none", "--stop-on-range-end=false"}) {
        Words all = byRange(end, {"mark", "before", "gaps", "step", "mark", "after", "exit", "5"});
        all.insert(all.begin() + 1, {"-f", "true"});
        CHECK_EQ(run(place, all).code, 5);
        CHECK_EQ(marksIn(Opened(place / "run.rep")),
                 "in 1, gap 1, in 2, gap 2, in 3, gap 3, in 4, gap 4, "
                 "in 5, gap 5, in 6, gap 6, in 7, gap 7, in 8, gap 8, after");
    }
}

TEST("what another process did after the first range of a loop belongs to no report") {
    const Place place;
    needsCapture(place);
    needsReader();
    // The child comes to its first range when the capture of the program's is over.
    const Words child{"child", "ready", "read", "range", "step", "mark", "late", "end"};
    Words words{"mark", "up"};
    words.insert(words.end(), child.begin(), child.end());
    words.insert(words.end(), {"row", "step", "ready", "read"});
    Running r(place, byRange("--capture-range-end=stop", words));
    r.ready(), r.ready();
    CHECK(comes([&] { return isReport(place / "run.rep"); }));
    r.closeInput();
    r.wait();
    const Opened o(place / "run.rep");
    CHECK_EQ(marksIn(o), "in 1");
}
