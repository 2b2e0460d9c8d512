// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <cstddef>
#include <cstdint>

namespace collectors {

// Programs have threads of 16 KiB and signal handlers with 8 KiB. Whatever needs more than a few words there runs on a
// stack of our own.

inline constexpr std::size_t kOwnStackBytes = 1 << 20;  ///< of address space; memory is used on demand

constexpr std::uint64_t signalBit(int signal) { return std::uint64_t{1} << (signal - 1); }
/// Signals that wait while our code runs in a thread of the program, as bits of the kernel's numbers. Signals of failed
/// instructions must not be blocked: the kernel would end the program. The last one is the C library's, which changes
/// the user of all threads: its sender waits for every thread.
inline constexpr std::uint64_t kHeldOff = ~(signalBit(SIGSEGV) | signalBit(SIGBUS) | signalBit(SIGILL) |
                                            signalBit(SIGFPE) | signalBit(SIGTRAP) | signalBit(SIGSYS) | signalBit(33));

/// Calls work(argument) on a stack of our own. Meanwhile the thread cannot be cancelled, and only signals of failed
/// instructions arrive. A handler of the program must not run on an unknown stack, and garbage collectors scan the
/// known one. False if there is no memory for a stack; then nothing was called. May be called in signal handlers, and
/// recursively.
bool callOnOwnStack(void (*work)(void*), void* argument);

/// The same for a callable that does not throw.
template <class F>
bool onOwnStack(F work) {
    return callOnOwnStack([](void* w) noexcept { (*static_cast<F*>(w))(); }, &work);
}

/// The stack that callOnOwnStack() has switched to and that contains `address`. Only for code that runs there.
struct OwnStack {
    std::uintptr_t begin, end;
    std::uint64_t blocked;  ///< signals that the thread had blocked before, as bits of the kernel's numbers
};
OwnStack ownStackAround(const void* address);

}  // namespace collectors
