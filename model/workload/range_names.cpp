// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/range_names.h"

#include <algorithm>

namespace model::reports {

RangeNames::RangeNames(const Snapshot& s) : m_s(s), m_calls(s) {}

void RangeNames::Cursor::moveTo(TimeNs t) {
    if (begun < lane.rows && lane.start(begun) <= t) ++begun;
    const bool there = (begun == 0 || lane.start(begun - 1) <= t) && (begun == lane.rows || lane.start(begun) > t);
    if (!there) begun = countStarting(lane, {kTimeMin, t + 1});
}

std::vector<RangeNames::Cursor>& RangeNames::cursorsOf(const TrackKey& thread) {
    const auto [at, fresh] = m_cursors.try_emplace(threadOf(thread));
    if (!fresh) return at->second;
    for (const Track& t : m_s.tree().tracks) {
        if (!isRangeRow(t.kind)) continue;
        const bool ofProcess = !isThreadRangeRow(t.kind);
        if (t.key.host != thread.host || t.key.pid != thread.pid || (!ofProcess && t.key.tid != thread.tid)) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes) at->second.push_back({m_s.lane(id)});
    }
    return at->second;
}

StringId RangeNames::around(const LaneView& work, std::size_t row) {
    const std::uint32_t correlation = work.lane->columns() & kCorrelationColumn ? work.lane->correlation(row) : 0;
    const EventRef ref = correlation ? m_calls.find(m_s.track(work.lane->track()).key, correlation) : EventRef{};
    if (!ref.isValid()) return 0;
    const LaneView calls = m_s.lane(ref.lane);
    const TimeNs start = calls.start(ref.row), end = calls.end(ref.row);
    StringId name = 0;
    TimeRange innermost{kTimeMin, kTimeMax};
    for (Cursor& c : cursorsOf(m_s.track(calls.lane->track()).key)) {
        c.moveTo(start);
        if (c.begun == 0) continue;
        const TimeRange range{c.lane.start(c.begun - 1), c.lane.end(c.begun - 1)};
        if (range.isEmpty() || range.end < end) continue;  // a mark; or it ended before the call did
        if (range.begin < innermost.begin || (range.begin == innermost.begin && range.end >= innermost.end)) continue;
        innermost = range;
        name = c.lane.name(c.begun - 1);
    }
    return name;
}

}  // namespace model::reports
