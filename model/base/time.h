// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace model {

/// Nanoseconds in the report's own clock; zero is the start of the session. May be negative.
using TimeNs = std::int64_t;

inline constexpr TimeNs kTimeMin = std::numeric_limits<TimeNs>::min();
inline constexpr TimeNs kTimeMax = std::numeric_limits<TimeNs>::max();

/// Events must lie within ±kTimeLimit (73 years), so that differences and sums over a lane cannot overflow.
/// Importers clamp what lies outside and count it.
inline constexpr TimeNs kTimeLimit = TimeNs{1} << 61;

/// a - b without overflow: clamps to the limits of TimeNs.
inline TimeNs saturatingSub(TimeNs a, TimeNs b) {
    TimeNs r;
    if (__builtin_sub_overflow(a, b, &r)) return a < b ? kTimeMin : kTimeMax;
    return r;
}

/// a + b without overflow: clamps to the limits of TimeNs.
inline TimeNs saturatingAdd(TimeNs a, TimeNs b) {
    TimeNs r;
    if (__builtin_add_overflow(a, b, &r)) return b < 0 ? kTimeMin : kTimeMax;
    return r;
}

/// Half-open range [begin, end) of nanoseconds.
struct TimeRange {
    TimeNs begin = 0;
    TimeNs end = 0;

    TimeNs length() const { return saturatingSub(end, begin); }
    bool isEmpty() const { return end <= begin; }
    bool contains(TimeNs t) const { return t >= begin && t < end; }
    /// An event of zero length counts as overlapping when it starts inside the range.
    bool overlaps(TimeNs start, TimeNs stop) const { return start < end && (stop > begin || start >= begin); }
    TimeRange intersected(TimeRange o) const {
        TimeRange r{std::max(begin, o.begin), std::min(end, o.end)};
        if (r.end < r.begin) r.end = r.begin;
        return r;
    }
    /// The smallest range that holds both. A default range holds the time 0.
    TimeRange united(TimeRange o) const { return {std::min(begin, o.begin), std::max(end, o.end)}; }
    bool operator==(const TimeRange&) const = default;
};

}  // namespace model
