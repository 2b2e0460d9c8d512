// SPDX-License-Identifier: GPL-3.0-or-later
// Events into lanes: nothing is lost, nothing overlaps in a lane, and what is nested lies below what contains it.
#include <tuple>

#include "model/store/packer.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

using namespace model;
using naive::Random;

namespace {

struct Packed {
    std::shared_ptr<EventStore> store = EventStore::create();
    TrackId track = 0;
    SnapshotPtr snapshot;
    std::uint64_t overlapping = 0;

    Packed(const std::vector<Event>& events, Shape shape) {
        track = store->track(TrackKind::CudaApi, {0, 1, 2});
        Packer packer(*store, track, shape);
        for (const Event& e : events) packer.add(e);
        overlapping = packer.overlapping();
        std::size_t rows = 0;
        for (const Lane* lane : packer.lanes()) rows += lane->rows();
        CHECK_EQ(rows, events.size());
        snapshot = store->publish();
    }
    const Track& row() const { return snapshot->track(track); }
    std::vector<Event> eventsOf(LaneId id) const {
        std::vector<Event> out;
        const LaneView view = snapshot->lane(id);
        for (std::size_t i = 0; i < view.rows; ++i) out.push_back(view.lane->row(i));
        return out;
    }
    std::size_t rowsOf(const std::vector<LaneId>& lanes) const {
        std::size_t n = 0;
        for (const LaneId id : lanes) n += snapshot->lane(id).rows;
        return n;
    }
};

auto key(const Event& e) { return std::tuple(e.start, e.end, e.name, e.args, e.correlation, e.payload); }

std::vector<Event> sorted(std::vector<Event> events) {
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return key(a) < key(b); });
    return events;
}

/// What must be true of any events in any shape.
void checkComplete(const Packed& p, const std::vector<Event>& events) {
    std::vector<Event> found;
    for (const auto* lanes : {&p.row().lanes, &p.row().overflow}) {
        for (const LaneId id : *lanes) {
            const auto rows = p.eventsOf(id);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                CHECK(rows[i].start <= rows[i].end);
                if (i > 0) CHECK(rows[i - 1].end <= rows[i].start);
            }
            CHECK(!rows.empty());
            found.insert(found.end(), rows.begin(), rows.end());
        }
    }
    CHECK(sorted(found) == sorted(events));
    CHECK_EQ(p.rowsOf(p.row().overflow), p.overlapping);
}

/// Every event below the first lane lies inside one of the lane above it.
void checkContained(const Packed& p) {
    for (std::size_t depth = 1; depth < p.row().lanes.size(); ++depth) {
        const auto above = p.eventsOf(p.row().lanes[depth - 1]);
        std::size_t outside = 0;
        for (const Event& e : p.eventsOf(p.row().lanes[depth]))
            outside += std::none_of(above.begin(), above.end(),
                                    [&](const Event& o) { return o.start <= e.start && e.end <= o.end; });
        CHECK_EQ(outside, std::size_t{0});
    }
}

/// Calls that nest properly, as a thread makes them; some touch, some have zero length.
void nest(Random& random, std::vector<Event>& out, TimeNs begin, TimeNs end, int depth) {
    TimeNs t = begin;
    while (t < end) {
        t += random.chance(30) ? 0 : random.between(0, 50);
        const TimeNs length = random.chance(15) ? 0 : random.between(0, std::max<TimeNs>(1, (end - begin) / 2));
        if (t + length > end) break;
        out.push_back({t, t + length, static_cast<StringId>(depth + 1), 0, static_cast<std::uint32_t>(out.size()), 0});
        if (depth < 8 && length > 20 && random.chance(60)) nest(random, out, t, t + length, depth + 1);
        t += length + (length == 0 ? 1 : 0);
    }
}

std::vector<Event> anyEvents(Random& random, std::size_t n) {
    std::vector<Event> out;
    for (std::size_t i = 0; i < n; ++i) {
        const TimeNs start = random.between(0, 20'000), length = random.chance(15) ? 0 : random.magnitude(2000);
        out.push_back({start, start + length, static_cast<StringId>(i % 9 + 1), static_cast<ArgsId>(i),
                       static_cast<std::uint32_t>(i), 7});
    }
    return out;
}

}  // namespace

TEST("calls that nest go to the lane of their depth, and none overlaps") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        std::vector<Event> events;
        nest(random, events, 0, 3000, 0);
        sortForLanes(events);
        const Packed p(events, Shape::Nested);
        checkComplete(p, events);
        checkContained(p);
        CHECK_EQ(p.overlapping, std::uint64_t{0});
        CHECK(p.row().overflow.empty());
    }
}

TEST("events that overlap partially are kept on extra lanes and counted") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed + 100);
        auto events = anyEvents(random, 1 + random.index(400));
        sortForLanes(events);
        const Packed p(events, Shape::Nested);
        checkComplete(p, events);
        checkContained(p);
        // An event is moved aside only for a reason: it crosses the end of one that is nested.
        for (const LaneId id : p.row().overflow) {
            for (const Event& e : p.eventsOf(id)) {
                CHECK(std::any_of(events.begin(), events.end(), [&](const Event& o) {
                    return o.start <= e.start && e.start < o.end && o.end < e.end;
                }));
            }
        }
    }
}

TEST("events in any order are kept, whatever the shape, and nesting stays true") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed + 200);
        const auto events = anyEvents(random, 1 + random.index(300));
        for (const Shape shape : {Shape::Nested, Shape::Packed, Shape::Instant}) {
            const Packed p(events, shape);
            checkComplete(p, events);
            if (shape == Shape::Nested) checkContained(p);
        }
    }
}

TEST("an event that comes late, before the one that is open, is not drawn below it") {
    const std::vector<Event> events{{10, 20, 1, 0, 0, 0}, {5, 8, 2, 0, 0, 0}, {12, 14, 3, 0, 0, 0}};
    const Packed p(events, Shape::Nested);
    checkComplete(p, events);
    checkContained(p);
    CHECK_EQ(p.overlapping, std::uint64_t{1});
    CHECK_EQ(p.row().lanes.size(), std::size_t{2});
}

TEST("packing takes the first free lane, so there are no more lanes than events at one time") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed + 300);
        auto events = anyEvents(random, 1 + random.index(400));
        for (Event& e : events) e.end = std::max(e.end, e.start + 1);
        sortForLanes(events);
        const Packed p(events, Shape::Packed);
        checkComplete(p, events);
        std::size_t most = 0;
        for (const Event& e : events)
            most = std::max<std::size_t>(
                most, static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const Event& o) {
                    return o.start <= e.start && e.start < o.end;
                })));
        CHECK_EQ(p.row().lanes.size(), most);
        CHECK(p.row().overflow.empty());
        // First free: whatever is in a later lane found every earlier one taken.
        for (std::size_t lane = 1; lane < p.row().lanes.size(); ++lane)
            for (const Event& e : p.eventsOf(p.row().lanes[lane]))
                for (std::size_t other = 0; other < lane; ++other) {
                    const auto rows = p.eventsOf(p.row().lanes[other]);
                    CHECK(std::any_of(rows.begin(), rows.end(),
                                      [&](const Event& o) { return o.start <= e.start && e.start < o.end; }));
                }
    }
}

TEST("instants at the same time share a lane") {
    std::vector<Event> events;
    for (std::uint32_t i = 0; i < 100; ++i) events.push_back({50 + i / 10, 50 + i / 10, i, 0, 0, 0});
    const Packed p(events, Shape::Instant);
    checkComplete(p, events);
    CHECK_EQ(p.row().lanes.size(), std::size_t{1});
}

TEST("sorting for lanes puts the longer of equal starts first and keeps the order of equals") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed + 400);
        auto events = anyEvents(random, random.index(300));
        for (Event& e : events) e.start /= 100, e.end = e.start + e.end % 4;
        const auto before = events;
        const bool already = sortForLanes(events);
        std::size_t wrong = 0;
        for (std::size_t i = 1; i < events.size(); ++i) {
            const Event &a = events[i - 1], &b = events[i];
            const bool equal = a.start == b.start && a.end == b.end;
            wrong +=
                a.start > b.start || (a.start == b.start && a.end < b.end) || (equal && a.correlation > b.correlation);
        }
        CHECK_EQ(wrong, std::size_t{0});
        CHECK_EQ(already, events == before);
        CHECK(sortForLanes(events));
        CHECK(sorted(events) == sorted(before));
    }
}
