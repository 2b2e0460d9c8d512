// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ctime>

namespace app::capture {

inline constexpr std::int64_t kSecond = 1'000'000'000;

/// A clock of the system, in ns.
inline std::int64_t clockNow(clockid_t clock) {
    timespec t{};
    ::clock_gettime(clock, &t);
    return static_cast<std::int64_t>(t.tv_sec) * kSecond + t.tv_nsec;
}
/// The clock that captures are timed by.
inline std::int64_t monotonicNow() { return clockNow(CLOCK_MONOTONIC); }

}  // namespace app::capture
