// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

// GPU work by groups of names: those of the request, or usual ones.
extern const Report kKernelGroupSum, kKernelGroupOverlap;

/// How many groups one can ask for.
inline constexpr std::size_t kMostGroups = 63;

/// What is wrong with the pattern of a group, in English, or nothing.
std::string complaintAboutPattern(std::string_view pattern);

}  // namespace model::reports
