// SPDX-License-Identifier: GPL-3.0-or-later
// GPU work of backward passes by the ranges in which the forward pass ran. The autograd thread launches it, where no
// range of the program is open; the number that a backward operator shares with its forward operator leads back to the
// ranges around that one.
#include <map>
#include <memory>
#include <unordered_set>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/query/autograd.h"
#include "model/query/nesting.h"
#include "model/reports/contents.h"
#include "model/reports/nvtx.h"
#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr MessageCode kWhyNoLinks = MessageCode::NoBackwardLinks;
constexpr MessageCode kWhyNoWork = MessageCode::NoRangesWithWorkInTime;
constexpr std::string_view kModuleColumn = "nn.Module: ";
constexpr std::string_view kStep = "ProfilerStep#";

/// GPU work of one range: launched inside of it, and by backward operators of forward ones inside of it.
struct Share {
    std::int64_t forward = 0, backward = 0;  // ns
    std::uint32_t forwardOps = 0, backwardOps = 0;
    std::uint32_t last = 0;  // number of the work that was counted last
    bool any() const { return forwardOps + backwardOps > 0; }
};

/// Ranges of one thread; the vectors are by item of the nesting.
struct ThreadRanges {
    explicit ThreadRanges(Nesting n)
        : nesting(std::move(n)), shares(nesting.items().size()), forward(nesting.items().size()),
          inBackward(nesting.items().size()) {}

    Nesting nesting;
    HugeVector<Share> shares;
    struct Place {
        ThreadRanges* thread = nullptr;
        std::uint32_t item = Nesting::kNone;
    };
    HugeVector<Place> forward;     // of a backward operator: its forward operator
    std::vector<bool> inBackward;  // whether it is a backward operator or lies in one

    std::uint32_t find(const Snapshot& s, EventRef event) const {
        const auto& items = nesting.items();
        const TimeNs start = s.lane(event.lane).start(event.row);
        auto at = std::lower_bound(items.begin(), items.end(), start,
                                   [](const Nesting::Item& i, TimeNs t) { return i.when.begin < t; });
        while (at != items.end() && at->when.begin == start && at->event != event) ++at;
        return at != items.end() && at->event == event ? static_cast<std::uint32_t>(at - items.begin())
                                                       : Nesting::kNone;
    }
    /// Calls use(item) for a range and all around it, outwards.
    template <class F>
    void outwards(std::uint32_t item, F&& use) const {
        for (; item != Nesting::kNone; item = nesting.items()[item].parent) use(item);
    }
};

using Threads = std::map<ThreadId, std::unique_ptr<ThreadRanges>>;

/// Ranges and operators of each thread. Of Python's functions only modules are ranges.
Threads rangesByThread(const Request& r) {
    std::unordered_set<StringId> functions;
    forEvents({r.report, {kTimeMin, kTimeMax}, r.names, 0, r.stop}, {TrackKind::PythonFunctions},
              [&](const Track&, EventRef e, const LaneView& lane) {
                  if (!r.report.text(lane.name(e.row)).starts_with(kModuleColumn)) functions.insert(lane.name(e.row));
              });
    const auto keep = [&](StringId name) { return !functions.contains(name); };
    Threads out;
    for (const auto& [thread, rows] :
         rowsByThread(r.report, {TrackKind::Annotations, TrackKind::PythonFunctions, TrackKind::Nvtx, TrackKind::Nccl,
                                 TrackKind::Operators})) {
        Nesting n(r.report, rows, {kTimeMin, kTimeMax}, keep, r.stop);
        if (!n.items().empty()) out.emplace(thread, std::make_unique<ThreadRanges>(std::move(n)));
    }
    return out;
}

/// Leads from each backward operator to its forward one, and marks what lies in the former. Returns whether there are
/// any.
bool link(const Request& r, Threads& threads) {
    const auto placeOf = [&](EventRef e) -> ThreadRanges::Place {
        const auto thread = threads.find(threadOf(r.report.track(trackOf(r.report, e)).key));
        return thread == threads.end() ? ThreadRanges::Place()
                                       : ThreadRanges::Place{thread->second.get(), thread->second->find(r.report, e)};
    };
    bool any = false;
    for (const BackwardLink& l : backwardLinks(r.report, r.stop)) {
        const auto backward = placeOf(l.backward), forward = placeOf(l.forward);
        if (backward.item == Nesting::kNone || forward.item == Nesting::kNone) continue;
        backward.thread->forward[backward.item] = forward;
        any = true;
    }
    for (auto& [id, t] : threads)
        for (std::uint32_t i = 0; i < t->nesting.items().size(); ++i) {
            const Nesting::Item& item = t->nesting.items()[i];
            t->inBackward[i] = (item.parent != Nesting::kNone && t->inBackward[item.parent]) || t->forward[i].thread ||
                               isBackwardName(r.report.text(item.name));
        }
    return any;
}

/// Adds work to all ranges that it is of, once to each: number `n` of the work, from 1.
void addWork(ThreadRanges& t, TimeRange call, TimeNs duration, std::uint32_t n) {
    const std::uint32_t inner = t.nesting.at(call.begin);
    const auto holds = [&](std::uint32_t i) { return t.nesting.items()[i].when.end >= call.end; };
    t.outwards(inner, [&](std::uint32_t i) {
        const ThreadRanges::Place forward = t.forward[i];
        if (!forward.thread || !holds(i)) return;
        forward.thread->outwards(forward.item, [&](std::uint32_t range) {
            Share& s = forward.thread->shares[range];
            if (s.last == n) return;
            s.last = n;
            ++s.backwardOps;
            s.backward = saturatingAdd(s.backward, duration);
        });
    });
    t.outwards(inner, [&](std::uint32_t i) {
        Share& s = t.shares[i];
        if (s.last == n || !holds(i)) return;
        s.last = n;
        ++s.forwardOps;
        s.forward = saturatingAdd(s.forward, duration);
    });
}

void addAllWork(const Request& r, Threads& threads) {
    std::uint32_t n = 0;
    for (const Launched& l :
         launchedWork({r.report, {kTimeMin, kTimeMax}, r.names, 0, r.stop},
                      {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs})) {
        const LaneView call = r.report.lane(l.call.lane);
        const auto thread = threads.find(threadOf(r.report.track(call.lane->track()).key));
        ++n;
        if (thread != threads.end())
            addWork(*thread->second, {call.start(l.call.row), call.end(l.call.row)},
                    durationAt(r.report.lane(l.work.lane), l.work.row), n);
    }
}

struct BackwardRow {
    std::string label;
    std::string_view kind;
    std::int64_t instances = 0, forward = 0, backward = 0, forwardOps = 0, backwardOps = 0;
    std::vector<EventRef> events;
    std::int64_t total() const { return saturatingAdd(forward, backward); }
};

std::string_view rangeKindOf(const Snapshot& s, const Track& t) {
    if (t.kind == TrackKind::Operators) return QT_TRANSLATE_NOOP("Reports", "Operator");
    return t.kind == TrackKind::PythonFunctions ? std::string_view(QT_TRANSLATE_NOOP("Reports", "Module"))
                                                : rangeKind(s, t);
}

/// The name without numbers of operators and steps, so that each kind of them is one row; of NVTX with the domain.
std::string labelOf(const Snapshot& s, const Track& t, StringId name) {
    const std::string_view text = operatorNameIn(s.text(name));
    if (t.kind == TrackKind::Nvtx || t.kind == TrackKind::Nccl)
        return std::string(s.text(t.name)) + ':' + std::string(text);
    return text.starts_with(kStep) ? "ProfilerStep*" : std::string(text);
}

class BackwardRows {
public:
    explicit BackwardRows(const Request& r) : m_r(r) {}

    void add(const ThreadRanges& t) {
        const auto& items = t.nesting.items();
        std::vector<std::uint32_t> rowOf(items.size(), Nesting::kNone);
        for (std::uint32_t i = 0; i < items.size(); ++i) {
            if (t.inBackward[i] || !t.shares[i].any() || !m_r.range.overlaps(items[i].when.begin, items[i].when.end))
                continue;
            rowOf[i] = row(items[i]);
            bool inner = false;  // in one of the same row, which has its work already
            if (items[i].parent != Nesting::kNone)
                t.outwards(items[i].parent, [&](std::uint32_t p) { inner = inner || rowOf[p] == rowOf[i]; });
            sum(m_rows[rowOf[i]], t.shares[i], items[i].event, inner);
        }
    }
    /// Most GPU time first.
    std::vector<BackwardRow> sorted() {
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const BackwardRow& a, const BackwardRow& b) {
            return a.total() != b.total() ? a.total() > b.total()
                                          : std::tie(a.label, a.kind) < std::tie(b.label, b.kind);
        });
        return std::move(m_rows);
    }

private:
    std::uint32_t row(const Nesting::Item& item) {
        const Track& track = m_r.report.track(trackOf(m_r.report, item.event));
        const auto [at, fresh] =
            m_index.try_emplace({labelOf(m_r.report, track, item.name), rangeKindOf(m_r.report, track)},
                                static_cast<std::uint32_t>(m_rows.size()));
        if (fresh) m_rows.push_back({at->first.first, at->first.second, 0, 0, 0, 0, 0, {}});
        return at->second;
    }
    static void sum(BackwardRow& row, const Share& share, EventRef event, bool inner) {
        ++row.instances;
        if (row.events.size() < kMostEvidence) row.events.push_back(event);
        if (inner) return;
        row.forward = saturatingAdd(row.forward, share.forward);
        row.backward = saturatingAdd(row.backward, share.backward);
        row.forwardOps += share.forwardOps;
        row.backwardOps += share.backwardOps;
    }

    const Request& m_r;
    std::vector<BackwardRow> m_rows;
    std::map<std::pair<std::string, std::string_view>, std::uint32_t> m_index;  // by label and kind
};

Cell backwardCell(const BackwardRow& row, std::size_t column) {
    switch (column) {
    case 0: return row.label;
    case 1: return std::string(row.kind);
    case 2: return row.instances;
    case 3: return row.total();
    case 4: return row.forward;
    case 5: return row.backward;
    case 6:
        return row.total() > 0 ? Cell(100.0 * static_cast<double>(row.backward) / static_cast<double>(row.total()))
                               : Cell();
    case 7: return row.forwardOps;
    default: return row.backwardOps;
    }
}

Table backwardSum(const Request& r) {
    Table t;
    Threads threads = rangesByThread(r);
    if (!link(r, threads)) {
        t.why = kWhyNoLinks;
        return t;
    }
    addAllWork(r, threads);
    BackwardRows sums(r);
    for (const auto& [id, ranges] : threads) sums.add(*ranges);
    const auto rows = std::make_shared<std::vector<BackwardRow>>(sums.sorted());
    t.rows = rows->size();
    t.cell = [rows](std::size_t row, std::size_t column) { return backwardCell((*rows)[row], column); };
    t.evidence = [rows, &s = r.report](std::size_t row) { return evidenceOf(s, (*rows)[row].events); };
    if (t.rows == 0) t.why = kWhyNoWork;
    return t;
}

constexpr ColumnInfo kBackwardColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Range"), Unit::Text,
     QT_TRANSLATE_NOOP(
         "Reports", "Name of a range or operator of the forward pass, without its numbers; of NVTX behind its domain")},
    {QT_TRANSLATE_NOOP("Reports", "Kind"), Unit::Text,
     QT_TRANSLATE_NOOP(
         "Reports",
         "NVTX, roctx, atrace: ranges of the program; Annotation, Operator, Module: as a framework's profiler has it"),
     Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Instances"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Ranges with GPU work")},
    {QT_TRANSLATE_NOOP("Reports", "Total GPU Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum of the durations of all that GPU work; what overlaps counts twice")},
    {QT_TRANSLATE_NOOP("Reports", "Forward (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "GPU work that was launched inside, and is not of the next column")},
    {QT_TRANSLATE_NOOP("Reports", "Backward (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports",
         "GPU work that was launched by the backward operators of the operators inside, on whatever thread and whenever")},
    {QT_TRANSLATE_NOOP("Reports", "Backward (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Share of the backward work")},
    {QT_TRANSLATE_NOOP("Reports", "Forward GPU Ops"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Kernels, memory operations and graphs of the forward work")},
    {QT_TRANSLATE_NOOP("Reports", "Backward GPU Ops"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "The same of the backward work")},
};

}  // namespace

constinit const Report kNvtxBackwardSum{
    "nvtx_backward_sum",
    QT_TRANSLATE_NOOP("Reports", "Forward and Backward GPU Summary"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Ranges and operators by name, with the GPU work of their forward and of their backward pass. The latter runs on a thread of its own and is found by the sequence numbers of PyTorch's operators."),
    kBackwardColumns,
    backwardSum,
    Subject::Frameworks,
    without<MessageCode::NoBackwardLinks, TrackKind::Operators, TrackKind::Nvtx, TrackKind::Nccl,
            TrackKind::Annotations>,
    false,
    Wanted::of(
        {TrackKind::Nvtx, TrackKind::Nccl, TrackKind::Annotations, TrackKind::Operators, TrackKind::PythonFunctions,
         TrackKind::CudaApi, TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
        kArgsColumn | kCorrelationColumn)};

}  // namespace model::reports
