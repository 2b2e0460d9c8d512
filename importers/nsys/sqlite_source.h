// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "importers/common/importer.h"
#include "importers/common/sqlite_reader.h"
#include "importers/nsys/export_strings.h"
#include "importers/nsys/ingest.h"

namespace importers::nsys {

/// Reads the tables of an export, of any version, into a store.
class SqliteSource {
public:
    SqliteSource(const SqliteReader& db, model::EventStore& store, const OpenOptions& options);

    /// Reads everything, publishing after each stage. Damaged tables are kept up to the damage, and counted.
    model::Result<void> read();
    void damaged(const model::Error& error);

private:
    struct Columns {
        std::vector<int> indices;  ///< of the table's columns in the file, -1 = missing; then the additional ones
        std::vector<std::string> extra;
    };
    const SqliteTable* find(const Table& t) const;
    Columns columnsOf(const Table& t, const SqliteTable& found) const;
    bool usesChains(TableId id) const;
    void loadChains(std::string_view tableName, ChainMap& into);
    void loadAllChains();
    void readStages();
    void readStage(std::span<const TableId> ids);
    void damagedInJob(const model::Error& error);
    void progress(std::uint64_t bytes);
    void nameUnknownTables();

    const SqliteReader& m_db;
    model::EventStore& m_store;
    const OpenOptions& m_options;
    ExportStrings m_strings;
    Ingest m_ingest;
    bool m_readsChains;
    std::map<std::string, ChainMap, std::less<>> m_chains;
    std::mutex m_mutex;
    std::vector<model::Error> m_errors;  // of the reading threads
    std::uint64_t m_done = 0;
};

}  // namespace importers::nsys
