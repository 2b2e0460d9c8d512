// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/launches.h"

namespace model::reports {
namespace {

constexpr std::uint32_t kNoCall = 0xffffffff;

}  // namespace

void CallIndex::Process::index() {
    const auto earlier = [](const Call& a, const Call& b) { return a.correlation < b.correlation; };
    if (!std::is_sorted(calls.begin(), calls.end(), earlier)) std::stable_sort(calls.begin(), calls.end(), earlier);
    least = calls.front().correlation;
    const std::size_t span = calls.back().correlation - std::size_t{least} + 1;
    if (span > 8 * calls.size() + 1024) return;
    first.assign(span, kNoCall);
    for (std::size_t i = calls.size(); i-- > 0;) first[calls[i].correlation - least] = static_cast<std::uint32_t>(i);
}

EventRef CallIndex::Process::find(std::uint32_t correlation) const {
    if (!first.empty()) {
        const std::size_t at = correlation - std::size_t{least};
        return correlation >= least && at < first.size() && first[at] != kNoCall ? calls[first[at]].event : EventRef{};
    }
    const auto at = std::lower_bound(calls.begin(), calls.end(), correlation, [](const Call& c, std::uint32_t id) { return c.correlation < id; });
    return at != calls.end() && at->correlation == correlation ? at->event : EventRef{};
}

CallIndex::CallIndex(const Snapshot& s) {
    for (const Track& t : s.tree().tracks) {
        if (t.kind != TrackKind::CudaApi) continue;
        auto& calls = m_processes[{t.key.host, t.key.pid}].calls;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes) {
                const LaneView lane = s.lane(id);
                for (std::size_t i = 0; i < lane.rows; ++i)
                    if (const std::uint32_t c = lane.lane->correlation(i)) calls.push_back({c, {id, static_cast<std::uint32_t>(i)}});
            }
    }
    std::erase_if(m_processes, [](const auto& p) { return p.second.calls.empty(); });
    for (auto& [key, process] : m_processes) process.index();
}

EventRef CallIndex::find(const TrackKey& work, std::uint32_t correlation) const {
    const Key key{work.host, work.pid};
    if (!m_last || m_lastKey != key) {
        const auto found = m_processes.find(key);
        if (found == m_processes.end()) return {};
        m_lastKey = key;
        m_last = &found->second;
    }
    return m_last->find(correlation);
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
