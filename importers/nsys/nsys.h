// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::nsys {

// `.nsys-rep` and `.qdrep`, without any vendor tool.
int sniffRep(const Sniff& s);
model::Result<void> openRep(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);
model::Result<std::string> readRepAttachment(const std::filesystem::path& path, const std::string& locator);

// The SQLite export of any version.
int sniffSqlite(const Sniff& s);
model::Result<void> openSqlite(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);
model::Result<std::string> readSqliteAttachment(const std::filesystem::path& path, const std::string& locator);

// The JSON Lines export: one JSON object for each row.
int sniffJsonlines(const Sniff& s);
model::Result<void> openJsonlines(const std::filesystem::path& path, model::EventStore& store,
                                  const OpenOptions& options);
model::Result<std::string> readJsonlinesAttachment(const std::filesystem::path& path, const std::string& locator);

}  // namespace importers::nsys
