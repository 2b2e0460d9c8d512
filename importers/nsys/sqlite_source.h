// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "importers/importer.h"
#include "importers/nsys/ingest.h"
#include "importers/sqlite_reader.h"

namespace importers::nsys {

/// Strings of an export: read whole, for ids come in any order, and given to the store one by one as rows use them.
class SqliteStrings final : public ReportStrings {
public:
    using ReportStrings::ReportStrings;
    void load(const SqliteReader& db);
    std::optional<std::string_view> text(std::int64_t id) const override;

private:
    struct Span {
        const char* bytes = nullptr;
        std::uint32_t size = 0;
        bool known = false;
    };
    void add(std::int64_t id, std::string_view value);

    std::vector<Span> m_dense;
    std::unordered_map<std::int64_t, Span> m_sparse;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_free = nullptr;
    std::size_t m_left = 0;
};

/// Reads the tables of an export, of any version, into a store.
class SqliteSource {
public:
    SqliteSource(const SqliteReader& db, model::EventStore& store, const OpenOptions& options);

    /// Reads everything, publishing after each stage. Damaged tables are kept as far as they go, and counted.
    model::Result<void> read();
    void damaged(const model::Error& error);

private:
    struct Columns {
        std::vector<int> indices;          ///< of the table's columns in the file, -1 = not there; then the extra ones
        std::vector<std::string> extra;
    };
    const SqliteTable* find(const Table& t) const;
    Columns columnsOf(const Table& t, const SqliteTable& found) const;
    void loadChains(std::string_view tableName, ChainMap& into);
    void loadAllChains();
    void readStage(std::span<const TableId> ids);
    void damagedInJob(const model::Error& error);
    void progress(std::uint64_t bytes);
    void nameUnknownTables();

    const SqliteReader& m_db;
    model::EventStore& m_store;
    const OpenOptions& m_options;
    SqliteStrings m_strings;
    Ingest m_ingest;
    std::map<std::string, ChainMap, std::less<>> m_chains;
    std::mutex m_mutex;
    std::vector<model::Error> m_errors;  // of the reading threads
    std::uint64_t m_done = 0;
};

}  // namespace importers::nsys
