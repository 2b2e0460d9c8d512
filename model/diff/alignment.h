// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/base/error.h"
#include "model/diff/compare.h"

namespace model::diff {

/// What two timelines are laid on each other by.
enum class AlignBy : std::uint8_t {
    Start,   ///< the first event
    Kernel,  ///< the first kernel
    Step,    ///< the n-th step that both hold
    Range,   ///< the n-th range of a name
    Event,   ///< the n-th event of a name: operators, calls, kernels, copies, ranges
    Wall,    ///< the clock on the wall
};
/// Whether it is of some length, so that B's times can be stretched to make it equally long.
constexpr bool hasLength(AlignBy by) { return by == AlignBy::Step || by == AlignBy::Range || by == AlignBy::Event; }

struct AlignRequest {
    AlignBy by = AlignBy::Start;
    std::string name = {};  ///< for Range and Event, as it is in the report or in general form: "block.#"
    std::size_t nth = 0;    ///< from 0, for what hasLength()
    /// So that what they are laid on each other by, if it hasLength(), is equally long; of what is compared that is its
    /// pace.
    bool stretch = false;
};

/// Where a time of B is in A's timeline.
struct Alignment {
    TimeNs anchorA = 0, anchorB = 0;
    double stretch = 1;  ///< of B's times
    TimeNs offset() const { return saturatingSub(anchorA, anchorB); }
    TimeNs toA(TimeNs b) const;
    TimeNs toB(TimeNs a) const;
};

/// A repetition of A and the one of B that lies on it.
struct RepetitionPair {
    Repetition a, b;
    std::string name;  ///< of the step in A, or of the range
};
/// From its begin on the CPU as long as its pace: what one takes, as tables and thresholds have it.
TimeRange extentOf(const Repetition& r);

/// Those of the first rank of both, in order: steps of one name; where the reports share none, as with ranges that have
/// no numbers, the n-th of both. The first `most` of them. O(n log n).
std::vector<RepetitionPair> repetitionPairs(const Comparison& c, std::size_t most = SIZE_MAX);

/// The same of any two ranks, as indices of their Series::whole: all that are compared, without what may have been
/// warm-up.
std::vector<IndexPair> matchedRepetitions(const Comparison& c, std::size_t rankA, std::size_t rankB);

/// Errors: what a report lacks for it. Ranges and events are counted on the thread or stream that has most of them, of
/// the first rank for which both reports have that many: one rank is never laid on another. O(events).
Result<Alignment> align(const Comparison& c, const AlignRequest& request);

/// Names that a report can be aligned on by, each once; for Range and Event. O(events).
std::vector<std::string_view> alignNames(const Snapshot& s, AlignBy by);
/// Whether one of them is the requested one, as it is or in general form.
bool canAlignOn(const Snapshot& s, const AlignRequest& request);

/// On two events that were picked; nothing where a report does not hold its own.
std::optional<Alignment> alignOn(const Snapshot& a, EventRef eventA, const Snapshot& b, EventRef eventB);

}  // namespace model::diff
