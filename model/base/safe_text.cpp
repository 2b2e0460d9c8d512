// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/safe_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace model {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// Whether eight bytes are all in ' ' … '~'. The lowest byte that is not carries its own mark, whatever those above it
/// do.
bool isPrintable(std::uint64_t bytes) {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    return ((bytes | (bytes + kEach) | (bytes - 0x20 * kEach)) & 0x80 * kEach) == 0;
}

/// Bytes of the text, from its beginning, that are printable ASCII.
std::size_t printableBytes(std::string_view text) {
    std::size_t at = 0;
    for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        if (!isPrintable(word)) break;
    }
    while (at < text.size() && text[at] >= ' ' && text[at] <= '~') ++at;
    return at;
}

struct Character {
    std::size_t bytes;
    bool stays;
    char32_t code;  // of one that does not stay; 0xfffd of a byte that is no character
};

/// What begins a text that is not empty.
Character characterOf(std::string_view text) {
    if (text[0] == '\n' || text[0] == '\t') return {1, true, 0};
    if (text.starts_with("\r\n")) return {2, true, 0};
    const std::size_t bytes = utf8Bytes(text);
    if (bytes == 0) return {1, false, 0xfffd};
    std::string_view rest = text;
    const char32_t code = decodeUtf8(rest);
    return {bytes, !isObeyed(code), code};
}

}  // namespace

std::size_t utf8Bytes(std::string_view text) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char c = at(0);
    const std::size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (n > text.size()) return 0;
    for (std::size_t i = 1; i < n; ++i)
        if ((at(i) & 0xc0) != 0x80) return 0;
    const bool overlong = (c == 0xe0 && at(1) < 0xa0) || (c == 0xf0 && at(1) < 0x90);
    const bool beyond = (c == 0xed && at(1) > 0x9f) || (c == 0xf4 && at(1) > 0x8f);
    return overlong || beyond ? 0 : n;
}

char32_t decodeUtf8(std::string_view& text) {
    const std::size_t n = utf8Bytes(text);
    char32_t out = 0xfffd;
    if (n == 1) out = static_cast<unsigned char>(text[0]);
    else if (n > 1) out = static_cast<unsigned char>(text[0]) & (0xffu >> (n + 1));
    for (std::size_t i = 1; i < n; ++i) out = out << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
    text.remove_prefix(std::max<std::size_t>(1, n));
    return out;
}

void appendUtf8(std::string& out, char32_t c) {
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) c = 0xfffd;
    if (c < 0x80) {
        out += static_cast<char>(c);
        return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    out += static_cast<char>((more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0) | c >> (6 * more));
    for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80 | (c >> (6 * i) & 0x3f));
}

bool isObeyed(char32_t c) {
    constexpr struct {
        char32_t first, last;
    } kRanges[] = {
        {0x00, 0x1f},       {0x7f, 0x9f},        // control characters
        {0xad, 0xad},                            // soft hyphen
        {0x61c, 0x61c},     {0x200b, 0x200f},    // direction marks, and what has no width
        {0x180e, 0x180e},   {0x2028, 0x202e},    // separators, and directions
        {0x2060, 0x206f},   {0xfdd0, 0xfdef},    // joiners and isolates; no characters
        {0xfeff, 0xfeff},   {0xfff9, 0xfffb},    // byte order mark; annotations
        {0x1d173, 0x1d17a}, {0xe0000, 0xe007f},  // formats of music; tags
    };
    if ((c & 0xfffe) == 0xfffe) return true;  // the last two of every plane are no characters
    return std::any_of(std::begin(kRanges), std::end(kRanges),
                       [c](const auto& r) { return c >= r.first && c <= r.last; });
}

bool isSafeText(std::string_view text) {
    for (;;) {
        text.remove_prefix(printableBytes(text));
        if (text.empty()) return true;
        const Character c = characterOf(text);
        if (!c.stays) return false;
        text.remove_prefix(c.bytes);
    }
}

std::string safeText(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t plain = printableBytes(text);
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        const Character c = characterOf(text);
        const auto code = static_cast<std::uint32_t>(c.code);
        if (c.stays) out += text.substr(0, c.bytes);
        else if (code == 0xfffd) out += kReplacement;
        else if (code < 0x100) fmt::format_to(std::back_inserter(out), "\\x{:02x}", code);
        else if (code < 0x10000) fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
        else fmt::format_to(std::back_inserter(out), "\\U{:08x}", code);
        text.remove_prefix(c.bytes);
    }
    return out;
}

}  // namespace model
