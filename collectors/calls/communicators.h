// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "collectors/calls/forward.h"
#include "collectors/calls/text.h"

namespace collectors::calls {

/// Adds a communicator of MPI by a name that a person can follow: "world (8 ranks)", "self", "1 (4 ranks)", "null";
/// those that a program makes count from 1 in each process, in the order in which they were seen. `function` = of MPI,
/// as the program calls it; `isMade` = the call has made it, so that an address that one had before is another one's
/// now. False: nothing can be said. A call that failed is not asked about: MPI might end the program. Takes no lock and
/// no memory.
bool addNameOfCommunicator(Text& text, Address function, long handle, bool isMade, bool succeeded);
/// Bytes of a handle.
std::size_t sizeOfCommunicator(Address function);

}  // namespace collectors::calls
