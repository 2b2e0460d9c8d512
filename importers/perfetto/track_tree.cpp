// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/track_tree.h"

#include <algorithm>

#include "importers/common/protobuf_wire.h"

namespace importers::perfetto {

using model::TrackKey;
using model::TrackKind;

namespace {

/// A chain of parents longer than that is a circle or meant to hurt.
constexpr int kMaxParents = 64;

std::string_view unitName(std::uint64_t unit) {
    constexpr std::string_view kUnits[] = {"", "ns", "count", "bytes"};
    return unit < std::size(kUnits) ? kUnits[unit] : "";
}

/// Ids of 32 bits are written as if they had 64 when they are negative.
std::int64_t idOf(const WireField& f) {
    return static_cast<std::int32_t>(f.value) < 0 && f.value > UINT32_MAX ? static_cast<std::int32_t>(f.value)
                                                                          : f.asInt();
}

}  // namespace

std::string programOf(std::string_view command) {
    const std::string_view path = command.substr(0, command.find(' '));
    const std::size_t slash = path.find_last_of('/');
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

TrackTree::TrackTree(model::EventStore& store) : m_store(store) {
    m_tracks.emplace_back().type = Type::Global;
    m_byId.emplace(0, m_global);
}

TrackTree::Track& TrackTree::make(TrackIndex& index, Type type) {
    index = static_cast<TrackIndex>(m_tracks.size());
    m_tracks.emplace_back().type = type;
    return m_tracks.back();
}

TrackIndex TrackTree::byId(std::uint64_t uuid) {
    const auto [found, isNew] = m_byId.emplace(uuid, kNoTrackIndex);
    if (isNew) make(found->second, Type::Custom);
    return found->second;
}

TrackIndex TrackTree::process(std::int64_t host, std::int64_t pid) {
    const auto [found, isNew] = m_processes.emplace(std::pair{host, pid}, kNoTrackIndex);
    if (isNew) {
        Track& t = make(found->second, Type::Process);
        t.host = host;
        t.pid = pid;
    }
    return found->second;
}

TrackIndex TrackTree::thread(std::int64_t host, std::int64_t pid, std::int64_t tid) {
    const auto [found, isNew] = m_threads.emplace(std::tuple{host, pid, tid}, kNoTrackIndex);
    if (isNew) {
        Track& t = make(found->second, Type::Thread);
        t.host = host;
        t.pid = pid;
        t.tid = tid;
    }
    return found->second;
}

TrackIndex TrackTree::named(std::int64_t host, std::int64_t pid, const std::string& key) {
    const auto [found, isNew] = m_named.emplace(std::tuple{host, pid, key}, kNoTrackIndex);
    if (isNew) {
        Track& t = make(found->second, Type::Custom);
        t.host = host;
        t.pid = pid;
    }
    return found->second;
}

TrackIndex TrackTree::describe(std::string_view message, std::int64_t host, ProcessNames& names) {
    std::uint64_t uuid = 0;
    WireReader ids(message);
    for (WireField f; ids.next(f);)
        if (f.number == 1) uuid = f.value;
    const TrackIndex index = byId(uuid);
    Track& t = m_tracks[index];
    t.host = host;
    int merge = 0;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case 2:
        case 10:
            t.name = f.bytes;
            t.named = !f.bytes.empty();
            break;
        case 3: readProcess(t, f.bytes, host, names); break;
        case 4: readThread(t, f.bytes, host, names); break;
        case 5: t.parent = f.value == uuid ? 0 : f.value; break;
        case 8: readCounter(t, f.bytes); break;
        case 11: t.childOrdering = static_cast<int>(std::min<std::uint64_t>(f.value, 3)); break;
        case 12: t.rank = static_cast<std::int32_t>(f.value); break;
        case 14: t.description = f.bytes; break;
        case 15: merge = static_cast<int>(std::min<std::uint64_t>(f.value, 3)); break;
        case 16: t.mergeKey = f.bytes; break;
        case 17: t.mergeKey = std::to_string(f.value); break;
        case 18: t.type = Type::State; break;
        default: break;
        }
    }
    t.merges = merge != 2;
    if (merge != 3) t.mergeKey.clear();
    return index;
}

void TrackTree::readProcess(Track& track, std::string_view message, std::int64_t host, ProcessNames& names) {
    track.type = Type::Process;
    std::string program, name;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 1) track.pid = idOf(f);
        if (f.number == 2 && program.empty()) program = programOf(f.bytes);
        if (f.number == 6) name = f.bytes;
    }
    m_processes.emplace(std::pair{host, track.pid}, static_cast<TrackIndex>(&track - m_tracks.data()));
    if (name.empty()) name = program;
    if (name.empty()) name = track.name;
    if (!name.empty()) names.processes[{host, track.pid}] = name;
}

void TrackTree::readThread(Track& track, std::string_view message, std::int64_t host, ProcessNames& names) {
    track.type = Type::Thread;
    track.pid = 0;
    std::string name;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 1) track.pid = idOf(f);
        if (f.number == 2) track.tid = idOf(f);
        if (f.number == 5) name = f.bytes;
    }
    m_threads.emplace(std::tuple{host, track.pid, track.tid}, static_cast<TrackIndex>(&track - m_tracks.data()));
    names.processOfThread[{host, track.tid}] = track.pid;
    if (!name.empty()) names.threads[{host, track.pid, track.tid}] = name;
}

void TrackTree::readCounter(Track& track, std::string_view message) {
    track.type = Type::Counter;
    std::string builtin;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case 1:
            builtin = f.value == 1 ? "thread_time" : f.value == 2 ? "thread_instruction_count" : "";
            if (f.value == 1) track.unit = "ns";
            break;
        case 3: track.unit = unitName(f.value); break;
        case 4: track.multiplier = static_cast<double>(f.asInt()); break;
        case 5: track.incremental = f.value != 0; break;
        case 6: track.unit = f.bytes; break;
        default: break;
        }
    }
    if (track.multiplier == 0) track.multiplier = 1;
    if (!track.named && !builtin.empty()) {
        track.name = builtin;
        track.named = true;
    }
}

TrackIndex TrackTree::canonical(TrackIndex index) const {
    const Track& t = m_tracks[index];
    if (t.type == Type::Thread) {
        const auto found = m_threads.find({t.host, t.pid, t.tid});
        return found == m_threads.end() ? index : found->second;
    }
    if (t.type == Type::Process) {
        const auto found = m_processes.find({t.host, t.pid});
        return found == m_processes.end() ? index : found->second;
    }
    return index;
}

TrackIndex TrackTree::parentOf(TrackIndex index) const {
    const Track& t = m_tracks[index];
    if (t.type == Type::Process || t.type == Type::Thread || t.type == Type::Global) return kNoTrackIndex;
    if (t.parent) {
        const auto found = m_byId.find(t.parent);
        return found == m_byId.end() ? kNoTrackIndex : canonical(found->second);
    }
    if (t.pid == TrackKey::kNone) return kNoTrackIndex;
    const auto process = m_processes.find({t.host, t.pid});
    return process == m_processes.end() ? kNoTrackIndex : process->second;
}

void TrackTree::settle() {
    // A circle of parents is cut where it is entered.
    for (TrackIndex i = 0; i < m_tracks.size(); ++i) {
        TrackIndex up = i;
        int steps = 0;
        while (up != kNoTrackIndex && ++steps < kMaxParents) up = parentOf(up);
        if (up != kNoTrackIndex) m_tracks[i].parent = 0;
    }
    std::vector<TrackIndex> roots;
    for (TrackIndex i = 0; i < m_tracks.size(); ++i) {
        if (canonical(i) != i) continue;
        const TrackIndex parent = parentOf(i);
        if (parent == kNoTrackIndex) roots.push_back(i);
        else m_tracks[parent].children.push_back(i);
    }
    findGroups(roots);
    for (TrackIndex i = 0; i < m_tracks.size(); ++i) findGroups(m_tracks[i].children);
    m_places.assign(m_tracks.size(), 0);
    order(kNoTrackIndex, roots);
}

void TrackTree::findGroups(const std::vector<TrackIndex>& children) {
    std::map<std::tuple<std::int64_t, Type, bool, std::string>, TrackIndex> seen;
    for (const TrackIndex i : children) {
        Track& t = m_tracks[i];
        t.group = i;
        if (!t.merges || (t.type != Type::Custom && t.type != Type::State)) continue;
        const bool byKey = !t.mergeKey.empty();
        std::string key = byKey ? t.mergeKey : t.named ? t.name : std::string(m_store.strings().at(t.firstEvent));
        t.group = seen.emplace(std::tuple{t.host, t.type, byKey, std::move(key)}, i).first->second;
    }
}

void TrackTree::order(TrackIndex parent, std::vector<TrackIndex>& children) {
    const int ordering = parent == kNoTrackIndex ? 0 : m_tracks[parent].childOrdering;
    std::stable_sort(children.begin(), children.end(), [&](TrackIndex a, TrackIndex b) {
        const Track &x = m_tracks[a], &y = m_tracks[b];
        if (ordering == 1) return x.name < y.name;
        if (ordering == 2) return x.firstTime < y.firstTime;
        return x.rank < y.rank;
    });
    for (const TrackIndex i : children) {
        m_places[i] = ++m_nextPlace;
        order(i, m_tracks[i].children);
    }
}

const TrackTree::Track& TrackTree::owner(TrackIndex index) const {
    TrackIndex at = index;
    for (int steps = 0; steps < kMaxParents; ++steps) {
        const Track& t = m_tracks[at];
        if (t.type == Type::Process || t.type == Type::Thread) return t;
        const TrackIndex up = parentOf(at);
        if (up == kNoTrackIndex) return t;
        at = up;
    }
    return m_tracks[index];
}

TrackKey TrackTree::rowKey(TrackIndex index) const {
    const Track& o = owner(index);
    TrackKey key;
    key.host = o.host;
    key.pid = o.pid;
    key.domain = static_cast<std::int64_t>(index);
    return key;
}

TrackTree::Row TrackTree::sliceRow(TrackIndex index) {
    const Track& t = m_tracks[index];
    if (t.type == Type::Thread) {
        TrackKey key;
        key.host = t.host;
        key.pid = t.pid;
        key.tid = t.tid;
        return {TrackKind::Slices, key};
    }
    return {TrackKind::Async, rowKey(t.group == kNoTrackIndex ? index : t.group)};
}

TrackTree::Row TrackTree::instantRow(TrackIndex index) {
    const Track& t = m_tracks[index];
    Row row = sliceRow(index);
    if (t.type == Type::Thread) row.kind = TrackKind::ThreadInstants;
    if (t.type == Type::Process || t.type == Type::Global) {
        row.kind = t.type == Type::Process ? TrackKind::ProcessInstants : TrackKind::GlobalInstants;
        row.key.domain = TrackKey::kNone;
    }
    return row;
}

TrackTree::Row TrackTree::counterRow(TrackIndex index) {
    Row row{TrackKind::ProcessCounter, rowKey(index)};
    if (row.key.pid == TrackKey::kNone) {
        row.kind = TrackKind::GenericCounter;
        row.key.pid = row.key.tid = 0;
    }
    return row;
}

std::string TrackTree::pathName(TrackIndex index) const {
    std::string path;
    if (index == m_global) return "Default track";
    TrackIndex at = index;
    for (int steps = 0; at != kNoTrackIndex && steps < kMaxParents; ++steps) {
        const Track& t = m_tracks[at];
        if (t.type == Type::Process || t.type == Type::Global) break;
        std::string name = t.named ? t.name : std::string(m_store.strings().at(t.firstEvent));
        if (t.type == Type::Thread && at != index && name.empty()) name = "thread " + std::to_string(t.tid);
        if (!name.empty()) path = path.empty() ? name : name + " / " + path;
        at = parentOf(at);
    }
    if (const Track& t = m_tracks[index]; t.type == Type::Counter && !t.unit.empty()) path += " [" + t.unit + "]";
    return path;
}

void TrackTree::name(const ProcessNames& names) {
    for (TrackIndex i = 0; i < m_tracks.size();
         ++i) {  // tracks that are parts of a path go by the name of their thread
        Track& t = m_tracks[i];
        const auto found = names.threads.find({t.host, t.pid, t.tid});
        if (t.type == Type::Thread && !t.named && found != names.threads.end()) {
            t.name = found->second;
            t.named = true;
        }
    }
    const model::SnapshotPtr s = m_store.publish();
    for (const model::Track& row : s->tree().tracks) {
        const auto give = [&](const std::string& text) {
            if (!text.empty()) m_store.setTrackName(row.id, m_store.strings().intern(text));
        };
        switch (row.kind) {
        case TrackKind::Process: {
            const auto found = names.processes.find({row.key.host, row.key.pid});
            const std::string text = found != names.processes.end()   ? found->second
                                     : row.key.pid == TrackKey::kNone ? "Tracks of no process"
                                                                      : "";
            give(text);
            if (row.key.pid != TrackKey::kNone)
                m_store.info().entities.push_back({model::Entity::Type::Process, row.key, text, {}});
            break;
        }
        case TrackKind::Thread: {
            const auto found = names.threads.find({row.key.host, row.key.pid, row.key.tid});
            const std::string text = found == names.threads.end() ? "" : found->second;
            give(text);
            m_store.info().entities.push_back({model::Entity::Type::Thread, row.key, text, {}});
            break;
        }
        case TrackKind::Async:
        case TrackKind::ProcessCounter:
        case TrackKind::GenericCounter:
            if (row.key.domain >= 0 && row.key.domain < static_cast<std::int64_t>(m_tracks.size())) {
                give(pathName(static_cast<TrackIndex>(row.key.domain)));
                if (static_cast<std::size_t>(row.key.domain) < m_places.size())
                    m_store.setTrackOrder(row.id, m_places[static_cast<std::size_t>(row.key.domain)]);
            }
            break;
        default: break;
        }
    }
}

}  // namespace importers::perfetto
