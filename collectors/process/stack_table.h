// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace collectors {

/// The number of a stack of the process in its spool, which has the stack from now on; the same frames have one number
/// as long as there is room to remember them. `frames`: as spool::Stack has them, innermost first. 0 for no frames.
/// From any thread.
std::uint32_t numberOfStack(std::span<const std::uint64_t> frames);
/// Files whose code the process runs, as far as the spool does not have them: where something was loaded since the last
/// time. Not within a handler of a signal.
void writeMappings();
/// A child that is forked while a thread looks at what is loaded could never do so itself, nor load anything: that is
/// waited for. In vain where a signal's handler forks that has interrupted it; not for long.
void beforeFork();
void afterFork();  ///< in the parent
/// In a forked child.
void forgetStacks();

}  // namespace collectors
