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
    std::int32_t repetition = kBefore;  ///< from 0, of those that are compared: in which, or behind which, it begins

    bool isInBoth() const { return a.isValid() && b.isValid(); }
};

/// The events of a name in the order in which they begin: those of A's repetitions beside those of B's, of ranks that belong together, each by its
/// number in its repetition. What one repetition has more of than the other has nothing beside it. O(n log n) in the events of the name, linear in
/// those of its kinds of rows.
std::vector<EventPair> eventPairs(const Comparison& c, const Row& row, std::stop_token stop = {});

}  // namespace model::diff
