// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "model/base/kinds.h"

namespace importers {

/// HIP's runtime copies and fills memory with kernels of its own ("blits"). Memcpy or Memset for the name of such a
/// kernel, nothing for any other.
inline std::optional<model::EventKind> blitKind(std::string_view kernel) {
    constexpr std::string_view kRuntime = "__amd_rocclr_";
    if (!kernel.starts_with(kRuntime)) return {};
    kernel.remove_prefix(kRuntime.size());
    if (kernel.starts_with("copy")) return model::EventKind::Memcpy;
    if (kernel.starts_with("fill")) return model::EventKind::Memset;
    return {};
}

}  // namespace importers
