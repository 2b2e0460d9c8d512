// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "model/roofline/roofline.h"

namespace app {

/// "66.6 TFLOP/s": four significant digits with a decimal prefix. `unit` follows the prefix.
QString rateText(double value, const QString& unit);
QString flopRateText(double flopPerSecond);
QString byteRateText(double bytesPerSecond);

/// What holds a point up, for people.
QString boundText(model::roofline::Bound bound);

/// Everything about a point: its numbers, how they were found, what to keep in mind. Several lines of plain text.
QString pointText(const model::roofline::Point& point);

/// What has to be known of bytes of DRAM that two profilers have counted; empty where both did alike.
QString cachesText(model::roofline::Caches now, model::roofline::Caches before);
/// What the same kernel took in the baseline, and what became of that.
QString beforeText(const model::roofline::Point& before, const model::roofline::Point& now);

/// "DRAM 3.35 TB/s" with where it is from.
QString roofText(const model::roofline::Roof& roof);

}  // namespace app
