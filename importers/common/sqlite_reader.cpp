// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/sqlite_reader.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>

#include "importers/common/sqlite_log.h"
#include "model/base/ascii.h"
#include "model/base/messages.h"

namespace importers {

using model::equalNoCase;
using model::lower;

namespace {

namespace fs = std::filesystem;
using model::Error;
using model::ErrorCode;
using model::Result;

// A hostile schema can describe trees and views that never end. The library then gives up after so many steps of its
// virtual machine without a row.
constexpr int kStepsPerTick = 1'000'000;
constexpr std::uint32_t kSchemaTicks = 300;
constexpr std::uint32_t kScanTicks = 500;

/// Real affinity, after the rules of SQLite: the first of these groups that occurs in the declared type decides.
bool isRealType(std::string_view declared) {
    std::string type(declared);
    type = lower(type);
    const auto has = [&](const char* word) { return type.find(word) != std::string::npos; };
    if (has("int") || has("char") || has("clob") || has("text") || has("blob")) return false;
    return has("real") || has("floa") || has("doub");
}

std::string sqlName(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) {
        if (c == '"') out += '"';
        out += c;
    }
    return out += '"';
}

/// `immutable` keeps SQLite from locking the file and from creating anything beside it.
std::string readOnlyUri(const fs::path& path) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char c : path.native()) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || std::strchr("/-_.", c)) {
            uri += c;
        } else {
            uri += '%';
            uri += kHex[byte >> 4];
            uri += kHex[byte & 15];
        }
    }
    return uri + "?mode=ro&immutable=1";
}

struct CloseConnection {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};
struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

/// One connection to the library, for one thread.
class Connection {
public:
    /// `tolerant` also opens a file that is shorter than its header says.
    int open(const fs::path& path, std::uint64_t fileBytes, std::uint32_t maxTicks, bool tolerant) {
        sqlite3* db = nullptr;
        constexpr int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
        const int status = sqlite3_open_v2(readOnlyUri(path).c_str(), &db, flags, nullptr);
        m_db.reset(db);
        if (status != SQLITE_OK) return status;
        m_watch->limit = maxTicks;
        sqlite3_progress_handler(db, kStepsPerTick, &Connection::tick, m_watch.get());
        // Values cannot be larger than the file, but functions in a view can make some that are.
        const auto longest = std::clamp<std::uint64_t>(fileBytes, 1'000'000, 1'000'000'000);
        sqlite3_limit(db, SQLITE_LIMIT_LENGTH, static_cast<int>(longest));
        sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        if (!tolerant) sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_exec(db, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
        // With a writable schema SQLite does not insist on the length; nothing can be written all the same.
        if (tolerant) sqlite3_exec(db, "PRAGMA writable_schema=ON", nullptr, nullptr, nullptr);
        return SQLITE_OK;
    }

    int prepare(const std::string& sql, Statement& statement) const {
        sqlite3_stmt* raw = nullptr;
        const int status = sqlite3_prepare_v2(m_db.get(), sql.c_str(), -1, &raw, nullptr);
        statement.reset(raw);
        return status;
    }

    void rowArrived() { m_watch->ticks = 0; }

    Error error(std::string subject, int status) const {
        const int code = status & 0xff;
        ErrorCode kind = ErrorCode::Damaged;
        if (code == SQLITE_NOMEM) kind = ErrorCode::OutOfMemory;
        if (code == SQLITE_CANTOPEN || code == SQLITE_IOERR || code == SQLITE_PERM) kind = ErrorCode::CannotOpen;
        if (code == SQLITE_INTERRUPT) return {kind, std::move(subject), "the query does not end"};
        return {kind, std::move(subject), m_db ? sqlite3_errmsg(m_db.get()) : sqlite3_errstr(status)};
    }

private:
    struct Watch {
        std::uint32_t ticks = 0;
        std::uint32_t limit = 0;
    };
    static int tick(void* data) {
        auto* watch = static_cast<Watch*>(data);
        return ++watch->ticks > watch->limit;
    }

    std::unique_ptr<Watch> m_watch = std::make_unique<Watch>();
    std::unique_ptr<sqlite3, CloseConnection> m_db;
};

std::string columnText(sqlite3_stmt* statement, int column) {
    const auto* text = sqlite3_column_text(statement, column);
    return text ? std::string(reinterpret_cast<const char*>(text),
                              static_cast<std::size_t>(sqlite3_column_bytes(statement, column)))
                : std::string();
}

Cell cellOf(sqlite3_stmt* statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return Cell::ofInt(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: return Cell::ofReal(sqlite3_column_double(statement, column));
    case SQLITE_TEXT: {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
        return Cell::ofText({text, text ? static_cast<std::size_t>(sqlite3_column_bytes(statement, column)) : 0});
    }
    case SQLITE_BLOB: {
        const auto* blob = static_cast<const char*>(sqlite3_column_blob(statement, column));
        return Cell::ofBlob({blob, blob ? static_cast<std::size_t>(sqlite3_column_bytes(statement, column)) : 0});
    }
    default: return {};
    }
}

/// Into a new file.
bool copy(const model::InputFile& from, const fs::path& to) {
    const model::Handle out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    std::vector<char> buffer(1 << 20);
    for (std::uint64_t at = 0; out.valid() && at < from.bytes; at += buffer.size()) {
        buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), from.bytes - at)));
        if (!from.read(buffer.data(), buffer.size(), at)) return errno = EIO, false;
        for (std::size_t done = 0; done < buffer.size();) {
            const ssize_t n = ::write(out.get(), buffer.data() + done, buffer.size() - done);
            if (n < 0 && errno != EINTR) return false;
            if (n > 0) done += static_cast<std::size_t>(n);
        }
    }
    return out.valid();
}

}  // namespace

int SqliteTable::column(std::string_view columnName) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (equalNoCase(columns[i], columnName)) return static_cast<int>(i);
    return -1;
}

/// A database with its log, in a folder that only this user can read and that goes away with the object.
/// What lies beside a database and changes its content. A rollback journal of zeros is a finished one.
struct SqliteReader::Log {
    const char* suffix;
    std::optional<model::InputFile> file = {};
    bool hasContent() const {
        char first = 0;
        return file && file->read(&first, 1, 0) && (first != 0 || !isJournal());
    }
    bool isJournal() const { return suffix == kJournal; }
    bool isCut() const { return isJournal() ? isJournalCut(*file) : isWalCut(*file); }
    static constexpr const char *kWal = "-wal", *kJournal = "-journal";
};

class SqliteReader::TemporaryCopy {
public:
    TemporaryCopy() = default;
    TemporaryCopy(const TemporaryCopy&) = delete;
    TemporaryCopy& operator=(const TemporaryCopy&) = delete;
    ~TemporaryCopy() {
        std::error_code ignored;
        if (!m_folder.empty()) fs::remove_all(m_folder, ignored);
    }

    fs::path database() const { return m_folder / "copy.sqlite"; }

    Result<void> make(const model::InputFile& original, std::span<const Log> logs, const std::string& subject) {
        std::error_code error;
        std::string pattern = (fs::temp_directory_path(error) / "sightline-XXXXXX").native();
        if (error || !::mkdtemp(pattern.data()))
            return model::fail(ErrorCode::CannotOpen, subject, model::MessageCode::NoTemporaryFolder);
        m_folder = pattern;
        bool copied = copy(original, database());
        for (const Log& log : logs)
            if (copied && log.file) copied = copy(*log.file, database().native() + log.suffix);
        if (!copied) return model::fail(ErrorCode::CannotOpen, subject, std::strerror(errno));
        return recover(subject);
    }

private:
    /// SQLite applies a log when it first reads, and moves it into the file when it closes.
    Result<void> recover(const std::string& subject) {
        sqlite3* raw = nullptr;
        int status = sqlite3_open_v2(database().c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
        const std::unique_ptr<sqlite3, CloseConnection> db(raw);
        if (status == SQLITE_OK) status = sqlite3_exec(raw, "SELECT 1 FROM sqlite_master", nullptr, nullptr, nullptr);
        if (status == SQLITE_OK) sqlite3_exec(raw, "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
        if (status == SQLITE_OK || status == SQLITE_CORRUPT) return {};  // the reader judges a damaged file
        return model::fail(ErrorCode::Damaged, subject, raw ? sqlite3_errmsg(raw) : sqlite3_errstr(status));
    }

    fs::path m_folder;
};

/// Reads the list of tables.
struct SqliteReader::Schema {
    Connection& db;
    const SqlitePages* pages;
    Statement columns = {};
    Statement indexes = {};

    int prepare() {
        const int status = db.prepare("SELECT name, type, dflt_value, pk, hidden FROM pragma_table_xinfo(?1)", columns);
        if (status != SQLITE_OK) return status;
        return db.prepare("SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk'", indexes);
    }

    static void bindName(sqlite3_stmt* statement, const std::string& name) {
        sqlite3_reset(statement);
        sqlite3_bind_text(statement, 1, name.data(), static_cast<int>(name.size()), SQLITE_TRANSIENT);
    }

    /// Fills in all but the name. A view that cannot be resolved stays without columns.
    void describe(SqliteTable& table) {
        int keyColumns = 0;
        bool generated = false;
        bool hasDefaults = false;
        bindName(columns.get(), table.name);
        while (sqlite3_step(columns.get()) == SQLITE_ROW) {
            const int hidden = sqlite3_column_int(columns.get(), 4);
            if (hidden == 1) continue;
            generated |= hidden != 0;
            const std::string type = columnText(columns.get(), 1);
            const bool hasDefault = sqlite3_column_type(columns.get(), 2) != SQLITE_NULL;
            hasDefaults |= hasDefault;
            if (sqlite3_column_int(columns.get(), 3) > 0 && ++keyColumns == 1 && equalNoCase(type, "INTEGER"))
                table.layout.rowidColumn = static_cast<int>(table.columns.size());
            table.columns.push_back(columnText(columns.get(), 0));
            table.declaredTypes.push_back(type);
            table.layout.columns.push_back({isRealType(type), hasDefault});
        }
        // Only a key that needs no index of its own is the rowid; this also settles INTEGER PRIMARY KEY DESC.
        bindName(indexes.get(), table.name);
        if (keyColumns != 1 || sqlite3_step(indexes.get()) == SQLITE_ROW) table.layout.rowidColumn = -1;
        sqlite3_reset(indexes.get());
        sqlite3_reset(columns.get());
        if (!table.isView && table.rootPage != 0) chooseRoute(table, generated, hasDefaults);
    }

    void chooseRoute(SqliteTable& table, bool generated, bool hasDefaults) const {
        for (const char* name : {"rowid", "_rowid_", "oid"}) {
            if (table.column(name) >= 0) continue;
            Statement probe;  // fails for a table without rowids
            if (db.prepare(std::string("SELECT ") + name + " FROM " + sqlName(table.name), probe) == SQLITE_OK)
                table.rowidName = name;
            break;
        }
        if (!pages || generated || (hasDefaults && table.rowidName.empty())) return;
        const std::uint8_t type = pages->typeOf(table.rootPage);
        const bool isIndex = type == SqlitePages::IndexInterior || type == SqlitePages::IndexLeaf;
        table.viaPages = !isIndex;
    }
};

SqliteReader::SqliteReader() = default;
SqliteReader::SqliteReader(SqliteReader&&) noexcept = default;
SqliteReader& SqliteReader::operator=(SqliteReader&&) noexcept = default;
SqliteReader::~SqliteReader() = default;

Result<SqliteReader> SqliteReader::open(const fs::path& path) {
    try {
        SqliteReader reader;
        if (auto opened = reader.openFile(path); !opened) return tl::unexpected<Error>(opened.error());
        reader.openPages();
        auto listed = reader.readTables(false);
        if (!listed && listed.error().code == ErrorCode::Damaged && reader.m_pages) {
            // A file that was cut off still has tables; SQLite refuses it, the reader takes what is there.
            reader.m_damage = listed.error();
            if (!reader.readTables(true) || reader.m_tables.empty()) return tl::unexpected<Error>(listed.error());
        } else if (!listed) {
            return tl::unexpected<Error>(listed.error());
        }
        return reader;
    } catch (const std::bad_alloc&) {
        return model::fail(ErrorCode::OutOfMemory, path.string());
    }
}

Result<void> SqliteReader::openFile(const fs::path& path) {
    m_name = path.string();
    const auto file = model::openNamed(path);
    if (!file) return tl::unexpected<Error>(file.error());
    if (file->bytes == 0) return model::fail(ErrorCode::EmptyFile, m_name);
    std::error_code error;
    m_path = fs::canonical(path, error);  // the log lies beside the file that a link points to
    if (error) return model::fail(ErrorCode::CannotOpen, m_name, error.message());
    m_fileBytes = file->bytes;
    Log logs[] = {{Log::kWal}, {Log::kJournal}};
    openLogs(logs);
    if (std::none_of(std::begin(logs), std::end(logs), [](const Log& log) { return log.hasContent(); })) return {};
    for (const Log& log : logs)
        if (log.hasContent() && log.isCut())
            m_logProblems.push_back(model::Message{model::MessageCode::LogCut, {log.suffix}});

    m_copy = std::make_unique<TemporaryCopy>();
    if (auto made = m_copy->make(*file, logs, m_name); !made) return made;
    m_path = m_copy->database();
    const std::uintmax_t size = fs::file_size(m_path, error);
    if (error) return model::fail(ErrorCode::CannotOpen, m_name, error.message());
    m_fileBytes = size;
    return {};
}

void SqliteReader::openLogs(std::span<Log> logs) {
    const auto folder = model::Folder::around(m_path);
    if (!folder) return;
    for (Log& log : logs) {
        const std::string name = m_path.filename().string() + log.suffix;
        auto file = folder->file(name);
        std::error_code ignored;
        if (file) log.file = std::move(*file);
        else if (fs::exists(fs::symlink_status(folder->path() / name, ignored)))
            m_logProblems.push_back(model::Message{model::MessageCode::LogNotRead, {log.suffix}});
    }
}

void SqliteReader::openPages() {
    if (auto file = model::openNamed(m_path)) m_pages = SqlitePages::open(file->handle.release(), m_fileBytes);
}

Result<void> SqliteReader::readTables(bool tolerant) {
    Connection db;
    int status = db.open(m_path, m_fileBytes, kSchemaTicks, tolerant);
    if (status != SQLITE_OK) return tl::unexpected<Error>(db.error(m_name, status));
    Statement list;
    status = db.prepare(
        "SELECT name, type, rootpage FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' "
        "ESCAPE '\\' ORDER BY rowid",
        list);
    Schema schema{db, m_pages.get()};
    if (status == SQLITE_OK) status = schema.prepare();
    if (status != SQLITE_OK) return tl::unexpected<Error>(db.error(m_name, status));
    m_tables.clear();
    while ((status = sqlite3_step(list.get())) == SQLITE_ROW) {
        SqliteTable table;
        table.name = columnText(list.get(), 0);
        table.isView = columnText(list.get(), 1) == "view";
        const std::int64_t root = sqlite3_column_int64(list.get(), 2);
        table.rootPage = root > 0 && root <= 0xfffffffe ? static_cast<std::uint32_t>(root) : 0;
        schema.describe(table);
        m_tables.push_back(std::move(table));
    }
    if (status != SQLITE_DONE) return tl::unexpected<Error>(db.error(m_name, status));
    return {};
}

const SqliteTable* SqliteReader::table(std::string_view name) const {
    for (const SqliteTable& t : m_tables)
        if (equalNoCase(t.name, name)) return &t;
    return nullptr;
}

std::vector<SqliteReader::Part> SqliteReader::parts(const SqliteTable& table, std::size_t targetBytes) const {
    Part whole;
    whole.m_table = &table;
    if (!table.viaPages) return {whole};
    whole.m_tree = std::make_shared<const SqliteTree>(readSqliteTree(*m_pages, table.rootPage, table.name));
    const std::uint64_t leaves = whole.m_tree->leaves.size();
    const std::uint64_t bytes = leaves * m_pages->pageBytes();
    const std::uint64_t count = std::clamp<std::uint64_t>(
        targetBytes == 0 ? leaves : (bytes + targetBytes - 1) / targetBytes, 1, std::max<std::uint64_t>(1, leaves));
    std::vector<Part> parts(count, whole);
    for (std::uint64_t i = 0; i < count; ++i) {
        parts[i].m_first = leaves * i / count;
        parts[i].m_last = leaves * (i + 1) / count;
        parts[i].m_bytes = (parts[i].m_last - parts[i].m_first) * m_pages->pageBytes();
    }
    return parts;
}

SqlitePageScan SqliteReader::startPageScan(const Part& part, std::span<const int> columns) const {
    const SqliteTable& table = part.table();
    return SqlitePageScan(*m_pages, *part.m_tree,
                          std::span(part.m_tree->leaves).subspan(part.m_first, part.m_last - part.m_first),
                          table.layout, columns, [this, &table](int column, std::int64_t rowid, std::string& bytes) {
                              return defaultOf(table, column, rowid, bytes);
                          });
}

/// SQLite knows how a default is written and converted; one row that lacks the column is asked for.
Cell SqliteReader::defaultOf(const SqliteTable& table, int column, std::int64_t rowid, std::string& bytes) const {
    Connection db;
    Statement statement;
    const std::string sql = "SELECT " + sqlName(table.columns[static_cast<std::size_t>(column)]) + " FROM " +
                            sqlName(table.name) + " WHERE " + table.rowidName + " = ?1";
    if (db.open(m_path, m_fileBytes, kSchemaTicks, m_damage.has_value()) != SQLITE_OK) return {};
    if (db.prepare(sql, statement) != SQLITE_OK) return {};
    sqlite3_bind_int64(statement.get(), 1, rowid);
    if (sqlite3_step(statement.get()) != SQLITE_ROW) return {};
    Cell cell = cellOf(statement.get(), 0);
    if (cell.type == Cell::Type::Text || cell.type == Cell::Type::Blob) {
        bytes.assign(cell.text());
        cell.bytes = bytes.data();
    }
    return cell;
}

/// A query through the library: a connection of its own, so that scans on several threads do not wait for each other.
class SqliteReader::LibraryScan {
public:
    LibraryScan(const SqliteReader& reader, const SqliteTable& table, std::span<const int> columns)
        : m_name(table.name), m_cells(columns.size()), m_hasRowid(!table.rowidName.empty()) {
        // Rows of a table cannot be more than its bytes; a view may multiply them.
        m_maxRows = table.isView || table.rootPage == 0 ? UINT64_MAX : reader.m_fileBytes;
        int status = m_db.open(reader.m_path, reader.m_fileBytes, kScanTicks, reader.m_damage.has_value());
        if (status == SQLITE_OK) status = m_db.prepare(query(table, columns), m_statement);
        if (status != SQLITE_OK) m_error = m_db.error(m_name, status);
    }

    bool step() {
        if (m_error) return false;
        const int status = sqlite3_step(m_statement.get());
        if (status == SQLITE_DONE) return false;
        if (status == SQLITE_ROW && ++m_rows > m_maxRows) {
            m_error = Error{ErrorCode::Damaged, model::Argument::file(m_name), model::MessageCode::MoreRowsThanFile};
            return false;
        }
        if (status != SQLITE_ROW) {
            m_error = m_db.error(m_name, status);
            return false;
        }
        m_db.rowArrived();
        for (std::size_t i = 0; i < m_cells.size(); ++i)
            m_cells[i] = cellOf(m_statement.get(), static_cast<int>(i) + 1);
        return true;
    }

    std::span<const Cell> cells() const { return m_cells; }
    std::int64_t rowid() const {
        return m_hasRowid ? sqlite3_column_int64(m_statement.get(), 0) : static_cast<std::int64_t>(m_rows);
    }
    const std::optional<Error>& error() const { return m_error; }

private:
    static std::string query(const SqliteTable& table, std::span<const int> columns) {
        std::string sql = "SELECT " + (table.rowidName.empty() ? "NULL" : table.rowidName);
        for (const int column : columns) {
            const bool known = column >= 0 && static_cast<std::size_t>(column) < table.columns.size();
            sql += ", " + (known ? sqlName(table.columns[static_cast<std::size_t>(column)]) : std::string("NULL"));
        }
        sql += " FROM " + sqlName(table.name);
        // An index that covers the columns would bring the rows in its own order.
        if (!table.isView && table.rootPage != 0) sql += " NOT INDEXED";
        return sql;
    }

    Connection m_db;
    Statement m_statement;
    std::string m_name;
    std::vector<Cell> m_cells;
    bool m_hasRowid;
    std::uint64_t m_rows = 0;
    std::uint64_t m_maxRows = 0;
    std::optional<Error> m_error;
};

void SqliteReader::LibraryScanDeleter::operator()(LibraryScan* scan) const { delete scan; }

SqliteReader::LibraryScanPtr SqliteReader::startLibraryScan(const SqliteTable& table,
                                                            std::span<const int> columns) const {
    return LibraryScanPtr(new LibraryScan(*this, table, columns));
}

bool SqliteReader::step(LibraryScan& scan) { return scan.step(); }
std::span<const Cell> SqliteReader::cellsOf(const LibraryScan& scan) { return scan.cells(); }
std::int64_t SqliteReader::rowidOf(const LibraryScan& scan) { return scan.rowid(); }
std::optional<Error> SqliteReader::errorOf(const LibraryScan& scan) { return scan.error(); }

}  // namespace importers
