// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/string_table.h"

#include <cstring>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "model/base/safe_text.h"

namespace model {
namespace {
constexpr std::size_t kBlock = 256 * 1024;

std::uint32_t hashOf(std::string_view text) {
    return static_cast<std::uint32_t>(XXH3_64bits(text.data(), text.size()));
}
}  // namespace

StringTable::StringTable() : m_slots(1024, 0) {}

StringTable::Found StringTable::probe(std::string_view text, std::uint32_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t s = hash & mask;; s = (s + 1) & mask) {
        const StringId id = m_slots[s];
        if (id == 0) return {s, 0};
        const Entry& e = m_entries[id - 1];
        if (e.hash == hash && e.size == text.size() && std::memcmp(e.bytes, text.data(), text.size()) == 0)
            return {s, id};
    }
}

StringId StringTable::intern(std::string_view text) {
    if (!text.data()) text = "";  // memcmp and memcpy want a pointer also for nothing
    const std::uint32_t hash = hashOf(text);
    std::unique_lock lock(m_mutex);
    indexAdopted();
    Found f = probe(text, hash);
    if (f.id) return f.id;
    if (!isSafeText(text)) {  // asked of new texts only
        lock.unlock();
        return intern(safeText(text));
    }
    if ((m_entries.size() + 1) * 3 > m_slots.size() * 2) {
        rehash(m_slots.size() * 2);
        f = probe(text, hash);
    }
    m_entries.push({store(text), static_cast<std::uint32_t>(text.size()), hash});
    const auto id = static_cast<StringId>(m_entries.size());
    m_slots[f.slot] = id;
    m_indexed = id;
    m_count.store(id, std::memory_order_release);
    return id;
}

StringId StringTable::find(std::string_view text) const {
    if (!text.data()) text = "";
    std::lock_guard lock(m_mutex);
    indexAdopted();
    if (const StringId id = probe(text, hashOf(text)).id) return id;
    if (isSafeText(text)) return 0;
    const std::string safe = safeText(text);
    return probe(safe, hashOf(safe)).id;
}

void StringTable::adopt(std::unique_ptr<char[]> block, std::size_t bytes, std::span<const std::string_view> texts) {
    std::lock_guard lock(m_mutex);
    for (const std::string_view text : texts) {
        std::string safe;  // a damaged or crafted file may hold what no writer of ours has written
        if (!isSafeText(text)) safe = safeText(text);
        const std::string_view kept = safe.empty() ? text : std::string_view(store(safe), safe.size());
        m_entries.push({kept.data(), static_cast<std::uint32_t>(kept.size()), 0});
    }
    m_blocks.push_back(std::move(block));
    m_blockBytes += bytes;
    m_count.store(static_cast<std::uint32_t>(m_entries.size()), std::memory_order_release);
}

void StringTable::indexAdopted() const {
    if (m_indexed == m_entries.size()) return;
    for (; m_indexed < m_entries.size(); ++m_indexed) {
        Entry& e = m_entries.writable(m_indexed);
        e.hash = hashOf({e.bytes, e.size});
    }
    std::size_t slotCount = m_slots.size();
    while ((m_entries.size() + 1) * 3 > slotCount * 2) slotCount *= 2;
    rehash(slotCount);
}

void StringTable::rehash(std::size_t slotCount) const {
    std::vector<StringId> fresh(slotCount, 0);
    const std::size_t mask = slotCount - 1;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        std::size_t s = m_entries[i].hash & mask;
        while (fresh[s]) s = (s + 1) & mask;
        fresh[s] = static_cast<StringId>(i + 1);
    }
    m_slots = std::move(fresh);
}

const char* StringTable::store(std::string_view text) {
    if (text.empty()) return "";
    if (text.size() > m_freeBytes) {
        const std::size_t n = std::max(kBlock, text.size());
        m_blocks.emplace_back(new char[n]);
        m_blockBytes += n;
        if (text.size() >= kBlock) {  // a block of its own; the open block stays open
            std::memcpy(m_blocks.back().get(), text.data(), text.size());
            return m_blocks.back().get();
        }
        m_free = m_blocks.back().get();
        m_freeBytes = n;
    }
    char* at = m_free;
    std::memcpy(at, text.data(), text.size());
    m_free += text.size();
    m_freeBytes -= text.size();
    return at;
}

std::size_t StringTable::memoryBytes() const {
    std::lock_guard lock(m_mutex);
    return m_blockBytes + m_entries.memoryBytes() + m_slots.size() * sizeof(StringId);
}

}  // namespace model
