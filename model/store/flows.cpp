// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/flows.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace model {
namespace {

std::uint64_t key(LaneId lane, std::uint32_t row) { return std::uint64_t{lane} << 32 | row; }
std::uint64_t origin(const Flow& f) { return key(f.fromLane, f.fromRow); }
std::uint64_t target(const Flow& f) { return key(f.toLane, f.toRow); }

}  // namespace

FlowTable::FlowTable(std::vector<Flow> flows) : m_flows(std::move(flows)), m_byTarget(m_flows.size()) {
    std::stable_sort(m_flows.begin(), m_flows.end(), [](const Flow& a, const Flow& b) {
        return std::pair(origin(a), target(a)) < std::pair(origin(b), target(b));
    });
    std::iota(m_byTarget.begin(), m_byTarget.end(), 0u);
    std::stable_sort(m_byTarget.begin(), m_byTarget.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return target(m_flows[a]) < target(m_flows[b]); });
}

std::span<const Flow> FlowTable::from(LaneId lane, std::uint32_t row) const {
    const std::uint64_t k = key(lane, row);
    const auto first =
        std::partition_point(m_flows.begin(), m_flows.end(), [&](const Flow& f) { return origin(f) < k; });
    const auto last = std::partition_point(first, m_flows.end(), [&](const Flow& f) { return origin(f) == k; });
    return {first, last};
}

std::vector<Flow> FlowTable::to(LaneId lane, std::uint32_t row) const {
    const std::uint64_t k = key(lane, row);
    auto at = std::partition_point(m_byTarget.begin(), m_byTarget.end(),
                                   [&](std::uint32_t i) { return target(m_flows[i]) < k; });
    std::vector<Flow> out;
    for (; at != m_byTarget.end() && target(m_flows[*at]) == k; ++at) out.push_back(m_flows[*at]);
    return out;
}

}  // namespace model
