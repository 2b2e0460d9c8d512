// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/launches.h"

namespace model::reports {
namespace {

/// Calls use(id, event) for each event of those lanes that has a correlation id.
template <class F>
void forIds(const Snapshot& s, std::span<const LaneId> lanes, F&& use) {
    for (const LaneId id : lanes) {
        const LaneView lane = s.lane(id);
        if (!(lane.lane->columns() & kCorrelationColumn)) continue;
        for (std::size_t i = 0; i < lane.rows;)
            for (const std::uint32_t correlation : lane.lane->correlationColumn().run(i, lane.rows)) {
                if (correlation) use(correlation, EventRef{id, static_cast<std::uint32_t>(i)});
                ++i;
            }
    }
}

}  // namespace

CallIndex::Process::Process(const Snapshot& s, std::vector<LaneId> from) : lanes(std::move(from)) {
    std::uint32_t most = 0;
    forIds(s, lanes, [&](std::uint32_t id, EventRef) {
        ++count;
        least = std::min(least, id);
        most = std::max(most, id);
    });
    if (count > 0 && most - std::size_t{least} < 8 * count + 1024) span = most - std::size_t{least} + 1;
}

CallIndex::CallIndex(const Snapshot& s) {
    std::map<Key, std::vector<LaneId>> lanesOf;
    for (const Track& t : s.tree().tracks) {
        if (t.kind != TrackKind::CudaApi) continue;
        auto& lanes = lanesOf[{t.key.host, t.key.pid}];
        lanes.insert(lanes.end(), t.lanes.begin(), t.lanes.end());
        lanes.insert(lanes.end(), t.overflow.begin(), t.overflow.end());
    }
    std::size_t span = 0;
    for (auto& [key, lanes] : lanesOf) {
        Process& p = m_processes.emplace(key, Process(s, std::move(lanes))).first->second;
        p.first = span;
        span += p.span;
    }
    m_dense.resize(span);
    for (auto& [key, process] : m_processes) fill(s, process);
}

void CallIndex::fill(const Snapshot& s, Process& p) {
    if (p.span > 0) {
        forIds(s, p.lanes, [&](std::uint32_t id, EventRef event) {
            if (EventRef& call = m_dense[p.first + (id - p.least)]; !call.isValid()) call = event;
        });
        return;
    }
    p.sparse.reserve(p.count);
    forIds(s, p.lanes, [&](std::uint32_t id, EventRef event) { p.sparse.push_back({id, event}); });
    std::stable_sort(p.sparse.begin(), p.sparse.end(),
                     [](const Call& a, const Call& b) { return a.correlation < b.correlation; });
}

EventRef CallIndex::find(const Process& p, std::uint32_t correlation) const {
    if (p.span > 0) {
        const std::size_t at = correlation - std::size_t{p.least};
        return correlation >= p.least && at < p.span ? m_dense[p.first + at] : EventRef{};
    }
    const auto at = std::lower_bound(p.sparse.begin(), p.sparse.end(), correlation,
                                     [](const Call& c, std::uint32_t id) { return c.correlation < id; });
    return at != p.sparse.end() && at->correlation == correlation ? at->event : EventRef{};
}

EventRef CallIndex::find(const TrackKey& work, std::uint32_t correlation) const {
    const Key key{work.host, work.pid};
    if (!m_last || m_lastKey != key) {
        const auto found = m_processes.find(key);
        if (found == m_processes.end()) return {};
        m_lastKey = key;
        m_last = &found->second;
    }
    return find(*m_last, correlation);
}

ChainId stackOf(const Snapshot& s, EventRef call) {
    return call.isValid() ? s.lane(call.lane).lane->row(call.row).payload : 0;
}

std::vector<Launched> launchedWork(const Request& r, std::initializer_list<TrackKind> kinds) {
    const CallIndex calls(r.report);
    std::vector<Launched> out;
    forEvents(r, kinds, [&](const Track& t, EventRef work, const LaneView& lane) {
        const std::uint32_t correlation = lane.lane->correlation(work.row);
        if (!correlation) return;
        if (const EventRef call = calls.find(t.key, correlation); call.isValid()) out.push_back({call, work});
    });
    return out;
}

}  // namespace model::reports
