// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "collectors/calls/forward.h"
#include "collectors/calls/text.h"

namespace collectors::calls {

/// Adds a readable name of an MPI communicator: "world (8 ranks)", "self", "1 (4 ranks)", "null". Communicators that a
/// program makes count from 1 in each process, in the order in which they were seen. `function`: the MPI function as
/// the program calls it. `isMade`: the call has made the communicator, so its address no longer means an earlier one.
/// False if there is no name. A failed call is not looked up, because MPI might end the program. Uses no lock and no
/// memory.
bool addNameOfCommunicator(Text& text, Address function, long handle, bool isMade, bool succeeded);
/// Size of a handle in bytes.
std::size_t sizeOfCommunicator(Address function);

}  // namespace collectors::calls
