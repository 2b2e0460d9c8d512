// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "collectors/protocol/interface.h"

namespace collectors {

/// What one thread recorded of its calls and the file does not have yet. The thread adds records, and one other thread
/// removes them. Neither needs a lock or memory, since calls also happen in signal handlers. If a ring is full, records
/// are lost and counted.
class CallRing {
public:
    static constexpr std::size_t kWords = 32 << 10;  ///< 256 KiB
    static constexpr std::size_t kMostFrames = 128, kMostDetail = 4096;

    struct Record {
        const char* name;
        const char* library;
        std::uint64_t start, end;
        std::int64_t result;
        std::uint64_t frames, detailBytes;
    };
    /// The ring of the calling thread, until the thread is gone. Null if there are too many threads, which is counted,
    /// or in a child of vfork().
    static CallRing* mine(calls::Thread& thread) {
        CallRing* const ring = known(thread);
        return ring ? ring : taken(thread);
    }
    /// Another number in each forked child.
    static const std::atomic<std::uint32_t>& generation() { return s_generation; }
    /// The same if the thread has a ring; otherwise null.
    static CallRing* known(const calls::Thread& thread) {
        return thread.generation == s_generation.load(std::memory_order_relaxed) ? static_cast<CallRing*>(thread.ring)
                                                                                 : nullptr;
    }
    /// Where the calling thread composes its next record, so that none of it is on its stack.
    struct Draft {
        Record record;
        std::uint64_t frames[kMostFrames];
        char detail[kMostDetail];
    };
    Draft& draft() { return m_draft; }
    /// Adds a record, with the frames and detail of the draft. False if there is no room.
    bool put(const Record& record);
    /// For a signal handler that has interrupted the thread while it adds a record: putKept() adds this one afterwards.
    /// False if there are too many.
    bool keep(const Record& record);
    bool hasKept() const { return m_keptCount.load(std::memory_order_relaxed) != 0; }
    void putKept();
    bool isHalfFull() const {
        return m_head.load(std::memory_order_relaxed) - m_tail.load(std::memory_order_relaxed) > kWords / 2;
    }

    /// Removes every record of every ring, and releases rings whose threads are gone. From one thread at a time. The
    /// callback gets {thread, record, frames, detail}, which are valid until it returns.
    template <class F>
    static void drain(const F& each) {
        for (std::size_t i = 0; i < kMostRings; ++i) {
            CallRing* ring = s_all[i].load(std::memory_order_acquire);
            if (!ring) return;
            const std::uint32_t thread = ring->m_owner.load(std::memory_order_acquire);
            if (thread == 0) continue;
            const bool gone = ring->isEmpty() && !lives(thread);
            ring->take(thread, each);
            if (gone) ring->m_owner.store(0, std::memory_order_release);
        }
    }
    enum class Loss : std::uint8_t { Full, Interrupted, NoRing, TooDeep };
    static constexpr std::size_t kLosses = 4;
    static std::uint64_t recordLost(Loss why) { return s_lost[static_cast<std::size_t>(why)].exchange(0); }
    static void lose(Loss why) { s_lost[static_cast<std::size_t>(why)].fetch_add(1, std::memory_order_relaxed); }
    /// In a forked child: nothing is recorded yet, and no ring has an owner.
    static void forgetAll();

private:
    static constexpr std::size_t kMostRings = 2048, kMask = kWords - 1;
    static constexpr std::size_t kRecordWords = sizeof(Record) / 8;
    static_assert(sizeof(Record) % 8 == 0);

    CallRing() = default;
    [[gnu::noinline]] static CallRing* made(std::atomic<CallRing*>& place);
    [[gnu::noinline]] static CallRing* taken(calls::Thread& thread);
    static bool lives(std::uint32_t thread);
    bool isEmpty() const { return m_head.load(std::memory_order_acquire) == m_tail.load(std::memory_order_relaxed); }
    std::uint64_t& at(std::uint64_t word) { return m_words[word & kMask]; }
    void read(std::uint64_t at, void* bytes, std::size_t words) const;

    template <class F>
    void take(std::uint32_t thread, const F& each) {
        const std::uint64_t head = m_head.load(std::memory_order_acquire);
        for (std::uint64_t at = m_tail.load(std::memory_order_relaxed); at != head;
             m_tail.store(at, std::memory_order_release)) {
            Record r;
            std::uint64_t frames[kMostFrames], detail[kMostDetail / 8];
            read(at, &r, kRecordWords);
            read(at += kRecordWords, frames, r.frames);
            read(at += r.frames, detail, (r.detailBytes + 7) / 8);
            at += (r.detailBytes + 7) / 8;
            each(thread, r, std::span<const std::uint64_t>(frames, r.frames), reinterpret_cast<const char*>(detail));
        }
    }

    static std::atomic<CallRing*> s_all[kMostRings];
    static std::atomic<std::uint64_t> s_lost[kLosses];
    static std::atomic<std::uint32_t> s_generation;
    static std::atomic<int> s_process;

    std::atomic<std::uint32_t> m_owner{0};
    std::atomic<std::uint64_t> m_head{0}, m_tail{0};  // words since the beginning
    std::uint64_t m_words[kWords];
    Draft m_draft;
    static constexpr std::size_t kMostKept = 32;
    std::atomic<std::size_t> m_keptCount{0};
    Record m_kept[kMostKept];
};

}  // namespace collectors
