// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

// Texts of reports come from strangers, and terminals, browsers, editors and spreadsheets obey some of their
// characters. Those are shown as they are written in C, where a text comes in: \x1b, \u202e. A StringTable, what a
// Snapshot says of its report and Diagnostics hold such texts only; what comes from elsewhere (paths, results of SQL,
// output that is read on demand) goes through safeText().
namespace model {

/// Whether programs that show text may obey a character, or not show it: control characters (line ends and tabs, too),
/// separators of lines and paragraphs, marks and isolates of writing direction, characters without width, tags, and
/// what Unicode says is no character.
bool isObeyed(char32_t c);

/// Whether safeText() would only copy the text. Quick for ASCII.
bool isSafeText(std::string_view text);

/// The text with what may be obeyed written out: \xHH, \uHHHH or \UHHHHHHHH. Line feeds and tabs stay, and so does a
/// carriage return before a line feed; bytes that are not UTF-8 become U+FFFD. A text that came out of it stays as it
/// is.
std::string safeText(std::string_view text);

}  // namespace model
