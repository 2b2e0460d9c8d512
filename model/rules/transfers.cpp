// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: copies from where they are slow, and allocating while the program should only compute.
#include "model/rules/transfers.h"

#include <fmt/format.h>
#include <tuple>

#include "model/base/api_name.h"
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/copies.h"
#include "model/rules/gaps.h"
#include "model/rules/needs.h"
#include "model/workload/calls.h"
#include "model/workload/steps.h"
#include "model/workload/summary.h"

namespace model::rules {
namespace {

using namespace reports;

/// Smaller copies say more about latency than about bandwidth.
constexpr std::int64_t kLargeCopy = 256 << 10;
constexpr std::int64_t kFewestCalls = 10;

struct Copies {
    TimeNs time = 0;
    std::int64_t bytes = 0, count = 0;
    std::vector<std::pair<TimeNs, std::int64_t>> each;  // ns and bytes
    std::vector<EventRef> events;
};

/// Copies of one direction: those that touch pageable memory, by process, and the best bandwidth of a large pinned one.
struct Direction {
    std::map<std::int64_t, Copies> pageable;
    double pinned = 0;           // bytes a ns; 0 = unknown
    TimeNs shortest = kTimeMax;  // of a pinned copy: no copy takes less
};
using DirectionKey = std::pair<DeviceId, bool>;  // GPU, whether towards the GPU

std::map<DirectionKey, Direction> copiesOf(const Request& r) {
    const CopyFacts read(r.report);
    std::map<DirectionKey, Direction> out;
    forEvents(r, {TrackKind::StreamMemory}, [&](const Track& t, EventRef e, const LaneView& lane) {
        const std::string_view name = r.report.text(lane.name(e.row));
        const ArgsId args = argsAt(lane, e.row);
        const bool in = read.is(CopyFacts::kHostToDevice, "HtoD", args, name),
                   back = read.is(CopyFacts::kDeviceToHost, "DtoH", args, name);
        if (!isCopy(name) || in == back) return;
        Direction& d = out[{{t.key.host, t.key.device}, in}];
        const TimeNs time = durationAt(lane, e.row);
        const std::int64_t bytes = read.bytes.number(args).value_or(0);
        if (read.touchesPageable(args, name)) {
            Copies& c = d.pageable[t.key.pid];
            c.time = saturatingAdd(c.time, time);
            c.bytes = saturatingAdd(c.bytes, bytes);
            ++c.count;
            c.each.emplace_back(time, bytes);
            if (c.events.size() < kMostEvidence) c.events.push_back(e);
        } else if (read.touchesPinned(args, name) && time > 0) {
            d.shortest = std::min(d.shortest, time);
            if (bytes >= kLargeCopy)
                d.pinned = std::max(d.pinned, static_cast<double>(bytes) / static_cast<double>(time));
        }
    });
    return out;
}

/// What the copies would take less if they were pinned; nothing where the bandwidth of such is unknown.
Cell gainOf(const Copies& c, const Direction& d) {
    if (d.pinned <= 0) return {};
    double gain = 0;
    for (const auto& [time, bytes] : c.each)
        if (bytes > 0)
            gain += std::max(0.0, static_cast<double>(time) -
                                      std::max(static_cast<double>(d.shortest), static_cast<double>(bytes) / d.pinned));
    return static_cast<std::int64_t>(std::min(gain, 9e18));
}

Cell bandwidth(double bytesPerNs) { return bytesPerNs > 0 ? Cell(bytesPerNs * 1e9) : Cell(); }

Table pageableCopies(const Request& r) {
    struct Row {
        TimeNs time;
        std::vector<Cell> cells;
        Evidence evidence;
    };
    std::vector<Row> found;
    for (auto& [key, d] : copiesOf(r))
        for (auto& [pid, c] : d.pageable)
            found.push_back({c.time,
                             {gainOf(c, d), c.time, c.count, c.bytes ? Cell(c.bytes) : Cell(),
                              bandwidth(c.time > 0 ? static_cast<double>(c.bytes) / static_cast<double>(c.time) : 0),
                              bandwidth(d.pinned), std::string(key.second ? "Host-to-Device" : "Device-to-Host"),
                              cellOfKey(processNumber(r.report.info(), key.first.host, pid)),
                              deviceText(r.report, key.first.host, key.first.device)},
                             evidenceOf(r.report, std::move(c.events))});
    std::stable_sort(found.begin(), found.end(), [](const Row& a, const Row& b) { return a.time > b.time; });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (Row& f : found) rows.push_back(std::move(f.cells)), evidence.push_back(std::move(f.evidence));
    return listTable(std::move(rows), std::move(evidence), whyNoWork(r));
}

/// When each process should only compute: in its steps behind the first one; without steps in the second half of the
/// time in which it gave GPUs work.
std::map<ProcessId, Intervals> steadyTime(const Request& r) {
    std::map<ProcessId, std::vector<TimeRange>> steps;
    for (const Step& s : stepsOf(r)) steps[{s.host, s.pid}].push_back(s.range);
    std::map<ProcessId, Intervals> out;
    for (const auto& [id, work] : processWork(r)) {
        const auto own = steps.find(id);
        if (own != steps.end() && own->second.size() > 1)
            out[id] = united({own->second.begin() + 1, own->second.end()});
        else out[id] = {{work.window.begin + work.window.length() / 2, work.window.end}};
    }
    return out;
}

Table allocatorChurn(const Request& r) {
    using Key = std::tuple<std::int64_t, std::int64_t, std::string>;  // host, process, call
    struct Sum {
        std::vector<TimeRange> when;
        std::vector<EventRef> events;
        std::int64_t count = 0;
    };
    std::map<ProcessId, Measure> steady;
    for (auto& [id, list] : steadyTime(r)) steady.emplace(id, Measure(std::move(list)));
    std::map<Key, Sum> sums;
    NameTest allocates(r.report, isBlockingAllocation);
    forEvents(r, {TrackKind::CudaApi}, [&](const Track& t, EventRef e, const LaneView& lane) {
        if (!allocates(lane.name(e.row))) return;
        const auto of = steady.find({t.key.host, t.key.pid});
        if (of == steady.end() || of->second.inside({lane.start(e.row), lane.start(e.row) + 1}) == 0) return;
        Sum& s = sums[{t.key.host, t.key.pid, std::string(withoutApiVersion(r.report.text(lane.name(e.row))))}];
        s.when.push_back({lane.start(e.row), lane.end(e.row)});
        ++s.count;
        if (s.events.size() < kMostEvidence) s.events.push_back(e);
    });
    const std::int64_t fewest = r.limit > 0 ? r.limit : kFewestCalls;
    std::vector<std::pair<std::vector<Cell>, Evidence>> found;
    for (auto& [key, s] : sums) {
        if (s.count < fewest) continue;
        const TimeNs time = lengthOf(united(std::move(s.when)));
        found.push_back({{time, s.count, static_cast<double>(time) / static_cast<double>(s.count),
                          cellOfKey(std::get<1>(key)), std::get<2>(key)},
                         evidenceOf(r.report, std::move(s.events))});
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::get<std::int64_t>(a.first[0]) > std::get<std::int64_t>(b.first[0]);
    });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (auto& f : found) rows.push_back(std::move(f.first)), evidence.push_back(std::move(f.second));
    return listTable(std::move(rows), std::move(evidence), whyNoLaunches(r));
}

constexpr ColumnInfo kPageableColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Time that the copies would save from pinned memory; empty where the report holds no large pinned copy to compare with"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Total Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum of the durations of the copies")},
    {QT_TRANSLATE_NOOP("Reports", "Copies"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Size"), Unit::Bytes, QT_TRANSLATE_NOOP("Reports", "Sum of the sizes of the copies"),
     Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Bandwidth (B/s)"), Unit::BytesPerSecond,
     QT_TRANSLATE_NOOP("Reports", "Size by duration of these copies")},
    {QT_TRANSLATE_NOOP("Reports", "Pinned (B/s)"), Unit::BytesPerSecond,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Best bandwidth of a copy of pinned memory of at least 256 KiB, of that GPU and direction in this report")},
    {QT_TRANSLATE_NOOP("Reports", "Direction"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "From where to where")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
};
constexpr ColumnInfo kChurnColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time in which at least one of these calls ran"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Num Calls"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "The same time by the number of calls"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "API Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The function")},
};

}  // namespace

constinit const Rule kPageableCopies{
    {"pageable_copies", QT_TRANSLATE_NOOP("Reports", "Copies of Pageable Memory"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "Copies between host and device, of either kind, from or to pageable host memory, with what pinned memory would save."),
     kPageableColumns, pageableCopies},
    MessageCode::PageableCopiesAdvice,
    MessageCode::PageableCopiesNothing,
    MessageCode::PageableCopiesFormula};
constinit const Rule kAllocatorChurn{
    {"allocator_churn", QT_TRANSLATE_NOOP("Reports", "Allocating While Computing"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "Calls that allocate or free memory of the driver (cudaMalloc, cudaFree, cudaHostAlloc …) behind the first step or, without steps, in the second half of the "
         "time in which a process uses GPUs."),
     kChurnColumns, allocatorChurn},
    MessageCode::AllocatorChurnAdvice,
    MessageCode::AllocatorChurnNothing,
    MessageCode::AllocatorChurnFormula};

}  // namespace model::rules
