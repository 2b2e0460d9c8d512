// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace collectors {

/// Notes where Python is in the calling thread, for a call of CUDA that is beginning. Nothing where the thread has no
/// Python. Takes no lock that another thread holds while it waits, needs no GIL, and costs as much as its stack is
/// deep. Exceptions: std::bad_alloc.
void notePythonStack(std::uint32_t correlation);

/// The number of the calling thread's stack in the spool; 0 = it has none.
std::uint32_t pythonStackOfThread();

void reportUnreadableStacks();
void forgetPythonStacks();  ///< in a forked child

}  // namespace collectors
