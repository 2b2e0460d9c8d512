// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#include <cstddef>
#include <cstdint>

namespace collectors {

// CUPTI's buffer callbacks: CUPTI requests memory and returns it full of records, which become records of the spool.
void CUPTIAPI requestBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords);
void CUPTIAPI completeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t size,
                             std::size_t valid);
void writePendingRecords();
/// Whether CUPTI has a buffer that it did not return. Then records may still come, or the GPU work whose records lie in
/// it is not over.
bool isAnyBufferOut();

/// In a forked child.
void forgetRecords();

}  // namespace collectors
