// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/drawn.h"

#include <algorithm>

#include "model/base/ascii.h"
#include "model/query/statistics.h"

namespace model {
namespace {

std::uint64_t& of(Drawn& drawn, EventKind kind) { return drawn.byKind[static_cast<std::size_t>(kind)]; }

void addLane(const Snapshot& s, const LaneView& lane, Drawn& drawn) {
    const EventKind kind = lane.lane->kind();
    drawn.events += lane.rows;
    of(drawn, kind) += lane.rows;
    if (kind != EventKind::Memcpy) return;
    for (const SelectionTotal& t : selectionTotals(std::array{lane}, {kTimeMin, kTimeMax})) {
        if (!isMemset(s.text(t.name))) continue;
        of(drawn, EventKind::Memcpy) -= t.count;
        of(drawn, EventKind::Memset) += t.count;
    }
}

}  // namespace

Drawn drawnOf(const Snapshot& s) {
    Drawn drawn;
    for (std::size_t id = 0; id < s.laneCount(); ++id)
        if (const LaneView lane = s.lane(static_cast<LaneId>(id)); lane.lane) addLane(s, lane, drawn);
    for (const Track& track : s.tree().tracks) {
        if (track.counter == kNoCounter) continue;
        const CounterView counter = s.counter(track.counter);
        drawn.values += counter.rows - counter.gaps;
        drawn.gaps += counter.gaps;
        of(drawn, trackKindInfo(track.kind).event) += counter.rows - counter.gaps;
    }
    drawn.arrows = s.flows().all().size();
    of(drawn, EventKind::Flow) += drawn.arrows;
    return drawn;
}

bool isMemset(std::string_view name) {
    const auto has = [&](std::string_view word) {
        return std::search(name.begin(), name.end(), word.begin(), word.end(),
                           [](char a, char b) { return lower(a) == b; }) != name.end();
    };
    return has("memset") || has("fillbuffer");
}

}  // namespace model
