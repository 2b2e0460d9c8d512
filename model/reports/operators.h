// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

// Operators of a framework by name, shape, stack and module.
extern const Report kOpSum, kOpShapeSum, kOpStackSum, kOpModuleSum;

}  // namespace model::reports
