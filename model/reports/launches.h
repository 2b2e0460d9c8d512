// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "model/reports/events.h"

namespace model::reports {

/// CUDA calls by process and correlation id. A table by id where ids are dense, as those of a profiler are.
class CallIndex {
public:
    explicit CallIndex(const Snapshot& s);

    /// The call that launched work with that id in that process; invalid if the report holds none. Of several the first.
    EventRef find(const TrackKey& work, std::uint32_t correlation) const;

private:
    struct Call {
        std::uint32_t correlation;
        EventRef event;
    };
    struct Process {
        std::vector<Call> calls;  // in order of their ids
        std::vector<std::uint32_t> first;  // by id - least: index of a call; empty where ids are sparse
        std::uint32_t least = 0;
        void index();
        EventRef find(std::uint32_t correlation) const;
    };
    using Key = std::pair<std::int64_t, std::int64_t>;  // host, process
    std::map<Key, Process> m_processes;
    mutable Key m_lastKey{};
    mutable const Process* m_last = nullptr;
};

/// A piece of GPU work and the call that launched it.
struct Launched {
    EventRef call, work;
};
/// All GPU work of those kinds of rows whose call the report holds, by row.
std::vector<Launched> launchedWork(const Request& r, std::initializer_list<TrackKind> kinds);

}  // namespace model::reports
