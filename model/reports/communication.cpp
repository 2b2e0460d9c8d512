// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives: how much, how fast, and how much of it is not hidden behind computing. Memory: how much at most.
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/workload/collectives.h"
#include "model/workload/intervals.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

/// What the wires carry for each byte of a collective among n ranks, as nccl-tests define bus bandwidth.
std::optional<double> busFactor(std::string_view collective, std::int64_t n) {
    const bool depends = collective == "allreduce" || collective == "allgather" || collective == "reducescatter" ||
                         collective == "alltoall";
    if (!depends || n == 1) return 1;
    if (n < 1) return {};  // not known
    const double share = static_cast<double>(n - 1) / static_cast<double>(n);
    if (collective == "allreduce") return 2 * share;
    return share;
}

struct Sum {
    std::vector<std::int64_t> times;
    std::vector<TimeRange> when;
    std::vector<EventRef> events;
    std::int64_t bytes = 0, sized = 0;
    TimeNs sizedTime = 0;
    double busBytes = 0;
    bool busIsKnown = true;
};

Table ncclSum(const Request& r) {
    struct Key {
        DeviceId device;
        std::string what;
        std::int64_t ranks;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, Sum> sums;
    Communication communication(r.report);
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
        if (!communication(lane, e.row)) return;
        const Collective c = communication.collective(lane, e.row);
        Sum& sum = sums[{{t.key.host, t.key.device},
                         std::string(c.which.empty() ? r.report.text(lane.name(e.row)) : c.which),
                         c.ranks}];
        const TimeNs time = durationAt(lane, e.row);
        sum.times.push_back(time);
        sum.when.push_back({lane.start(e.row), lane.end(e.row)});
        if (sum.events.size() < kMostEvidence) sum.events.push_back(e);
        if (c.bytes) {
            sum.bytes += *c.bytes;
            ++sum.sized;
            sum.sizedTime += time;
            const auto factor = busFactor(c.which, c.ranks);
            sum.busIsKnown &= factor.has_value();
            sum.busBytes += static_cast<double>(*c.bytes) * factor.value_or(0);
        }
    });
    Request whole = r;
    const auto work = sums.empty() ? std::map<DeviceId, DeviceWork>() : deviceWork(whole);
    std::vector<std::pair<TimeNs, std::pair<std::vector<Cell>, Evidence>>> rows;
    for (auto& [key, sum] : sums) {
        const Summary s = summarise(sum.times);
        const TimeNs exposed = lengthOf(without(united(sum.when), work.at(key.device).compute));
        const auto rate = [time = sum.sizedTime](double bytes) {
            return time > 0 ? Cell(bytes * 1e9 / static_cast<double>(time)) : Cell();
        };
        TrackKey device;
        device.host = key.device.host;
        device.device = key.device.device;
        rows.push_back({s.total,
                        {{deviceText(r.report, device), key.what, key.ranks ? Cell(key.ranks) : Cell(), s.count,
                          s.total, s.mean, s.median, s.min, s.max, exposed, sum.sized ? Cell(sum.bytes) : Cell(),
                          sum.sized ? rate(static_cast<double>(sum.bytes)) : Cell(),
                          sum.sized && sum.busIsKnown ? rate(sum.busBytes) : Cell()},
                         evidenceOf(r.report, sum.events)}});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::vector<Cell>> cells;
    std::vector<Evidence> evidence;
    for (auto& row : rows)
        cells.push_back(std::move(row.second.first)), evidence.push_back(std::move(row.second.second));
    return listTable(std::move(cells), std::move(evidence), MessageCode::NoCommunicationInTime);
}

Table memorySum(const Request& r) {
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const Track& t : r.report.tree().tracks) {
        if (t.kind != TrackKind::MemoryUsage || t.counter == kNoCounter) continue;
        const CounterView c = r.report.counter(t.counter);
        double peak = 0, area = 0, last = 0;
        TimeNs at = 0, from = 0, covered = 0;
        bool any = false, seen = false;
        const auto hold = [&](TimeNs until) {
            if (!any) return;
            area += last * static_cast<double>(until - from);
            covered += until - from;
        };
        for (std::size_t i = 0; i < c.rows; ++i) {
            const TimeNs time = c.series->time()[i];
            const double value = c.series->value()[i];
            if (time >= r.range.end) break;
            const TimeNs begin = std::max(time, r.range.begin);
            if (time >= r.range.begin) hold(begin);
            from = begin;
            last = value;
            any = true;
            const bool inside = i + 1 >= c.rows || c.series->time()[i + 1] > r.range.begin;  // it holds into the range
            if (inside && (!seen || value > peak)) peak = value, at = begin, seen = true;
        }
        hold(std::min(r.range.end, std::max(from, r.report.range().end)));
        if (!any) continue;
        rows.push_back({deviceText(r.report, t.key), cellOfProcess(r.report, t.key),
                        std::string(t.name ? r.report.text(t.name) : std::string_view()),
                        static_cast<std::int64_t>(peak), at,
                        covered > 0 ? Cell(static_cast<std::int64_t>(area / static_cast<double>(covered))) : Cell(),
                        static_cast<std::int64_t>(last)});
        evidence.push_back({{}, {at, at + 1}});
    }
    return listTable(std::move(rows), std::move(evidence), MessageCode::NoMemoryCurve);
}

constexpr ColumnInfo kNcclColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Collective"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Which collective, or the kernel where that is not known")},
    {QT_TRANSLATE_NOOP("Reports", "Ranks"), Unit::Number,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Size of the process group, where the report has it; of a communicator that was made before the report began, the ranks that use it in the report")},
    {QT_TRANSLATE_NOOP("Reports", "Instances"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Total Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum of the durations; waiting for other ranks is part of it")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Med (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Min (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Max (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Exposed (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Wall clock time of these during which no other kernel ran on the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Size"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports",
                       "Sum of the message sizes (the larger of input and output), where the report has them"),
     Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Algbw (B/s)"), Unit::BytesPerSecond,
     QT_TRANSLATE_NOOP("Reports", "Algorithm bandwidth: size by duration")},
    {QT_TRANSLATE_NOOP("Reports", "Busbw (B/s)"), Unit::BytesPerSecond,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Bus bandwidth as nccl-tests define it: algorithm bandwidth times 2(n − 1)/n for an allreduce, (n − 1)/n for allgather, reducescatter and alltoall")},
};

constexpr ColumnInfo kMemoryColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Curve"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Which curve of memory")},
    {QT_TRANSLATE_NOOP("Reports", "Peak"), Unit::Bytes, QT_TRANSLATE_NOOP("Reports", "The most that was in use")},
    {QT_TRANSLATE_NOOP("Reports", "Peak Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When that was first so")},
    {QT_TRANSLATE_NOOP("Reports", "Mean"), Unit::Bytes, QT_TRANSLATE_NOOP("Reports", "Mean over time")},
    {QT_TRANSLATE_NOOP("Reports", "Last"), Unit::Bytes, QT_TRANSLATE_NOOP("Reports", "What was in use at the end")},
};

}  // namespace

constinit const Report kNcclSum{
    "nccl_sum",
    QT_TRANSLATE_NOOP("Reports", "Communication Summary"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Communication between GPUs by collective and GPU, of whatever library: times, sizes, bandwidth, and how much is not hidden behind other kernels."),
    kNcclColumns,
    ncclSum,
    Subject::Communication,
    [](const Contents& c) {
        return c.hasCommunication() && c.has(TrackKind::StreamKernels) ? MessageCode::Nothing
                                                                       : MessageCode::NoCommunication;
    }};
constinit const Report kMemorySum{
    "memory_sum",
    QT_TRANSLATE_NOOP("Reports", "Memory Summary"),
    QT_TRANSLATE_NOOP("Reports", "Device memory by GPU, process and curve: peak, mean and end."),
    kMemoryColumns,
    memorySum,
    Subject::Memory,
    without<MessageCode::NoMemoryCurve, TrackKind::MemoryUsage>};

}  // namespace model::reports
