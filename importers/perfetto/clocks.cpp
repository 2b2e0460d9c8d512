// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/clocks.h"

#include <algorithm>
#include <deque>
#include <set>

namespace importers::perfetto {

using model::TimeNs;

Clocks::Clocks() { m_trace = index(0, 0, kBoottime); }

std::uint32_t Clocks::index(std::int64_t machine, std::uint32_t sequence, std::uint32_t id) {
    const bool ofSequence = id >= 64 && id < 128;
    return m_index
        .emplace(std::tuple{machine, ofSequence ? sequence : 0, id}, static_cast<std::uint32_t>(m_index.size()))
        .first->second;
}

void Clocks::addSnapshot(const std::vector<Stamp>& readings) {
    if (readings.empty()) return;
    // All are tied to one of them: the clock that came first in the trace, which is the one that counts from the boot
    // if it is there.
    const Stamp& hub = *std::min_element(readings.begin(), readings.end(),
                                         [](const Stamp& a, const Stamp& b) { return a.clock < b.clock; });
    for (const Stamp& r : readings) {
        if (r.clock == hub.clock) continue;
        m_pairs[r.clock][hub.clock].emplace_back(r.time, hub.time);
        m_pairs[hub.clock][r.clock].emplace_back(hub.time, r.time);
    }
    m_paths.clear();
    m_sorted = false;
}

void Clocks::addRemote(std::int64_t machine, std::uint32_t id, TimeNs there, TimeNs here) {
    const auto [known, isFirst] = m_remote.try_emplace({machine, id}, there, here);
    auto& [kept, keptHere] = known->second;
    if (!isFirst && model::saturatingSub(here, there) < model::saturatingSub(keptHere, kept))
        known->second = {there, here};
}

std::size_t Clocks::tieMachines() {
    for (const auto& [of, times] : m_remote)
        addSnapshot({{index(of.first, 0, of.second), times.first}, {index(0, 0, of.second), times.second}});
    std::set<std::int64_t> machines;
    for (const auto& [key, clock] : m_index)
        if (std::get<0>(key) != 0) machines.insert(std::get<0>(key));
    std::size_t tied = 0;
    for (const std::int64_t machine : machines) {
        const std::uint32_t there = index(machine, 0, kRealtime), here = index(0, 0, kRealtime);
        if (!m_pairs.contains(there) || !m_pairs.contains(here) || !path(there, m_trace).empty()) continue;
        addSnapshot({{there, 0}, {here, 0}});
        ++tied;
    }
    return tied;
}

const std::vector<std::uint32_t>& Clocks::path(std::uint32_t from, std::uint32_t to) {
    const auto known = m_paths.find({from, to});
    if (known != m_paths.end()) return known->second;
    std::map<std::uint32_t, std::uint32_t> cameFrom{{from, from}};
    std::deque<std::uint32_t> next{from};
    while (!next.empty() && !cameFrom.contains(to)) {
        const std::uint32_t clock = next.front();
        next.pop_front();
        for (const auto& [neighbour, pairs] : m_pairs[clock])
            if (cameFrom.emplace(neighbour, clock).second) next.push_back(neighbour);
    }
    std::vector<std::uint32_t> way;
    if (cameFrom.contains(to))
        for (std::uint32_t clock = to; clock != from; clock = cameFrom[clock]) way.insert(way.begin(), clock);
    return m_paths[{from, to}] = std::move(way);
}

std::optional<TimeNs> Clocks::convert(Stamp stamp, std::uint32_t to) {
    if (stamp.clock == to) return stamp.time;
    if (!m_sorted) {
        for (auto& [a, others] : m_pairs)
            for (auto& [b, pairs] : others)
                std::stable_sort(pairs.begin(), pairs.end(),
                                 [](const auto& x, const auto& y) { return x.first < y.first; });
        m_sorted = true;
    }
    const std::vector<std::uint32_t>& way = path(stamp.clock, to);
    if (way.empty()) return std::nullopt;
    for (const std::uint32_t step : way) {
        // The last reading before the time counts: clocks drift and are set anew.
        const Pairs& pairs = m_pairs[stamp.clock][step];
        auto at = std::upper_bound(pairs.begin(), pairs.end(), stamp.time,
                                   [](TimeNs t, const auto& p) { return t < p.first; });
        if (at != pairs.begin()) --at;
        stamp = {step, model::saturatingAdd(model::saturatingSub(stamp.time, at->first), at->second)};
    }
    return stamp.time;
}

std::optional<TimeNs> Clocks::toTrace(Stamp stamp) { return convert(stamp, m_trace); }

}  // namespace importers::perfetto
