// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about one lane (model/query/query.h) and the pyramid below them, against a look at every row.
#include <cmath>
#include <cstring>

#include "model/query/query.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

using namespace model;
using naive::Random;
using naive::Style;
using Events = std::span<const Event>;

namespace {

constexpr std::uint8_t kAllColumns = kArgsColumn | kCorrelationColumn | kPayloadColumn;
constexpr std::size_t kSizes[] = {0, 1, 2, 3, 63, 64, 65, 127, 128, 200, 511, 513, 1023, 1025, 3000};

/// Calls check(random, view, rows of the view) for views of random lanes of all styles and sizes, among them views of
/// prefixes of lanes that went on growing.
template <class F>
void forViews(std::uint64_t seed, F&& check) {
    for (int style = 0; style < naive::kStyles; ++style) {
        for (const std::size_t size : kSizes) {
            Random random(seed * 1000 + static_cast<std::uint64_t>(style) * 100 + size);
            const auto events = naive::randomEvents(random, static_cast<Style>(style), size);
            Lane lane(0, EventKind::Kernel, kAllColumns);
            const auto views = naive::appendInBatches(random, lane, events, 700);
            const std::size_t before = check::failures().size();
            check(random, views.back(), Events(events));
            for (int i = 0; i < 2; ++i) {
                const LaneView& view = views[random.index(views.size())];
                check(random, view, Events(events).first(view.rows));
            }
            if (check::failures().size() != before)
                check::fail(__FILE__, __LINE__,
                            std::string("with style ") + naive::nameOf(static_cast<Style>(style)) + ", rows " +
                                std::to_string(size));
            if (check::failures().size() > 20) return;
        }
    }
}

/// A large lane of the style, complete.
struct Large {
    std::vector<Event> events;
    Lane lane{0, EventKind::Kernel, kNoColumns};
    LaneView view;
    Large(Style style, std::size_t rows) {
        Random random(static_cast<std::uint64_t>(style) + 77);
        events = naive::randomEvents(random, style, rows);
        for (const Event& e : events) lane.append(e);
        lane.finishBatch();
        view = naive::viewOf(lane);
    }
};

double timeOf(const std::map<StringId, TimeNs>& times, StringId name) {
    const auto at = times.find(name);
    return at == times.end() ? -1 : static_cast<double>(at->second);
}

void checkBucket(const LaneView& view, Events events, TimeRange range) {
    const Bucket b = bucket(view, range);
    CHECK_EQ(b.busy, naive::busyTime(events, range));
    CHECK_EQ(b.count, naive::countStarting(events, range));
    CHECK(b.longest == naive::longest(events, range));
    const auto times = naive::timeByName(events, range);
    if (times.empty()) {
        CHECK_EQ(b.dominant, 0u);
        return;
    }
    double greatest = 0;
    for (const auto& [name, ns] : times) greatest = std::max(greatest, static_cast<double>(ns));
    const double dominant = timeOf(times, b.dominant), busy = static_cast<double>(b.busy);
    CHECK(dominant >= 0);  // it is there
    // Five times the regret is at most the busy time; floats add a hundred-thousandth.
    CHECK(greatest - dominant <= busy / 5 + busy * 2e-5 + 1);
    if (b.certified && dominant < greatest) CHECK_EQ(dominant, greatest);
    if (times.size() == 1) CHECK_EQ(b.dominant, times.begin()->first);
}

/// Counters of a summary against the times of names in [a, b): never more, at most the known bound less.
void checkSummary(const Summary& s, Events events) {
    std::map<StringId, double> times;
    double busy = 0;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
        times[events[i].name] += static_cast<double>(events[i].duration());
        busy += static_cast<double>(events[i].duration());
        if (events[i].duration() > events[longest].duration()) longest = i;
    }
    const double slack = busy * 2e-5 + 1, bound = (busy - static_cast<double>(s.sum())) / 5 + slack;
    CHECK_EQ(s.longestDuration, events[longest].duration());
    std::map<StringId, double> counters;
    for (const Summary::Share& share : s.shares) {
        CHECK(share.ns >= 0);
        if (share.ns > 0) CHECK(counters.emplace(share.name, share.ns).second);  // a name has one counter
    }
    for (const auto& [name, ns] : counters) CHECK(ns <= times[name] + slack);
    for (const auto& [name, ns] : times) {
        const auto at = counters.find(name);
        CHECK(ns - (at == counters.end() ? 0 : at->second) <= bound);
    }
}

bool sameSummaries(const Column<Summary>* a, const Column<Summary>* b) {
    if (!a || !b) return !a && !b;
    if (a->size() != b->size()) return false;
    for (std::size_t i = 0; i < a->size(); ++i)
        if (std::memcmp(&(*a)[i], &(*b)[i], sizeof(Summary)) != 0) return false;
    return true;
}

}  // namespace

TEST("rows that overlap a range are those that a scan finds, and they are neighbours") {
    forViews(1, [](Random& random, const LaneView& view, Events events) {
        for (int i = 0; i < 30; ++i) {
            const TimeRange range = naive::randomRange(random, events);
            const auto expected = naive::overlapping(events, range);
            const RowRange rows = rowsOverlapping(view, range);
            CHECK_EQ(rows.count(), expected.size());
            if (!expected.empty()) CHECK(rows.first == expected.front() && rows.last == expected.back() + 1);
        }
        CHECK_EQ(rowsOverlapping(view, {5, 5}).count(), std::size_t{0});
        CHECK_EQ(rowsOverlapping(view, {kTimeMin, kTimeMax}).count(), view.rows);
    });
}

TEST("busy time and counts are exact, and those of neighbouring ranges add up") {
    forViews(2, [](Random& random, const LaneView& view, Events events) {
        for (int i = 0; i < 30; ++i) {
            const TimeRange range = naive::randomRange(random, events);
            const TimeNs busy = busyTime(view, range);
            const std::size_t count = countStarting(view, range);
            CHECK_EQ(busy, naive::busyTime(events, range));
            CHECK_EQ(count, naive::countStarting(events, range));
            const TimeNs middle = random.between(range.begin, range.end);
            CHECK_EQ(busyTime(view, {range.begin, middle}) + busyTime(view, {middle, range.end}), busy);
            CHECK_EQ(countStarting(view, {range.begin, middle}) + countStarting(view, {middle, range.end}), count);
        }
        CHECK_EQ(busyTime(view, {9, 3}), TimeNs{0});
    });
}

TEST("the row at a time covers it, and there is none where nothing is") {
    forViews(3, [](Random& random, const LaneView& view, Events events) {
        for (int i = 0; i < 40; ++i) {
            const TimeNs t = naive::randomRange(random, events).begin;
            const bool any =
                std::any_of(events.begin(), events.end(), [&](const Event& e) { return naive::covers(e, t); });
            const auto row = rowAt(view, t);
            CHECK_EQ(row.has_value(), any);
            if (row) {
                CHECK(naive::covers(events[*row], t));
                // Where several start at t the one that takes time is wanted.
                const bool takesTime = std::any_of(events.begin(), events.end(),
                                                   [&](const Event& e) { return e.start <= t && t < e.end; });
                if (takesTime) CHECK(t < events[*row].end);
            }
        }
    });
}

TEST("the nearest row is the nearest by its borders, within the tolerance") {
    forViews(4, [](Random& random, const LaneView& view, Events events) {
        for (int i = 0; i < 40; ++i) {
            const TimeNs t = naive::randomRange(random, events).begin,
                         tolerance = random.chance(20) ? 0 : random.magnitude(1'000'000);
            TimeNs nearest = kTimeMax;
            for (const Event& e : events) nearest = std::min(nearest, naive::distance(e, t));
            const auto row = rowNear(view, t, tolerance);
            CHECK_EQ(row.has_value(), !events.empty() && nearest <= tolerance);
            if (row) CHECK_EQ(naive::distance(events[*row], t), nearest);
        }
    });
}

TEST("a bucket knows its busy time, count and longest row exactly and its dominant name within the bound") {
    forViews(5, [](Random& random, const LaneView& view, Events events) {
        for (int i = 0; i < 40; ++i) checkBucket(view, events, naive::randomRange(random, events));
    });
}

TEST("a bucket is right in lanes of many rows, too, whole and in a view of a prefix") {
    for (int style = 0; style < naive::kStyles; ++style) {
        const Large large(static_cast<Style>(style), 150'000);
        Random random(static_cast<std::uint64_t>(style));
        for (int i = 0; i < 12; ++i) {
            LaneView view = large.view;
            if (i % 3 == 0) view.rows = random.index(large.events.size());
            const Events events = Events(large.events).first(view.rows);
            checkBucket(view, events, i == 0 ? TimeRange{kTimeMin, kTimeMax} : naive::randomRange(random, events));
        }
    }
}

TEST("a certified name is the greatest even if another is only a hair behind") {
    std::size_t certified = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed + 5000);
        Lane lane(0, EventKind::Kernel, kNoColumns);
        std::vector<Event> events;
        TimeNs t = 0;
        const std::int64_t names = random.between(2, 9);
        const std::size_t rows = 100 + random.index(3000);
        for (std::size_t i = 0; i < rows; ++i) {
            const TimeNs length = 1'000'000 + random.between(0, seed % 2 ? 3 : 300'000);
            events.push_back({t, t + length, static_cast<StringId>(random.between(1, names)), 0, 0, 0});
            lane.append(events.back());
            t += length + random.between(0, 5);
        }
        const LaneView view = naive::viewOf(lane);
        for (int i = 0; i < 10; ++i) {
            const TimeRange range = naive::randomRange(random, events);
            checkBucket(view, events, range);
            certified += bucket(view, range).certified;
        }
    }
    CHECK(certified > 300);  // it does say so often enough to be of use
}

TEST("every node of the pyramid keeps the Misra-Gries bound, for any prefix that a reader knows") {
    for (int style = 0; style < naive::kStyles; ++style) {
        const Large large(static_cast<Style>(style), 64 * 4 * 4 * 4 * 3 + 100);
        const BlockPyramid& pyramid = large.lane.pyramid();
        CHECK_EQ(pyramid.blocks(), large.events.size() / 64);
        Random random(static_cast<std::uint64_t>(style) + 9);
        for (int i = 0; i < 30; ++i) {
            const std::size_t known = 1 + random.index(pyramid.blocks());
            std::size_t a = random.index(known), b = random.index(known + 1);
            if (a > b) std::swap(a, b);
            if (a == b) continue;
            Summary s;
            pyramid.collect(a, b, known, s);
            const Events rows = Events(large.events).subspan(a * 64, (b - a) * 64);
            checkSummary(s, rows);
            const auto first = std::max_element(
                rows.begin(), rows.end(), [](const Event& x, const Event& y) { return x.duration() < y.duration(); });
            CHECK_EQ(s.longest, static_cast<std::uint32_t>(a * 64 + static_cast<std::size_t>(first - rows.begin())));
        }
        TimeNs busy = 0;
        for (std::size_t b = 0; b <= pyramid.blocks(); ++b) {
            if (pyramid.busyBefore(b) != busy) CHECK_EQ(pyramid.busyBefore(b), busy);
            for (std::size_t i = b * 64; b < pyramid.blocks() && i < b * 64 + 64; ++i)
                busy += large.events[i].duration();
        }
    }
}

TEST("the pyramid takes about a byte a row") {
    const Large large(Style::Dense, 1'000'000);
    const double bytes = static_cast<double>(large.lane.pyramid().memoryBytes()) / 1'000'000;
    std::printf("  pyramid: %.2f bytes a row\n", bytes);
    CHECK(bytes < 1.6);
}

TEST("a lane that is loaded at once or in pieces is the lane that was appended one by one") {
    for (int style = 0; style < naive::kStyles; ++style) {
        Random random(static_cast<std::uint64_t>(style) + 300);
        const auto events = naive::randomEvents(random, static_cast<Style>(style), 5000 + random.index(3000));
        Lane appended(3, EventKind::Kernel, kAllColumns), loaded(3, EventKind::Kernel, kAllColumns),
            pieces(3, EventKind::Kernel, kAllColumns);
        for (const Event& e : events) appended.append(e);
        appended.finishBatch();
        const auto load = [&](Lane& lane, std::size_t from, std::size_t to) {
            const Lane::Columns c = lane.columnsForLoading();
            for (std::size_t i = from; i < to; ++i) {
                c.start.push(events[i].start);
                c.end.push(events[i].end);
                c.name.push(events[i].name);
                c.args.push(events[i].args);
                c.correlation.push(events[i].correlation);
                c.payload.push(events[i].payload);
            }
            CHECK(lane.indexLoaded());
        };
        load(loaded, 0, events.size());
        for (std::size_t i = 0; i < events.size();) {
            const std::size_t n = std::min(events.size() - i, static_cast<std::size_t>(random.magnitude(2000)));
            if (random.chance(30)) {
                for (std::size_t k = 0; k < n; ++k) pieces.append(events[i + k]);
            } else {
                load(pieces, i, i + n);
            }
            i += n;
        }
        for (const Lane* lane : {&loaded, &pieces}) {
            CHECK_EQ(lane->rows(), events.size());
            CHECK_EQ(lane->lastEnd(), appended.lastEnd());
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < events.size(); ++i) wrong += !(lane->row(i) == events[i]);
            CHECK_EQ(wrong, std::size_t{0});
            CHECK_EQ(lane->pyramid().blocks(), appended.pyramid().blocks());
            for (std::size_t b = 0; b <= appended.pyramid().blocks(); ++b)
                wrong += lane->pyramid().busyBefore(b) != appended.pyramid().busyBefore(b);
            for (std::size_t l = 0; l < BlockPyramid::kMaxLevels; ++l)
                wrong += !sameSummaries(lane->pyramid().level(l), appended.pyramid().level(l));
            CHECK_EQ(lane->zones().size(), events.size() / Lane::kZoneRows);
            for (std::size_t z = 0; z < appended.zones().size(); ++z)
                wrong +=
                    lane->zones()[z].min != appended.zones()[z].min || lane->zones()[z].max != appended.zones()[z].max;
            CHECK_EQ(wrong, std::size_t{0});
            const LaneView view = naive::viewOf(*lane);
            for (int i = 0; i < 20; ++i) checkBucket(view, events, naive::randomRange(random, events));
        }
    }
}

TEST("columns that break the order or the limits of a lane are refused, and what came before stays") {
    const auto refused = [](std::vector<std::pair<TimeNs, TimeNs>> times, std::size_t good) {
        Lane lane(0, EventKind::Kernel, kNoColumns);
        const Lane::Columns c = lane.columnsForLoading();
        for (const auto& [start, end] : times) {
            c.start.push(start);
            c.end.push(end);
            c.name.push(1);
        }
        CHECK(!lane.indexLoaded());
        CHECK_EQ(lane.rows(), good);
        const LaneView view = naive::viewOf(lane);
        CHECK_EQ(rowsOverlapping(view, {kTimeMin, kTimeMax}).count(), good);
    };
    refused({{0, 10}, {9, 20}}, 1);
    refused({{0, 10}, {10, 10}, {12, 11}}, 2);
    refused({{5, 10}, {0, 1}}, 1);
    refused({{kTimeMin, 0}}, 0);
    refused({{0, kTimeMax}}, 0);
    refused({{-kTimeLimit - 1, 0}}, 0);
    refused({{0, 1}, {2, kTimeLimit + 1}}, 1);
    std::vector<std::pair<TimeNs, TimeNs>> many;
    for (TimeNs i = 0; i < 200; ++i) many.emplace_back(10 * i, 10 * i + 5);
    many[130].first = 0;
    refused(many, 130);

    Lane uneven(0, EventKind::Kernel, kArgsColumn);
    const Lane::Columns c = uneven.columnsForLoading();
    c.start.push(1);
    c.end.push(2);
    c.name.push(3);
    CHECK(!uneven.indexLoaded());  // args are missing
    CHECK_EQ(uneven.rows(), std::size_t{0});
    c.args.push(4);
    CHECK(uneven.indexLoaded());
    CHECK_EQ(uneven.rows(), std::size_t{1});
}

TEST("visible rows leave out only short rows that crowd behind one that is returned") {
    forViews(6, [](Random& random, const LaneView& view, Events events) {
        for (int round = 0; round < 25; ++round) {
            const TimeRange range = naive::randomRange(random, events);
            const TimeNs width = random.chance(10) ? 1 : random.magnitude(round % 3 ? 5000 : kTimeLimit);
            std::vector<std::uint32_t> rows;
            visibleRows(view, range, width, rows);
            const auto expected = naive::overlapping(events, range);
            CHECK(std::is_sorted(rows.begin(), rows.end()));
            CHECK(std::adjacent_find(rows.begin(), rows.end()) == rows.end());
            std::size_t next = 0, skippedWide = 0, skippedAlone = 0;
            std::optional<TimeNs> lastReturned;
            for (const std::size_t i : expected) {
                if (next < rows.size() && rows[next] == i) {
                    ++next;
                    lastReturned = events[i].start;
                    continue;
                }
                skippedWide += events[i].duration() >= width;
                skippedAlone += !lastReturned || events[i].start - *lastReturned >= width;
            }
            CHECK_EQ(next, rows.size());  // nothing that does not overlap
            CHECK_EQ(skippedWide, std::size_t{0});
            CHECK_EQ(skippedAlone, std::size_t{0});
            const double length = static_cast<double>(range.end) - static_cast<double>(range.begin);
            CHECK(static_cast<double>(rows.size()) <= 2 * length / static_cast<double>(width) + 4);
        }
    });
}

TEST("an isolated event is always visible, however far one looks away") {
    Random random(11);
    for (int round = 0; round < 200; ++round) {
        Lane lane(0, EventKind::Kernel, kNoColumns);
        TimeNs t = 0;
        std::vector<std::uint32_t> isolated;
        const TimeNs width = random.magnitude(1'000'000'000);
        for (std::uint32_t row = 0; row < 2000; ++row) {
            if (random.chance(3)) {
                t += width + random.between(0, width);
                isolated.push_back(row);
                lane.append({t, t + random.between(0, 1), 1, 0, 0, 0});
                t += 1 + width;
            } else {
                lane.append({t, t + 1, 2, 0, 0, 0});
                t += 1 + random.between(0, 1);
            }
        }
        std::vector<std::uint32_t> rows;
        visibleRows(naive::viewOf(lane), {kTimeMin, kTimeMax}, width, rows);
        CHECK(std::includes(rows.begin(), rows.end(), isolated.begin(), isolated.end()));
    }
}

TEST("visible rows of a large crowded lane are found without looking at all of them") {
    const Large large(Style::Dense, 1'000'000);
    const TimeRange all{large.events.front().start, large.events.back().end};
    std::vector<std::uint32_t> rows;
    visibleRows(large.view, all, all.length() / 2000, rows);
    CHECK(rows.size() >= 1000 && rows.size() <= 4100);
}
