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

// Definitions that a program gives NVTX once and refers to later. They are in the spool from then on, and in that of
// each forked child. These functions do not throw.

std::uint64_t registerSchema(NvtxDomain& domain, const nvtxPayloadSchemaAttr_t* attributes) noexcept;
std::uint64_t registerEnum(NvtxDomain& domain, const nvtxPayloadEnumAttr_t* attributes) noexcept;
std::uint64_t registerCounter(NvtxDomain& domain, const nvtxCounterAttr_t* attributes) noexcept;
void nameCategory(NvtxDomain& domain, std::uint32_t category, std::string_view name) noexcept;

/// May be empty. Exceptions: std::bad_alloc.
std::string counterName(std::uint64_t counter);

// Names of things of the system; a parent's names mean nothing in its child.
void nameThread(std::uint32_t thread, std::string_view name) noexcept;
void nameStream(const void* stream, std::string_view name) noexcept;  ///< a CUstream, which is also a cudaStream_t
void nameDevice(std::uint32_t device, std::string_view name) noexcept;
/// By NVTX's type of the resource.
void nameResource(const nvtxResourceAttributes_t* attributes, std::string_view name) noexcept;

/// Writes all definitions so far into an empty spool.
void writeDefinitions();
/// In a forked child: the definitions stay, whatever other threads of the parent were doing.
void forgetDefinitions();

}  // namespace collectors
