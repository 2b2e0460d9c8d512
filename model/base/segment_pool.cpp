// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/segment_pool.h"

#include <sys/mman.h>
#include <algorithm>
#include <new>

namespace model {
namespace {

/// Bits of `units` units from `first` on.
constexpr std::uint32_t bitsOf(std::size_t first, std::size_t units) {
    return static_cast<std::uint32_t>(((std::uint64_t{1} << units) - 1) << first);
}
constexpr std::size_t kUnits = SegmentPool::kChunk / SegmentPool::kUnit;

}  // namespace

SegmentPool& SegmentPool::instance() {
    static SegmentPool* const pool = new SegmentPool;  // outlives every static store
    return *pool;
}

SegmentPool::~SegmentPool() {
    for (const auto& [chunk, c] : m_chunks) munmap(reinterpret_cast<void*>(chunk), kChunk);
}

std::uintptr_t SegmentPool::mapChunk() {
    // Mapped twice as large to find an aligned part; the rest is returned.
    void* const p = mmap(nullptr, 2 * kChunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    const auto from = reinterpret_cast<std::uintptr_t>(p);
    const std::uintptr_t chunk = (from + kChunk - 1) & ~(kChunk - 1);
    if (chunk > from) munmap(p, chunk - from);
    if (const std::uintptr_t rest = from + kChunk - chunk; rest > 0)
        munmap(reinterpret_cast<void*>(chunk + kChunk), rest);
    madvise(reinterpret_cast<void*>(chunk), kChunk, MADV_HUGEPAGE);  // a request: without it, small pages do
    return chunk;
}

void* SegmentPool::allocate(std::size_t bytes) {
    const std::size_t units = bytes / kUnit;
    const bool single = units == 1;
    std::lock_guard lock(m_mutex);
    std::vector<std::uintptr_t>& open = m_open[single];
    for (std::size_t i = open.size(); i-- > 0;) {
        const std::uintptr_t chunk = open[i];
        Mask& used = m_chunks.find(chunk)->second.used;
        if (used == bitsOf(0, kUnits)) {
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
            continue;
        }
        for (std::size_t at = 0; at < kUnits; at += units) {
            if (used & bitsOf(at, units)) continue;
            if (used == 0) --m_empty;
            used |= bitsOf(at, units);
            return reinterpret_cast<void*>(chunk + at * kUnit);
        }
    }
    const std::uintptr_t chunk = mapChunk();
    m_chunks.emplace(chunk, Chunk{bitsOf(0, units), single});
    open.push_back(chunk);
    return reinterpret_cast<void*>(chunk);
}

void SegmentPool::deallocate(void* memory, std::size_t bytes) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t chunk = at & ~(kChunk - 1);
    std::lock_guard lock(m_mutex);
    Chunk& c = m_chunks.find(chunk)->second;
    std::vector<std::uintptr_t>& open = m_open[c.single];
    const bool wasFull = c.used == bitsOf(0, kUnits);
    c.used &= ~bitsOf((at - chunk) / kUnit, bytes / kUnit);
    if (wasFull && std::find(open.begin(), open.end(), chunk) == open.end()) open.push_back(chunk);
    if (c.used == 0 && ++m_empty > kSpareChunks) dropChunk(chunk);
}

void SegmentPool::dropChunk(std::uintptr_t chunk) noexcept {
    std::erase(m_open[m_chunks.find(chunk)->second.single], chunk);
    m_chunks.erase(chunk);
    munmap(reinterpret_cast<void*>(chunk), kChunk);
    --m_empty;
}

void SegmentPool::trim() noexcept {
    std::lock_guard lock(m_mutex);
    std::vector<std::uintptr_t> empty;
    for (const auto& [chunk, c] : m_chunks)
        if (c.used == 0) empty.push_back(chunk);
    for (const std::uintptr_t chunk : empty) dropChunk(chunk);
}

std::size_t SegmentPool::mappedBytes() const {
    std::lock_guard lock(m_mutex);
    return m_chunks.size() * kChunk;
}

}  // namespace model
