// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace model {

/// Memory for large arrays, cut from chunks of 2 MiB that the system may back with one huge page each: touching memory
/// for the first time is a good part of opening a report, and costs a third of what pages of 4 KiB cost. What the
/// staging of a report returns, its columns use again. Thread safe.
class SegmentPool {
#if defined(__SANITIZE_ADDRESS__)
    static constexpr bool kEnabled = false;  // so that a step beyond an array is found
#else
    static constexpr bool kEnabled = true;
#endif

public:
    static constexpr std::size_t kUnit = 64 << 10;
    static constexpr std::size_t kChunk = 2 << 20;

    /// The pool of this program.
    static SegmentPool& instance();

    SegmentPool() = default;
    SegmentPool(const SegmentPool&) = delete;
    SegmentPool& operator=(const SegmentPool&) = delete;
    ~SegmentPool();

    /// Whether it serves arrays of that size: powers of two from kUnit to kChunk.
    static constexpr bool serves(std::size_t bytes) {
        return kEnabled && bytes >= kUnit && bytes <= kChunk && (bytes & (bytes - 1)) == 0;
    }

    /// Uninitialised memory, aligned to its size. Throws std::bad_alloc.
    void* allocate(std::size_t bytes);
    /// `bytes` as it was passed to allocate().
    void deallocate(void* memory, std::size_t bytes) noexcept;
    /// Returns the chunks in which nothing is in use to the system; a few are kept for the next one otherwise.
    void trim() noexcept;
    /// Bytes of all chunks, used or not.
    std::size_t mappedBytes() const;

private:
    using Mask = std::uint32_t;  // one bit a unit: in use
    static_assert(kChunk / kUnit == 32);
    static constexpr std::size_t kSpareChunks = 8;

    std::uintptr_t mapChunk();
    void dropChunk(std::uintptr_t chunk) noexcept;

    mutable std::mutex m_mutex;
    // Single units have chunks of their own: between larger arrays they would leave holes when those are returned.
    struct Chunk {
        Mask used;
        bool single;
    };
    std::map<std::uintptr_t, Chunk> m_chunks;
    std::vector<std::uintptr_t>
        m_open[2];            // by `single`: chunks that may have room, most recent last; may hold full ones
    std::size_t m_empty = 0;  // chunks in which nothing is in use
};

}  // namespace model
