// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace collectors {

/// Records where Python is in the calling thread, for a CUDA call that begins. Does nothing if the thread has no
/// Python. Acquires no lock that another thread holds while it waits, and needs no GIL. The cost is proportional to the
/// depth of the stack. Exceptions: std::bad_alloc.
void notePythonStack(std::uint32_t correlation);

/// The number of the calling thread's stack in the spool; 0 = it has none.
std::uint32_t pythonStackOfThread();

void reportUnreadableStacks();
void forgetPythonStacks();  ///< in a forked child

}  // namespace collectors
