// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/safe_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "model/base/utf8.h"

namespace model {
namespace {

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
    char32_t code;  // of one that does not stay; U+FFFD of a byte that is no character
};

/// What begins a text that is not empty.
Character characterOf(std::string_view text) {
    if (text[0] == '\n' || text[0] == '\t') return {1, true, 0};
    if (text.starts_with("\r\n")) return {2, true, 0};
    const std::size_t bytes = utf8Bytes(text);
    if (bytes == 0) return {1, false, kReplacementCharacter};
    std::string_view rest = text;
    const char32_t code = decodeUtf8(rest);
    return {bytes, !isObeyed(code), code};
}

}  // namespace

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
        else if (c.code == kReplacementCharacter) out += kReplacement;
        else if (code < 0x100) fmt::format_to(std::back_inserter(out), "\\x{:02x}", code);
        else if (code < 0x10000) fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
        else fmt::format_to(std::back_inserter(out), "\\U{:08x}", code);
        text.remove_prefix(c.bytes);
    }
    return out;
}

}  // namespace model
