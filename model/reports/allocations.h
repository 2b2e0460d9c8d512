// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"
#include "model/workload/events.h"

namespace model::reports {

/// Memory that was allocated or freed, as a profiler saw it.
struct Allocation {
    EventRef event;
    TimeNs time = 0;
    std::int64_t bytes = 0;                           ///< below 0: freed
    std::int64_t address = 0;                         ///< 0 = unknown
    std::int64_t device = 0;                          ///< TrackKey::kNone: memory of the host
    std::int64_t pool = 0;                            ///< kind of memory of Nsight Systems; 0 = PyTorch's allocator
    std::optional<std::int64_t> allocated, reserved;  ///< totals of the allocator afterwards, where it says them
    const Track* track = nullptr;
};
/// In order of time: "[memory]" events of PyTorch's profiler, and allocations that CUPTI, ROCm or an allocator saw.
/// Only those in the range.
std::vector<Allocation> allocationsOf(const Request& r);

extern const Report kMemoryPeak, kMemoryEvents, kMemoryFragmentation;

}  // namespace model::reports
