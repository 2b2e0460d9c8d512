// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <malloc.h>
#include <atomic>
#include <cstdlib>
#include <new>

/// What `operator new` hands out in this test binary, of which this header makes its own.
namespace heap_use {

inline std::atomic<std::size_t> live, most, total;

/// Bytes in use at most, and bytes taken in all, while it exists.
class Watch {
public:
    Watch() : m_live(live), m_total(total) { most = m_live; }
    std::size_t peak() const { return most - m_live; }
    std::size_t taken() const { return total - m_total; }

private:
    std::size_t m_live, m_total;
};

inline void add(std::size_t bytes) {
    total += bytes;
    const std::size_t now = live += bytes;
    for (std::size_t seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {}
}

}  // namespace heap_use

void* operator new(std::size_t bytes) {
    void* const p = std::malloc(bytes ? bytes : 1);
    if (!p) throw std::bad_alloc();
    heap_use::add(::malloc_usable_size(p));
    return p;
}
// The others, too: a sanitizer has its own of those that are not here, which would not fit these.
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return operator new(bytes);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new[](std::size_t bytes, const std::nothrow_t& t) noexcept { return operator new(bytes, t); }
void operator delete(void* p) noexcept {
    if (p) heap_use::live -= ::malloc_usable_size(p);
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete[](void* p, std::size_t) noexcept { operator delete(p); }
