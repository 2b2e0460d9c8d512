// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::rules {

/// Whose GPUs a rule can judge.
enum class Vendors : std::uint8_t {
    All,     ///< what it asks for is there under each vendor's names
    Nvidia,  ///< it knows names of libraries or profilers that others have no like of; of a report of HIP it says so
};

/// A check of a report: a table of what was found, worst first, and what that means and what to do about it.
/// A table without rows says in `why` what the report lacks for the rule; where that is empty, the rule was applied.
struct Rule {
    /// Most rules are about when things happened.
    constexpr Rule(const reports::Report& found, MessageCode whatToDo, MessageCode nothingFound,
                   MessageCode howComputed = {}, bool needsTimes = true, Vendors judged = Vendors::All)
        : table(found), advice(whatToDo), nothing(nothingFound), formula(howComputed), vendors(judged) {
        table.needsTimes = needsTimes;
    }

    reports::Report table;  ///< Request::limit: the rule's own threshold
    MessageCode advice;     ///< why it matters, and the next step
    MessageCode nothing;    ///< the text when nothing was found
    /// How the first column, "Gain at Most (ns)", was computed; none for rules that estimate none. What several
    /// findings could gain does not add up where they share time or happen on several GPUs at once.
    MessageCode formula;
    Vendors vendors;

    bool estimates() const { return formula != MessageCode(); }
};

/// All rules, in the order in which they are listed. To add one: a function and its line in rule.cpp.
std::span<const Rule* const> all();
const Rule* find(std::string_view key);

/// What the greatest finding of a rule could gain at most, ns; 0 where the rule estimates nothing.
double gainOf(const Rule& rule, const reports::Table& found);

}  // namespace model::rules
