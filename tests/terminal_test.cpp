// SPDX-License-Identifier: GPL-3.0-or-later
// What a report's names may do to a terminal: nothing.
#include "app/cli/terminal.h"
#include "tests/check.h"

TEST("control characters are shown and not obeyed; letters of all languages stay") {
    using app::withoutControls;
    CHECK_EQ(withoutControls("plain\tλ 内核 “x”\n"), "plain\tλ 内核 “x”\n");
    CHECK_EQ(withoutControls("\x1b[31mRED\x1b]0;title\a"), "\\x1b[31mRED\\x1b]0;title\\x07");
    CHECK_EQ(withoutControls("line\rover\b\x7f"), "line\\x0dover\\x08\\x7f");
    CHECK_EQ(withoutControls("\xc2\x9b" "31m"), "\\x9b" "31m");  // CSI as one character
    CHECK_EQ(withoutControls(std::string_view("a\0b", 3)), "a\\x00b");
    CHECK_EQ(withoutControls("\xc2"), "\xc2");
}

TEST("tables stay in their columns behind characters that are wider than others, or that take no room") {
    const auto columns = [](std::string_view text) {
        std::size_t out = 0;
        while (!text.empty()) out += app::columnsOf(app::takeCharacter(text));
        return out;
    };
    CHECK_EQ(columns("kernel"), 6u);
    CHECK_EQ(columns("内核 ×2"), 7u);
    CHECK_EQ(columns("ｋ，한"), 6u);
    CHECK_EQ(columns("e\xcc\x81"), 1u);           // an accent of its own
    CHECK_EQ(columns("\xf0\x9f\x94\xa5!"), 3u);  // a picture
    CHECK_EQ(columns("\xe5\x86"), 1u);            // half a character
    CHECK_EQ(columns("\xff\xfe"), 2u);
}
