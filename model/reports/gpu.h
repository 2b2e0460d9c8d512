// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

// What GPUs did with their time, and why they did nothing.
extern const Report kGpuBreakdown, kIdleBreakdown, kLaunchLatency, kNcclSum, kStepSum, kMemorySum, kGpuMetricSum;

/// Rows that are made at once, for tables of few rows.
Table listTable(std::vector<std::vector<Cell>> rows, std::vector<Evidence> evidence, Message why);

}  // namespace model::reports
