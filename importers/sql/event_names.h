// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace importers::sql {

// Facts in the name of an event, for reports without a column for them, as the numbers of Nsight Systems; -1 = the name
// does not tell.

/// "Memcpy HtoD (Pageable -> Device)", "CopyHostToDevice" → ENUM_CUDA_MEMCPY_OPER.
std::int64_t copyKindOf(std::string_view name);
/// "… (Pageable -> Device)" → ENUM_CUDA_MEM_KIND.
std::int64_t sourceKindOf(std::string_view name);
std::int64_t targetKindOf(std::string_view name);
/// "Stream Wait Event" → ENUM_CUPTI_SYNC_TYPE.
std::int64_t syncTypeOf(std::string_view name);
/// "cuLaunchKernel" → 1 (driver), other calls → 0 (runtime): ENUM_NSYS_EVENT_CLASS.
std::int64_t apiClassOf(std::string_view name);

}  // namespace importers::sql
