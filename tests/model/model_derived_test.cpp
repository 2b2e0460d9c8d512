// SPDX-License-Identifier: GPL-3.0-or-later
// Computed rows against slow, obvious answers.
#include <fmt/format.h>
#include <map>
#include <random>
#include <set>

#include "model/query/derived.h"
#include "model/store/packer.h"
#include "tests/kit/check.h"

namespace {

using namespace model;

/// Two processes with two threads and two streams each; equal correlation ids mean nothing across processes.
struct RandomRun {
    std::shared_ptr<EventStore> store = EventStore::create();
    std::mt19937_64 random;
    TrackKey stream;
    SnapshotPtr s;

    explicit RandomRun(std::uint64_t seed) : random(seed) {
        for (const std::int64_t pid : {100, 200})
            for (const std::int64_t tid : {1, 2}) thread(pid, tid);
        stream.pid = 100;
        stream.device = 0;
        stream.context = 1;
        stream.stream = 7;
        s = store->publish(true);
    }

    std::uint64_t below(std::uint64_t n) { return random() % n; }

    void thread(std::int64_t pid, std::int64_t tid) {
        TrackKey key;
        key.pid = pid;
        key.tid = tid;
        key.device = 0;
        key.context = 1;
        std::vector<Event> ranges, calls;
        std::map<std::int64_t, std::vector<Event>> kernels;
        nest(ranges, 0, 100000, 0);
        TimeNs t = 10;
        for (std::uint32_t i = 0; t < 99000; ++i) {
            const TimeNs start = t, end = t + 1 + static_cast<TimeNs>(below(60));
            const std::uint32_t id = static_cast<std::uint32_t>(tid * 10000 + i + 1);
            calls.push_back({start, end, store->strings().intern("launch"), 0, id, 0});
            const int works = below(5) == 0 ? 0 : below(8) == 0 ? 3 : 1;
            for (int w = 0; w < works; ++w) {
                const TimeNs from = end + static_cast<TimeNs>(below(3000));
                kernels[below(2) ? 7 : 8].push_back({from, from + 1 + static_cast<TimeNs>(below(500)),
                                                     store->strings().intern(fmt::format("k{}", below(5))),
                                                     randomQueue(), id, 0});
            }
            t = end + static_cast<TimeNs>(below(300));
        }
        key.domain = 0;
        put(TrackKind::Nvtx, key, ranges);
        put(TrackKind::CudaApi, key, calls);
        for (auto& [streamId, events] : kernels) {
            key.stream = streamId;
            put(TrackKind::StreamKernels, key, events);
        }
        store->track(TrackKind::Kernels, key);
        store->track(TrackKind::Queues, key);
    }

    /// Some kernels name a queue, as ROCm's profilers do; the number means nothing to another process.
    ArgsId randomQueue() {
        const auto n = below(4);
        if (n == 0) return 0;
        const Arg queue{store->strings().intern(kQueueArgument), Arg::Type::Int, static_cast<std::int64_t>(n) * 16};
        return store->args().intern({&queue, 1});
    }

    void nest(std::vector<Event>& out, TimeNs from, TimeNs to, int depth) {
        while (from + 50 < to && depth < 4) {
            const TimeNs start = from + static_cast<TimeNs>(below(200)),
                         end = std::min<TimeNs>(to, start + 50 + static_cast<TimeNs>(below(20000)));
            if (start >= end) return;
            out.push_back({start, end, store->strings().intern(fmt::format("range{}", below(6))), 0, 0, 0});
            nest(out, start, end, depth + 1);
            from = end + static_cast<TimeNs>(below(400));
        }
    }

    void put(TrackKind kind, const TrackKey& key, std::vector<Event>& events) {
        sortForLanes(events);
        Packer packer(*store, store->track(kind, key), trackKindInfo(kind).shape);
        for (const Event& e : events) packer.add(e);
    }

    template <class F>
    void forEach(TrackKind kind, F&& use) const {
        for (const Track& t : s->tree().tracks) {
            if (t.kind != kind) continue;
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const LaneId l : *lanes)
                    for (std::size_t i = 0; i < s->lane(l).rows; ++i)
                        use(t, EventRef{l, static_cast<std::uint32_t>(i)}, s->lane(l).lane->row(i));
        }
    }

    TrackId trackOf(TrackKind kind, const TrackKey& key) const {
        for (const Track& t : s->tree().tracks)
            if (t.kind == kind && t.key.pid == key.pid && (kind != TrackKind::Stream || t.key.stream == key.stream))
                return t.id;
        return kNoTrack;
    }
};

/// What the computed rows hold: original event, name, times.
std::multiset<std::string> contents(const RandomRun& run, const Derived& d) {
    std::multiset<std::string> out;
    for (LaneId l = 0; l < d.snapshot->laneCount(); ++l)
        for (std::size_t i = 0; i < d.snapshot->lane(l).rows; ++i) {
            const Event e = d.snapshot->lane(l).lane->row(i);
            const EventRef o = d.original(l, i);
            out.insert(fmt::format("{}:{} {} {}..{}", o.lane, o.row, run.s->text(e.name), e.start, e.end));
        }
    return out;
}

}  // namespace

TEST("NVTX on a stream is where the work ran that was launched inside each range") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {  // the slow answer is cubic
        const RandomRun run(seed);
        const TrackId stream = run.trackOf(TrackKind::Stream, run.stream);
        CHECK(stream != kNoTrack);
        std::multiset<std::string> expected;
        run.forEach(TrackKind::Nvtx, [&](const Track& nvtx, EventRef ref, const Event& range) {
            if (nvtx.key.pid != run.stream.pid) return;
            TimeNs begin = kTimeMax, end = kTimeMin;
            run.forEach(TrackKind::CudaApi, [&](const Track& api, EventRef, const Event& call) {
                const bool inside = api.key.pid == nvtx.key.pid && api.key.tid == nvtx.key.tid &&
                                    call.start >= range.start && call.start < range.end;
                if (!inside) return;
                run.forEach(TrackKind::StreamKernels, [&](const Track& t, EventRef, const Event& kernel) {
                    if (t.key.pid != run.stream.pid || t.key.stream != run.stream.stream ||
                        kernel.correlation != call.correlation)
                        return;
                    begin = std::min(begin, kernel.start);
                    end = std::max(end, kernel.end);
                });
            });
            if (begin < end)
                expected.insert(fmt::format("{}:{} {} {}..{}", ref.lane, ref.row, run.s->text(range.name), begin, end));
        });
        CHECK(!expected.empty());
        CHECK(contents(run, projectNvtx(*run.s, stream)) == expected);
    }
}

TEST("rows by kernel name hold every kernel of the context once, the name with the most time first") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const RandomRun run(seed);
        const Derived d = eventsByName(*run.s, run.trackOf(TrackKind::Kernels, run.stream));
        std::multiset<std::string> expected;
        std::map<StringId, TimeNs> time;
        run.forEach(TrackKind::StreamKernels, [&](const Track& t, EventRef ref, const Event& e) {
            if (t.key.pid != run.stream.pid) return;
            expected.insert(fmt::format("{}:{} {} {}..{}", ref.lane, ref.row, run.s->text(e.name), e.start, e.end));
            time[e.name] += e.duration();
        });
        CHECK(contents(run, d) == expected);
        CHECK_EQ(d.tracks.size(), time.size());
        TimeNs last = kTimeMax;
        for (const TrackId id : d.tracks) {
            const TimeNs sum = time[static_cast<StringId>(d.snapshot->track(id).key.domain)];
            CHECK(sum <= last);
            last = sum;
        }
    }
}

TEST("rows by queue hold every kernel of the context once, by number, those without a queue last") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const RandomRun run(seed);
        const Derived d = eventsByQueue(*run.s, run.trackOf(TrackKind::Queues, run.stream));
        std::map<std::int64_t, std::multiset<std::string>> expected;
        run.forEach(TrackKind::StreamKernels, [&](const Track& t, EventRef ref, const Event& e) {
            if (t.key.pid != run.stream.pid) return;
            const std::vector<Arg> args = run.s->store().args().at(e.args);
            expected[args.empty() ? INT64_MAX : args.at(0).value].insert(fmt::format("{}:{}", ref.lane, ref.row));
        });
        std::vector<std::pair<std::int64_t, std::multiset<std::string>>> found;
        for (const TrackId id : d.tracks) {
            const Track& t = d.snapshot->track(id);
            CHECK(t.kind == TrackKind::Queue && t.key.pid == run.stream.pid);
            found.emplace_back(t.key.domain == TrackKey::kNone ? INT64_MAX : t.key.domain,
                               std::multiset<std::string>());
            for (const LaneId l : t.lanes)
                for (std::size_t i = 0; i < d.snapshot->lane(l).rows; ++i)
                    found.back().second.insert(fmt::format("{}:{}", d.original(l, i).lane, d.original(l, i).row));
        }
        CHECK_EQ(found.size(), 4u);
        CHECK(found == decltype(found)(expected.begin(), expected.end()));
    }
}

TEST("a stop request ends the computation early") {
    const RandomRun run(5);
    std::stop_source stop;
    stop.request_stop();
    CHECK(contents(run, eventsByName(*run.s, run.trackOf(TrackKind::Kernels, run.stream), stop.get_token())).empty());
    CHECK(contents(run, eventsByQueue(*run.s, run.trackOf(TrackKind::Queues, run.stream), stop.get_token())).empty());
    CHECK(contents(run, projectNvtx(*run.s, run.trackOf(TrackKind::Stream, run.stream), stop.get_token())).empty());
}
