// SPDX-License-Identifier: GPL-3.0-or-later
// What lies around an event and what came of it, against a look at every event; and the operator that PyTorch's own
// profiler names.
#include "model/query/correlation_chain.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include "model/query/correlation.h"
#include "model/store/packer.h"
#include "tests/kit/naive.h"
#include "tests/kit/opened.h"

using namespace model;
using naive::Random;

namespace {

constexpr std::array kOuterToInner{TrackKind::Annotations, TrackKind::Nvtx, TrackKind::Operators, TrackKind::CudaApi};

/// An event with the place of its lane among those of its thread, outer ones first.
struct Placed {
    EventRef ref;
    Event event;
    TrackKind kind;
    TrackKey key;
    int place;
};

/// Two processes with the same ids, of two threads each, where everything lies in everything.
struct World {
    std::shared_ptr<EventStore> store = EventStore::create();
    SnapshotPtr s;
    std::vector<Placed> all;
    StringId externalId = store->strings().intern("External id");

    explicit World(Random& random) {
        for (const std::int64_t pid : {10, 20}) {
            for (const std::int64_t tid : {1, 2})
                for (const TrackKind kind : kOuterToInner)
                    put(kind, {0, pid, pid + tid, TrackKey::kNone, TrackKey::kNone, TrackKey::kNone, 0}, random,
                        kind == TrackKind::CudaApi ? 150 : 60);
            put(TrackKind::ProcessNvtx, {0, pid, TrackKey::kNone, TrackKey::kNone, TrackKey::kNone, TrackKey::kNone, 0},
                random, 10);
            for (const std::int64_t stream : {7, 8})
                for (const TrackKind kind : {TrackKind::StreamKernels, TrackKind::StreamMemory})
                    put(kind, {0, pid, TrackKey::kNone, 0, 1, stream}, random, 120);
        }
        s = store->publish(true);
        for (const TrackKind kind : {TrackKind::Annotations, TrackKind::Nvtx, TrackKind::Operators, TrackKind::CudaApi,
                                     TrackKind::ProcessNvtx, TrackKind::StreamKernels, TrackKind::StreamMemory})
            for (const Track& t : s->tree().tracks) list(t, kind);
    }

    void put(TrackKind kind, const TrackKey& key, Random& random, int count) {
        const bool gpu = kind == TrackKind::StreamKernels || kind == TrackKind::StreamMemory;
        std::vector<Event> events;
        for (int i = 0; i < count; ++i) {
            const TimeNs start = random.between(0, 200), length = random.chance(10) ? 0 : random.magnitude(100);
            Event e{start, start + length, static_cast<StringId>(random.between(1, 3)), 0, 0, 0};
            if (kind == TrackKind::Operators) e.correlation = static_cast<std::uint32_t>(random.between(1, 30));
            if (kind == TrackKind::CudaApi || gpu) e.correlation = static_cast<std::uint32_t>(random.between(0, 120));
            if (gpu && random.chance(50)) {
                const Arg id{externalId, Arg::Type::Int, random.between(1, 30)};
                e.args = store->args().intern(std::span(&id, 1));
            }
            events.push_back(e);
        }
        sortForLanes(events);
        Packer packer(*store, store->track(kind, key), trackKindInfo(kind).shape);
        for (const Event& e : events) packer.add(e);
    }
    void list(const Track& t, TrackKind kind) {
        if (t.kind != kind) return;
        int place = 1000 * static_cast<int>(std::find(kOuterToInner.begin(), kOuterToInner.end(), kind) -
                                            kOuterToInner.begin());
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes) {
                for (std::uint32_t i = 0; i < s->lane(id).rows; ++i)
                    all.push_back({{id, i}, s->lane(id).lane->row(i), kind, t.key, place});
                ++place;
            }
    }
    const Placed& at(EventRef e) const {
        return *std::find_if(all.begin(), all.end(), [&](const Placed& p) { return p.ref == e; });
    }

    static bool isGpu(const Placed& p) { return p.key.device != TrackKey::kNone; }
    static bool sameThread(const Placed& a, const Placed& b) {
        return a.key.pid == b.key.pid && a.key.tid == b.key.tid;
    }
    /// Whether a lies around b.
    static bool holds(const Placed& a, const Placed& b) {
        if (a.key.tid == TrackKey::kNone || !sameThread(a, b) || a.event.start == a.event.end) return false;
        if (a.event.start == b.event.start && a.event.end == b.event.end) return a.place < b.place;
        return a.event.start <= b.event.start && b.event.end <= a.event.end && b.event.start < a.event.end;
    }
    /// Whether a call lies in a range of a process.
    static bool inProcessRange(const Placed& range, const Placed& call) {
        return range.kind == TrackKind::ProcessNvtx && range.key.pid == call.key.pid &&
               range.event.start <= call.event.start && call.event.end <= range.event.end &&
               call.event.start < range.event.end;
    }
    std::vector<EventRef> around(const Placed& of) const {
        std::vector<const Placed*> found;
        for (const Placed& p : all)
            if (holds(p, of)) found.push_back(&p);
        std::sort(found.begin(), found.end(), [](const Placed* a, const Placed* b) {
            return std::tuple(a->event.start, -a->event.end, a->place) <
                   std::tuple(b->event.start, -b->event.end, b->place);
        });
        std::vector<EventRef> out;
        for (const Placed* p : found) out.push_back(p->ref);
        return out;
    }
    /// Calls of an event on the CPU, or those of GPU work.
    std::vector<const Placed*> calls(const Placed& of) const {
        std::vector<const Placed*> out;
        for (const Placed& p : all) {
            if (p.kind != TrackKind::CudaApi) continue;
            const bool launched =
                p.key.pid == of.key.pid && of.event.correlation != 0 && p.event.correlation == of.event.correlation;
            if (isGpu(of) ? launched : p.ref == of.ref || holds(of, p) || inProcessRange(of, p)) out.push_back(&p);
        }
        std::stable_sort(out.begin(), out.end(),
                         [](const Placed* a, const Placed* b) { return a->event.start < b->event.start; });
        return out;
    }
    std::set<std::pair<LaneId, std::uint32_t>> workOf(std::int64_t pid, std::uint32_t id) const {
        std::set<std::pair<LaneId, std::uint32_t>> out;
        for (const Placed& p : all)
            if (id && isGpu(p) && p.key.pid == pid && p.event.correlation == id) out.emplace(p.ref.lane, p.ref.row);
        return out;
    }
    std::int64_t externalIdOf(const Placed& p) const {
        const auto id = store->args().find(p.event.args, externalId);
        return id ? id->value : 0;
    }
    /// Work without a call that names an operator inside of an event.
    std::set<std::pair<LaneId, std::uint32_t>> orphans(const Placed& of) const {
        std::set<std::int64_t> ids;
        for (const Placed& p : all)
            if (p.kind == TrackKind::Operators && (p.ref == of.ref || holds(of, p) || inProcessRange(of, p)))
                ids.insert(p.event.correlation);
        std::set<std::pair<LaneId, std::uint32_t>> out;
        for (const Placed& p : all)
            if (isGpu(p) && p.key.pid == of.key.pid && ids.contains(externalIdOf(p)) && calls(p).empty())
                out.emplace(p.ref.lane, p.ref.row);
        return out;
    }
};

std::set<std::pair<LaneId, std::uint32_t>> asSet(const std::vector<EventRef>& refs) {
    std::set<std::pair<LaneId, std::uint32_t>> out;
    for (const EventRef r : refs) out.emplace(r.lane, r.row);
    return out;
}

/// Calls, each with its work: of several with one id the first has it.
void checkCalls(const World& w, const Placed& p, const CorrelationChain& c) {
    const auto calls = w.calls(p);
    std::set<std::uint32_t> seen;
    std::size_t work = 0, orphans = 0;
    CHECK_EQ(c.callCount, calls.size());
    for (std::size_t i = 0; i < c.calls.size(); ++i) {
        const ChainCall& call = c.calls[i];
        work += call.workCount;
        CHECK_EQ(call.workCount, call.work.size());
        CHECK(std::is_sorted(call.work.begin(), call.work.end(),
                             [&](EventRef a, EventRef b) { return eventAt(*w.s, a).start < eventAt(*w.s, b).start; }));
        if (i >= calls.size()) {
            CHECK(!call.call.isValid() && call.workCount > 0);
            CHECK(asSet(call.work) == (World::isGpu(p) ? asSet({p.ref}) : w.orphans(p)));
            orphans = call.workCount;
            continue;
        }
        CHECK_EQ(eventAt(*w.s, call.call).start, calls[i]->event.start);
        const std::uint32_t id = eventAt(*w.s, call.call).correlation;
        CHECK(asSet(call.work) == (seen.insert(id).second ? w.workOf(p.key.pid, id) : asSet({})));
    }
    CHECK_EQ(c.workCount, work);
    if (!World::isGpu(p)) CHECK_EQ(orphans, w.orphans(p).size());
}

}  // namespace

TEST("The chain of any event is what a look at every event finds") {
    Random random(1);
    for (int round = 0; round < 12; ++round) {
        const World w(random);
        for (int i = 0; i < 150; ++i) {
            const Placed& p = w.all[random.index(w.all.size())];
            const CorrelationChain c = correlationChain(*w.s, p.ref, 100'000);
            checkCalls(w, p, c);
            if (!World::isGpu(p)) CHECK(c.around == w.around(p));
            else if (!w.calls(p).empty()) CHECK(c.around == w.around(w.at(c.calls[0].call)));
            else if (const EventRef op = operatorOf(*w.s, p.ref); op.isValid()) {
                auto expected = w.around(w.at(op));
                expected.push_back(op);
                CHECK(c.around == expected);
            } else {
                CHECK(c.around.empty());
            }
        }
    }
}

TEST("A long chain is cut, its counts are not; the first come first") {
    const auto store = EventStore::create();
    const TrackKey thread{0, 5, 6, TrackKey::kNone, TrackKey::kNone, TrackKey::kNone, 0};
    const TrackId range = store->track(TrackKind::Nvtx, thread), calls = store->track(TrackKind::CudaApi, thread);
    store->lane(range, 0).append({0, 10'000'000, 1, 0, 0, 0});
    for (std::uint32_t i = 0; i < 10'000; ++i) store->lane(calls, 0).append({i * 10ll, i * 10ll + 5, 1, 0, i + 1, 0});
    for (const std::int64_t stream : {2, 1})  // the later lane has the earlier work
        for (std::uint32_t i = 0; i < 20'000; ++i)
            store->lane(store->track(TrackKind::StreamKernels, {0, 5, TrackKey::kNone, 0, 1, stream}), 0)
                .append({stream + i * 10ll, stream + i * 10ll + 1, 1, 0, i / 5000 + 1, 0});
    const SnapshotPtr s = store->publish(true);
    const CorrelationChain c = correlationChain(*s, {0, 0}, 3);
    CHECK_EQ(c.callCount, 10'000u);
    CHECK_EQ(c.workCount, 40'000u);
    CHECK_EQ(c.calls.size(), 3u);
    for (std::size_t i = 0; i < c.calls.size(); ++i) {
        CHECK_EQ(c.calls[i].call.row, i);
        CHECK_EQ(c.calls[i].workCount, 10'000u);
        CHECK_EQ(c.calls[i].work.size(), 3u);
        for (std::size_t k = 0; k < c.calls[i].work.size(); ++k)
            CHECK_EQ(eventAt(*s, c.calls[i].work[k]).start, static_cast<TimeNs>(i * 50'000 + k / 2 * 10 + k % 2 + 1));
    }
    std::stop_source stopped;
    stopped.request_stop();
    CHECK_EQ(correlationChain(*s, {0, 0}, 3, stopped.get_token()).workCount, 0u);
}

TEST("In traces of PyTorch the innermost operator around a kernel's call is the one that the profiler names") {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    const std::filesystem::path folder =
        samples ? std::filesystem::path(samples) / "h100" / "kineto" : std::filesystem::path();
    if (!samples || !std::filesystem::exists(folder)) SKIP("the sample traces are not here");
    int compared = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const Opened o(file.path());
        CHECK(o.result.has_value());
        for (const auto& kernel : o.events(TrackKind::StreamKernels)) {
            const CorrelationChain c = correlationChain(*o.s, kernel.ref);
            if (c.calls.size() != 1 || !c.calls[0].call.isValid()) continue;
            const auto op = std::find_if(c.around.rbegin(), c.around.rend(), [&](EventRef e) {
                return o.s->track(trackOf(*o.s, e)).kind == TrackKind::Operators;
            });
            const EventRef named = operatorOf(*o.s, kernel.ref);
            if (!named.isValid()) continue;
            CHECK(op != c.around.rend() && *op == named);
            // And from there back to the kernel.
            const CorrelationChain down = correlationChain(*o.s, named, 100'000);
            CHECK(std::any_of(down.calls.begin(), down.calls.end(), [&](const ChainCall& call) {
                return std::find(call.work.begin(), call.work.end(), kernel.ref) != call.work.end();
            }));
            if (++compared % 500 == 0) break;  // of each trace that many: the question is asked one by one
        }
    }
    CHECK(compared > 1000);
}
