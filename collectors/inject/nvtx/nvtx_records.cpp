// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/nvtx/nvtx_records.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "collectors/process/options.h"
#include "collectors/process/own_stack.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"
#include "collectors/process/thread_names.h"

namespace collectors {
namespace {

constexpr std::size_t kMostPayloadBytes = 1 << 20;

std::atomic<std::uint32_t> g_generation{1};  // of the spool: another one in each forked child
std::atomic<std::uint32_t> g_domains{0};
std::mutex g_threadsMutex;
std::mutex g_numbering;  // of domains
using Threads = std::vector<std::shared_ptr<NvtxThread>>;
Threads* g_threads = nullptr;  // under g_threadsMutex
Threads& threads() {
    if (!g_threads) g_threads = new Threads;
    return *g_threads;
}
pthread_key_t g_key;
std::atomic<bool> g_hasKey{false};
std::once_flag g_keyOnce;
thread_local NvtxThread* t_mine = nullptr;
thread_local bool t_ended = false;

/// Holds a flag for a few instructions.
class Busy {
public:
    explicit Busy(std::atomic_flag& flag) : m_flag(flag) {
        while (m_flag.test_and_set(std::memory_order_acquire)) ::sched_yield();
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    ~Busy() { m_flag.clear(std::memory_order_release); }

private:
    std::atomic_flag& m_flag;
};

/// What needs memory, a lock or the spool is not done on the stack of the program's thread.
template <class F>
void withRoom(F&& f) {
    onOwnStack([&]() noexcept {
        try {
            f();
        } catch (...) {
            gaveUp();
        }
    });
}

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

bool KeptText::isNumbered() const {
    return m_numbered.load(std::memory_order_relaxed) >> 32 == g_generation.load(std::memory_order_relaxed);
}
bool NvtxDomain::isNumbered() const {
    return numbered.load(std::memory_order_acquire) >> 32 == g_generation.load(std::memory_order_relaxed);
}

std::uint32_t KeptText::number() {
    const std::uint32_t generation = g_generation.load(std::memory_order_relaxed);
    const std::uint64_t known = m_numbered.load(std::memory_order_relaxed);
    return known >> 32 == generation ? static_cast<std::uint32_t>(known) : numbered(generation);
}

std::uint32_t KeptText::numbered(std::uint32_t generation) {
    std::uint32_t number = 0;
    withRoom([&] { number = spoolWriter().string(m_text); });
    m_numbered.store(std::uint64_t{generation} << 32 | number, std::memory_order_relaxed);
    return number;
}

NvtxDomain::NvtxDomain(std::string text)
    : name(std::move(text)), traced(options().include.empty() ? !lists(options().exclude, name.text())
                                                              : lists(options().include, name.text())),
      isOfNccl(name.text() == "NCCL") {}

std::uint32_t NvtxDomain::number() {
    const std::uint32_t generation = g_generation.load(std::memory_order_relaxed);
    const std::uint64_t known = numbered.load(std::memory_order_acquire);
    return known >> 32 == generation ? static_cast<std::uint32_t>(known) : write(generation);
}

std::uint32_t NvtxDomain::write(std::uint32_t generation) {
    std::uint32_t number = 0;
    withRoom([&] {
        const std::lock_guard guard(g_numbering);
        const std::uint64_t now = numbered.load();
        if (now >> 32 == generation) return void(number = static_cast<std::uint32_t>(now));
        const spool::Domain record{++g_domains, name.number()};
        spoolWriter().write(spool::Block::Domains, &record, 1);
        numbered.store(std::uint64_t{generation} << 32 | record.number, std::memory_order_release);
        number = record.number;
    });
    return number;
}

NvtxThread::NvtxThread() : m_thread(static_cast<std::uint32_t>(::syscall(SYS_gettid))) {}

NvtxThread* NvtxThread::known() {
    return g_hasKey.load(std::memory_order_acquire) ? static_cast<NvtxThread*>(::pthread_getspecific(g_key)) : nullptr;
}

NvtxThread* NvtxThread::mine() {
    if (t_mine || t_ended) return t_mine;
    std::call_once(g_keyOnce, [] { g_hasKey = ::pthread_key_create(&g_key, ended) == 0; });
    if (!g_hasKey) return nullptr;
    const std::shared_ptr<NvtxThread> fresh(new NvtxThread);
    const std::lock_guard guard(g_threadsMutex);
    threads().push_back(fresh);
    ::pthread_setspecific(g_key, fresh.get());
    t_mine = fresh.get();
    noteThreadName();
    return t_mine;
}

void NvtxThread::ended(void* self) {
    withRoom([self] { static_cast<NvtxThread*>(self)->end(); });
}

void NvtxThread::end() {
    t_mine = nullptr;
    t_ended = true;
    std::shared_ptr<NvtxThread> thread;  // the flushing thread may have it in its hands, too
    {
        const std::lock_guard guard(g_threadsMutex);
        for (auto& t : threads())
            if (t.get() == this) thread = t;
        std::erase(threads(), thread);
    }
    if (thread) thread->flush();
    noteThreadEnd();
}

NvtxThread::Ranges& NvtxThread::in(const NvtxDomain& domain) {
    for (Ranges& r : m_ranges)
        if (r.domain == &domain) return r;
    bool has = false;
    withRoom([&] { m_ranges.push_back({&domain}), has = true; });
    if (!has) throw std::bad_alloc();
    return m_ranges.back();
}

std::uint32_t NvtxThread::text(std::string_view text) {
    if (m_generation != g_generation.load(std::memory_order_relaxed)) {
        for (Known& k : m_known) k.number = 0;
        m_generation = g_generation.load(std::memory_order_relaxed);
    }
    Known& k = m_known[placeOf(text)];
    if (k.number == 0 || k.text != text) learn(k, text);
    return k.number;
}

std::size_t NvtxThread::placeOf(std::string_view text) const {
    std::uint64_t hash = 1469598103934665603ull ^ text.size();
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return (hash ^ hash >> 32) % kTexts;
}

bool NvtxThread::knows(std::string_view text) const {
    const Known& k = m_known[placeOf(text)];
    return text.empty() ||
           (m_generation == g_generation.load(std::memory_order_relaxed) && k.number != 0 && k.text == text);
}

bool NvtxThread::hasPlace() const {
    const Busy busy(m_busy);
    return m_now->count > 0 && m_now->count + 1 < kEvents && !spoolWriter().isDirect();
}

void NvtxThread::learn(Known& known, std::string_view text) {
    known.number = 0;
    withRoom([&] {
        known.text = text.substr(0, SpoolWriter::kLongestString);
        known.number = spoolWriter().string(text);
    });
}

void NvtxThread::push(const spool::NvtxEvent& event, const std::vector<unsigned char>* payloads,
                      std::uint16_t payloadCount) {
    bool full, first;
    {
        const Busy busy(m_busy);
        Batch& b = *m_now;
        if (payloads) b.add(*payloads, payloadCount);
        spool::NvtxEvent& e = b.events[b.count];
        e = event;
        e.thread = m_thread;
        e.payloads = payloadCount;
        first = b.count++ == 0;
        full = b.count == kEvents || b.payloads.size() > kMostPayloadBytes;
    }
    if (first || full || spoolWriter().isDirect()) pushed(first, full);
}

void NvtxThread::pushed(bool first, bool full) {
    withRoom([&] {
        const bool direct = spoolWriter().isDirect();
        if (!direct && first) noteThreadName();  // it may have another one by now
        if (direct || full) flush();
    });
}

void NvtxThread::flush() {
    const std::lock_guard guard(m_writing);
    Batch* batch;
    {
        const Busy busy(m_busy);
        batch = m_now;
        m_now = &m_batches[batch == m_batches];
    }
    batch->write();
}

void NvtxThread::Batch::add(const std::vector<unsigned char>& bytes, std::uint16_t records) {
    payloads.insert(payloads.end(), bytes.begin(), bytes.end());
    payloadCount += records;
}

// Payloads stand before the events that they belong to. Empty afterwards, even where that failed.
void NvtxThread::Batch::write() {
    const std::size_t rows = std::exchange(count, 0), texts = std::exchange(payloadCount, 0);
    if (texts) spoolWriter().write(spool::Block::Payloads, 0, texts, payloads.data(), payloads.size());
    payloads.clear();
    if (rows) spoolWriter().write(spool::Block::Nvtx, events, rows);
}

void NvtxThread::flushAll() {
    Threads all;
    {
        const std::lock_guard guard(g_threadsMutex);
        all = threads();
    }
    for (const auto& t : all) t->flush();
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
