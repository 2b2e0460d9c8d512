// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/nesting.h"

#include <algorithm>

namespace model {
namespace {

/// All lanes of the rows, outer before inner ones.
std::vector<LaneId> lanesOf(std::span<const Track* const> rows) {
    std::vector<LaneId> out;
    for (const Track* t : rows)
        for (const auto* lanes : {&t->lanes, &t->overflow}) out.insert(out.end(), lanes->begin(), lanes->end());
    return out;
}

/// The range and all of each event that overlaps it.
TimeRange hullOf(const Snapshot& s, std::span<const LaneId> lanes, TimeRange range) {
    TimeRange out = range;
    for (const LaneId id : lanes) {
        const LaneView lane = s.lane(id);
        const RowRange rows = rowsOverlapping(lane, range);
        if (rows.count() > 0) out = out.united({lane.start(rows.first), lane.end(rows.last - 1)});
    }
    return out;
}

}  // namespace

std::map<ThreadId, std::vector<const Track*>> rowsByThread(const Snapshot& s, std::initializer_list<TrackKind> kinds) {
    std::map<ThreadId, std::vector<const Track*>> out;
    for (const TrackKind kind : kinds)
        for (const Track& t : s.tree().tracks)
            if (t.kind == kind) out[threadOf(t.key)].push_back(&t);
    return out;
}

Nesting::Nesting(const Snapshot& s, std::span<const Track* const> rows, TimeRange range,
                 const std::function<bool(StringId)>& keep, std::stop_token stop) {
    const std::vector<LaneId> lanes = lanesOf(rows);
    range = hullOf(s, lanes, range);
    std::size_t most = 0;
    for (const LaneId id : lanes) most += rowsOverlapping(s.lane(id), range).count();
    if (!keep) m_items.reserve(most);  // growing would touch the memory of millions twice
    for (const LaneId id : lanes) {
        const LaneView lane = s.lane(id);
        const RowRange in = rowsOverlapping(lane, range);
        for (std::size_t i = in.first; i < in.last && !(i % 65536 == 0 && stop.stop_requested()); ++i)
            if (!keep || keep(lane.name(i)))
                m_items.push_back({{id, static_cast<std::uint32_t>(i)}, {lane.start(i), lane.end(i)}, lane.name(i)});
    }
    std::stable_sort(m_items.begin(), m_items.end(), [](const Item& a, const Item& b) {
        return a.when.begin != b.when.begin ? a.when.begin < b.when.begin : a.when.end > b.when.end;
    });
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < m_items.size(); ++i) {
        Item& item = m_items[i];
        while (!open.empty() && m_items[open.back()].when.end <= item.when.begin) open.pop_back();
        const auto around = std::find_if(open.rbegin(), open.rend(),
                                         [&](std::uint32_t o) { return m_items[o].when.end >= item.when.end; });
        if (around != open.rend()) {
            item.parent = *around;
            m_items[item.parent].inChildren = saturatingAdd(m_items[item.parent].inChildren, item.when.length());
        }
        open.push_back(i);
    }
}

std::uint32_t Nesting::at(TimeNs t) const {
    const auto after = std::upper_bound(m_items.begin(), m_items.end(), t,
                                        [](TimeNs time, const Item& i) { return time < i.when.begin; });
    if (after == m_items.begin()) return kNone;
    auto i = static_cast<std::uint32_t>(after - m_items.begin() - 1);
    while (i != kNone && m_items[i].when.end <= t && !(m_items[i].when.isEmpty() && m_items[i].when.begin == t))
        i = m_items[i].parent;
    return i;
}

void Nesting::sumUp(std::vector<std::int64_t>& values) const {
    for (std::size_t i = m_items.size(); i-- > 0;)
        if (m_items[i].parent != kNone) values[m_items[i].parent] = saturatingAdd(values[m_items[i].parent], values[i]);
}

}  // namespace model
