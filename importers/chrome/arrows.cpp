// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/arrows.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/base/messages.h"
#include "model/query/query.h"

namespace importers::chrome {

using model::EventRef;
using model::LaneId;
using model::LaneView;
using model::Note;
using model::StringId;
using model::TimeNs;
using model::TrackKind;

namespace {

/// Rows where an arrow may begin or end, by thread; a device and a stream where the file says them in their place.
class Landing {
public:
    explicit Landing(const model::Snapshot& s) : m_s(s) {
        for (const model::Track& t : s.tree().tracks) {
            const auto identity = model::trackKindInfo(t.kind).identity;
            if (t.kind == TrackKind::ThreadInstants || t.kind == TrackKind::ThreadState ||
                t.kind == TrackKind::CpuSamples)
                continue;
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const LaneId l : *lanes) {
                    if (s.lane(l).isEmpty()) continue;
                    if (identity & model::kTid) m_lanes[{t.key.pid, t.key.tid}].push_back(l);
                    else if (identity & model::kStream) m_lanes[{t.key.device, t.key.stream}].push_back(l);
                }
        }
    }

    EventRef find(const FlowPoint& f, TimeNs time) const {
        const auto lanes = m_lanes.find({f.pid, f.tid});
        if (lanes == m_lanes.end()) return {};
        if (f.enclosing || f.slice) {
            const EventRef inside = innermost(lanes->second, time, f.slice);
            if (inside.isValid() || f.slice) return inside;
        }
        return f.enclosing ? EventRef{} : next(lanes->second, time);
    }

private:
    /// The event that covers t and began last; of those that began together the one that is deepest.
    EventRef innermost(const std::vector<LaneId>& lanes, TimeNs t, StringId name) const {
        EventRef best;
        TimeNs start = model::kTimeMin;
        for (const LaneId l : lanes) {
            const LaneView lane = m_s.lane(l);
            std::size_t row = lane.lane->start().upperBound(0, lane.rows, t);
            // An event that ends just where another one begins counts as well, if nothing better is found.
            for (int back = 0; back < 2 && row-- > 0; ++back) {
                if (lane.end(row) < t) break;
                if (name && (lane.name(row) != name || lane.start(row) != t)) continue;
                if (best.isValid() && lane.start(row) < start) break;
                best = {l, static_cast<std::uint32_t>(row)};
                start = lane.start(row);
                break;
            }
        }
        return best;
    }
    EventRef next(const std::vector<LaneId>& lanes, TimeNs t) const {
        EventRef best;
        TimeNs start = model::kTimeMax;
        for (const LaneId l : lanes) {
            const LaneView lane = m_s.lane(l);
            const std::size_t row = lane.lane->start().lowerBound(0, lane.rows, t);
            if (row >= lane.rows || lane.start(row) >= start) continue;
            best = {l, static_cast<std::uint32_t>(row)};
            start = lane.start(row);
        }
        return best;
    }

    const model::Snapshot& m_s;
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<LaneId>> m_lanes;
};

}  // namespace

void drawArrows(std::vector<FlowPoint> points, TimeNs origin, model::EventStore& store, StopCheck& check) {
    if (points.empty()) return;
    const auto key = [](const FlowPoint& f) { return std::tuple(f.id, f.slice ? StringId{0} : f.name); };
    stableSort(
        points,
        [&](const FlowPoint& a, const FlowPoint& b) { return std::tuple(key(a), a.time) < std::tuple(key(b), b.time); },
        check);
    const model::SnapshotPtr s = store.publish();
    const Landing landing(*s);
    std::vector<model::Flow> flows;
    std::uint64_t halves = 0, homeless = 0;
    for (std::size_t i = 0; i < points.size();) {
        std::size_t end = i;
        while (end < points.size() && key(points[end]) == key(points[i])) ++end;
        // A start may have the same time as its end and come later in the file.
        std::stable_partition(points.begin() + static_cast<std::ptrdiff_t>(i),
                              points.begin() + static_cast<std::ptrdiff_t>(end),
                              [&](const FlowPoint& f) { return f.phase == 's' && f.time == points[i].time; });
        EventRef last;
        bool open = false, drawn = false;
        for (; i < end; ++i) {
            check.now();
            const FlowPoint& f = points[i];
            const EventRef here = landing.find(f, model::saturatingSub(f.time, origin));
            if (!here.isValid()) ++homeless;
            if (f.phase == 's') {
                halves += open && !drawn;
                open = true;
                drawn = false;
                last = here;
                continue;
            }
            if (!open) ++halves;
            if (last.isValid() && here.isValid() && open)
                flows.push_back({last.lane, last.row, here.lane, here.row, f.name});
            drawn = true;
            if (f.phase == 't') {
                last = here;
                open = true;
            }
        }
        halves += open && !drawn;
    }
    if (halves) store.diagnostics().add(Note::UnmatchedFlow, model::MessageCode::HalfMissing, halves);
    if (homeless) store.diagnostics().add(Note::UnmatchedFlow, model::MessageCode::NoEventAtEnd, homeless);
    store.setFlows(std::move(flows));
}

}  // namespace importers::chrome
