// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "model/store/event_store.h"

namespace importers::perfetto {

/// Number of a track of the trace, from 0.
using TrackIndex = std::uint32_t;
inline constexpr TrackIndex kNoTrackIndex = 0xffffffff;

/// Names of processes and threads, from all sources in the trace.
struct ProcessNames {
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> processes;               ///< by (machine, pid)
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::string> threads;  ///< by (machine, pid, tid)
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> processOfThread;        ///< by (machine, tid)
};

/// The name of a program out of its command line: the rest can hold anything.
std::string programOf(std::string_view command);

/// The tracks of a trace as their descriptors nest them, and the rows that they become. A track can be used before it
/// is described.
class TrackTree {
public:
    explicit TrackTree(model::EventStore& store);

    enum class Type : std::uint8_t { Custom, Global, Process, Thread, Counter, State };
    struct Track {
        Type type = Type::Custom;
        std::uint64_t parent = 0;  ///< id of a track; 0 = none
        std::int64_t host = 0, pid = model::TrackKey::kNone, tid = 0;
        std::string name, unit, mergeKey, description;
        bool named = false, merges = true;
        double multiplier = 1;
        bool incremental = false;
        int childOrdering = 0;  ///< 1 = by name, 2 = by time, 3 = by rank
        std::int64_t rank = 0;
        model::StringId firstEvent = 0;  ///< used if there is no name
        model::TimeNs firstTime = model::kTimeMax;
        std::vector<TrackIndex> children;
        TrackIndex group = kNoTrackIndex;  ///< the track whose row it shares
    };

    /// The track of that id.
    TrackIndex byId(std::uint64_t uuid);
    TrackIndex global() const { return m_global; }
    TrackIndex process(std::int64_t host, std::int64_t pid);
    TrackIndex thread(std::int64_t host, std::int64_t pid, std::int64_t tid);
    /// A track of a process (or of none) that is identified by a text instead of a descriptor, such as the id of an
    /// asynchronous event.
    TrackIndex named(std::int64_t host, std::int64_t pid, const std::string& key);
    /// Adds a descriptor. Returns its track.
    TrackIndex describe(std::string_view message, std::int64_t host, ProcessNames& names);

    Track& at(TrackIndex index) { return m_tracks[index]; }
    std::size_t size() const { return m_tracks.size(); }

    // After all descriptors:

    /// Connects the tracks, finds those that share a row, and orders them.
    void settle();
    /// The representative of this track: threads and processes can have several descriptors.
    TrackIndex canonical(TrackIndex index) const;
    struct Row {
        model::TrackKind kind;
        model::TrackKey key;
    };
    Row sliceRow(TrackIndex index);
    Row instantRow(TrackIndex index);
    Row counterRow(TrackIndex index);
    /// Names and orders the existing rows.
    void name(const ProcessNames& names);

private:
    Track& make(TrackIndex& index, Type type);
    void readProcess(Track& track, std::string_view message, std::int64_t host, ProcessNames& names);
    void readThread(Track& track, std::string_view message, std::int64_t host, ProcessNames& names);
    void readCounter(Track& track, std::string_view message);
    TrackIndex parentOf(TrackIndex index) const;
    void findGroups(const std::vector<TrackIndex>& children);
    void order(TrackIndex parent, std::vector<TrackIndex>& children);
    std::string pathName(TrackIndex index) const;
    const Track& owner(TrackIndex index) const;
    model::TrackKey rowKey(TrackIndex index) const;

    model::EventStore& m_store;
    std::vector<Track> m_tracks;
    std::unordered_map<std::uint64_t, TrackIndex> m_byId;
    std::map<std::pair<std::int64_t, std::int64_t>, TrackIndex> m_processes;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, TrackIndex> m_threads;
    std::map<std::tuple<std::int64_t, std::int64_t, std::string>, TrackIndex> m_named;
    TrackIndex m_global = 0;
    std::vector<std::int64_t> m_places;
    std::int64_t m_nextPlace = 0;
};

}  // namespace importers::perfetto
