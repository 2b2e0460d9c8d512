// SPDX-License-Identifier: Apache-2.0
#include "collectors/process/spool_tail.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>

namespace collectors {

unsigned char* SpoolTail::room(int file, std::uint64_t end, std::size_t bytes) {
    constexpr std::uint64_t kPage = 64 << 10;  // of any machine
    const std::uint64_t begin = end / kPage * kPage;
    const auto size = static_cast<std::size_t>((end - begin + std::max(bytes, kAhead) + kPage - 1) / kPage * kPage);
    // Without blocks behind it a mapping would end the program when the disk is full.
    if (::fallocate(file, 0, static_cast<off_t>(begin), static_cast<off_t>(size)) != 0) return nullptr;
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(begin));
    if (memory == MAP_FAILED) return nullptr;
    ::madvise(memory, size, MADV_DONTFORK);
    close();
    m_memory = static_cast<unsigned char*>(memory);
    m_begin = begin;
    m_bytes = size;
    return m_memory + (end - m_begin);
}

void SpoolTail::close() {
    if (m_memory) ::munmap(m_memory, m_bytes);
    m_memory = nullptr;
}

}  // namespace collectors
