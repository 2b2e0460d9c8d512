// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "model/base/kinds.h"

namespace importers {

/// ROCm names the descriptor of a kernel, "axpy.kd", where the kernel has no other name; other reports of it have the
/// kernel's own.
inline std::string_view withoutDescriptor(std::string_view kernel) {
    constexpr std::string_view kDescriptor = ".kd";
    if (kernel.size() > kDescriptor.size() && kernel.ends_with(kDescriptor)) kernel.remove_suffix(kDescriptor.size());
    return kernel;
}

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
