// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace collectors {

/// A thread of the program, and its name.
struct ThreadName {
    std::uint32_t thread = 0;
    char name[17] = {};
};
/// Of the calling thread. Uses system calls only.
ThreadName nameOfThread();

/// Writes the name of a thread into the spool, if it is not there yet. noteThreadEnd(): that of the calling thread,
/// which ends.
void noteThreadName(const ThreadName& name = nameOfThread());
void noteThreadEnd();
/// Reads the names of all threads, in the flushing thread and at the end. This is the only way for threads that never
/// recorded anything. Does nothing if the kernel does not let a thread have descriptors of its own.
void readThreadNames();
/// In a forked child.
void forgetThreadNames();

}  // namespace collectors
