// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/export/export.h"

namespace importers::exporting {

/// The part of a report that the options select, as a report of its own: rows; the names, arguments and call chains
/// that they use; arrows with both ends in it; profiles of its kernels; and the facts about the report; scrubbed.
/// Events that cross the ends of a time are whole, and counters begin with the value that they had. Returns the report
/// itself if nothing is left out or scrubbed. Null if stopped.
model::SnapshotPtr selected(const model::SnapshotPtr& report, const ExportOptions& options,
                            std::shared_ptr<model::EventStore>& owner);

}  // namespace importers::exporting
