// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace collectors {

/// The stack of a call that this thread is just returning from, as in spool::Stack. `function` is its innermost frame,
/// `caller` is where it returns to; the frames above come from the exception tables, as far as they reach. Uses no lock
/// and no memory, because _dl_find_object() finds the tables. Some 0.2 µs a frame. Only on a stack of our own, from
/// which the tables lead to the program's stack: onOwnStack().
std::size_t stackOfCall(const void* function, const void* caller, std::span<std::uint64_t> frames);

/// A contiguous range of code.
struct CodeRange {
    std::uintptr_t begin = 0, end = 0;
    bool has(std::uintptr_t address) const { return address >= begin && address < end; }
};
/// The stack of this thread, from the first frame outside all of these ranges on. As above.
std::size_t stackAbove(std::span<const CodeRange> without, std::span<std::uint64_t> frames);

}  // namespace collectors
