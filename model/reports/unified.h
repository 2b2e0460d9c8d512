// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

// Unified memory: what moved, and what touched pages that were elsewhere.
extern const Report kUmSum, kUmTotalSum, kUmCpuPageFaultsSum;

}  // namespace model::reports
