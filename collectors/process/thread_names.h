// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace collectors {

/// A thread of the program's, and what it is called.
struct ThreadName {
    std::uint32_t thread = 0;
    char name[17] = {};
};
/// Of the calling thread; by calls of the system alone.
ThreadName nameOfThread();

/// The name of a thread, into the spool where that does not have it. noteThreadEnd(): … of the calling one, which ends.
void noteThreadName(const ThreadName& name = nameOfThread());
void noteThreadEnd();
/// The names of all threads; from the flushing thread, and at the end. Threads that never noted anything have no other
/// way. Without a word where the system does not let a thread have descriptors of its own.
void readThreadNames();
/// In a forked child.
void forgetThreadNames();

}  // namespace collectors
