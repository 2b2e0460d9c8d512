// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of a selection against the naive computation on random reports.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "model/selection/selection_figures.h"
#include "model/selection/selection_groups.h"
#include "model/store/packer.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

namespace {

using model::EventKind;
using model::GroupBy;
using model::SelectionFigures;
using model::SelectionGroup;
using model::SelectionTable;
using model::TimeNs;
using model::TimeRange;
using model::TrackKind;

/// An event with everything that the naive side wants to know of it.
struct Known {
    model::Event event;
    TrackKind kind;
    std::int64_t pid, tid, device, stream;
    std::int64_t bytes = -1;
};

struct Program {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;
    std::vector<Known> events;
    naive::Random random;

    explicit Program(std::uint64_t seed) : random(seed) {
        std::uint32_t correlation = 1;
        for (const std::int64_t pid : {1, 2})
            for (const std::int64_t tid : {10, 11}) {
                nest(TrackKind::Nvtx, pid, tid, "range");
                nest(TrackKind::CudaApi, pid, tid, "cudaCall");
                for (Known& k : events)
                    if (k.kind == TrackKind::CudaApi && k.pid == pid && k.tid == tid)
                        k.event.correlation = correlation++;
            }
        for (const std::int64_t pid : {1, 2})
            for (const std::int64_t stream : {7, 8}) {
                line(TrackKind::StreamKernels, pid, stream, correlation);
                line(TrackKind::StreamMemory, pid, stream, correlation);
            }
        fill();
    }

    model::StringId name(const std::string& stem, std::int64_t n) {
        return store->strings().intern(stem + std::to_string(random.between(0, n - 1)));
    }
    TimeNs step() { return random.between(0, 60); }

    // Properly nested events of a thread.
    void nest(TrackKind kind, std::int64_t pid, std::int64_t tid, const char* stem) {
        TimeNs t = step();
        std::vector<std::size_t> open;
        for (int i = 0; i < 300; ++i, t += step()) {
            if (open.size() < 4 && random.chance(60)) {
                open.push_back(events.size());
                events.push_back(
                    {{t, -1, name(stem, 6), 0, 0, 0}, kind, pid, tid, model::TrackKey::kNone, model::TrackKey::kNone});
            } else if (!open.empty()) {
                events[open.back()].event.end = t;
                open.pop_back();
            }
        }
        for (; !open.empty(); open.pop_back()) events[open.back()].event.end = ++t;
    }

    void line(TrackKind kind, std::int64_t pid, std::int64_t stream, std::uint32_t calls) {
        TimeNs t = step();
        for (int i = 0; i < 200; ++i) {
            const TimeNs end = t + step();
            Known k{{t, end, 0, 0, static_cast<std::uint32_t>(random.between(0, calls)), 0},
                    kind,
                    pid,
                    model::TrackKey::kNone,
                    stream == 7 ? 0 : 1,
                    stream};
            if (kind == TrackKind::StreamKernels) {
                k.event.name = store->strings().intern("void ns" + std::to_string(random.between(0, 2)) + "::kernel" +
                                                       std::to_string(random.between(0, 3)) + "<int>(int)");
            } else {
                k.event.name = store->strings().intern(random.chance(30) ? "Memset" : "Memcpy HtoD");
                if (random.chance(80)) {
                    k.bytes = random.between(0, 1000);
                    const model::Arg a{store->strings().intern("bytes"), model::Arg::Type::Int, k.bytes};
                    k.event.args = store->args().intern(std::span(&a, 1));
                }
            }
            events.push_back(k);
            t = end + (random.chance(50) ? step() : 0);
        }
    }

    void fill() {
        std::map<std::pair<TrackKind, model::TrackKey>, std::vector<model::Event>> rows;
        for (const Known& k : events) {
            model::TrackKey key;
            key.pid = k.pid, key.tid = k.tid, key.device = k.device, key.stream = k.stream;
            if (k.stream != model::TrackKey::kNone) key.context = 1;
            if (k.kind == TrackKind::Nvtx) key.domain = 0;
            rows[{k.kind, key}].push_back(k.event);
        }
        for (auto& [row, list] : rows) {
            model::sortForLanes(list);
            model::Packer packer(*store, store->track(row.first, row.second), model::trackKindInfo(row.first).shape);
            for (const model::Event& e : list) packer.add(e);
        }
        s = store->publish(true);
    }

    std::vector<model::LaneId> lanes() const {
        std::vector<model::LaneId> out;
        for (model::LaneId i = 0; i < s->laneCount(); ++i) out.push_back(i);
        return out;
    }

    bool inside(const Known& outer, const Known& inner) const {
        return outer.kind == inner.kind && outer.pid == inner.pid && outer.tid == inner.tid &&
               outer.event.start <= inner.event.start && inner.event.end <= outer.event.end;
    }

    /// Innermost range around a time of a thread: the one that began last.
    std::string rangeAt(std::int64_t pid, std::int64_t tid, TimeNs t) const {
        const Known* best = nullptr;
        for (const Known& k : events)
            if (k.kind == TrackKind::Nvtx && k.pid == pid && k.tid == tid && k.event.start <= t && t < k.event.end)
                if (!best || k.event.start > best->event.start ||
                    (k.event.start == best->event.start && k.event.end <= best->event.end))
                    best = &k;
        return best ? std::string(s->text(best->event.name)) : "";
    }

    std::string group(const Known& k, GroupBy by) const {
        const std::string text(s->text(k.event.name));
        switch (by) {
        case GroupBy::Nothing: return "";
        case GroupBy::Kind:
            return k.kind == TrackKind::Nvtx            ? "nvtx"
                   : k.kind == TrackKind::CudaApi       ? "cuda_api"
                   : k.kind == TrackKind::StreamKernels ? "kernel"
                   : text == "Memset"                   ? "memset"
                                                        : "memcpy";
        case GroupBy::Name: return text;
        case GroupBy::ShortName: {
            const auto colons = text.find("::");
            return colons == std::string::npos ? text : text.substr(colons + 2, text.find('<') - colons - 2);
        }
        case GroupBy::Process: return std::to_string(k.pid);
        case GroupBy::Device:
            return k.device == model::TrackKey::kNone ? "none" : std::to_string(k.pid) + "/" + std::to_string(k.device);
        case GroupBy::Thread:
            return k.tid == model::TrackKey::kNone ? "none" : std::to_string(k.pid) + "/" + std::to_string(k.tid);
        case GroupBy::Row:
            return std::to_string(static_cast<int>(k.kind)) + "/" + std::to_string(k.pid) + "/" +
                   std::to_string(k.tid) + "/" + std::to_string(k.stream);
        case GroupBy::NvtxRange: {
            if (k.tid != model::TrackKey::kNone) return rangeAt(k.pid, k.tid, k.event.start);
            for (const Known& call : events)
                if (k.event.correlation && call.kind == TrackKind::CudaApi && call.pid == k.pid &&
                    call.event.correlation == k.event.correlation)
                    return rangeAt(call.pid, call.tid, call.event.start);
            return "";
        }
        }
        return "";
    }

    std::string label(const SelectionGroup& g) const {
        const model::Snapshot& snapshot = *s;
        switch (g.by) {
        case GroupBy::Nothing: return "";
        case GroupBy::Kind: return std::string(model::kindInfo(static_cast<EventKind>(g.id)).key);
        case GroupBy::Name:
        case GroupBy::NvtxRange: return std::string(snapshot.text(g.id));
        case GroupBy::ShortName: {
            const std::string text(snapshot.text(g.id));
            const auto colons = text.find("::");
            return colons == std::string::npos ? text : text.substr(colons + 2, text.find('<') - colons - 2);
        }
        default: break;
        }
        if (g.id == model::kNoTrack) return "none";
        const model::Track& t = snapshot.track(g.id);
        if (g.by == GroupBy::Process) return std::to_string(t.key.pid);
        if (g.by == GroupBy::Device) return std::to_string(t.key.pid) + "/" + std::to_string(t.key.device);
        if (g.by == GroupBy::Thread) return std::to_string(t.key.pid) + "/" + std::to_string(t.key.tid);
        return std::to_string(static_cast<int>(t.kind)) + "/" + std::to_string(t.key.pid) + "/" +
               std::to_string(t.key.tid) + "/" + std::to_string(t.key.stream);
    }
};

void checkFigures(const Program& p, const std::vector<const Known*>& events, TimeRange range,
                  const SelectionFigures& f) {
    std::vector<TimeNs> durations;
    std::vector<bool> busy(static_cast<std::size_t>(range.length()), false);
    TimeNs inSelection = 0, self = 0, total = 0, sizedTime = 0;
    std::int64_t bytes = 0;
    std::uint64_t sized = 0;
    for (const Known* k : events) {
        const TimeNs from = std::max(range.begin, k->event.start), to = std::min(range.end, k->event.end);
        durations.push_back(k->event.duration());
        total += k->event.duration();
        inSelection += to - from;
        for (TimeNs t = from; t < to; ++t) {
            busy[static_cast<std::size_t>(t - range.begin)] = true;
            // A nanosecond is its own unless something on the same thread that began later, or ends earlier, covers it
            // too.
            bool covered = false;
            if (k->tid != model::TrackKey::kNone)
                for (const Known& o : p.events)
                    covered |= &o != k && o.event.start <= t && t < o.event.end && p.inside(*k, o) &&
                               !(p.inside(o, *k) && &o < k);
            self += !covered;
        }
        if (k->bytes >= 0) {
            ++sized;
            bytes += k->bytes;
            sizedTime += k->event.duration();
        }
    }
    std::sort(durations.begin(), durations.end());
    const std::size_t n = durations.size();
    CHECK_EQ(f.count, n);
    CHECK_EQ(f.inSelection, inSelection);
    CHECK_EQ(f.total, total);
    CHECK_EQ(f.min, durations.front());
    CHECK_EQ(f.max, durations.back());
    if (!f.exact) return;
    CHECK_EQ(f.self, self);
    CHECK_EQ(f.wall, static_cast<TimeNs>(std::count(busy.begin(), busy.end(), true)));
    CHECK_EQ(f.median, (static_cast<double>(durations[(n - 1) / 2]) + static_cast<double>(durations[n / 2])) / 2);
    const auto least = [&](double share) {  // the least value that so many do not exceed
        for (const TimeNs d : durations)
            if (static_cast<double>(std::count_if(durations.begin(), durations.end(), [&](TimeNs o) {
                    return o <= d;
                })) >= share * static_cast<double>(n) - 1e-9)
                return d;
        return TimeNs{-1};
    };
    CHECK_EQ(f.p95, least(0.95));
    CHECK_EQ(f.p99, least(0.99));
    CHECK_EQ(f.sized, sized);
    CHECK_EQ(f.bytes, bytes);
    CHECK_EQ(f.sizedTime, sizedTime);
}

void checkTable(const Program& p, const model::SelectionRequest& r, const SelectionTable& table,
                const model::EventFilter* filter = nullptr) {
    using Groups = std::map<std::string, std::map<std::string, std::vector<const Known*>>>;
    Groups groups;
    std::vector<const Known*> all;
    for (const Known& k : p.events) {
        if (!r.range.overlaps(k.event.start, k.event.end)) continue;
        if (filter && k.event.duration() <= 20) continue;
        groups[p.group(k, r.first)][p.group(k, r.second)].push_back(&k);
        all.push_back(&k);
    }
    CHECK_EQ(table.groups.size(), groups.size());
    for (const SelectionGroup& g : table.groups) {
        const auto at = groups.find(p.label(g));
        CHECK(at != groups.end());
        if (at == groups.end()) continue;
        std::vector<const Known*> together;
        for (const auto& [key, list] : at->second) together.insert(together.end(), list.begin(), list.end());
        checkFigures(p, together, r.range, g.figures);
        CHECK_EQ(g.inside.size(), r.second == GroupBy::Nothing ? 0 : at->second.size());
        for (const SelectionGroup& i : g.inside) {
            const auto inner = at->second.find(p.label(i));
            CHECK(inner != at->second.end());
            if (inner == at->second.end()) continue;
            checkFigures(p, inner->second, r.range, i.figures);
            const auto events = model::eventsOfGroup(r, g, &i);
            CHECK_EQ(events.size(), inner->second.size());
            TimeNs sum = 0;
            for (const model::EventRef& e : events) sum += model::eventAt(*p.s, e).duration();
            CHECK_EQ(sum, i.figures.total);
        }
        CHECK_EQ(model::eventsOfGroup(r, g).size(), together.size());
    }
    if (!all.empty()) checkFigures(p, all, r.range, table.all);
}

TEST("Every figure of every grouping equals the naive one") {
    constexpr GroupBy kAll[] = {GroupBy::Kind,    GroupBy::Name,   GroupBy::ShortName, GroupBy::Row,    GroupBy::Device,
                                GroupBy::Process, GroupBy::Thread, GroupBy::NvtxRange, GroupBy::Nothing};
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        Program p(seed);
        for (std::size_t i = 0; i < std::size(kAll); ++i) {
            const TimeNs begin = p.random.between(-50, 3000), end = begin + p.random.between(1, 2500);
            const model::SelectionRequest r{
                *p.s, {begin, end}, p.lanes(), kAll[i], kAll[p.random.index(std::size(kAll))]};
            checkTable(p, r, model::exactSelection(r));
            if (const auto quick = model::quickSelection(r)) checkTable(p, r, *quick);
            else CHECK(r.first == GroupBy::NvtxRange || r.second == GroupBy::NvtxRange);
        }
    }
}

TEST("The innermost range is the one that began last, however ranges overlap and on however many lanes they lie") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        naive::Random random(seed);
        auto store = model::EventStore::create();
        std::vector<model::Event> events;
        for (int i = 0; i < 200; ++i) {
            const TimeNs start = random.between(0, 400);
            events.push_back({start, start + random.between(0, seed % 2 ? 40 : 300),
                              store->strings().intern("range " + std::to_string(i)), 0, 0, 0});
        }
        model::sortForLanes(events);
        model::TrackKey key;
        key.pid = key.tid = 1;
        model::Packer packer(*store, store->track(TrackKind::Nvtx, key), model::Shape::Packed);
        for (const model::Event& e : events) packer.add(e);
        const auto s = store->publish(true);
        model::InnermostRanges innermost;
        for (model::LaneId lane = 0; lane < s->laneCount(); ++lane) innermost.add(s->lane(lane));
        innermost.finish();
        for (int i = 0; i < 1500; ++i) {
            const TimeNs t = i < 750 ? i : random.between(-10, 750);  // in order, and out of it
            TimeNs began = -1;
            std::set<model::StringId>
                wanted;  // of those that begin together, the one of the last lane is as good as another here
            for (const model::Event& e : events) {
                if (e.start > t || t >= e.end || e.start < began) continue;
                if (e.start > began) wanted.clear();
                began = e.start;
                wanted.insert(e.name);
            }
            const model::StringId found = innermost.at(t);
            CHECK(wanted.empty() ? found == 0 : wanted.contains(found));
        }
    }
}

TEST("A filter leaves out what does not match") {
    Program p(7);
    const model::EventFilter filter = *model::EventFilter::parse("dur>20");
    const model::SelectionRequest r{*p.s, {100, 2000}, p.lanes(), GroupBy::Kind, GroupBy::Name, filter};
    CHECK(!model::quickSelection(r));
    checkTable(p, r, model::exactSelection(r), &filter);
}

TEST("Counters: least, mean weighted by time, greatest") {
    auto store = model::EventStore::create();
    model::TrackKey key;
    key.pid = 1;
    key.domain = 0;
    model::CounterSeries& c = store->counter(store->track(TrackKind::ProcessCounter, key));
    c.append(0, 10);
    c.append(100, 30);
    c.append(200, 20);
    const auto s = store->publish(true);
    const auto counters = model::countersIn(*s, {50, 150});
    CHECK_EQ(counters.size(), 1u);
    CHECK_EQ(counters[0].min, 10.0);
    CHECK_EQ(counters[0].max, 30.0);
    CHECK_EQ(counters[0].mean, 20.0);
    CHECK(model::countersIn(*s, {-100, -50}).empty());
}

TEST(
    "What is quick stays quick where there are very many names: kinds are told, the rest is left to the exact figures") {
    auto store = model::EventStore::create();
    std::vector<model::StringId> names;
    for (int i = 0; i < 400'000; ++i) names.push_back(store->strings().intern("name " + std::to_string(i)));
    for (std::int64_t stream = 0; stream < 4; ++stream) {
        model::TrackKey key;
        key.pid = 1, key.device = 0, key.context = 1, key.stream = stream;
        model::Lane& lane = store->lane(store->track(TrackKind::StreamKernels, key), 0);
        for (int i = 0; i < 400'000; ++i)
            lane.append({i * 10ll, i * 10ll + 7, names[static_cast<std::size_t>(i)], 0, 0, 0});
    }
    const auto s = store->publish(true);
    const std::vector<model::LaneId> lanes{0, 1, 2, 3};
    const TimeRange range{5, 3'999'995};
    const auto quick = model::quickSelection({*s, range, lanes});
    const SelectionTable exact = model::exactSelection({*s, range, lanes});
    CHECK(quick.has_value());
    CHECK_EQ(quick->groups.size(), 1u);
    CHECK(quick->groups[0].inside.empty());
    CHECK(!quick->groups[0].figures.timed);
    CHECK_EQ(quick->groups[0].figures.count, exact.groups[0].figures.count);
    CHECK_EQ(quick->groups[0].figures.inSelection, exact.groups[0].figures.inSelection);
    CHECK_EQ(exact.groups[0].inside.size(), 400'000u);
    CHECK(!model::quickSelection({*s, range, lanes, GroupBy::Name, GroupBy::Nothing}));
}

TEST("Nothing selected, nothing said; a stop is obeyed") {
    Program p(9);
    const model::SelectionRequest nothing{*p.s, {-1000, -900}, p.lanes()};
    CHECK(model::exactSelection(nothing).groups.empty());
    CHECK_EQ(model::exactSelection(nothing).all.count, 0u);
    std::stop_source stop;
    stop.request_stop();
    const model::SelectionRequest stopped{*p.s,          {0, 5000}, p.lanes(),       GroupBy::Kind,
                                          GroupBy::Name, {},        stop.get_token()};
    CHECK_EQ(model::exactSelection(stopped).all.count, 0u);
}

}  // namespace
