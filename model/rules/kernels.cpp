// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that are too small, or add up to more than there was time.
#include "model/rules/kernels.h"

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/needs.h"
#include "model/workload/calls.h"
#include "model/workload/intervals.h"
#include "model/workload/summary.h"

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

/// Small kernels one after another on a GPU.
struct Streak {
    DeviceId device;
    std::vector<EventRef> kernels;
    TimeRange range;
    TimeNs idle = 0;  ///< of the GPU, between them
    TimeNs busy = 0;  ///< sum of their durations
};

struct RankedWork {
    TimeRange when;
    EventRef event;
    bool small, neutral;  // neutral: a copy or memset neither belongs to a streak nor ends it
};

/// Streaks of the work of one GPU.
void findStreaks(const DeviceId& device, std::vector<RankedWork>& work, std::vector<Streak>& out) {
    std::stable_sort(work.begin(), work.end(),
                     [](const RankedWork& a, const RankedWork& b) { return a.when.begin < b.when.begin; });
    Streak streak{device, {}, {}, 0, 0};
    TimeNs until = kTimeMin, pending = 0;  // idle before a copy, which counts if a small kernel follows
    const auto close = [&] {
        if (streak.kernels.size() >= kFewest && streak.idle * kLeastIdleShare >= streak.range.length())
            out.push_back(streak);
        streak = {device, {}, {}, 0, 0};
        pending = 0;
    };
    for (const RankedWork& w : work) {
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
    std::map<DeviceId, std::vector<RankedWork>> work;
    forEvents(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  const bool kernel = t.kind == TrackKind::StreamKernels;
                  bool isSmall = kernel && durationAt(lane, e.row) < small;
                  if (const std::uint32_t c = isSmall ? lane.lane->correlation(e.row) : 0)
                      if (const EventRef call = calls.find(t.key, c);
                          call.isValid() && launchesGraph(r.report.lane(call.lane).name(call.row)))
                          isSmall = false;
                  work[{t.key.host, t.key.device}].push_back(
                      {{lane.start(e.row), lane.end(e.row)}, e, isSmall, t.kind == TrackKind::StreamMemory});
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
        rows.push_back({s.idle, s.range.begin, s.range.length(), count,
                        static_cast<double>(s.busy) / static_cast<double>(count),
                        static_cast<double>(s.idle) * 100 / static_cast<double>(s.range.length()),
                        deviceText(r.report, s.device.host, s.device.device)});
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

constexpr ColumnInfo kSmallColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time between these kernels in which the GPU did nothing"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When the first of them began")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "From the begin of the first to the end of the last")},
    {QT_TRANSLATE_NOOP("Reports", "Kernels"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Small kernels in a row, with gaps of at most 100 µs")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration of a kernel"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Idle (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Share of the duration in which the GPU did nothing")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
};
constexpr ColumnInfo kOverlapColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Sum by Wall Clock (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Sum of the durations of all kernels by the time in which some kernel ran; 100 = never two at once")},
    {QT_TRANSLATE_NOOP("Reports", "Sum (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum of the durations of all kernels, as summaries of kernels have it")},
    {QT_TRANSLATE_NOOP("Reports", "Wall Clock (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time in which at least one kernel ran")},
    {QT_TRANSLATE_NOOP("Reports", "Kernels"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
};
}  // namespace

constinit const Rule kSmallKernels{
    {"small_kernels", QT_TRANSLATE_NOOP("Reports", "Many Small Kernels"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "Twenty or more kernels below 10 µs in a row, with gaps of at most 100 µs that are 5 % of the time or more, and that no CUDA graph launched."),
     kSmallColumns, smallKernels},
    MessageCode::SmallKernelsAdvice,
    MessageCode::SmallKernelsNothing,
    MessageCode::SmallKernelsFormula};
constinit const Rule kKernelOverlap{
    {"kernel_overlap", QT_TRANSLATE_NOOP("Reports", "Sums of Kernels That Exceed the Time"),
     QT_TRANSLATE_NOOP("Reports", "GPUs whose kernels take more time together than passed while they ran."),
     kOverlapColumns, kernelOverlap},
    MessageCode::KernelOverlapAdvice,
    MessageCode::KernelOverlapNothing,
    {}};

}  // namespace model::rules
