// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "model/base/column.h"

namespace model {

/// Dense id of an interned string; 0 = none.
using StringId = std::uint32_t;

/// Interned strings, as safeText() has them. `intern` may be called from several threads; `at` takes no lock for an id
/// that the caller got from `intern`, from a row of a Snapshot, or that is below the Snapshot's string count.
class StringTable {
public:
    StringTable();
    StringTable(const StringTable&) = delete;
    StringTable& operator=(const StringTable&) = delete;

    /// The id of that text, new or old; of what it is made harmless to (safe_text.h) where it holds what programs obey.
    /// Empty text is an ordinary string, not `none`.
    StringId intern(std::string_view text);

    /// The id of that text, or 0 if it was never interned.
    StringId find(std::string_view text) const;

    /// The text, "" for 0. Lives as long as the table.
    std::string_view at(StringId id) const {
        if (id == 0) return {};
        const Entry& e = m_entries[id - 1];
        return {e.bytes, e.size};
    }

    /// Number of strings; ids are 1 … count().
    std::uint32_t count() const { return m_count.load(std::memory_order_acquire); }

    std::size_t memoryBytes() const;

    /// For files: adds strings that are all new, with the ids count() + 1 … in this order, and keeps `block`, of
    /// `bytes` bytes, that holds them. Not hashed, and copied only where they must be made harmless: the next find() or
    /// intern() pays for that. One thread only.
    void adopt(std::unique_ptr<char[]> block, std::size_t bytes, std::span<const std::string_view> texts);

private:
    struct Entry {
        const char* bytes;
        std::uint32_t size;
        std::uint32_t hash;
    };
    struct Found {
        std::size_t slot;
        StringId id;
    };
    Found probe(std::string_view text, std::uint32_t hash) const;
    void rehash(std::size_t slotCount) const;
    void indexAdopted() const;
    const char* store(std::string_view text);

    mutable std::mutex m_mutex;
    mutable Column<Entry> m_entries;  // mutable: hashes of adopted strings are filled in late
    std::atomic<std::uint32_t> m_count{0};
    mutable std::vector<StringId> m_slots;  // open addressing, power of two, at most 2/3 full
    mutable std::size_t m_indexed = 0;      // entries that are in m_slots
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_free = nullptr;
    std::size_t m_freeBytes = 0;
    std::size_t m_blockBytes = 0;
};

}  // namespace model
