// SPDX-License-Identifier: GPL-3.0-or-later
// Where tables stand on a terminal. What it may obey: safe_text_test.cpp.
#include "app/text/terminal.h"
#include "model/base/utf8.h"
#include "tests/kit/check.h"

TEST("tables stay in their columns behind characters that are wider than others, or that take no room") {
    const auto columns = [](std::string_view text) {
        std::size_t out = 0;
        while (!text.empty()) out += app::columnsOf(model::decodeUtf8(text));
        return out;
    };
    CHECK_EQ(columns("kernel"), 6u);
    CHECK_EQ(columns("内核 ×2"), 7u);
    CHECK_EQ(columns("ｋ，한"), 6u);
    CHECK_EQ(columns("e\xcc\x81"), 1u);          // an accent of its own
    CHECK_EQ(columns("\xf0\x9f\x94\xa5!"), 3u);  // a picture
    CHECK_EQ(columns("\xe5\x86"), 2u);           // half a character: two bytes that are none
    CHECK_EQ(columns("\xff\xfe"), 2u);
}
