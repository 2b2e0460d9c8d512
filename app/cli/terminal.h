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
