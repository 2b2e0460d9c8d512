// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "model/base/string_table.h"
#include "model/store/args.h"
#include "model/store/callchains.h"
#include "model/store/counter.h"
#include "model/store/diagnostics.h"
#include "model/store/flows.h"
#include "model/store/kernel_profiles.h"
#include "model/store/lane.h"
#include "model/store/report_info.h"
#include "model/store/track.h"

namespace model {

class EventStore;

/// A lane as a Snapshot sees it: rows below `rows` exist.
struct LaneView {
    const Lane* lane = nullptr;
    std::size_t rows = 0;
    const TimeMip* mip = nullptr;
    std::int64_t mipBins = 0;  ///< level-0 bins below this index are final
    bool isEmpty() const { return rows == 0; }
    TimeNs start(std::size_t i) const { return lane->start()[i]; }
    TimeNs end(std::size_t i) const { return lane->end()[i]; }
    StringId name(std::size_t i) const { return lane->name()[i]; }
};

struct CounterView {
    const CounterSeries* series = nullptr;
    std::size_t rows = 0;
    std::size_t gaps = 0;  ///< rows without a value
};

struct TrackTree {
    std::vector<Track> tracks;  ///< by TrackId
    std::vector<TrackId> roots;
};

/// A consistent, immutable view of a store; needs no lock. Handed out as SnapshotPtr, which keeps the store alive.
class Snapshot {
public:
    const EventStore& store() const { return *m_store; }
    const TrackTree& tree() const { return *m_tree; }
    const Track& track(TrackId id) const { return m_tree->tracks[id]; }
    std::size_t trackCount() const { return m_tree->tracks.size(); }
    LaneView lane(LaneId id) const;
    std::size_t laneCount() const { return m_lanes.size(); }
    CounterView counter(std::uint32_t id) const;
    std::size_t counterCount() const { return m_counters.size(); }
    std::string_view text(StringId id) const;
    const ReportInfo& info() const { return *m_info; }
    const FlowTable& flows() const { return *m_flows; }
    /// What a profiler measured of kernels. Only profiles below profileCount() and files below profileFileCount()
    /// belong to this snapshot.
    const KernelProfiles& kernelProfiles() const;
    std::size_t profileCount() const { return m_profiles; }
    std::size_t profileFileCount() const { return m_profileFiles; }

    /// From the first to the last event or value of the report. The session's range if there is nothing; for a cut
    /// report, its times.
    TimeRange range() const { return m_range; }
    /// The same for queries about the whole report: includes events that begin at the last instant.
    TimeRange whole() const { return {m_range.begin, m_range.end + (m_info->cut.times.isEmpty() ? 1 : 0)}; }
    /// Rows of lanes and counters; drawnOf() (drawn.h) counts them by kind.
    std::uint64_t eventCount() const { return m_events; }
    /// Grows with every publish of the store.
    std::uint64_t version() const { return m_version; }

private:
    friend class EventStore;
    friend class AddedRows;
    friend class ReportPart;
    struct LaneExtent {
        const Lane* lane;
        std::size_t rows;
        const TimeMip* mip;
        std::int64_t mipBins;
    };
    const EventStore* m_store = nullptr;
    std::shared_ptr<const TrackTree> m_tree;
    std::shared_ptr<const ReportInfo> m_info;
    std::shared_ptr<const FlowTable> m_flows;
    std::size_t m_profiles = 0;
    std::size_t m_profileFiles = 0;
    std::vector<LaneExtent> m_lanes;
    std::vector<CounterView> m_counters;
    TimeRange m_range;
    std::uint64_t m_events = 0;
    std::uint64_t m_version = 0;
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// All events of one report. One thread writes; readers use Snapshots. Between two publish() calls, the writer may let
/// several threads fill different lanes. For that purpose, making tracks, lanes and counters is thread safe.
class EventStore : public std::enable_shared_from_this<EventStore> {
public:
    static std::shared_ptr<EventStore> create();
    EventStore(const EventStore&) = delete;
    EventStore& operator=(const EventStore&) = delete;

    /// New lanes have no optional columns but these (of LaneColumn), and no summaries: for programs that ask one
    /// question.
    void limitLanes(std::uint8_t columns) { m_laneColumns = columns, m_laneSummaries = false; }

    StringTable& strings() { return m_strings; }
    const StringTable& strings() const { return m_strings; }
    ArgsTable& args() { return m_args; }
    const ArgsTable& args() const { return m_args; }
    CallchainTable& callchains() { return m_chains; }
    const CallchainTable& callchains() const { return m_chains; }
    KernelProfiles& kernelProfiles() { return m_profiles; }
    const KernelProfiles& kernelProfiles() const { return m_profiles; }
    Diagnostics& diagnostics() { return m_diagnostics; }
    const Diagnostics& diagnostics() const { return m_diagnostics; }

    /// Facts about the report; the writer may change them between publishes.
    ReportInfo& info() { return m_info; }

    /// The track with that identity. It and its parents are made if they are new. Ignores fields that the kind does not
    /// use.
    TrackId track(TrackKind kind, const TrackKey& key);
    void setTrackName(TrackId track, StringId name);
    /// Its place among siblings of its kind: lower is higher up, 0 by default; equals are in the order of their keys.
    void setTrackOrder(TrackId track, std::int64_t order);
    TrackKind trackKind(TrackId track) const;
    /// Lane number `depth` of a track; makes it, and those before it, if it is new.
    Lane& lane(TrackId track, std::size_t depth);
    /// Lane number `index` for events that overlap others partially.
    Lane& overflowLane(TrackId track, std::size_t index);
    /// Numbers the lanes from that one on by their tracks: threads that fill rows beside each other make them in any
    /// order. None of these lanes may have been published.
    void orderLanes(std::size_t from);
    CounterSeries& counter(TrackId track);

    /// Sets all arrows of the report; visible after the next publish. The rows that they name must exist.
    void setFlows(std::vector<Flow> flows);

    /// A colour that the report assigns to a name (NVTX), as ARGB. Of several, the greatest number wins, so that the
    /// order of reading does not matter. Thread safe.
    void setNameColour(StringId name, std::uint32_t argb);
    /// The same for many.
    void setNameColours(std::span<const std::pair<StringId, std::uint32_t>> colours);
    /// The colour that the report assigns to a name, or 0. Thread safe.
    std::uint32_t nameColour(StringId name) const;
    /// All colours, for files.
    std::vector<std::pair<StringId, std::uint32_t>> nameColours() const;

    /// Makes everything written so far visible. `finished` = nothing more will come from the file; discards indexes.
    SnapshotPtr publish(bool finished = false);
    /// The newest published snapshot; never null.
    SnapshotPtr snapshot() const;

    std::size_t memoryBytes() const;

    /// For files and loaders: lanes and tracks in the order they were made.
    std::size_t trackCount() const { return m_tracks.size(); }
    std::size_t laneCount() const { return m_lanes.size(); }
    Lane& laneAt(LaneId id) { return *m_lanes[id]; }

private:
    EventStore();
    TrackKey identity(TrackKind kind, const TrackKey& key) const;
    Lane& laneIn(std::vector<LaneId>& lanes, TrackId track, std::size_t index);
    std::shared_ptr<const TrackTree> buildTree() const;

    StringTable m_strings;
    ArgsTable m_args;
    CallchainTable m_chains;
    KernelProfiles m_profiles;
    Diagnostics m_diagnostics;
    ReportInfo m_info;
    mutable std::recursive_mutex m_structureMutex;  // guards the making of tracks, lanes and counters
    std::vector<Track> m_tracks;
    std::map<std::pair<TrackKind, TrackKey>, TrackId> m_trackIndex;
    std::vector<std::unique_ptr<Lane>> m_lanes;
    std::vector<std::unique_ptr<CounterSeries>> m_counters;
    bool m_treeChanged = true;
    std::uint8_t m_laneColumns = kArgsColumn | kCorrelationColumn | kPayloadColumn;
    bool m_laneSummaries = true;
    std::shared_ptr<const TrackTree> m_tree;
    std::shared_ptr<const FlowTable> m_flows = std::make_shared<FlowTable>();

    mutable std::mutex m_colourMutex;
    std::vector<std::uint32_t> m_colours;  // by StringId

    mutable std::mutex m_snapshotMutex;
    SnapshotPtr m_snapshot;  // does not own the store, because that would be a cycle
    std::uint64_t m_version = 0;
};

}  // namespace model
