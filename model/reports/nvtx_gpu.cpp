// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges as the GPU saw them: the work that was launched inside of them.
#include <array>
#include <memory>
#include <tuple>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/nvtx.h"
#include "model/reports/samples.h"
#include "model/roofline/mfu_columns.h"
#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr MessageCode kNoProjection = MessageCode::NoRangesWithWork;

/// GPU work by the calls that launched it, of one thread or of one process.
struct Op {
    TimeNs callStart, callEnd;
    EventRef work;
};

class Ops {
public:
    Ops(const Request& r, std::initializer_list<TrackKind> kinds) {
        const bool processRanges = !tracksOf(r.report, {TrackKind::ProcessNvtx}).empty();
        const TimeRange whole = r.report.whole();
        for (const Launched& l : launchedWork({r.report, whole, r.names, 0, r.stop}, kinds)) {
            const LaneView call = r.report.lane(l.call.lane);
            const TrackKey& key = r.report.track(call.lane->track()).key;
            const Op op{call.start(l.call.row), call.end(l.call.row), l.work};
            m_ofThread[{key.host, key.pid, key.tid}].push_back(op);
            if (processRanges) m_ofProcess[{key.host, key.pid, 0}].push_back(op);
        }
        const auto byStart = [](const Op& a, const Op& b) { return a.callStart < b.callStart; };
        for (auto* all : {&m_ofThread, &m_ofProcess})
            for (auto& [key, ops] : *all)  // a thread that launches on one stream has them in order
                if (!std::is_sorted(ops.begin(), ops.end(), byStart)) std::stable_sort(ops.begin(), ops.end(), byStart);
    }
    std::span<const Op> of(const Track& t) const {
        const bool thread = isThreadRangeRow(t.kind);
        const auto& all = thread ? m_ofThread : m_ofProcess;
        const auto found = all.find({t.key.host, t.key.pid, thread ? t.key.tid : 0});
        return found == all.end() ? std::span<const Op>() : std::span<const Op>(found->second);
    }

private:
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
    std::map<Key, HugeVector<Op>> m_ofThread, m_ofProcess;
};

/// Calls use(range, op) for the work of each range: its call lies inside. Ranges of a row come in order of start.
template <class F>
void forWork(const Request& r, const HugeVector<NvtxRange>& ranges, const Ops& ops, F&& use) {
    TrackId track = kNoTrack;
    std::span<const Op> list;
    std::size_t first = 0;
    for (std::uint32_t i = 0; i < ranges.size(); ++i) {
        const LaneView lane = r.report.lane(ranges[i].event.lane);
        if (lane.lane->track() != track) {
            track = lane.lane->track();
            list = ops.of(r.report.track(track));
            first = 0;
        }
        const TimeNs start = lane.start(ranges[i].event.row), end = lane.end(ranges[i].event.row);
        while (first < list.size() && list[first].callStart < start) ++first;
        for (std::size_t k = first; k < list.size() && list[k].callStart < end; ++k)
            if (list[k].callEnd <= end) use(i, list[k]);
    }
}

/// A range on the GPU: from the first begin to the last end of its work.
struct Projected {
    std::uint32_t range;  // index
    TimeNs start = kTimeMax, end = kTimeMin;
    std::int64_t ops = 0;
    std::uint32_t firstWork = 0, endOfWork = 0;  // in Projection::work
};

struct Projection {
    HugeVector<NvtxRange> ranges;
    HugeVector<Projected> projected;  // only those with work
    std::unique_ptr<const roofline::CountedWork> counted;
    HugeVector<const roofline::KernelWork*> work;  // of kernels whose work is known

    roofline::WorkSum workOf(const Projected& one) const {
        roofline::WorkSum out;
        for (std::uint32_t i = one.firstWork; i < one.endOfWork; ++i) out.add(*work[i]);
        return out;
    }
};

Projection project(const Request& r) {
    Projection out;
    out.ranges = nvtxRanges(r, kRangeRows);
    const Ops ops(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs});
    out.counted = std::make_unique<const roofline::CountedWork>(r);
    forWork(r, out.ranges, ops, [&](std::uint32_t range, const Op& op) {
        if (out.projected.empty() || out.projected.back().range != range) {
            out.projected.push_back({range});
            out.projected.back().firstWork = static_cast<std::uint32_t>(out.work.size());
        }
        Projected& p = out.projected.back();
        const LaneView work = r.report.lane(op.work.lane);
        p.start = std::min(p.start, work.start(op.work.row));
        p.end = std::max(p.end, work.end(op.work.row));
        ++p.ops;
        if (const roofline::KernelWork* done = out.counted->find(op.work)) out.work.push_back(done);
        p.endOfWork = static_cast<std::uint32_t>(out.work.size());
    });
    return out;
}

struct ProjRow {
    std::string label, style, kind;
    Summary projected;
    std::int64_t rangeTime = 0, ops = 0, levels = 0, children = 0;
    roofline::WorkSum work;
    std::vector<EventRef> events;
};

Cell mfuCell(const roofline::WorkSum& work, TimeNs time, std::size_t column) {
    std::vector<Cell> cells;
    roofline::appendMfu(cells, work, static_cast<double>(time) * 1e-9);
    return cells[column];
}

Cell projCell(const ProjRow& row, std::size_t column) {
    const auto mean = [&](std::int64_t v) { return static_cast<double>(v) / static_cast<double>(row.projected.count); };
    switch (column) {
    case 0: return row.label;
    case 1: return row.style;
    case 2: return row.projected.total;
    case 3: return row.rangeTime;
    case 4: return row.projected.count;
    case 5: return row.projected.mean;
    case 6: return row.projected.median;
    case 7: return row.projected.min;
    case 8: return row.projected.max;
    case 9: return row.projected.stddev;
    case 10: return row.ops;
    case 11: return mean(row.ops);
    case 12: return mean(row.levels);
    case 13: return mean(row.children);
    case 14: return row.kind;
    default: return mfuCell(row.work, row.projected.total, column - 15);
    }
}

Table projSum(const Request& r) {
    const Projection p = project(r);
    const auto names = baseNamesFor(r);
    struct Sum {
        std::vector<std::int64_t> times;
        ProjRow row;
    };
    std::map<std::array<std::string, 3>, Sum> sums;
    for (const Projected& one : p.projected) {
        const NvtxRange& n = p.ranges[one.range];
        const Event e = eventAt(r.report, n.event);
        const Track& t = r.report.track(trackOf(r.report, n.event));
        Sum& sum =
            sums[{names ? rangeLabel(r.report, t, names->text(names->first(e.name))) : rangeLabel(r.report, t, e.name),
                  rangeStyle(t.kind), std::string(rangeKind(r.report, t))}];
        sum.times.push_back(one.end - one.start);
        sum.row.rangeTime += e.duration();
        sum.row.ops += one.ops;
        sum.row.work.add(p.workOf(one));
        sum.row.levels += n.level;
        sum.row.children += n.children;
        if (sum.row.events.size() < kMostEvidence) sum.row.events.push_back(n.event);
    }
    auto rows = std::make_shared<std::vector<ProjRow>>();
    for (auto& [key, sum] : sums) {
        sum.row.label = key[0];
        sum.row.style = key[1];
        sum.row.kind = key[2];
        sum.row.projected = summarise(sum.times);
        rows->push_back(std::move(sum.row));
    }
    std::stable_sort(rows->begin(), rows->end(),
                     [](const ProjRow& a, const ProjRow& b) { return a.projected.total > b.projected.total; });
    Table t;
    t.rows = rows->size();
    t.cell = [rows](std::size_t row, std::size_t column) { return projCell((*rows)[row], column); };
    t.evidence = [rows, &s = r.report](std::size_t row) { return evidenceOf(s, (*rows)[row].events); };
    if (t.rows == 0) t.why = kNoProjection;
    return t;
}

Table projTrace(const Request& r) {
    auto p = std::make_shared<Projection>(project(r));
    std::stable_sort(p->projected.begin(), p->projected.end(),
                     [](const Projected& a, const Projected& b) { return a.start < b.start; });
    const Snapshot& s = r.report;
    Table t;
    t.rows = p->projected.size();
    t.cell = [p, &s](std::size_t row, std::size_t column) -> Cell {
        const Projected& one = p->projected[row];
        const NvtxRange& n = p->ranges[one.range];
        const Event e = eventAt(s, n.event);
        const Track& track = s.track(trackOf(s, n.event));
        switch (column) {
        case 0: return rangeLabel(s, track, e.name);
        case 1: return one.start;
        case 2: return one.end - one.start;
        case 3: return e.start;
        case 4: return e.duration();
        case 5: return std::string(rangeStyle(track.kind));
        case 6: return cellOfProcess(s, track.key);
        case 7: return cellOfKey(track.key.tid);
        case 8: return one.ops;
        case 9: return std::int64_t{n.level};
        case 10: return std::int64_t{n.children};
        case 11: return std::int64_t{one.range} + 1;
        case 12: return n.parent == NvtxRange::kNoParent ? Cell() : Cell(std::int64_t{n.parent} + 1);
        case 13: {
            std::vector<std::uint32_t> ids;
            for (std::uint32_t i = one.range; i != NvtxRange::kNoParent; i = p->ranges[i].parent) ids.push_back(i + 1);
            std::string out;
            for (auto id = ids.rbegin(); id != ids.rend(); ++id) out += ':' + std::to_string(*id);
            return out;
        }
        case 14: return std::string(rangeKind(s, track));
        default: return mfuCell(p->workOf(one), one.end - one.start, column - 15);
        }
    };
    t.evidence = [p, &s](std::size_t row) {
        Evidence e = evidenceOf(s, {p->ranges[p->projected[row].range].event});
        return e;
    };
    if (t.rows == 0) t.why = kNoProjection;
    return t;
}

struct KernRow {
    std::string range, style, kind;
    Cell pid, tid;
    std::int64_t instances = 0;
    Summary kernels;
    std::string kernel;
    std::vector<EventRef> events;
};

Cell kernCell(const KernRow& row, std::size_t column) {
    switch (column) {
    case 0: return row.range;
    case 1: return row.style;
    case 2: return row.pid;
    case 3: return row.tid;
    case 4: return row.instances;
    case 5: return row.kernels.count;
    case 6: return row.kernels.total;
    case 7: return row.kernels.mean;
    case 8: return row.kernels.median;
    case 9: return row.kernels.min;
    case 10: return row.kernels.max;
    case 11: return row.kernels.stddev;
    case 12: return row.kernel;
    default: return row.kind;
    }
}

/// Kernels of one name in the ranges of one name on one row of the timeline.
struct KernGroup {
    TrackId track;
    StringId range, kernel;
    std::vector<std::int64_t> times{};
    std::vector<EventRef> events{};
    std::int64_t instances = 0;
    std::uint32_t last = NvtxRange::kNoParent;  // range that was counted
    auto key() const { return std::tuple(track, range, kernel); }
};

/// In order of their keys.
std::vector<KernGroup> kernGroups(const Request& r, KernelNamer& namer) {
    const auto ranges = nvtxRanges(r, kRangeRows);
    const Ops ops(r, {TrackKind::StreamKernels});
    std::vector<KernGroup> out;
    std::unordered_map<std::uint64_t, std::size_t> index;  // by range and kernel, of one row of the timeline
    forWork(r, ranges, ops, [&](std::uint32_t i, const Op& op) {
        const LaneView lane = r.report.lane(ranges[i].event.lane), work = r.report.lane(op.work.lane);
        const StringId range = lane.name(ranges[i].event.row), kernel = namer.id(work, op.work.row);
        if (!out.empty() && out.back().track != lane.lane->track()) index.clear();
        const auto [at, fresh] = index.try_emplace(std::uint64_t{range} << 32 | kernel, out.size());
        if (fresh) out.push_back({lane.lane->track(), range, kernel});
        KernGroup& g = out[at->second];
        g.times.push_back(durationAt(work, op.work.row));
        if (g.events.size() < kMostEvidence) g.events.push_back(op.work);
        g.instances += g.last != i;
        g.last = i;
    });
    std::sort(out.begin(), out.end(), [](const KernGroup& a, const KernGroup& b) { return a.key() < b.key(); });
    return out;
}

Table kernSum(const Request& r) {
    KernelNamer namer(r);
    auto rows = std::make_shared<std::vector<KernRow>>();
    for (KernGroup& g : kernGroups(r, namer)) {
        const Track& t = r.report.track(g.track);
        rows->push_back({rangeLabel(r.report, t, g.range), rangeStyle(t.kind), std::string(rangeKind(r.report, t)),
                         cellOfProcess(r.report, t.key), cellOfKey(t.key.tid), g.instances, summarise(g.times),
                         namer.text(g.kernel), std::move(g.events)});
    }
    std::stable_sort(rows->begin(), rows->end(), [](const KernRow& a, const KernRow& b) {
        return std::tie(b.kernels.total, a.range, a.kernel) < std::tie(a.kernels.total, b.range, b.kernel);
    });
    Table t;
    t.rows = rows->size();
    t.cell = [rows](std::size_t row, std::size_t column) { return kernCell((*rows)[row], column); };
    t.evidence = [rows, &s = r.report](std::size_t row) { return evidenceOf(s, (*rows)[row].events); };
    if (t.rows == 0) t.why = kNoProjection;
    return t;
}

constexpr ColumnInfo kProjSumColumns[] = {
    kRangeColumn,
    kStyleColumn,
    {QT_TRANSLATE_NOOP("Reports", "Total Proj Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports",
                       "Sum of the projected durations: from the first begin to the last end of a range's GPU work")},
    {QT_TRANSLATE_NOOP("Reports", "Total Range Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum of the durations on the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "Range Instances"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Ranges in which GPU work was launched")},
    {QT_TRANSLATE_NOOP("Reports", "Proj Avg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean projected duration"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Proj Med (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median projected duration"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Proj Min (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Shortest projected duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Proj Max (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Longest projected duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Proj StdDev (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Standard deviation of the projected durations (n − 1)"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Total GPU Ops"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Kernels, memory operations and graphs that were launched inside")},
    {QT_TRANSLATE_NOOP("Reports", "Avg GPU Ops"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "The same for one range")},
    {QT_TRANSLATE_NOOP("Reports", "Avg Range Lvl"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Mean number of ranges around it")},
    {QT_TRANSLATE_NOOP("Reports", "Avg Num Child"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Mean number of ranges directly inside it")},
    kRangeKindColumn,
    roofline::kMfuColumn,
    roofline::kMfuWorkColumn,
    roofline::kMfuPeakColumn,
    roofline::kMfuPrecisionColumn,
    roofline::kMfuSourceColumn,
};
constexpr ColumnInfo kProjTraceColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Domain and name"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Projected Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When its first GPU work began")},
    {QT_TRANSLATE_NOOP("Reports", "Projected Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Until its last GPU work ended")},
    {QT_TRANSLATE_NOOP("Reports", "Orig Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When it began on the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "Orig Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long it took on the CPU")},
    kStyleColumn,
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "NumGPUOps"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Kernels, memory operations and graphs that were launched inside")},
    {QT_TRANSLATE_NOOP("Reports", "Lvl"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Ranges around it")},
    {QT_TRANSLATE_NOOP("Reports", "NumChild"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Ranges directly inside it")},
    {QT_TRANSLATE_NOOP("Reports", "RangeId"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Its number")},
    {QT_TRANSLATE_NOOP("Reports", "ParentId"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Number of the range around it")},
    {QT_TRANSLATE_NOOP("Reports", "RangeStack"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Numbers of the ranges around it, outermost first")},
    kRangeKindColumn,
    roofline::kMfuColumn,
    roofline::kMfuWorkColumn,
    roofline::kMfuPeakColumn,
    roofline::kMfuPrecisionColumn,
    roofline::kMfuSourceColumn,
};
constexpr ColumnInfo kKernSumColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "NVTX Range"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Domain and name of a range around the launch; a kernel counts for each of them")},
    kStyleColumn,
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "NVTX Inst"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Ranges of that name that launched the kernel")},
    {QT_TRANSLATE_NOOP("Reports", "Kern Inst"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Kernels")},
    {QT_TRANSLATE_NOOP("Reports", "Total Time (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Sum of their durations")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Med (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Median duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Min (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Max (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "StdDev (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Standard deviation of a sample (n − 1)"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
    kRangeKindColumn,
};

constexpr Wanted kNeeds =
    Wanted::of({TrackKind::Nvtx, TrackKind::Nccl, TrackKind::Annotations, TrackKind::ProcessNvtx, TrackKind::CudaApi,
                TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
               kCorrelationColumn);

}  // namespace

void forWorkIn(const Request& r, const HugeVector<NvtxRange>& ranges, std::initializer_list<TrackKind> kinds,
               const std::function<void(std::uint32_t range, EventRef work)>& use) {
    const Ops ops(r, kinds);
    forWork(r, ranges, ops, [&](std::uint32_t range, const Op& op) { use(range, op.work); });
}

constinit const Report kNvtxGpuProjSum{
    "nvtx_gpu_proj_sum",
    QT_TRANSLATE_NOOP("Reports", "NVTX GPU Projection Summary"),
    QT_TRANSLATE_NOOP("Reports", "Ranges by name, as long as the GPU work lasted that was launched inside of them."),
    kProjSumColumns,
    projSum,
    Subject::Nvtx,
    withoutRangesWithWork,
    false,
    kNeeds};
constinit const Report kNvtxGpuProjTrace{
    "nvtx_gpu_proj_trace",
    QT_TRANSLATE_NOOP("Reports", "NVTX GPU Projection Trace"),
    QT_TRANSLATE_NOOP("Reports", "Each range with GPU work, with the time of that work."),
    kProjTraceColumns,
    projTrace,
    Subject::Nvtx,
    withoutRangesWithWork,
    false,
    kNeeds};
constinit const Report kNvtxKernSum{"nvtx_kern_sum",
                                    QT_TRANSLATE_NOOP("Reports", "NVTX Range Kernel Summary"),
                                    QT_TRANSLATE_NOOP("Reports", "Kernels by the ranges around their launch."),
                                    kKernSumColumns,
                                    kernSum,
                                    Subject::Nvtx,
                                    withoutRangesWithWork,
                                    false,
                                    kNeeds};

}  // namespace model::reports
