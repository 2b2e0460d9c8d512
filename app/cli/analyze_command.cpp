// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/cli/analyze.h"
#include "app/cli/command.h"
#include "app/cli/read_reports.h"
#include "app/cli/usage.h"
#include "app/text/print_message.h"
#include "app/text/terminal.h"
#include "model/base/messages.h"
#include "model/rules/rule.h"

namespace app {
namespace {

class AnalyzeCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_option("-r,--rule", m_options.rules,
                      "Rules to apply, name[:threshold]: gpu_gaps:100. All if not given; --help-rules lists them")
            ->allow_extra_args(false)
            ->type_name("RULES")
            ->check(offered(keys()));
        to.add_flag("--all", m_options.all, "Also what found nothing, and why");
        to.add_flag("--help-rules", m_list, "List all rules");
        to.add_flag("--checklist", m_options.checklist,
                    "Answer the questions of the checklist instead: is the GPU busy, is warm-up excluded …")
            ->excludes("--rule");
        to.add_flag("--fail", m_failOnFindings,
                    "Exit with 1 if a rule finds something or an answer is no; with 0 if not");
        to.footer(
            "Examples:\n  sightline analyze run.nsys-rep\n  sightline analyze -r gpu_gaps:100,cuda_api_sync -f csv run.rep\n"
            "  sightline analyze --fail -r gpu_gaps:100 run.rep || echo gaps\n  sightline analyze --checklist run.rep");
        m_output.add(to);
        m_reports.add(to, m_options, "Rows of each table at most; 0 = all. 10 if not given, for table and markdown");
    }

    int run() override {
        if (m_list) return std::fputs(ruleList().c_str(), stdout), kFine;
        if (m_reports.files.empty())
            return printMessage({model::MessageCode::NeedsReport, {model::Argument::name("analyze")}}, kUsage);
        m_options.format = m_output.format();
        const auto plan = analyzePlan(m_options);
        if (!plan) return complain(plan.error());
        bool found = false;
        const int result = printEach(
            m_reports.files, m_output, {},
            [&](const model::Snapshot& report, JsonWriter& json) { return analyzeText(report, *plan, json, found); });
        return result == kFine && m_failOnFindings && found ? kFound : result;
    }

private:
    static std::vector<std::string> keys() {
        std::vector<std::string> out;
        for (const model::rules::Rule* rule : model::rules::all()) out.emplace_back(rule->table.key);
        return out;
    }

    AnalyzeOptions m_options;
    ReportOptions m_reports;
    OutputOptions m_output;
    bool m_list = false, m_failOnFindings = false;
};

}  // namespace

std::unique_ptr<Command> makeAnalyzeCommand() { return std::make_unique<AnalyzeCommand>(); }

}  // namespace app
