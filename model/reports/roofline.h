// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "model/reports/report.h"

namespace model::roofline {
struct Result;
}

namespace model::reports {

// Work and traffic of kernels beside what the chip can do.
extern const Report kRoofline;

/// The table of that report of points that were measured already; the snapshot outlives it.
Table rooflineTable(const Snapshot& report, std::shared_ptr<const roofline::Result> made);

}  // namespace model::reports
