// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>

#include "model/base/huge_vector.h"
#include "model/selection/selection_groups.h"

// Shared by quick and exact statistics of a selection.

namespace model {

/// The selected piece of a lane; its rows are numbered from `offset` on.
struct SelectedPart {
    LaneView lane;
    RowRange rows;
    std::size_t offset = 0;
};
std::vector<SelectedPart> selectedParts(const SelectionRequest& r);

/// Adds events whose counts, sums and extremes are known.
void addTo(SelectionSums& f, std::uint64_t count, TimeNs inSelection, TimeNs total, TimeNs min, TimeNs max);

/// Numbers keys in order of appearance. An open hash table: there may be millions of keys, looked up for each event.
class Numbering {
public:
    /// The number of a key. A new key gets `next`, which must not have been used before.
    std::uint32_t number(std::uint64_t key, std::uint32_t next) {
        if (2 * m_count >= m_slots.size()) grow();
        Slot& slot = slotOf(key);
        if (slot.number != kFree) return slot.number;
        ++m_count;
        slot = {key, next};
        return next;
    }

private:
    static constexpr std::uint32_t kFree = 0xffffffff;
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t number = kFree;
    };
    Slot& slotOf(std::uint64_t key) {
        std::size_t at =
            key * 0x9e3779b97f4a7c15u >> m_shift;  // Fibonacci hashing: the upper bits depend on all of the key
        while (m_slots[at].number != kFree && m_slots[at].key != key) at = (at + 1) & (m_slots.size() - 1);
        return m_slots[at];
    }
    void grow();
    HugeVector<Slot> m_slots;
    int m_shift = 0;
    std::size_t m_count = 0;
};

/// Pairs of groups of the two groupings, numbered in order of appearance.
class GroupPairs {
public:
    static constexpr std::uint32_t kNone = 0xfffffffe;  ///< no group; 0xffffffff is a group: kNoTrack
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
        if (known >> 32 != m_lane)
            known = std::uint64_t{m_lane} << 32 | number(m_first.ofName(name), m_second.ofName(name));
        return static_cast<std::uint32_t>(known);
    }
    std::uint32_t ofRow(const LaneView& lane, std::size_t row) {
        return needRows() ? number(m_first.ofRow(row), m_second.ofRow(row)) : ofName(lane.name(row));
    }
    /// The first group of a whole lane.
    std::uint32_t firstOfLane() { return m_first.ofName(0); }
    /// The lane's first group as a whole, without the second; only if the first does not depend on names.
    std::uint32_t ofLane() { return number(m_first.ofName(0), kNone); }
    const std::vector<Pair>& all() const { return m_all; }

private:
    std::uint32_t number(std::uint32_t first, std::uint32_t second) {
        const auto next = static_cast<std::uint32_t>(m_all.size());
        const std::uint32_t found = m_numbers.number(std::uint64_t{first} << 32 | second, next);
        if (found == next) m_all.push_back({first, second, m_look});
        return found;
    }
    Grouper m_first, m_second;
    const bool m_byName;
    TrackKind m_look = TrackKind::Generic;
    std::uint32_t m_lane = 0;            // counts lanes
    std::uint32_t m_constant = kNone;    // if names do not matter
    HugeVector<std::uint64_t> m_ofName;  // by StringId: m_lane << 32 | pair
    Numbering m_numbers;
    std::vector<Pair> m_all;
};

/// Adds to a group what only its rows tell. Gets the numbers of its inner pairs, in the order in which they are listed.
using FinishGroup = std::function<void(SelectionGroup& group, std::span<const std::uint32_t> pairs)>;
/// Puts the figures of pairs below those of their first groups. Groups are finished in order of appearance, which is
/// mostly that of time and of memory. Sorts everything afterwards.
std::vector<SelectionGroup> groupTree(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs,
                                      const HugeVector<SelectionFigures>& figures, const FinishGroup& finish);
/// The same for sums, with at most `most` subgroups of each group: those with the most time.
std::vector<SelectionGroup> groupTree(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs,
                                      const std::vector<SelectionSums>& sums, std::size_t most);

/// A table of groups: sums over all, and counters.
SelectionTable selectionTable(const SelectionRequest& r, std::vector<SelectionGroup> groups);

}  // namespace model
