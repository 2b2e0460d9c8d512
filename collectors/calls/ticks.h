// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

/// The processor's own clock: a reading of it costs less than half of clock_gettime(), and most calls are too short to
/// be noted. Where the system does not trust it either, it is clock_gettime().
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

/// Looks which clock there is. Before the first call of ticks().
void chooseClock();

struct Times {
    std::uint64_t start, end;  ///< ns of CLOCK_MONOTONIC
};
/// What lies between two readings. Off by as much as the two clocks drift apart during the call: about 1 ns each ms.
Times timesOf(std::uint64_t startTicks, std::uint64_t endTicks);

/// So many ticks surely are less than `ns`; 0 until that is known well.
std::uint64_t ticksBelow(std::uint64_t ns);

}  // namespace collectors::calls
