// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/mman.h>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace model {

/// Memory of the system's large pages for long arrays that are freed soon: the first touch of 2 MiB costs a third
/// of what it costs for as many small pages, or less. Short ones come from the heap.
template <class T>
struct HugeAllocator {
    using value_type = T;
    HugeAllocator() = default;
    template <class U>
    HugeAllocator(const HugeAllocator<U>&) {}  // NOLINT: all are alike

    T* allocate(std::size_t n) {
        if (n > SIZE_MAX / 2 / sizeof(T)) throw std::bad_alloc();
        const std::size_t bytes = n * sizeof(T);
        if (bytes < kLeast) return static_cast<T*>(::operator new(bytes));
        // Mapped a page larger to find an aligned part; the rest is returned.
        const std::size_t whole = rounded(bytes);
        void* const p = mmap(nullptr, whole + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) throw std::bad_alloc();
        const auto from = reinterpret_cast<std::uintptr_t>(p);
        const std::uintptr_t at = rounded(from);
        if (at > from) munmap(p, at - from);
        if (const std::uintptr_t rest = from + kPage - at; rest > 0) munmap(reinterpret_cast<void*>(at + whole), rest);
        madvise(reinterpret_cast<void*>(at), whole, MADV_HUGEPAGE);  // a request: without it, small pages do
        return reinterpret_cast<T*>(at);
    }
    void deallocate(T* p, std::size_t n) noexcept {
        if (n * sizeof(T) < kLeast) ::operator delete(p);
        else munmap(p, rounded(n * sizeof(T)));
    }
    bool operator==(const HugeAllocator&) const = default;

private:
    static constexpr std::size_t kPage = std::size_t{2} << 20, kLeast = kPage / 4;
    static constexpr std::size_t rounded(std::size_t bytes) { return (bytes + kPage - 1) & ~(kPage - 1); }
};
template <class T>
using HugeVector = std::vector<T, HugeAllocator<T>>;

}  // namespace model
