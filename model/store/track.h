// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/base/kinds.h"
#include "model/store/lane.h"

namespace model {

/// Kinds of rows of the timeline; the table in track.cpp defines the tree of tracks. KernelsByName, MemoryByName, Queue
/// and NvtxProjection are computed (derived.h), Queries and Query are added by a user (added_rows.h). None of these is
/// ever stored in a report.
enum class TrackKind : std::uint8_t {
    Host,
    GlobalInstants,
    Gpu,
    GpuMetric,
    Process,
    ProcessCounter,
    UnifiedMemory,
    CudaHw,
    Context,
    Kernels,
    Memory,
    Queues,
    MemoryUsage,
    MemoryEvents,
    MemoryPool,
    KernelsByName,
    MemoryByName,
    Queue,
    Stream,
    NvtxProjection,
    StreamAnnotations,
    StreamKernels,
    StreamMemory,
    StreamGraphs,
    StreamSync,
    StreamEvents,
    ProcessNvtx,
    ProcessInstants,
    Async,
    Objects,
    Thread,
    ThreadState,
    CpuSamples,
    PythonSamples,
    ThreadInstants,
    Annotations,
    Operators,
    PythonFunctions,
    Slices,
    OsRuntime,
    CudaApi,
    CudaGraphs,
    Cudnn,
    Cublas,
    Library,
    Nvtx,
    Nccl,
    ProfilerOverhead,
    Jit,
    HostCounter,
    Diagnostics,
    GenericGroup,
    Generic,
    GenericCounter,
    Queries,
    Query,
    Count
};
inline constexpr std::size_t kTrackKindCount = static_cast<std::size_t>(TrackKind::Count);

/// How events of a track are put into lanes.
enum class Shape : std::uint8_t {
    Group,    ///< no events of its own
    Nested,   ///< stacked by containment, one lane per depth; a partial overlap goes to an overflow lane
    Packed,   ///< the first lane that is free
    Instant,  ///< points
    Counter,  ///< values over time
};

/// The identity of a track. Fields that its kind does not use are 0 or kNone.
struct TrackKey {
    static constexpr std::int64_t kNone = INT64_MIN;
    std::int64_t host = 0;
    std::int64_t pid = kNone;
    std::int64_t tid = kNone;
    std::int64_t device = kNone;
    std::int64_t context = kNone;
    std::int64_t stream = kNone;
    std::int64_t domain = kNone;  ///< NVTX domain id, metric index, generic type …
    auto operator<=>(const TrackKey&) const = default;
};

/// An id for a process or thread that the report identifies by a text, or by a number that does not fit. Only the name
/// of the track is shown. `n` counts such ids of one report, from 0.
constexpr std::int64_t textId(std::uint32_t n) { return TrackKey::kNone + 1 + n; }
constexpr bool isTextId(std::int64_t id) { return id > TrackKey::kNone && id <= TrackKey::kNone + 1 + UINT32_MAX; }

/// The fields of the key that distinguish tracks of a kind.
enum KeyField : std::uint8_t { kHost = 1, kPid = 2, kTid = 4, kDevice = 8, kContext = 16, kStream = 32, kDomain = 64 };

struct TrackKindInfo {
    TrackKind kind;
    std::string_view key;    ///< stable name, in files and on the command line
    std::string_view label;  ///< English, shown if the track has no name; the application translates it
    TrackKind parent;        ///< itself for the root
    std::uint8_t identity;   ///< of KeyField
    Shape shape;
    EventKind event;       ///< kind of its events
    std::uint8_t columns;  ///< of LaneColumn
    /// A summary row draws the lanes of its descendants of these kinds on one line.
    bool summary;
    bool expanded;  ///< whether its children are shown by default
};

const TrackKindInfo& trackKindInfo(TrackKind kind);

/// Whether a counter is sampled; other counters are written on change.
constexpr bool isSampledCounter(TrackKind kind) {
    return kind == TrackKind::GpuMetric || kind == TrackKind::HostCounter || kind == TrackKind::GenericCounter;
}

std::span<const TrackKindInfo> trackKinds();

inline constexpr TrackId kNoTrack = 0xffffffff;
inline constexpr std::uint32_t kNoCounter = 0xffffffff;

/// A node of the row tree as a Snapshot sees it.
struct Track {
    TrackId id = kNoTrack;
    TrackId parent = kNoTrack;
    TrackKind kind = TrackKind::Host;
    TrackKey key;
    std::int64_t order = 0;        ///< among siblings of its kind: lower is higher up
    StringId name = 0;             ///< given by the report; 0 = the kind's label and the key are enough
    std::vector<LaneId> lanes;     ///< by depth, or in the order of packing
    std::vector<LaneId> overflow;  ///< lanes for events that overlap partially
    std::uint32_t counter = kNoCounter;
    std::vector<TrackId> children;  ///< in display order
};

}  // namespace model
