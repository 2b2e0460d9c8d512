// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/event_store.h"

#include <algorithm>
#include <tuple>

#include "model/base/safe_text.h"
#include "model/store/report_texts.h"

namespace model {
namespace {

/// As readers may see it.
std::shared_ptr<const ReportInfo> safeInfo(const ReportInfo& info) {
    auto out = std::make_shared<ReportInfo>(info);
    rewriteTexts(*out, [](std::string& text) {
        if (!isSafeText(text)) text = safeText(text);
    });
    return out;
}

}  // namespace

LaneView Snapshot::lane(LaneId id) const {
    const LaneExtent& e = m_lanes[id];
    return {e.lane, e.rows, e.mip, e.mipBins};
}

CounterView Snapshot::counter(std::uint32_t id) const { return m_counters[id]; }

const KernelProfiles& Snapshot::kernelProfiles() const { return m_store->kernelProfiles(); }

std::string_view Snapshot::text(StringId id) const { return m_store->strings().at(id); }

EventStore::EventStore() = default;

std::shared_ptr<EventStore> EventStore::create() {
    std::shared_ptr<EventStore> store(new EventStore);
    store->publish();
    return store;
}

TrackKey EventStore::identity(TrackKind kind, const TrackKey& key) const {
    const std::uint8_t used = trackKindInfo(kind).identity;
    TrackKey k;
    if (used & kHost) k.host = key.host;
    if (used & kPid) k.pid = key.pid;
    if (used & kTid) k.tid = key.tid;
    if (used & kDevice) k.device = key.device;
    if (used & kContext) k.context = key.context;
    if (used & kStream) k.stream = key.stream;
    if (used & kDomain) k.domain = key.domain;
    return k;
}

TrackId EventStore::track(TrackKind kind, const TrackKey& key) {
    std::lock_guard lock(m_structureMutex);
    const TrackKindInfo& info = trackKindInfo(kind);
    const TrackKey k = identity(kind, key);
    if (const auto found = m_trackIndex.find({kind, k}); found != m_trackIndex.end()) return found->second;
    Track t;
    t.parent = info.parent == kind ? kNoTrack : track(info.parent, key);
    t.id = static_cast<TrackId>(m_tracks.size());
    t.kind = kind;
    t.key = k;
    m_tracks.push_back(t);
    m_trackIndex.emplace(std::pair{kind, k}, t.id);
    m_treeChanged = true;
    return t.id;
}

void EventStore::setTrackName(TrackId track, StringId name) {
    std::lock_guard lock(m_structureMutex);
    m_tracks[track].name = name;
    m_treeChanged = true;
}

void EventStore::setTrackOrder(TrackId track, std::int64_t order) {
    std::lock_guard lock(m_structureMutex);
    m_tracks[track].order = order;
    m_treeChanged = true;
}

TrackKind EventStore::trackKind(TrackId track) const {
    std::lock_guard lock(m_structureMutex);
    return m_tracks[track].kind;
}

void EventStore::setFlows(std::vector<Flow> flows) { m_flows = std::make_shared<FlowTable>(std::move(flows)); }

Lane& EventStore::laneIn(std::vector<LaneId>& lanes, TrackId track, std::size_t index) {
    const TrackKindInfo& info = trackKindInfo(m_tracks[track].kind);
    while (lanes.size() <= index) {
        lanes.push_back(static_cast<LaneId>(m_lanes.size()));
        m_lanes.push_back(std::make_unique<Lane>(track, info.event, info.columns & m_laneColumns, m_laneSummaries));
        m_treeChanged = true;
    }
    return *m_lanes[lanes[index]];
}

Lane& EventStore::lane(TrackId track, std::size_t depth) {
    std::lock_guard lock(m_structureMutex);
    return laneIn(m_tracks[track].lanes, track, depth);
}

Lane& EventStore::overflowLane(TrackId track, std::size_t index) {
    std::lock_guard lock(m_structureMutex);
    return laneIn(m_tracks[track].overflow, track, index);
}

void EventStore::orderLanes(std::size_t from) {
    std::lock_guard lock(m_structureMutex);
    std::vector<std::unique_ptr<Lane>> ordered;
    const auto number = [&](std::vector<LaneId>& lanes) {
        for (LaneId& id : lanes) {
            if (id < from) continue;
            ordered.push_back(std::move(m_lanes[id]));
            id = static_cast<LaneId>(from + ordered.size() - 1);
        }
    };
    for (Track& t : m_tracks) number(t.lanes), number(t.overflow);
    std::move(ordered.begin(), ordered.end(), m_lanes.begin() + static_cast<std::ptrdiff_t>(from));
}

CounterSeries& EventStore::counter(TrackId track) {
    std::lock_guard lock(m_structureMutex);
    Track& t = m_tracks[track];
    if (t.counter == kNoCounter) {
        t.counter = static_cast<std::uint32_t>(m_counters.size());
        m_counters.push_back(std::make_unique<CounterSeries>(isSampledCounter(t.kind)));
        m_treeChanged = true;
    }
    return *m_counters[t.counter];
}

void EventStore::setNameColour(StringId name, std::uint32_t argb) {
    const std::pair<StringId, std::uint32_t> one(name, argb);
    setNameColours({&one, 1});
}

void EventStore::setNameColours(std::span<const std::pair<StringId, std::uint32_t>> colours) {
    std::lock_guard lock(m_colourMutex);
    for (const auto& [name, argb] : colours) {
        if (name >= m_colours.size())
            m_colours.resize(std::max<std::size_t>(name + std::size_t{1}, m_colours.size() * 2), 0);
        m_colours[name] = std::max(m_colours[name], argb);
    }
}

std::uint32_t EventStore::nameColour(StringId name) const {
    std::lock_guard lock(m_colourMutex);
    return name < m_colours.size() ? m_colours[name] : 0;
}

std::vector<std::pair<StringId, std::uint32_t>> EventStore::nameColours() const {
    std::lock_guard lock(m_colourMutex);
    std::vector<std::pair<StringId, std::uint32_t>> out;
    for (std::size_t name = 0; name < m_colours.size(); ++name)
        if (m_colours[name]) out.emplace_back(static_cast<StringId>(name), m_colours[name]);
    return out;
}

std::shared_ptr<const TrackTree> EventStore::buildTree() const {
    auto tree = std::make_shared<TrackTree>();
    tree->tracks = m_tracks;
    for (const Track& t : m_tracks) {
        if (t.parent == kNoTrack) tree->roots.push_back(t.id);
        else tree->tracks[t.parent].children.push_back(t.id);
    }
    const auto inOrder = [&](TrackId a, TrackId b) {
        const Track &x = m_tracks[a], &y = m_tracks[b];
        return std::tie(x.kind, x.order, x.key, a) < std::tie(y.kind, y.order, y.key, b);
    };
    for (Track& t : tree->tracks) std::sort(t.children.begin(), t.children.end(), inOrder);
    std::sort(tree->roots.begin(), tree->roots.end(), inOrder);
    return tree;
}

SnapshotPtr EventStore::publish(bool finished) {
    auto s = std::make_shared<Snapshot>();
    s->m_store = this;
    if (m_treeChanged || !m_tree) {
        m_tree = buildTree();
        m_treeChanged = false;
    }
    s->m_tree = m_tree;
    s->m_info = safeInfo(m_info);
    s->m_flows = m_flows;
    s->m_profiles = m_profiles.count();
    s->m_profileFiles = m_profiles.fileCount();
    TimeRange range{kTimeMax, kTimeMin};
    s->m_lanes.reserve(m_lanes.size());
    for (const auto& lane : m_lanes) {
        lane->finishBatch();
        const std::size_t rows = lane->rows();
        s->m_lanes.push_back({lane.get(), rows, lane->mip(), lane->mip() ? lane->mip()->finalBins() : 0});
        // Messages of the profiler may lie long before the session; they must not stretch the timeline.
        if (rows && m_tracks[lane->track()].kind != TrackKind::Diagnostics)
            range = range.united({lane->start()[0], lane->lastEnd()});
        s->m_events += rows;
    }
    for (const auto& c : m_counters) {
        s->m_counters.push_back({c.get(), c->rows(), c->gaps()});
        if (c->rows()) range = range.united({c->time()[0], c->lastTime()});
        s->m_events += c->rows();
    }
    s->m_range = range.begin <= range.end ? range : m_info.session;
    // What crosses the ends of a cut is whole and would stretch it to times of which it says nothing else.
    if (!m_info.cut.times.isEmpty()) s->m_range = m_info.cut.times;
    if (finished) {
        m_args.dropIndex();
        m_chains.dropIndex();
    }
    s->m_version = ++m_version;
    {
        std::lock_guard lock(m_snapshotMutex);
        m_snapshot = std::move(s);
    }
    return snapshot();
}

SnapshotPtr EventStore::snapshot() const {
    struct Owner {
        std::shared_ptr<const EventStore> store;
        SnapshotPtr snapshot;
    };
    auto owner = std::make_shared<Owner>();
    owner->store = shared_from_this();
    {
        std::lock_guard lock(m_snapshotMutex);
        owner->snapshot = m_snapshot;
    }
    return SnapshotPtr(owner, owner->snapshot.get());
}

std::size_t EventStore::memoryBytes() const {
    std::size_t n = m_flows->memoryBytes() + m_profiles.memoryBytes() + m_strings.memoryBytes() + m_args.memoryBytes() +
                    m_chains.memoryBytes();
    for (const auto& l : m_lanes) n += l->memoryBytes();
    for (const auto& c : m_counters) n += c->memoryBytes();
    return n;
}

}  // namespace model
