// SPDX-License-Identifier: GPL-3.0-or-later
// Totals of a selection and union time, against a look at every row.
#include "model/query/statistics.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

using namespace model;
using naive::Random;
using naive::Style;

namespace {

/// Several lanes as a selection may take them, with what a reader of prefixes knows of them.
struct Lanes {
    std::vector<std::vector<Event>> events;
    std::vector<std::unique_ptr<Lane>> lanes;
    std::vector<LaneView> views;

    void add(std::vector<Event> rows, std::size_t known) {
        lanes.push_back(std::make_unique<Lane>(0, EventKind::Kernel, kNoColumns));
        for (std::size_t i = 0; i < known; ++i) lanes.back()->append(rows[i]);
        lanes.back()->finishBatch();
        views.push_back(naive::viewOf(*lanes.back()));
        for (std::size_t i = known; i < rows.size(); ++i) lanes.back()->append(rows[i]);  // the writer goes on
        rows.resize(known);
        events.push_back(std::move(rows));
    }
    std::vector<Event> all() const {
        std::vector<Event> out;
        for (const auto& e : events) out.insert(out.end(), e.begin(), e.end());
        return out;
    }
};

std::vector<SelectionTotal> scan(const std::vector<std::vector<Event>>& lanes, TimeRange range) {
    std::map<StringId, SelectionTotal> totals;
    for (const auto& events : lanes) {
        for (const std::size_t i : naive::overlapping(events, range)) {
            const Event& e = events[i];
            SelectionTotal& t = totals.try_emplace(e.name, SelectionTotal{e.name, 0, 0, 0, kTimeMax, 0}).first->second;
            ++t.count;
            t.inSelection += naive::clipped(e, range);
            t.full += e.duration();
            t.min = std::min(t.min, e.duration());
            t.max = std::max(t.max, e.duration());
        }
    }
    std::vector<SelectionTotal> out;
    for (const auto& [name, t] : totals) out.push_back(t);
    return out;
}

/// Covered time by sorting all borders and counting how many events are open.
TimeNs sweep(const std::vector<std::vector<Event>>& lanes, TimeRange range) {
    std::vector<std::pair<TimeNs, int>> borders;
    for (const auto& events : lanes) {
        for (const Event& e : events) {
            if (e.end <= range.begin || e.start >= range.end) continue;
            borders.emplace_back(std::max(e.start, range.begin), 1);
            borders.emplace_back(std::min(e.end, range.end), -1);
        }
    }
    std::sort(borders.begin(), borders.end());
    TimeNs covered = 0;
    int open = 0;
    for (std::size_t i = 0; i < borders.size(); ++i) {
        if (open > 0) covered += borders[i].first - borders[i - 1].first;
        open += borders[i].second;
    }
    return covered;
}

Lanes randomLanes(Random& random, std::size_t maxRows) {
    Lanes lanes;
    const auto n = random.between(1, 5);
    for (std::int64_t i = 0; i < n; ++i) {
        auto style = static_cast<Style>(random.index(naive::kStyles));
        if (style == Style::Limits) style = Style::Phases;  // two such lanes have more time than fits into one number
        const std::size_t rows = random.index(maxRows);
        lanes.add(naive::randomEvents(random, style, rows), random.chance(50) ? rows : random.index(rows + 1));
    }
    return lanes;
}

}  // namespace

TEST("totals of a selection are those of a scan, over any lanes and range") {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        Random random(seed);
        const Lanes lanes = randomLanes(random, seed % 5 == 0 ? 20'000 : 1500);
        const auto all = lanes.all();
        for (int i = 0; i < 8; ++i) {
            const TimeRange range = naive::randomRange(random, all);
            CHECK(selectionTotals(lanes.views, range) == scan(lanes.events, range));
        }
    }
}

TEST("totals are the same where whole segments answer from what is stored") {
    for (const Style style :
         {Style::OneName, Style::Phases, Style::Dense, Style::UniqueNames, Style::Limits, Style::Instants}) {
        Random random(static_cast<std::uint64_t>(style) + 50);
        Lanes lanes;
        lanes.add(naive::randomEvents(random, style, 250'000), 230'000);
        std::size_t stored = 0;
        for (std::size_t s = 0; s < 12; ++s) stored += lanes.lanes[0]->totals(s) != nullptr;
        if (style == Style::UniqueNames) CHECK_EQ(stored, std::size_t{0});
        else CHECK(stored >= 8);
        CHECK(selectionTotals(lanes.views, {kTimeMin, kTimeMax}) == scan(lanes.events, {kTimeMin, kTimeMax}));
        for (int i = 0; i < 5; ++i) {
            const TimeRange range = naive::randomRange(random, lanes.events[0]);
            CHECK(selectionTotals(lanes.views, range) == scan(lanes.events, range));
        }
    }
}

TEST("totals of neighbouring ranges share only the time, never an event twice in it") {
    Random random(7);
    for (int round = 0; round < 100; ++round) {
        const Lanes lanes = randomLanes(random, 3000);
        const TimeRange range = naive::randomRange(random, lanes.all());
        const TimeNs middle = random.between(range.begin, range.end);
        const auto time = [&](TimeRange r) {
            TimeNs sum = 0;
            for (const SelectionTotal& t : selectionTotals(lanes.views, r)) sum += t.inSelection;
            return sum;
        };
        CHECK_EQ(time({range.begin, middle}) + time({middle, range.end}), time(range));
    }
}

TEST("an empty selection or no lane at all gives nothing") {
    Random random(8);
    const Lanes lanes = randomLanes(random, 100);
    CHECK(selectionTotals(lanes.views, {5, 5}).empty());
    CHECK(selectionTotals({}, {kTimeMin, kTimeMax}).empty());
    CHECK_EQ(unionTime(lanes.views, {5, 5}), TimeNs{0});
    CHECK_EQ(unionTime({}, {kTimeMin, kTimeMax}), TimeNs{0});
}

TEST("union time counts time once, however many lanes are busy") {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        Random random(seed + 500);
        const Lanes lanes = randomLanes(random, 1500);
        const auto all = lanes.all();
        for (int i = 0; i < 8; ++i) {
            const TimeRange range = naive::randomRange(random, all);
            CHECK_EQ(unionTime(lanes.views, range), sweep(lanes.events, range));
        }
    }
}

TEST("union time of one lane is its busy time") {
    for (int style = 0; style < naive::kStyles; ++style) {
        Random random(static_cast<std::uint64_t>(style) + 900);
        Lanes lanes;
        lanes.add(naive::randomEvents(random, static_cast<Style>(style), 3000), 2500);
        for (int i = 0; i < 10; ++i) {
            const TimeRange range = naive::randomRange(random, lanes.events[0]);
            CHECK_EQ(unionTime(lanes.views, range), naive::busyTime(lanes.events[0], range));
        }
    }
}

TEST("totals of lanes that fill all time there is do not overflow") {
    Lanes lanes;
    for (int i = 0; i < 5; ++i) lanes.add({{-kTimeLimit, kTimeLimit, 1, 0, 0, 0}}, 1);
    const auto totals = selectionTotals(lanes.views, {kTimeMin, kTimeMax});
    CHECK_EQ(totals.size(), std::size_t{1});
    CHECK_EQ(totals[0].count, std::uint64_t{5});
    CHECK_EQ(totals[0].full, kTimeMax);  // more than fits: the most there is
    CHECK_EQ(totals[0].inSelection, kTimeMax);
    CHECK_EQ(unionTime(lanes.views, {kTimeMin, kTimeMax}), 2 * kTimeLimit);
}
