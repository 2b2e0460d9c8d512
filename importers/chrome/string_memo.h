// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/json_text.h"
#include "model/base/string_table.h"

namespace importers::chrome {

/// Caches interned texts by their raw form, for one thread. Most strings of a trace repeat; then neither their escapes
/// must be resolved nor the shared table be locked again.
class StringMemo {
public:
    explicit StringMemo(model::StringTable& strings) : m_strings(strings), m_slots(kSlots) {}

    model::StringId id(const json::Value& v) { return id(v.raw(), v.escaped); }

    model::StringId id(std::string_view raw, bool escaped = false) {
        if (raw.empty()) raw = {"", 0};  // of a missing field: functions on bytes need an address
        const std::uint64_t h = hash(raw);
        Slot& slot = m_slots[h >> (64 - kBits)];
        if (slot.hash == h && slot.size == raw.size() && std::memcmp(slot.text(), raw.data(), raw.size()) == 0)
            [[likely]]
            return slot.id;
        return miss(slot, h, raw, escaped);
    }

    /// The same for texts that mostly come in the same order, such as keys. `place` identifies the preceding text; the
    /// text that followed it last time is tried first.
    model::StringId id(const json::Value& v, std::uint32_t place) {
        const Slot*& guess = m_guesses[place % kGuesses];
        if (guess && guess->size == v.size && isInside(*guess, v.begin)) [[likely]]
            return guess->id;
        const model::StringId found = id(v);
        const Slot& slot = m_slots[hash(v.raw()) >> (64 - kBits)];
        if (v.size <= Slot::kInline && slot.id == found) guess = &slot;
        return found;
    }

private:
    static constexpr std::size_t kGuesses = 1024;
    static constexpr unsigned kBits = 14;
    static constexpr std::size_t kSlots = std::size_t{1} << kBits;
    static constexpr std::size_t kLongest = 4096;  // longer texts are not cached

    /// One line of the cache, which contains the text if it fits.
    struct alignas(64) Slot {
        static constexpr std::size_t kInline = 40;
        std::uint64_t hash = 0;
        std::unique_ptr<char[]> bytes;  // of a longer text
        char inside[kInline] = {};
        std::uint32_t size = 0;
        model::StringId id = 0;
        const char* text() const { return size <= kInline ? inside : bytes.get(); }
    };
    static_assert(sizeof(Slot) == 64);

    /// Whether a slot's short text equals the same number of bytes at p. Reads up to seven more bytes there: a text in
    /// a document is followed by a quote and the padding.
    static bool isInside(const Slot& slot, const char* p) {
        std::size_t n = slot.size, at = 0;
        if (n > Slot::kInline) return false;
        if (n == 0) return true;
        for (; n > 8; at += 8, n -= 8)
            if (load(slot.inside + at, 8) != load(p + at, 8)) return false;
        const std::uint64_t mask = n == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * n)) - 1;
        return ((load(slot.inside + at, 8) ^ load(p + at, 8)) & mask) == 0;
    }
    static std::uint64_t load(const char* p, std::size_t n) {
        std::uint64_t v = 0;
        std::memcpy(&v, p, n);
        return v;
    }
    static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
        const unsigned __int128 m = static_cast<unsigned __int128>(a) * b;
        return static_cast<std::uint64_t>(m) ^ static_cast<std::uint64_t>(m >> 64);
    }
    /// Compared only with itself, so it need not be stable or strong.
    static std::uint64_t hash(std::string_view s) {
        constexpr std::uint64_t k0 = 0x9e3779b97f4a7c15ull, k1 = 0xd6e8feb86659fd93ull;
        std::uint64_t h = s.size() * k1;
        const char* p = s.data();
        std::size_t n = s.size();
        for (; n > 16; p += 16, n -= 16) h = mix(load(p, 8) ^ k0 ^ h, load(p + 8, 8) ^ k1);
        if (n >= 8) return mix(load(p, 8) ^ k0 ^ h, load(p + n - 8, 8) ^ k1);
        return mix(load(p, n) ^ k0 ^ h, k1 ^ n);
    }

    model::StringId miss(Slot& slot, std::uint64_t h, std::string_view raw, bool escaped) {
        model::StringId id = 0;
        if (!escaped && json::isPlainText(raw)) {
            id = m_strings.intern(raw);
        } else {
            m_text.clear();
            json::appendText(raw, escaped, m_text);
            id = m_strings.intern(m_text);
        }
        if (raw.size() > kLongest) return id;
        if (raw.size() <= Slot::kInline) {
            std::memcpy(slot.inside, raw.data(), raw.size());
        } else {
            if (!slot.bytes || slot.size < raw.size()) slot.bytes = std::make_unique<char[]>(raw.size());
            std::memcpy(slot.bytes.get(), raw.data(), raw.size());
        }
        slot.hash = h;
        slot.size = static_cast<std::uint32_t>(raw.size());
        slot.id = id;
        return id;
    }

    model::StringTable& m_strings;
    std::vector<Slot> m_slots;
    std::array<const Slot*, kGuesses> m_guesses{};
    std::string m_text;
};

}  // namespace importers::chrome
