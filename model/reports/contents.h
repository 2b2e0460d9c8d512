// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <stop_token>

#include "model/base/messages.h"
#include "model/query/ranges.h"
#include "model/store/event_store.h"
#include "model/workload/call_tree.h"

namespace model::reports {

/// What a report holds, as far as it decides which tables can have rows. Looks at rows of the timeline and at names,
/// never at single events, so that asking about all tables costs less than making one.
class Contents {
public:
    /// Of nothing.
    Contents() = default;
    explicit Contents(const Snapshot& s, const std::stop_token& stop = {});

    /// Whether rows of that kind hold an event or a value.
    bool has(TrackKind kind) const { return m_kinds[static_cast<std::size_t>(kind)]; }
    bool hasGpuWork() const;
    bool hasThreadRanges() const;
    bool hasRanges() const { return hasThreadRanges() || has(TrackKind::ProcessNvtx); }
    /// Kernels with metrics.
    bool hasProfiles() const { return m_profiles; }
    /// Names, or arguments, of communication between GPUs.
    bool hasCommunication() const { return m_communication; }
    /// Names of steps.
    bool hasSteps() const { return m_steps; }
    bool hasMpi() const { return m_mpi; }
    /// Migrations of unified memory.
    bool hasMigrations() const { return m_migrations; }
    /// Allocations that PyTorch's profiler wrote.
    bool hasTorchAllocations() const { return m_torchAllocations; }
    /// Segments of an allocator that reserves memory.
    bool hasSegments() const { return m_segments; }
    /// Calls with the stack that they came from.
    bool hasLaunchStacks() const { return m_launchStacks; }
    /// Times are the order of events only.
    bool isOrderOnly() const { return m_orderOnly; }

private:
    void readNames(const Snapshot& s, const std::stop_token& stop);

    std::array<bool, kTrackKindCount> m_kinds{};
    bool m_profiles = false, m_communication = false, m_steps = false, m_mpi = false, m_migrations = false,
         m_torchAllocations = false, m_segments = false, m_launchStacks = false, m_orderOnly = false;
};

// Reasons why a table can have no rows, for Report::lacks: MessageCode::Nothing where it may have some.

/// Without an event or value on rows of one of those kinds.
template <MessageCode why, TrackKind... kinds>
MessageCode without(const Contents& c) {
    return (c.has(kinds) || ...) ? MessageCode::Nothing : why;
}
template <MessageCode why>
MessageCode withoutGpuWork(const Contents& c) {
    return c.hasGpuWork() ? MessageCode::Nothing : why;
}
/// Without launches of kernels, or of any work.
MessageCode withoutLaunchedKernels(const Contents& c);
MessageCode withoutLaunchedWork(const Contents& c);
MessageCode withoutRanges(const Contents& c);
MessageCode withoutRangesWithWork(const Contents& c);
MessageCode withoutUnifiedMemory(const Contents& c);
MessageCode withoutAllocations(const Contents& c);
MessageCode withoutSegments(const Contents& c);
MessageCode withoutProfiles(const Contents& c);

/// Why a tree of that source has nothing.
MessageCode lacks(CallSource source, const Contents& c);
template <CallSource source>
MessageCode lacks(const Contents& c) {
    return lacks(source, c);
}

/// The tree that answers most about a report with such contents.
CallSource openingSource(const Contents& c);

}  // namespace model::reports
