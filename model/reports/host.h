// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

extern const Report kOsrtSum, kLibrarySum, kMpiSum;

}  // namespace model::reports
