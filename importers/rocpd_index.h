// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/common/importer.h"

namespace importers::rocpd_index {

/// The YAML index of several rocpd databases, as rocprofv3 writes one for the processes and nodes of a run: its files
/// become one merged report, each at its time on the common clock.
int sniff(const Sniff& sniff);
/// Opens what the index names below its own folder: rocpd databases that no link leads to. Other names are noted as
/// left out. Errors: those of openMerged(), and CannotOpen if it names no such file.
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

/// The files that an index names, as they stand in it; at most `most`.
std::vector<std::string> filesOf(std::string_view yaml, std::size_t most);

}  // namespace importers::rocpd_index
