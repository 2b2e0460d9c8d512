// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks, snapshots and the sharing of a store between one writer and its readers.
#include <malloc.h>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>

#include "model/query/query.h"
#include "model/query/statistics.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

namespace {
std::atomic<std::size_t> liveBytes{0};
}

// Counts what the store really takes from the heap, with what the allocator adds. Not inlined: the compiler would see
// malloc paired with delete and warn.
[[gnu::noinline]] void* operator new(std::size_t n) {
    void* p = std::malloc(n ? n : 1);
    if (!p) throw std::bad_alloc();
    liveBytes.fetch_add(malloc_usable_size(p), std::memory_order_relaxed);
    return p;
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
    if (p) liveBytes.fetch_sub(malloc_usable_size(p), std::memory_order_relaxed);
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }

using namespace model;
using naive::Random;

TEST("a track is made once, whatever else its key says") {
    const auto store = EventStore::create();
    const TrackId a = store->track(TrackKind::CudaApi, {0, 10, 20});
    CHECK_EQ(store->track(TrackKind::CudaApi, {0, 10, 20, 3, 4, 5, 6}), a);  // a device is nothing to a thread
    CHECK(store->track(TrackKind::CudaApi, {0, 10, 21}) != a);
    CHECK(store->track(TrackKind::CudaApi, {0, 11, 20}) != a);
    CHECK(store->track(TrackKind::CudaApi, {1, 10, 20}) != a);
    CHECK(store->track(TrackKind::OsRuntime, {0, 10, 20}) != a);
}

TEST("every kind of track is made with its parents, and siblings share them") {
    for (const TrackKindInfo& info : trackKinds()) {
        const TrackKindInfo& parent = trackKindInfo(info.parent);
        CHECK_EQ(parent.identity & info.identity, int{parent.identity});  // or a track could have two parents
        const auto store = EventStore::create();
        const TrackKey key{1, 2, 3, 4, 5, 6, 7};
        const TrackId id = store->track(info.kind, key);
        const SnapshotPtr s = store->publish();
        const Track& track = s->track(id);
        CHECK(track.kind == info.kind);
        CHECK_EQ(track.id, id);
        if (info.parent == info.kind) {
            CHECK_EQ(track.parent, kNoTrack);
            continue;
        }
        CHECK(s->track(track.parent).kind == info.parent);
        const auto& siblings = s->track(track.parent).children;
        CHECK(std::find(siblings.begin(), siblings.end(), id) != siblings.end());
        const std::size_t tracks = s->trackCount();
        CHECK_EQ(store->track(info.parent, key), track.parent);
        CHECK_EQ(store->trackCount(), tracks);
    }
}

TEST("the tree has every track once, parents above children, in the order of kinds and keys") {
    Random random(1);
    const auto store = EventStore::create();
    for (int i = 0; i < 3000; ++i) {
        const auto kind = static_cast<TrackKind>(random.index(kTrackKindCount));
        const auto small = [&] { return random.chance(10) ? TrackKey::kNone : random.between(0, 3); };
        store->track(kind, {random.between(0, 1), small(), small(), small(), small(), small(), small()});
    }
    const SnapshotPtr s = store->publish();
    std::vector<int> seen(s->trackCount(), 0);
    const auto visit = [&](auto&& self, const std::vector<TrackId>& list, TrackId parent) -> void {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Track& t = s->track(list[i]);
            ++seen[t.id];
            CHECK_EQ(t.parent, parent);
            if (i > 0) {
                const Track& before = s->track(list[i - 1]);
                CHECK(before.kind < t.kind || (before.kind == t.kind && before.key < t.key));
            }
            self(self, t.children, t.id);
        }
    };
    visit(visit, s->tree().roots, kNoTrack);
    CHECK(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
}

TEST("lanes and counters are made where they are asked for, and belong to their track") {
    const auto store = EventStore::create();
    const TrackId api = store->track(TrackKind::CudaApi, {0, 1, 1}),
                  metric = store->track(TrackKind::GpuMetric, {0, TrackKey::kNone, TrackKey::kNone, 0});
    Lane& deep = store->lane(api, 2);
    CHECK(&store->lane(api, 2) == &deep);
    CHECK(&store->lane(api, 0) != &deep);
    Lane& aside = store->overflowLane(api, 0);
    CHECK(&aside != &store->lane(api, 0));
    CHECK(&store->counter(metric) == &store->counter(metric));
    const SnapshotPtr s = store->publish();
    CHECK_EQ(s->track(api).lanes.size(), std::size_t{3});
    CHECK_EQ(s->track(api).overflow.size(), std::size_t{1});
    CHECK_EQ(s->track(api).counter, kNoCounter);
    CHECK_EQ(s->track(metric).counter, 0u);
    CHECK_EQ(s->laneCount(), std::size_t{4});
    CHECK_EQ(s->counterCount(), std::size_t{1});
    for (LaneId id = 0; id < 4; ++id) {
        CHECK_EQ(s->lane(id).lane->track(), api);
        CHECK(s->lane(id).lane->kind() == EventKind::CudaApi);
        CHECK_EQ(int{s->lane(id).lane->columns()}, int{trackKindInfo(TrackKind::CudaApi).columns});
    }
}

TEST("a snapshot knows what it holds, and nothing that came after it") {
    const auto store = EventStore::create();
    store->info().session = {5, 50};
    CHECK((store->publish()->range() == TimeRange{5, 50}));
    Lane& lane = store->lane(store->track(TrackKind::StreamKernels, {0, 1, 0, 0, 1, 7}), 0);
    lane.append({-100, -50, store->strings().intern("first"), 0, 0, 0});
    const SnapshotPtr one = store->publish();
    CHECK((one->range() == TimeRange{-100, -50}));
    lane.append({10, 900, store->strings().intern("second"), 0, 0, 0});
    CounterSeries& counter = store->counter(store->track(TrackKind::GpuMetric, {0, 0, 0, 0}));
    counter.append(-500, 1);
    counter.append(1500, 2);
    store->setTrackName(0, store->strings().intern("machine"));
    const SnapshotPtr two = store->publish(true);
    CHECK_EQ(one->eventCount(), std::uint64_t{1});
    CHECK_EQ(one->lane(0).rows, std::size_t{1});
    CHECK_EQ(one->counterCount(), std::size_t{0});
    CHECK_EQ(one->track(0).name, 0u);
    CHECK_EQ(two->eventCount(), std::uint64_t{4});
    CHECK((two->range() == TimeRange{-500, 1500}));
    CHECK_EQ(two->counter(0).rows, std::size_t{2});
    CHECK(two->text(two->lane(0).name(1)) == "second");
    CHECK(two->text(two->track(0).name) == "machine");
    CHECK(two->version() > one->version());
    CHECK(store->snapshot()->version() == two->version());
}

TEST("a snapshot keeps its store alive") {
    SnapshotPtr s;
    std::weak_ptr<EventStore> weak;
    {
        const auto store = EventStore::create();
        weak = store;
        store->lane(store->track(TrackKind::CudaApi, {0, 1, 1}), 0)
            .append({1, 2, store->strings().intern("kept"), 0, 0, 0});
        s = store->publish();
    }
    CHECK(!weak.expired());
    CHECK(s->text(s->lane(0).name(0)) == "kept");
    s.reset();
    CHECK(weak.expired());  // and nothing keeps it for ever
}

TEST("of several colours of a name the greatest number stays, in whatever order they come") {
    const auto store = EventStore::create();
    const StringId name = store->strings().intern("a"), other = store->strings().intern("b");
    CHECK_EQ(store->nameColour(name), 0u);
    store->setNameColour(name, 0xff112233);
    const std::pair<StringId, std::uint32_t> more[] = {{name, 0xff445566}, {other, 1}, {name, 0xff000000}};
    store->setNameColours(more);
    CHECK_EQ(store->nameColour(name), 0xff445566u);
    CHECK_EQ(store->nameColour(other + 1000), 0u);
    CHECK((store->nameColours() == std::vector<std::pair<StringId, std::uint32_t>>{{name, 0xff445566}, {other, 1}}));
}

TEST("several threads may make tracks and lanes and fill them") {
    const auto store = EventStore::create();
    std::vector<std::thread> threads;
    for (std::int64_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (std::int64_t i = 0; i < 200; ++i) {
                Lane& lane =
                    store->lane(store->track(TrackKind::StreamKernels, {0, i % 10, 0, 0, i % 3, 4 * i + t}), 0);
                CounterSeries& counter = store->counter(store->track(TrackKind::GpuMetric, {0, 0, 0, t, 0, 0, i}));
                const StringId name = store->strings().intern("kernel " + std::to_string(i % 17));
                for (TimeNs k = 0; k < 20; ++k) lane.append({k * 10, k * 10 + 5, name, 0, 0, 0});
                counter.append(i, static_cast<double>(t));
            }
        });
    }
    for (auto& t : threads) t.join();
    const SnapshotPtr s = store->publish();
    CHECK_EQ(s->laneCount(), std::size_t{800});
    CHECK_EQ(s->counterCount(), std::size_t{800});
    CHECK_EQ(s->eventCount(), std::uint64_t{800 * 21});
    CHECK_EQ(store->strings().count(), 17u);
}

namespace {

// What the writer below puts into lane `l`, so that a reader can tell whether it sees the truth.
constexpr TimeNs kPeriod = 100, kBusy = 40;
constexpr std::int64_t kLanes = 3;
Event written(const std::vector<StringId>& names, std::int64_t l, std::size_t row) {
    const TimeNs t = static_cast<TimeNs>(row) * kPeriod + l;
    return {t,
            t + kBusy,
            names[(row / 50 + static_cast<std::size_t>(l)) % names.size()],
            0,
            static_cast<std::uint32_t>(row + 1),
            static_cast<std::uint32_t>(row * 7)};
}

struct Shared {
    std::shared_ptr<EventStore> store = EventStore::create();
    std::vector<StringId> names;
    std::vector<LaneId> lanes;
    std::uint32_t counter = 0;
    StringId key = 0;
    std::atomic<bool> finished{false};
    std::atomic<std::size_t> wrong{0};
    std::atomic<std::size_t> looks{0};
};

/// Looks at one snapshot from many sides.
void look(Shared& shared, const Snapshot& s, Random& random) {
    const auto expect = [&](bool right) { shared.wrong += !right; };
    for (std::int64_t l = 0; l < kLanes; ++l) {
        const LaneView view = s.lane(shared.lanes[static_cast<std::size_t>(l)]);
        if (view.isEmpty()) continue;
        const auto n = static_cast<TimeNs>(view.rows);
        for (int i = 0; i < 20; ++i) {
            const std::size_t row = random.index(view.rows);
            Event e = view.lane->row(row);
            const auto arg = s.store().args().find(e.args, shared.key);
            expect(arg && arg->value == static_cast<std::int64_t>(row % 1000));
            e.args = 0;
            expect(e == written(shared.names, l, row));
            expect(s.text(e.name).starts_with("name "));
        }
        expect(busyTime(view, {kTimeMin, kTimeMax}) == n * kBusy);
        const std::size_t a = random.index(view.rows);
        const TimeRange part{static_cast<TimeNs>(a) * kPeriod + l, n * kPeriod + l};
        const Bucket b = bucket(view, part);
        expect(b.busy == (n - static_cast<TimeNs>(a)) * kBusy && b.count == view.rows - a && b.longest == a);
        std::uint64_t counted = 0;
        for (const SelectionTotal& t : selectionTotals(std::span(&view, 1), part)) counted += t.count;
        expect(counted == view.rows - a);
        std::vector<Ink> ink(64);
        for (int shift = 4; shift < 40; shift += 5) {
            if (!inkBuckets(view, ((n * kPeriod) >> shift) - 60, shift, ink)) continue;
            const std::int64_t last = (n * kPeriod - kPeriod + l) >> shift;  // the bucket of the last row has ink
            expect(ink[static_cast<std::size_t>(last - ((n * kPeriod) >> shift) + 60)].busy > 0);
        }
    }
    const CounterView c = s.counter(shared.counter);
    if (c.rows) {
        expect(c.series->minMax(TimeRange{kTimeMin, kTimeMax}, c.rows) == (MinMax{0, static_cast<double>(c.rows - 1)}));
        std::vector<MinMax> out(10);
        counterBuckets(c, 0, 14, out);
        expect(out[0].min == 0);
        const double mean = c.series->mean({0, static_cast<TimeNs>(c.rows) * kPeriod}, c.rows);
        // The last sample holds for no time.
        const double last = static_cast<double>(c.rows > 1 ? c.rows - 2 : 0);
        expect(std::abs(mean - last / 2) < 1e-6 * static_cast<double>(c.rows));
    }
    ++shared.looks;
}

void readUntilFinished(Shared& shared, std::uint64_t seed) {
    Random random(seed);
    std::uint64_t version = 0, events = 0;
    std::vector<SnapshotPtr> kept;
    for (bool last = false; !last;) {
        last = shared.finished.load();
        const SnapshotPtr s = shared.store->snapshot();
        if (s->version() < version || s->eventCount() < events) ++shared.wrong;
        version = s->version();
        events = s->eventCount();
        if (s->trackCount() < kLanes) continue;
        look(shared, *s, random);
        if (random.chance(10)) kept.push_back(s);
        if (!kept.empty() && random.chance(30)) look(shared, *kept[random.index(kept.size())], random);
    }
}

void writeAll(Shared& shared, std::size_t rows) {
    Random random(99);
    EventStore& store = *shared.store;
    std::vector<Lane*> lanes;
    for (std::int64_t l = 0; l < kLanes; ++l) lanes.push_back(&store.laneAt(shared.lanes[static_cast<std::size_t>(l)]));
    CounterSeries& counter = store.counter(store.track(TrackKind::GenericCounter, {0}));
    std::size_t made = 0;
    for (std::size_t row = 0; row < rows;) {
        for (const std::size_t end = std::min(rows, row + static_cast<std::size_t>(random.magnitude(3000))); row < end;
             ++row) {
            for (std::int64_t l = 0; l < kLanes; ++l) {
                Event e = written(shared.names, l, row);
                const Arg arg{shared.key, Arg::Type::Int, static_cast<std::int64_t>(row % 1000)};
                e.args = store.args().intern(std::span(&arg, 1));
                lanes[static_cast<std::size_t>(l)]->append(e);
            }
            counter.append(static_cast<TimeNs>(row) * kPeriod, static_cast<double>(row));
        }
        // New strings and rows of the tree come all the time, too.
        store.setTrackName(store.track(TrackKind::CudaApi, {0, 1, static_cast<std::int64_t>(made)}),
                           store.strings().intern("thread " + std::to_string(made)));
        ++made;
        store.publish();
    }
    store.publish(true);
    shared.finished = true;
}

}  // namespace

TEST("readers see whole and true snapshots while the writer goes on") {
    Shared shared;
    for (int i = 0; i < 7; ++i) shared.names.push_back(shared.store->strings().intern("name " + std::to_string(i)));
    shared.key = shared.store->strings().intern("key");
    for (std::int64_t l = 0; l < kLanes; ++l) {
        const TrackId track = shared.store->track(TrackKind::StreamKernels, {0, 1, 0, 0, 1, l});
        shared.lanes.push_back(static_cast<LaneId>(shared.store->laneCount()));
        shared.store->lane(track, 0);
    }
    shared.store->counter(shared.store->track(TrackKind::GenericCounter, {0}));
    shared.store->publish();
    std::thread one([&] { readUntilFinished(shared, 1); }), two([&] { readUntilFinished(shared, 2); });
    writeAll(shared, 300'000);
    one.join();
    two.join();
    CHECK_EQ(shared.wrong.load(), std::size_t{0});
    CHECK(shared.looks.load() > 2);
    CHECK_EQ(shared.store->snapshot()->eventCount(), std::uint64_t{300'000 * (kLanes + 1)});
}

TEST("a report of ten thousand tiny lanes stays cheap") {
    const std::size_t before = liveBytes.load();
    const auto store = EventStore::create();
    constexpr std::int64_t n = 10'000;
    for (std::int64_t i = 0; i < n; ++i) {
        Lane& lane = store->lane(store->track(TrackKind::StreamKernels, {0, i / 100, 0, 0, 1, i}), 0);
        for (TimeNs k = 0; k < 10; ++k) lane.append({k * 100, k * 100 + 50, 1, 1, 1, 1});
    }
    const SnapshotPtr s = store->publish(true);
    CHECK_EQ(s->laneCount(), static_cast<std::size_t>(n));
    const std::size_t bytes = (liveBytes.load() - before) / n;
    std::printf("  %zu bytes a lane of 10 rows, %zu of them the lane itself; its columns' segments are %zu\n", bytes,
                sizeof(Lane), s->lane(0).lane->memoryBytes());
    CHECK(s->lane(0).lane->memoryBytes() <= 64 * 32 + 64);
    // With the rows of the tree (its own track and the stream's, each stored and in the snapshot).
    CHECK(bytes < 6000);
}
