// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unordered_map>

#include "model/huge_vector.h"
#include "model/selection_groups.h"

// What quick and exact statistics of a selection have in common.

namespace model {

/// A piece of a lane that is selected; its rows have running numbers from `offset` on.
struct SelectedPart {
    LaneView lane;
    RowRange rows;
    std::size_t offset = 0;
};
std::vector<SelectedPart> selectedParts(const SelectionRequest& r);

/// Adds events of which counts, sums and extremes are known.
void addTo(SelectionSums& f, std::uint64_t count, TimeNs inSelection, TimeNs total, TimeNs min, TimeNs max);

/// Pairs of groups by the two groupings, numbered as they come.
class GroupPairs {
public:
    static constexpr std::uint32_t kNone = 0xfffffffe;  ///< no group; 0xffffffff is one: kNoTrack
    struct Pair {
        std::uint32_t first, second;
        TrackKind look;
    };

    explicit GroupPairs(const SelectionRequest& r);
    void setLane(const LaneView& lane, TrackKind look);
    bool needRows() const { return m_first.needsRow() || m_second.needsRow(); }
    std::uint32_t ofName(StringId name) {
        if (m_constant == kNone && !m_byName) m_constant = number(m_first.ofName(name), m_second.ofName(name));
        if (!m_byName) return m_constant;
        std::uint64_t& known = m_ofName[std::min<std::size_t>(name, m_ofName.size() - 1)];
        if (known >> 32 != m_lane) known = std::uint64_t{m_lane} << 32 | number(m_first.ofName(name), m_second.ofName(name));
        return static_cast<std::uint32_t>(known);
    }
    std::uint32_t ofRow(const LaneView& lane, std::size_t row) { return needRows() ? number(m_first.ofRow(row), m_second.ofRow(row)) : ofName(lane.name(row)); }
    /// The first group of the lane as a whole.
    std::uint32_t firstOfLane() { return m_first.ofName(0); }
    /// Of the lane's first group as a whole, with nothing said of the second; only where the first does not depend on names.
    std::uint32_t ofLane() { return number(m_first.ofName(0), kNone); }
    const std::vector<Pair>& all() const { return m_all; }
    /// The number of a pair that is there.
    std::size_t find(std::uint32_t first, std::uint32_t second) const { return m_index.at(std::uint64_t{first} << 32 | second); }

private:
    std::uint32_t number(std::uint32_t first, std::uint32_t second) {
        const auto [at, fresh] = m_index.try_emplace(std::uint64_t{first} << 32 | second, static_cast<std::uint32_t>(m_all.size()));
        if (fresh) m_all.push_back({first, second, m_look});
        return at->second;
    }
    Grouper m_first, m_second;
    const bool m_byName;
    TrackKind m_look = TrackKind::Generic;
    std::uint32_t m_lane = 0;             // counts lanes
    std::uint32_t m_constant = kNone;     // where names do not matter
    HugeVector<std::uint64_t> m_ofName;   // by StringId: m_lane << 32 | pair
    std::unordered_map<std::uint64_t, std::uint32_t> m_index;
    std::vector<Pair> m_all;
};

/// Puts the figures of pairs below those of their first groups, at most `most` of each group: those with most time. Sorted.
std::vector<SelectionGroup> groupTree(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs, const HugeVector<SelectionFigures>& figures, std::size_t most);
std::vector<SelectionGroup> groupTree(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs, const std::vector<SelectionSums>& sums, std::size_t most);

/// A table of groups: sums over all, and counters.
SelectionTable selectionTable(const SelectionRequest& r, std::vector<SelectionGroup> groups);

}  // namespace model
