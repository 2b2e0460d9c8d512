// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "importers/common/byte_window.h"
#include "importers/common/protobuf_wire.h"

namespace importers::xplane {

/// A longer message is never held in memory: its fields are read one by one, or it is skipped.
inline constexpr std::uint64_t kMostHeld = std::uint64_t{256} << 20;

/// Reads messages within messages from a stream, forward only. A message is known by its end, a position in the
/// unpacked stream, so that a plane or a line of any length takes no memory. Only the innermost messages are held.
class SpaceStream {
public:
    /// The key of a field. A number has its value, bytes have their length; they begin at at().
    struct Field {
        std::uint32_t number = 0;
        WireType type = WireType::Varint;
        std::uint64_t value = 0;
        bool isBytes() const { return type == WireType::Bytes; }
    };
    static constexpr std::uint64_t kNoEnd = UINT64_MAX;

    explicit SpaceStream(std::unique_ptr<ByteSource> source) : m_window(std::move(source)) {}

    /// The next field before `end`. False at the end, of the message or of the stream, and where no field can be;
    /// isDamaged() tells these apart.
    bool next(std::uint64_t end, Field& field);
    /// The next `length` bytes, valid until the next call of anything here. False if the stream ends before, or if
    /// these are more than kMostHeld; then nothing was read.
    bool view(std::uint64_t length, std::string_view& bytes) {
        if (length > available() && !fill(length)) return false;
        bytes = m_window.unread().substr(0, static_cast<std::size_t>(length));
        m_window.skip(bytes.size());
        return true;
    }
    /// Moves to a position that is not before at(), or to the end of the stream.
    void skipTo(std::uint64_t position);

    std::uint64_t at() const { return m_window.at(); }
    /// Behind the last readable byte of what view() gave; see WireReader.
    const char* readableEnd() const { return m_window.readableEnd(); }
    /// Whether next() met bytes that are no field; set back by this call.
    bool takeDamage() { return std::exchange(m_damaged, false); }
    /// Whether the stream ended within a message.
    bool isCut() const { return m_cut; }

    const ByteSource& source() const { return m_window.source(); }

private:
    std::uint64_t available() const { return m_window.unread().size(); }
    bool fill(std::uint64_t bytes);

    ByteWindow m_window;
    bool m_damaged = false, m_cut = false;
};

}  // namespace importers::xplane
