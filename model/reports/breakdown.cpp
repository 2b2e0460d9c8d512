// SPDX-License-Identifier: GPL-3.0-or-later
// How GPUs, and the steps of a run, divide into computing, communicating, copying and doing nothing.
#include "model/reports/gpu.h"
#include "model/reports/intervals.h"
#include "model/reports/steps.h"
#include "model/reports/summary.h"
#include "model/reports/trace.h"
#include "model/translate_noop.h"

namespace model::reports {

Table listTable(std::vector<std::vector<Cell>> rows, std::vector<Evidence> evidence, std::string why) {
    auto all = std::make_shared<const std::vector<std::vector<Cell>>>(std::move(rows));
    auto proof = std::make_shared<const std::vector<Evidence>>(std::move(evidence));
    Table t;
    t.rows = all->size();
    t.cell = [all](std::size_t row, std::size_t column) { return (*all)[row][column]; };
    t.evidence = [proof](std::size_t row) { return row < proof->size() ? (*proof)[row] : Evidence(); };
    if (t.rows == 0) t.why = std::move(why);
    return t;
}

namespace {

Cell percent(TimeNs part, TimeNs whole) { return whole > 0 ? Cell(static_cast<double>(part) * 100 / static_cast<double>(whole)) : Cell(); }

TimeRange commonRange(TimeRange a, TimeRange b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

void appendBreakdown(std::vector<Cell>& row, const Breakdown& b) {
    for (const TimeNs part : {b.computeOnly, b.communicationOnly, b.overlapped, b.memoryOnly, b.idle}) {
        row.emplace_back(part);
        row.emplace_back(percent(part, b.whole));
    }
    row.emplace_back(percent(b.overlapped, b.communication()));
}

Table gpuBreakdown(const Request& r) {
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const auto& [id, work] : deviceWork(r)) {
        const TimeRange window = commonRange(work.window, r.range);
        if (window.begin >= window.end) continue;
        std::vector<Cell> row{deviceText(r.report, id.host, id.device), work.kernels, window.length()};
        appendBreakdown(row, breakdownOf(work, window));
        rows.push_back(std::move(row));
        evidence.push_back({{}, window});
    }
    return listTable(std::move(rows), std::move(evidence), QT_TRANSLATE_NOOP("Reports", "The report holds no GPU work in that time."));
}

#define BREAKDOWN_COLUMNS                                                                                                                                     \
    {QT_TRANSLATE_NOOP("Reports", "Compute Only (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Some kernel ran that is no communication, and no communication did")}, \
        {QT_TRANSLATE_NOOP("Reports", "Compute Only (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},             \
        {QT_TRANSLATE_NOOP("Reports", "Comm Only (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "A communication kernel (NCCL, RCCL) ran and no other kernel: exposed communication")}, \
        {QT_TRANSLATE_NOOP("Reports", "Comm Only (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},                \
        {QT_TRANSLATE_NOOP("Reports", "Overlapped (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Communication and another kernel ran at once")},             \
        {QT_TRANSLATE_NOOP("Reports", "Overlapped (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},               \
        {QT_TRANSLATE_NOOP("Reports", "Memory Only (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "A copy or memset ran and no kernel")},                      \
        {QT_TRANSLATE_NOOP("Reports", "Memory Only (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},              \
        {QT_TRANSLATE_NOOP("Reports", "Idle (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Nothing ran")},                                                    \
        {QT_TRANSLATE_NOOP("Reports", "Idle (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},                     \
        {QT_TRANSLATE_NOOP("Reports", "Comm Hidden (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Share of the communication time in which another kernel ran, too")}

constexpr ColumnInfo kGpuColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Kernels"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Kernels that ran on it")},
    {QT_TRANSLATE_NOOP("Reports", "Time (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "From its first to its last work, within the selected time")},
    BREAKDOWN_COLUMNS};

constexpr ColumnInfo kStepColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Step"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Annotation or NVTX range of the step")},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "When it began on the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "How long it took on the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "vs. Median (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "How much longer than the median step; steps far above are outliers")},
    BREAKDOWN_COLUMNS};
#undef BREAKDOWN_COLUMNS

Table stepSum(const Request& r) {
    const std::vector<Step> steps = stepsOf(r);
    Request whole = r;
    whole.range = {kTimeMin, kTimeMax};
    const auto work = steps.empty() ? std::map<DeviceId, DeviceWork>() : deviceWork(whole);
    std::vector<std::int64_t> lengths;
    for (const Step& s : steps) lengths.push_back(s.range.length());
    const double median = summarise(lengths).median;
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const Step& s : steps) {
        // The GPUs of a machine are one row: its best utilised one says what the step waited for.
        Breakdown best;
        bool any = false;
        for (const auto& [id, w] : work) {
            if (id.host != s.host) continue;
            const Breakdown b = breakdownOf(w, s.range);
            if (!any || b.idle < best.idle) best = b;
            any = true;
        }
        std::vector<Cell> row{std::string(s.name), s.range.begin, s.range.length(), median > 0 ? Cell(static_cast<double>(s.range.length()) * 100 / median - 100) : Cell()};
        if (any) appendBreakdown(row, best);
        row.resize(std::size(kStepColumns));
        rows.push_back(std::move(row));
        evidence.push_back(evidenceOf(r.report, {s.event}));
    }
    return listTable(std::move(rows), std::move(evidence),
                     QT_TRANSLATE_NOOP("Reports", "The report holds no ranges that are named like steps (ProfilerStep#1, step 1, iteration 1, batch 1)."));
}

}  // namespace

const Report kGpuBreakdown{"gpu_breakdown", QT_TRANSLATE_NOOP("Reports", "GPU Time Breakdown"),
                           QT_TRANSLATE_NOOP("Reports", "How the wall clock time of each GPU divides, over all its streams: computing, communicating, both at once, copying, idle. The five add up to the time."),
                           kGpuColumns, gpuBreakdown, false, {}, true};
const Report kStepSum{"step_sum", QT_TRANSLATE_NOOP("Reports", "Step Summary"),
                      QT_TRANSLATE_NOOP("Reports", "Each step of the run with what the GPU did meanwhile; of several GPUs of a machine the least idle one."), kStepColumns, stepSum, false, {}, true};

}  // namespace model::reports
