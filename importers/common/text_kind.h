// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace importers {

// What a text is, by its beginning.

/// Without the white space before it.
std::string_view withoutSpace(std::string_view text);
/// A piece of foreign text for a message: one line, valid, not long.
std::string shown(std::string_view raw);

/// Whether a text is a web page, with or without a trace in it.
bool isHtml(std::string_view text);
/// Its title on one line, "" = none.
std::string htmlTitle(std::string_view text);
/// Whether a text is what the tracer of the Linux kernel prints.
bool isFtrace(std::string_view text);

}  // namespace importers
