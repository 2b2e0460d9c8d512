// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/callchains.h"

#include <bit>

namespace model {
namespace {

std::uint64_t mix(std::uint64_t h) {
    h ^= h >> 32;
    h *= 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
    return h;
}
std::uint64_t hashOfNode(const Frame& f) {
    return mix(mix(f.ip + 0x632be59bd9b4e019ull * f.symbol) ^
               (static_cast<std::uint64_t>(f.module) << 32 | f.flags << 8 | f.unwind));
}
std::uint64_t hashOfNode(CallchainTable::Node n) { return mix((static_cast<std::uint64_t>(n.parent) << 32) | n.frame); }

template <class Values>
void rehash(std::vector<std::uint32_t>& slots, const Values& values, std::size_t size) {
    slots.assign(size, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::size_t s = hashOfNode(values[i]) & (size - 1);
        while (slots[s]) s = (s + 1) & (size - 1);
        slots[s] = static_cast<std::uint32_t>(i + 1);
    }
}

/// Index of the value in the column, added if it is new.
template <class T, class Equal>
std::uint32_t internValue(Column<T>& values, std::vector<std::uint32_t>& slots, const T& v, Equal equal) {
    if ((values.size() + 1) * 8 > slots.size() * 7)
        rehash(slots, values, std::max<std::size_t>(256, std::bit_ceil((values.size() + 1) * 2)));
    std::size_t s = hashOfNode(v) & (slots.size() - 1);
    for (; slots[s]; s = (s + 1) & (slots.size() - 1))
        if (equal(values[slots[s] - 1], v)) return slots[s] - 1;
    values.push(v);
    slots[s] = static_cast<std::uint32_t>(values.size());
    return slots[s] - 1;
}

}  // namespace

ChainId CallchainTable::intern(std::span<const Frame> leafFirst) {
    std::lock_guard lock(m_mutex);
    // Every look-up misses the cache when chains are many: ask for all slots before the first is needed.
    if (!m_frameSlots.empty())
        for (const Frame& f : leafFirst) __builtin_prefetch(&m_frameSlots[hashOfNode(f) & (m_frameSlots.size() - 1)]);
    ChainId id = 0;
    for (auto f = leafFirst.rbegin(); f != leafFirst.rend(); ++f) id = child(id, frameIndex(*f));
    return id;
}

ChainId CallchainTable::intern(ChainId outer, const Frame& inner) {
    std::lock_guard lock(m_mutex);
    return child(outer, frameIndex(inner));
}

std::uint32_t CallchainTable::frameIndex(const Frame& f) {
    return internValue(m_frames, m_frameSlots, f, [](const Frame& a, const Frame& b) { return a == b; });
}

ChainId CallchainTable::child(ChainId parent, std::uint32_t frame) {
    return 1 + internValue(m_nodes, m_nodeSlots, Node{parent, frame},
                           [](Node a, Node b) { return a.parent == b.parent && a.frame == b.frame; });
}

std::vector<Frame> CallchainTable::at(ChainId id) const {
    std::vector<Frame> out;
    if (id > m_visible.load(std::memory_order_acquire)) return out;
    while (id) {
        const Node n = m_nodes[id - 1];
        out.push_back(m_frames[n.frame]);
        id = n.parent;
    }
    return out;
}

bool CallchainTable::load(std::span<const Frame> frames, std::span<const Node> nodes) {
    std::lock_guard lock(m_mutex);
    const std::size_t known = m_frames.size() + frames.size();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].frame >= known || nodes[i].parent > m_nodes.size() + i) return false;
    m_frames.append(frames);
    m_nodes.append(nodes);
    m_frameSlots = std::vector<std::uint32_t>();  // "= {}" would keep the memory
    m_nodeSlots = std::vector<std::uint32_t>();
    return true;
}

std::size_t CallchainTable::memoryBytes() const {
    return m_nodes.memoryBytes() + m_frames.memoryBytes() + 4 * (m_frameSlots.size() + m_nodeSlots.size());
}

void CallchainTable::dropIndex() {
    std::lock_guard lock(m_mutex);
    m_frameSlots = std::vector<std::uint32_t>();  // "= {}" would keep the memory
    m_nodeSlots = std::vector<std::uint32_t>();
}

}  // namespace model
