// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

#include "model/base/segment_pool.h"

namespace model {

/// Append-only array whose elements never move: segments of 64, 128, … 65 536 elements, then 65 536 each.
///
/// One thread appends; others may read rows below a count that was handed to them with a Snapshot (the hand-over
/// synchronises: nothing in here is atomic). A small column costs one segment of 64 elements.
template <class T>
class Column {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    static constexpr unsigned kHeadSegments = 11;
    static constexpr std::size_t kFirstSegment = 64;
    static constexpr std::size_t kFullSegment = kFirstSegment << (kHeadSegments - 1);  // 65 536
    static constexpr std::size_t kHeadRows = kFirstSegment * ((std::size_t{1} << kHeadSegments) - 1);
    static constexpr std::size_t kMaxRows = std::size_t{1} << 32;

    struct Place {
        std::size_t segment;
        std::size_t offset;
    };

    static constexpr Place place(std::size_t row) {
        if (row < kHeadRows) {
            const unsigned k = static_cast<unsigned>(std::bit_width(row / kFirstSegment + 1)) - 1;
            return {k, row - kFirstSegment * ((std::size_t{1} << k) - 1)};
        }
        const std::size_t q = row - kHeadRows;
        return {kHeadSegments + q / kFullSegment, q % kFullSegment};
    }
    static constexpr std::size_t capacity(std::size_t segment) {
        return segment < kHeadSegments ? kFirstSegment << segment : kFullSegment;
    }
    /// First row of a segment.
    static constexpr std::size_t firstRow(std::size_t segment) {
        return segment < kHeadSegments ? kFirstSegment * ((std::size_t{1} << segment) - 1)
                                       : kHeadRows + (segment - kHeadSegments) * kFullSegment;
    }

    Column() = default;
    Column(const Column&) = delete;
    Column& operator=(const Column&) = delete;
    ~Column() {
        for (std::size_t s = 0; T* p = segmentOrNull(s); ++s) freeSegment(p, capacity(s));
        std::free(m_tail);
    }

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    void push(T value) {
        if (m_writeLeft == 0) openSegment();
        *m_write++ = value;
        --m_writeLeft;
        ++m_size;
    }

    void append(std::span<const T> values) {
        while (!values.empty()) {
            if (m_writeLeft == 0) openSegment();
            const std::size_t n = std::min(values.size(), m_writeLeft);
            std::copy_n(values.data(), n, m_write);
            m_write += n;
            m_writeLeft -= n;
            m_size += n;
            values = values.subspan(n);
        }
    }

    const T& operator[](std::size_t row) const {
        const Place p = place(row);
        return segmentAt(p.segment)[p.offset];
    }
    T& writable(std::size_t row) {
        const Place p = place(row);
        return const_cast<T*>(segmentAt(p.segment))[p.offset];
    }

    /// The longest contiguous run that begins at `row` and stays below `end`.
    std::span<const T> run(std::size_t row, std::size_t end) const {
        const Place p = place(row);
        return {segmentAt(p.segment) + p.offset, std::min(end - row, capacity(p.segment) - p.offset)};
    }

    /// Makes room for rows [size, size + n) and returns the first contiguous piece of it to be written by the caller,
    /// who may write pieces from several threads; `size()` grows at once. Only for loading.
    std::span<T> grow(std::size_t n) {
        if (m_writeLeft == 0) openSegment();
        const std::size_t m = std::min(n, m_writeLeft);
        std::span<T> out(m_write, m);
        m_write += m;
        m_writeLeft -= m;
        m_size += m;
        return out;
    }

    /// First row in [first, last) whose value is not less than `value`; the rows must be sorted. O(log n).
    template <class V>
    std::size_t lowerBound(std::size_t first, std::size_t last, V value) const {
        return partition(first, last, [&](const T& x) { return x < value; });
    }
    /// First row in [first, last) whose value is greater than `value`; the rows must be sorted. O(log n).
    template <class V>
    std::size_t upperBound(std::size_t first, std::size_t last, V value) const {
        return partition(first, last, [&](const T& x) { return !(value < x); });
    }

    /// First row in [first, last) for which `before` is false, where it is true for a prefix.
    template <class P>
    std::size_t partition(std::size_t first, std::size_t last, P before) const {
        if (first >= last) return first;
        // Find the segment by its first elements, then search inside: one address computation a step is saved.
        std::size_t lo = place(first).segment, hi = place(last - 1).segment;
        while (lo < hi) {
            const std::size_t mid = (lo + hi + 1) / 2;
            if (before(segmentAt(mid)[0])) lo = mid;
            else hi = mid - 1;
        }
        const std::size_t base = firstRow(lo);
        const T* p = segmentAt(lo);
        const std::size_t a = first > base ? first - base : 0;
        const std::size_t b = std::min(last - base, capacity(lo));
        const T* at = std::partition_point(p + a, p + b, before);
        return base + static_cast<std::size_t>(at - p);
    }

    /// Bytes of the segments.
    std::size_t memoryBytes() const {
        std::size_t n = 0;
        for (std::size_t s = 0; segmentOrNull(s); ++s) n += capacity(s) * sizeof(T);
        return n;
    }

private:
    // The directory of full segments is reserved whole, so that it never moves; untouched pages of it cost nothing.
    static constexpr std::size_t kTailSegments = kMaxRows / kFullSegment;

    const T* segmentAt(std::size_t s) const { return s < kHeadSegments ? m_head[s] : m_tail[s - kHeadSegments]; }
    T* segmentOrNull(std::size_t s) const {
        if (s < kHeadSegments) return m_head[s];
        return m_tail && s - kHeadSegments < kTailSegments ? m_tail[s - kHeadSegments] : nullptr;
    }

    static T* newSegment(std::size_t n) {
        if (!SegmentPool::serves(n * sizeof(T))) return new T[n];
        T* p = static_cast<T*>(SegmentPool::instance().allocate(n * sizeof(T)));
        std::uninitialized_default_construct_n(p, n);
        return p;
    }
    static void freeSegment(T* p, std::size_t n) {
        if (SegmentPool::serves(n * sizeof(T))) SegmentPool::instance().deallocate(p, n * sizeof(T));
        else delete[] p;
    }

    void openSegment() {
        const std::size_t s = place(m_size).segment;
        const std::size_t n = capacity(s);
        if (s >= kHeadSegments) {
            if (!m_tail) m_tail = static_cast<T**>(std::calloc(kTailSegments, sizeof(T*)));
            if (!m_tail || s - kHeadSegments >= kTailSegments) throw std::bad_alloc();
        }
        T* p = newSegment(n);
        (s < kHeadSegments ? m_head[s] : m_tail[s - kHeadSegments]) = p;
        m_write = p;
        m_writeLeft = n;
    }

    T* m_head[kHeadSegments] = {};
    T** m_tail = nullptr;
    T* m_write = nullptr;
    std::size_t m_writeLeft = 0;
    std::size_t m_size = 0;
};

}  // namespace model
