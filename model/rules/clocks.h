// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/rules/rule.h"

namespace model::rules {

/// The clock of one GPU while it ran kernels.
struct ClockWhileBusy {
    std::string device, metric;
    double mean = 0;       ///< while kernels ran, in the unit of the metric
    double highest = 0;    ///< that the GPU can have; where nothing says it, that the report shows
    double megahertz = 0;  ///< `highest` as MHz
    TimeRange range;       ///< from the first to the last kernel for which it is known
};
/// Of each GPU for which the report holds a curve of the clock of what computes.
std::vector<ClockWhileBusy> clocksWhileBusy(const reports::Request& r);

extern const Rule kClockThrottling;

}  // namespace model::rules
