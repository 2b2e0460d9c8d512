// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/byte_window.h"

#include <algorithm>
#include <cstring>

namespace importers {

/// For so many bytes from the next unread one on; those that are there move to the front.
void ByteWindow::makeRoom(std::size_t bytes) {
    const std::size_t unread = m_size - m_offset;
    if (bytes > m_capacity) {
        m_capacity = std::max(bytes, m_capacity + m_capacity / 2);
        auto larger = std::make_unique_for_overwrite<char[]>(m_capacity);
        if (unread > 0) std::memcpy(larger.get(), m_bytes.get() + m_offset, unread);
        m_bytes = std::move(larger);
    } else if (unread > 0) {
        std::memmove(m_bytes.get(), m_bytes.get() + m_offset, unread);
    }
    m_base += m_offset;
    m_offset = 0;
    m_size = unread;
}

std::uint64_t ByteWindow::pass(std::uint64_t bytes) {
    if (m_ended || m_offset < m_size) return 0;
    const std::uint64_t passed = m_source->pass(bytes);
    m_base += m_size + passed;
    m_offset = m_size = 0;
    return passed;
}

bool ByteWindow::fill(std::size_t bytes) {
    constexpr std::size_t kLargestChunk = 1 << 20;
    while (m_size - m_offset < bytes && !m_ended) {
        // Room is made for what is read next, not for what a damaged length claims.
        if (m_capacity - m_size < m_chunk) makeRoom(m_size - m_offset + m_chunk);
        const std::size_t got = m_source->read(m_bytes.get() + m_size, m_chunk);
        m_chunk = std::min(kLargestChunk, m_chunk * 2);  // small files cost little
        m_size += got;
        m_ended = got == 0;
    }
    return m_size - m_offset >= bytes;
}

}  // namespace importers
