// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace collectors {

// Stacks of calls of CUDA: what threads noted and the spool does not have yet.

/// The call of that number, in which this thread is, has this stack of the spool. `flags`: as spool::CallStack has
/// them. Exceptions: std::bad_alloc.
void noteStackOfCall(std::uint32_t correlation, std::uint32_t stack, std::uint32_t flags);

/// … has the stack by which this thread has come here, from a callback of CUPTI: above what is CUPTI's and this
/// library's. Some 0.2 µs a frame.
void noteNativeStack(std::uint32_t correlation);

/// Before tracing begins: where the code is that is in no stack.
void beginNativeStacks();

void writeStacksOfCalls();   ///< those that are pending
void forgetStacksOfCalls();  ///< in a forked child

}  // namespace collectors
