// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/text/stats.h"
#include "model/rules/rule.h"

namespace app {

/// Of each table ten rows are shown to people, and all to programs, where `view` says nothing.
struct AnalyzeOptions : TableOptions {
    std::vector<std::string> rules;  ///< "name[:threshold]", each perhaps several with commas; empty or "all" = all
    bool all = false;                ///< also what found nothing; where rules are named they are all there
    bool checklist = false;          ///< the questions of the checklist instead of the rules
};

/// What was typed, with its names understood: made once, for any number of reports.
struct AnalyzePlan {
    struct Wanted {
        const model::rules::Rule* rule = nullptr;
        std::int64_t threshold = 0;  ///< 0 = the rule's own
    };
    AnalyzeOptions options;
    std::vector<Wanted> rules;
};

/// Errors: what is wrong with the options. Needs no report.
model::Result<AnalyzePlan> analyzePlan(AnalyzeOptions options);

/// What the rules found in one report, or the answers of the checklist, as text; JSON goes to `json`. As statsText().
/// `failed` is set where a rule found something or an answer is no.
model::Result<std::string> analyzeText(const model::Snapshot& report, const AnalyzePlan& plan, JsonWriter& json,
                                       bool& failed);
/// Names and meanings of all rules, for --help-rules.
std::string ruleList();

}  // namespace app
