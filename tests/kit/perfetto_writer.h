// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

/// A protobuf message, written field by field.
class Proto {
public:
    Proto& number(std::uint32_t field, std::uint64_t value) {
        varint(std::uint64_t{field} << 3);
        varint(value);
        return *this;
    }
    Proto& fixed64(std::uint32_t field, std::uint64_t value) {
        varint(std::uint64_t{field} << 3 | 1);
        for (int i = 0; i < 8; ++i) m_bytes += static_cast<char>(value >> (8 * i));
        return *this;
    }
    Proto& real(std::uint32_t field, double value) { return fixed64(field, std::bit_cast<std::uint64_t>(value)); }
    Proto& bytes(std::uint32_t field, std::string_view value) {
        varint(std::uint64_t{field} << 3 | 2);
        varint(value.size());
        m_bytes += value;
        return *this;
    }
    Proto& message(std::uint32_t field, const Proto& value) { return bytes(field, value.m_bytes); }
    const std::string& str() const { return m_bytes; }

private:
    void varint(std::uint64_t v) {
        for (; v > 127; v >>= 7) m_bytes += static_cast<char>(v | 128);
        m_bytes += static_cast<char>(v);
    }
    std::string m_bytes;
};

/// A packet of a writer at a time.
inline Proto packetAt(std::uint64_t time, std::uint32_t sequence = 1) {
    Proto p;
    p.number(8, time).number(10, sequence);
    return p;
}
/// Trace of packets.
inline std::string traceOf(std::initializer_list<Proto> packets) {
    Proto trace;
    for (const Proto& p : packets) trace.message(1, p);
    return trace.str();
}
inline Proto thread(std::uint64_t uuid, std::uint64_t pid, std::uint64_t tid, std::string_view name) {
    return Proto().number(1, uuid).message(4, Proto().number(1, pid).number(2, tid).bytes(5, name));
}
/// An event on a track: type 1 = begin, 2 = end, 3 = instant, 4 = counter, 5 = state.
inline Proto trackEvent(std::uint64_t type, std::uint64_t track, std::string_view name = {}) {
    Proto e;
    e.number(9, type).number(11, track);
    if (!name.empty()) e.bytes(23, name);
    return e;
}
