// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

/// The processor's own clock. Reading it costs less than half of clock_gettime(), and most calls are too short to be
/// recorded. If the kernel does not trust that clock either, this is clock_gettime().
namespace collectors::calls {

extern bool g_processorClock;
std::uint64_t clockNs();

inline std::uint64_t ticks() {
    if (!g_processorClock) return clockNs();
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    std::uint64_t t;
    asm volatile("mrs %0, cntvct_el0" : "=r"(t));
    return t;
#endif
}

/// Finds out which clock there is. Call it before the first ticks().
void chooseClock();

struct Times {
    std::uint64_t start, end;  ///< ns of CLOCK_MONOTONIC
};
/// The time between two readings. The error is the drift between the two clocks during the call: about 1 ns each ms.
Times timesOf(std::uint64_t startTicks, std::uint64_t endTicks);

/// A number of ticks that is surely shorter than `ns`; 0 until the rate is known well.
std::uint64_t ticksBelow(std::uint64_t ns);

}  // namespace collectors::calls
