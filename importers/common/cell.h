// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace importers {

/// One value of a foreign row, as its source stores it. Text and blobs point into the source's buffer and live
/// until the callback that received the row returns.
struct Cell {
    enum class Type : std::uint8_t { Null, Int, Real, Text, Blob };

    union {
        std::int64_t i = 0;
        double real;
        const char* bytes;
    };
    std::uint32_t size = 0;  ///< bytes, for Text and Blob
    Type type = Type::Null;

    bool isNull() const { return type == Type::Null; }
    std::string_view text() const { return {bytes, size}; }

    /// For text that is a number, that number as an Int or a Real; for other text, Null. Other types stay unchanged.
    Cell asNumber() const {
        if (type != Type::Text) return *this;
        const std::string_view digits = trimmed(text());
        const char* const end = digits.data() + digits.size();
        Cell c;
        if (const auto done = std::from_chars(digits.data(), end, c.i);
            done.ec == std::errc() && done.ptr == end && !digits.empty())
            return ofInt(c.i);
        if (const auto done = std::from_chars(digits.data(), end, c.real);
            done.ec == std::errc() && done.ptr == end && !digits.empty())
            return ofReal(c.real);
        return {};
    }

    /// The integer value, also of a number as text. A real is truncated; anything else gives the fallback.
    std::int64_t intOr(std::int64_t fallback) const {
        if (type == Type::Int) return i;
        if (type == Type::Real && real >= -9.2e18 && real <= 9.2e18) return static_cast<std::int64_t>(real);
        if (type != Type::Text) return fallback;
        const Cell number = asNumber();
        return number.type == Type::Text ? fallback : number.intOr(fallback);
    }

    /// The value as a real, also of a number as text; anything else gives the fallback.
    double realOr(double fallback) const {
        const Cell number = asNumber();
        return number.type == Type::Real  ? number.real
               : number.type == Type::Int ? static_cast<double>(number.i)
                                          : fallback;
    }

    static std::string_view trimmed(std::string_view s) {
        while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
        while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
        return s.starts_with('+') ? s.substr(1) : s;
    }
    static Cell ofInt(std::int64_t v) {
        Cell c;
        c.i = v;
        c.type = Type::Int;
        return c;
    }
    static Cell ofReal(double v) {
        Cell c;
        c.real = v;
        c.type = Type::Real;
        return c;
    }
    static Cell ofText(std::string_view v) {
        Cell c;
        c.bytes = v.data();
        c.size = static_cast<std::uint32_t>(v.size());
        c.type = Type::Text;
        return c;
    }
    static Cell ofBlob(std::string_view v) {
        Cell c = ofText(v);
        c.type = Type::Blob;
        return c;
    }
};
static_assert(sizeof(Cell) == 16);

}  // namespace importers
