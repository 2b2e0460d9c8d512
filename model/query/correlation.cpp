// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/correlation.h"

#include <algorithm>

namespace model {
namespace {

/// Calls found(row) for every row of the lane with that correlation id.
template <class F>
void findRows(const LaneView& lane, std::uint32_t id, F&& found) {
    const auto scan = [&](std::size_t a, std::size_t b) {
        for (; a < b; ++a)
            if (lane.lane->correlation(a) == id) found(a);
    };
    const std::size_t zones = lane.lane->hasSummaries() ? lane.rows / Lane::kZoneRows : 0;
    for (std::size_t z = 0; z < zones; ++z) {
        const Lane::Zone zone = lane.lane->zones()[z];
        if (zone.min <= id && id <= zone.max) scan(z * Lane::kZoneRows, (z + 1) * Lane::kZoneRows);
    }
    scan(zones * Lane::kZoneRows, lane.rows);
}

bool isCpuSide(TrackKind kind) {
    // An event on a thread is the caller; work of the GPU belongs to a device or a stream.
    return trackKindInfo(kind).identity & kTid;
}

/// Whether the correlation column of such a row joins launches with GPU work. What a profiler took may name the call it
/// fell on: it launched nothing itself.
bool joins(TrackKind kind) { return kind != TrackKind::Operators && kind != TrackKind::ProfilerOverhead; }

}  // namespace

bool hasCorrelation(const Snapshot& s, EventRef event) {
    const LaneView lane = s.lane(event.lane);
    return joins(s.track(lane.lane->track()).kind) && lane.lane->correlation(event.row) != 0;
}

EventRef operatorOf(const Snapshot& s, EventRef event) {
    const StringId key = s.store().strings().find("External id");
    const TrackKey& process = s.track(trackOf(s, event)).key;
    const auto id = key ? s.store().args().find(eventAt(s, event).args, key) : std::nullopt;
    if (!id || id->type != Arg::Type::Int || id->value <= 0 || id->value > UINT32_MAX) return {};
    EventRef found;
    for (LaneId l = 0; l < s.laneCount() && !found.isValid(); ++l) {
        const LaneView lane = s.lane(l);
        if (lane.isEmpty()) continue;
        const Track& track = s.track(lane.lane->track());
        if (track.kind != TrackKind::Operators || track.key.pid != process.pid || track.key.host != process.host)
            continue;
        findRows(lane, static_cast<std::uint32_t>(id->value), [&](std::size_t row) {
            if (!found.isValid()) found = {l, static_cast<std::uint32_t>(row)};
        });
    }
    return found == event ? EventRef{} : found;
}

Arrows arrowsOf(const Snapshot& s, EventRef event, std::size_t limit) {
    Arrows out;
    for (const Flow& f : s.flows().from(event.lane, event.row))
        if (out.to.size() < limit) out.to.push_back({f.toLane, f.toRow});
    for (const Flow& f : s.flows().to(event.lane, event.row))
        if (out.from.size() < limit) out.from.push_back({f.fromLane, f.fromRow});
    return out;
}

Correlated correlated(const Snapshot& s, EventRef event, std::size_t limit) {
    Correlated out;
    if (!hasCorrelation(s, event)) return out;
    const std::uint32_t id = s.lane(event.lane).lane->correlation(event.row);
    const TrackKey& process = s.track(trackOf(s, event)).key;
    for (LaneId l = 0; l < s.laneCount(); ++l) {
        const LaneView lane = s.lane(l);
        if (!(lane.lane->columns() & kCorrelationColumn) || lane.isEmpty()) continue;
        const Track& track = s.track(lane.lane->track());
        if (track.key.pid != process.pid || track.key.host != process.host || !joins(track.kind)) continue;
        auto& side = isCpuSide(track.kind) ? out.launches : out.work;
        findRows(lane, id, [&](std::size_t row) {
            if (side.size() < limit) side.push_back({l, static_cast<std::uint32_t>(row)});
        });
    }
    const auto byStart = [&](EventRef a, EventRef b) { return eventAt(s, a).start < eventAt(s, b).start; };
    std::stable_sort(out.launches.begin(), out.launches.end(), byStart);
    std::stable_sort(out.work.begin(), out.work.end(), byStart);
    return out;
}

}  // namespace model
