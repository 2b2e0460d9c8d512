// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state/event_links.h"

#include <algorithm>

namespace timeline {

void EventLinks::follow(const model::Snapshot* snapshot, const RowList* rows, model::EventRef event) {
    const bool known = snapshot && rows && has(*snapshot, event);
    m_event = known ? event : model::EventRef{};
    m_correlated = known ? model::correlated(*snapshot, event, kMostWork) : model::Correlated{};
    m_arrows = known ? model::arrowsOf(*snapshot, event) : model::Arrows{};
    m_others.clear();
    m_rows.clear();
    m_pinnedRows.clear();
    ++m_revision;
    std::set<model::LaneId> lanes;
    for (const auto* side : {&m_correlated.launches, &m_correlated.work, &m_arrows.from, &m_arrows.to})
        for (const model::EventRef other : *side) {
            if (other == event) continue;
            m_others.push_back(other);
            lanes.insert(other.lane);
        }
    for (const model::LaneId lane : lanes) {
        if (const auto spot = rows->spotOf(lane); spot.row != kNoRow) m_rows.insert(spot.row);
        if (rows->pinned().empty()) continue;
        if (const auto spot = rows->pinnedSpotOf(lane); spot.row != kNoRow) m_pinnedRows.insert(spot.row);
    }
}

bool EventLinks::isLaunch() const {
    const auto& launches = m_correlated.launches;
    return std::find(launches.begin(), launches.end(), m_event) != launches.end();
}

model::EventRef EventLinks::counterpart() const {
    if (isLaunch() && !m_correlated.work.empty()) return m_correlated.work.front();
    if (!isLaunch() && !m_correlated.launches.empty()) return m_correlated.launches.front();
    for (const auto* side : {&m_arrows.to, &m_arrows.from})
        if (!side->empty()) return side->front();
    return {};
}

}  // namespace timeline
