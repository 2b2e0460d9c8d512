// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/read_reports.h"
#include "app/cli/usage.h"
#include "app/text/compare.h"
#include "app/text/left_out.h"
#include "app/text/print_message.h"
#include "app/text/terminal.h"

namespace app {
namespace {

class CompareCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_option("reports", m_files, "Report A (before), then report B (after)")
            ->required()
            ->expected(2)
            ->type_name("FILE");
        to.add_option(
              "--by", m_options.by,
              "Tables to print: step, kernel, memory, api, nvtx, operator, slice; several with commas. Step and kernel if not given. With csv or tsv several are one table with the columns of all, of which the first, Table, says which one a row is of")
            ->allow_extra_args(false)
            ->type_name("TABLES")
            ->check(offered(compareKeys()));
        to.add_option(
              "--align", m_options.align,
              "How B's times are aligned with A's: auto, start, kernel (the first), step:3 (the third that both hold whole), range:NAME:3, event:NAME:3 (any operator, call, kernel or copy; counted from 1, in ranks that belong together), wall")
            ->type_name("HOW");
        to.add_flag("--stretch", m_options.stretch,
                    "B's times stretched so that the step, range or event that is aligned on is equally long");
        to.add_flag("--whole", m_options.whole, "Compare whole reports, even where something repeats in them");
        to.add_option("--rows", m_options.rows, "Rows of each table at most, for people")
            ->check(wholeNumber(1))
            ->type_name("N");
        to.add_option(
              "--fail-if", m_options.failIf,
              "Exit with 1 if this holds: metric.statistic, > >= < or <=, and a change (+3%, -200us) or B's own value (420ms). May be given several times")
            ->allow_extra_args(false)
            ->type_name("THRESHOLD");
        to.footer(
            "Examples:\n  sightline compare before.nsys-rep after.nsys-rep\n  sightline compare --by kernel,api -f csv before.rep after.rep\n"
            "  sightline compare --fail-if \"step.p50>+3%\" --fail-if \"idle.mean>+500us\" main.rep branch.rep\n"
            "Metrics: step (its pace: from the end of the former step's work, or its own begin where that is later, to the end of its own), step.cpu (range on the CPU), step.gpu (from the first start to the last end of the work it launched), compute, communication, memory, idle; kernel:NAME, copy:NAME, api:NAME, range:NAME, operator:NAME, slice:NAME: ns a repetition. Of a kernel the name without template arguments and parameters will do where only one has it\n"
            "Statistics of the repetitions: p50 (any p0 … p100), mean, min, max; count: events a repetition, the median, of what has a name: kernel:NAME.count>5 (B's own), >+1, >+10%; no unit\n"
            "A ~ behind a change (step.p50>+3%~) asks for one beyond the spread of the repetitions: what chance explains does not fail\n"
            "Exit codes: 0 fine; 1 a threshold was broken; 2 the words of the command are wrong, or a report lacks what they ask for (a step, where nothing repeats in both and --whole is not given); 3 a report could not be read, or the answer not be written");
        m_output.add(to);
    }

    int run() override {
        m_options.format = m_output.format();
        const auto plan = comparePlan(m_options);
        if (!plan) return complain(plan.error());
        Printed to(m_output.file);
        if (const auto fine = to.check(m_files, m_output.replace); !fine) return complain(fine.error());
        std::vector<std::shared_ptr<model::EventStore>> stores;
        bool whole = true;
        for (const std::string& path : m_files) {
            stores.push_back(model::EventStore::create());
            if (const auto opened = openWithProgress(path, *stores.back()); !opened) return complain(opened.error());
            whole &= reportLeftOut(*stores.back()->snapshot());
        }
        const auto answer = compareText(stores[0]->snapshot(), stores[1]->snapshot(), *plan);
        if (!answer) return complain(answer.error());
        to.text(answer->text);
        if (const int code = finish(to, kFine); code != kFine) return code;
        for (const auto* messages : {&answer->notes, &answer->excused, &answer->broken})
            for (const model::Message& message : *messages) printMessage(message, kFine);
        return !answer->broken.empty() ? kFound : whole ? kFine : kUnreadable;
    }

private:
    std::vector<std::string> m_files;
    CompareOptions m_options;
    OutputOptions m_output;
};

}  // namespace

std::unique_ptr<Command> makeCompareCommand() { return std::make_unique<CompareCommand>(); }

}  // namespace app
