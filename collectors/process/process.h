// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>

#include "collectors/protocol/phrase.h"

namespace collectors {

struct ThreadName;

/// One thing that can be traced. To add one: a file with these functions, and a line in the table of whoever traces it.
/// All members but the key may be null.
struct Source {
    std::string_view key;  ///< "cuda"
    void (*begin)();       ///< tracing begins; called once for each stretch of tracing
    void (*end)();         ///< … and ends: pending records are written
    void (*flush)();       ///< called by the flushing thread, several times a second
    void (*forget)();  ///< in a forked child: reset to the state of a new process; must not lock or free anything of
                       ///< the parent
    void (*joined)() = nullptr;  ///< a spool is open and still empty; called before begin()
    void (*attach)(int pid) =
        nullptr;  ///< a process that is to be observed from outside; its program waits until this returns
    void (*beforeFork)() = nullptr;  ///< in the thread that forks
    void (*afterFork)() = nullptr;   ///< … in the parent
    void (*forked)() =
        nullptr;  ///< in a forked child, after forget() of all sources: starts what must run there without a request
    void (*unjoined)() = nullptr;  ///< exit handlers run and nobody has joined: writes what was recorded all the same
    void (*quit)() = nullptr;  ///< for a source with threads: tells them to end, after end(); begin() starts new ones
    void (*leaving)() = nullptr;  ///< the process is about to end without end(): as flush(), and nothing may wait for a
                                  ///< later one; null = flush()
};

/// Everything that this program traces: sources.cpp of the injected library, and that of the sampler.
std::span<const Source* const> sources();

/// How long a joining process stays. A forked child that is about to end writes its records without threads, and does
/// not listen to the session.
enum class Stay : std::uint8_t { Whole, Brief };
/// Joins on the first use in a process: reads the session's options, opens the spool, sends `hello`. False if there is
/// no session or nothing can be written; then nothing is traced, and the program runs undisturbed. May be called from
/// any thread, any number of times.
bool joinSession(Stay stay = Stay::Whole);

/// In a forked child: the signals that were blocked at the fork, as bits of the kernel's numbers.
std::uint64_t blockedAtFork();
/// The signals that this thread blocks now.
std::uint64_t blockedSignals();

/// State that the kernel wipes in a child, however the child was made. It has a page of its own (MADV_WIPEONFORK).
/// Children of fork() also notice by its handlers; children of _Fork(), clone() and direct system calls do not.
struct alignas(4096) OfThisProcess {
    std::atomic<bool> tracing{false};
    std::atomic<bool> is{false};  ///< this process joined the session itself
};
extern OfThisProcess g_ofThis;

/// Whether events count now. Cheap.
inline bool isTracing() { return g_ofThis.tracing.load(std::memory_order_relaxed); }

/// Whether tracing must not touch anything any more: no lock, no file, no system call. True after endForGood(), and in
/// a child that no fork handler saw, which has its parent's locks and none of its threads. Cheap.
bool isOver();

/// The program itself begins or ends the capture. The session is notified, and notifies the other processes.
void triggered(bool begin);

/// Records that a kind cannot be traced, with the reason. It becomes part of the report.
void cannotTrace(const Phrase& what, const Phrase& why);

/// Called by exception handlers for a failure that must not reach the program: nothing is traced any more.
void gaveUp() noexcept;

/// Writes everything that is pending, at the end of the process.
void finish();

/// The process is about to end without finish(), by _exit() or exec. Writes the records of all sources but `asking`,
/// and that this was the end. Must be called from a thread that may wait for locks; `who` is the thread that leaves. If
/// the process goes on after all, call stayed().
void leaving(const Source& asking, const ThreadName& who);
void stayed();

/// The program is about to give up what tracing needs: system calls, or the clock. Writes everything, with the reason,
/// and ends the threads of this library. After it returns, nothing in this process or its forked children makes a
/// system call or reads a clock for tracing, whatever the program does, not even in exit handlers. Does nothing without
/// a session. May wait some tens of milliseconds.
void endForGood(Phrase::Key why) noexcept;

/// The program is about to do something that a process with our threads may not do, or that the kernel does for the
/// calling thread alone. No thread of this library runs until the same thread calls resumeThreads(). Meanwhile, sources
/// with threads (calls, Python samples) record nothing; all others go on. False if none of them ran; then there is
/// nothing to resume. Signals are blocked from before pauseThreads() until after resumeThreads(). May wait some
/// milliseconds.
bool pauseThreads() noexcept;
void resumeThreads() noexcept;

/// For a process that has nothing else to do: waits until the session closes the connection. Returns at once without a
/// session.
void waitForSession();

}  // namespace collectors
