// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace importers {

/// Names of copies by CUPTI's number of their kind (CUpti_ActivityMemcpyKind); the first name is for all other numbers.
inline constexpr std::array<std::string_view, 14> kCopyNames{
    "Memcpy",      "Memcpy HtoD",         "Memcpy DtoH",         "Memcpy HtoA",        "Memcpy AtoH",
    "Memcpy AtoA", "Memcpy AtoD",         "Memcpy DtoA",         "Memcpy DtoD",        "Memcpy HtoH",
    "Memcpy PtoP", "Unified memcpy HtoD", "Unified memcpy DtoH", "Unified memcpy DtoD"};
/// CUpti_ActivitySynchronizationType.
inline constexpr std::array<std::string_view, 5> kSyncNames{"Synchronization", "Event synchronize", "Stream wait event",
                                                            "Stream synchronize", "Context synchronize"};
/// CUpti_ActivityMemoryKind as Nsight Systems numbers them.
inline constexpr std::array<std::string_view, 7> kMemoryKinds{"Pageable", "Pinned",        "Device",        "Array",
                                                              "Managed",  "Device static", "Managed static"};

template <std::size_t N>
constexpr std::string_view nameAt(const std::array<std::string_view, N>& names, std::int64_t number) {
    return names[number >= 0 && number < static_cast<std::int64_t>(N) ? static_cast<std::size_t>(number) : 0];
}

}  // namespace importers
