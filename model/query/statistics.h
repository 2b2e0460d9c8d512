// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "model/query/query.h"

namespace model {

/// Totals of one name, over the part of a lane inside a selection.
struct SelectionTotal {
    StringId name = 0;
    std::uint64_t count = 0;  ///< events that overlap the selection
    TimeNs inSelection = 0;   ///< their time inside it (clipped)
    TimeNs full = 0;          ///< their full durations
    TimeNs min = 0, max = 0;  ///< of full durations
    bool operator==(const SelectionTotal&) const = default;
};

/// Totals by name over lanes and a time range, ordered by name. Whole segments contribute their stored totals, and only
/// border rows are read. So the cost is independent of the number of rows if names repeat.
std::vector<SelectionTotal> selectionTotals(std::span<const LaneView> lanes, TimeRange range);

/// Wall time of the range in which at least one of the lanes is busy (union). Linear in the rows that overlap.
TimeNs unionTime(std::span<const LaneView> lanes, TimeRange range);

/// Visits the rows that overlap the range, as whole segments with stored totals and as stretches of rows: calls
/// segment(totals) and rows(first, last), in order. Whole segments lie completely in the range.
template <class Segment, class Rows>
void forStoredTotals(const LaneView& lane, TimeRange range, Segment&& segment, Rows&& rows) {
    using Starts = Column<TimeNs>;
    const RowRange all = rowsOverlapping(lane, range);
    for (std::size_t i = all.first; i < all.last;) {
        const auto place = Starts::place(i);
        const std::size_t next = i - place.offset + Starts::capacity(place.segment);
        // Of a whole segment inside the overlap, only the very first and last row can extend beyond the range.
        const bool whole = place.offset == 0 && next <= all.last && next <= lane.rows && lane.start(i) >= range.begin &&
                           lane.end(next - 1) <= range.end;
        const std::vector<NameTotal>* totals = whole ? lane.lane->totals(place.segment) : nullptr;
        const std::size_t end = std::min(all.last, next);
        if (totals) segment(*totals);
        else rows(i, end);
        i = end;
    }
}

}  // namespace model
