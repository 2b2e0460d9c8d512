// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "model/diff/compare.h"

namespace model::diff {

/// An event of A and the one in its place in B; of one that only one report has, the other is invalid.
struct EventPair {
    static constexpr std::int32_t kBefore = -1;  ///< begins before the first repetition
    EventRef a, b;
    TimeNs startA = 0, lengthA = 0, startB = 0, lengthB = 0;
    std::int32_t repetition =
        kBefore;  ///< from 0, of those of both reports in their order: to which it belongs, or which it comes behind

    bool isInBoth() const { return a.isValid() && b.isValid(); }
};

/// The events of a name, those of A in the order in which they begin, each beside its own in B. Three steps, from the
/// surest sign to the least sure: ranks that belong together, and in them repetitions (matchedRepetitions()), where GPU
/// work is in the one that launched it; in a repetition what runs on a stream or thread, as one sequence of all its
/// events (matched()), so that what was added or removed moves nothing else; what ran on other streams than in A by its
/// number. Everything else has nothing beside it. O(n log n) in the events of the row's category, as long as sequences
/// are alike.
std::vector<EventPair> eventPairs(const Comparison& c, const Row& row, std::stop_token stop = {});

}  // namespace model::diff
