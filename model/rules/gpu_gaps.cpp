// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs that have nothing to do, or little. Both rules look at the work of a process on a GPU, from the first to the
// last of it, and count what the profiler itself did in the process as work: without the profiler it would not be a
// gap.
#include "model/rules/gpu_gaps.h"

#include <array>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/needs.h"
#include "model/workload/intervals.h"

namespace model::rules {
namespace {

using namespace reports;

constexpr std::int64_t kGapMs = 500;
constexpr int kChunks = 30;
constexpr std::int64_t kThresholdPercent = 50;

struct Usage {
    TrackKey key;                 // of some stream
    std::vector<TimeRange> work;  // of the GPU
    std::vector<TimeRange> overhead;
    TimeRange window{kTimeMax, kTimeMin};
};

/// By process and GPU.
std::vector<Usage> usages(const Request& r) {
    using Key = std::array<std::int64_t, 3>;
    std::map<Key, Usage> all;
    forEvents(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  Usage& u = all[{t.key.host, t.key.pid, t.key.device}];
                  u.key = t.key;
                  u.work.push_back({lane.start(e.row), lane.end(e.row)});
                  u.window = {std::min(u.window.begin, lane.start(e.row)), std::max(u.window.end, lane.end(e.row))};
              });
    std::vector<Usage> out;
    for (auto& [key, u] : all) out.push_back(std::move(u));
    forEvents(r, {TrackKind::ProfilerOverhead}, [&](const Track& t, EventRef e, const LaneView& lane) {
        for (Usage& u : out)
            if (u.key.host == t.key.host && u.key.pid == t.key.pid)
                u.overhead.push_back({lane.start(e.row), lane.end(e.row)});
    });
    return out;
}

Table gpuGaps(const Request& r) {
    const TimeNs least = threshold(r, kGapMs, 1'000'000);
    struct Gap {
        TimeRange range;
        TrackKey key;
    };
    std::vector<Gap> found;
    for (const Usage& u : usages(r)) {
        std::vector<TimeRange> busy = u.work;
        busy.insert(busy.end(), u.overhead.begin(), u.overhead.end());
        for (const TimeRange& gap : without({u.window}, united(std::move(busy))))
            if (gap.length() > least) found.push_back({gap, u.key});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Gap& a, const Gap& b) { return a.range.length() > b.range.length(); });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const Gap& g : found) {
        rows.push_back({g.range.length(), g.range.begin, cellOfProcess(r.report, g.key), cellOfKey(g.key.device),
                        cellOfKey(g.key.context)});
        evidence.push_back({{}, g.range});
    }
    return listTable(std::move(rows), std::move(evidence), whyNoWork(r));
}

/// ns that the stretches, which may overlap and then count twice, have inside each of the equal parts of a window.
std::array<double, kChunks> timeInChunks(const std::vector<TimeRange>& all, TimeRange window) {
    std::array<double, kChunks> out{};
    const double chunk = static_cast<double>(window.length()) / kChunks;
    for (const TimeRange& r : all) {
        const double begin = static_cast<double>(std::max(r.begin, window.begin) - window.begin),
                     end = static_cast<double>(std::min(r.end, window.end) - window.begin);
        for (int c = std::clamp(static_cast<int>(begin / chunk), 0, kChunks - 1);
             c < kChunks && static_cast<double>(c) * chunk < end; ++c)
            out[static_cast<std::size_t>(c)] +=
                std::max(0.0, std::min(end, (c + 1) * chunk) - std::max(begin, c * chunk));
    }
    return out;
}

Table gpuTimeUtil(const Request& r) {
    const double threshold = static_cast<double>(r.limit > 0 ? r.limit : kThresholdPercent);
    struct Low {
        TimeRange range;
        double percent;
        TrackKey key;
    };
    std::vector<Low> found;
    for (const Usage& u : usages(r)) {
        if (u.window.length() < kChunks) continue;
        std::vector<TimeRange> busy = u.work;
        busy.insert(busy.end(), u.overhead.begin(), u.overhead.end());
        const auto times = timeInChunks(busy, u.window);
        const double chunk = static_cast<double>(u.window.length()) / kChunks;
        const auto at = [&](int c) { return u.window.begin + static_cast<TimeNs>(static_cast<double>(c) * chunk); };
        for (int c = 0; c < kChunks; ++c) {
            const double percent = times[static_cast<std::size_t>(c)] * 100 / chunk;
            if (percent >= threshold) continue;
            // Neighbours are one stretch; they are equally long, so its mean weighs them alike.
            double sum = percent;
            int last = c + 1;
            for (; last < kChunks; ++last) {
                const double next = times[static_cast<std::size_t>(last)] * 100 / chunk;
                if (next >= threshold) break;
                sum += next;
            }
            found.push_back({{at(c), last == kChunks ? u.window.end : at(last)}, sum / (last - c), u.key});
            c = last;
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Low& a, const Low& b) { return a.percent < b.percent; });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const Low& l : found) {
        rows.push_back({l.percent, l.range.length(), l.range.begin, cellOfProcess(r.report, l.key),
                        cellOfKey(l.key.device), cellOfKey(l.key.context)});
        evidence.push_back({{}, l.range});
    }
    return listTable(std::move(rows), std::move(evidence), whyNoWork(r));
}

constexpr ColumnInfo kGapColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long the GPU did nothing for the process")},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "When that began")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Device ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Context ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "CUDA context")},
};
constexpr ColumnInfo kUtilColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "In-Use (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Time of all work by the length of the stretch; work at the same time counts twice")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports",
                       "Length of the stretch: one or more thirtieths of the time that the process used the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "When it begins")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Device ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Context ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "CUDA context")},
};

}  // namespace

constinit const Rule kGpuGaps{
    {"gpu_gaps", QT_TRANSLATE_NOOP("Reports", "GPU Gaps"),
     QT_TRANSLATE_NOOP("Reports", "Stretches of more than 500 ms in which a process gave a GPU nothing to do."),
     kGapColumns, gpuGaps},
    MessageCode::GpuGapsAdvice,
    MessageCode::GpuGapsNothing};
constinit const Rule kGpuTimeUtil{
    {"gpu_time_util", QT_TRANSLATE_NOOP("Reports", "GPU Time Utilization"),
     QT_TRANSLATE_NOOP("Reports", "Stretches in which a process used a GPU less than half of the time."), kUtilColumns,
     gpuTimeUtil},
    MessageCode::GpuTimeUtilAdvice,
    MessageCode::GpuTimeUtilNothing};

}  // namespace model::rules
