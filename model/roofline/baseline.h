// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

#include "model/roofline/roofline.h"

namespace model::roofline {

/// By point of `now`, the point of `before` that is the same kernel; nothing where there is none. A kernel and a launch
/// are the same by the rule of model/kernels/kernel_match.h; an operator has the same sizes, too. Of several points of
/// a kernel that of the same precision is it; where that has changed (FP32 -> TF32), the one of a precision that `now`
/// has not. Only points with work. O(n log n).
std::vector<std::optional<std::size_t>> matchPoints(const Result& now, const Result& before);

/// Names of the chips of those points that were matched, each once.
std::vector<std::string> matchedChips(const Result& before, std::span<const std::optional<std::size_t>> matches);

}  // namespace model::roofline
