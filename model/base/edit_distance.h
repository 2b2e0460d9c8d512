// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace model {

/// Letters to put in, take out, replace, or change with their neighbour, to make one word of the other (optimal string
/// alignment). O(length times length).
std::size_t editDistance(std::string_view a, std::string_view b);

}  // namespace model
