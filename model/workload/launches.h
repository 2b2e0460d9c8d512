// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "model/workload/events.h"

namespace model::reports {

/// CUDA calls by process and correlation id. Uses a table by id if ids are dense, as those of a profiler are.
class CallIndex {
public:
    explicit CallIndex(const Snapshot& s);

    /// The call that launched work with that id in that process; invalid if the report holds none. The first of
    /// several.
    EventRef find(const TrackKey& work, std::uint32_t correlation) const;

private:
    struct Call {
        std::uint32_t correlation;
        EventRef event;
    };
    struct Process {
        std::vector<LaneId> lanes;  // of its calls
        std::size_t count = 0;      // of calls with an id
        std::uint32_t least = UINT32_MAX;
        std::size_t first = 0, span = 0;  // its part of m_dense, by id - least
        HugeVector<Call> sparse;          // in order of their ids, if these are sparse: then `span` is 0
        Process(const Snapshot& s, std::vector<LaneId> from);
    };
    void fill(const Snapshot& s, Process& p);
    EventRef find(const Process& p, std::uint32_t correlation) const;
    using Key = std::pair<std::int64_t, std::int64_t>;  // host, process
    std::map<Key, Process> m_processes;
    HugeVector<EventRef> m_dense;
    mutable Key m_lastKey{};
    mutable const Process* m_last = nullptr;
};

/// The call chain of a call, 0 if it has none.
ChainId stackOf(const Snapshot& s, EventRef call);

/// A piece of GPU work and the call that launched it.
struct Launched {
    EventRef call, work;
};
/// All GPU work on those kinds of rows whose call is in the report, by row.
std::vector<Launched> launchedWork(const Request& r, std::initializer_list<TrackKind> kinds);

}  // namespace model::reports
