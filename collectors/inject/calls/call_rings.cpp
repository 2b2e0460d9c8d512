// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/calls/call_rings.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "collectors/process/raw_syscall.h"

namespace collectors {

std::atomic<CallRing*> CallRing::s_all[kMostRings];
std::atomic<std::uint64_t> CallRing::s_lost[kLosses];
std::atomic<std::uint32_t> CallRing::s_generation{1};
std::atomic<int> CallRing::s_process{::getpid()};

// By calls of the system alone, see above. Rings that were made stay.
CallRing* CallRing::made(std::atomic<CallRing*>& place) {
    const long memory =
        rawSyscall(SYS_mmap, 0, sizeof(CallRing), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (isError(memory)) return nullptr;
    CallRing* other = nullptr;
    CallRing* const fresh = new (reinterpret_cast<void*>(memory)) CallRing;
    if (place.compare_exchange_strong(other, fresh)) return fresh;
    rawSyscall(SYS_munmap, memory, sizeof(CallRing));
    return other;
}

CallRing* CallRing::taken(calls::Thread& thread) {
    // A child of vfork() has its parent's memory, and would leave the parent with the ring of a thread that is gone.
    if (rawSyscall(SYS_getpid) != s_process.load(std::memory_order_relaxed)) return nullptr;
    const auto self = static_cast<std::uint32_t>(rawSyscall(SYS_gettid));
    for (std::atomic<CallRing*>& place : s_all) {
        CallRing* ring = place.load(std::memory_order_acquire);
        if (!ring) ring = made(place);
        if (!ring) break;
        std::uint32_t nobody = 0;
        if (!ring->m_owner.compare_exchange_strong(nobody, self)) continue;
        thread.ring = ring;
        thread.generation = s_generation.load(std::memory_order_relaxed);
        return ring;
    }
    lose(Loss::NoRing);
    return nullptr;
}

void CallRing::read(std::uint64_t at, void* bytes, std::size_t words) const {
    const std::size_t begin = at & kMask, first = words < kWords - begin ? words : kWords - begin;
    std::memcpy(bytes, m_words + begin, first * 8);
    std::memcpy(static_cast<char*>(bytes) + first * 8, m_words, (words - first) * 8);
}

// Word by word: it is called on the program's stack.
bool CallRing::put(const Record& record) {
    const auto* const words = reinterpret_cast<const std::uint64_t*>(&record);
    const std::uint64_t detailWords = (record.detailBytes + 7) / 8, begin = m_head.load(std::memory_order_relaxed);
    std::uint64_t head = begin;
    if (begin - m_tail.load(std::memory_order_acquire) + kRecordWords + record.frames + detailWords > kWords)
        return false;
    for (std::size_t i = 0; i < kRecordWords; ++i) at(head++) = words[i];
    for (std::size_t i = 0; i < record.frames; ++i) at(head++) = m_draft.frames[i];
    for (std::size_t i = 0; i < detailWords; ++i) std::memcpy(&at(head++), m_draft.detail + i * 8, 8);
    m_head.store(head, std::memory_order_release);
    return true;
}

// Handlers interrupt one another, and each is over before what it has interrupted goes on.
bool CallRing::keep(const Record& record) {
    const std::size_t at = m_keptCount.fetch_add(1, std::memory_order_relaxed);
    if (at >= kMostKept) return false;
    m_kept[at] = record;
    return true;
}

void CallRing::putKept() {
    std::size_t done = 0, count = m_keptCount.load(std::memory_order_relaxed);
    do {
        for (; done < count && done < kMostKept; ++done)
            if (!put(m_kept[done])) lose(Loss::Full);
    } while (!m_keptCount.compare_exchange_strong(count, 0, std::memory_order_relaxed));
}

bool CallRing::lives(std::uint32_t thread) {
    return ::syscall(SYS_tgkill, ::getpid(), thread, 0) == 0 || errno != ESRCH;
}

void CallRing::forgetAll() {
    s_generation.fetch_add(1);
    s_process = ::getpid();
    for (std::atomic<std::uint64_t>& lost : s_lost) lost = 0;
    for (std::atomic<CallRing*>& place : s_all) {
        CallRing* const ring = place.load();
        if (!ring) return;
        ring->m_tail.store(ring->m_head.load());
        ring->m_keptCount.store(0);
        ring->m_owner.store(0);
    }
}

}  // namespace collectors
