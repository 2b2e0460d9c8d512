// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/json_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "model/base/safe_text.h"
#include "model/base/utf8.h"

namespace importers::json {
namespace {

void appendCode(std::string& out, char32_t c) {
    if (c < 0x20 || c == 0x7f) {
        switch (c) {
        case '\n': out += "\\n"; return;
        case '\t': out += "\\t"; return;
        case '\r': out += "\\r"; return;
        default: fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<std::uint32_t>(c)); return;
        }
    }
    model::appendUtf8(out, c);
}

std::optional<char32_t> hex4(std::string_view s) {
    if (s.size() < 4) return std::nullopt;
    std::uint32_t v = 0;
    const auto [p, error] = std::from_chars(s.data(), s.data() + 4, v, 16);
    if (error != std::errc() || p != s.data() + 4) return std::nullopt;
    return v;
}

/// What stands at a backslash: a character and the bytes of its escape, or the backslash itself where that begins none.
struct Escape {
    char32_t code = '\\';
    std::size_t bytes = 1;
};

Escape escapeOf(std::string_view s) {
    if (s.size() < 2) return {};
    constexpr std::string_view kLetters = "bfnrt\"\\/", kMeant = "\b\f\n\r\t\"\\/";
    if (const std::size_t at = kLetters.find(s[1]); at != kLetters.npos) return {static_cast<char32_t>(kMeant[at]), 2};
    const auto unit = s[1] == 'u' ? hex4(s.substr(2)) : std::nullopt;
    if (!unit) return {};
    if (model::isHighSurrogate(*unit) && s.substr(6).starts_with("\\u"))
        if (const auto low = hex4(s.substr(8)); low && model::isLowSurrogate(*low))
            return {model::fromSurrogates(*unit, *low), 12};
    return {*unit, 6};
}

}  // namespace

bool isPlainText(std::string_view raw) {
    return model::isSafeText(raw) && raw.find('\n') == raw.npos && raw.find('\t') == raw.npos;
}

void appendText(std::string_view raw, bool escaped, std::string& out) {
    for (std::size_t i = 0; i < raw.size();) {
        const auto c = static_cast<unsigned char>(raw[i]);
        if (c == '\\' && escaped) {
            const Escape escape = escapeOf(raw.substr(i));
            appendCode(out, escape.code);
            i += escape.bytes;
        } else if (c < 0x20 || c == 0x7f) {
            appendCode(out, c);
            ++i;
        } else if (const std::size_t n = model::utf8Bytes(raw.substr(i))) {
            out.append(raw, i, n);
            i += n;
        } else {
            out += model::kReplacement;
            ++i;
        }
    }
}

std::string text(const Value& v) {
    std::string out;
    appendText(v.raw(), v.escaped, out);
    return out;
}

std::string exactText(std::string_view raw) {
    std::string out;
    for (std::size_t i = 0; i < raw.size();) {
        const std::size_t plain = std::min(raw.find('\\', i), raw.size());
        out.append(raw, i, plain - i);
        if (i = plain; i == raw.size()) break;
        const Escape escape = escapeOf(raw.substr(i));
        model::appendUtf8(out, escape.code);
        i += escape.bytes;
    }
    return out;
}

std::optional<std::int64_t> integer(std::string_view s) {
    if (!s.empty() && s.front() == '+') s.remove_prefix(1);
    std::int64_t v = 0;
    const bool negative = !s.empty() && s.front() == '-';
    if (const std::size_t digits = s.size() - negative; digits > 0 && digits <= 18) {  // these fit: no need to look out
        for (const char c : s.substr(negative)) {
            if (c < '0' || c > '9') return std::nullopt;
            v = v * 10 + (c - '0');
        }
        return negative ? -v : v;
    }
    const auto [p, error] = std::from_chars(s.data(), s.data() + s.size(), v);
    if (s.empty() || error != std::errc() || p != s.data() + s.size()) return std::nullopt;
    return v;
}

std::optional<double> real(std::string_view s) {
    if (!s.empty() && s.front() == '+') s.remove_prefix(1);
    if (s.empty() || !(s.front() == '-' || s.front() == '.' || (s.front() >= '0' && s.front() <= '9')))
        return std::nullopt;
    double v = 0;
    const auto [p, error] = std::from_chars(s.data(), s.data() + s.size(), v);
    if (p != s.data() + s.size() || error == std::errc::invalid_argument || !std::isfinite(v)) return std::nullopt;
    if (error == std::errc::result_out_of_range) return std::nullopt;
    return v;
}

std::optional<double> real(const Value& v) {
    if (!v.is(Value::Type::Number) || !v.escaped) return real(v.raw());
    std::string number(v.raw());
    std::replace(number.begin(), number.end(), ',', '.');
    return real(number);
}

std::optional<std::int64_t> decimal(std::string_view s, int scale, bool* clamped, char pointSign) {
    bool negative = false;
    if (!s.empty() && (s.front() == '-' || s.front() == '+')) {
        negative = s.front() == '-';
        s.remove_prefix(1);
    }
    // Digits as one whole number, and where the point stands in them.
    constexpr int kMost = 36;  // fits into 128 bits
    unsigned __int128 digits = 0;
    int count = 0, point = -1, dropped = 0;
    std::size_t i = 0;
    bool any = false;
    for (; i < s.size(); ++i) {
        const char c = s[i];
        if (c == pointSign && point < 0) {
            point = 0;
            continue;
        }
        if (c < '0' || c > '9') break;
        any = true;
        if (count < kMost) {
            digits = digits * 10 + static_cast<unsigned>(c - '0');
            count += digits != 0;
            if (point >= 0) ++point;
        } else if (point < 0) {
            ++dropped;
        }
    }
    if (!any) return std::nullopt;
    int exponent = scale - std::max(point, 0) + dropped;
    if (i < s.size()) {
        if (s[i] != 'e' && s[i] != 'E') return std::nullopt;
        const auto e = integer(s.substr(i + 1));
        if (!e) return std::nullopt;
        exponent += static_cast<int>(std::clamp<std::int64_t>(*e, -10000, 10000));
    }
    constexpr unsigned __int128 kLimit = static_cast<unsigned __int128>(INT64_MAX);
    for (; exponent > 0 && digits != 0 && digits <= kLimit; --exponent) digits *= 10;
    unsigned last = 0;
    for (; exponent < 0 && digits != 0; ++exponent) {
        last = static_cast<unsigned>(digits % 10);
        digits /= 10;
    }
    if (exponent == 0 && last >= 5) ++digits;
    if (digits > kLimit) {
        if (clamped) *clamped = true;
        digits = kLimit;
    }
    const auto v = static_cast<std::int64_t>(digits);
    return negative ? -v : v;
}

std::optional<model::TimeNs> microseconds(const Value& v, bool* clamped) {
    if (v.type != Value::Type::Number && v.type != Value::Type::String) return std::nullopt;
    const std::string_view s = v.raw();
    // The usual form: at most fifteen digits, a point, at most three more.
    std::size_t i = 0;
    std::int64_t whole = 0;
    for (; i < s.size() && i < 16 && s[i] >= '0' && s[i] <= '9'; ++i) whole = whole * 10 + (s[i] - '0');
    if (i > 0 && i < 16) {
        if (i == s.size()) return whole * 1000;
        if (s[i] == '.' && s.size() - i <= 4 && s.size() - i > 1) {
            static constexpr std::array<std::int64_t, 4> kPower = {1000, 100, 10, 1};
            std::int64_t part = 0;
            std::size_t k = i + 1;
            for (; k < s.size() && s[k] >= '0' && s[k] <= '9'; ++k) part = part * 10 + (s[k] - '0');
            if (k == s.size()) return whole * 1000 + part * kPower[s.size() - i - 1];
        }
    }
    return decimal(s, 3, clamped, v.is(Value::Type::Number) && v.escaped ? ',' : '.');
}

}  // namespace importers::json
