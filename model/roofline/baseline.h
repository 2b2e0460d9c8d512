// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

#include "model/roofline/roofline.h"

namespace model::roofline {

/// For each point of `now`, the point of `before` with the same kernel; nothing if there is none. The rule of
/// model/kernels/kernel_match.h decides which kernels and launches are the same; operators must also have the same
/// sizes. Of several points of a kernel, the one with the same precision matches. If the precision has changed (FP32 ->
/// TF32), the one matches whose precision `now` lacks. Only points with work. O(n log n).
std::vector<std::optional<std::size_t>> matchPoints(const Result& now, const Result& before);

/// Names of the chips of the matched points, each once.
std::vector<std::string> matchedChips(const Result& before, std::span<const std::optional<std::size_t>> matches);

}  // namespace model::roofline
