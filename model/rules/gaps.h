// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/workload/intervals.h"

namespace model::rules {

/// A stretch in which a GPU did nothing, between two pieces of its work, of whatever stream and process.
struct Gap {
    TimeRange range;
    TimeNs overhead = 0;  ///< of it, in which the profiler was at work in the process that ends it
    EventRef next;        ///< the work that ends it
    TimeNs lost() const { return range.length() - overhead; }
};

/// All gaps of each GPU, in order. Before the first work and behind the last there is none. O(n log n) in the work.
std::map<reports::DeviceId, std::vector<Gap>> gapsOf(const reports::Request& r);

/// When a process had work on some GPU, and what the profiler itself did in it: that is no idleness of the program.
struct ProcessWork {
    reports::Intervals busy;  ///< with the profiler's own
    TimeRange window;         ///< from the first to the last work of a GPU
};
using ProcessId = std::pair<std::int64_t, std::int64_t>;  // host, process
std::map<ProcessId, ProcessWork> processWork(const reports::Request& r);

/// Time that disjoint stretches have in common with a range, in O(log n).
class Measure {
public:
    explicit Measure(reports::Intervals all);
    TimeNs inside(TimeRange range) const {
        return range.begin < range.end ? before(range.end) - before(range.begin) : 0;
    }

private:
    TimeNs before(TimeNs t) const;
    reports::Intervals m_all;
    std::vector<TimeNs> m_before;  // length of those before each
};

}  // namespace model::rules
