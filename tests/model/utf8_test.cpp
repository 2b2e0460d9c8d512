// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 against its definition (RFC 3629).
#include "collectors/protocol/utf8.h"
#include "model/base/utf8.h"
#include "tests/kit/check.h"

namespace {

bool isCharacter(char32_t c) { return c <= 0x10ffff && (c < 0xd800 || c > 0xdfff); }

/// The table of the RFC, a row a length.
std::string encoded(char32_t c) {
    const auto byte = [](char32_t b) { return static_cast<char>(b); };
    if (c < 0x80) return {byte(c)};
    if (c < 0x800) return {byte(0xc0 | c >> 6), byte(0x80 | (c & 0x3f))};
    if (c < 0x10000) return {byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 0x3f)), byte(0x80 | (c & 0x3f))};
    return {byte(0xf0 | c >> 18), byte(0x80 | (c >> 12 & 0x3f)), byte(0x80 | (c >> 6 & 0x3f)), byte(0x80 | (c & 0x3f))};
}

}  // namespace

TEST("every character is written and read as the RFC has it, and nothing else is a character") {
    for (char32_t c = 0; c < 0x110100; ++c) {
        std::string written, collected;
        model::appendUtf8(written, c);
        collectors::appendUtf8(collected, c);
        if (written != (isCharacter(c) ? encoded(c) : model::kReplacement)) CHECK_EQ(written, encoded(c));
        if (collected != (isCharacter(c) ? encoded(c) : "?")) CHECK_EQ(collected, encoded(c));
        if (!isCharacter(c)) continue;
        std::string_view rest = written;
        if (model::utf8Bytes(written) != written.size() || model::decodeUtf8(rest) != c || !rest.empty())
            CHECK_EQ(written, "a character that reads back");
    }
}

TEST("sequences that are too long, cut, or of surrogates are not valid; each of their bytes is replaced") {
    using namespace std::string_view_literals;
    for (const std::string_view text :
         {"\x80"sv, "\xbf"sv, "\xc0\x80"sv, "\xc1\xbf"sv, "\xc2"sv, "\xc2x"sv, "\xe0\x9f\xbf"sv, "\xe5\x86"sv,
          "\xed\xa0\x80"sv, "\xf0\x8f\xbf\xbf"sv, "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv, "\xff"sv}) {
        CHECK_EQ(model::utf8Bytes(text), 0u);
        std::string_view rest = text;
        CHECK(model::decodeUtf8(rest) == model::kReplacementCharacter);
        CHECK_EQ(rest.size(), text.size() - 1);
    }
}

TEST("a text is cut between characters only, and its length counts them") {
    const std::string_view text = "a内é🚀";  // 1, 3, 2 and 4 bytes
    const std::string_view prefixes[] = {"", "a", "a", "a", "a内", "a内", "a内é", "a内é", "a内é", "a内é", text, text};
    const std::string_view suffixes[] = {"", "", "", "", "🚀", "🚀", "é🚀", "é🚀", "é🚀", "内é🚀", text, text};
    for (std::size_t n = 0; n < std::size(prefixes); ++n) {
        CHECK_EQ(model::utf8Prefix(text, n), prefixes[n]);
        CHECK_EQ(model::utf8Suffix(text, n), suffixes[n]);
    }
    CHECK_EQ(model::utf8Length(text), 4u);
}

TEST("the two surrogates of a character join to it again") {
    for (const char32_t c : {0x10000u, 0x1f680u, 0xe0041u, 0x10ffffu}) {
        const char32_t high = model::highSurrogateOf(c), low = model::lowSurrogateOf(c);
        CHECK(model::isHighSurrogate(high) && model::isLowSurrogate(low));
        CHECK(model::fromSurrogates(high, low) == c);
    }
    CHECK(!model::isHighSurrogate(0xdc00) && !model::isLowSurrogate(0xe000) && !model::isHighSurrogate(0xd7ff));
}
