// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "importers/nsys/ingest.h"
#include "importers/sqlite_reader.h"

namespace importers::nsys {

class SqliteStrings;

/// Everything about the session that an export holds, except its environment. Names of GPU metrics go to `ingest`,
/// captured output to the store's info.
SessionFacts readSqliteFacts(const SqliteReader& db, model::EventStore& store, ReportStrings& strings, Ingest& ingest);

/// A view can be without end; descriptions never have this many rows.
inline constexpr std::size_t kMaxViewRows = 4'000'000;

/// Samples that exports before 2023 keep as JSON text: one counter a numeric field.
void readGenericEvents(const SqliteReader& db, model::EventStore& store, const std::stop_token& stop);

/// Whether a table's content is read, or is deliberately not an event (descriptions, statistics, enumerations).
bool isKnownTable(std::string_view name);

/// The error for a database that is not a profile; nothing for one that is.
std::optional<model::Error> refuseForeign(const SqliteReader& db, const std::string& path);

}  // namespace importers::nsys
