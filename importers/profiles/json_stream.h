// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "importers/profiles/lines.h"

namespace importers::profiles {

/// Reads JSON from a stream, one value after the other, in constant memory. Each function consumes one value, of
/// whatever type it is, and returns false when the text ends in the middle or is no JSON; then all others do so, too.
class JsonStream {
public:
    explicit JsonStream(ReadBytes read) : m_read(std::move(read)) {}

    /// Calls member(key) for each member of an object; it must consume the member's value and return what that
    /// returned. Another value is skipped.
    template <class F>
    bool members(F&& member) {
        if (peek() != '{') return skip();
        ++m_at;
        for (;;) {
            const int c = afterCommas();
            if (c == '}') return ++m_at, true;
            if (c != '"' || !readText()) return odd();
            const std::string key = std::move(m_value);
            if (peek() != ':') return odd();
            ++m_at;
            if (!member(key)) return false;
        }
    }
    /// The same for the elements of a list.
    template <class F>
    bool elements(F&& element) {
        if (peek() != '[') return skip();
        ++m_at;
        for (;;) {
            const int c = afterCommas();
            if (c == ']') return ++m_at, true;
            if (c < 0 || !element()) return odd();
        }
    }
    /// A text, for display on one line and cut off at kMostText bytes; empty for another value.
    bool text(std::string& out);
    /// A number; NaN for another value.
    bool number(double& out);
    bool skip();

    /// Whether the text ended in the middle; otherwise it was no JSON.
    bool isCut() const { return m_isCut; }
    /// Of the next byte in the text.
    std::uint64_t offset() const { return m_before + m_at; }

    static constexpr std::size_t kMostText = 16 << 10;

private:
    int peek();
    int afterCommas();
    bool refill();
    bool readText();
    bool readBare();
    bool odd();

    ReadBytes m_read;
    std::string m_text, m_value;
    std::size_t m_at = 0;
    std::uint64_t m_before = 0;
    bool m_isCut = false, m_isOdd = false;
};

}  // namespace importers::profiles
