// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace model {

inline constexpr std::string_view kHip = "HIP";
/// Platforms of accelerators that are not called GPUs.
inline constexpr std::array<std::string_view, 5> kAccelerators{"MTIA", "XPU", "HPU", "Glow", "PrivateUse1"};

/// Whether the name of a device says that it is AMD's.
inline bool isAmdDevice(std::string_view name) {
    for (const std::string_view word : {"AMD", "Radeon", "gfx"})
        if (name.find(word) != name.npos) return true;
    return false;
}

/// Whether the name of a row of hardware says that it belongs to that platform: "HIP", "HIP, name of the device".
inline bool isOnPlatform(std::string_view name, std::string_view platform) {
    return name.starts_with(platform) &&
           (name.size() == platform.size() || name.substr(platform.size()).starts_with(", "));
}

}  // namespace model
