// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "model/base/message.h"
#include "model/diff/compare.h"

namespace model::diff {

// What stands in sentences and tables of a comparison, in the command line, on pages and in the window alike. Words of
// verdicts are English and marked for the context "Compare".

/// "+17.0 %", "−5.0 %"; from ten times on "× 105 000", from a thousandth on "÷ 105 000": such percentages say nothing.
/// "from 0" where there was nothing before.
Argument changeOf(double before, double after);

/// Nothing repeats, or nobody wants to know: then numbers are those of the whole reports.
bool isWhole(const Comparison& c);
/// Whether there are enough repetitions in both to tell a change from chance.
bool hasSpread(const Comparison& c);

/// What B is compared with A: "slower", "alike" where it is within two percent and no spread is known, "within the
/// spread", and "small (below 2 %)" where it is beyond the spread and within two percent.
const char* verdictWord(const Change& change);
/// The same for where there is room: it tells why there is no verdict.
const char* verdictReason(const Change& change);

/// What replaced a kernel, and what it replaced: "→ fresh(int)" of what fresh(int) came for, "← old(int)" of what came
/// for old(int). Empty if nothing.
std::string replacementText(const Comparison& c, const Row& row);

/// How a rank is called: "GPU 1", or "process 12" where it used none; "GPU 1 / GPU 3" where it is another one in B.
Message rankName(const Figures& figures, std::size_t rank);
Message rankName(const Comparison& c, const PartRow& row);

}  // namespace model::diff
