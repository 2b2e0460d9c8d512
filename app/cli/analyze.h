// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/text/stats.h"

namespace app {

struct AnalyzeOptions {
    std::vector<std::string> rules;  ///< "name[:threshold]", each perhaps several with commas; empty or "all" = all
    std::string filterTime, filterNvtx;
    TableFormat format = TableFormat::Table;
    TableView view;          ///< rows: ten of each table for people, and all for programs, if not given
    bool all = false;        ///< also what found nothing; where rules are named they are all there
    bool checklist = false;  ///< the questions of the checklist instead of the rules
};

std::string complaintAbout(const AnalyzeOptions& options);
/// What the rules found in one report, or the answers of the checklist, as text; JSON goes to `json`. As statsText().
/// `failed` is set where a rule found something or an answer is no.
std::string analyzeText(const model::Snapshot& report, const AnalyzeOptions& options, JsonWriter& json,
                        std::string& complaint, bool& failed);
/// Names and meanings of all rules, for --help-rules.
std::string ruleList();

}  // namespace app
