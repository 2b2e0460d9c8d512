// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/cli/command.h"
#include "app/cli/read_reports.h"
#include "app/cli/usage.h"
#include "app/text/print_message.h"
#include "app/text/stats.h"
#include "app/text/terminal.h"
#include "model/base/messages.h"
#include "model/workload/call_tree.h"

namespace app {
namespace {

std::vector<std::string> foldedSources() {
    std::vector<std::string> out;
    for (const model::CallSourceInfo& one : model::callSources()) out.emplace_back(one.key);
    return out;
}

std::vector<std::string> tableKeys() {
    std::vector<std::string> out;
    for (const model::reports::Report* report : model::reports::all()) out.emplace_back(report->key);
    return out;
}

int printStats(const StatsOptions& options, const std::vector<std::string>& files, const OutputOptions& output) {
    const auto plan = statsPlan(options);
    if (!plan) return complain(plan.error());
    return printEach(files, output, plan->needs(),
                     [&](const model::Snapshot& report, JsonWriter& json) { return statsText(report, *plan, json); });
}

class StatsCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_option(
              "-r,--report", m_options.reports,
              "Tables to print, name[:argument…]: cuda_gpu_kern_sum:base, :mangled, :nvtx-name (range/kernel), :by=device (host, rank, device, stream), slice_sum:base (names without shapes and numbers), roofline:launch, or a number. If not given, the usual ones and what else the file is about, as far as they have rows; --help-reports lists all")
            ->allow_extra_args(false)
            ->type_name("TABLES")
            ->check(offered(tableKeys()));
        to.add_option(
              "--by", m_options.by,
              "Tables by host, rank, device or stream, where they can be told so (or of one: cuda_gpu_kern_sum:by=device)")
            ->type_name("host|rank|device|stream");
        to.add_option(
              "--group", m_options.groups,
              "A group of kernels, NAME=PATTERN, for kernel_group_sum and kernel_group_overlap; again for each. Work is in the first whose pattern (a regular expression, in whatever case) its name holds")
            ->allow_extra_args(false)
            ->type_name("GROUP");
        to.add_flag("--help-reports", m_list, "List all tables");
        to.add_option(
              "--folded", m_options.folded,
              "Stacks for a flame graph (outer;inner 123) instead: samples (CPU samples) or python-samples, or ns of nvtx, python, operators, slices, launches (GPU work by the stack of its launch)")
            ->check(oneOf(foldedSources()))
            ->type_name("OF")
            ->excludes("--report");
        to.footer(
            "Examples:\n  sightline stats run.nsys-rep\n  sightline stats -r cuda_gpu_kern_sum:base -f csv run.sqlite\n"
            "  sightline stats -r nvtx_gpu_proj_sum --filter-time 1s/2s run.rep\n"
            "  sightline stats -r cuda_gpu_kern_sum:nvtx-name:base run.nsys-rep\n  sightline stats -r cpu_top_down:5 run.nsys-rep\n"
            "  sightline stats --folded samples run.nsys-rep > stacks.txt");
        m_output.add(to);
        m_reports.add(to, m_options, "Rows of each table at most; 0 = all");
        addOrderOptions(to, m_options.view);
    }

    int run() override {
        if (m_list) return std::fputs(reportList().c_str(), stdout), kFine;
        if (m_reports.files.empty())
            return printMessage({model::MessageCode::NeedsReport, {model::Argument::name("stats")}}, kUsage);
        m_options.format = m_output.format();
        return printStats(m_options, m_reports.files, m_output);
    }

private:
    StatsOptions m_options;
    ReportOptions m_reports;
    OutputOptions m_output;
    bool m_list = false;
};

/// What `stats` says of ranges, by a name that one finds.
class NvtxCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_flag("--gpu", m_onGpu, "By the GPU work that was launched in them (nvtx_gpu_proj_sum)");
        to.add_flag("--kernels", m_byKernel, "Kernels by the ranges around their launch (nvtx_kern_sum)")
            ->excludes("--gpu");
        to.add_flag("--backward", m_backward, "By the GPU work of their forward and backward pass (nvtx_backward_sum)")
            ->excludes("--gpu")
            ->excludes("--kernels");
        to.add_flag("--list", m_listed, "Each range for itself (nvtx_pushpop_trace; with --gpu nvtx_gpu_proj_trace)")
            ->excludes("--kernels")
            ->excludes("--backward");
        to.footer(
            "Examples:\n  sightline nvtx run.nsys-rep\n  sightline nvtx --gpu --filter-time 1s/2s -f csv run.rep\n"
            "  sightline nvtx --kernels --filter-nvtx step/2 run.rep");
        m_output.add(to);
        m_reports.add(to, m_options, "Rows of each table at most; 0 = all");
        addOrderOptions(to, m_options.view);
    }

    int run() override {
        if (m_reports.files.empty())
            return printMessage({model::MessageCode::NeedsReport, {model::Argument::name("nvtx")}}, kUsage);
        m_options.reports = {table()};
        m_options.format = m_output.format();
        return printStats(m_options, m_reports.files, m_output);
    }

private:
    std::string table() const {
        if (m_onGpu) return m_listed ? "nvtx_gpu_proj_trace" : "nvtx_gpu_proj_sum";
        return m_listed     ? "nvtx_pushpop_trace"
               : m_byKernel ? "nvtx_kern_sum"
               : m_backward ? "nvtx_backward_sum"
                            : "nvtx_tree";
    }

    StatsOptions m_options;
    ReportOptions m_reports;
    OutputOptions m_output;
    bool m_onGpu = false, m_byKernel = false, m_backward = false, m_listed = false;
};

}  // namespace

std::unique_ptr<Command> makeStatsCommand() { return std::make_unique<StatsCommand>(); }
std::unique_ptr<Command> makeNvtxCommand() { return std::make_unique<NvtxCommand>(); }

}  // namespace app
