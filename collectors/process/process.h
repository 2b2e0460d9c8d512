// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>

namespace collectors {

struct ThreadName;

/// One thing that can be traced: to add one, a file with these functions and a line in the table of who traces it. All
/// but the key may be null.
struct Source {
    std::string_view key;  ///< "cuda"
    void (*begin)();       ///< tracing begins; called once for each stretch of it
    void (*end)();         ///< … and ends: what is pending is written
    void (*flush)();       ///< from the flushing thread, some times a second
    void (*forget)();  ///< in a forked child: everything is as in a new process; nothing of the parent's may be locked
                       ///< or freed
    void (*joined)() = nullptr;  ///< a spool is open that has nothing yet; before begin()
    void (*attach)(int pid) =
        nullptr;  ///< a process that is to be looked at from outside; its program waits for the return of this
    void (*beforeFork)() = nullptr;  ///< in the thread that forks
    void (*afterFork)() = nullptr;   ///< … of the parent
    void (*forked)() = nullptr;      ///< in a forked child, after forget() of all: what begins there unasked
    void (*unjoined)() = nullptr;    ///< exit handlers run, nobody has joined: what is noted all the same is written
    void (*quit)() = nullptr;     ///< of a source with threads: tells them to end, after end(); begin() starts others
    void (*leaving)() = nullptr;  ///< the process is about to be gone without end(): as flush(), and nothing may wait
                                  ///< for a later one; null = flush()
};

/// What this program traces: sources.cpp of the library that is injected, and that of the sampler.
std::span<const Source* const> sources();

/// How long a process stays that joins: a forked child that is about to be gone writes what it noted without threads,
/// and hears nothing of the session.
enum class Stay : std::uint8_t { Whole, Brief };
/// The first use in a process: reads the session's options, opens the spool, says hello. False where there is no
/// session, or nothing can be written; then nothing is traced and the program runs as if nobody looked. Any thread, any
/// number of times.
bool joinSession(Stay stay = Stay::Whole);

/// In a forked child: the signals that were blocked when it was forked, as bits of the system's numbers.
std::uint64_t blockedAtFork();
/// Those that this thread blocks now.
std::uint64_t blockedSignals();

/// What the system wipes in a child, however that was made: in a page of its own (MADV_WIPEONFORK). Children of fork()
/// are told by its handlers as well; those of _Fork(), clone() and calls of the system are not.
struct alignas(4096) OfThisProcess {
    std::atomic<bool> tracing{false};
    std::atomic<bool> is{false};  ///< this process joined the session itself
};
extern OfThisProcess g_ofThis;

/// Whether events count now. Cheap.
inline bool isTracing() { return g_ofThis.tracing.load(std::memory_order_relaxed); }

/// Nothing of tracing may be touched any more: no lock, no file, no call of the system (endForGood()), or the process
/// is a child of which no handler heard, with the locks and without the threads of its parent. Cheap.
bool isOver();

/// The program itself begins or ends the capture; the session is told, and tells the other processes.
void triggered(bool begin);

/// A kind that cannot be traced, with the reason: part of the report.
void cannotTrace(std::string_view what, std::string_view why);

/// Something failed that must not reach the program: nothing is traced any more. From handlers of exceptions.
void gaveUp() noexcept;

/// Writes everything that is pending. At the end of the process.
void finish();

/// The process is about to be gone without finish(), by _exit() or as another program: what all but `asking` have is
/// written, and that this was the end. From a thread that may wait for locks; `who` is the one that leaves. Where it
/// goes on after all: stayed().
void leaving(const Source& asking, const ThreadName& who);
void stayed();

/// The program is about to take from itself what tracing needs: calls of the system, or the clock. All is written, with
/// the reason; the threads of this library end; and from the return of this on nothing in this process, or in one that
/// is forked from it, makes a call of the system or asks a clock for the sake of tracing, whatever the program does,
/// exit handlers included. Without a session it does nothing. May wait some tens of milliseconds.
void endForGood(std::string_view why) noexcept;

/// The program is about to do what a process with our threads may not do, or what the system does for the calling
/// thread alone: no thread of this library runs until resumeThreads(), which is called by the same thread. What comes
/// meanwhile of sources that have threads (calls, samples of Python) is not noted; all others go on. False where none
/// of them ran; then there is nothing to resume. Signals are blocked from before the first until after the second one.
/// May wait some milliseconds.
bool pauseThreads() noexcept;
void resumeThreads() noexcept;

/// For a process that has nothing else to do: waits until the session is over, which closes the connection. At once
/// where there is none.
void waitForSession();

}  // namespace collectors
