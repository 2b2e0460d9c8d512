// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "collectors/calls/forward.h"

namespace collectors::calls {

/// Communicators of MPI by a number that a person can follow: "world (8 ranks)", "self", "1 (4 ranks)", "null"; those that a program makes count from 1 in each
/// process, in the order in which they were seen. `function` = of MPI, as the program calls it; `isMade` = the call has made it, so that an address that one
/// had before is another one's now. 0: nothing can be said. A call that failed is not asked about: MPI might end the program. Takes no lock and no memory.
std::size_t nameOfCommunicator(Address function, long handle, bool isMade, bool succeeded, char* to, std::size_t room);
/// Bytes of a handle.
std::size_t sizeOfCommunicator(Address function);

}  // namespace collectors::calls
