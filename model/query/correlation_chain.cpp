// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/correlation_chain.h"

#include <algorithm>
#include <array>

#include "model/base/huge_vector.h"
#include "model/query/correlation.h"

namespace model {
namespace {

/// Rows of a thread whose events lie in each other. Of two that last equally long, that of the earlier kind is the
/// outer one.
constexpr std::array kAround{TrackKind::Slices,  TrackKind::Annotations, TrackKind::PythonFunctions, TrackKind::Nvtx,
                             TrackKind::Nccl,    TrackKind::Operators,   TrackKind::Cudnn,           TrackKind::Cublas,
                             TrackKind::Library, TrackKind::CudaGraphs,  TrackKind::CudaApi};

bool isOfThread(TrackKind kind) { return trackKindInfo(kind).identity & kTid; }
bool isOfProcess(TrackKind kind) { return (trackKindInfo(kind).identity & (kPid | kTid | kDevice | kStream)) == kPid; }
bool isGpuWork(TrackKind kind) {
    return (trackKindInfo(kind).identity & kDevice) && (trackKindInfo(kind).columns & kCorrelationColumn);
}
bool holdsOthers(TrackKind kind) {
    return isOfProcess(kind) || std::find(kAround.begin(), kAround.end(), kind) != kAround.end();
}
bool sameProcess(const TrackKey& a, const TrackKey& b) { return a.host == b.host && a.pid == b.pid; }

TimeRange rangeOf(const Snapshot& s, EventRef e) {
    const LaneView lane = s.lane(e.lane);
    return {lane.start(e.row), lane.end(e.row)};
}

template <class F>
void forLanes(const Track& t, F&& use) {
    for (const auto* lanes : {&t.lanes, &t.overflow})
        for (const LaneId id : *lanes) use(id);
}

/// Lanes of the thread of an event, outer ones first.
std::vector<LaneId> lanesAround(const Snapshot& s, const TrackKey& thread) {
    std::vector<LaneId> out;
    for (const TrackKind kind : kAround)
        for (const Track& t : s.tree().tracks)
            if (t.kind == kind && sameProcess(t.key, thread) && t.key.tid == thread.tid)
                forLanes(t, [&](LaneId id) { out.push_back(id); });
    return out;
}

/// Events of its thread that hold the event whole, outermost first.
std::vector<EventRef> around(const Snapshot& s, EventRef event) {
    const std::vector<LaneId> lanes = lanesAround(s, s.track(trackOf(s, event)).key);
    const auto own = std::find(lanes.begin(), lanes.end(), event.lane);
    const TimeRange when = rangeOf(s, event);
    std::vector<EventRef> out;
    for (auto id = lanes.begin(); id != lanes.end(); ++id) {
        if (id == own) continue;
        const LaneView lane = s.lane(*id);
        const auto row = rowAt(lane, when.begin);
        if (!row || lane.end(*row) < when.end || lane.end(*row) == lane.start(*row)) continue;
        const bool equal = lane.start(*row) == when.begin && lane.end(*row) == when.end;
        if (!equal || id < own) out.push_back({*id, static_cast<std::uint32_t>(*row)});
    }
    std::stable_sort(out.begin(), out.end(), [&](EventRef a, EventRef b) {
        const TimeRange x = rangeOf(s, a), y = rangeOf(s, b);
        return x.begin != y.begin ? x.begin < y.begin : x.end > y.end;
    });
    return out;
}

/// The calls with the id of GPU work, in order of start.
std::vector<EventRef> callsOf(const Snapshot& s, EventRef work) {
    std::vector<EventRef> out = correlated(s, work, 1000).launches;
    std::erase_if(out, [&](EventRef e) { return s.track(trackOf(s, e)).kind != TrackKind::CudaApi; });
    return out;
}

/// Ids, each with the number of what has it; of several with one id the first.
class IdIndex {
public:
    void add(std::uint32_t id, std::uint32_t number) {
        if (id) m_items.push_back({id, number});
    }
    void finish() {
        const auto byId = [](const Item& a, const Item& b) { return a.id < b.id; };
        if (!std::is_sorted(m_items.begin(), m_items.end(), byId))
            std::stable_sort(m_items.begin(), m_items.end(), byId);
    }
    bool isEmpty() const { return m_items.empty(); }
    bool mayHold(Lane::Zone zone) const {
        return !isEmpty() && m_items.front().id <= zone.max && zone.min <= m_items.back().id;
    }
    const std::uint32_t* find(std::uint32_t id) const {
        const auto at = std::lower_bound(m_items.begin(), m_items.end(), id,
                                         [](const Item& i, std::uint32_t wanted) { return i.id < wanted; });
        return at != m_items.end() && at->id == id ? &at->number : nullptr;
    }

private:
    struct Item {
        std::uint32_t id, number;
    };
    HugeVector<Item> m_items;
};

class Builder {
public:
    Builder(const Snapshot& s, std::size_t most, std::stop_token stop)
        : m_s(s), m_most(most), m_stop(std::move(stop)) {}

    /// The calls inside of an event, and the work of these and of the operators inside of it.
    void addInside(EventRef event) {
        const Track& of = m_s.track(trackOf(m_s, event));
        HugeVector<EventRef> calls;
        IdIndex operators;
        for (const Track& t : m_s.tree().tracks) {
            if (!sameProcess(t.key, of.key) || (isOfThread(of.kind) && t.key.tid != of.key.tid)) continue;
            if (t.kind == TrackKind::CudaApi) forInside(t, event, [&](EventRef e) { calls.push_back(e); });
            if (t.kind == TrackKind::Operators)
                forInside(t, event, [&](EventRef e) { operators.add(m_s.lane(e.lane).lane->correlation(e.row), 0); });
        }
        operators.finish();
        addCalls(of.key, std::move(calls), operators);
    }

    /// Those calls and their work, and work that names one of the operators.
    void addCalls(const TrackKey& process, HugeVector<EventRef> calls, const IdIndex& operators) {
        const auto start = [&](EventRef e) { return m_s.lane(e.lane).start(e.row); };
        std::stable_sort(calls.begin(), calls.end(), [&](EventRef a, EventRef b) { return start(a) < start(b); });
        IdIndex ids;
        for (std::uint32_t i = 0; i < calls.size(); ++i) {
            ids.add(m_s.lane(calls[i].lane).lane->correlation(calls[i].row), i);
            if (i < m_most) m_out.calls.push_back({calls[i], {}, 0});
        }
        ids.finish();
        m_out.callCount = calls.size();
        for (const Track& t : m_s.tree().tracks)
            if (isGpuWork(t.kind) && sameProcess(t.key, process))
                forLanes(t, [&](LaneId id) { addWork(id, ids, operators); });
    }

    CorrelationChain finish() {
        for (ChainCall& c : m_out.calls) trim(c);
        trim(m_orphans);
        if (m_orphans.workCount > 0) m_out.calls.push_back(std::move(m_orphans));
        return std::move(m_out);
    }

private:
    /// Calls use(event) for what lies in an event on a row, itself included. What lasts equally long lies in it on a
    /// later lane only.
    template <class F>
    void forInside(const Track& t, EventRef event, F&& use) {
        const TimeRange when = rangeOf(m_s, event);
        const TrackKind own = m_s.track(trackOf(m_s, event)).kind;
        bool later = isOfProcess(own) ||
                     std::find(kAround.begin(), kAround.end(), own) < std::find(kAround.begin(), kAround.end(), t.kind);
        forLanes(t, [&](LaneId id) {
            const LaneView lane = m_s.lane(id);
            const RowRange rows = rowsOverlapping(lane, when);
            for (std::size_t i = rows.first;
                 i < rows.last && id != event.lane && !(i % 65536 == 0 && m_stop.stop_requested()); ++i) {
                const bool equal = lane.start(i) == when.begin && lane.end(i) == when.end;
                if (lane.start(i) >= when.begin && lane.end(i) <= when.end && (later || !equal))
                    use(EventRef{id, static_cast<std::uint32_t>(i)});
            }
            if (id != event.lane) return;
            use(event);
            later = true;
        });
    }

    void addWork(LaneId id, const IdIndex& ids, const IdIndex& operators) {
        const LaneView lane = m_s.lane(id);
        if (!(lane.lane->columns() & kCorrelationColumn)) return;
        const StringId externalId = operators.isEmpty() ? 0 : m_s.store().strings().find("External id");
        const std::size_t zones = lane.lane->hasSummaries() ? lane.rows / Lane::kZoneRows : 0;
        for (std::size_t z = 0; z <= zones; ++z) {
            if (z < zones && !externalId && !ids.mayHold(lane.lane->zones()[z])) continue;
            if (m_stop.stop_requested()) return;
            const std::size_t last = z < zones ? (z + 1) * Lane::kZoneRows : lane.rows;
            for (std::size_t i = z * Lane::kZoneRows; i < last; ++i) {
                const EventRef e{id, static_cast<std::uint32_t>(i)};
                if (const std::uint32_t* call = ids.find(lane.lane->correlation(i)))
                    add(e, *call < m_out.calls.size() ? &m_out.calls[*call] : nullptr);
                else if (externalId && namesOneOf(e, externalId, operators) && callsOf(m_s, e).empty())
                    add(e, &m_orphans);
            }
        }
    }
    bool namesOneOf(EventRef e, StringId externalId, const IdIndex& operators) const {
        const auto id = m_s.store().args().find(eventAt(m_s, e).args, externalId);
        return id && id->type == Arg::Type::Int && id->value > 0 && id->value <= UINT32_MAX &&
               operators.find(static_cast<std::uint32_t>(id->value));
    }
    void add(EventRef e, ChainCall* to) {
        ++m_out.workCount;
        if (!to) return;
        ++to->workCount;
        to->work.push_back(e);
        if (to->work.size() > 2 * m_most + 1024) trim(*to);
    }
    /// Leaves the first of the work.
    void trim(ChainCall& c) {
        const auto start = [&](EventRef e) { return m_s.lane(e.lane).start(e.row); };
        std::stable_sort(c.work.begin(), c.work.end(), [&](EventRef a, EventRef b) { return start(a) < start(b); });
        c.work.resize(std::min(c.work.size(), m_most));
    }

    const Snapshot& m_s;
    const std::size_t m_most;
    const std::stop_token m_stop;
    CorrelationChain m_out;
    ChainCall m_orphans;
};

/// The chain of GPU work.
CorrelationChain chainOfWork(const Snapshot& s, EventRef event, std::size_t most, std::stop_token stop) {
    Builder chain(s, most, std::move(stop));
    if (const std::vector<EventRef> calls = callsOf(s, event); !calls.empty()) {
        chain.addCalls(s.track(trackOf(s, event)).key, {calls.begin(), calls.end()}, {});
        CorrelationChain out = chain.finish();
        out.around = around(s, calls.front());
        return out;
    }
    CorrelationChain out;
    out.calls.push_back({{}, {event}, 1});
    out.workCount = 1;
    if (const EventRef op = operatorOf(s, event); op.isValid()) {
        out.around = around(s, op);
        out.around.push_back(op);
    }
    return out;
}

}  // namespace

CorrelationChain correlationChain(const Snapshot& s, EventRef event, std::size_t most, std::stop_token stop) {
    const Track& t = s.track(trackOf(s, event));
    if (isGpuWork(t.kind)) return chainOfWork(s, event, most, std::move(stop));
    Builder chain(s, most, std::move(stop));
    if (holdsOthers(t.kind)) chain.addInside(event);
    CorrelationChain out = chain.finish();
    if (isOfThread(t.kind)) out.around = around(s, event);
    return out;
}

}  // namespace model
