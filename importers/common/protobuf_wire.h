// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace importers {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// One field of a protobuf message. `bytes` points into the message of the reader.
struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t value = 0;  ///< the number; for Bytes the length
    std::string_view bytes;   ///< only for Bytes

    bool isBytes() const { return type == WireType::Bytes; }
    /// Negative numbers are stored in two's complement, in ten bytes.
    std::int64_t asInt() const { return static_cast<std::int64_t>(value); }
    double asDouble() const { return std::bit_cast<double>(value); }
    float asFloat() const { return std::bit_cast<float>(static_cast<std::uint32_t>(value)); }
};

/// Reads the fields of one protobuf message in order, without a schema and without copying. A message that breaks the
/// wire format ends early, and failed() is true. Another reader reads nested messages from WireField::bytes, so the
/// caller decides about the depth, not the file.
///
/// Varints are read eight bytes at a time if so many are readable. Small messages inside a large buffer profit if the
/// reader knows the end of the buffer; it never reads beyond its own message.
class WireReader {
public:
    explicit WireReader(std::string_view message) : WireReader(message, message.data() + message.size()) {}

    /// `readableEnd` is the end of the buffer that contains the message.
    WireReader(std::string_view message, const char* readableEnd)
        : m_at(message.data()), m_end(m_at + message.size()),
          m_fastEnd(readableEnd - message.data() >= 8 ? readableEnd - 8 : nullptr) {}

    bool atEnd() const { return m_at == m_end; }
    bool failed() const { return m_failed; }
    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }

    /// The next field; false at the end and after damage.
    [[gnu::always_inline]] bool next(WireField& field) {
        if (m_at >= m_end) return false;
        // Nearly all keys have one or two bytes, that is field numbers below 2048.
        std::uint64_t key = byteAt(0);
        if (key < 0x80) [[likely]]
            ++m_at;
        else if (left() > 1 && byteAt(1) < 0x80) key = (key & 0x7f) | byteAt(1) << 7, m_at += 2;
        else if (!readSlowly(key)) return false;
        if (key < 8 || key > UINT32_MAX) return fail();
        field.number = static_cast<std::uint32_t>(key >> 3);
        field.type = static_cast<WireType>(key & 7);
        if (field.type == WireType::Varint) [[likely]]
            return varint(field.value);
        switch (field.type) {
        case WireType::Bytes: return varint(field.value) && view(field.value, field.bytes);
        case WireType::Fixed64: return fixed(8, field.value);
        case WireType::Fixed32: return fixed(4, field.value);
        default: return fail();
        }
    }

    /// A bare varint, as before each message in a stream of messages.
    [[gnu::always_inline]] bool varint(std::uint64_t& value) {
        if (m_at >= m_end) return fail();
        if (const std::uint64_t byte = byteAt(0); byte < 0x80) {  // guesses the length, so that nothing waits for it
            ++m_at;
            value = byte;
            return true;
        }
        if (std::endian::native != std::endian::little || m_at > m_fastEnd) return readSlowly(value);
        std::uint64_t word = 0;
        std::memcpy(&word, m_at, 8);
        const std::uint64_t stops = ~word & 0x8080808080808080u;
        if (stops == 0) [[unlikely]]
            return take(longVarint(word, m_at + 8, m_end), value);
        m_at += static_cast<unsigned>(std::countr_zero(stops)) / 8 + 1;
        value = closeUp(word & (stops ^ (stops - 1)));
        return m_at <= m_end || fail();
    }

    /// The next `size` bytes, unchanged.
    [[gnu::always_inline]] bool view(std::uint64_t size, std::string_view& bytes) {
        if (size > left()) return fail();
        bytes = {m_at, static_cast<std::size_t>(size)};
        m_at += size;
        return true;
    }

private:
    [[gnu::always_inline]] std::uint64_t byteAt(std::ptrdiff_t offset) const {
        return static_cast<std::uint8_t>(m_at[offset]);
    }

    [[gnu::always_inline]] bool fail() {
        m_failed = true;
        m_at = m_end;
        return false;
    }

    [[gnu::always_inline]] bool fixed(std::size_t size, std::uint64_t& value) {
        if (size > left()) return fail();
        value = 0;
        for (std::size_t i = 0; i < size; ++i) value |= byteAt(static_cast<std::ptrdiff_t>(i)) << (8 * i);
        m_at += size;
        return true;
    }

    /// Joins the seven-bit groups of eight bytes, by pairs, fours and eights.
    [[gnu::always_inline]] static std::uint64_t closeUp(std::uint64_t word) {
        word = (word & 0x007f007f007f007fu) | ((word & 0x7f007f007f007f00u) >> 1);
        word = (word & 0x00003fff00003fffu) | ((word & 0x3fff00003fff0000u) >> 2);
        return (word & 0x000000000fffffffu) | ((word & 0x0fffffff00000000u) >> 4);
    }

    struct Slow {
        const char* at;  ///< after the varint; null if it does not end in time
        std::uint64_t value;
    };

    /// Does not take the reader as a parameter, so that its position can stay in a register.
    [[gnu::noinline]] static Slow slowVarint(const char* at, const char* end) {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 70 && at < end; shift += 7) {
            const std::uint64_t byte = static_cast<std::uint8_t>(*at++);
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) return {at, value};
        }
        return {nullptr, 0};
    }

    /// The ninth and tenth byte of negative numbers and of ids with a machine number.
    [[gnu::noinline]] static Slow longVarint(std::uint64_t word, const char* at, const char* end) {
        std::uint64_t value = closeUp(word);
        for (int shift = 56; shift < 70 && at < end; shift += 7) {
            const std::uint64_t byte = static_cast<std::uint8_t>(*at++);
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) return {at, value};
        }
        return {nullptr, 0};
    }

    [[gnu::always_inline]] bool readSlowly(std::uint64_t& value) { return take(slowVarint(m_at, m_end), value); }

    [[gnu::always_inline]] bool take(Slow slow, std::uint64_t& value) {
        if (!slow.at) return fail();
        m_at = slow.at;
        value = slow.value;
        return true;
    }

    const char* m_at;
    const char* m_end;
    const char* m_fastEnd;  ///< last position from which eight bytes may be read; null if there is none
    bool m_failed = false;
};

/// An entry of a map from numbers to messages. What is missing is 0 or empty.
struct WireMapEntry {
    std::int64_t key = 0;
    std::string_view value;
    bool isDamaged = false;
};
inline WireMapEntry mapEntry(std::string_view message) {
    WireMapEntry out;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 1 && !f.isBytes()) out.key = f.asInt();
        if (f.number == 2 && f.isBytes()) out.value = f.bytes;
    }
    out.isDamaged = in.failed();
    return out;
}

}  // namespace importers
