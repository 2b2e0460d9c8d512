// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/rules/rule.h"

namespace model::rules {

extern const Rule kGpuGaps, kGpuTimeUtil;

}  // namespace model::rules
