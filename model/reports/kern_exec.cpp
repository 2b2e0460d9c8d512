// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/kern_exec.h"

#include <array>
#include <bit>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "model/base/api_name.h"
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/trace.h"
#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr MessageCode kNoLaunches = MessageCode::NoLaunchedKernels;

/// Times of one launch. The queue is the time between the end of the call and the begin of the kernel, if there is any.
struct Times {
    Event call, kernel;
    TimeNs total() const { return std::max(call.end, kernel.end) - call.start; }
    TimeNs queue() const { return std::max<TimeNs>(0, kernel.start - call.end); }
};

Times timesOf(const Snapshot& s, const Launched& l) { return {eventAt(s, l.call), eventAt(s, l.work)}; }

/// What is one row of the sums: a thread by its row of calls, a GPU by the first row of kernels on it, a call without
/// its version.
struct ExecKey {
    TrackId calls, device;
    StringId call, kernel;
    bool operator==(const ExecKey&) const = default;
};
struct ExecHash {
    std::size_t operator()(const ExecKey& k) const {
        constexpr std::uint64_t kPrime = 0x9e3779b97f4a7c15ull;
        const std::uint64_t a = (std::uint64_t{k.calls} << 32 | k.call) * kPrime;
        const std::uint64_t b = (std::uint64_t{k.device} << 32 | k.kernel) * kPrime;
        const std::uint64_t h = (std::rotl(a, 29) ^ b) * kPrime;
        return h ^ (h >> 32);
    }
};

struct ExecTimesSum {
    Summary total, api, queue, kernel;
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

/// The rows of the sums, numbered as they come: a hash table of numbers, as most launches find their row there.
class ExecRows {
public:
    explicit ExecRows(const Snapshot& s) : m_s(s), m_slots(1024) {
        std::map<std::int64_t, TrackId> devices;
        m_deviceOf.resize(s.trackCount(), kNoTrack);
        for (const TrackId t : tracksOf(s, {TrackKind::StreamKernels}))
            m_deviceOf[t] = devices.try_emplace(s.track(t).key.device, t).first->second;
    }
    std::vector<ExecKey> keys;  // by row

    std::uint32_t of(TrackId calls, TrackId work, StringId call, StringId kernel) {
        const ExecKey key{calls, m_deviceOf[work], withoutVersion(call), kernel};
        std::uint32_t& slot = slotOf(key);
        if (slot) return slot - 1;
        keys.push_back(key);
        slot = static_cast<std::uint32_t>(keys.size());
        if (2 * keys.size() > m_slots.size()) grow();
        return static_cast<std::uint32_t>(keys.size()) - 1;
    }

private:
    std::uint32_t& slotOf(const ExecKey& key) {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t at = ExecHash()(key) & mask;
        while (m_slots[at] && keys[m_slots[at] - 1] != key) at = (at + 1) & mask;
        return m_slots[at];
    }
    void grow() {
        m_slots.assign(4 * m_slots.size(), 0);
        for (std::uint32_t i = 0; i < keys.size(); ++i) slotOf(keys[i]) = i + 1;
    }
    /// The first name of that call, whatever its version.
    StringId withoutVersion(StringId call) {
        if (call < m_callOf.size() && m_callOf[call]) return m_callOf[call];
        if (call >= m_callOf.size()) m_callOf.resize(call + std::size_t{1}, 0);
        return m_callOf[call] = m_calls.try_emplace(withoutApiVersion(m_s.text(call)), call).first->second;
    }

    const Snapshot& m_s;
    std::vector<std::uint32_t> m_slots;  // number of a row + 1; a power of two of them
    std::vector<TrackId> m_deviceOf;     // by track
    std::vector<StringId> m_callOf;      // by name
    std::unordered_map<std::string_view, StringId> m_calls;
};

/// A launch on its way into the sums.
struct ExecTimes {
    TimeNs call, wait,
        kernel;  // `wait` from the end of the call to the begin of the kernel: below 0 if that began before
    TimeNs total() const { return std::max(call, call + wait + kernel); }
};

struct Execs {
    explicit Execs(const Request& r) : request(r), calls(r.report), namer(r), rows(r.report) { request.stop = {}; }
    Request request;
    CallIndex calls;
    KernelNamer namer;
    ExecRows rows;
    HugeVector<ExecTimesSum> sums;     // by row
    HugeVector<std::uint32_t> rowOf;   // by kernel, in the order of forEvents()
    std::vector<std::uint32_t> order;  // of the rows: most total time first

    Cell cell(std::uint32_t row, std::size_t column) const;
    Evidence evidence(std::uint32_t row) const;
};
constexpr std::uint32_t kNoRow = 0xffffffff;  // of a kernel whose call is not there

Cell Execs::cell(std::uint32_t row, std::size_t column) const {
    const Snapshot& s = request.report;
    const ExecKey& key = rows.keys[row];
    const ExecTimesSum& sum = sums[row];
    switch (column) {
    case 0: return cellOfProcess(s, s.track(key.calls).key);
    case 1: return cellOfKey(s.track(key.calls).key.tid);
    case 2: return cellOfKey(s.track(key.device).key.device);
    case 3: return sum.total.count;
    case 4: return sum.queue.count;
    case 25: return std::string(withoutApiVersion(s.text(key.call)));
    case 26: return namer.text(key.kernel);
    default: break;
    }
    const Summary* parts[] = {&sum.total, &sum.api, &sum.queue, &sum.kernel};
    return statistic(*parts[(column - 5) / 5], (column - 5) % 5);
}

Evidence Execs::evidence(std::uint32_t row) const {
    std::vector<EventRef> events;
    std::size_t kernel = 0;
    forEvents(request, {TrackKind::StreamKernels}, [&](const Track& t, EventRef work, const LaneView& lane) {
        if (kernel >= rowOf.size() || rowOf[kernel++] != row || events.size() + 2 > kMostEvidence) return;
        events.push_back(calls.find(t.key, lane.lane->correlation(work.row)));
        events.push_back(work);
    });
    return evidenceOf(request.report, std::move(events));
}

std::size_t countKernels(const Request& r) {
    std::size_t n = 0;
    for (const TrackId track : tracksOf(r.report, {TrackKind::StreamKernels}))
        for (const auto* lanes : {&r.report.track(track).lanes, &r.report.track(track).overflow})
            for (const LaneId id : *lanes) n += rowsOverlapping(r.report.lane(id), r.range).count();
    return n;
}

/// Finds the row of each kernel and what its launch adds to that. Linear.
HugeVector<ExecTimes> launchTimes(Execs& e, const std::stop_token& stop) {
    HugeVector<ExecTimes> out;
    Request r = e.request;
    r.stop = stop;
    out.reserve(countKernels(r));
    e.rowOf.reserve(out.capacity());
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track& t, EventRef work, const LaneView& lane) {
        const std::uint32_t correlation = lane.lane->correlation(work.row);
        const EventRef call = correlation ? e.calls.find(t.key, correlation) : EventRef{};
        e.rowOf.push_back(kNoRow);
        if (!call.isValid()) return;
        const LaneView calls = r.report.lane(call.lane);
        const StringId kernel = KernelNamer::isPlain(r) ? lane.name(work.row) : e.namer.id(lane, work.row);
        e.rowOf.back() = e.rows.of(calls.lane->track(), t.id, calls.name(call.row), kernel);
        const TimeNs begin = calls.start(call.row), end = calls.end(call.row), start = lane.start(work.row);
        out.push_back({end - begin, start - end, lane.end(work.row) - start});
    });
    return out;
}

/// The four times of each row, from its launches brought together.
void summariseRows(const HugeVector<ExecTimes>& launches, Execs& e) {
    const std::size_t rows = e.rows.keys.size();
    std::vector<std::uint32_t> next(rows + 1, 0);
    for (const std::uint32_t row : e.rowOf)
        if (row != kNoRow) ++next[row + 1];
    for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    HugeVector<std::uint32_t> byRow(launches.size());
    std::uint32_t launch = 0;
    for (const std::uint32_t row : e.rowOf)
        if (row != kNoRow) byRow[next[row]++] = launch++;
    std::array<std::vector<std::int64_t>, 4> times;
    e.sums.reserve(rows);
    for (std::size_t row = 0, i = 0; row < rows; ++row) {  // next[row] is the end of its launches by now
        for (auto& list : times) list.clear();
        for (; i < next[row]; ++i) {
            const ExecTimes& t = launches[byRow[i]];
            times[0].push_back(t.total());
            times[1].push_back(t.call);
            if (t.wait > 0) times[2].push_back(t.wait);
            times[3].push_back(t.kernel);
        }
        e.sums.push_back({summarise(times[0]), summarise(times[1]), summarise(times[2]), summarise(times[3])});
    }
}

Table execSum(const Request& r) {
    const auto all = std::make_shared<Execs>(r);
    summariseRows(launchTimes(*all, r.stop), *all);
    const auto& sums = all->sums;
    all->order.resize(sums.size());
    std::iota(all->order.begin(), all->order.end(), 0u);
    std::stable_sort(all->order.begin(), all->order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return sums[a].total.total > sums[b].total.total; });
    Table t;
    t.rows = sums.size();
    t.cell = [all](std::size_t row, std::size_t column) { return all->cell(all->order[row], column); };
    t.evidence = [all](std::size_t row) { return all->evidence(all->order[row]); };
    if (t.rows == 0) t.why = kNoLaunches;
    return t;
}

Table execTrace(const Request& r) {
    auto launches = std::make_shared<std::vector<Launched>>(launchedWork(r, {TrackKind::StreamKernels}));
    const Snapshot& s = r.report;
    const auto startOf = [&](const Launched& l) { return s.lane(l.call.lane).start(l.call.row); };
    std::stable_sort(launches->begin(), launches->end(),
                     [&](const Launched& a, const Launched& b) { return startOf(a) < startOf(b); });
    auto namer = std::make_shared<KernelNamer>(r);
    struct Readers {
        ArgReader gx, gy, gz, bx, by, bz;
    };
    auto sizes = std::make_shared<Readers>(
        Readers{{s, "gridX"}, {s, "gridY"}, {s, "gridZ"}, {s, "blockX"}, {s, "blockY"}, {s, "blockZ"}});
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
        case 7: return cellOfProcess(s, call);
        case 8: return cellOfKey(call.tid);
        case 9: return cellOfKey(work.device);
        case 10: return std::string(withoutApiVersion(s.text(e.call.name)));
        case 11: return dim3(sizes->gx, sizes->gy, sizes->gz, e.kernel.args);
        case 12: return dim3(sizes->bx, sizes->by, sizes->bz, e.kernel.args);
        default: return namer->text(namer->id(s.lane(l.work.lane), l.work.row));
        }
    };
    t.evidence = [launches, &s](std::size_t row) {
        return evidenceOf(s, {(*launches)[row].call, (*launches)[row].work});
    };
    if (t.rows == 0) t.why = kNoLaunches;
    return t;
}

constexpr ColumnInfo kExecSumColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread that launched")},
    {QT_TRANSLATE_NOOP("Reports", "DevId"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "GPU that executed")},
    {QT_TRANSLATE_NOOP("Reports", "Count"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Kernels")},
    {QT_TRANSLATE_NOOP("Reports", "QCount"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Kernels that waited after their call had returned")},
    {QT_TRANSLATE_NOOP("Reports", "TAvg (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Mean total time: from the begin of the call to the end of the kernel, or of the call if that is later"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "TMed (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median total time"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "TMin (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest total time"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "TMax (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest total time"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "TStdDev (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Standard deviation of the total time (n − 1)"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "AAvg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration of the call"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "AMed (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median duration of the call"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "AMin (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest call"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "AMax (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest call"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "AStdDev (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Standard deviation of the calls (n − 1)"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "QAvg (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports", "Mean queue time, from the end of the call to the begin of the kernel; only where it is above 0"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "QMed (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median queue time"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "QMin (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest queue time"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "QMax (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest queue time"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "QStdDev (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Standard deviation of the queue time (n − 1)"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "KAvg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration of the kernel"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "KMed (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median duration of the kernel"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "KMin (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest kernel"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "KMax (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest kernel"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "KStdDev (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Standard deviation of the kernels (n − 1)"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "API Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Call that launched")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
};

constexpr ColumnInfo kTraceColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "API Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When the call began")},
    {QT_TRANSLATE_NOOP("Reports", "API Dur (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "How long the call took")},
    {QT_TRANSLATE_NOOP("Reports", "Queue Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When the call had returned, if the kernel had not begun")},
    {QT_TRANSLATE_NOOP("Reports", "Queue Dur (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long the kernel waited after that")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When the kernel began")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Dur (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long the kernel took")},
    {QT_TRANSLATE_NOOP("Reports", "Total Dur (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports",
                       "From the begin of the call to the end of the kernel, or of the call if that is later")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread that launched")},
    {QT_TRANSLATE_NOOP("Reports", "DevId"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "GPU that executed")},
    {QT_TRANSLATE_NOOP("Reports", "API Function"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Call that launched")},
    {QT_TRANSLATE_NOOP("Reports", "GridXYZ"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Blocks of the grid in three directions")},
    {QT_TRANSLATE_NOOP("Reports", "BlockXYZ"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Threads of a block in three directions")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
};

}  // namespace

constinit const Report kCudaKernExecSum{
    "cuda_kern_exec_sum",
    QT_TRANSLATE_NOOP("Reports", "CUDA Kernel Launch & Exec Time Summary"),
    QT_TRANSLATE_NOOP("Reports",
                      "Kernels by thread, GPU, call and name: the call, the queue between them, and the execution."),
    kExecSumColumns,
    execSum,
    Subject::Kernels,
    withoutLaunchedKernels,
    false,
    Wanted::of({TrackKind::CudaApi, TrackKind::StreamKernels}, kCorrelationColumn)};
constinit const Report kCudaKernExecTrace{
    "cuda_kern_exec_trace",
    QT_TRANSLATE_NOOP("Reports", "CUDA Kernel Launch & Exec Time Trace"),
    QT_TRANSLATE_NOOP("Reports", "Each kernel with its launching call, in order of the calls."),
    kTraceColumns,
    execTrace,
    Subject::Kernels,
    withoutLaunchedKernels,
    false,
    Wanted::of({TrackKind::CudaApi, TrackKind::StreamKernels}, kCorrelationColumn | kArgsColumn)};

}  // namespace model::reports
