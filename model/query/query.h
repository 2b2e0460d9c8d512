// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/store/event_store.h"

namespace model {

// Queries about one lane. All of them see only the rows of the view. Ranges are half open.

/// Rows that overlap the range: [first, last). An event of zero length overlaps when it starts inside. O(log n).
struct RowRange {
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t count() const { return last - first; }
};
RowRange rowsOverlapping(const LaneView& lane, TimeRange range);

/// Number of rows that start in the range. Neighbouring ranges add up. O(log n).
std::size_t countStarting(const LaneView& lane, TimeRange range);

/// Exact ns of the range that are covered by events. O(log n).
TimeNs busyTime(const LaneView& lane, TimeRange range);

/// Row whose event covers t (or starts at t with zero length), or nothing. O(log n).
std::optional<std::size_t> rowAt(const LaneView& lane, TimeNs t);

/// Row with the border nearest to t, if it is at most `tolerance` ns away. An event that covers t wins. O(log n).
std::optional<std::size_t> rowNear(const LaneView& lane, TimeNs t, TimeNs tolerance);

/// Everything about one bucket.
struct Bucket {
    TimeNs busy = 0;
    std::size_t count = 0;               ///< rows that start in it
    std::optional<std::size_t> longest;  ///< row with the greatest full duration that overlaps it; the first of equals
    StringId dominant = 0;               ///< name with the most time in it, as far as the counters tell
    bool certified = false;              ///< false = shown as "about": another name may have slightly more
};
Bucket bucket(const LaneView& lane, TimeRange range);

/// What a row shows in one pixel column.
struct Ink {
    StringId name = 0;
    std::uint8_t busy = 0;  ///< 0 = nothing; 255 = covered all the time
};

/// Fills out[i] for the buckets [(first + i) << shift, (first + i + 1) << shift) ns, i in [0, out.size()). For drawing:
/// `busy` is rounded, and the name is that of the busiest part. Every event has ink. Returns false, with `out`
/// untouched, if there are so few rows that they should be drawn as rectangles (see visible()).
bool inkBuckets(const LaneView& lane, std::int64_t first, int shift, std::span<Ink> out);

/// Rows that overlap the range. Of rows that are shorter than `minWidth` ns and crowd together, only the first in each
/// stretch of `minWidth`: never more than about 2·length/minWidth rows. O(result·log n) at worst.
void visibleRows(const LaneView& lane, TimeRange range, TimeNs minWidth, std::vector<std::uint32_t>& rows);

// Least and greatest value of a counter in each bucket, for drawing. If a bucket holds very many values, its borders
// are widened to whole blocks. So a spike is never lost, but may show one bucket early or late.
void counterBuckets(const CounterView& counter, std::int64_t first, int shift, std::span<MinMax> out);

/// An event, on whatever lane.
struct EventRef {
    LaneId lane = 0xffffffff;
    std::uint32_t row = 0;
    bool isValid() const { return lane != 0xffffffff; }
    bool operator==(const EventRef&) const = default;
};
/// Whether the snapshot has that event.
bool holds(const Snapshot& s, EventRef ref);
Event eventAt(const Snapshot& s, EventRef ref);
/// Track that the event is on.
TrackId trackOf(const Snapshot& s, EventRef ref);

}  // namespace model
