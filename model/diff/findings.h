// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/base/message.h"
#include "model/diff/compare.h"
#include "model/diff/wording.h"

namespace model::diff {

/// One sentence about what changed.
struct Finding {
    enum class Kind : std::uint8_t {
        Setup,   ///< the reports were made in different ways
        Same,    ///< a repetition takes as long in both, though something changed: that comes first
        Change,  ///< B takes more or less, beyond the spread
        Note,    ///< how it was compared, and what cannot be said
    };
    Kind kind = Kind::Note;
    std::string_view key;  ///< stable: "step_time"
    Message message;
    double weight = 0;  ///< ns a repetition; what is listed first
    Proof proof = {};
    std::vector<std::string> wholeNames = {};  ///< of what the message holds shortened
};
std::string_view findingKindKey(Finding::Kind kind);

/// What changed: differences of set-up, then changes by their weight, then notes. A change is one beyond the spread
/// that costs or saves half a percent of a repetition or more, or another number of events. What only follows from a
/// change is left out: longer waits for the GPU, ranges around slower calls.
std::vector<Finding> findingsOf(const Comparison& c);

/// What is told where none of them is a change. Nothing where one is, or where a report is empty.
Message nothingChanged(const Comparison& c, const std::vector<Finding>& findings);

}  // namespace model::diff
