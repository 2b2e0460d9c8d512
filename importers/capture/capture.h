// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "importers/importer.h"

namespace importers::capture {

// What `sightline profile` leaves behind until it is a report: see collectors/spool.h.
int sniff(const Sniff& s);
/// One spool.
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);
/// All spools of a session's folder, and what the session wrote about itself, as one report. A session in which nothing was traced is
/// a report without events that says so.
model::Result<void> openSession(const std::filesystem::path& folder, model::EventStore& store, const OpenOptions& options);
/// Whether a folder is that of a session.
bool isSession(const std::filesystem::path& folder);
/// The spools in it.
std::vector<std::filesystem::path> spoolsIn(const std::filesystem::path& folder);

}  // namespace importers::capture
