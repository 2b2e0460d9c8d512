// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/statistics.h"

#include <algorithm>
#include <unordered_map>

namespace model {
namespace {

using Totals = std::unordered_map<StringId, SelectionTotal>;

void addRow(const LaneView& lane, std::size_t i, TimeRange range, Totals& totals) {
    const TimeNs start = lane.start(i), end = lane.end(i), full = end - start;
    SelectionTotal& t = totals[lane.name(i)];
    t.min = t.count == 0 ? full : std::min(t.min, full);
    t.max = t.count == 0 ? full : std::max(t.max, full);
    ++t.count;
    t.full = saturatingAdd(t.full, full);  // over many lanes a sum may leave the range
    t.inSelection = saturatingAdd(t.inSelection, std::min(end, range.end) - std::max(start, range.begin));
}

void addSegment(const std::vector<NameTotal>& segment, Totals& totals) {
    for (const NameTotal& n : segment) {
        SelectionTotal& t = totals[n.name];
        t.min = t.count == 0 ? n.min : std::min(t.min, n.min);
        t.max = t.count == 0 ? n.max : std::max(t.max, n.max);
        t.count += n.count;
        t.full = saturatingAdd(t.full, n.sum);
        t.inSelection = saturatingAdd(t.inSelection, n.sum);
    }
}

void addLane(const LaneView& lane, TimeRange range, Totals& totals) {
    forStoredTotals(
        lane, range, [&](const std::vector<NameTotal>& segment) { addSegment(segment, totals); },
        [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) addRow(lane, i, range, totals);
        });
}

/// The first row from `row` on that ends after `time`, or `last`. Takes steps that double, since it is mostly near.
std::size_t firstRowEndingAfter(const LaneView& lane, std::size_t row, std::size_t last, TimeNs time) {
    std::size_t step = 1;
    while (row < last && lane.end(row) <= time) {
        if (row + step < last && lane.end(row + step) <= time) {
            row += step;
            step *= 2;
        } else if (step == 1) {
            ++row;
        } else {
            step = 1;
        }
    }
    return row;
}

}  // namespace

std::vector<SelectionTotal> selectionTotals(std::span<const LaneView> lanes, TimeRange range) {
    Totals totals;
    for (const LaneView& lane : lanes) addLane(lane, range, totals);
    std::vector<SelectionTotal> out;
    out.reserve(totals.size());
    for (auto& [name, t] : totals) {
        t.name = name;
        out.push_back(t);
    }
    std::sort(out.begin(), out.end(), [](const SelectionTotal& a, const SelectionTotal& b) { return a.name < b.name; });
    return out;
}

TimeNs unionTime(std::span<const LaneView> lanes, TimeRange range) {
    struct Cursor {
        const LaneView* lane;
        std::size_t row, last;
    };
    std::vector<Cursor> heap;
    for (const LaneView& lane : lanes) {
        const RowRange r = rowsOverlapping(lane, range);
        if (r.first < r.last) heap.push_back({&lane, r.first, r.last});
    }
    const auto later = [](const Cursor& a, const Cursor& b) { return a.lane->start(a.row) > b.lane->start(b.row); };
    std::make_heap(heap.begin(), heap.end(), later);
    TimeNs covered = 0, until = range.begin;
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end(), later);
        Cursor& c = heap.back();
        const TimeNs start = std::max(c.lane->start(c.row), until), end = std::min(c.lane->end(c.row), range.end);
        if (end > start) {
            covered += end - start;
            until = end;
        }
        c.row = firstRowEndingAfter(*c.lane, c.row + 1, c.last, until);
        if (c.row == c.last) heap.pop_back();
        else std::push_heap(heap.begin(), heap.end(), later);
    }
    return covered;
}

}  // namespace model
