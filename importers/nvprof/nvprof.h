// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::nvprof {

// A database of nvprof (SQLite).
int sniff(const Sniff& s);
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

}  // namespace importers::nvprof
