// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace importers {

// Recognises a text by its beginning.

/// Without leading white space.
std::string_view withoutSpace(std::string_view text);
/// A piece of foreign text for a message: one line, valid, not too long.
std::string shown(std::string_view raw);

/// Whether a text is a web page, with or without a trace.
bool isHtml(std::string_view text);
/// Its title on one line, "" = none.
std::string htmlTitle(std::string_view text);
/// Whether a text is output of the Linux kernel's tracer.
bool isFtrace(std::string_view text);

}  // namespace importers
