// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers {

// The importer of our own format, `.rep`; see Importer for these functions.
int sniffRep(const Sniff& sniff);
model::Result<void> openRep(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

}  // namespace importers
