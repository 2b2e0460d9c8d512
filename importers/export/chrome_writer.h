// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/export/export.h"

namespace importers::exporting {

/// Writes trace events in JSON: X events with arguments on the threads of the report, and on rows of their own for
/// streams; arrows from launches to their work; counters; and the names of all of them. Events of a row nest, as
/// Perfetto requires; an event that would partly overlap another gets a further row. Times are exact. Errors:
/// Cancelled, CannotWrite.
model::Result<void> writeChrome(const model::Snapshot& report, const std::filesystem::path& target,
                                const ExportOptions& options);

}  // namespace importers::exporting
