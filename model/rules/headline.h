// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/rules/rule.h"

namespace model::rules {

/// What somebody who opens a report wants to know first: what it is, and the greatest thing that advice has to say.
struct Headline {
    Message what;                  ///< program, GPUs, time, what was recorded
    const Rule* rule = nullptr;    ///< the rule that found it; null: none did
    double gain = 0;               ///< of it, at most, in ns; 0 where the rule estimates none
    TimeNs whole = 0;              ///< of the report, in ns
    bool cannotTell = false;       ///< no rule applies to what the report holds
    reports::Evidence evidence{};  ///< of the first finding

    /// The finding as a sentence; `title`: of the rule, in the reader's language.
    Message finding(std::string_view title) const;
};

/// Of the whole report of the request. Applies all rules: as long as that takes, or until it is asked to stop.
Headline headlineOf(const reports::Request& whole);

/// The first part alone, which looks at no event.
Message whatItIs(const Snapshot& s);

}  // namespace model::rules
