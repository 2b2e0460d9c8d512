// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace collectors {

// Stacks of CUDA calls that threads recorded and the spool does not have yet.

/// Assigns a stack of the spool to the call with that number, in which this thread is. `flags`: as in spool::CallStack.
/// Exceptions: std::bad_alloc.
void noteStackOfCall(std::uint32_t correlation, std::uint32_t stack, std::uint32_t flags);

/// The same with the native stack of this thread in a callback of CUPTI, without the frames of CUPTI and of this
/// library. Some 0.2 µs a frame.
void noteNativeStack(std::uint32_t correlation);

/// Before tracing begins: finds the code that no stack includes.
void beginNativeStacks();

void writeStacksOfCalls();   ///< writes the pending ones
void forgetStacksOfCalls();  ///< in a forked child

}  // namespace collectors
