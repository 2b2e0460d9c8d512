// SPDX-License-Identifier: GPL-3.0-or-later
// Captures of our own from real GPUs (tests/gpu/train.py, eight steps, on one and on two): what the importer makes of
// spools is kept here for later versions.
#include <map>
#include <set>

#include "model/query/correlation.h"
#include "model/reports/report.h"
#include "tests/kit/cells.h"
#include "tests/kit/check.h"
#include "tests/kit/opened.h"

namespace {

using model::EventKind;
using model::TrackKind;

const std::filesystem::path kCapture =
    std::filesystem::path(SIGHTLINE_SOURCE_DIR) / "tests" / "data" / "captures" / "training-h200.rep";
const std::filesystem::path kSample =
    std::filesystem::path(SIGHTLINE_SOURCE_DIR) / "resources" / "samples" / "sample.rep";

}  // namespace

TEST("A capture of a training has every kernel with the call that launched it, and its steps") {
    const Opened o(kCapture);
    CHECK(o.result.has_value());
    const auto count = [&](EventKind kind) { return o.s->info().eventsInFile[static_cast<std::size_t>(kind)]; };
    CHECK_EQ(count(EventKind::Kernel), 1576u);
    CHECK_EQ(count(EventKind::Memcpy), 72u);
    CHECK_EQ(count(EventKind::CudaApi), 1673u);
    CHECK_EQ(count(EventKind::Nvtx), 32u);
    std::size_t kernels = 0, linked = 0, inTime = 0;
    std::set<model::StringId> names;
    for (const Opened::Found& f : o.events(TrackKind::StreamKernels)) {
        const auto calls = model::correlated(*o.s, f.ref).launches;
        ++kernels;
        linked += calls.size() == 1;
        inTime += calls.size() == 1 && model::eventAt(*o.s, calls.front()).start < f.event.start;  // one clock
        names.insert(f.event.name);
    }
    CHECK_EQ(kernels, 1576u);
    CHECK_EQ(linked, kernels);
    CHECK_EQ(inTime, kernels);
    CHECK(names.size() > 20);
    const model::reports::Table steps = model::reports::find("step_sum")->make({*o.s, o.s->range()});
    CHECK_EQ(steps.rows, 8u);
    for (std::size_t i = 0; i < steps.rows; ++i)
        CHECK_EQ(cells::text(steps.cell(i, 0)), "step " + std::to_string(i + 3));
}

TEST("The sample of a first start: two ranks that do the same, and collectives that belong together") {
    const Opened o(kSample);
    CHECK(o.result.has_value());
    std::map<std::int64_t, std::size_t> kernels, collectives;
    std::map<std::int64_t, std::set<std::int64_t>> devices;
    std::map<std::string, std::set<std::int64_t>> ranksOf;  // by number of the collective
    for (const Opened::Found& f : o.events(TrackKind::StreamKernels)) {
        ++kernels[f.track->key.pid];
        devices[f.track->key.pid].insert(f.track->key.device);
        CHECK(model::correlated(*o.s, f.ref).launches.size() == 1);
        if (!f.name.starts_with("nccl")) continue;
        ++collectives[f.track->key.pid];
        CHECK(o.arg(f.event, "Message size [bytes]") > 0 && o.arg(f.event, "Seq") > 0);
        ranksOf[fmt::format("{} {}", o.argText(f.event, "Process Group Name"), o.arg(f.event, "Seq"))].insert(
            f.track->key.pid);
    }
    CHECK(kernels.size() == 2 && kernels.begin()->second == kernels.rbegin()->second);
    CHECK(devices.begin()->second.size() == 1 && devices.begin()->second != devices.rbegin()->second);
    CHECK(collectives.begin()->second > 0 && collectives.begin()->second == collectives.rbegin()->second);
    for (const auto& [which, ranks] : ranksOf) CHECK_EQ(ranks.size(), 2u);
    const model::reports::Table steps = model::reports::find("step_sum")->make({*o.s, o.s->range()});
    CHECK_EQ(steps.rows, 16u);  // eight of each rank
    CHECK_EQ(o.notes(model::Note::NeverClosed) + o.notes(model::Note::UnmatchedEnd), 0u);
}

TEST("A capture to give away names programs, not where somebody keeps them") {
    for (const std::filesystem::path& path : {kCapture, kSample}) {
        const Opened o(path);
        for (const auto& [key, value] : o.s->info().session_facts) CHECK_EQ(value.find('/'), std::string::npos);
        for (const model::Entity& e : o.s->info().entities) {
            CHECK_EQ(e.name.find('/'), std::string::npos);
            for (const auto& [key, value] : e.facts) CHECK_EQ(value.find('/'), std::string::npos);
        }
    }
}
