// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/byte_window.h"

#include <algorithm>

namespace importers {

bool ByteWindow::fill(std::size_t bytes) {
    constexpr std::size_t kLargestChunk = 1 << 20;
    if (m_buffer.size() - m_offset >= bytes) return true;
    m_buffer.erase(0, m_offset);
    m_base += m_offset;
    m_offset = 0;
    while (m_buffer.size() < bytes && !m_ended) {
        const std::size_t had = m_buffer.size();
        m_buffer.resize(had + m_chunk);
        const std::size_t got = m_source->read(m_buffer.data() + had, m_chunk);
        m_chunk = std::min(kLargestChunk, m_chunk * 2);  // small files cost little
        m_buffer.resize(had + got);
        m_ended = got == 0;
    }
    return m_buffer.size() >= bytes;
}

}  // namespace importers
