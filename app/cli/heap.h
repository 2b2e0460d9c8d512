// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace app {

/// Puts the next MiB of the heap on large pages, if the system has them: a command that reads a part of a report,
/// prints a table and ends spent a third of its time on the first touch of small ones. What comes beyond that grows as
/// ever. At the beginning of a program.
inline void beginHeapOnLargePages() {
#if defined(__GLIBC__)
    constexpr std::uintptr_t kPage = 2 << 20, kAhead = 8 << 20;
    constexpr std::size_t kBeyondTop = 127
                                       << 10;  // more than the heap begins with, less than what is mapped for itself
    mallopt(M_TOP_PAD, kAhead);
    void* const first = std::malloc(kBeyondTop);
    const auto at = reinterpret_cast<std::uintptr_t>(first), end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    std::free(first);
    if (at >= end || end - at > kAhead + kPage) return;  // another allocator
    const std::uintptr_t from = (at + kPage - 1) & ~(kPage - 1), to = end & ~(kPage - 1);
    if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#endif
}

}  // namespace app
