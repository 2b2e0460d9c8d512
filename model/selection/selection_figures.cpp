// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/selection/selection_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "model/base/huge_vector.h"
#include "model/selection/selection_tree.h"
#include "model/workload/message_size.h"

namespace model {
namespace {

constexpr std::size_t kStopEvery = 16384;

TimeRange clip(const LaneView& lane, std::size_t row, TimeRange range) {
    return {std::max(lane.start(row), range.begin), std::min(lane.end(row), range.end)};
}

using Times = HugeVector<TimeRange>;

/// Orders from `first` on what mostly consists of long lists in order, one after the other: names of which each was put
/// in order before. Short lists are sorted.
void sortLists(Times& times, std::size_t first) {
    if (times.size() - first < 2) return;
    const auto earlier = [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; };
    const auto at = [&](std::size_t i) { return times.begin() + static_cast<std::ptrdiff_t>(i); };
    std::vector<std::size_t> borders{first};
    for (std::size_t i = first + 1; i < times.size(); ++i)
        if (earlier(times[i], times[i - 1])) borders.push_back(i);
    borders.push_back(times.size());
    if ((times.size() - first) / borders.size() < 32) return std::sort(at(first), times.end(), earlier);
    while (borders.size() > 2) {
        std::vector<std::size_t> fewer{first};
        for (std::size_t i = 0; i + 1 < borders.size(); i += 2) {
            fewer.push_back(borders[std::min(i + 2, borders.size() - 1)]);
            std::inplace_merge(at(borders[i]), at(borders[i + 1]), at(fewer.back()), earlier);
        }
        borders = std::move(fewer);
    }
}

/// Makes disjoint stretches in order of what stands from `first` on, and returns how long they are together.
TimeNs unite(Times& times, std::size_t first = 0) {
    sortLists(times, first);
    TimeNs sum = 0;
    std::size_t n = first;
    for (std::size_t i = first; i < times.size(); ++i) {
        const TimeRange next = times[i];
        if (n > first && next.begin <= times[n - 1].end) {
            sum += std::max<TimeNs>(0, next.end - times[n - 1].end);
            times[n - 1].end = std::max(times[n - 1].end, next.end);
        } else {
            sum += next.length();
            times[n++] = next;
        }
    }
    times.resize(n);
    return sum;
}

/// Everything about the rows, group by group.
class Exact {
public:
    explicit Exact(const SelectionRequest& r) : m_r(r), m_parts(selectedParts(r)), m_pairs(r), m_sizes(r.report) {}

    SelectionTable make() {
        assign();
        order();
        Times everything, busy;
        HugeVector<std::int64_t> allDurations, durations;
        const auto finishGroup = [&](SelectionGroup& g, std::span<const std::uint32_t> pairs) {
            if (m_r.stop.stop_requested()) return;
            busy.clear();
            durations.clear();
            for (std::size_t i = 0; i < pairs.size(); ++i) finish(g.inside[i], pairs[i], busy, durations);
            sum(g.figures, g.inside, busy, durations);
            everything.insert(everything.end(), busy.begin(), busy.end());
            allDurations.insert(allDurations.end(), durations.begin(), durations.end());
        };
        std::vector<SelectionGroup> groups = groupTree(m_r, m_pairs.all(), m_figures, finishGroup);
        SelectionTable out = selectionTable(m_r, std::move(groups));
        sum(out.all, out.groups, everything, allDurations);
        return out;
    }

private:
    // Which pair each row belongs to, and what can be added up on the way.
    void assign() {
        m_pairOf.resize(m_parts.empty() ? 0 : m_parts.back().offset + m_parts.back().rows.count(), GroupPairs::kNone);
        EventMatcher matcher(m_r.only, m_r.report);
        for (const SelectedPart& p : m_parts) {
            if (!matcher.setLane(p.lane)) continue;
            const Track& track = m_r.report.track(p.lane.lane->track());
            m_pairs.setLane(p.lane, track.kind);
            const LaneView nested = childrenOf(track, p.lane);
            const bool sized = m_sizes.maySay(p.lane.lane->kind()) && p.lane.lane->columns() & kArgsColumn;
            std::size_t child = nested.rows ? rowsOverlapping(nested, m_r.range).first : 0;
            for (std::size_t i = p.rows.first; i < p.rows.last; ++i) {
                if (i % kStopEvery == 0 && m_r.stop.stop_requested()) return;
                if (!m_r.only.isEmpty() && !matcher.matches(i)) continue;
                const std::uint32_t pair = m_pairs.ofRow(p.lane, i);
                m_pairOf[p.offset + i - p.rows.first] = pair;
                if (pair >= m_figures.size()) m_figures.resize(pair + 1);
                addRow(m_figures[pair], p.lane, i, nested, child, sized);
            }
        }
    }

    // The lane one level deeper on a row whose events nest.
    LaneView childrenOf(const Track& track, const LaneView& lane) const {
        if (trackKindInfo(track.kind).shape != Shape::Nested) return {};
        for (std::size_t i = 0; i + 1 < track.lanes.size(); ++i)
            if (m_r.report.lane(track.lanes[i]).lane == lane.lane) return m_r.report.lane(track.lanes[i + 1]);
        return {};
    }

    void addRow(SelectionFigures& f, const LaneView& lane, std::size_t row, const LaneView& nested, std::size_t& child,
                bool sized) {
        const TimeRange inside = clip(lane, row, m_r.range);
        const TimeNs full = lane.end(row) - lane.start(row);
        addTo(f, 1, inside.end - inside.begin, full, full, full);
        TimeNs children = 0;
        while (child < nested.rows && nested.end(child) <= inside.begin) ++child;
        for (; child < nested.rows && nested.start(child) < inside.end; ++child) {
            const TimeRange c = clip(nested, child, inside);
            children += std::max<TimeNs>(0, c.end - c.begin);
            if (nested.end(child) > inside.end) break;  // reaches into the next one
        }
        f.self = saturatingAdd(f.self, inside.end - inside.begin - children);
        if (!sized) return;
        if (const auto bytes = m_sizes.bytes(lane.lane->kind(), lane.lane->argsColumn()[row])) {
            ++f.sized;
            f.bytes = saturatingAdd(f.bytes, *bytes);
            f.sizedTime = saturatingAdd(f.sizedTime, full);
        }
    }

    // Running numbers of the rows, pair by pair.
    void order() {
        m_first.assign(m_figures.size() + 1, 0);
        for (const std::uint32_t pair : m_pairOf)
            if (pair != GroupPairs::kNone) ++m_first[pair + 1];
        for (std::size_t i = 1; i < m_first.size(); ++i) m_first[i] += m_first[i - 1];
        HugeVector<std::size_t> next(m_first.begin(), m_first.end());
        m_rows.resize(m_first.back());
        for (std::size_t flat = 0; flat < m_pairOf.size(); ++flat)
            if (m_pairOf[flat] != GroupPairs::kNone) m_rows[next[m_pairOf[flat]]++] = static_cast<std::uint32_t>(flat);
        m_pairOf = {};
    }

    // Calls use(part, row) for the rows of a pair; they are in order. A name of few lanes does not look at all of them.
    template <class F>
    void forRows(std::size_t pair, F&& use) const {
        std::size_t part = 0;
        for (std::size_t i = m_first[pair]; i < m_first[pair + 1]; ++i) {
            if (part + 1 < m_parts.size() && m_parts[part + 1].offset <= m_rows[i]) part = partOf(part + 1, m_rows[i]);
            use(part, m_parts[part].rows.first + (m_rows[i] - m_parts[part].offset));
        }
    }

    // The part from `first` on that holds a running number.
    std::size_t partOf(std::size_t first, std::size_t flat) const {
        const auto after = std::upper_bound(m_parts.begin() + static_cast<std::ptrdiff_t>(first), m_parts.end(), flat,
                                            [](std::size_t f, const SelectedPart& p) { return f < p.offset; });
        return static_cast<std::size_t>(after - m_parts.begin()) - 1;
    }

    void finish(SelectionGroup& group, std::size_t pair, Times& busy, HugeVector<std::int64_t>& durations) {
        const std::size_t before = durations.size(), busyBefore = busy.size();
        forRows(pair, [&](std::size_t part, std::size_t row) {
            const LaneView& lane = m_parts[part].lane;
            durations.push_back(lane.end(row) - lane.start(row));
            const TimeRange inside = clip(lane, row, m_r.range);
            if (inside.end > inside.begin) busy.push_back(inside);
        });
        group.figures.wall = unite(busy, busyBefore);
        rank(group.figures, std::span(durations).subspan(before));
        group.figures.exact = true;
    }

    static void rank(SelectionFigures& f, std::span<std::int64_t> values) {
        if (values.empty()) return;
        const std::size_t n = values.size();
        const auto nth = [&](std::size_t k, std::size_t from) {
            std::nth_element(values.begin() + static_cast<std::ptrdiff_t>(from),
                             values.begin() + static_cast<std::ptrdiff_t>(k), values.end());
            return values[k];
        };
        const std::size_t middle = (n - 1) / 2, at95 = (95 * n + 99) / 100 - 1, at99 = (99 * n + 99) / 100 - 1;
        const std::int64_t low = nth(middle, 0);
        const std::int64_t high = n % 2 ? low : nth(n / 2, middle + 1);
        f.median = (static_cast<double>(low) + static_cast<double>(high)) / 2;
        f.p95 = at95 > n / 2 ? nth(at95, n / 2) : nth(at95, 0);
        f.p99 = at99 > at95 ? nth(at99, at95) : f.p95;
    }

    // What a group sums up of the groups inside it.
    static void sum(SelectionFigures& f, const std::vector<SelectionGroup>& inside, Times& busy,
                    HugeVector<std::int64_t>& durations) {
        for (const SelectionGroup& g : inside) {
            f.self = saturatingAdd(f.self, g.figures.self);
            f.sized += g.figures.sized;
            f.bytes = saturatingAdd(f.bytes, g.figures.bytes);
            f.sizedTime = saturatingAdd(f.sizedTime, g.figures.sizedTime);
        }
        f.wall = unite(busy);
        rank(f, durations);
        f.exact = true;
    }

    const SelectionRequest& m_r;
    std::vector<SelectedPart> m_parts;
    GroupPairs m_pairs;
    reports::MessageSize m_sizes;
    HugeVector<std::uint32_t> m_pairOf;  // by running number
    HugeVector<SelectionFigures> m_figures;
    HugeVector<std::size_t> m_first;  // by pair, into m_rows
    HugeVector<std::uint32_t> m_rows;
};

}  // namespace

SelectionTable exactSelection(const SelectionRequest& r) { return Exact(r).make(); }

std::vector<SelectionCounter> countersIn(const Snapshot& s, TimeRange range) {
    std::vector<SelectionCounter> out;
    for (const Track& t : s.tree().tracks) {
        if (t.counter == kNoCounter) continue;
        const CounterView c = s.counter(t.counter);
        const MinMax m = c.rows ? c.series->minMax(range, c.rows) : MinMax();
        if (m.isEmpty()) continue;
        out.push_back({t.id, m.min, c.series->mean(range, c.rows), m.max});
    }
    return out;
}

std::vector<EventRef> eventsOfGroup(const SelectionRequest& r, const SelectionGroup& group,
                                    const SelectionGroup* inside) {
    Grouper first(r.report, group.by), second(r.report, inside ? inside->by : GroupBy::Nothing);
    // Of names that share a short form the first one that is asked for stands for all.
    if (group.by == GroupBy::ShortName) first.ofName(group.id);
    if (inside && inside->by == GroupBy::ShortName) second.ofName(inside->id);
    EventMatcher matcher(r.only, r.report);
    std::vector<EventRef> out;
    for (const LaneId id : r.lanes) {
        if (id >= r.report.laneCount()) continue;
        const LaneView lane = r.report.lane(id);
        const RowRange rows = rowsOverlapping(lane, r.range);
        if (rows.count() == 0 || !matcher.setLane(lane)) continue;
        first.setLane(lane);
        second.setLane(lane);
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            if (i % kStopEvery == 0 && r.stop.stop_requested()) return out;
            if (first.ofRow(i) != group.id || (inside && second.ofRow(i) != inside->id)) continue;
            if (r.only.isEmpty() || matcher.matches(i)) out.push_back({id, static_cast<std::uint32_t>(i)});
        }
    }
    return out;
}

}  // namespace model
