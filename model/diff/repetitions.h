// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/query/nesting.h"
#include "model/query/query.h"
#include "model/workload/intervals.h"

namespace model::diff {

/// What a report repeats, and is compared by.
enum class Unit : std::uint8_t {
    Step,   ///< a step of the run: an annotation or NVTX range that is named like one
    Range,  ///< from one begin to the next of a range that repeats
    Whole,  ///< nothing repeats: the whole report
};

/// One of them.
struct Repetition {
    TimeRange when;   ///< on the CPU
    EventRef event;   ///< the step, or the range that it begins with; invalid for Whole
    TimeRange gpu{};  ///< span of its work on the GPU of the series (reports::DeviceStep); empty where there is none
    /// What it takes, with GPU work that outlasts the CPU range (reports::DeviceStep); of Whole as `when`.
    TimeRange pace{};
    bool fills = false;  ///< it fills an empty queue: its pace is none to compare (reports::DeviceStep)
};

/// Those of one process, in order: a rank. The thread is the one that has most of them.
struct Series {
    std::int64_t host = 0, pid = TrackKey::kNone;  ///< kNone: work of all processes counts
    reports::DeviceId device{0, TrackKey::kNone};  ///< the GPU that they use most; number kNone: they use none
    std::vector<Repetition> whole;                 ///< without those below
    std::vector<Repetition> warmUp;  ///< the first ones, where their pace is 20 % longer than the median in either
    std::size_t cut = 0;             ///< the first or last, where an end of the report cuts it
};

struct Repetitions {
    Unit unit = Unit::Whole;
    std::string name;            ///< of the step or range, in general form
    std::vector<Series> series;  ///< by host and process
    std::size_t slowFirst = 0;  ///< steps at the begin that take 20 % longer than the median here, of the rank that has
                                ///< most of them; left out or not
    std::size_t count() const;
};

struct BothRepetitions {
    Repetitions a, b;
};

/// What two reports are compared by: their steps; where either has none, the range that both repeat. That is the range
/// which divides most of the time evenly into the fewest parts; among those that do so alike (a quarter more parts at
/// most) the one that takes the most time itself. Of steps the same are left out as warm-up in both: those that begin
/// slowly in either, by their names, or as many where the reports share no name; none where fewer than three would be
/// left of a report. `wholeReports`: do not look for any. O(n log n) in the ranges.
BothRepetitions repetitionsOf(const Snapshot& a, const Snapshot& b, bool wholeReports = false);

/// All steps, in order of time.
std::vector<Repetition> stepsIn(const Snapshot& s);

}  // namespace model::diff
