// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "model/store/event_store.h"

namespace timeline {

/// How much happened on a track and below it.
struct TrackUse {
    model::TimeNs gpu = 0;                ///< in kernels, copies and graphs
    model::TimeNs work = 0;               ///< in calls, ranges, operators and functions
    model::TimeNs waiting = 0;            ///< in calls of the OS runtime, and what the profiler took
    model::TimeNs running = 0;            ///< on a CPU
    std::size_t states = 0, samples = 0;  ///< of threads, how many

    TrackUse& operator+=(const TrackUse& o);
};

/// What matters in a report: which rows are closed at first, and which stand behind one that counts them. Linear in the
/// lanes, never in the events.
class RowRanking {
public:
    explicit RowRanking(const model::Snapshot& s);

    const TrackUse& use(model::TrackId track) const { return m_use[track]; }
    bool usesGpu(model::TrackId process) const { return m_gpus[process] > 0; }
    /// So many processes of a report use GPUs; of a training these are its ranks.
    std::size_t ranks() const { return m_ranks; }

    /// Whether nobody misses the rows below at first: dozens of metrics, threads that only wait, more ranks than fit.
    bool isClosedAtFirst(const model::Track& t, std::span<const model::TrackId> children) const;

    /// Of rows beside each other those that stand behind one, by their kind.
    using Folded = std::map<model::TrackKind, std::set<model::TrackId>>;
    Folded folded(std::span<const model::TrackId> siblings) const;

    bool isIdle(const model::Track& thread) const;
    /// No work, but calls in which it waits.
    bool onlyWaits(const model::Track& thread) const;

private:
    void addUse();
    void countGpus();
    void placeThreads();
    bool isClosedHost(const model::Track& host) const;
    bool isNegligible(const model::Track& t) const;
    bool isQuiet(const model::Track& t) const;
    std::size_t limitOf(model::TrackKind kind) const;

    const model::Snapshot& m_s;
    std::vector<TrackUse> m_use;
    std::vector<std::uint32_t> m_gpus;   ///< of a process: on how many GPUs it ran
    std::vector<std::uint32_t> m_place;  ///< of a thread: how many of its process are busier
    std::size_t m_ranks = 0;
    model::TimeNs m_mostWork = 0;  ///< of a process
};

}  // namespace timeline
