// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "model/base/ascii.h"

namespace model {

/// "cudaLaunchKernel_v7000" → "cudaLaunchKernel"; names without such a suffix come back unchanged.
/// "_ptsz" and "_ptds" (per-thread stream variants) stay: they are a different function.
constexpr std::string_view withoutApiVersion(std::string_view name) {
    std::size_t digits = 0;
    while (digits < name.size() && isDigit(name[name.size() - 1 - digits])) ++digits;
    const std::size_t suffix = digits + 2;
    if (digits < 4 || digits > 6 || name.size() <= suffix) return name;
    return name.substr(name.size() - suffix, 2) == "_v" ? name.substr(0, name.size() - suffix) : name;
}

}  // namespace model
