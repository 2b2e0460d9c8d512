// SPDX-License-Identifier: GPL-3.0-or-later
// How GPUs, and the steps of a run, divide into computing, communicating, copying and doing nothing.
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/roofline/mfu_columns.h"
#include "model/store/rank.h"
#include "model/workload/intervals.h"
#include "model/workload/steps.h"
#include "model/workload/summary.h"

namespace model::reports {

Table listTable(std::vector<std::vector<Cell>> rows, std::vector<Evidence> evidence, Message why) {
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

Cell percent(TimeNs part, TimeNs whole) {
    return whole > 0 ? Cell(static_cast<double>(part) * 100 / static_cast<double>(whole)) : Cell();
}

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
    return listTable(std::move(rows), std::move(evidence), MessageCode::NoGpuWorkInTime);
}

#define BREAKDOWN_COLUMNS                                                                                                  \
    {QT_TRANSLATE_NOOP("Reports", "Compute Only (ns)"), Unit::Ns,                                                          \
     QT_TRANSLATE_NOOP("Reports", "Some kernel ran that is no communication, and no communication did")},                  \
        {QT_TRANSLATE_NOOP("Reports", "Compute Only (%)"), Unit::Percent,                                                  \
         QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},                                           \
        {QT_TRANSLATE_NOOP("Reports", "Comm Only (ns)"), Unit::Ns,                                                         \
         QT_TRANSLATE_NOOP(                                                                                                \
             "Reports",                                                                                                    \
             "A communication kernel (of NCCL, RCCL, NVSHMEM, DeepEP …) ran and no other kernel: exposed communication")}, \
        {QT_TRANSLATE_NOOP("Reports", "Comm Only (%)"), Unit::Percent,                                                     \
         QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},                                           \
        {QT_TRANSLATE_NOOP("Reports", "Overlapped (ns)"), Unit::Ns,                                                        \
         QT_TRANSLATE_NOOP("Reports", "Communication and another kernel ran at once")},                                    \
        {QT_TRANSLATE_NOOP("Reports", "Overlapped (%)"), Unit::Percent,                                                    \
         QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},                                           \
        {QT_TRANSLATE_NOOP("Reports", "Memory Only (ns)"), Unit::Ns,                                                       \
         QT_TRANSLATE_NOOP("Reports", "A copy or memset ran and no kernel")},                                              \
        {QT_TRANSLATE_NOOP("Reports", "Memory Only (%)"), Unit::Percent,                                                   \
         QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},                                           \
        {QT_TRANSLATE_NOOP("Reports", "Idle (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Nothing ran")},                \
        {QT_TRANSLATE_NOOP("Reports", "Idle (%)"), Unit::Percent,                                                          \
         QT_TRANSLATE_NOOP("Reports", "The same as a share of the whole time")},                                           \
    {                                                                                                                      \
        QT_TRANSLATE_NOOP("Reports", "Comm Hidden (%)"), Unit::Percent,                                                    \
            QT_TRANSLATE_NOOP("Reports", "Share of the communication time in which another kernel ran, too")               \
    }

constexpr ColumnInfo kGpuColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Kernels"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Kernels that ran on it")},
    {QT_TRANSLATE_NOOP("Reports", "Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "From its first to its last work, within the selected time")},
    BREAKDOWN_COLUMNS};

constexpr ColumnInfo kStepColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Step"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Annotation or NVTX range of the step")},
    {QT_TRANSLATE_NOOP("Reports", "Rank"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Number of the rank, where the report has it")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports",
                       "GPU that steps of the process launch work on; each has a row. The numbers behind are of it")},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When it began on the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "CPU (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "CPU range: how long it took on the CPU; GPU work may outlast it")},
    {QT_TRANSLATE_NOOP("Reports", "GPU Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When the first work began that the step launched")},
    {QT_TRANSLATE_NOOP("Reports", "GPU Span (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "From the first start to the last end of the work that the step launched")},
    {QT_TRANSLATE_NOOP("Reports", "Pace (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports",
         "From the end of the former step, or its own begin where that is later, to the end of its own work on CPU and GPU. The columns behind are of this time")},
    {QT_TRANSLATE_NOOP("Reports", "vs. Median (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP(
         "Reports",
         "How much longer its pace is than the median; steps far above are outliers. Empty of a first step whose work outlasts it: its pace holds how long an empty queue takes to fill, and the median leaves it out")},
    BREAKDOWN_COLUMNS,
    roofline::kMfuColumn,
    roofline::kMfuWorkColumn,
    roofline::kMfuPeakColumn,
    roofline::kMfuPrecisionColumn,
    roofline::kMfuSourceColumn};
#undef BREAKDOWN_COLUMNS

Table stepSum(const Request& r) {
    Request whole = r;
    whole.range = {-kTimeLimit, kTimeLimit};
    const StepFigures figures = stepFigures(r.report, r.stop);
    const auto& [steps, onDevices] = figures;
    const auto work = steps.empty() ? std::map<DeviceId, DeviceWork>() : deviceWork(whole);
    std::vector<std::pair<const Step*, const DeviceStep*>> wanted;
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (const DeviceStep& d : onDevices[i])
            if (r.range.overlaps(steps[i].range.begin, steps[i].range.end)) wanted.emplace_back(&steps[i], &d);
    const double median = figures.medians(r.range).pace.value_or(0);
    const roofline::CountedWork counted(r);
    const roofline::WorkByTime worked(r, counted);
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const auto& [s, d] : wanted) {
        const bool onGpu = !d->gpu.isEmpty();
        const auto pace = static_cast<double>(d->pace.length());
        std::vector<Cell> row{
            std::string(s->name),
            cellOf(rankOf(r.report.info(), s->host, s->pid)),
            cellOfProcess(r.report, *s),
            d->device.device == TrackKey::kNone ? Cell() : Cell(deviceText(r.report, d->device.host, d->device.device)),
            s->range.begin,
            s->range.length(),
            onGpu ? Cell(d->gpu.begin) : Cell(),
            onGpu ? Cell(d->gpu.length()) : Cell(),
            d->pace.length(),
            median > 0 && !d->fills ? Cell(pace * 100 / median - 100) : Cell()};
        if (const auto of = work.find(d->device); of != work.end())
            appendBreakdown(row, breakdownOf(of->second, d->pace));
        row.resize(std::size(kStepColumns) - roofline::kMfuColumns);
        roofline::appendMfu(row, worked.in(d->device, d->pace).work, pace * 1e-9);
        rows.push_back(std::move(row));
        evidence.push_back(evidenceOf(r.report, {s->event}));
    }
    return listTable(std::move(rows), std::move(evidence), MessageCode::NoStepRanges);
}

}  // namespace

constinit const Report kGpuBreakdown{
    "gpu_breakdown",
    QT_TRANSLATE_NOOP("Reports", "GPU Time Breakdown"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "How the wall clock time of each GPU divides, over all its streams: computing, communicating, both at once, copying, idle. The five add up to the time."),
    kGpuColumns,
    gpuBreakdown,
    Subject::Overview,
    withoutGpuWork<MessageCode::NoGpuWork>,
    false,
    {},
    true};
constinit const Report kStepSum{
    "step_sum",
    QT_TRANSLATE_NOOP("Reports", "Step Summary"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Each step of the run by process and GPU: how long it took on the CPU and on the GPU, its pace, and what the GPU did in that time."),
    kStepColumns,
    stepSum,
    Subject::Overview,
    [](const Contents& c) { return c.hasSteps() ? MessageCode::Nothing : MessageCode::NoStepRanges; },
    false,
    {},
    true};

}  // namespace model::reports
