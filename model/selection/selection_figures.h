// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "model/query/event_filter.h"

namespace model {

/// What events of a selection are put together by.
enum class GroupBy : std::uint8_t { Nothing, Kind, Name, ShortName, Row, Device, Process, Thread, NvtxRange };

/// What can be added up of events that overlap a span of time. Times in ns; those without "in selection" are of whole
/// events.
struct SelectionSums {
    std::uint64_t count = 0;
    TimeNs inSelection = 0;  ///< their time inside the span; overlapping events count twice
    bool timed = true;       ///< whether the next three are known
    TimeNs total = 0, min = 0, max = 0;

    double mean() const { return count ? static_cast<double>(total) / static_cast<double>(count) : 0; }
};

/// All numbers of some events.
struct SelectionFigures : SelectionSums {
    // Only where `exact`.
    bool exact = false;
    TimeNs self = 0;          ///< inSelection without what nested events of the same row take
    TimeNs wall = 0;          ///< time of the span in which at least one of them runs
    TimeNs p95 = 0, p99 = 0;  ///< the least duration that 95 % (99 %) of them do not exceed
    double median = 0;        ///< of an even number: the mean of the two in the middle
    std::uint64_t sized = 0;  ///< events that say how many bytes they move
    std::int64_t bytes = 0;
    TimeNs sizedTime = 0;  ///< whole durations of those

    double bytesPerSecond() const {
        return sizedTime > 0 ? static_cast<double>(bytes) * 1e9 / static_cast<double>(sizedTime) : 0;
    }
};

/// Events of one group. `id` by what the grouping is: an EventKind, a StringId (of ShortName: one name of those that
/// share it; of NvtxRange: 0 = outside any range), or the TrackId of a row, GPU, process or thread (kNoTrack = none).
struct SelectionGroup {
    GroupBy by = GroupBy::Nothing;
    std::uint32_t id = 0;
    TrackKind look = TrackKind::Generic;  ///< of one of its rows: how names are shown
    SelectionFigures figures;
    std::vector<SelectionGroup> inside;  ///< by the second grouping, most time first
};

struct SelectionCounter {
    TrackId track = kNoTrack;
    double min = 0, mean = 0, max = 0;  ///< mean weighted by time
};

struct SelectionRequest {
    const Snapshot& report;
    TimeRange range;
    std::vector<LaneId> lanes;  ///< each once
    GroupBy first = GroupBy::Kind;
    GroupBy second = GroupBy::Name;
    EventFilter only = {};
    std::stop_token stop = {};
};

struct SelectionTable {
    std::vector<SelectionGroup> groups;  ///< most time first
    SelectionFigures all;
    std::vector<SelectionCounter> counters;
};

/// What is known within milliseconds, however many events there are: counts and times in the selection of the first
/// grouping; where few rows must be read for it, too, durations, and the groups inside that have most time. Nothing
/// where only rows can tell: NVTX ranges, filters, and names of very many events.
std::optional<SelectionTable> quickSelection(const SelectionRequest& r);

/// Everything. Linear in the events, and n log n where events of a group run on several rows; eight bytes an event
/// while it works.
SelectionTable exactSelection(const SelectionRequest& r);

/// Counters that have a value in the range, of those rows and below.
std::vector<SelectionCounter> countersIn(const Snapshot& s, TimeRange range);

/// The events of a group, and of a group inside it; by lane and row.
std::vector<EventRef> eventsOfGroup(const SelectionRequest& r, const SelectionGroup& group,
                                    const SelectionGroup* inside = nullptr);

}  // namespace model
