// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace collectors {

/// Appends a character as UTF-8; a question mark where it is not one. The model has its own, which is not under Apache.
inline void appendUtf8(std::string& out, std::uint32_t c) {
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) c = '?';
    if (c < 0x80) {
        out += static_cast<char>(c);
        return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    out += static_cast<char>((more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0) | c >> (6 * more));
    for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80 | (c >> (6 * i) & 0x3f));
}

}  // namespace collectors
