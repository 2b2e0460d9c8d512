// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/derived.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "model/query/ranges.h"
#include "model/store/packer.h"

namespace model {
namespace {

/// Lanes of the tracks of some kinds that share the context (or stream) of `of`.
std::vector<LaneId> lanesBeside(const Snapshot& s, const Track& of, std::initializer_list<TrackKind> kinds,
                                bool sameStream) {
    std::vector<LaneId> lanes;
    for (const Track& t : s.tree().tracks) {
        const bool kind = std::find(kinds.begin(), kinds.end(), t.kind) != kinds.end();
        const TrackKey &a = t.key, &b = of.key;
        if (!kind || a.host != b.host || a.pid != b.pid || a.device != b.device || a.context != b.context) continue;
        if (sameStream && a.stream != b.stream) continue;
        lanes.insert(lanes.end(), t.lanes.begin(), t.lanes.end());
        lanes.insert(lanes.end(), t.overflow.begin(), t.overflow.end());
    }
    return lanes;
}

/// Puts refs with their times into the lanes of one derived track.
void fill(EventStore& store, Derived& out, TrackKind kind, const TrackKey& key, std::vector<Event>& events) {
    const TrackId track = store.track(kind, key);
    out.tracks.push_back(track);
    sortForLanes(events);
    Packer packer(store, track, trackKindInfo(kind).shape);
    for (const Event& e : events) packer.add(e);
}

/// What a GPU operation was launched by, and when it ran.
struct Launch {
    TimeNs apiStart;
    TimeNs gpuStart, gpuEnd;
};

/// GPU operations of a stream by correlation id.
std::unordered_map<std::uint32_t, TimeRange> operationsOf(const Snapshot& s, const Track& stream,
                                                          std::stop_token stop) {
    std::unordered_map<std::uint32_t, TimeRange> byId;
    for (const LaneId l :
         lanesBeside(s, stream, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs}, true)) {
        const LaneView lane = s.lane(l);
        for (std::size_t i = 0; i < lane.rows; ++i) {
            if ((i & 0xffff) == 0 && stop.stop_requested()) return byId;
            const std::uint32_t id = lane.lane->correlation(i);
            if (id == 0) continue;
            const TimeRange r{lane.start(i), lane.end(i)};
            const auto [at, fresh] = byId.emplace(id, r);
            if (!fresh) at->second = at->second.united(r);  // the nodes of a graph launch share its id
        }
    }
    return byId;
}

/// Launches of a thread, in order of time.
std::vector<Launch> launchesOf(const Snapshot& s, const Track& api,
                               const std::unordered_map<std::uint32_t, TimeRange>& operations) {
    std::vector<Launch> launches;
    for (const auto* lanes : {&api.lanes, &api.overflow})
        for (const LaneId l : *lanes) {
            const LaneView lane = s.lane(l);
            for (std::size_t i = 0; i < lane.rows; ++i) {
                const auto found = operations.find(lane.lane->correlation(i));
                if (found != operations.end())
                    launches.push_back({lane.start(i), found->second.begin, found->second.end});
            }
        }
    std::sort(launches.begin(), launches.end(),
              [](const Launch& a, const Launch& b) { return a.apiStart < b.apiStart; });
    return launches;
}

/// Ranges of one NVTX lane as the launches inside them ran. Both are in order of time: one sweep.
void projectLane(const Snapshot& s, LaneId id, const std::vector<Launch>& launches, std::vector<Event>& events,
                 std::vector<EventRef>& originals) {
    const LaneView lane = s.lane(id);
    std::size_t row = 0;
    std::ptrdiff_t current = -1;
    Event projected;
    const auto flush = [&] {
        if (current < 0) return;
        projected.payload = static_cast<std::uint32_t>(originals.size());
        originals.push_back({id, static_cast<std::uint32_t>(current)});
        events.push_back(projected);
        current = -1;
    };
    for (const Launch& launch : launches) {
        while (row < lane.rows && lane.end(row) <= launch.apiStart) ++row;
        if (row == lane.rows) break;
        if (lane.start(row) > launch.apiStart) continue;
        if (current != static_cast<std::ptrdiff_t>(row)) {
            flush();
            current = static_cast<std::ptrdiff_t>(row);
            projected = {launch.gpuStart, launch.gpuEnd, lane.name(row), 0, 0, 0};
        }
        projected.start = std::min(projected.start, launch.gpuStart);
        projected.end = std::max(projected.end, launch.gpuEnd);
    }
    flush();
}

/// Ranges of threads; but for annotations where the file itself says how they were on the stream.
bool isProjected(const Snapshot& s, const Track& row, TrackId stream) {
    if (row.kind != TrackKind::Annotations) return isThreadRangeRow(row.kind);
    const std::vector<TrackId>& rows = s.track(stream).children;
    return std::none_of(rows.begin(), rows.end(),
                        [&](TrackId id) { return s.track(id).kind == TrackKind::StreamAnnotations; });
}

}  // namespace

Derived eventsByName(const Snapshot& report, TrackId group, std::stop_token stop) {
    const Track& of = report.track(group);
    const auto store = EventStore::create();
    Derived out;
    const bool kernels = of.kind == TrackKind::Kernels;
    const auto lanes = kernels ? lanesBeside(report, of, {TrackKind::StreamKernels}, false)
                               : lanesBeside(report, of, {TrackKind::StreamMemory}, false);
    std::unordered_map<StringId, std::vector<Event>> byName;
    for (const LaneId l : lanes) {
        const LaneView lane = report.lane(l);
        for (std::size_t i = 0; i < lane.rows && !stop.stop_requested(); ++i) {
            Event e{lane.start(i), lane.end(i), lane.name(i), 0, 0, static_cast<std::uint32_t>(out.originals.size())};
            out.originals.push_back({l, static_cast<std::uint32_t>(i)});
            byName[e.name].push_back(e);
        }
    }
    std::vector<std::pair<TimeNs, StringId>> order;
    for (const auto& [name, events] : byName) {
        TimeNs sum = 0;
        for (const Event& e : events) sum += e.duration();
        order.emplace_back(sum, name);
    }
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : report.text(a.second) < report.text(b.second);
    });
    for (const auto& [sum, name] : order) {
        TrackKey key = of.key;
        key.domain = name;
        fill(*store, out, kernels ? TrackKind::KernelsByName : TrackKind::MemoryByName, key, byName[name]);
    }
    out.snapshot = store->publish(true);
    return out;
}

Derived eventsByQueue(const Snapshot& report, TrackId group, std::stop_token stop) {
    const Track& of = report.track(group);
    const auto store = EventStore::create();
    Derived out;
    const StringId argument = report.store().strings().find(kQueueArgument);
    std::map<std::int64_t, std::vector<Event>> byQueue;
    for (const LaneId l :
         lanesBeside(report, of, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs}, false)) {
        const LaneView lane = report.lane(l);
        for (std::size_t i = 0; i < lane.rows && !stop.stop_requested(); ++i) {
            const auto queue = report.store().args().find(lane.lane->row(i).args, argument);
            byQueue[queue && queue->type == Arg::Type::Int ? queue->value : TrackKey::kNone].push_back(
                {lane.start(i), lane.end(i), lane.name(i), 0, 0, static_cast<std::uint32_t>(out.originals.size())});
            out.originals.push_back({l, static_cast<std::uint32_t>(i)});
        }
    }
    TrackKey key = of.key;
    auto unqueued = byQueue.extract(TrackKey::kNone);
    for (auto& [queue, events] : byQueue) {
        key.domain = queue;
        fill(*store, out, TrackKind::Queue, key, events);
    }
    key.domain = TrackKey::kNone;
    if (unqueued) fill(*store, out, TrackKind::Queue, key, unqueued.mapped());
    out.snapshot = store->publish(true);
    return out;
}

Derived projectNvtx(const Snapshot& report, TrackId stream, std::stop_token stop) {
    const Track& of = report.track(stream);
    const auto store = EventStore::create();
    Derived out;
    const auto operations = operationsOf(report, of, stop);
    std::map<std::int64_t, std::vector<Event>> byDomain;
    for (const Track& api : report.tree().tracks) {
        if (api.kind != TrackKind::CudaApi || api.key.pid != of.key.pid || api.key.host != of.key.host) continue;
        if (stop.stop_requested()) break;
        const std::vector<Launch> launches = launchesOf(report, api, operations);
        if (launches.empty()) continue;
        for (const Track& row : report.tree().tracks) {
            const bool sameThread =
                row.key.pid == api.key.pid && row.key.tid == api.key.tid && row.key.host == api.key.host;
            if (!isProjected(report, row, stream) || !sameThread) continue;
            for (const auto* lanes : {&row.lanes, &row.overflow})
                for (const LaneId l : *lanes) projectLane(report, l, launches, byDomain[row.key.domain], out.originals);
        }
    }
    for (auto& [domain, events] : byDomain) {
        if (events.empty()) continue;
        TrackKey key = of.key;
        key.domain = domain;
        fill(*store, out, TrackKind::NvtxProjection, key, events);
    }
    out.snapshot = store->publish(true);
    return out;
}

bool hasNvtx(const Snapshot& report, TrackId stream) {
    const TrackKey& of = report.track(stream).key;
    return std::any_of(report.tree().tracks.begin(), report.tree().tracks.end(), [&](const Track& t) {
        return isProjected(report, t, stream) && t.key.pid == of.pid && t.key.host == of.host;
    });
}

}  // namespace model
