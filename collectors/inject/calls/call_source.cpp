// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/calls/call_source.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collectors/inject/calls/call_rings.h"
#include "collectors/inject/calls/call_stack.h"
#include "collectors/process/options.h"
#include "collectors/process/own_stack.h"
#include "collectors/process/own_threads.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"
#include "collectors/process/stack_table.h"
#include "collectors/process/thread_names.h"
#include "collectors/process/uncancelled.h"

extern "C" {
// The code of this library, as the linker lays it out.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));
}

namespace collectors {
namespace {

using calls::Tracing;

// Of each library whose calls are traced. What is in them when a process is forked is right in the child, too.
struct Traced {
    std::string_view key;
    Tracing tracing{};
    bool attached = false;
};
Traced g_traced[] = {{"osrt"}, {"cublas"}, {"cudnn"}, {"cusolver"}, {"cusparse"}, {"mpi"}, {"opengl"}, {"openmp"}};
std::mutex g_switch;
bool g_on = false;                  // tracing; under g_switch
std::atomic<bool> g_forked{false};  // this process was, and has not joined the session

// Whether the program calls something from which it may not come back; it did.
enum class Leaves : std::uint8_t { Unasked, Now, Stayed };

// The thread that takes records out of the rings and writes them. It may allocate and wait; threads that note calls
// only wake it.
struct Drainer {
    std::atomic<std::uint32_t> asked{0};   // something is to be done; a futex
    std::atomic<std::uint32_t> rounds{0};  // that were begun and finished, two of each; a futex
    std::atomic<bool> lives{false}, quits{false};
    bool joins = false;                           // the session, before it writes
    std::atomic<Leaves> leaves{Leaves::Unasked};  // for the round that begins next
    std::atomic<std::uint32_t> leaver{0};         // the thread that does, and its name
    std::atomic<std::uint64_t> leaverName[2]{};
    std::unordered_map<const char*, std::uint32_t> names;
    std::vector<spool::LibraryCall> records;
    std::uint32_t number(const char* name) {
        const auto [at, fresh] = names.try_emplace(name, 0);
        if (fresh) at->second = spoolWriter().string(name);
        return at->second;
    }
};
std::atomic<pid_t> g_process{0};           // this one: its drainer is
std::atomic<Drainer*> g_drainer{nullptr};  // of this process; never freed, since others may look at it

void wake(std::atomic<std::uint32_t>& word) {
    ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}
void wait(std::atomic<std::uint32_t>& word, std::uint32_t while_, std::uint64_t ns) {
    const timespec timeout{static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
    ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, while_, &timeout, nullptr, 0);
}

void ask(Drainer& d) {
    if (d.asked.exchange(1, std::memory_order_release) == 0) wake(d.asked);
}

void writeRecords(Drainer& d) {
    if (!d.records.empty()) spoolWriter().write(spool::Block::LibraryCalls, d.records.data(), d.records.size());
    d.records.clear();
}

constexpr std::pair<CallRing::Loss, Phrase::Key> kLosses[CallRing::kLosses] = {
    {CallRing::Loss::Full, Phrase::CallsTooFast},
    {CallRing::Loss::Interrupted, Phrase::CallsInHandler},
    {CallRing::Loss::NoRing, Phrase::CallsOfTooManyThreads},
    {CallRing::Loss::TooDeep, Phrase::OpenMpCallsTooDeep},
};

void drain(Drainer& d) {
    constexpr std::size_t kTogether = (256 << 10) / sizeof(spool::LibraryCall);
    bool stacks = false;
    CallRing::drain([&](std::uint32_t thread, const CallRing::Record& r, std::span<const std::uint64_t> frames,
                        const char* detail) {
        stacks |= !frames.empty();
        d.records.push_back({r.start, r.end, thread, d.number(r.name), d.number(r.library),
                             spoolWriter().string({detail, static_cast<std::size_t>(r.detailBytes)}),
                             numberOfStack(frames), 0, r.result});
        if (d.records.size() == kTogether) writeRecords(d);
    });
    writeRecords(d);
    if (stacks) writeMappings();
    for (const auto& [why, phrase] : kLosses)
        if (const std::uint64_t lost = CallRing::recordLost(why)) spoolWriter().lost(phrase, lost);
}

constexpr std::uint64_t kBriefNs = 10'000'000;

void setLive(bool on) {
    for (Traced& t : g_traced) t.tracing.live = on && t.attached;
}

void joinAsChild() {
    joinSession();
    g_forked = false;                  // not before: the program's threads note meanwhile
    if (!isTracing()) setLive(false);  // until the session says so
}

/// In a forked child, which has noted something. Most are gone at once, and need neither more threads nor a session
/// that they listen to.
void joinUnlessGone(Drainer& d) {
    wait(d.asked, 0, kBriefNs);
    if (d.leaves.load() == Leaves::Now) joinSession(Stay::Brief);
    else joinAsChild();
}

void reportLeaving(const Drainer& d) {
    ThreadName who{d.leaver, {}};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::uint64_t part = d.leaverName[i];
        std::memcpy(who.name + i * sizeof part, &part, sizeof part);
    }
    leaving(kCallSource, who);
}

void* drainForever(void* self) {
    Drainer& d = *static_cast<Drainer*>(self);
    try {
        if (d.joins) joinUnlessGone(d);
        while (!d.quits) {
            wait(d.asked, 0, 1'000'000'000);  // the flushing thread asks more often
            d.asked.store(0);
            ++d.rounds;
            const Leaves leaves = d.leaves.exchange(Leaves::Unasked);
            drain(d);
            if (leaves == Leaves::Now) reportLeaving(d);
            if (leaves == Leaves::Stayed) stayed();
            if (leaves == Leaves::Stayed && g_forked) joinAsChild();
            ++d.rounds;
            wake(d.rounds);
        }
        drain(d);
    } catch (...) {
        gaveUp();
    }
    d.lives = false;
    d.rounds += 2;  // threads that wait for one look again
    wake(d.rounds);
    return nullptr;
}

/// Until a round has ended that began later than now, or the time is over: the waiting thread may hold what the other
/// thread needs.
void flushWithin(std::uint64_t ns) {
    Drainer* const d = g_drainer.load(std::memory_order_acquire);
    if (isOver() || !d || !d->lives) return;
    const std::uint32_t now = d->rounds.load();
    const std::uint32_t done = now % 2 ? now + 3 : now + 2;
    ask(*d);
    for (const std::uint64_t until = monotonicNs() + ns;;) {
        const std::uint32_t rounds = d->rounds.load();
        if (static_cast<std::int32_t>(rounds - done) >= 0 || !d->lives) return;
        const std::uint64_t t = monotonicNs();
        if (t >= until) return;
        wait(d->rounds, rounds, until - t);
    }
}

/// A forked child that has not begun to join the session.
bool mayJoinLater() { return g_forked && !g_drainer.load(std::memory_order_acquire); }

/// A forked child joins the session when it first notes something, which needs locks and memory: not where a signal may
/// have interrupted the one who has them. In a handler its signal is blocked.
bool mayJoin(const calls::Note& n) {
    if (!n.isSignalSafe) return true;
    const std::uint64_t blocked = n.hasRoom ? ownStackAround(__builtin_frame_address(0)).blocked : blockedSignals();
    return blocked == 0 || blocked == blockedAtFork();
}

bool startDrainer(bool joins) {
    auto* const d = new Drainer;
    d->lives = true;
    d->joins = joins;
    g_process = ::getpid();
    if (!startThread(drainForever, d)) return false;
    g_drainer = d;
    return true;
}

/// The first note of a forked child. The thread that joins is not the program's own, which goes on, and whose stack may
/// be small.
void startJoining() noexcept try {
    const std::lock_guard guard(g_switch);
    if (!g_drainer.load() && !startDrainer(true)) g_forked = false, setLive(false);
} catch (...) {
    gaveUp();
}

std::size_t putStack(const calls::Note& n, std::span<std::uint64_t> frames) {
    if (n.caller) return stackOfCall(n.function, n.caller, frames.first(options().osrtStackDepth));
    frames[0] = reinterpret_cast<std::uintptr_t>(n.function);
    return 1;
}

CallRing::Record recordOf(const calls::Note& n) { return {n.name, n.library, n.start, n.end, n.result, 0, 0}; }

void put(CallRing& ring, calls::Thread& thread, const calls::Note& n) {
    CallRing::Draft& draft = ring.draft();
    draft.record = recordOf(n);
    // The two clocks have drifted apart during a long call; the one before it had ended before it began.
    if (n.start < thread.lastEnd && thread.lastEnd - n.start < (n.end - n.start) / 1000 + 1000)
        draft.record.start = thread.lastEnd;
    if (n.wantsStack) draft.record.frames = putStack(n, draft.frames);
    if (n.describe) draft.record.detailBytes = n.describe(n, draft.detail, CallRing::kMostDetail);
    if (!ring.put(draft.record)) CallRing::lose(CallRing::Loss::Full);
    thread.lastEnd = n.end;
    Drainer* const d = g_drainer.load(std::memory_order_acquire);
    if (d && (ring.isHalfFull() || spoolWriter().isDirect())) ask(*d);
}

/// A signal has interrupted the thread while it noted something: what the handler calls has neither its stack nor a
/// text, and is put in behind that.
[[gnu::noinline]] void noteLater(const calls::Thread& thread, const calls::Note& n) {
    CallRing* const ring = CallRing::known(thread);
    if (!ring || !ring->keep(recordOf(n))) CallRing::lose(CallRing::Loss::Interrupted);
}

void setBusy(calls::Thread& thread, bool busy) {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    thread.isBusy = busy;
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

// noteCall() must not become part of what nothing leaves.
[[gnu::noinline]] void noteWhole(calls::Thread& thread, const calls::Note& n, bool joins) noexcept {
    if (thread.isBusy) return noteLater(thread, n);
    setBusy(thread, true);
    if (joins) startJoining();
    CallRing* const ring = isTracing() || g_forked ? CallRing::mine(thread) : nullptr;
    if (ring) put(*ring, thread, n);
    setBusy(thread, false);
    while (ring && ring->hasKept()) {
        setBusy(thread, true);
        ring->putKept();
        setBusy(thread, false);
    }
}

[[gnu::noinline]] void noteWithRoom(calls::Thread& thread, const calls::Note& n) {
    const bool joins = mayJoinLater() && mayJoin(n);
    if (n.hasRoom) return noteWhole(thread, n, joins);
    if (!onOwnStack([&, joins] { noteWhole(thread, n, joins); })) CallRing::lose(CallRing::Loss::NoRing);
}

/// On the stack of the program where that takes little; else on one of our own.
///
/// A cancellation of the thread meanwhile ends it behind this, which is no place where functions that throw nothing
/// would be left: a handler of a signal may have interrupted a call in which the C library lets threads be cancelled at
/// any moment.
void noteCall(calls::Thread& thread, const calls::Note& n) {
    // Without a caller there is no stack to walk, and what describes the call are some numbers (OpenMP).
    const bool takesMuch = n.caller && (n.wantsStack || n.describe);
    if (n.hasRoom || takesMuch || mayJoinLater() || !CallRing::known(thread)) return noteWithRoom(thread, n);
    const Cancelling was = forbidCancelling();
    noteWhole(thread, n, false);
    allowCancelling(was);
}

void loseCall(calls::Lost why) noexcept {
    CallRing::lose(why == calls::Lost::TooDeep ? CallRing::Loss::TooDeep : CallRing::Loss::NoRing);
}

/// The process ends without a word, or another program takes its place. A child of vfork() has its parent's memory, and
/// is none of this. The other thread writes: a handler of a signal may be what calls this, and have interrupted who
/// holds a lock.
void leaveProcess() noexcept {
    Drainer* const d = g_drainer.load(std::memory_order_acquire);
    if (!d || ::getpid() != g_process.load()) return;
    const ThreadName who = nameOfThread();
    for (std::size_t i = 0; i < 2; ++i) {
        std::uint64_t part;
        std::memcpy(&part, who.name + i * sizeof part, sizeof part);
        d->leaverName[i] = part;
    }
    d->leaver = who.thread;
    d->leaves = Leaves::Now;
    flushWithin(500'000'000);
}

void stayInProcess() noexcept {
    const int error = errno;
    Drainer* const d = g_drainer.load(std::memory_order_acquire);
    if (d && ::getpid() == g_process.load()) {
        d->leaves = Leaves::Stayed;
        flushWithin(500'000'000);  // it may be killed at once
    }
    errno = error;
}

/// g_switch is held.
void startLive() {
    if (std::none_of(std::begin(g_traced), std::end(g_traced), [](const Traced& t) { return t.attached; })) return;
    if (!g_drainer.load() && !startDrainer(false)) return cannotTrace(Phrase::LibraryCalls, Phrase::NoThreadToWrite);
    setLive(true);
}

void begin() {
    const std::lock_guard guard(g_switch);
    g_on = true;
    startLive();
}

void end() {
    const std::lock_guard guard(g_switch);
    g_on = false;
    setLive(false);
}

void flush() { flushWithin(2'000'000'000); }

void quit() {
    Drainer* const d = g_drainer.load(std::memory_order_acquire);
    if (!d) return;
    g_forked = false;  // it has joined, or does before it ends
    g_drainer = nullptr;
    d->quits = true;
    ask(*d);
}

// Whether calls are noted stays as it was: the child joins the session when it has something to note.
void forget() {
    new (&g_switch) std::mutex;
    g_on = false;
    g_drainer = nullptr;
    g_forked =
        std::any_of(std::begin(g_traced), std::end(g_traced), [](const Traced& t) { return t.tracing.live.load(); });
    CallRing::forgetAll();
    forgetStacks();
}

Tracing* attach(std::string_view key) {
    const auto traced =
        std::find_if(std::begin(g_traced), std::end(g_traced), [&](const Traced& t) { return t.key == key; });
    if (traced == std::end(g_traced) || !joinSession() || !options().wantsLibrary(key)) return nullptr;
    const std::lock_guard guard(g_switch);
    Tracing& t = traced->tracing;
    const bool os = key == "osrt";
    t.thresholdNs = os ? options().osrtThreshold : 0;
    t.stackNs = os ? options().osrtStackThreshold : ~0u;
    t.files = os && options().osrtFiles;
    t.ownBegin = reinterpret_cast<std::uintptr_t>(__ehdr_start);
    t.ownSize = reinterpret_cast<std::uintptr_t>(_end) - t.ownBegin;
    t.generation = &CallRing::generation();
    t.note = noteCall;
    t.lose = loseCall;
    t.leave = leaveProcess;
    t.stay = stayInProcess;
    traced->attached = true;
    if (g_on) startLive();
    return &t;
}

}  // namespace

bool seesCallsOf(std::string_view key) {
    const std::lock_guard guard(g_switch);
    return std::any_of(std::begin(g_traced), std::end(g_traced),
                       [key](const Traced& t) { return t.key == key && t.attached; });
}

constinit const Source kCallSource{.key = "calls",
                                   .begin = begin,
                                   .end = end,
                                   .flush = flush,
                                   .forget = forget,
                                   .beforeFork = beforeFork,
                                   .afterFork = afterFork,
                                   .unjoined = leaveProcess,
                                   .quit = quit};

}  // namespace collectors

extern "C" __attribute__((visibility("default"))) collectors::calls::Tracing* sightlineAttachCalls(
    const char* what) try {
    return collectors::attach(what);
} catch (...) {
    collectors::gaveUp();
    return nullptr;
}
