// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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
    std::string_view unread() const { return {m_bytes.get() + m_offset, m_size - m_offset}; }
    /// Passes over unread bytes that are there.
    void skip(std::size_t bytes) { m_offset += bytes; }
    /// Passes over bytes that are not there yet, without reading them where the file allows it; returns how many. What
    /// is there must have been passed over before.
    std::uint64_t pass(std::uint64_t bytes);
    /// Reads no more, whatever follows.
    void end() { m_ended = true; }

    /// Of the next unread byte in the unpacked stream.
    std::uint64_t at() const { return m_base + m_offset; }
    bool hasEnded() const { return m_ended; }
    /// Behind the last byte in memory; see WireReader.
    const char* readableEnd() const { return m_bytes.get() + m_size; }
    const ByteSource& source() const { return *m_source; }

private:
    void makeRoom(std::size_t bytes);

    std::unique_ptr<ByteSource> m_source;
    std::unique_ptr<char[]> m_bytes;  // no string, which would fill what is read into
    std::size_t m_capacity = 0, m_size = 0;
    std::size_t m_offset = 0;        // of the next unread byte in m_bytes
    std::uint64_t m_base = 0;        // of m_bytes in the stream
    std::size_t m_chunk = 16 << 10;  // bytes to read next
    bool m_ended = false;
};

}  // namespace importers
