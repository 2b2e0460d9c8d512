// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/store/lane.h"

namespace model {

/// An arrow that the report itself draws from one event to another. Rows of a lane never move, so it stays valid.
struct Flow {
    LaneId fromLane = 0;
    std::uint32_t fromRow = 0;
    LaneId toLane = 0;
    std::uint32_t toRow = 0;
    StringId name = 0;
    bool operator==(const Flow&) const = default;
};

/// All flows of a report; immutable. Launches are not among them: the correlation id joins them with their work
/// (correlation.h).
class FlowTable {
public:
    FlowTable() = default;
    explicit FlowTable(std::vector<Flow> flows);

    /// Ordered by origin, then by target.
    std::span<const Flow> all() const { return m_flows; }
    /// Arrows that leave an event. O(log n).
    std::span<const Flow> from(LaneId lane, std::uint32_t row) const;
    /// Arrows that arrive at an event. O(log n).
    std::vector<Flow> to(LaneId lane, std::uint32_t row) const;
    std::size_t memoryBytes() const { return m_flows.size() * sizeof(Flow) + m_byTarget.size() * 4; }

private:
    std::vector<Flow> m_flows;
    std::vector<std::uint32_t> m_byTarget;
};

}  // namespace model
