// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/base/error.h"
#include "model/reports/report.h"

namespace model::reports {

// GPU work by groups of names: those of the request, or usual ones.
extern const Report kKernelGroupSum, kKernelGroupOverlap;

/// How many groups one can ask for.
inline constexpr std::size_t kMostGroups = 63;

/// Whether the pattern of a group is one. Errors: what is wrong with it, in English.
Result<void> checkPattern(std::string_view pattern);

}  // namespace model::reports
