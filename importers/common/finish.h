// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "importers/common/importer.h"

namespace importers {

/// The end of Importer::open(): publishes the whole store and reports that. After a stop the report is partial, which a
/// note says once, and the error is ErrorCode::Cancelled.
model::Result<void> finishReport(const std::filesystem::path& path, model::EventStore& store,
                                 const OpenOptions& options, bool isStopped);

}  // namespace importers
