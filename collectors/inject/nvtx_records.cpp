// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/nvtx_records.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <new>

#include "collectors/inject/options.h"
#include "collectors/inject/spool_writer.h"

namespace collectors {
namespace {

constexpr std::size_t kMostPayloadBytes = 1 << 20;

std::atomic<std::uint32_t> g_generation{1};  // of the spool: another one in each forked child
std::atomic<std::uint32_t> g_domains{0};
std::mutex g_threadsMutex;
std::mutex g_numbering;  // of domains
std::vector<NvtxThread*>* g_threads = nullptr;  // under g_threadsMutex
std::vector<NvtxThread*>& threads() {
    if (!g_threads) g_threads = new std::vector<NvtxThread*>;
    return *g_threads;
}
pthread_key_t g_key;
std::once_flag g_keyOnce;
thread_local NvtxThread* t_mine = nullptr;
thread_local bool t_ended = false;

/// Whether a list with commas names it.
bool lists(std::string_view list, std::string_view name) {
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        if (list.substr(at, end - at) == name) return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

std::uint32_t KeptText::number() {
    const std::uint32_t generation = g_generation.load(std::memory_order_relaxed);
    const std::uint64_t known = m_numbered.load(std::memory_order_relaxed);
    if (known >> 32 == generation) return static_cast<std::uint32_t>(known);
    const std::uint32_t number = spoolWriter().string(m_text);
    m_numbered.store(std::uint64_t{generation} << 32 | number, std::memory_order_relaxed);
    return number;
}

NvtxDomain::NvtxDomain(std::string text)
    : name(std::move(text)), traced(options().include.empty() ? !lists(options().exclude, name.text()) : lists(options().include, name.text())) {}

std::uint32_t NvtxDomain::number() {
    const std::uint32_t generation = g_generation.load(std::memory_order_relaxed);
    const std::uint64_t known = numbered.load(std::memory_order_acquire);
    if (known >> 32 == generation) return static_cast<std::uint32_t>(known);
    const std::lock_guard guard(g_numbering);
    if (const std::uint64_t now = numbered.load(); now >> 32 == generation) return static_cast<std::uint32_t>(now);
    const spool::Domain record{++g_domains, name.number()};
    spoolWriter().write(spool::Block::Domains, &record, 1);
    numbered.store(std::uint64_t{generation} << 32 | record.number, std::memory_order_release);
    return record.number;
}

NvtxThread::NvtxThread() : m_thread(static_cast<std::uint32_t>(::syscall(SYS_gettid))) {}

NvtxThread* NvtxThread::mine() {
    if (t_mine || t_ended) return t_mine;
    std::call_once(g_keyOnce, [] { ::pthread_key_create(&g_key, ended); });
    t_mine = new (std::nothrow) NvtxThread;
    if (!t_mine) return nullptr;
    ::pthread_setspecific(g_key, t_mine);
    const std::lock_guard guard(g_threadsMutex);
    threads().push_back(t_mine);
    return t_mine;
}

void NvtxThread::ended(void* self) {
    auto* thread = static_cast<NvtxThread*>(self);
    t_mine = nullptr;
    t_ended = true;
    {
        const std::lock_guard guard(g_threadsMutex);
        std::erase(threads(), thread);
    }
    thread->flush();
    delete thread;
}

void NvtxThread::lock() {
    while (m_busy.test_and_set(std::memory_order_acquire)) ::sched_yield();
}
void NvtxThread::unlock() { m_busy.clear(std::memory_order_release); }

std::uint32_t NvtxThread::text(std::string_view text) {
    if (m_generation != g_generation.load(std::memory_order_relaxed)) {
        for (Known& k : m_known) k.number = 0;
        m_generation = g_generation.load(std::memory_order_relaxed);
    }
    std::uint64_t hash = 1469598103934665603ull ^ text.size();
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    Known& k = m_known[(hash ^ hash >> 32) % kTexts];
    if (k.number == 0 || k.text != text) {
        k.text = text.substr(0, SpoolWriter::kLongestString);
        k.number = spoolWriter().string(text);
    }
    return k.number;
}

void NvtxThread::push(spool::NvtxEvent event, const std::vector<unsigned char>* payloads, std::uint16_t payloadCount) {
    lock();
    event.thread = m_thread;
    event.payloads = payloadCount;
    if (payloads) {
        m_payloads.insert(m_payloads.end(), payloads->begin(), payloads->end());
        m_payloadCount += payloadCount;
    }
    m_events[m_count++] = event;
    if (m_count == kEvents || m_payloads.size() > kMostPayloadBytes) flush();
    unlock();
}

// Payloads stand before the events that they belong to.
void NvtxThread::flush() {
    if (m_payloadCount) spoolWriter().write(spool::Block::Payloads, 0, m_payloadCount, m_payloads.data(), m_payloads.size());
    if (m_count) spoolWriter().write(spool::Block::Nvtx, m_events, m_count);
    m_payloads.clear();
    m_payloadCount = 0;
    m_count = 0;
}

void NvtxThread::flushAll() {
    const std::lock_guard guard(g_threadsMutex);
    for (NvtxThread* t : threads()) {
        t->lock();
        t->flush();
        t->unlock();
    }
}

// Of the parent's threads only the one that forked goes on here, with nothing noted yet.
void NvtxThread::forgetAll() {
    ++g_generation;
    g_domains = 0;
    new (&g_threadsMutex) std::mutex;
    new (&g_numbering) std::mutex;
    g_threads = nullptr;
    if (t_mine) ::pthread_setspecific(g_key, nullptr);
    t_mine = nullptr;
}

}  // namespace collectors
