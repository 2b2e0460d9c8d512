// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "importers/common/cell.h"
#include "model/store/event_store.h"

namespace importers {

/// Why a query failed.
struct SqlError {
    /// English: SQLite's words if it is about the statement, otherwise a text of the translation context "Sql".
    std::string message;
    std::int64_t offset = -1;  ///< byte of the statement that it is about, -1 = unknown
    bool cancelled = false;
    bool atRun = false;  ///< the statement is valid; it failed while it ran
};

/// Limits for the queries of one session.
struct SqlLimits {
    std::uint64_t temporaryBytes = std::uint64_t{8}
                                   << 30;  ///< bytes of files for sorting and grouping; never more than they leave free
};

/// A table in the listing.
struct SqlTableInfo {
    struct Column {
        std::string name;
        std::string type;  ///< INTEGER, REAL, TEXT, or empty: any
    };
    std::string name;
    std::vector<Column> columns;
    std::uint64_t rows = 0;
};

/// A report as an SQL database, without a copy: rows are read from the columns of the snapshot, which is kept alive.
/// Tables and columns have the names of the SQLite export of Nsight Systems (schema 3.24), whatever the format of the
/// report. In addition there are `events`, `args`, `tracks`, `counters` and `flows`, which hold everything.
///
/// Statements can only read: no table, file or extension can be made, attached or loaded. What SQLite sorts or groups
/// beyond its cache goes to temporary files without a name. They never hold more bytes than the limits allow, nor than
/// they leave free. The caller bounds rows by stopping.
///
/// A stop is noticed between rows and steps, whenever a temporary file is read or written, and within LIKE and GLOB.
/// Other functions are not interrupted, but texts end at 16 MiB and none needs more than linear time.
///
/// One thread at a time; several sessions of one report may be used side by side.
class SqlSession {
public:
    explicit SqlSession(model::SnapshotPtr report, SqlLimits limits = {});
    ~SqlSession();
    SqlSession(const SqlSession&) = delete;
    SqlSession& operator=(const SqlSession&) = delete;

    using Columns = std::function<void(std::span<const std::string> names)>;
    /// Cells live until the call returns. Return false to end the query.
    using Row = std::function<bool(std::span<const Cell>)>;

    /// Runs one statement: first its columns, then row by row. Returns the number of delivered rows.
    tl::expected<std::uint64_t, SqlError> query(std::string_view sql, std::stop_token stop, const Columns& columns,
                                                const Row& row);

    /// All tables with rows; if `all`, also those without. Linear in the rows of a few tables.
    std::vector<SqlTableInfo> tables(bool all = false) const;

    const model::Snapshot& report() const { return *m_report; }

private:
    struct Connection;
    model::SnapshotPtr m_report;
    std::unique_ptr<Connection> m_connection;
};

}  // namespace importers
