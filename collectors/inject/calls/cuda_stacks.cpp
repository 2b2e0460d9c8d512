// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/calls/cuda_stacks.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "collectors/cupti/cupti_api.h"
#include "collectors/inject/calls/call_stack.h"
#include "collectors/process/spool_writer.h"
#include "collectors/process/stack_table.h"
#include "collectors/protocol/stack_numbers.h"

namespace collectors {
namespace {

constexpr std::size_t kMostFrames = 128;

/// What a thread knows: records that the spool does not have, and stacks that it has.
class Notes {
public:
    Notes() : m_thread(static_cast<std::uint32_t>(::syscall(SYS_gettid))) {}
    void push(std::uint32_t correlation, std::uint32_t stack, std::uint32_t flags);
    void write();
    std::uint32_t numberOf(std::span<const std::uint64_t> frames);

private:
    static constexpr std::size_t kRecords = 512;
    std::uint32_t m_thread;
    std::atomic_flag m_busy = ATOMIC_FLAG_INIT;  // for some instructions
    std::mutex m_writing;
    std::size_t m_count = 0;
    spool::CallStack m_records[kRecords];
    struct Known {
        StackNumbers::Hash hash;
        std::uint32_t number = 0;
    };
    Known m_known[1024];
};

std::mutex g_mutex;
std::vector<std::shared_ptr<Notes>>* g_threads = nullptr;  // under g_mutex
std::atomic<bool> g_native{false};                         // one was noted, whose mappings may not be written
CodeRange g_tools[2];                                      // this library and CUPTI
pthread_key_t g_key;
std::once_flag g_keyOnce;
thread_local Notes* t_mine = nullptr;
thread_local bool t_ended = false;

void ended(void* self) {
    t_mine = nullptr;
    t_ended = true;
    std::shared_ptr<Notes> thread;  // the flushing thread may have it in its hands, too
    {
        const std::lock_guard guard(g_mutex);
        if (!g_threads) return;
        for (auto& t : *g_threads)
            if (t.get() == self) thread = t;
        std::erase(*g_threads, thread);
    }
    if (thread) thread->write();
}

Notes* mine() {
    if (t_mine || t_ended) return t_mine;
    std::call_once(g_keyOnce, [] { ::pthread_key_create(&g_key, ended); });
    const auto fresh = std::make_shared<Notes>();
    const std::lock_guard guard(g_mutex);
    if (!g_threads) g_threads = new std::vector<std::shared_ptr<Notes>>;
    g_threads->push_back(fresh);
    ::pthread_setspecific(g_key, fresh.get());
    return t_mine = fresh.get();
}

void Notes::push(std::uint32_t correlation, std::uint32_t stack, std::uint32_t flags) {
    bool full;
    {
        while (m_busy.test_and_set(std::memory_order_acquire)) ::sched_yield();
        m_records[m_count++] = {monotonicNs(), correlation, m_thread, stack, flags};
        full = m_count == kRecords;
        m_busy.clear(std::memory_order_release);
    }
    if (full || spoolWriter().isDirect()) write();
}

void Notes::write() {
    const std::lock_guard guard(m_writing);
    spool::CallStack records[kRecords];
    while (m_busy.test_and_set(std::memory_order_acquire)) ::sched_yield();
    const std::size_t count = std::exchange(m_count, 0);
    std::copy_n(m_records, count, records);
    m_busy.clear(std::memory_order_release);
    if (count) spoolWriter().write(spool::Block::CallStacks, records, count);
}

std::uint32_t Notes::numberOf(std::span<const std::uint64_t> frames) {
    const StackNumbers::Hash hash = StackNumbers::hashOf(0, frames);
    Known& known = m_known[hash.most % std::size(m_known)];
    if (known.number == 0 || known.hash != hash) known = {hash, numberOfStack(frames)};
    return known.number;
}

struct Search {
    std::uintptr_t inside;
    CodeRange found;
};

int recordObject(dl_phdr_info* info, std::size_t, void* data) {
    Search& s = *static_cast<Search*>(data);
    CodeRange all{~std::uintptr_t{0}, 0};
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& p = info->dlpi_phdr[i];
        if (p.p_type != PT_LOAD) continue;
        all.begin = std::min<std::uintptr_t>(all.begin, info->dlpi_addr + p.p_vaddr);
        all.end = std::max<std::uintptr_t>(all.end, info->dlpi_addr + p.p_vaddr + p.p_memsz);
    }
    if (!all.has(s.inside)) return 0;
    s.found = all;
    return 1;
}

/// The library in which a function is.
CodeRange libraryOf(const void* function) {
    Search s{reinterpret_cast<std::uintptr_t>(function), {}};
    ::dl_iterate_phdr(recordObject, &s);
    return s.found;
}

}  // namespace

void noteStackOfCall(std::uint32_t correlation, std::uint32_t stack, std::uint32_t flags) {
    Notes* const notes = stack ? mine() : nullptr;
    if (notes) notes->push(correlation, stack, flags);
}

void beginNativeStacks() {
    g_tools[0] = libraryOf(reinterpret_cast<const void*>(&libraryOf));
    g_tools[1] = libraryOf(reinterpret_cast<const void*>(cupti().cuptiSubscribe));
}

void noteNativeStack(std::uint32_t correlation) {
    Notes* const notes = mine();
    if (!notes) return;
    std::uint64_t frames[kMostFrames + 1];
    const std::size_t count = stackAbove(g_tools, frames);
    if (count == 0) return;
    if (count > kMostFrames) frames[kMostFrames] = spool::namedFrame(spoolWriter().string(kOuterFramesLeftOut), 0);
    const std::uint32_t number = notes->numberOf({frames, count});
    g_native.store(true, std::memory_order_relaxed);
    notes->push(correlation, number, spool::CallStack::Native);
    if (spoolWriter().isDirect()) writeMappings();
}

void writeStacksOfCalls() {
    std::vector<std::shared_ptr<Notes>> all;
    {
        const std::lock_guard guard(g_mutex);
        if (g_threads) all = *g_threads;
    }
    for (const auto& t : all) t->write();
    if (g_native.exchange(false)) writeMappings();
}

void forgetStacksOfCalls() {
    new (&g_mutex) std::mutex;
    g_threads = nullptr;
    g_native = false;
    if (t_mine) ::pthread_setspecific(g_key, nullptr);
    t_mine = nullptr;
}

}  // namespace collectors
