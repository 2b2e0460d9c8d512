// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCounters.h>
#include <nvtx3/nvToolsExtPayload.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "collectors/inject/nvtx/nvtx_records.h"

namespace collectors {

// What NVTX is told once and refers to later. It is in the spool from then on, and in that of each child that is
// forked. None throws.

std::uint64_t registerSchema(NvtxDomain& domain, const nvtxPayloadSchemaAttr_t* attributes) noexcept;
std::uint64_t registerEnum(NvtxDomain& domain, const nvtxPayloadEnumAttr_t* attributes) noexcept;
std::uint64_t registerCounter(NvtxDomain& domain, const nvtxCounterAttr_t* attributes) noexcept;
void nameCategory(NvtxDomain& domain, std::uint32_t category, std::string_view name) noexcept;

/// May be empty. Throws where there is no memory.
std::string counterName(std::uint64_t counter);

// Names of things of the system; those of a parent mean nothing in its child.
void nameThread(std::uint32_t thread, std::string_view name) noexcept;
void nameStream(const void* stream, std::string_view name) noexcept;  ///< a CUstream, which is a cudaStream_t, too
void nameDevice(std::uint32_t device, std::string_view name) noexcept;
/// By the type that NVTX gives resources.
void nameResource(const nvtxResourceAttributes_t* attributes, std::string_view name) noexcept;

/// Writes what was defined so far into a spool that has nothing yet.
void writeDefinitions();
/// In a forked child: whatever other threads of the parent did at that moment, the definitions stay.
void forgetDefinitions();

}  // namespace collectors
