// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Writes small reports of Nsight Compute, for tests that need no samples.
namespace ncu_writer {

/// A protobuf message.
class Message {
public:
    Message& number(unsigned field, std::uint64_t v) {
        key(field, 0);
        varint(v);
        return *this;
    }
    Message& real(unsigned field, double v) {
        key(field, 1);
        const auto bits = std::bit_cast<std::uint64_t>(v);
        for (int i = 0; i < 8; ++i) m_bytes += static_cast<char>(bits >> (8 * i));
        return *this;
    }
    Message& bytes(unsigned field, std::string_view v) {
        key(field, 2);
        varint(v.size());
        m_bytes += v;
        return *this;
    }
    Message& message(unsigned field, const Message& m) { return bytes(field, m.m_bytes); }
    const std::string& str() const { return m_bytes; }

private:
    void key(unsigned field, unsigned type) { varint(std::uint64_t{field} << 3 | type); }
    void varint(std::uint64_t v) {
        for (; v >= 0x80; v >>= 7) m_bytes += static_cast<char>(v | 0x80);
        m_bytes += static_cast<char>(v);
    }
    std::string m_bytes;
};

inline std::string length(std::size_t n) {
    std::string out;
    for (int i = 0; i < 4; ++i) out += static_cast<char>(n >> (8 * i));
    return out;
}

inline Message intValue(std::uint64_t v) { return Message().number(5, v); }
inline Message realValue(double v) { return Message().real(3, v); }
inline Message textValue(std::string_view v) { return Message().bytes(1, v); }

/// A metric with its value; without one it was not measured.
inline Message metric(unsigned name) { return Message().number(1, name); }
inline Message metric(unsigned name, const Message& value) { return Message().number(1, name).message(2, value); }
inline Message instance(const Message& key, const Message& value) {
    return Message().message(1, key).message(2, value);
}

inline Message extent(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return Message().number(1, x).number(2, y).number(3, z);
}

/// The facts that every kernel has; metrics, sections and rules are added by the caller.
inline Message kernel(std::string_view function, std::uint32_t grid = 4, std::uint64_t stream = 7) {
    const std::string mangled = "_Z" + std::to_string(function.size()) + std::string(function) + "v",
                      demangled = std::string(function) + "()";
    return Message()
        .number(1, 42)
        .bytes(5, mangled)
        .bytes(6, function)
        .bytes(7, demangled)
        .message(10, extent(grid, 1, 1))
        .message(11, extent(128, 1, 1))
        .number(14, 1700000000)
        .number(22, 1)
        .number(23, stream);
}

class Report {
public:
    Report() { m_bytes = std::string("NVR\0", 4) + length(2) + Message().number(1, 7).str(); }

    /// A block; `strings` only where names of metrics are given anew.
    Report& block(const std::vector<std::string>& strings, const std::vector<std::string>& sources,
                  const std::vector<std::string>& results, std::string_view session = {},
                  const std::vector<std::string>& ranges = {}) {
        std::string payload;
        for (const auto* list : {&sources, &results, &ranges})
            for (const std::string& m : *list) payload += length(m.size()) + m;
        Message table;
        for (const std::string& s : strings) table.bytes(1, s);
        Message header;
        header.number(1, sources.size()).number(2, results.size());
        if (!session.empty()) header.bytes(3, session);
        header.bytes(4, table.str()).number(5, payload.size());
        header.message(6, Message().number(1, 42).bytes(2, "10.1.2.3").bytes(3, "/home/somebody/bin/program"));
        if (!ranges.empty()) header.number(7, ranges.size());
        m_borders.push_back(m_bytes.size());
        m_bytes += length(header.str().size()) + header.str();
        m_borders.push_back(m_bytes.size());
        m_bytes += payload;
        return *this;
    }
    const std::string& bytes() const { return m_bytes; }
    /// Where blocks and their contents begin.
    const std::vector<std::size_t>& borders() const { return m_borders; }

private:
    std::string m_bytes;
    std::vector<std::size_t> m_borders;
};

}  // namespace ncu_writer
