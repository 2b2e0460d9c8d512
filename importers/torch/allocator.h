// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "importers/common/arguments.h"
#include "importers/common/event_groups.h"
#include "importers/torch/snapshot.h"

namespace importers::torch {

/// Makes the rows of one device's allocator of its trace and of what it held at the snapshot: allocations and releases
/// with their stacks, curves of what was allocated and reserved, segments.
///
/// The trace counts the bytes that the program asked for; so do the curves. Blocks and segments are rounded up.
class AllocatorRows {
public:
    /// `begin` and `end`: the times of the whole snapshot.
    AllocatorRows(model::EventStore& store, EventGroups& groups, const SnapshotReader& reader, std::int64_t device,
                  model::TimeRange times, const OpenOptions& options);

    void add(std::span<const TraceEntry> trace, std::span<const Segment* const> segments);

private:
    /// Memory that was held when the trace began.
    struct Before {
        std::int64_t address = 0, size = 0;
        model::ChainId chain = 0;
    };
    void findBefore(std::span<const TraceEntry> trace, std::span<const Segment* const> segments);
    void findReservedBefore(std::span<const TraceEntry> trace, std::span<const Segment* const> segments);
    void addBefore();
    void addEntry(const TraceEntry& e);
    void addFree(const TraceEntry& e);
    void addOther(const TraceEntry& e);
    void addSegmentEntry(const TraceEntry& e);
    void addSegments(std::span<const Segment* const> segments);
    void addSegmentRow(const Segment& s, model::TimeRange when);
    void addWaiting();
    void addFacts(std::span<const Segment* const> segments) const;
    void noteBefore();

    void allocation(model::TimeNs time, const char* name, std::int64_t address, std::int64_t bytes, std::int64_t stream,
                    model::ChainId chain);
    void waiting(model::TimeNs time, std::int64_t change);
    void curve(model::TimeNs time, std::int64_t which, std::int64_t bytes);
    model::TrackKey key() const;
    model::StringId word(std::string_view text) { return m_store.strings().intern(text); }
    std::string stackText(model::ChainId chain) const;

    model::EventStore& m_store;
    EventGroups& m_groups;
    const SnapshotReader& m_reader;
    const std::int64_t m_device;
    const model::TimeRange m_times;
    StopCheck m_check;
    Arguments m_args;
    std::uint32_t m_allocationShape;

    std::vector<Before> m_before;
    std::uint64_t m_recordedBefore = 0;  // of them, those whose stack was recorded: their entries are gone
    std::uint64_t m_unmatched = 0;       // blocks that the trace and the snapshot tell differently
    std::int64_t m_allocated = 0, m_reserved = 0, m_waiting = 0;
    std::unordered_map<std::int64_t, std::int64_t> m_live, m_pending;  // size by address
    std::unordered_map<std::int64_t, TraceEntry> m_openSegments;       // by address
    std::vector<std::pair<model::TimeNs, std::int64_t>> m_waitingCurve;
    std::uint64_t m_outOfMemory = 0;
    std::int64_t m_outOfMemoryBytes = 0;
};

/// The process of a snapshot, which does not tell its number.
inline constexpr std::int64_t kProcess = model::textId(0);

}  // namespace importers::torch
