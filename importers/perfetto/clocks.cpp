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
    m_ways.clear();
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
    const std::uint32_t here = index(0, 0, kRealtime);
    const Way& tied = wayTo(m_trace);
    if (!tied.contains(here)) return 0;
    std::vector<std::uint32_t> untied;
    for (const std::int64_t machine : machines)
        if (const std::uint32_t there = index(machine, 0, kRealtime); m_pairs.contains(there) && !tied.contains(there))
            untied.push_back(there);
    for (const std::uint32_t there : untied) addSnapshot({{there, 0}, {here, 0}});
    return untied.size();
}

const Clocks::Way& Clocks::wayTo(std::uint32_t to) {
    const auto [known, isNew] = m_ways.try_emplace(to);
    Way& way = known->second;
    if (!isNew) return way;
    way.emplace(to, to);
    std::deque<std::uint32_t> next{to};
    while (!next.empty()) {
        const std::uint32_t clock = next.front();
        next.pop_front();
        const auto others = m_pairs.find(clock);
        if (others == m_pairs.end()) continue;
        for (const auto& [neighbour, pairs] : others->second)
            if (way.emplace(neighbour, clock).second) next.push_back(neighbour);
    }
    return way;
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
    const Way& way = wayTo(to);
    if (!way.contains(stamp.clock)) return std::nullopt;
    while (stamp.clock != to) {
        const std::uint32_t step = way.at(stamp.clock);
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
