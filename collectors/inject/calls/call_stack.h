// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace collectors {

/// The stack of a call that this thread is just coming back from, as spool::Stack has it: `function` is its innermost
/// frame, `caller` where it returns to, then those above as far as the tables for exceptions tell. Takes no lock and no
/// memory: the tables are found by _dl_find_object(). Some 0.2 µs a frame. Only on a stack of our own, from which the
/// tables lead to that of the program: onOwnStack().
std::size_t stackOfCall(const void* function, const void* caller, std::span<std::uint64_t> frames);

/// Code that lies together.
struct CodeRange {
    std::uintptr_t begin = 0, end = 0;
    bool has(std::uintptr_t address) const { return address >= begin && address < end; }
};
/// The stack of this thread from the first frame on that is in none of these. As above.
std::size_t stackAbove(std::span<const CodeRange> without, std::span<std::uint64_t> frames);

}  // namespace collectors
