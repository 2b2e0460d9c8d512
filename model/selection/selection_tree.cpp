// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/selection/selection_tree.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace model {

std::vector<SelectedPart> selectedParts(const SelectionRequest& r) {
    std::vector<SelectedPart> out;
    std::size_t offset = 0;
    for (const LaneId id : r.lanes) {
        if (id >= r.report.laneCount()) continue;
        const LaneView lane = r.report.lane(id);
        const RowRange rows = rowsOverlapping(lane, r.range);
        if (rows.count() == 0) continue;
        out.push_back({lane, rows, offset});
        offset += rows.count();
    }
    return out;
}

void addTo(SelectionSums& f, std::uint64_t count, TimeNs inSelection, TimeNs total, TimeNs min, TimeNs max) {
    f.min = f.count == 0 ? min : std::min(f.min, min);
    f.max = f.count == 0 ? max : std::max(f.max, max);
    f.count += count;
    f.inSelection = saturatingAdd(f.inSelection, inSelection);
    f.total = saturatingAdd(f.total, total);
}

GroupPairs::GroupPairs(const SelectionRequest& r)
    : m_first(r.report, r.first), m_second(r.report, r.second), m_byName(m_first.needsName() || m_second.needsName()) {
    if (m_byName) m_ofName.resize(std::size_t{r.report.store().strings().count()} + 2);
}

void Numbering::grow() {
    constexpr std::size_t kFewest = 64;
    HugeVector<Slot> before(std::max(kFewest, 2 * m_slots.size()));
    before.swap(m_slots);
    m_shift = 65 - static_cast<int>(std::bit_width(m_slots.size()));
    for (const Slot& slot : before)
        if (slot.number != kFree) slotOf(slot.key) = slot;
}

void GroupPairs::setLane(const LaneView& lane, TrackKind look) {
    m_first.setLane(lane);
    m_second.setLane(lane);
    m_look = look;
    ++m_lane;
    m_constant = kNone;
}

namespace {

bool before(const SelectionSums& a, const SelectionSums& b) {
    if (a.inSelection != b.inSelection) return a.inSelection > b.inSelection;
    return a.count > b.count;
}

void mergeInto(SelectionSums& group, const SelectionSums& f) {
    addTo(group, f.count, f.inSelection, f.total, f.min, f.max);
    group.timed = group.timed && f.timed;
}

SelectionFigures figuresOf(const SelectionFigures& f) { return f; }
SelectionFigures figuresOf(const SelectionSums& sums) {
    SelectionFigures out;
    static_cast<SelectionSums&>(out) = sums;
    return out;
}

/// First groups in the order in which they came, and the numbers of the pairs inside each.
class PairsByGroup {
public:
    template <class Figures>  // of each pair
    PairsByGroup(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs, const Figures& figures) {
        constexpr std::uint32_t kNone = 0xffffffff;
        Numbering numbers;
        std::vector<std::uint32_t> groupOf(std::min(pairs.size(), figures.size()), kNone);
        for (std::size_t i = 0; i < groupOf.size(); ++i) {
            if (figures[i].count == 0) continue;
            const std::uint32_t g = numbers.number(pairs[i].first, static_cast<std::uint32_t>(groups.size()));
            if (g == groups.size()) {
                groups.push_back({r.first, pairs[i].first, pairs[i].look, {}, {}});
                m_begins.push_back(0);
            }
            mergeInto(groups[g].figures, figures[i]);
            if (pairs[i].second != GroupPairs::kNone) ++m_begins[groupOf[i] = g];
        }
        // Ends first; they become begins while the lists are filled from behind.
        std::inclusive_scan(m_begins.begin(), m_begins.end(), m_begins.begin());
        m_inside.resize(m_begins.empty() ? 0 : m_begins.back());
        m_begins.push_back(static_cast<std::uint32_t>(m_inside.size()));
        for (std::size_t i = groupOf.size(); i-- > 0;)
            if (groupOf[i] != kNone) m_inside[--m_begins[groupOf[i]]] = static_cast<std::uint32_t>(i);
    }
    std::span<std::uint32_t> inside(std::size_t group) {
        return {m_inside.data() + m_begins[group], m_inside.data() + m_begins[group + 1]};
    }

    std::vector<SelectionGroup> groups;

private:
    std::vector<std::uint32_t> m_begins, m_inside;
};

/// `finish` gets each group with the numbers of the pairs inside it, in the order in which these are listed.
template <class Figures, class Finish>  // figures of each pair
std::vector<SelectionGroup> treeOf(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs,
                                   const Figures& figures, std::size_t most, const Finish& finish) {
    PairsByGroup all(r, pairs, figures);
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return before(figures[a], figures[b]); };
    for (std::size_t g = 0; g < all.groups.size(); ++g) {
        std::span<std::uint32_t> list = all.inside(g);
        if (list.size() > most) {
            std::nth_element(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(most), list.end(), less);
            list = list.first(most);
        }
        std::stable_sort(list.begin(), list.end(), less);
        SelectionGroup& group = all.groups[g];
        group.inside.reserve(list.size());
        for (const std::uint32_t i : list)
            group.inside.push_back({r.second, pairs[i].second, pairs[i].look, figuresOf(figures[i]), {}});
        finish(group, list);
    }
    std::stable_sort(all.groups.begin(), all.groups.end(),
                     [](const SelectionGroup& a, const SelectionGroup& b) { return before(a.figures, b.figures); });
    return std::move(all.groups);
}

}  // namespace

std::vector<SelectionGroup> groupTree(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs,
                                      const HugeVector<SelectionFigures>& figures, const FinishGroup& finish) {
    return treeOf(r, pairs, figures, SIZE_MAX, finish);
}
std::vector<SelectionGroup> groupTree(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs,
                                      const std::vector<SelectionSums>& sums, std::size_t most) {
    return treeOf(r, pairs, sums, most, [](const SelectionGroup&, std::span<const std::uint32_t>) {});
}

SelectionTable selectionTable(const SelectionRequest& r, std::vector<SelectionGroup> groups) {
    SelectionTable out;
    for (SelectionGroup& g : groups) {
        mergeInto(out.all, g.figures);
        if (r.second == GroupBy::Nothing) g.inside.clear();
    }
    out.groups = std::move(groups);
    out.counters = countersIn(r.report, r.range);
    return out;
}

}  // namespace model
