// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace app {

/// Control characters as \xHH, line ends and tabs aside: names in reports come from strangers, and a terminal obeys them.
inline std::string withoutControls(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]), next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
        const bool second = c == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 … U+009F in UTF-8
        if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) out += fmt::format("\\x{:02x}", c);
        else if (second) out += fmt::format("\\x{:02x}", next), ++i;
        else out += text[i];
    }
    return out;
}

/// The columns of a terminal that a character takes: two where it is as wide as it is high (Chinese, Japanese, Korean, pictures), none where it belongs to the one before.
inline std::size_t columnsOf(char32_t c) {
    constexpr struct {
        char32_t first, last;
    } kWide[] = {{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}},
      kNone[] = {{0x0300, 0x036f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    for (const auto& r : kNone)
        if (c >= r.first && c <= r.last) return 0;
    for (const auto& r : kWide)
        if (c >= r.first && c <= r.last) return 2;
    return 1;
}

/// Takes the first character of a text off; bytes that are none are one each.
inline char32_t takeCharacter(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    char32_t out = size == 1 ? lead : lead & (0xffu >> (size + 1));
    std::size_t at = 1;
    for (; at < size && at < text.size() && (text[at] & 0xc0) == 0x80; ++at) out = out << 6 | (text[at] & 0x3f);
    text.remove_prefix(at);
    return at == size ? out : U'\ufffd';
}

/// Text to standard output or error: as it is for programs, harmless for terminals.
inline void print(std::string_view text, std::FILE* to) {
    const std::string safe = ::isatty(::fileno(to)) ? withoutControls(text) : std::string(text);
    std::fwrite(safe.data(), 1, safe.size(), to);
}

/// A sentence of ours to standard error. Returns `code`, to be the exit code.
inline int say(std::string_view sentence, int code) {
    print(fmt::format("sightline: {}\n", sentence), stderr);
    return code;
}

}  // namespace app
