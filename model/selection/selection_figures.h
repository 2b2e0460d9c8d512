// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "model/query/event_filter.h"

namespace model {

/// The grouping of selected events.
enum class GroupBy : std::uint8_t { Nothing, Kind, Name, ShortName, Row, Device, Process, Thread, NvtxRange };

/// What can be added up over events that overlap a span of time. Times in ns. Those without "in selection" are of whole
/// events.
struct SelectionSums {
    std::uint64_t count = 0;
    TimeNs inSelection = 0;  ///< their time inside the span; overlapping events count twice
    bool timed = true;       ///< whether the next three are known
    TimeNs total = 0, min = 0, max = 0;

    double mean() const { return count ? static_cast<double>(total) / static_cast<double>(count) : 0; }
};

/// All figures of some events.
struct SelectionFigures : SelectionSums {
    // Only if `exact`.
    bool exact = false;
    TimeNs self = 0;          ///< inSelection without the time of nested events on the same row
    TimeNs wall = 0;          ///< time of the span in which at least one of them runs
    TimeNs p95 = 0, p99 = 0;  ///< the smallest duration that 95 % (99 %) of them do not exceed
    double median = 0;        ///< of an even number: the mean of the two in the middle
    std::uint64_t sized = 0;  ///< events whose size is known
    std::int64_t bytes = 0;
    TimeNs sizedTime = 0;  ///< whole durations of those, in ns

    double bytesPerSecond() const {
        return sizedTime > 0 ? static_cast<double>(bytes) * 1e9 / static_cast<double>(sizedTime) : 0;
    }
};

/// Events of one group. The grouping decides what `id` is: an EventKind, a StringId (ShortName: one name of those that
/// share it; NvtxRange: 0 = outside any range), or the TrackId of a row, GPU, process or thread (kNoTrack = none).
struct SelectionGroup {
    GroupBy by = GroupBy::Nothing;
    std::uint32_t id = 0;
    TrackKind look = TrackKind::Generic;  ///< the kind of one of its rows, which decides how names are shown
    SelectionFigures figures;
    std::vector<SelectionGroup> inside;  ///< by the second grouping, most time first
};

struct SelectionCounter {
    TrackId track = kNoTrack;
    double min = 0, mean = 0, max = 0;  ///< weighted by time
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

/// What can be known within milliseconds, however many events there are: counts and times in the selection, by the
/// first grouping. If it has to read few rows, also durations, and the subgroups with the most time. Nothing if only
/// rows can tell: NVTX ranges, filters, and names of very many events.
std::optional<SelectionTable> quickSelection(const SelectionRequest& r);

/// All figures. Linear in the events, and n log n if events of a group run on several rows. Uses eight bytes an event
/// while it works.
SelectionTable exactSelection(const SelectionRequest& r);

/// Counters with a value in the range, of those rows and below.
std::vector<SelectionCounter> countersIn(const Snapshot& s, TimeRange range);

/// The events of a group, or of a group inside it; by lane and row.
std::vector<EventRef> eventsOfGroup(const SelectionRequest& r, const SelectionGroup& group,
                                    const SelectionGroup* inside = nullptr);

}  // namespace model
