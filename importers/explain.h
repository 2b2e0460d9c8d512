// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "importers/importer.h"
#include "model/error.h"

namespace importers {

/// Why a file that no importer knows cannot be opened: what it is, as an error with the facts that its message needs.
/// UnknownFormat when that cannot be told either. Reads the file again only where it is compressed.
model::Error explain(const std::filesystem::path& path, const Sniff& sniff);

/// Whether a text is a web page, with or without a trace in it.
bool isHtml(std::string_view text);
/// Its title on one line, "" = none.
std::string htmlTitle(std::string_view text);
/// Whether a text is what the tracer of the Linux kernel prints.
bool isFtrace(std::string_view text);

}  // namespace importers
