// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/wall_clock.h"

#include <charconv>

namespace model {

bool isUtcOffset(std::int64_t seconds) {
    constexpr std::int64_t kQuarter = 15 * 60, kMost = 15 * 3600;
    return seconds >= -kMost && seconds <= kMost && seconds % kQuarter == 0;
}

std::optional<std::int64_t> wallClockOf(const ReportInfo& info) {
    // Until the year 2100: sums with times of events do not overflow.
    constexpr std::int64_t kMost = 4'102'444'800'000'000'000;
    if (info.utcEpochNs <= 0 || info.utcEpochNs > kMost) return {};
    return info.utcEpochNs;
}

std::optional<std::int64_t> utcOffsetOf(const ReportInfo& info) {
    for (const auto& [key, value] : info.session_facts) {
        if (key != kUtcOffsetFact) continue;
        std::int64_t seconds = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
        if (error == std::errc() && end == value.data() + value.size() && isUtcOffset(seconds)) return seconds;
    }
    return {};
}

}  // namespace model
