// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "model/rules/rule.h"

namespace model::diff {

/// What a rule finds in both reports.
struct AdviceChange {
    const rules::Rule* rule = nullptr;
    std::size_t foundA = 0, foundB = 0;
    double gainA = 0, gainB = 0;  ///< share of the report's time that the greatest finding could gain at most; gains do
                                  ///< not add up. 0 where the rule estimates none

    double delta() const { return gainB - gainA; }
};

/// Of rules that find something in either report; what changed most comes first. Takes as long as all rules do: stop is
/// asked between them.
std::vector<AdviceChange> adviceChanges(const Snapshot& a, const Snapshot& b, std::stop_token stop = {});

}  // namespace model::diff
