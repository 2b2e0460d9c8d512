// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::rules {

/// A check of a report: a table of what was found, worst first, and what that means and what to do about it.
struct Rule {
    reports::Report table;     ///< Request::limit: the rule's own threshold
    std::string_view advice;   ///< English: why it matters, and the next step
    std::string_view nothing;  ///< English: what is said when nothing was found
};

/// All rules, in the order in which they are listed. To add one: a function and its line here.
std::span<const Rule> all();
const Rule* find(std::string_view key);

}  // namespace model::rules
