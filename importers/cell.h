// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

    /// The integer value; a real is truncated, anything else gives the fallback.
    std::int64_t intOr(std::int64_t fallback) const {
        if (type == Type::Int) return i;
        if (type == Type::Real && real >= -9.2e18 && real <= 9.2e18) return static_cast<std::int64_t>(real);
        return fallback;
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
