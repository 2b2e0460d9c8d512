// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "importers/common/text_source.h"

namespace importers {

/// A stream that is read forward only, as messages that are whole in memory one after the other. Holds what was asked
/// for at once and what was read with it, up to a MiB more.
class ByteWindow {
public:
    explicit ByteWindow(std::unique_ptr<ByteSource> source) : m_source(std::move(source)) {}

    /// Reads until `bytes` unread ones are there. False if the stream ends before. Views of them are invalid then.
    bool fill(std::size_t bytes);
    std::string_view unread() const { return std::string_view(m_buffer).substr(m_offset); }
    /// Passes over unread bytes that are there.
    void skip(std::size_t bytes) { m_offset += bytes; }
    /// Reads no more, whatever follows.
    void end() { m_ended = true; }

    /// Of the next unread byte in the unpacked stream.
    std::uint64_t at() const { return m_base + m_offset; }
    bool hasEnded() const { return m_ended; }
    /// Behind the last byte in memory; see WireReader.
    const char* readableEnd() const { return m_buffer.data() + m_buffer.size(); }
    const ByteSource& source() const { return *m_source; }

private:
    std::unique_ptr<ByteSource> m_source;
    std::string m_buffer;
    std::size_t m_offset = 0;        // of the next unread byte in m_buffer
    std::uint64_t m_base = 0;        // of m_buffer in the stream
    std::size_t m_chunk = 16 << 10;  // bytes to read next
    bool m_ended = false;
};

}  // namespace importers
