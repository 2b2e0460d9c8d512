// SPDX-License-Identifier: GPL-3.0-or-later
// Why streams did nothing between two kernels, and how far launches run ahead.
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/workload/intervals.h"
#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr MessageCode kNoIdle = MessageCode::NoKernelsInTime;
/// Shorter gaps are those between two kernels that both wait in the queue.
constexpr std::int64_t kKernelWaitNs = 30;

/// Work of a stream in order of start, from all its lanes.
std::vector<EventRef> workOf(const Request& r, const Track& stream) {
    std::vector<EventRef> out;
    for (const TrackId id : stream.children) {
        const Track& t = r.report.track(id);
        if (t.kind != TrackKind::StreamKernels && t.kind != TrackKind::StreamMemory &&
            t.kind != TrackKind::StreamGraphs)
            continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId l : *lanes) {
                const RowRange rows = rowsOverlapping(r.report.lane(l), r.range);
                for (std::size_t i = rows.first; i < rows.last; ++i) out.push_back({l, static_cast<std::uint32_t>(i)});
            }
    }
    const auto startOf = [&](EventRef e) { return r.report.lane(e.lane).start(e.row); };
    std::stable_sort(out.begin(), out.end(), [&](EventRef a, EventRef b) { return startOf(a) < startOf(b); });
    return out;
}

/// When calls of each process waited for the GPU, for telling gaps that a synchronization made.
std::map<std::pair<std::int64_t, std::int64_t>, Intervals> waitsByProcess(const Request& r) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<TimeRange>> all;
    std::map<StringId, bool> isWait;
    forEvents(r, {TrackKind::CudaApi}, [&](const Track& t, EventRef e, const LaneView& lane) {
        const auto [at, fresh] = isWait.try_emplace(lane.name(e.row), false);
        if (fresh) {
            const std::string_view name = r.report.text(lane.name(e.row));
            at->second = name.find("Synchronize") != name.npos;
        }
        if (at->second) all[{t.key.host, t.key.pid}].push_back({lane.start(e.row), lane.end(e.row)});
    });
    std::map<std::pair<std::int64_t, std::int64_t>, Intervals> out;
    for (auto& [key, list] : all) out[key] = united(std::move(list));
    return out;
}

/// Whether the stretches fill more than half of a range.
bool fillsMost(const Intervals& a, TimeRange range) {
    auto at =
        std::lower_bound(a.begin(), a.end(), range.begin, [](const TimeRange& r, TimeNs t) { return r.end <= t; });
    TimeNs filled = 0;
    for (; at != a.end() && at->begin < range.end; ++at)
        filled += std::min(at->end, range.end) - std::max(at->begin, range.begin);
    return filled > range.length() / 2;
}

enum Reason : std::size_t { Host, Kernel, Sync, Other, ReasonCount };

struct Gaps {
    std::array<TimeNs, ReasonCount> time{};
    std::array<std::int64_t, ReasonCount> count{};
    std::array<Evidence, ReasonCount> longest{};
};

Table idleBreakdown(const Request& r) {
    const CallIndex calls(r.report);
    const auto waits = waitsByProcess(r);
    static const Intervals kNone;
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    const std::int64_t queued = r.limit > 0 ? r.limit : kKernelWaitNs;
    for (const Track& t : r.report.tree().tracks) {
        if (t.kind != TrackKind::Stream) continue;
        const auto work = workOf(r, t);
        if (work.size() < 2) continue;
        const auto found = waits.find({t.key.host, t.key.pid});
        const Intervals& waiting = found == waits.end() ? kNone : found->second;
        Gaps gaps;
        EventRef longest;
        TimeNs until = kTimeMin, longestGap = 0, idle = 0;
        for (const EventRef e : work) {
            const LaneView lane = r.report.lane(e.lane);
            const TimeRange gap{until, lane.start(e.row)};
            if (until != kTimeMin && gap.begin < gap.end) {
                const std::uint32_t correlation = lane.lane->correlation(e.row);
                const EventRef call = correlation ? calls.find(t.key, correlation) : EventRef{};
                const bool late = call.isValid() && r.report.lane(call.lane).start(call.row) > gap.begin;
                const bool sync = late && fillsMost(waiting, {gap.begin, r.report.lane(call.lane).start(call.row)});
                const Reason why = sync ? Sync : late ? Host : gap.length() < queued ? Kernel : Other;
                gaps.time[why] += gap.length();
                ++gaps.count[why];
                idle += gap.length();
                if (gap.length() > longestGap) longestGap = gap.length(), longest = e;
            }
            until = std::max(until, lane.end(e.row));
        }
        std::vector<Cell> row{deviceText(r.report, t.key), cellOfKey(t.key.context), cellOfKey(t.key.stream), idle};
        for (std::size_t k = 0; k < ReasonCount; ++k) {
            row.emplace_back(gaps.time[k]);
            row.emplace_back(gaps.count[k]);
        }
        row.emplace_back(longestGap);
        rows.push_back(std::move(row));
        evidence.push_back(longest.isValid() ? evidenceOf(r.report, {longest}) : Evidence());
    }
    return listTable(std::move(rows), std::move(evidence), kNoIdle);
}

struct Launch {
    TimeNs call, begin;
    EventRef work;
};

Table launchLatency(const Request& r) {
    std::map<TrackId, std::vector<Launch>> streams;  // by the row of the stream
    for (const Launched& l : launchedWork(r, {TrackKind::StreamKernels, TrackKind::StreamMemory})) {
        const TrackId stream = r.report.track(trackOf(r.report, l.work)).parent;
        streams[stream].push_back(
            {r.report.lane(l.call.lane).start(l.call.row), r.report.lane(l.work.lane).start(l.work.row), l.work});
    }
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (auto& [id, launches] : streams) {
        std::vector<std::int64_t> latencies;
        std::vector<std::pair<TimeNs, int>> steps;  // of the queue
        EventRef slowest;
        TimeNs most = kTimeMin;
        for (const Launch& l : launches) {
            latencies.push_back(l.begin - l.call);
            steps.emplace_back(l.call, 1);
            steps.emplace_back(l.begin, -1);
            if (l.begin - l.call > most) most = l.begin - l.call, slowest = l.work;
        }
        std::sort(steps.begin(), steps.end());
        std::int64_t depth = 0, deepest = 0;
        double weighted = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            depth += steps[i].second;
            deepest = std::max(deepest, depth);
            if (i + 1 < steps.size())
                weighted += static_cast<double>(depth) * static_cast<double>(steps[i + 1].first - steps[i].first);
        }
        const TimeNs length = steps.back().first - steps.front().first;
        const Summary s = summarise(latencies);
        const TrackKey& key = r.report.track(id).key;
        rows.push_back({deviceText(r.report, key), cellOfProcess(r.report, key), cellOfKey(key.context),
                        cellOfKey(key.stream), s.count, s.mean, s.median, s.min, s.max, s.stddev,
                        length > 0 ? Cell(weighted / static_cast<double>(length)) : Cell(), deepest});
        evidence.push_back(evidenceOf(r.report, {slowest}));
    }
    return listTable(std::move(rows), std::move(evidence), MessageCode::NoLaunchedWork);
}

constexpr ColumnInfo kIdleColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Ctx"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "CUDA context")},
    {QT_TRANSLATE_NOOP("Reports", "Strm"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Stream")},
    {QT_TRANSLATE_NOOP("Reports", "Idle (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports",
                       "Gaps between work of the stream; before the first and behind the last nothing counts")},
    {QT_TRANSLATE_NOOP("Reports", "Host Late (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports", "Gaps before work whose call began after the stream had become free: the CPU was not fast enough")},
    {QT_TRANSLATE_NOOP("Reports", "Host Late"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Number of these gaps")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Wait (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports", "Gaps below 30 ns between work that was queued: what the GPU needs from one kernel to the next")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Wait"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Number of these gaps")},
    {QT_TRANSLATE_NOOP("Reports", "Sync (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports", "Gaps as of a late host, of which calls of the process that wait for the GPU took more than half")},
    {QT_TRANSLATE_NOOP("Reports", "Sync"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Number of these gaps")},
    {QT_TRANSLATE_NOOP("Reports", "Other (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports",
         "All other gaps: waiting for another stream, for resources, or for a call that the report does not hold")},
    {QT_TRANSLATE_NOOP("Reports", "Other"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Number of these gaps")},
    {QT_TRANSLATE_NOOP("Reports", "Longest (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "The longest gap"),
     Role::Each},
};

constexpr ColumnInfo kLatencyColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Ctx"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "CUDA context")},
    {QT_TRANSLATE_NOOP("Reports", "Strm"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Stream")},
    {QT_TRANSLATE_NOOP("Reports", "Launches"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Kernels and memory operations whose call is known")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Mean latency, from the begin of the call to the begin of the work"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Med (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median latency"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Min (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest latency"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Max (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest latency"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "StdDev (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Standard deviation of a sample (n − 1)"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Avg Queue"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Mean over time of the work that is launched and has not begun")},
    {QT_TRANSLATE_NOOP("Reports", "Max Queue"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports",
                       "Most work that was launched and had not begun; about 1024 is full, and launches wait"),
     Role::Each},
};

}  // namespace

constinit const Report kIdleBreakdown{
    "idle_breakdown",
    QT_TRANSLATE_NOOP("Reports", "Stream Idle Breakdown"),
    QT_TRANSLATE_NOOP("Reports", "Gaps between the work of each stream by their reason."),
    kIdleColumns,
    idleBreakdown,
    Subject::Overview,
    withoutGpuWork<MessageCode::NoKernels>,
    false,
    {},
    true};
constinit const Report kLaunchLatency{
    "launch_latency",
    QT_TRANSLATE_NOOP("Reports", "Launch Latency and Queue"),
    QT_TRANSLATE_NOOP("Reports",
                      "How long work waits from its call to its begin, and how much of it is queued, by stream."),
    kLatencyColumns,
    launchLatency,
    Subject::Kernels,
    withoutLaunchedWork,
    false,
    {},
    true};

}  // namespace model::reports
