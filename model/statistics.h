// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "model/query.h"

namespace model {

/// Totals of one name over the part of a lane that lies in a selection.
struct SelectionTotal {
    StringId name = 0;
    std::uint64_t count = 0;      ///< events that overlap the selection
    TimeNs inSelection = 0;       ///< their time inside it (clipped)
    TimeNs full = 0;              ///< their full durations
    TimeNs min = 0, max = 0;      ///< of full durations
    bool operator==(const SelectionTotal&) const = default;
};

/// Totals by name over lanes and a time range, ordered by name. Whole segments contribute their stored totals, only
/// border rows are read: cost is independent of the number of rows where names repeat.
std::vector<SelectionTotal> selectionTotals(std::span<const LaneView> lanes, TimeRange range);

/// Wall time of the range in which at least one of the lanes is busy (union). Linear in the rows that overlap.
TimeNs unionTime(std::span<const LaneView> lanes, TimeRange range);

}  // namespace model
