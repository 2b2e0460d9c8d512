// SPDX-License-Identifier: GPL-3.0-or-later
// Launch and GPU work by correlation id, against a look at every row.
#include "model/query/correlation.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

using namespace model;
using naive::Random;

namespace {

struct Placed {
    EventRef ref;
    std::int64_t host, pid;
    bool thread;  ///< on a row of a CPU thread
    Event event;
};

/// A store filled lane by lane, with a list of everything that is in it.
struct World {
    std::shared_ptr<EventStore> store = EventStore::create();
    std::vector<Placed> all;
    SnapshotPtr snapshot;

    void fill(TrackKind kind, const TrackKey& key, const std::vector<std::uint32_t>& ids, Random& random) {
        const TrackId track = store->track(kind, key);
        Lane& lane = store->lane(track, 0);
        const auto id = static_cast<LaneId>(store->laneCount() - 1);
        TimeNs t = random.between(0, 10'000);
        for (const std::uint32_t correlation : ids) {
            const Event e{t, t + random.between(0, 100), 1, 0, correlation, 0};
            all.push_back({{id, static_cast<std::uint32_t>(lane.rows())},
                           key.host,
                           key.pid,
                           (trackKindInfo(kind).identity & kTid) != 0,
                           e});
            lane.append(e);
            t = e.end + random.between(0, 50);
        }
    }
    void publish() { snapshot = store->publish(); }

    bool matches(const Placed& p, const Placed& of) const {
        return of.event.correlation != 0 && p.event.correlation == of.event.correlation && p.pid == of.pid &&
               p.host == of.host;
    }
    std::set<std::pair<LaneId, std::uint32_t>> expected(const Placed& of, bool thread) const {
        std::set<std::pair<LaneId, std::uint32_t>> out;
        for (const Placed& p : all)
            if (p.thread == thread && matches(p, of)) out.emplace(p.ref.lane, p.ref.row);
        return out;
    }
};

std::set<std::pair<LaneId, std::uint32_t>> asSet(const std::vector<EventRef>& refs) {
    std::set<std::pair<LaneId, std::uint32_t>> out;
    for (const EventRef r : refs) out.emplace(r.lane, r.row);
    return out;
}

bool inOrderOfStart(const Snapshot& s, const std::vector<EventRef>& refs) {
    return std::is_sorted(refs.begin(), refs.end(),
                          [&](EventRef a, EventRef b) { return eventAt(s, a).start < eventAt(s, b).start; });
}

void checkAll(const World& world, Random& random, int samples) {
    for (int i = 0; i < samples; ++i) {
        const Placed& p = world.all[random.index(world.all.size())];
        const Correlated c = correlated(*world.snapshot, p.ref);
        CHECK_EQ(hasCorrelation(*world.snapshot, p.ref), p.event.correlation != 0);
        CHECK(eventAt(*world.snapshot, p.ref) == p.event);
        CHECK(asSet(c.launches) == world.expected(p, true));
        CHECK(asSet(c.work) == world.expected(p, false));
        CHECK_EQ(asSet(c.launches).size(), c.launches.size());
        CHECK_EQ(asSet(c.work).size(), c.work.size());
        CHECK(inOrderOfStart(*world.snapshot, c.launches) && inOrderOfStart(*world.snapshot, c.work));
    }
}

std::vector<std::uint32_t> increasing(std::size_t n, std::uint32_t from) {
    std::vector<std::uint32_t> ids(n);
    for (std::size_t i = 0; i < n; ++i) ids[i] = from + static_cast<std::uint32_t>(i);
    return ids;
}

}  // namespace

TEST("launch and work are found by id, and never those of another process or machine with the same ids") {
    Random random(1);
    World world;
    for (const std::int64_t host : {0, 1}) {
        for (const std::int64_t pid : {100, 200, 300}) {
            auto ids = increasing(5000, 1);
            for (const std::int64_t tid : {1, 2}) {
                TrackKey key{host, pid, pid + tid};
                std::vector<std::uint32_t> mine;
                for (const std::uint32_t id : ids)
                    if (id % 2 == tid % 2) mine.push_back(id);
                world.fill(TrackKind::CudaApi, key, mine, random);
            }
            for (const std::int64_t stream : {7, 13}) {
                TrackKey key{host, pid, TrackKey::kNone, 0, 1, stream};
                std::vector<std::uint32_t> mine;
                for (const std::uint32_t id : ids)
                    if (random.chance(40)) mine.push_back(id);
                // The order of streams is that of the GPU: nearly that of the launches.
                for (std::size_t i = 0; i + 10 < mine.size(); i += 3) std::swap(mine[i], mine[i + random.index(10)]);
                world.fill(TrackKind::StreamKernels, key, mine, random);
            }
        }
    }
    world.publish();
    checkAll(world, random, 300);
}

TEST("ids without any order are found, too") {
    Random random(2);
    for (int round = 0; round < 20; ++round) {
        World world;
        for (const TrackKind kind :
             {TrackKind::CudaApi, TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamSync}) {
            std::vector<std::uint32_t> ids(random.index(4000));
            for (auto& id : ids)
                id = random.chance(5)   ? 0
                     : random.chance(5) ? 0xffffffff
                                        : static_cast<std::uint32_t>(random.between(1, 500));
            world.fill(kind, {0, 9, 9, 0, 1, 7}, ids, random);
        }
        world.publish();
        checkAll(world, random, 40);
    }
}

TEST("a graph launch finds all of its kernels, in order of start, over several streams") {
    Random random(3);
    World world;
    world.fill(TrackKind::CudaApi, {0, 5, 5}, {1, 2, 3}, random);
    for (std::int64_t stream = 0; stream < 4; ++stream) {
        std::vector<std::uint32_t> ids(3000, 2);
        ids.push_back(3);
        ids.insert(ids.begin(), 1);
        world.fill(TrackKind::StreamKernels, {0, 5, TrackKey::kNone, 0, 1, stream}, ids, random);
    }
    world.publish();
    const Correlated c = correlated(*world.snapshot, {0, 1});
    CHECK_EQ(c.launches.size(), std::size_t{1});
    CHECK_EQ(c.work.size(), std::size_t{12'000});
    checkAll(world, random, 20);
    // A limit keeps the answer small.
    CHECK_EQ(correlated(*world.snapshot, {0, 1}, 500).work.size(), std::size_t{500});
}

TEST("an event without a correlation id belongs to nothing") {
    Random random(4);
    World world;
    world.fill(TrackKind::CudaApi, {0, 5, 5}, {0, 1}, random);
    const TrackId nvtx = world.store->track(TrackKind::Nvtx, {0, 5, 5});
    world.store->lane(nvtx, 0).append({0, 1, 1, 0, 1, 0});  // has no such column
    world.publish();
    CHECK(!hasCorrelation(*world.snapshot, {0, 0}));
    CHECK(correlated(*world.snapshot, {0, 0}).launches.empty());
    CHECK(!hasCorrelation(*world.snapshot, {1, 0}));
    CHECK(correlated(*world.snapshot, {1, 0}).launches.empty());
    CHECK_EQ(correlated(*world.snapshot, {0, 1}).launches.size(), std::size_t{1});
    CHECK_EQ(trackOf(*world.snapshot, {1, 0}), nvtx);
}

TEST("a snapshot finds only what was published with it") {
    Random random(5);
    World world;
    world.fill(TrackKind::CudaApi, {0, 5, 5}, increasing(2000, 1), random);
    world.fill(TrackKind::StreamKernels, {0, 5, TrackKey::kNone, 0, 1, 7}, increasing(2000, 1), random);
    world.publish();
    const SnapshotPtr early = world.snapshot;
    Lane& lane = world.store->laneAt(1);
    TimeNs t = lane.lastEnd();
    for (std::uint32_t i = 0; i < 3000; ++i, t += 10) lane.append({t, t + 5, 1, 0, 42, 0});
    const SnapshotPtr late = world.store->publish();
    CHECK_EQ(correlated(*early, {0, 41}).work.size(), std::size_t{1});
    CHECK_EQ(correlated(*late, {0, 41}).work.size(), std::size_t{3001});
}
