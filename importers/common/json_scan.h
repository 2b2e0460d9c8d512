// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "model/base/ascii.h"

namespace importers::json {

/// Reads JSON as real programs write it: accepts literals without quotes, control characters in strings and superfluous
/// commas. A scanner never reads beyond `end` + kPadding; the bytes after `end` must be zero.
inline constexpr std::size_t kPadding = 32;

/// A value as it is in the text; nothing is copied or converted.
struct Value {
    enum class Type : std::uint8_t { None, String, Number, Object, Array, Bare };
    const char* begin = nullptr;  ///< of a string: after its quote
    std::uint32_t size = 0;       ///< bytes; of a string: without quotes
    Type type = Type::None;       ///< Bare: true, null, NaN, anything without quotes
    bool escaped = false;         ///< a string with backslashes, or a number with a comma as its decimal point

    std::string_view raw() const { return {begin, size}; }
    bool is(Type t) const { return type == t; }
    explicit operator bool() const { return type != Type::None; }
};

enum class Status : std::uint8_t {
    Ok,
    Error,  ///< not JSON, even if read leniently
    End,    ///< the text ends in the middle
};

namespace detail {

/// Classes of a byte, in one lookup: they are needed for every byte outside of a string.
enum : std::uint8_t { kSpace = 1, kEndsBare = 2 };
inline constexpr std::array<std::uint8_t, 256> kClass = [] {
    std::array<std::uint8_t, 256> out{};
    for (const char c : {' ', '\n', '\r', '\t'}) out[static_cast<unsigned char>(c)] = kSpace | kEndsBare;
    for (const char c : {',', '}', ']', ':', '"', '{', '[', '\0'}) out[static_cast<unsigned char>(c)] = kEndsBare;
    return out;
}();
inline bool isSpace(char c) { return kClass[static_cast<unsigned char>(c)] & kSpace; }
inline bool endsBare(char c) { return kClass[static_cast<unsigned char>(c)] & kEndsBare; }

/// First quote or backslash at or after p; may run into the padding, never beyond `end`.
inline const char* quoteOrBackslash(const char* p, const char* end) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
    for (; p < end; p += 16) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const int mask = _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, slash)));
        if (mask) {
            p += __builtin_ctz(static_cast<unsigned>(mask));
            return p < end ? p : end;
        }
    }
    return end;
#else
    while (p < end && *p != '"' && *p != '\\') ++p;
    return p;
#endif
}

/// First quote or bracket of either kind at or after p.
inline const char* quoteOrBracket(const char* p, const char* end) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), open = _mm_set1_epi8('{'), close = _mm_set1_epi8('}'),
                  bit = _mm_set1_epi8(0x20);
    for (; p < end; p += 16) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i low = _mm_or_si128(v, bit);  // [ becomes {, ] becomes }
        const int mask = _mm_movemask_epi8(_mm_or_si128(
            _mm_cmpeq_epi8(v, quote), _mm_or_si128(_mm_cmpeq_epi8(low, open), _mm_cmpeq_epi8(low, close))));
        if (mask) {
            p += __builtin_ctz(static_cast<unsigned>(mask));
            return p < end ? p : end;
        }
    }
    return end;
#else
    while (p < end && *p != '"' && *p != '{' && *p != '}' && *p != '[' && *p != ']') ++p;
    return p;
#endif
}

}  // namespace detail

/// Walks over a piece of JSON text. Position and end are public for speed: `at` is always in [begin, end].
class Scanner {
public:
    Scanner(const char* begin, const char* textEnd) : at(begin), end(textEnd) {}

    const char* at;
    const char* const end;
    /// The first number with a decimal comma, and the count of them: some programs write in their locale.
    const char* firstComma = nullptr;
    std::uint32_t commas = 0;

    /// The next character that is not white space; 0 at the end.
    char peek() {
        if (!detail::isSpace(*at)) [[likely]]
            return *at;
        do ++at;
        while (detail::isSpace(*at));
        return *at;
    }
    bool atEnd() {
        peek();
        return at >= end;
    }

    /// The string with its opening quote at `at`.
    Status string(Value& out) {
        const char* p = ++at;
        out.begin = p;
        out.type = Value::Type::String;
        out.escaped = false;
        for (;;) {
            p = detail::quoteOrBackslash(p, end);
            if (p >= end) {
                at = end;
                return Status::End;
            }
            if (*p == '"') break;
            out.escaped = true;
            p += 2;
        }
        out.size = static_cast<std::uint32_t>(p - out.begin);
        at = p + 1;
        return Status::Ok;
    }

    /// Any value at `at`; skips containers as a whole.
    Status value(Value& out) {
        const char c = peek();
        const bool isMember = std::exchange(m_isMember, false);
        if (c == '"') return string(out);
        if (c == '{' || c == '[') return container(out);
        if (at >= end) return Status::End;
        if (detail::endsBare(c) && c != 0) return Status::Error;
        out.begin = at;
        out.escaped = false;
        out.type = (c >= '0' && c <= '9') || c == '-' ? Value::Type::Number : Value::Type::Bare;
        do ++at;
        while (at < end && !detail::endsBare(*at));
        if (at >= end) {
            at = end;
            return Status::End;  // more of it may follow
        }
        if (isMember && *at == ',' && model::isDigit(at[1]) && out.type == Value::Type::Number) [[unlikely]] {
            // Only a key can follow a member of an object, so this comma can only be a decimal point.
            out.escaped = true;
            if (commas++ == 0) firstComma = at;
            do ++at;
            while (at < end && !detail::endsBare(*at));
            if (at >= end) return Status::End;
        }
        out.size = static_cast<std::uint32_t>(at - out.begin);
        return Status::Ok;
    }

    /// Calls field(key, value scanner) … for an object with its opening brace at `at`. The callback must consume one
    /// value and return its status.
    template <class F>
    Status object(F&& field) {
        ++at;
        for (;;) {
            char c = peek();
            while (c == ',') {
                ++at;
                c = peek();
            }
            if (c == '}') {
                ++at;
                return Status::Ok;
            }
            if (c != '"') return at >= end ? Status::End : Status::Error;
            Value key;
            if (const Status s = string(key); s != Status::Ok) return s;
            if (peek() != ':') return at >= end ? Status::End : Status::Error;
            ++at;
            m_isMember = true;
            if (const Status s = field(key); s != Status::Ok) return s;
            c = peek();
            if (c != ',' && c != '}') return at >= end ? Status::End : Status::Error;
        }
    }

    /// Calls element() at each element of an array with its opening bracket at `at`; the callback must consume the
    /// element.
    template <class F>
    Status array(F&& element) {
        m_isMember = false;
        ++at;
        for (;;) {
            char c = peek();
            while (c == ',') {
                ++at;
                c = peek();
            }
            if (c == ']') {
                ++at;
                return Status::Ok;
            }
            if (at >= end) return Status::End;
            if (const Status s = element(); s != Status::Ok) return s;
        }
    }

private:
    bool m_isMember = false;  // the next value is a member of an object

    Status container(Value& out) {
        out.begin = at;
        out.escaped = false;
        out.type = *at == '{' ? Value::Type::Object : Value::Type::Array;
        std::size_t depth = 0;
        for (;;) {
            at = detail::quoteOrBracket(at, end);
            if (at >= end) return Status::End;
            if (*at == '"') {
                Value inner;
                if (const Status s = string(inner); s != Status::Ok) return s;
                continue;
            }
            const bool opens = *at == '{' || *at == '[';
            ++at;
            if (opens) ++depth;
            else if (--depth == 0) break;
        }
        if (at - out.begin > UINT32_MAX) return Status::Error;
        out.size = static_cast<std::uint32_t>(at - out.begin);
        return Status::Ok;
    }
};

}  // namespace importers::json
