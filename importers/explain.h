// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "importers/common/importer.h"
#include "model/base/error.h"

namespace importers {

/// Why a file that no importer recognises cannot be opened: what it is, as an error with the facts for its message.
/// UnknownFormat if that is unknown, too. Reads the file again only if it is compressed.
model::Error explain(const std::filesystem::path& path, const Sniff& sniff);

}  // namespace importers
