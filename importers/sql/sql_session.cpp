// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/sql/sql_session.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <algorithm>
#include <array>
#include <deque>

#include "importers/sql/temporary_files.h"
#include "importers/sql/text_functions.h"
#include "importers/sql/virtual_table.h"
#include "model/base/safe_text.h"
#include "model/base/translate_noop.h"

namespace importers {

using sql::SqlTable;

namespace {

constexpr const char* kCancelled = QT_TRANSLATE_NOOP("Sql", "The query was cancelled.");
constexpr const char* kReadOnly = QT_TRANSLATE_NOOP(
    "Sql", "A report can only be read: SELECT works here, and nothing that writes, attaches or loads.");
constexpr const char* kNoMemory = QT_TRANSLATE_NOOP("Sql", "There is not enough memory for this query.");
constexpr const char* kTooMuch = QT_TRANSLATE_NOOP(
    "Sql", "The query sorts or gathers more than may be kept in temporary files. Ask for fewer rows or columns.");
constexpr const char* kDiskFull =
    QT_TRANSLATE_NOOP("Sql", "The disk is full: there is no room for the temporary files of this query.");
constexpr const char* kTooLong = QT_TRANSLATE_NOOP("Sql", "The statement is longer than 1 MiB.");
constexpr const char* kNoStatement = QT_TRANSLATE_NOOP("Sql", "There is no statement.");
constexpr const char* kOneStatement = QT_TRANSLATE_NOOP("Sql", "Only one statement runs at a time.");

/// Steps of SQLite's machine between two looks at the stop token. Mostly less than a microsecond; a step that makes a
/// text of the greatest length takes half a second.
constexpr int kStepsBetweenLooks = 20;

/// Indices that earlier queries needed are kept up to here.
constexpr std::size_t kKeptIndexBytes = std::size_t{256} << 20;

constexpr std::array<std::array<int, 2>, 9> kLimits{{
    {SQLITE_LIMIT_LENGTH, 16 << 20},  // bytes of a text or a row
    {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
    {SQLITE_LIMIT_EXPR_DEPTH, 200},
    {SQLITE_LIMIT_COMPOUND_SELECT, 100},
    {SQLITE_LIMIT_VDBE_OP, 1 << 20},
    {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 4096},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
}};

/// Pragmas that only describe tables; scripts ask them what columns there are.
bool isHarmlessPragma(std::string_view name) {
    return name == "table_info" || name == "table_xinfo" || name == "table_list";
}

/// Functions that reach beyond the query.
bool isForbiddenFunction(std::string_view name) { return name == "load_extension" || name == "fts3_tokenizer"; }

/// Functions that take quadratic time and cannot be stopped; those that are of use are in text_functions.h. SQLite says
/// that they are not allowed.
bool isEndlessFunction(std::string_view name) { return name == "json_patch" || name == "unhex"; }

int authorize(void* aux, int action, const char* first, const char* second, const char*, const char*) {
    auto& watch = *static_cast<sql::Watch*>(aux);
    if (watch.connecting) return SQLITE_OK;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION:
        if (second && isEndlessFunction(second)) return SQLITE_DENY;
        if (!second || !isForbiddenFunction(second)) return SQLITE_OK;
        break;
    case SQLITE_PRAGMA:
        if (first && isHarmlessPragma(first)) return SQLITE_OK;
        break;
    default: break;
    }
    watch.denied = true;
    return SQLITE_DENY;
}

/// Whether anything but blanks, semicolons and comments is left of a statement.
bool isBlank(std::string_view sql) {
    while (!sql.empty()) {
        if (sql.starts_with("--")) {
            sql.remove_prefix(std::min(sql.find('\n'), sql.size()));
        } else if (sql.starts_with("/*")) {
            const std::size_t end = sql.find("*/", 2);
            sql.remove_prefix(end == sql.npos ? sql.size() : end + 2);
        } else if (std::string_view(" \t\r\n\f;").find(sql.front()) != std::string_view::npos) {
            sql.remove_prefix(1);
        } else {
            return false;
        }
    }
    return true;
}

struct Finalize {
    void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Cell cellOf(sqlite3_stmt* s, int column) {
    switch (sqlite3_column_type(s, column)) {
    case SQLITE_INTEGER: return Cell::ofInt(sqlite3_column_int64(s, column));
    case SQLITE_FLOAT: return Cell::ofReal(sqlite3_column_double(s, column));
    case SQLITE_NULL: return {};
    default: break;
    }
    const bool blob = sqlite3_column_type(s, column) == SQLITE_BLOB;
    const void* bytes = blob ? sqlite3_column_blob(s, column) : sqlite3_column_text(s, column);
    const std::string_view view(static_cast<const char*>(bytes),
                                bytes ? static_cast<std::size_t>(sqlite3_column_bytes(s, column)) : 0);
    return blob ? Cell::ofBlob(view) : Cell::ofText(view);
}

}  // namespace

struct SqlSession::Connection {
    sql::Watch watch;
    sql::TemporaryFiles temporary;
    std::deque<SqlTable> tables;
    sqlite3* db = nullptr;

    Connection(const model::SnapshotPtr& report, const SqlLimits& limits);
    ~Connection() { sqlite3_close_v2(db); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    void lock();
    void dropIndices() {
        for (SqlTable& t : tables) t.indices.clear();
        watch.indexBytes = 0;
    }
    SqlError error(int code);
    tl::expected<Statement, SqlError> prepare(std::string_view sql);
};

SqlSession::Connection::Connection(const model::SnapshotPtr& report, const SqlLimits& limits)
    : temporary(limits.temporaryBytes, watch.stop) {
    if (sqlite3_open_v2(":memory:", &db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX,
                        temporary.vfs()) != SQLITE_OK ||
        sql::registerTextFunctions(db, watch) != SQLITE_OK)
        throw std::bad_alloc();
    for (auto& source : sql::allTables(*report)) {
        SqlTable& table = tables.emplace_back();
        table.source = std::move(source);
        table.watch = &watch;
        sql::registerTable(db, table);
        // Scripts look into sqlite_master for what was recorded: only what has rows is there.
        if (table.source->isEmpty()) continue;
        const std::string name(table.source->name());
        sqlite3_exec(db, fmt::format("CREATE VIRTUAL TABLE \"{0}\" USING \"{0}\"", name).c_str(), nullptr, nullptr,
                     nullptr);
    }
    lock();
}

void SqlSession::Connection::lock() {
    for (const auto& [limit, value] : kLimits) sqlite3_limit(db, limit, value);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_exec(db, "PRAGMA query_only = 1", nullptr, nullptr, nullptr);
    sqlite3_progress_handler(
        db, kStepsBetweenLooks, [](void* s) -> int { return static_cast<std::stop_token*>(s)->stop_requested(); },
        &watch.stop);
    sqlite3_set_authorizer(db, authorize, &watch);
}

SqlError SqlSession::Connection::error(int code) {
    if (watch.stop.stop_requested()) return {kCancelled, -1, true};
    if (watch.denied) return {kReadOnly, -1};
    if (code == SQLITE_NOMEM) return {kNoMemory, -1};
    const bool exceeded = temporary.readExceeded();
    if (code == SQLITE_FULL) return {exceeded ? kTooMuch : kDiskFull, -1};
    return {model::safeText(sqlite3_errmsg(db)), sqlite3_error_offset(db)};
}

tl::expected<Statement, SqlError> SqlSession::Connection::prepare(std::string_view sql) {
    sqlite3_stmt* made = nullptr;
    const char* tail = nullptr;
    if (sql.size() > (1 << 20)) return tl::unexpected(SqlError{kTooLong, -1});
    const int code = sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()), 0, &made, &tail);
    Statement statement(made);
    if (code != SQLITE_OK) return tl::unexpected(error(code));
    watch.denied = statement && !sqlite3_stmt_readonly(made);
    if (watch.denied) return tl::unexpected(error(SQLITE_DENY));
    if (!statement) return tl::unexpected(SqlError{kNoStatement, 0});
    const auto rest = static_cast<std::size_t>(tail - sql.data());
    if (!isBlank(sql.substr(rest))) return tl::unexpected(SqlError{kOneStatement, static_cast<std::int64_t>(rest)});
    return statement;
}

SqlSession::SqlSession(model::SnapshotPtr report, SqlLimits limits)
    : m_report(std::move(report)), m_connection(std::make_unique<Connection>(m_report, limits)) {}
SqlSession::~SqlSession() = default;

tl::expected<std::uint64_t, SqlError> SqlSession::query(std::string_view sql, std::stop_token stop,
                                                        const Columns& columns, const Row& row) {
    Connection& c = *m_connection;
    if (c.watch.indexBytes > kKeptIndexBytes) c.dropIndices();
    c.watch.stop = std::move(stop);
    c.watch.denied = false;
    const auto statement = c.prepare(sql);
    if (!statement) return tl::unexpected(statement.error());
    sqlite3_stmt* const s = statement->get();
    const int n = sqlite3_column_count(s);
    std::vector<std::string> names;
    for (int i = 0; i < n; ++i) names.push_back(model::safeText(sqlite3_column_name(s, i)));
    columns(names);
    std::vector<Cell> cells(static_cast<std::size_t>(n));
    std::vector<std::string> safe(cells.size());  // texts of a row that functions have put together: char(27)
    std::uint64_t rows = 0;
    for (;;) {
        const int code = sqlite3_step(s);
        if (code == SQLITE_DONE) return rows;
        if (code != SQLITE_ROW) {
            SqlError error = c.error(code);
            error.atRun = true;
            return tl::unexpected(std::move(error));
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            cells[i] = cellOf(s, static_cast<int>(i));
            if (cells[i].type != Cell::Type::Text || model::isSafeText(cells[i].text())) continue;
            safe[i] = model::safeText(cells[i].text());
            cells[i] = Cell::ofText(safe[i]);
        }
        ++rows;
        if (!row(cells)) return rows;
    }
}

std::vector<SqlTableInfo> SqlSession::tables(bool all) const {
    static constexpr std::array<const char*, 4> kTypes{"INTEGER", "REAL", "TEXT", ""};
    std::vector<SqlTableInfo> out;
    for (const SqlTable& t : m_connection->tables) {
        SqlTableInfo info{std::string(t.source->name()), {}, t.source->count()};
        if (info.rows == 0 && !all) continue;
        for (const sql::Column& c : t.source->columns())
            info.columns.push_back({std::string(c.name), kTypes[static_cast<std::size_t>(c.type)]});
        out.push_back(std::move(info));
    }
    return out;
}

}  // namespace importers
