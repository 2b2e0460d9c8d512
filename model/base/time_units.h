// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "model/base/time.h"

namespace model {

/// A unit in which people read and type times.
struct TimeUnit {
    std::string_view name;  ///< "µs"
    std::string_view key;   ///< "us": in ASCII, as it is typed
    std::string_view word;  ///< "microseconds"
    TimeNs ns;
    int decimals;  ///< so many show a nanosecond; 0 where no number of them does

    constexpr double of(double time) const { return time / static_cast<double>(ns); }
    constexpr double of(TimeNs time) const { return of(static_cast<double>(time)); }
};

inline constexpr TimeUnit kNanoseconds{"ns", "ns", "nanoseconds", 1, 0};
inline constexpr TimeUnit kMicroseconds{"µs", "us", "microseconds", 1'000, 3};
inline constexpr TimeUnit kMilliseconds{"ms", "ms", "milliseconds", 1'000'000, 6};
inline constexpr TimeUnit kSeconds{"s", "s", "seconds", 1'000'000'000, 9};
inline constexpr TimeUnit kMinutes{"min", "min", "minutes", 60 * kSeconds.ns, 0};
inline constexpr TimeUnit kHours{"h", "h", "hours", 60 * kMinutes.ns, 0};
inline constexpr TimeUnit kDays{"d", "d", "days", 24 * kHours.ns, 0};

/// From the smallest to the largest.
inline constexpr std::array kTimeUnits{kNanoseconds, kMicroseconds, kMilliseconds, kSeconds, kMinutes, kHours, kDays};
/// Those in which a value is shown by itself: powers of ten of a nanosecond.
inline constexpr std::span<const TimeUnit> kShownTimeUnits{kTimeUnits.data(), 4};

/// The one of these units that has the name, in ASCII or not; null: none has it.
const TimeUnit* timeUnit(std::string_view name, std::span<const TimeUnit> units = kTimeUnits);
/// The largest of kShownTimeUnits that is not larger than the time, whatever its sign; ns where all are.
const TimeUnit& unitFor(double ns);

/// Nanoseconds as they are typed: "1.5ms", "2min", "17" (ns). Nothing for anything else.
std::optional<double> parseNs(std::string_view text);

}  // namespace model
