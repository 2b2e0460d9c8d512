// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "model/store/event_store.h"

namespace model::look {

/// A thread with at most so many scheduling events and samples, and nothing else, is idle.
inline constexpr std::size_t kIdleEvents = 8;

/// How much happened on a track and below it.
struct TrackUse {
    TimeNs gpu = 0;                       ///< in kernels, copies and graphs
    TimeNs work = 0;                      ///< in calls, ranges, operators and functions
    TimeNs waiting = 0;                   ///< in calls of the OS runtime, and what the profiler took
    TimeNs running = 0;                   ///< on a CPU
    std::size_t states = 0, samples = 0;  ///< of threads, how many

    TrackUse& operator+=(const TrackUse& o);
};

/// What matters in a report: which rows are closed at first, and which stand behind one that counts them. Linear in the
/// lanes, never in the events.
class RowRanking {
public:
    explicit RowRanking(const Snapshot& s);

    const TrackUse& use(TrackId track) const { return m_use[track]; }
    bool usesGpu(TrackId process) const { return m_gpus[process] > 0; }
    /// So many processes of a report use GPUs; of a training these are its ranks.
    std::size_t ranks() const { return m_ranks; }

    /// Whether nobody misses the rows below at first: dozens of metrics, threads that only wait, more ranks than fit.
    bool isClosedAtFirst(const Track& t, std::span<const TrackId> children) const;

    /// Of rows beside each other those that stand behind one, by their kind.
    using Folded = std::map<TrackKind, std::set<TrackId>>;
    Folded folded(std::span<const TrackId> siblings) const;

    bool isIdle(const Track& thread) const;
    /// No work, but calls in which it waits.
    bool onlyWaits(const Track& thread) const;

private:
    void addUse();
    void countGpus();
    void placeThreads();
    bool isClosedHost(const Track& host) const;
    bool isNegligible(const Track& t) const;
    bool isQuiet(const Track& t) const;
    std::size_t limitOf(TrackKind kind) const;

    const Snapshot& m_s;
    std::vector<TrackUse> m_use;
    std::vector<std::uint32_t> m_gpus;   ///< of a process: on how many GPUs it ran
    std::vector<std::uint32_t> m_place;  ///< of a thread: how many of its process are busier
    std::size_t m_ranks = 0;
    TimeNs m_mostWork = 0;  ///< of a process
};

}  // namespace model::look
