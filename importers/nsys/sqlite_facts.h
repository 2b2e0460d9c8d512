// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "importers/common/sqlite_reader.h"
#include "importers/nsys/export_facts.h"

namespace importers::nsys {

/// The descriptions of an SQLite export.
class SqliteTables final : public ExportTables {
public:
    /// The reader must outlive it.
    explicit SqliteTables(const SqliteReader& db) : m_db(db) {}
    bool has(std::string_view table) const override;
    bool hasColumn(std::string_view table, std::string_view column) const override;
    void forEachRow(std::string_view table, std::span<const std::string_view> columns, const Row& use) const override;

private:
    const SqliteReader& m_db;
};

/// A table by its name, or the last one with a version after that name. nullptr if there is none.
const SqliteTable* findTable(const SqliteReader& db, std::string_view name);

/// A view may be endless; descriptions never have so many rows.
inline constexpr std::size_t kMaxViewRows = 4'000'000;

/// Samples that exports before 2023 store as JSON text: one counter for each numeric field.
void readGenericEvents(const SqliteReader& db, model::EventStore& store, const std::stop_token& stop);

/// The error for a database that is not a profile; nothing for one that is.
std::optional<model::Error> refuseForeign(const SqliteReader& db, const std::string& path);

}  // namespace importers::nsys
