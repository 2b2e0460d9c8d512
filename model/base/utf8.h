// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// UTF-8: what is valid, reading and writing it, and cutting texts without cutting characters.
namespace model {

inline constexpr char32_t kReplacementCharacter = 0xfffd;  ///< stands for what is no character
inline constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// Bytes of the sequence that begins the text, which is not empty; 0 if it is not valid.
std::size_t utf8Bytes(std::string_view text);

/// The character that begins the text, which is not empty; its sequence is removed from the text. A byte that begins
/// none is U+FFFD.
char32_t decodeUtf8(std::string_view& text);

/// Appends a character; U+FFFD where it is not one.
void appendUtf8(std::string& out, char32_t c);

/// Whether a byte continues a character that another one began.
constexpr bool isUtf8Continuation(char byte) { return (byte & 0xc0) == 0x80; }

/// Characters of a valid text.
std::size_t utf8Length(std::string_view text);

/// At most so many bytes from the beginning, or from the end, of a valid text: whole characters.
std::string_view utf8Prefix(std::string_view text, std::size_t mostBytes);
std::string_view utf8Suffix(std::string_view text, std::size_t mostBytes);

/// UTF-16 writes characters beyond U+FFFF as two units, a high and a low surrogate. So does JSON in its escapes.
constexpr bool isHighSurrogate(char32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
constexpr bool isLowSurrogate(char32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }
constexpr char32_t fromSurrogates(char32_t high, char32_t low) {
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}
constexpr char32_t highSurrogateOf(char32_t c) { return 0xd800 + ((c - 0x10000) >> 10); }
constexpr char32_t lowSurrogateOf(char32_t c) { return 0xdc00 + ((c - 0x10000) & 0x3ff); }

}  // namespace model
