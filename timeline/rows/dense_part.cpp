// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/dense_part.h"

#include <numeric>

#include "timeline/rows/row_geometry.h"

namespace timeline {
namespace {

constexpr int kBuckets = 512;
/// Of all that happens, so much may lie before the dense part, and so much behind it.
constexpr double kOutside = 0.01;
/// A part that is longer is as good as the whole.
constexpr double kMostOfWhole = 0.5;

bool isGpuWork(TrackKind kind) {
    return kind == TrackKind::StreamKernels || kind == TrackKind::StreamGraphs || kind == TrackKind::StreamMemory;
}
bool isWork(TrackKind kind) {
    return model::trackKindInfo(kind).shape == model::Shape::Nested && kind != TrackKind::OsRuntime;
}

/// Inner calls lie inside the outermost ones.
std::vector<model::LaneId> lanesOf(const model::Snapshot& s, bool (*is)(TrackKind)) {
    std::vector<model::LaneId> out;
    for (const model::Track& t : s.tree().tracks) {
        if (!is(t.kind)) continue;
        const bool nested = model::trackKindInfo(t.kind).shape == model::Shape::Nested;
        for (std::size_t i = 0; i < (nested ? std::min<std::size_t>(1, t.lanes.size()) : t.lanes.size()); ++i)
            if (s.lane(t.lanes[i]).rows > 0) out.push_back(t.lanes[i]);
    }
    return out;
}

}  // namespace

std::optional<model::TimeRange> densePart(const model::SnapshotPtr& snapshot) {
    const model::Snapshot& s = *snapshot;
    std::vector<model::LaneId> lanes;
    for (const auto is : {isGpuWork, isWork})
        if (lanes.empty()) lanes = lanesOf(s, is);
    if (lanes.empty() || s.range().isEmpty()) return std::nullopt;
    const TimeScale scale(VisibleRange::of(s.range()), kBuckets);
    std::vector<LaneInk> ink(scale.bucketCount());
    overlaidInk({snapshot, nullptr}, lanes, scale, ink);
    const double all =
        std::accumulate(ink.begin(), ink.end(), 0.0, [](double sum, const LaneInk& i) { return sum + i.busy; });
    if (all <= 0) return std::nullopt;
    // From both ends inwards until more than a little would be lost.
    const auto skipped = [&](auto from, auto to) {
        double sum = 0;
        std::int64_t n = 0;
        for (auto i = from; i != to && (sum += i->busy) <= all * kOutside; ++i) ++n;
        return n;
    };
    const std::int64_t before = skipped(ink.begin(), ink.end()), behind = skipped(ink.rbegin(), ink.rend());
    const auto count = static_cast<std::int64_t>(ink.size());
    const model::TimeRange part = model::TimeRange{(scale.firstBucket() + before) << scale.bucketShift(),
                                                   (scale.firstBucket() + count - behind) << scale.bucketShift()}
                                      .intersected(s.range());
    const bool isSmall = static_cast<double>(part.length()) < kMostOfWhole * static_cast<double>(s.range().length());
    return isSmall && !part.isEmpty() ? std::optional(part) : std::nullopt;
}

}  // namespace timeline
