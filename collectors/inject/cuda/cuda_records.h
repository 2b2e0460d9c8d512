// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#include <cstddef>
#include <cstdint>

namespace collectors {

// CUPTI asks for memory and gives it back full of records; these become records of the spool.
void CUPTIAPI requestBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords);
void CUPTIAPI completeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t size,
                             std::size_t valid);
void writePendingRecords();
/// Whether CUPTI has memory that it did not return: records may still come, or work of the GPU is not over whose
/// records lie in it.
bool isAnyBufferOut();

/// In a forked child.
void forgetRecords();

}  // namespace collectors
