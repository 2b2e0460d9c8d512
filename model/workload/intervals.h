// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "model/workload/events.h"

namespace model::reports {

/// Disjoint stretches of time, in order. Stretches that touch are one.
using Intervals = std::vector<TimeRange>;

/// The union of stretches, which may come in any order and overlap. O(n log n).
Intervals united(std::vector<TimeRange> all);
/// The intersection of both. Linear.
Intervals common(const Intervals& a, const Intervals& b);
/// The parts of `a` that are not in `b`. Linear.
Intervals without(const Intervals& a, const Intervals& b);
/// The part inside a range.
Intervals clipped(const Intervals& a, TimeRange range);
TimeNs lengthOf(const Intervals& a);

/// A GPU of a report.
struct DeviceId {
    std::int64_t host = 0, device = 0;
    auto operator<=>(const DeviceId&) const = default;
};

/// When a GPU did what, over all its streams and processes. Times in ns.
struct DeviceWork {
    Intervals compute;        ///< kernels, graphs as a whole
    Intervals communication;  ///< kernels that are communication (reports::Communication)
    Intervals memory;         ///< copies and memsets
    TimeRange window;         ///< from the first begin to the last end
    std::int64_t kernels = 0;
};
/// For work that overlaps the request's range; not clipped to it.
std::map<DeviceId, DeviceWork> deviceWork(const Request& r);

/// How the time of a GPU divides: the first five add up to the sixth. Times in ns.
struct Breakdown {
    TimeNs computeOnly = 0, communicationOnly = 0, overlapped = 0, memoryOnly = 0, idle = 0, whole = 0;
    TimeNs communication() const { return communicationOnly + overlapped; }
};
Breakdown breakdownOf(const DeviceWork& work, TimeRange range);

}  // namespace model::reports
