// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// The interface between the interposing libraries (libsightline-osrt.so, libsightline-calls.so) and the tracing one
/// (libsightline-inject.so). They are built together; nothing here is for others.
namespace collectors::calls {

struct Note;
/// Writes the details of a call, at most `room` bytes, and returns their number. A function that needs more than a few
/// words of stack may only be used in notes with room.
using Describe = std::size_t (*)(const Note& note, char* to, std::size_t room);

/// A finished call. Texts live until the process ends. Its details may follow it in memory.
struct Note {
    const char* name;
    const char* library;
    std::uint64_t start, end;  ///< ns of CLOCK_MONOTONIC
    std::int64_t result;
    const void* caller;  ///< where the call returns to; null = the stack is `function` alone
    const void* function;
    Describe describe;  ///< null = there are no details
    bool wantsStack;
    bool isSignalSafe;  ///< such a call may be made when a signal has interrupted anything
    bool hasRoom;       ///< the recording code runs on a stack of our own already
};

/// Why a call is not recorded.
enum class Lost : std::uint8_t { NoMemory, TooDeep };

/// State of a thread, in the library that is loaded from the beginning: its thread-local memory needs no allocation.
struct Thread {
    void* ring;
    std::uint32_t generation;  ///< of the process: another one in each forked child
    bool isBusy;               ///< it is recording something, and a signal has interrupted that
    std::uint64_t lastEnd;     ///< ns, of the call that was recorded last
};

/// Tracing of the OS runtime, or of one library. Constant members are set before `live`.
struct Tracing {
    std::atomic<bool> live{false};
    std::uint32_t thresholdNs = 0;                           ///< shorter calls are not recorded
    std::uint32_t stackNs = ~0u;                             ///< longer calls get their stack
    bool files = false;                                      ///< also record file names
    std::uintptr_t ownBegin = 0, ownSize = 0;                ///< our own code, whose calls are not the program's
    const std::atomic<std::uint32_t>* generation = nullptr;  ///< of the process, as threads have it
    void (*note)(Thread&, const Note&) = nullptr;  ///< does not throw, but the thread may be cancelled at its end
    void (*lose)(Lost) noexcept = nullptr;         ///< a call that cannot be recorded
    void (*leave)() noexcept = nullptr;  ///< the process, or the program in it, is about to end without notice
    void (*stay)() noexcept = nullptr;   ///< … but goes on: another program could not be run in its place
};

/// Exported by the tracing library; joins the session. `what`: "osrt", "cublas" …; null if it is not to be traced.
using Attach = Tracing* (*)(const char* what);
inline constexpr char kAttach[] = "sightlineAttachCalls";

}  // namespace collectors::calls
