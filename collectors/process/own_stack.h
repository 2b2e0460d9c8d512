// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <cstddef>
#include <cstdint>

namespace collectors {

// Programs have threads of 16 KiB and handlers of signals with 8 KiB. What is done in them beyond some words is done on
// a stack of this project's own.

inline constexpr std::size_t kOwnStackBytes = 1 << 20;  ///< of address space; memory is taken as it is used

constexpr std::uint64_t signalBit(int signal) { return std::uint64_t{1} << (signal - 1); }
/// Signals that wait while our code runs in a thread of the program's, as the system numbers them. What an instruction
/// brings about ends the program where it is blocked. The last one is the C library's, for threads that are to have
/// another user: whoever sends it waits for all of them.
inline constexpr std::uint64_t kHeldOff = ~(signalBit(SIGSEGV) | signalBit(SIGBUS) | signalBit(SIGILL) |
                                            signalBit(SIGFPE) | signalBit(SIGTRAP) | signalBit(SIGSYS) | signalBit(33));

/// Calls work(argument) on a stack of our own. Meanwhile the thread cannot be cancelled, and no signal comes but those
/// that say that an instruction failed: a handler of the program's would find itself on a stack that it does not know,
/// and collectors of garbage look there. False: there is no memory for one, and nothing was called. May be called in
/// handlers of signals, and within itself.
bool callOnOwnStack(void (*work)(void*), void* argument);

/// The same for something that can be called, which throws nothing.
template <class F>
bool onOwnStack(F work) {
    return callOnOwnStack([](void* w) noexcept { (*static_cast<F*>(w))(); }, &work);
}

/// The stack that callOnOwnStack() has switched to, of which `address` is a place. Only for what runs there.
struct OwnStack {
    std::uintptr_t begin, end;
    std::uint64_t blocked;  ///< signals that the thread had blocked before, as bits of the system's numbers
};
OwnStack ownStackAround(const void* address);

}  // namespace collectors
