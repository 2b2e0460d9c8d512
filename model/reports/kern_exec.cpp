// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/kern_exec.h"

#include <tuple>

#include "model/api_name.h"
#include "model/reports/launches.h"
#include "model/reports/summary.h"
#include "model/reports/trace.h"
#include "model/translate_noop.h"

namespace model::reports {
namespace {

constexpr const char* kWhy = QT_TRANSLATE_NOOP("Reports", "The report holds no kernels whose launching call it holds, too.");

/// Times of one launch. The queue is the time between the end of the call and the begin of the kernel, if there is any.
struct Times {
    Event call, kernel;
    TimeNs total() const { return std::max(call.end, kernel.end) - call.start; }
    TimeNs queue() const { return std::max<TimeNs>(0, kernel.start - call.end); }
};

Times timesOf(const Snapshot& s, const Launched& l) { return {eventAt(s, l.call), eventAt(s, l.work)}; }

struct ExecRow {
    Cell pid, tid, device;
    Summary total, api, queue, kernel;
    std::string apiName, kernelName;
    std::vector<EventRef> events;
};

struct ExecGroup {
    std::vector<std::int64_t> total, api, queue, kernel;
    std::vector<EventRef> events;
    void add(const Times& t, const Launched& l) {
        total.push_back(t.total());
        api.push_back(t.call.duration());
        if (t.queue() > 0) queue.push_back(t.queue());
        kernel.push_back(t.kernel.duration());
        if (events.size() + 2 > kMostEvidence) return;
        events.push_back(l.call);
        events.push_back(l.work);
    }
};

/// "TAvg", "TMed", … of one of the four times.
Cell statistic(const Summary& s, std::size_t index) {
    if (s.count == 0) return {};
    switch (index) {
    case 0: return s.mean;
    case 1: return s.median;
    case 2: return s.min;
    case 3: return s.max;
    default: return s.stddev;
    }
}

Cell execCell(const ExecRow& row, std::size_t column) {
    switch (column) {
    case 0: return row.pid;
    case 1: return row.tid;
    case 2: return row.device;
    case 3: return row.total.count;
    case 4: return row.queue.count;
    case 25: return row.apiName;
    case 26: return row.kernelName;
    default: break;
    }
    const Summary* parts[] = {&row.total, &row.api, &row.queue, &row.kernel};
    return statistic(*parts[(column - 5) / 5], (column - 5) % 5);
}

Table execSum(const Request& r) {
    using Key = std::tuple<TrackId, TrackId, StringId, StringId>;  // thread's calls, stream's kernels, names
    std::map<Key, ExecGroup> byRow;
    KernelNamer namer(r);
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::string, std::string>, ExecGroup> groups;
    for (const Launched& l : launchedWork(r, {TrackKind::StreamKernels})) {
        const LaneView call = r.report.lane(l.call.lane), work = r.report.lane(l.work.lane);
        byRow[{call.lane->track(), work.lane->track(), call.name(l.call.row), namer.id(work, l.work.row)}].add(timesOf(r.report, l), l);
    }
    // Streams of a GPU and versions of a call are one row.
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    for (auto& [key, g] : byRow) {
        const TrackKey &call = r.report.track(std::get<0>(key)).key, &work = r.report.track(std::get<1>(key)).key;
        ExecGroup& to = groups[{call.host, call.pid, call.tid, work.device, std::string(withoutApiVersion(r.report.text(std::get<2>(key)))), namer.text(std::get<3>(key))}];
        append(to.total, g.total), append(to.api, g.api), append(to.queue, g.queue), append(to.kernel, g.kernel), append(to.events, g.events);
        if (to.events.size() > kMostEvidence) to.events.resize(kMostEvidence);
    }
    auto rows = std::make_shared<std::vector<ExecRow>>();
    for (auto& [key, g] : groups) {
        const auto& [host, pid, tid, device, api, kernel] = key;
        rows->push_back({cellOfKey(pid), cellOfKey(tid), cellOfKey(device), summarise(g.total), summarise(g.api), summarise(g.queue), summarise(g.kernel), api, kernel, g.events});
    }
    std::stable_sort(rows->begin(), rows->end(), [](const ExecRow& a, const ExecRow& b) { return a.total.total > b.total.total; });
    Table t;
    t.rows = rows->size();
    t.cell = [rows](std::size_t row, std::size_t column) { return execCell((*rows)[row], column); };
    t.evidence = [rows, &s = r.report](std::size_t row) { return evidenceOf(s, (*rows)[row].events); };
    if (t.rows == 0) t.why = kWhy;
    return t;
}

Table execTrace(const Request& r) {
    auto launches = std::make_shared<std::vector<Launched>>(launchedWork(r, {TrackKind::StreamKernels}));
    const Snapshot& s = r.report;
    const auto startOf = [&](const Launched& l) { return s.lane(l.call.lane).start(l.call.row); };
    std::stable_sort(launches->begin(), launches->end(), [&](const Launched& a, const Launched& b) { return startOf(a) < startOf(b); });
    auto namer = std::make_shared<KernelNamer>(r);
    struct Readers {
        ArgReader gx, gy, gz, bx, by, bz;
    };
    auto sizes = std::make_shared<Readers>(Readers{{s, "gridX"}, {s, "gridY"}, {s, "gridZ"}, {s, "blockX"}, {s, "blockY"}, {s, "blockZ"}});
    const auto dim3 = [](const ArgReader& x, const ArgReader& y, const ArgReader& z, ArgsId a) -> Cell {
        const auto nx = x.number(a), ny = y.number(a), nz = z.number(a);
        return nx && ny && nz ? Cell(dim3Text(*nx, *ny, *nz)) : Cell();
    };
    Table t;
    t.rows = launches->size();
    t.cell = [launches, namer, sizes, dim3, &s](std::size_t row, std::size_t column) -> Cell {
        const Launched& l = (*launches)[row];
        const Times e = timesOf(s, l);
        const TrackKey &call = s.track(trackOf(s, l.call)).key, &work = s.track(trackOf(s, l.work)).key;
        switch (column) {
        case 0: return e.call.start;
        case 1: return e.call.duration();
        case 2: return e.queue() > 0 ? Cell(e.call.end) : Cell();
        case 3: return e.queue() > 0 ? Cell(e.queue()) : Cell();
        case 4: return e.kernel.start;
        case 5: return e.kernel.duration();
        case 6: return e.total();
        case 7: return cellOfKey(call.pid);
        case 8: return cellOfKey(call.tid);
        case 9: return cellOfKey(work.device);
        case 10: return std::string(withoutApiVersion(s.text(e.call.name)));
        case 11: return dim3(sizes->gx, sizes->gy, sizes->gz, e.kernel.args);
        case 12: return dim3(sizes->bx, sizes->by, sizes->bz, e.kernel.args);
        default: return namer->text(namer->id(s.lane(l.work.lane), l.work.row));
        }
    };
    t.evidence = [launches, &s](std::size_t row) { return evidenceOf(s, {(*launches)[row].call, (*launches)[row].work}); };
    if (t.rows == 0) t.why = kWhy;
    return t;
}

constexpr ColumnInfo kSumColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread that launched")},
    {QT_TRANSLATE_NOOP("Reports", "DevId"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "GPU that executed")},
    {QT_TRANSLATE_NOOP("Reports", "Count"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Kernels")},
    {QT_TRANSLATE_NOOP("Reports", "QCount"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Kernels that waited after their call had returned")},
    {QT_TRANSLATE_NOOP("Reports", "TAvg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean total time: from the begin of the call to the end of the kernel, or of the call if that is later")},
    {QT_TRANSLATE_NOOP("Reports", "TMed (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median total time")},
    {QT_TRANSLATE_NOOP("Reports", "TMin (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest total time")},
    {QT_TRANSLATE_NOOP("Reports", "TMax (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest total time")},
    {QT_TRANSLATE_NOOP("Reports", "TStdDev (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Standard deviation of the total time (n − 1)")},
    {QT_TRANSLATE_NOOP("Reports", "AAvg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration of the call")},
    {QT_TRANSLATE_NOOP("Reports", "AMed (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median duration of the call")},
    {QT_TRANSLATE_NOOP("Reports", "AMin (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest call")},
    {QT_TRANSLATE_NOOP("Reports", "AMax (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest call")},
    {QT_TRANSLATE_NOOP("Reports", "AStdDev (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Standard deviation of the calls (n − 1)")},
    {QT_TRANSLATE_NOOP("Reports", "QAvg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean queue time, from the end of the call to the begin of the kernel; only where it is above 0")},
    {QT_TRANSLATE_NOOP("Reports", "QMed (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median queue time")},
    {QT_TRANSLATE_NOOP("Reports", "QMin (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest queue time")},
    {QT_TRANSLATE_NOOP("Reports", "QMax (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest queue time")},
    {QT_TRANSLATE_NOOP("Reports", "QStdDev (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Standard deviation of the queue time (n − 1)")},
    {QT_TRANSLATE_NOOP("Reports", "KAvg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration of the kernel")},
    {QT_TRANSLATE_NOOP("Reports", "KMed (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median duration of the kernel")},
    {QT_TRANSLATE_NOOP("Reports", "KMin (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest kernel")},
    {QT_TRANSLATE_NOOP("Reports", "KMax (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest kernel")},
    {QT_TRANSLATE_NOOP("Reports", "KStdDev (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Standard deviation of the kernels (n − 1)")},
    {QT_TRANSLATE_NOOP("Reports", "API Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Call that launched")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel")},
};

constexpr ColumnInfo kTraceColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "API Start (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "When the call began")},
    {QT_TRANSLATE_NOOP("Reports", "API Dur (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "How long the call took")},
    {QT_TRANSLATE_NOOP("Reports", "Queue Start (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "When the call had returned, if the kernel had not begun")},
    {QT_TRANSLATE_NOOP("Reports", "Queue Dur (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "How long the kernel waited after that")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Start (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "When the kernel began")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Dur (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "How long the kernel took")},
    {QT_TRANSLATE_NOOP("Reports", "Total Dur (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "From the begin of the call to the end of the kernel, or of the call if that is later")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread that launched")},
    {QT_TRANSLATE_NOOP("Reports", "DevId"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "GPU that executed")},
    {QT_TRANSLATE_NOOP("Reports", "API Function"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Call that launched")},
    {QT_TRANSLATE_NOOP("Reports", "GridXYZ"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Blocks of the grid in three directions")},
    {QT_TRANSLATE_NOOP("Reports", "BlockXYZ"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Threads of a block in three directions")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel")},
};

}  // namespace

const Report kCudaKernExecSum{"cuda_kern_exec_sum", QT_TRANSLATE_NOOP("Reports", "CUDA Kernel Launch & Exec Time Summary"),
                              QT_TRANSLATE_NOOP("Reports", "Kernels by thread, GPU, call and name: the call, the queue between them, and the execution."), kSumColumns, execSum};
const Report kCudaKernExecTrace{"cuda_kern_exec_trace", QT_TRANSLATE_NOOP("Reports", "CUDA Kernel Launch & Exec Time Trace"), QT_TRANSLATE_NOOP("Reports", "Each kernel with its launching call, in order of the calls."),
                                kTraceColumns, execTrace};

}  // namespace model::reports
