// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

// What a profiler measured of each kernel, a line a launch.
extern const Report kKernelProfiles;
// Its pages: metrics, what its rules say, and what was measured by instruction.
extern const Report kKernelMetrics, kKernelRules, kKernelSource;

}  // namespace model::reports
