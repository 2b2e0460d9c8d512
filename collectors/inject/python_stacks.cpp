// SPDX-License-Identifier: Apache-2.0
// Stacks of the thread that asks. Its frames stand still meanwhile, whether or not it has the GIL: they are read where they are.
#include "collectors/inject/python_stacks.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "collectors/inject/process.h"
#include "collectors/inject/python_interpreter.h"
#include "collectors/inject/python_names.h"
#include "collectors/inject/spool_writer.h"

namespace collectors {
namespace {

using namespace python;

/// What a thread knows: stacks that the spool has, and records that it does not have.
class StackThread {
public:
    StackThread() : m_thread(static_cast<std::uint32_t>(::syscall(SYS_gettid))) {}
    void push(std::uint32_t correlation, std::uint32_t stack);
    void write();

    RawFrame frames[kMostFrames];
    struct Known {
        std::uint64_t hash = 0;
        std::uint32_t number = 0;
    };
    Known& known(std::uint64_t hash) { return m_known[hash % std::size(m_known)]; }

private:
    static constexpr std::size_t kRecords = 512;
    std::uint32_t m_thread;
    Known m_known[2048];
    std::atomic_flag m_busy = ATOMIC_FLAG_INIT;  // for some instructions
    std::mutex m_writing;
    std::size_t m_count = 0;
    spool::CallStack m_records[kRecords];
};

std::mutex g_threadsMutex, g_namesMutex;
std::vector<std::shared_ptr<StackThread>>* g_threads = nullptr;  // under g_threadsMutex
FrameNames* g_names = nullptr;                                   // under g_namesMutex
std::atomic<std::uint64_t> g_unreadable{0};                      // stacks
pthread_key_t g_key;
std::once_flag g_keyOnce;
thread_local StackThread* t_mine = nullptr;
thread_local bool t_ended = false;

void ended(void* self) {
    t_mine = nullptr;
    t_ended = true;
    std::shared_ptr<StackThread> thread;  // the flushing thread may have it in its hands, too
    {
        const std::lock_guard guard(g_threadsMutex);
        if (!g_threads) return;
        for (auto& t : *g_threads)
            if (t.get() == self) thread = t;
        std::erase(*g_threads, thread);
    }
    if (thread) thread->write();
}

StackThread* mine() {
    if (t_mine || t_ended) return t_mine;
    std::call_once(g_keyOnce, [] { ::pthread_key_create(&g_key, ended); });
    const auto fresh = std::make_shared<StackThread>();
    const std::lock_guard guard(g_threadsMutex);
    if (!g_threads) g_threads = new std::vector<std::shared_ptr<StackThread>>;
    g_threads->push_back(fresh);
    ::pthread_setspecific(g_key, fresh.get());
    return t_mine = fresh.get();
}

void StackThread::push(std::uint32_t correlation, std::uint32_t stack) {
    bool full;
    {
        while (m_busy.test_and_set(std::memory_order_acquire)) ::sched_yield();
        m_records[m_count++] = {monotonicNs(), correlation, m_thread, stack, 0};
        full = m_count == kRecords;
        m_busy.clear(std::memory_order_release);
    }
    if (full || spoolWriter().isDirect()) write();
}

void StackThread::write() {
    const std::lock_guard guard(m_writing);
    spool::CallStack records[kRecords];
    while (m_busy.test_and_set(std::memory_order_acquire)) ::sched_yield();
    const std::size_t count = std::exchange(m_count, 0);
    std::copy_n(m_records, count, records);
    m_busy.clear(std::memory_order_release);
    if (count) spoolWriter().write(spool::Block::CallStacks, records, count);
}

/// Whether this is the state of the calling thread: what was found by name fits what the layout says.
bool isMine(const Layout& l, std::uint64_t state) {
    std::uint64_t id = 0;
    return isAddress(state) && DirectMemory().get(state + l.threadId, id) && id == static_cast<std::uint64_t>(::pthread_self());
}

std::uint32_t stackOf(StackThread& thread, const Interpreter& python, std::uint64_t state) {
    std::size_t count = 0;
    DirectMemory memory;
    std::uint64_t frame = 0;
    if (!innermost(python.layout, memory, state, frame)) return ++g_unreadable, 0;
    const Walked walked = walk(python.layout, memory, frame, python.codeType, thread.frames, count);
    if (walked == Walked::Torn) return ++g_unreadable, 0;
    if (count == 0) return 0;
    const std::span frames(thread.frames, count);
    const std::uint64_t hash = hashOf(frames) ^ (walked == Walked::Deeper);
    StackThread::Known& known = thread.known(hash);
    if (known.hash == hash && known.number != 0) return known.number;
    const std::lock_guard guard(g_namesMutex);
    if (!g_names) g_names = new FrameNames;
    const std::uint32_t number = g_names->stack(python.layout, memory, frames, walked == Walked::Deeper);
    if (number == 0) ++g_unreadable;
    known = {hash, number};
    return number;
}

}  // namespace

std::uint32_t pythonStackOfThread() {
    const Interpreter* const python = knownInterpreter();
    if (!python || isEnding(*python)) return 0;
    const auto state = reinterpret_cast<std::uint64_t>(python->threadState());
    if (state == 0) return 0;
    StackThread* const thread = mine();
    if (!thread) return 0;
    if (!isMine(python->layout, state)) return ++g_unreadable, 0;
    return stackOf(*thread, *python, state);
}

void notePythonStack(std::uint32_t correlation) {
    if (const std::uint32_t stack = pythonStackOfThread()) t_mine->push(correlation, stack);
}

void writePythonStacks() {
    std::vector<std::shared_ptr<StackThread>> all;
    {
        const std::lock_guard guard(g_threadsMutex);
        if (g_threads) all = *g_threads;
    }
    for (const auto& t : all) t->write();
    if (const std::uint64_t lost = g_unreadable.exchange(0)) spoolWriter().lost("stacks of Python that could not be read", lost);
}

void forgetPythonStacks() {
    new (&g_threadsMutex) std::mutex;
    new (&g_namesMutex) std::mutex;
    g_threads = nullptr;
    g_names = nullptr;
    g_unreadable = 0;
    if (t_mine) ::pthread_setspecific(g_key, nullptr);
    t_mine = nullptr;
}

}  // namespace collectors
