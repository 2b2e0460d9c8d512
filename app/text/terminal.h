// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <cstdio>
#include <string>
#include <string_view>

#include "model/base/safe_text.h"

namespace app {

/// The columns of a terminal that a character covers: two where it is as wide as it is high (Chinese, Japanese, Korean,
/// pictures), none where it belongs to the one before.
inline std::size_t columnsOf(char32_t c) {
    constexpr struct {
        char32_t first, last;
    } kWide[] = {{0x1100, 0x115f}, {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97f},
                 {0xac00, 0xd7a3}, {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                 {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}},
      kNone[] = {{0x0300, 0x036f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    for (const auto& r : kNone)
        if (c >= r.first && c <= r.last) return 0;
    for (const auto& r : kWide)
        if (c >= r.first && c <= r.last) return 2;
    return 1;
}

/// Text to standard output or error. It may name files and quote people: nothing of it is obeyed by a terminal, now or
/// when it is read again.
inline void print(std::string_view text, std::FILE* to) {
    if (!model::isSafeText(text)) return print(model::safeText(text), to);
    std::fwrite(text.data(), 1, text.size(), to);
}

}  // namespace app
