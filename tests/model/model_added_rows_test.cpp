// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that are added to a report, and taken away again.
#include <fmt/format.h>
#include <algorithm>
#include <numeric>
#include <random>

#include "model/query/query.h"
#include "model/store/added_rows.h"
#include "model/store/packer.h"
#include "tests/kit/check.h"
#include "tests/kit/text_report.h"

namespace {

using namespace model;

TextReport report() { return TextReport("gpu0/s7: |..kkkkk..kkkkkkk....|\nt1/api: |LLL.....L...........|\n"); }

std::vector<Event> eventsOf(const Snapshot& s, TrackId track) {
    std::vector<Event> out;
    for (const LaneId l : s.track(track).lanes)
        for (std::size_t i = 0; i < s.lane(l).rows; ++i) out.push_back(s.lane(l).lane->row(i));
    std::sort(out.begin(), out.end(), laneOrder);
    return out;
}

bool laneOrderHolds(const Snapshot& s, LaneId l) {
    const LaneView lane = s.lane(l);
    for (std::size_t i = 1; i < lane.rows; ++i)
        if (lane.start(i) < lane.end(i - 1)) return false;
    return true;
}

}  // namespace

TEST("An added row has all of its events, those of one lane one after the other") {
    const SnapshotPtr base = report().snapshot();
    std::mt19937_64 random(7);
    for (int round = 0; round < 50; ++round) {
        std::vector<Event> events;
        for (int i = 0; i < 400; ++i) {
            const auto start = static_cast<TimeNs>(random() % 20'000);
            events.push_back({start, start + static_cast<TimeNs>(random() % (round * 20 + 1)), 1, 0, 0, 0});
        }
        AddedRows added;
        auto row = AddedRow::of(added.nextTrack(*base), 1, events);
        CHECK(row.has_value());
        const TrackId track = row->track;
        added.add(std::move(*row));
        const SnapshotPtr s = added.on(base);
        std::sort(events.begin(), events.end(), laneOrder);
        CHECK(eventsOf(*s, track) == events);
        for (const LaneId l : s->track(track).lanes) {
            CHECK(laneOrderHolds(*s, l));
            CHECK_EQ(s->lane(l).lane->track(), track);
        }
        CHECK(s->range() == base->range());
        CHECK_EQ(s->eventCount(), base->eventCount());
        for (LaneId l = 0; l < base->laneCount(); ++l) CHECK_EQ(s->lane(l).lane, base->lane(l).lane);
    }
}

TEST("Added rows do not count where lanes of a report are added up") {
    const SnapshotPtr base = report().snapshot();
    AddedRows added;
    added.add(*AddedRow::of(added.nextTrack(*base), 1, {{0, 10, 1, 0, 0, 0}, {5, 20, 1, 0, 0, 0}}));
    const SnapshotPtr s = added.on(base);
    std::vector<LaneId> all(s->laneCount()), own(base->laneCount());
    std::iota(all.begin(), all.end(), 0u);
    std::iota(own.begin(), own.end(), 0u);
    CHECK(all.size() > own.size());
    CHECK(withoutAdded(*s, all) == own);
}

TEST("Ids of added rows stay when another is removed, and what was removed is empty") {
    const SnapshotPtr base = report().snapshot();
    AddedRows added;
    CHECK(added.isEmpty());
    const auto add = [&](TimeNs start) {
        auto row = AddedRow::of(added.nextTrack(*base), 1,
                                {{start, start + 10, 1, 0, 0, 0}, {start + 5, start + 20, 1, 0, 0, 0}});
        const TrackId track = row->track;
        added.add(std::move(*row));
        return track;
    };
    const TrackId first = add(100), second = add(200);
    const SnapshotPtr before = added.on(base);
    CHECK_EQ(before->track(before->track(first).parent).kind, TrackKind::Queries);
    CHECK_EQ(before->tree().roots.front(), before->track(first).parent);
    const std::vector<LaneId> lanes = before->track(second).lanes;
    CHECK_EQ(lanes.size(), 2u);
    CHECK(added.remove(first));
    CHECK(!added.remove(static_cast<TrackId>(base->trackCount())));  // the group is no row
    const TrackId third = add(300);
    CHECK(third != first);
    const SnapshotPtr after = added.on(base);
    CHECK(after->version() > before->version());
    CHECK(after->track(second).lanes == lanes);
    CHECK_EQ(after->lane(lanes[0]).start(0), 200);
    CHECK(eventsOf(*after, first).empty());
    CHECK_EQ(eventsOf(*before, first).size(), 2u);  // who still holds the old one sees the old one
    added.clear();
    const SnapshotPtr none = added.on(base);
    CHECK(eventsOf(*none, second).empty() && eventsOf(*none, third).empty());
}

TEST("A row of too many events at the same time is refused, and one that was stopped is none") {
    std::vector<Event> events(AddedRow::kMostLanes, {0, 10, 1, 0, 0, 0});
    CHECK(AddedRow::of(5, 1, events).has_value());
    std::stop_source stop;
    stop.request_stop();
    CHECK(!AddedRow::of(5, 1, events, stop.get_token()).has_value());
    events.push_back({9, 12, 1, 0, 0, 0});
    CHECK(!AddedRow::of(5, 1, events).has_value());
    events.back() = {10, 12, 1, 0, 0, 0};
    CHECK(AddedRow::of(5, 1, events).has_value());
}
