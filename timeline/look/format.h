// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

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

/// Exact to the nanosecond, in seconds: "12.317 402 518 s".
QString formatExactTime(TimeNs t);
/// A time with the digits that matter if a pixel is `nsPerPx` wide: "12.317 s" far away, exact when close.
QString formatTime(TimeNs t, double nsPerPx);

QString formatCount(std::uint64_t n);       ///< "12 480 331"
QString formatBytes(std::uint64_t bytes);   ///< "1.50 GiB", "812 B"
QString formatRate(double bytesPerSecond);  ///< "12.4 GB/s" (decimal, like link speeds)
QString formatPercent(double fraction);     ///< 0.874 → "87.4 %"; 1 → "100 %"; tiny but not zero → "< 0.1 %"
QString formatValue(double value);          ///< four significant digits, grouped; for counters
QString rawNumber(std::int64_t n);          ///< digits only, for copies and files

/// A line of the time ruler.
struct RulerTick {
    TimeNs time = 0;
    double x = 0;  ///< device px
    bool labelled = false;
    bool anchor = false;  ///< the label is an absolute time; otherwise the distance to the previous anchor
    QString label;
};
/// Ticks at 1-2-5 steps. Labelled ticks are at least `spacing` device px apart, with up to four plain ones between
/// them. Round times are anchors ("12.300 s"). The others count from the previous anchor ("+10 ms"), so that labels do
/// not change while panning. The first element may be an anchor left of the view: its label belongs to the left edge,
/// on top of others there.
std::vector<RulerTick> rulerTicks(const TimeScale& scale, double spacing);
/// Device px of the labelled ticks only: the positions of grid lines.
std::vector<int> gridLines(const TimeScale& scale, double spacing);

}  // namespace timeline
