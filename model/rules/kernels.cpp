// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that are too small, add up to more than there was time, or ran at a low clock.
#include "model/rules/kernels.h"

#include <cctype>
#include <cmath>

#include "model/reports/gpu.h"
#include "model/reports/summary.h"
#include "model/reports/trace.h"
#include "model/rules/calls.h"
#include "model/reports/intervals.h"
#include "model/rules/needs.h"
#include "model/translate_noop.h"

namespace model::rules {
namespace {

using namespace reports;

constexpr TimeNs kUs = 1000;
constexpr std::int64_t kSmallUs = 10;
/// A longer gap has another reason than launching: it ends a streak.
constexpr TimeNs kLongestGap = 100 * kUs;
constexpr std::size_t kFewest = 20;
constexpr TimeNs kLeastIdleShare = 20;  // a twentieth
constexpr std::int64_t kOverlapPercent = 105;
constexpr std::int64_t kClockPercent = 95;

/// Small kernels one after another on a GPU.
struct Streak {
    DeviceId device;
    std::vector<EventRef> kernels;
    TimeRange range;
    TimeNs idle = 0;  ///< of the GPU, between them
    TimeNs busy = 0;  ///< sum of their durations
};

struct Work {
    TimeRange when;
    EventRef event;
    bool small, neutral;  // neutral: a copy or memset neither belongs to a streak nor ends it
};

/// Streaks of the work of one GPU.
void findStreaks(const DeviceId& device, std::vector<Work>& work, std::vector<Streak>& out) {
    std::stable_sort(work.begin(), work.end(), [](const Work& a, const Work& b) { return a.when.begin < b.when.begin; });
    Streak streak{device, {}, {}, 0, 0};
    TimeNs until = kTimeMin, pending = 0;  // idle before a copy, which counts if a small kernel follows
    const auto close = [&] {
        if (streak.kernels.size() >= kFewest && streak.idle * kLeastIdleShare >= streak.range.length()) out.push_back(streak);
        streak = {device, {}, {}, 0, 0};
        pending = 0;
    };
    for (const Work& w : work) {
        const TimeNs gap = std::max<TimeNs>(0, saturatingSub(w.when.begin, until));
        if (gap > kLongestGap || (!w.small && !w.neutral)) close();
        else if (!streak.kernels.empty()) pending += gap;
        until = std::max(until, w.when.end);
        if (!w.small) continue;
        streak.idle += pending;
        pending = 0;
        if (streak.kernels.empty()) streak.range = w.when;
        streak.range.end = std::max(streak.range.end, w.when.end);
        streak.busy = saturatingAdd(streak.busy, w.when.length());
        streak.kernels.push_back(w.event);
    }
    close();
}

std::vector<Streak> streaksOf(const Request& r) {
    const TimeNs small = threshold(r, kSmallUs, kUs);
    const CallIndex calls(r.report);
    NameTest launchesGraph(r.report, isGraphLaunch);
    std::map<DeviceId, std::vector<Work>> work;
    forEvents(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs}, [&](const Track& t, EventRef e, const LaneView& lane) {
        const bool kernel = t.kind == TrackKind::StreamKernels;
        bool isSmall = kernel && durationAt(lane, e.row) < small;
        if (const std::uint32_t c = isSmall ? lane.lane->correlation(e.row) : 0)
            if (const EventRef call = calls.find(t.key, c); call.isValid() && launchesGraph(r.report.lane(call.lane).name(call.row))) isSmall = false;
        work[{t.key.host, t.key.device}].push_back({{lane.start(e.row), lane.end(e.row)}, e, isSmall, t.kind == TrackKind::StreamMemory});
    });
    std::vector<Streak> out;
    for (auto& [device, list] : work) findStreaks(device, list, out);
    return out;
}

Table smallKernels(const Request& r) {
    std::vector<Streak> found = streaksOf(r);
    std::stable_sort(found.begin(), found.end(), [](const Streak& a, const Streak& b) { return a.idle > b.idle; });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (Streak& s : found) {
        const auto count = static_cast<std::int64_t>(s.kernels.size());
        rows.push_back({s.idle, s.range.begin, s.range.length(), count, static_cast<double>(s.busy) / static_cast<double>(count),
                        static_cast<double>(s.idle) * 100 / static_cast<double>(s.range.length()), deviceText(r.report, s.device.host, s.device.device)});
        if (s.kernels.size() > kMostEvidence) s.kernels.resize(kMostEvidence);
        evidence.push_back({std::move(s.kernels), s.range});
    }
    return listTable(std::move(rows), std::move(evidence), whyNoKernels(r));
}

Table kernelOverlap(const Request& r) {
    struct Sum {
        TimeNs time = 0;
        std::int64_t kernels = 0;
        std::vector<TimeRange> when;
    };
    std::map<DeviceId, Sum> sums;
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
        Sum& s = sums[{t.key.host, t.key.device}];
        s.time = saturatingAdd(s.time, durationAt(lane, e.row));
        ++s.kernels;
        s.when.push_back({lane.start(e.row), lane.end(e.row)});
    });
    const double least = static_cast<double>(r.limit > 0 ? r.limit : kOverlapPercent);
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (auto& [device, s] : sums) {
        const Intervals wall = united(std::move(s.when));
        const TimeNs length = lengthOf(wall);
        const double percent = length > 0 ? static_cast<double>(s.time) * 100 / static_cast<double>(length) : 0;
        if (percent <= least) continue;
        rows.push_back({percent, s.time, length, s.kernels, deviceText(r.report, device.host, device.device)});
        evidence.push_back({{}, {wall.front().begin, wall.back().end}});
    }
    return listTable(std::move(rows), std::move(evidence), whyNoKernels(r));
}

/// Whether a metric is the clock of the units that compute, as Nsight Systems or AMD's tools name it.
bool isComputeClock(std::string_view name) {
    std::string word(name);
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool clock = word.find("clock") != word.npos || word.find("sclk") != word.npos;
    for (const char* other : {"mem", "sys", "video", "mclk", "throttle", "violation"})
        if (word.find(other) != word.npos) return false;
    return clock;
}

/// What a curve of the clock says of the time in which kernels ran.
struct ClockUse {
    double highest = 0, lowest = INFINITY;
    double area = 0;               // value · ns
    TimeNs covered = 0, low = 0, slowed = 0;
    std::vector<TimeRange> lowRanges;
};

template <class Use>
void forValues(const CounterView& c, const Intervals& busy, Use&& use) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < c.rows; ++i) {
        const double value = c.series->value()[i];
        const TimeRange holds{c.series->time()[i], i + 1 < c.rows ? c.series->time()[i + 1] : c.series->time()[i]};
        while (from < busy.size() && busy[from].end <= holds.begin) ++from;
        if (!std::isfinite(value) || value <= 0) continue;
        for (std::size_t k = from; k < busy.size() && busy[k].begin < holds.end; ++k)
            if (const TimeRange both = busy[k].intersected(holds); both.begin < both.end) use(both, value);
    }
}

ClockUse clockUse(const CounterView& c, const Intervals& busy, double percent) {
    ClockUse out;
    forValues(c, busy, [&](TimeRange when, double value) {
        out.highest = std::max(out.highest, value);
        out.lowest = std::min(out.lowest, value);
        out.area += value * static_cast<double>(when.length());
        out.covered += when.length();
    });
    forValues(c, busy, [&](TimeRange when, double value) {
        if (value * 100 >= percent * out.highest) return;
        out.low += when.length();
        out.slowed += static_cast<TimeNs>(static_cast<double>(when.length()) * (1 - value / out.highest));
        out.lowRanges.push_back(when);
    });
    return out;
}

Table clockThrottling(const Request& r) {
    const double percent = static_cast<double>(r.limit > 0 ? r.limit : kClockPercent);
    std::map<DeviceId, DeviceWork> work;
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    bool clocks = false;
    for (const Track& t : r.report.tree().tracks) {
        if (t.kind != TrackKind::GpuMetric || t.counter == kNoCounter || !isComputeClock(r.report.text(t.name))) continue;
        if (!clocks) work = deviceWork(r);
        clocks = true;
        const auto of = work.find({t.key.host, t.key.device});
        if (of == work.end()) continue;
        std::vector<TimeRange> kernels(of->second.compute);
        kernels.insert(kernels.end(), of->second.communication.begin(), of->second.communication.end());
        const ClockUse use = clockUse(r.report.counter(t.counter), clipped(united(std::move(kernels)), r.range), percent);
        if (use.low <= 0) continue;
        rows.push_back({use.slowed, use.low, static_cast<double>(use.low) * 100 / static_cast<double>(use.covered), use.area * 100 / static_cast<double>(use.covered) / use.highest,
                        use.lowest * 100 / use.highest, deviceText(r.report, t.key), std::string(r.report.text(t.name))});
        const Intervals low = united(use.lowRanges);
        evidence.push_back({{}, {low.front().begin, low.back().end}});
    }
    std::string why = whyNoKernels(r);
    if (why.empty() && !clocks) why = QT_TRANSLATE_NOOP("Reports", "The report holds no clock of a GPU; Nsight Systems records it with --gpu-metrics-devices.");
    return listTable(std::move(rows), std::move(evidence), std::move(why));
}

constexpr ColumnInfo kSmallColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Time between these kernels in which the GPU did nothing")},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "When the first of them began")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "From the begin of the first to the end of the last")},
    {QT_TRANSLATE_NOOP("Reports", "Kernels"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Small kernels in a row, with gaps of at most 100 µs")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration of a kernel")},
    {QT_TRANSLATE_NOOP("Reports", "Idle (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Share of the duration in which the GPU did nothing")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
};
constexpr ColumnInfo kOverlapColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Sum by Wall Clock (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Sum of the durations of all kernels by the time in which some kernel ran; 100 = never two at once")},
    {QT_TRANSLATE_NOOP("Reports", "Sum (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Sum of the durations of all kernels, as summaries of kernels have it")},
    {QT_TRANSLATE_NOOP("Reports", "Wall Clock (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Time in which at least one kernel ran")},
    {QT_TRANSLATE_NOOP("Reports", "Kernels"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
};
constexpr ColumnInfo kClockColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "What the kernels would have taken less at the highest clock")},
    {QT_TRANSLATE_NOOP("Reports", "Low (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Time of kernels with a clock below the threshold")},
    {QT_TRANSLATE_NOOP("Reports", "Low (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "The same as a share of the time of kernels for which the clock is known")},
    {QT_TRANSLATE_NOOP("Reports", "Mean (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Mean clock while kernels ran, of the highest one that the GPU had while kernels ran")},
    {QT_TRANSLATE_NOOP("Reports", "Lowest (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Lowest clock while kernels ran, of the highest one")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Metric"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Which curve")},
};

}  // namespace

const Rule kSmallKernels{{"small_kernels", QT_TRANSLATE_NOOP("Reports", "Many Small Kernels"),
                          QT_TRANSLATE_NOOP("Reports", "Twenty or more kernels below 10 µs in a row, with gaps of at most 100 µs that are 5 % of the time or more, and that no CUDA graph launched. A number as argument replaces the 10."), kSmallColumns,
                          smallKernels},
                         QT_TRANSLATE_NOOP("Reports", "Launching such kernels takes longer than running them, so the GPU waits between them. Launch them as one CUDA graph (mode=\"reduce-overhead\" of torch.compile), "
                                                      "fuse them, or give each more work (a larger batch)."),
                         QT_TRANSLATE_NOOP("Reports", "No long row of small kernels with gaps between them was found."),
                         QT_TRANSLATE_NOOP("Reports", "Sum of the gaps between the kernels of the row in which no stream of the GPU did anything. A CUDA graph cannot save more; it leaves about a microsecond for each kernel.")};
const Rule kKernelOverlap{{"kernel_overlap", QT_TRANSLATE_NOOP("Reports", "Sums of Kernels That Exceed the Time"),
                           QT_TRANSLATE_NOOP("Reports", "GPUs whose kernels take more time together than passed while they ran. A number as argument replaces the 105 percent above which that counts."), kOverlapColumns,
                           kernelOverlap},
                          QT_TRANSLATE_NOOP("Reports", "Kernels ran at the same time, so durations that are added up say more than there was, and two kernels that share the GPU each look slower than alone. "
                                                       "Compare wall clock times (GPU Time Breakdown) instead of sums, and percentages of sums with care."),
                          QT_TRANSLATE_NOOP("Reports", "The sum of the kernels' durations is about the time in which kernels ran: it can be read as such."),
                          {}};
const Rule kClockThrottling{{"clock_throttling", QT_TRANSLATE_NOOP("Reports", "Kernels at a Low Clock"),
                             QT_TRANSLATE_NOOP("Reports", "GPUs whose clock was below 95 % of its highest while kernels ran. A number as argument replaces the 95."), kClockColumns, clockThrottling},
                            QT_TRANSLATE_NOOP("Reports", "The GPU lowered its clock: for power, heat, or because it was idle before. Kernels that compute are slower then, and two runs cannot be compared. "
                                                         "Warm up before measuring, look at the power limit and temperature (nvidia-smi -q -d CLOCK,PERFORMANCE), or lock the clock for measurements (nvidia-smi -lgc)."),
                            QT_TRANSLATE_NOOP("Reports", "While kernels ran the clock stayed near its highest."),
                            QT_TRANSLATE_NOOP("Reports", "For each stretch of a low clock the time of kernels × (1 − clock ÷ highest clock). Kernels that wait for memory gain less.")};

}  // namespace model::rules
