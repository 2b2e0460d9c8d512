// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// What the libraries that stand before others (libsightline-osrt.so, libsightline-calls.so) and the one that traces
/// (libsightline-inject.so) know of each other. They are built together; nothing here is for others.
namespace collectors::calls {

struct Note;
/// Writes what is said about a call, `room` bytes at most, and returns how many those are. One that takes more than
/// some words of the stack stands only in notes that have room.
using Describe = std::size_t (*)(const Note& note, char* to, std::size_t room);

/// A call that is over. Texts live until the process ends. What describes it may stand behind it.
struct Note {
    const char* name;
    const char* library;
    std::uint64_t start, end;  ///< ns of CLOCK_MONOTONIC
    std::int64_t result;
    const void* caller;  ///< where the call returns to; null = the stack is `function` alone
    const void* function;
    Describe describe;  ///< null = there is nothing to say
    bool wantsStack;
    bool isSignalSafe;  ///< such a call may be made where a signal has interrupted anything
    bool hasRoom;       ///< who notes it is on a stack of our own already
};

/// Why a call is not noted.
enum class Lost : std::uint8_t { NoMemory, TooDeep };

/// What a thread has of its own: in the library that is there from the beginning, whose thread-local memory needs no
/// allocation.
struct Thread {
    void* ring;
    std::uint32_t generation;  ///< of the process: another one in each forked child
    bool isBusy;               ///< it is noting something, and a signal has interrupted that
    std::uint64_t lastEnd;     ///< ns, of the call that was noted last
};

/// Of the OS runtime, or of one of the libraries. What is constant is set before `live` is.
struct Tracing {
    std::atomic<bool> live{false};
    std::uint32_t thresholdNs = 0;             ///< shorter calls are not noted
    std::uint32_t stackNs = ~0u;               ///< longer ones have their stack
    bool files = false;                        ///< with the names of files
    std::uintptr_t ownBegin = 0, ownSize = 0;  ///< code of this project's, whose calls are not the program's
    const std::atomic<std::uint32_t>* generation = nullptr;  ///< of the process, as threads have it
    void (*note)(Thread&, const Note&) = nullptr;  ///< throws nothing, but the thread may be cancelled at its end
    void (*lose)(Lost) noexcept = nullptr;         ///< one that cannot be noted
    void (*leave)() noexcept = nullptr;  ///< the process, or the program in it, is about to be gone without a word
    void (*stay)() noexcept = nullptr;   ///< … and is not: another program could not be run in its place
};

/// Exported by the library that traces; joins the session. "osrt", "cublas" …; null where that is not to be traced.
using Attach = Tracing* (*)(const char* what);
inline constexpr char kAttach[] = "sightlineAttachCalls";

}  // namespace collectors::calls
