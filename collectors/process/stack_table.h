// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace collectors {

/// The number of a stack of the process in its spool; adds the stack to the spool. Equal stacks have one number as long
/// as there is room to remember them. `frames`: as in spool::Stack, innermost first. 0 for no frames. From any thread.
std::uint32_t numberOfStack(std::span<const std::uint64_t> frames);
/// Writes the files whose code the process runs and that the spool lacks, if something was loaded since the last call.
/// Not in a signal handler.
void writeMappings();
/// Waits for a thread that is looking at the loaded libraries. A child that is forked meanwhile could never do that
/// itself, nor load anything. The wait is short. It is in vain if a signal handler forks that has interrupted that
/// thread.
void beforeFork();
void afterFork();  ///< in the parent
/// In a forked child.
void forgetStacks();

}  // namespace collectors
