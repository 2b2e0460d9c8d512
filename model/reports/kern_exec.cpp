// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/kern_exec.h"

#include <array>
#include <bit>
#include <numeric>
#include <tuple>
#include <unordered_map>

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

Times timesOf(const LaneView& call, std::size_t callRow, const LaneView& work, std::size_t workRow) {
    return {{call.start(callRow), call.end(callRow), 0, 0, 0, 0}, {work.start(workRow), work.end(workRow), 0, 0, 0, 0}};
}
Times timesOf(const Snapshot& s, const Launched& l) { return {eventAt(s, l.call), eventAt(s, l.work)}; }

/// What is one row of the sums, before streams and versions of calls are put together: rows of the timeline and names.
struct ExecKey {
    TrackId calls, work;
    StringId call, kernel;
    bool operator==(const ExecKey&) const = default;
};
struct ExecHash {
    std::size_t operator()(const ExecKey& k) const {
        constexpr std::uint64_t kPrime = 0x9e3779b97f4a7c15ull;
        const std::uint64_t a = (std::uint64_t{k.calls} << 32 | k.call) * kPrime, b = (std::uint64_t{k.work} << 32 | k.kernel) * kPrime;
        return std::rotl(a, 29) ^ b ^ (b >> 32);
    }
};

struct ExecRow {
    Cell pid, tid, device;
    std::string apiName, kernelName;
    Summary total{}, api{}, queue{}, kernel{};
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

/// Which row of the sums each launch belongs to.
class ExecRows {
public:
    explicit ExecRows(const Request& r) : m_s(r.report), m_namer(r) {}
    std::vector<ExecRow> rows;

    std::uint32_t of(const LaneView& call, std::size_t callRow, const LaneView& work, std::size_t workRow) {
        const ExecKey key{call.lane->track(), work.lane->track(), call.name(callRow), m_namer.id(work, workRow)};
        const auto [at, fresh] = m_byKey.try_emplace(key, 0);
        if (fresh) at->second = rowOf(key);
        return at->second;
    }

private:
    /// Streams of a GPU and versions of a call are one row.
    std::uint32_t rowOf(const ExecKey& key) {
        const TrackKey &call = m_s.track(key.calls).key, &work = m_s.track(key.work).key;
        std::string api(withoutApiVersion(m_s.text(key.call))), kernel = m_namer.text(key.kernel);
        const auto [at, fresh] = m_byText.try_emplace({call.host, call.pid, call.tid, work.device, api, kernel}, static_cast<std::uint32_t>(rows.size()));
        if (fresh) rows.push_back({cellOfKey(call.pid), cellOfKey(call.tid), cellOfKey(work.device), std::move(api), std::move(kernel)});
        return at->second;
    }

    const Snapshot& m_s;
    KernelNamer m_namer;
    std::unordered_map<ExecKey, std::uint32_t, ExecHash> m_byKey;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::string, std::string>, std::uint32_t> m_byText;
};

/// Launches, and the rows they belong to.
struct Execs {
    std::vector<Launched> launches;
    std::vector<std::uint32_t> rowOf;  // by launch
    std::vector<ExecRow> rows;
    std::vector<std::uint32_t> order;  // of the rows: most total time first
};

/// The four times of each row, from its launches put next to each other.
void summariseRows(const Snapshot& s, Execs& e) {
    std::vector<std::size_t> begin(e.rows.size() + 1, 0);
    for (const std::uint32_t row : e.rowOf) ++begin[row + 1];
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    std::vector<std::size_t> at(begin.begin(), begin.end() - 1);
    std::array<std::vector<std::int64_t>, 4> times;  // total, call, queue, kernel
    for (auto& list : times) list.resize(e.launches.size());
    for (std::size_t i = 0; i < e.launches.size(); ++i) {
        const Launched& l = e.launches[i];
        const Times t = timesOf(s.lane(l.call.lane), l.call.row, s.lane(l.work.lane), l.work.row);
        const std::size_t to = at[e.rowOf[i]]++;
        times[0][to] = t.total();
        times[1][to] = t.call.duration();
        times[2][to] = t.queue();
        times[3][to] = t.kernel.duration();
    }
    for (std::size_t row = 0; row < e.rows.size(); ++row) {
        const auto part = [&](std::size_t which) { return std::span(times[which]).subspan(begin[row], begin[row + 1] - begin[row]); };
        const auto queue = part(2);
        const auto waited = std::partition(queue.begin(), queue.end(), [](std::int64_t v) { return v > 0; });
        e.rows[row].total = summarise(part(0));
        e.rows[row].api = summarise(part(1));
        e.rows[row].queue = summarise(queue.first(static_cast<std::size_t>(waited - queue.begin())));
        e.rows[row].kernel = summarise(part(3));
    }
}

Table execSum(const Request& r) {
    auto all = std::make_shared<Execs>();
    all->launches = launchedWork(r, {TrackKind::StreamKernels});
    ExecRows rows(r);
    all->rowOf.reserve(all->launches.size());
    for (const Launched& l : all->launches) all->rowOf.push_back(rows.of(r.report.lane(l.call.lane), l.call.row, r.report.lane(l.work.lane), l.work.row));
    all->rows = std::move(rows.rows);
    summariseRows(r.report, *all);
    all->order.resize(all->rows.size());
    std::iota(all->order.begin(), all->order.end(), 0u);
    std::stable_sort(all->order.begin(), all->order.end(), [&](std::uint32_t a, std::uint32_t b) { return all->rows[a].total.total > all->rows[b].total.total; });
    Table t;
    t.rows = all->rows.size();
    t.cell = [all](std::size_t row, std::size_t column) { return execCell(all->rows[all->order[row]], column); };
    t.evidence = [all, &s = r.report](std::size_t row) {
        std::vector<EventRef> events;
        for (std::size_t i = 0; i < all->launches.size() && events.size() + 2 <= kMostEvidence; ++i) {
            if (all->rowOf[i] != all->order[row]) continue;
            events.push_back(all->launches[i].call);
            events.push_back(all->launches[i].work);
        }
        return evidenceOf(s, std::move(events));
    };
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
