// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/utf8.h"

#include <algorithm>

namespace model {

std::size_t utf8Bytes(std::string_view text) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char c = at(0);
    const std::size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (n > text.size()) return 0;
    for (std::size_t i = 1; i < n; ++i)
        if (!isUtf8Continuation(text[i])) return 0;
    const bool overlong = (c == 0xe0 && at(1) < 0xa0) || (c == 0xf0 && at(1) < 0x90);
    const bool beyond = (c == 0xed && at(1) > 0x9f) || (c == 0xf4 && at(1) > 0x8f);
    return overlong || beyond ? 0 : n;
}

char32_t decodeUtf8(std::string_view& text) {
    const std::size_t n = utf8Bytes(text);
    char32_t out = kReplacementCharacter;
    if (n == 1) out = static_cast<unsigned char>(text[0]);
    else if (n > 1) out = static_cast<unsigned char>(text[0]) & (0xffu >> (n + 1));
    for (std::size_t i = 1; i < n; ++i) out = out << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
    text.remove_prefix(std::max<std::size_t>(1, n));
    return out;
}

void appendUtf8(std::string& out, char32_t c) {
    if (c > 0x10ffff || isHighSurrogate(c) || isLowSurrogate(c)) c = kReplacementCharacter;
    if (c < 0x80) {
        out += static_cast<char>(c);
        return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    out += static_cast<char>((more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0) | c >> (6 * more));
    for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80 | (c >> (6 * i) & 0x3f));
}

std::size_t utf8Length(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !isUtf8Continuation(c); }));
}

std::string_view utf8Prefix(std::string_view text, std::size_t mostBytes) {
    std::size_t end = std::min(mostBytes, text.size());
    while (end > 0 && end < text.size() && isUtf8Continuation(text[end])) --end;
    return text.substr(0, end);
}

std::string_view utf8Suffix(std::string_view text, std::size_t mostBytes) {
    std::size_t begin = text.size() - std::min(mostBytes, text.size());
    while (begin < text.size() && isUtf8Continuation(text[begin])) ++begin;
    return text.substr(begin);
}

}  // namespace model
