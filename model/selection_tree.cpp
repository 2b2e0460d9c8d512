// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/selection_tree.h"

#include <algorithm>

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

GroupPairs::GroupPairs(const SelectionRequest& r) : m_first(r.report, r.first), m_second(r.report, r.second), m_byName(m_first.needsName() || m_second.needsName()) {
    if (m_byName) m_ofName.resize(std::size_t{r.report.store().strings().count()} + 2);
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

template <class Figures>  // of each pair
std::vector<SelectionGroup> treeOf(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs, const Figures& figures, std::size_t most) {
    std::vector<SelectionGroup> out;
    std::vector<std::vector<std::uint32_t>> inside;
    std::unordered_map<std::uint32_t, std::size_t> index;
    for (std::size_t i = 0; i < std::min(pairs.size(), figures.size()); ++i) {
        if (figures[i].count == 0) continue;
        const auto [at, fresh] = index.try_emplace(pairs[i].first, out.size());
        if (fresh) {
            out.push_back({r.first, pairs[i].first, pairs[i].look, {}, {}});
            inside.emplace_back();
        }
        mergeInto(out[at->second].figures, figures[i]);
        if (pairs[i].second != GroupPairs::kNone) inside[at->second].push_back(static_cast<std::uint32_t>(i));
    }
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return before(figures[a], figures[b]); };
    for (std::size_t g = 0; g < out.size(); ++g) {
        std::vector<std::uint32_t>& list = inside[g];
        if (list.size() > most) {
            std::nth_element(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(most), list.end(), less);
            list.resize(most);
        }
        std::stable_sort(list.begin(), list.end(), less);
        out[g].inside.reserve(list.size());
        for (const std::uint32_t i : list) out[g].inside.push_back({r.second, pairs[i].second, pairs[i].look, figuresOf(figures[i]), {}});
    }
    std::stable_sort(out.begin(), out.end(), [](const SelectionGroup& a, const SelectionGroup& b) { return before(a.figures, b.figures); });
    return out;
}

}  // namespace

std::vector<SelectionGroup> groupTree(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs, const HugeVector<SelectionFigures>& figures, std::size_t most) {
    return treeOf(r, pairs, figures, most);
}
std::vector<SelectionGroup> groupTree(const SelectionRequest& r, const std::vector<GroupPairs::Pair>& pairs, const std::vector<SelectionSums>& sums, std::size_t most) {
    return treeOf(r, pairs, sums, most);
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
