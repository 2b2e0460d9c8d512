// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace collectors {

/// The name of the outermost frame of a stack that has more frames than were read.
inline constexpr const char* kOuterFramesLeftOut = "[outer frames left out]";

/// Bytes of a stack that are copied with a sample, from the stack pointer on. A shorter copy
/// ends where the stack does, or where the system had no page of it at hand.
inline constexpr unsigned kStackCopyBytes = 8 << 10;

/// Numbers of stacks in a spool. The same stack of the same process has the same number, as long as this remembers it.
/// After 40 000 stacks it forgets all of them and goes on with higher numbers. Stacks are identified by 96 bits of
/// hash. Uses 4 KiB at first and 1 MiB at most. For one thread at a time.
class StackNumbers {
public:
    struct Found {
        std::uint32_t number;
        bool fresh;  ///< the number is not in the spool yet
    };
    struct Hash {
        std::uint64_t most = 0;
        std::uint32_t rest = 0;
        bool operator==(const Hash&) const = default;
    };
    static Hash hashOf(std::uint32_t pid, std::span<const std::uint64_t> frames) {
        std::uint64_t a = 0x9e3779b97f4a7c15 ^ pid, b = frames.size();
        for (const std::uint64_t f : frames) {
            a = (a ^ f) * 0xff51afd7ed558ccd, a ^= a >> 32;
            b = (b + f) * 0xc4ceb9fe1a85ec53, b ^= b >> 29;
        }
        return {a, static_cast<std::uint32_t>(b >> 16)};
    }
    Found of(std::uint32_t pid, std::span<const std::uint64_t> frames) {
        const Hash hash = hashOf(pid, frames);
        Slot* slot = &slotOf(hash.most, hash.rest);
        if (slot->number) return {slot->number, false};
        if (m_used == kMost) forget();
        else if ((m_used + 1) * 8 > m_slots.size() * 5) grow();
        slot = &slotOf(hash.most, hash.rest);
        ++m_used;
        *slot = {hash.most, hash.rest, ++m_last};
        return {m_last, true};
    }
    /// A number that is not given to anything else.
    std::uint32_t next() { return ++m_last; }

private:
    static constexpr std::size_t kFirstSlots = 256, kMost = 40'000;
    struct Slot {
        std::uint64_t hash;
        std::uint32_t check, number;
    };
    /// Where it is, or where it belongs.
    Slot& slotOf(std::uint64_t hash, std::uint32_t check) {
        std::size_t at = hash % m_slots.size();
        while (m_slots[at].number && (m_slots[at].hash != hash || m_slots[at].check != check))
            at = (at + 1) % m_slots.size();
        return m_slots[at];
    }
    void forget() {
        m_slots = std::vector<Slot>(kFirstSlots);
        m_used = 0;
    }
    void grow() {
        const std::vector<Slot> was = std::move(m_slots);
        m_slots = std::vector<Slot>(was.size() * 2);
        for (const Slot& s : was)
            if (s.number) slotOf(s.hash, s.check) = s;
    }
    std::vector<Slot> m_slots = std::vector<Slot>(kFirstSlots);
    std::size_t m_used = 0;
    std::uint32_t m_last = 0;
};

}  // namespace collectors
