// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/segment_pool.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace model {
namespace {

/// Bits of `units` units from `first` on.
constexpr std::uint16_t bitsOf(std::size_t first, std::size_t units) {
    return static_cast<std::uint16_t>(((std::uint32_t{1} << units) - 1) << first);
}

}  // namespace

SegmentPool& SegmentPool::instance() {
    static SegmentPool* const pool = new SegmentPool;  // outlives every static store
    return *pool;
}

SegmentPool::~SegmentPool() {
    for (const auto& [chunk, used] : m_chunks) munmap(reinterpret_cast<void*>(chunk), kChunk);
}

std::uintptr_t SegmentPool::mapChunk() {
    // Mapped twice as large to find an aligned part; the rest is returned.
    void* const p = mmap(nullptr, 2 * kChunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    const auto from = reinterpret_cast<std::uintptr_t>(p);
    const std::uintptr_t chunk = (from + kChunk - 1) & ~(kChunk - 1);
    if (chunk > from) munmap(p, chunk - from);
    if (const std::uintptr_t rest = from + kChunk - chunk; rest > 0) munmap(reinterpret_cast<void*>(chunk + kChunk), rest);
    madvise(reinterpret_cast<void*>(chunk), kChunk, MADV_HUGEPAGE);  // a wish: without it, small pages do
    return chunk;
}

void* SegmentPool::take(std::size_t bytes) {
    const std::size_t units = bytes / kUnit;
    std::lock_guard lock(m_mutex);
    for (std::size_t i = m_open.size(); i-- > 0;) {
        const std::uintptr_t chunk = m_open[i];
        Mask& used = m_chunks.find(chunk)->second;
        if (used == bitsOf(0, 16)) {
            m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(i));
            continue;
        }
        for (std::size_t at = 0; at < 16; at += units) {
            if (used & bitsOf(at, units)) continue;
            if (used == 0) --m_empty;
            used = static_cast<Mask>(used | bitsOf(at, units));
            return reinterpret_cast<void*>(chunk + at * kUnit);
        }
    }
    const std::uintptr_t chunk = mapChunk();
    m_chunks.emplace(chunk, bitsOf(0, units));
    m_open.push_back(chunk);
    return reinterpret_cast<void*>(chunk);
}

void SegmentPool::giveBack(void* memory, std::size_t bytes) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t chunk = at & ~(kChunk - 1);
    std::lock_guard lock(m_mutex);
    Mask& used = m_chunks.find(chunk)->second;
    const bool wasFull = used == bitsOf(0, 16);
    used = static_cast<Mask>(used & ~bitsOf((at - chunk) / kUnit, bytes / kUnit));
    if (wasFull && std::find(m_open.begin(), m_open.end(), chunk) == m_open.end()) m_open.push_back(chunk);
    if (used == 0 && ++m_empty > kSpareChunks) dropChunk(chunk);
}

void SegmentPool::dropChunk(std::uintptr_t chunk) noexcept {
    std::erase(m_open, chunk);
    m_chunks.erase(chunk);
    munmap(reinterpret_cast<void*>(chunk), kChunk);
    --m_empty;
}

void SegmentPool::trim() noexcept {
    std::lock_guard lock(m_mutex);
    std::vector<std::uintptr_t> empty;
    for (const auto& [chunk, used] : m_chunks)
        if (used == 0) empty.push_back(chunk);
    for (const std::uintptr_t chunk : empty) dropChunk(chunk);
}

std::size_t SegmentPool::mappedBytes() const {
    std::lock_guard lock(m_mutex);
    return m_chunks.size() * kChunk;
}

}  // namespace model
