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
