// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "model/error.h"
#include "model/query.h"

namespace model::diff {

/// What two timelines are laid on each other by.
enum class AlignBy : std::uint8_t {
    Start,   ///< the first event
    Kernel,  ///< the first kernel
    Step,    ///< the n-th step
    Range,   ///< the n-th range of a name
    Events,  ///< two events that somebody picked
    Wall,    ///< the clock on the wall
};

struct AlignWish {
    AlignBy by = AlignBy::Start;
    std::string range = {};       ///< for Range
    std::size_t nth = 0;          ///< from 0, for Step and Range
    EventRef eventA{}, eventB{};  ///< for Events
    bool stretch = false;         ///< so that what they are laid on each other by is equally long
};

/// Where a time of B is in A's timeline.
struct Alignment {
    TimeNs anchorA = 0, anchorB = 0;
    double stretch = 1;  ///< of B's times
    TimeNs offset() const { return saturatingSub(anchorA, anchorB); }
    TimeNs toA(TimeNs b) const;
    TimeNs toB(TimeNs a) const;
};

/// An alignment, or an English sentence that says what a report lacks for it. O(events).
tl::expected<Alignment, std::string> align(const Snapshot& a, const Snapshot& b, const AlignWish& wish);

}  // namespace model::diff
