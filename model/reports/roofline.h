// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

// Work and traffic of kernels beside what the chip can do.
extern const Report kRoofline;

}  // namespace model::reports
