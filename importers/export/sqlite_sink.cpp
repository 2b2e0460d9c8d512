// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in an SQLite file, with row ids that tell events apart and the keys that Nsight Systems gives its tables.
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include "importers/export/table_sink.h"
#include "model/rep/rep_output.h"

namespace importers::exporting {

using model::ErrorCode;
using model::Result;
namespace fs = std::filesystem;

namespace {

/// Pages of a file that is written once, from its beginning to its end, are large.
constexpr const char* kPragmas =
    "PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN";

std::string quoted(std::string_view name) { return fmt::format("\"{}\"", name); }

class SqliteSink : public TableSink {
public:
    static Result<TableSinkPtr> create(const fs::path& target) {
        auto sink = std::make_unique<SqliteSink>();
        std::error_code ignored;
        sink->m_target = target;
        if (const fs::path real = fs::canonical(target, ignored); !real.empty())
            sink->m_target = real;  // keep a link a link
        // A device or a pipe would be replaced by a file.
        if (fs::exists(sink->m_target, ignored) && !fs::is_regular_file(sink->m_target, ignored))
            return model::fail(ErrorCode::NotAFile, target.string());
        const fs::path folder = sink->m_target.parent_path().empty() ? "." : sink->m_target.parent_path();
        sink->m_folder = model::Handle(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!sink->m_folder.valid()) return model::fail(ErrorCode::CannotWrite, target.string(), std::strerror(errno));
        auto part = model::PartName::create(sink->m_folder.get(), sink->m_target.filename().string(), 0666);
        if (!part) return model::fail(ErrorCode::CannotWrite, target.string(), part.error().detail);
        sink->m_part = std::move(*part);
        sink->m_path = folder / sink->m_part.name();
        if (sqlite3_open_v2(sink->m_path.c_str(), &sink->m_db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) !=
                SQLITE_OK ||
            sqlite3_exec(sink->m_db, kPragmas, nullptr, nullptr, nullptr) != SQLITE_OK)
            return tl::unexpected(sink->failed().error());
        return TableSinkPtr(std::move(sink));
    }
    ~SqliteSink() override {
        sqlite3_finalize(m_insert);
        sqlite3_close(m_db);
    }

    Result<void> begin(const sql::Source& table) override {
        static constexpr const char* kTypes[] = {" INTEGER", " REAL", " TEXT", ""};
        const auto columns = table.columns();
        const bool chains = columns.size() > 1 && columns[0].name == "id" && columns[1].name == "stackDepth";
        // Where the id is the number of the row, they are one.
        m_hasKey = columns[0].name == "id" && !chains && table.name() != "COMPOSITE_EVENTS";
        std::string sql = fmt::format("CREATE TABLE {}(", quoted(table.name())), places = m_hasKey ? "" : "?1";
        std::string names = m_hasKey ? "" : "rowid";
        for (std::size_t c = 0; c < columns.size(); ++c) {
            sql += fmt::format("{}{}{}{}", c ? ", " : "", quoted(columns[c].name),
                               kTypes[static_cast<std::size_t>(columns[c].type)],
                               m_hasKey && c == 0 ? " NOT NULL PRIMARY KEY" : "");
            names += fmt::format("{}{}", names.empty() ? "" : ", ", quoted(columns[c].name));
            places += fmt::format("{}?{}", places.empty() ? "" : ", ", c + 2);
        }
        if (chains) sql += ", PRIMARY KEY (id, stackDepth)";
        if (sqlite3_exec(m_db, (sql + ")").c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return failed();
        const std::string insert = fmt::format("INSERT INTO {}({}) VALUES ({})", quoted(table.name()), names, places);
        return sqlite3_prepare_v2(m_db, insert.c_str(), -1, &m_insert, nullptr) == SQLITE_OK ? Result<void>()
                                                                                             : failed();
    }

    Result<void> row(std::int64_t rowid, std::span<const Cell> cells) override {
        if (!m_hasKey) sqlite3_bind_int64(m_insert, 1, rowid);
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const Cell& cell = cells[c];
            const int at = static_cast<int>(c) + 2;
            switch (cell.type) {
            case Cell::Type::Null: sqlite3_bind_null(m_insert, at); break;
            case Cell::Type::Int: sqlite3_bind_int64(m_insert, at, cell.i); break;
            case Cell::Type::Real: sqlite3_bind_double(m_insert, at, cell.real); break;
            case Cell::Type::Text:
                sqlite3_bind_text64(m_insert, at, cell.bytes, cell.size, SQLITE_STATIC, SQLITE_UTF8);
                break;
            case Cell::Type::Blob: sqlite3_bind_blob64(m_insert, at, cell.bytes, cell.size, SQLITE_STATIC); break;
            }
        }
        const int code = sqlite3_step(m_insert);
        sqlite3_reset(m_insert);
        return code == SQLITE_DONE ? Result<void>() : failed();
    }

    Result<void> end() override {
        sqlite3_finalize(std::exchange(m_insert, nullptr));
        return {};
    }

    Result<void> finish() override {
        if (sqlite3_exec(m_db, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK) return failed();
        if (sqlite3_close(std::exchange(m_db, nullptr)) != SQLITE_OK) return failed();
        const int file = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC);
        const bool safe = file >= 0 && ::fsync(file) == 0;
        if (file >= 0) ::close(file);
        if (!safe || ::rename(m_path.c_str(), m_target.c_str()) != 0)
            return model::fail(ErrorCode::CannotWrite, m_target.string(), std::strerror(errno));
        m_part.forget();
        return {};
    }

private:
    Result<void> failed() const {
        const int reason = m_db ? sqlite3_system_errno(m_db) : 0;
        const bool full = m_db && sqlite3_errcode(m_db) == SQLITE_FULL;
        return model::fail(ErrorCode::CannotWrite, m_target.string(),
                           full     ? std::strerror(ENOSPC)
                           : reason ? std::strerror(reason)
                           : m_db   ? sqlite3_errmsg(m_db)
                                    : "");
    }

    fs::path m_target, m_path;
    model::Handle m_folder;
    model::PartName m_part;  // goes before the folder, and after the database
    sqlite3* m_db = nullptr;
    sqlite3_stmt* m_insert = nullptr;
    bool m_hasKey = false;
};

}  // namespace

Result<TableSinkPtr> sqliteSink(const fs::path& target) { return SqliteSink::create(target); }

}  // namespace importers::exporting
