// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a selection's statistics that is known at once, whatever the number of events.
#include <algorithm>
#include <map>
#include <set>

#include "model/query/statistics.h"
#include "model/selection/selection_tree.h"

namespace model {
namespace {

/// Rows that are read one by one at most; some milliseconds.
constexpr std::size_t kMostRead = 40'000;
/// Groups inside a group: more than a person reads while dragging.
constexpr std::size_t kMostInside = 300;

std::size_t rowsToRead(const SelectedPart& p, TimeRange range) {
    std::size_t out = 0;
    forStoredTotals(
        p.lane, range, [&](const std::vector<NameTotal>& totals) { out += totals.size(); },
        [&](std::size_t first, std::size_t last) { out += last - first; });
    return out;
}

class Quick {
public:
    explicit Quick(const SelectionRequest& r) : m_r(r), m_pairs(r) {}

    SelectionTable make(const std::vector<SelectedPart>& parts) {
        const std::set<std::uint32_t> byName = groupsByName(parts);
        for (const SelectedPart& p : parts) {
            if (m_r.stop.stop_requested()) break;
            m_pairs.setLane(p.lane, m_r.report.track(p.lane.lane->track()).kind);
            // Copies and memsets share a row: only names tell them apart.
            if (p.lane.lane->kind() == EventKind::Memcpy || byName.contains(m_pairs.firstOfLane())) addNames(p);
            else addLane(p);
        }
        return selectionTable(m_r, groupTree(m_r, m_pairs.all(), m_sums, kMostInside));
    }

private:
    // The first groups that can be divided by names: the cheapest ones, as far as the rows go that may be read.
    std::set<std::uint32_t> groupsByName(const std::vector<SelectedPart>& parts) {
        std::map<std::uint32_t, std::size_t> cost;
        for (const SelectedPart& p : parts) {
            m_pairs.setLane(p.lane, TrackKind::Generic);
            cost[m_pairs.firstOfLane()] += rowsToRead(p, m_r.range);
        }
        std::vector<std::pair<std::size_t, std::uint32_t>> cheapest;
        for (const auto& [group, rows] : cost) cheapest.emplace_back(rows, group);
        std::sort(cheapest.begin(), cheapest.end());
        std::set<std::uint32_t> out;
        std::size_t read = 0;
        for (const auto& [rows, group] : cheapest)
            if ((read += rows) <= kMostRead) out.insert(group);
        return out;
    }

    SelectionSums& sums(std::uint32_t pair) {
        if (pair >= m_sums.size()) m_sums.resize(pair + 1);
        return m_sums[pair];
    }

    void addNames(const SelectedPart& p) {
        forStoredTotals(
            p.lane, m_r.range,
            [&](const std::vector<NameTotal>& totals) {
                for (const NameTotal& n : totals)
                    addTo(sums(m_pairs.ofName(n.name)), n.count, n.sum, n.sum, n.min, n.max);
            },
            [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i) {
                    const TimeNs start = p.lane.start(i), end = p.lane.end(i), full = end - start;
                    addTo(sums(m_pairs.ofName(p.lane.name(i))), 1,
                          std::min(end, m_r.range.end) - std::max(start, m_r.range.begin), full, full, full);
                }
            });
    }

    // Without looking at any row: how many there are and how long they are busy.
    void addLane(const SelectedPart& p) {
        SelectionSums& f = sums(m_pairs.ofLane());
        addTo(f, p.rows.count(), busyTime(p.lane, m_r.range), 0, 0, 0);
        f.timed = false;
    }

    const SelectionRequest& m_r;
    GroupPairs m_pairs;
    std::vector<SelectionSums> m_sums;
};

}  // namespace

std::optional<SelectionTable> quickSelection(const SelectionRequest& r) {
    const auto byRow = [](GroupBy by) { return by == GroupBy::NvtxRange; };
    if (!r.only.isEmpty() || byRow(r.first) || byRow(r.second)) return {};
    const std::vector<SelectedPart> parts = selectedParts(r);
    if (r.first == GroupBy::Name || r.first == GroupBy::ShortName) {
        std::size_t read = 0;
        for (const SelectedPart& p : parts) read += rowsToRead(p, r.range);
        if (read > kMostRead) return {};
    }
    return Quick(r).make(parts);
}

}  // namespace model
