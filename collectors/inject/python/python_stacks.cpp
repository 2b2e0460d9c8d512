// SPDX-License-Identifier: Apache-2.0
// Stacks of the thread that asks. Its frames stand still meanwhile, whether or not it has the GIL: they are read where
// they are.
#include "collectors/inject/python/python_stacks.h"

#include <pthread.h>

#include <atomic>
#include <iterator>
#include <mutex>
#include <new>

#include "collectors/inject/calls/cuda_stacks.h"
#include "collectors/inject/python/python_interpreter.h"
#include "collectors/inject/python/python_names.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

using namespace python;

/// What a thread knows: stacks that the spool has.
struct StackThread {
    RawFrame frames[kMostFrames];
    struct Known {
        std::uint64_t hash = 0;
        std::uint32_t number = 0;
    };
    Known& known(std::uint64_t hash) { return m_known[hash % std::size(m_known)]; }

private:
    Known m_known[2048];
};

std::mutex g_namesMutex;
FrameNames* g_names = nullptr;               // under g_namesMutex
std::atomic<std::uint64_t> g_unreadable{0};  // stacks
pthread_key_t g_key;
std::once_flag g_keyOnce;
thread_local StackThread* t_mine = nullptr;
thread_local bool t_ended = false;

void ended(void* self) {
    t_mine = nullptr;
    t_ended = true;
    delete static_cast<StackThread*>(self);
}

StackThread* mine() {
    if (t_mine || t_ended) return t_mine;
    std::call_once(g_keyOnce, [] { ::pthread_key_create(&g_key, ended); });
    auto* const fresh = new StackThread;
    ::pthread_setspecific(g_key, fresh);
    return t_mine = fresh;
}

/// Whether this is the state of the calling thread: what was found by name fits what the layout says.
bool isMine(const Layout& l, std::uint64_t state) {
    std::uint64_t id = 0;
    return isAddress(state) && DirectMemory().get(state + l.threadId, id) &&
           id == static_cast<std::uint64_t>(::pthread_self());
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

void notePythonStack(std::uint32_t correlation) { noteStackOfCall(correlation, pythonStackOfThread(), 0); }

void reportUnreadableStacks() {
    if (const std::uint64_t lost = g_unreadable.exchange(0)) spoolWriter().lost(Phrase::PythonStacksNotRead, lost);
}

void forgetPythonStacks() {
    new (&g_namesMutex) std::mutex;
    g_names = nullptr;
    g_unreadable = 0;
    if (t_mine) ::pthread_setspecific(g_key, nullptr);
    t_mine = nullptr;
}

}  // namespace collectors
