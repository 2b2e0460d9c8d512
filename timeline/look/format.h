// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <QString>

#include "model/base/time_units.h"
#include "timeline/look/time_scale.h"

namespace timeline {

// The only formatter of numbers for people. The decimal sign follows the locale. Digits are grouped by a narrow
// no-break space in every locale (the notation of the SI), so that "1,234" is never ambiguous. Files and copies use
// raw().

/// Duration with at least four significant digits, and never finer than a nanosecond: "812 ns", "31.402 ms", "1.204 s",
/// "2 min 03.5 s".
QString formatDuration(TimeNs ns);
/// Duration in one of model::kShownTimeUnits, for columns: value only, `decimals` digits after the sign, and none below
/// the nanosecond.
QString formatIn(const model::TimeUnit& unit, TimeNs ns, int decimals);
QString unitName(const model::TimeUnit& unit);

// Offsets from the start of a report. Where somebody may prefer another notation, TimeFormat writes the times.

/// Exact to the nanosecond: "12.317 402 518 s", and from a minute on "0:02:03.000 000 001" or "2 d 03:04:05.000 000
/// 001".
QString formatExactTime(TimeNs t);
/// A time with the digits that matter if a pixel is `nsPerPx` wide: "12.317 s" far away, exact when close.
QString formatTime(TimeNs t, double nsPerPx);
/// A time that is a multiple of `step`, with no more digits than that has: "12.300 s", "20 s", "0:05:00".
QString formatRoundTime(TimeNs t, TimeNs step);
/// Decimals of a second that resolve `ns`, in whole groups of three.
int decimalsFor(double ns);
/// The first `decimals` of 9 digits of a part of a second, behind the decimal sign and in groups; "" for none.
QString decimalsText(TimeNs ofSecond, int decimals);

QString formatCount(std::uint64_t n);       ///< "12 480 331"
QString formatBytes(std::uint64_t bytes);   ///< "1.50 GiB", "812 B"
QString formatRate(double bytesPerSecond);  ///< "12.4 GB/s" (decimal, like link speeds)
QString formatPercent(double fraction);     ///< 0.874 → "87.4 %"; 1 → "100 %"; tiny but not zero → "< 0.1 %"
QString formatValue(double value);          ///< four significant digits, grouped; for counters
QString rawNumber(std::int64_t n);          ///< digits only, for copies and files

}  // namespace timeline
