// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "importers/common/cell.h"
#include "importers/common/sqlite_pages.h"
#include "model/base/error.h"

namespace importers {

struct SqliteTable {
    std::string name;
    std::vector<std::string> columns;        ///< in the order of the declaration, without hidden ones
    std::vector<std::string> declaredTypes;  ///< one for each column, as written; may be empty strings
    bool isView = false;

    // For the reader itself.
    bool viaPages = false;  ///< decoded from its pages; otherwise read through the SQLite library
    std::uint32_t rootPage = 0;
    std::string rowidName;  ///< a name of the rowid that no column hides; empty if there is none
    SqliteLayout layout;

    /// Index of a column by name, ignoring case, or -1.
    int column(std::string_view columnName) const;
};

/// Reads the tables of an SQLite database, even of a damaged one, and never writes to it or beside it. Ordinary tables
/// are decoded from their pages. Views, WITHOUT ROWID and virtual tables, UTF-16 databases and the like go through the
/// SQLite library. Changes in a leftover journal or write-ahead log are applied to a private copy. All const functions
/// may be called from several threads at once.
class SqliteReader {
public:
    /// A piece of a table that one thread reads. It must not outlive the reader's file; it may be copied and moved.
    class Part {
    public:
        const SqliteTable& table() const { return *m_table; }
        /// Bytes of its leaf pages, for progress and balance; 0 if unknown.
        std::uint64_t bytes() const { return m_bytes; }

    private:
        friend class SqliteReader;
        const SqliteTable* m_table = nullptr;
        std::shared_ptr<const SqliteTree> m_tree;  // empty: read through the library
        std::size_t m_first = 0;
        std::size_t m_last = 0;
        std::uint64_t m_bytes = 0;
    };

    /// Errors: CannotOpen, NotAFile, EmptyFile, OutOfMemory; Damaged with SQLite's words in `detail`, also for a file
    /// that is not a database. The caller decides whether it is a profile.
    static model::Result<SqliteReader> open(const std::filesystem::path& path);

    SqliteReader(SqliteReader&&) noexcept;
    SqliteReader& operator=(SqliteReader&&) noexcept;
    ~SqliteReader();

    /// Tables and views in the order of their creation, without SQLite's own. Stable until the reader is destroyed,
    /// even if it is moved.
    const std::vector<SqliteTable>& tables() const { return m_tables; }
    /// By name, ignoring case; nullptr if there is none.
    const SqliteTable* table(std::string_view name) const;
    std::uint64_t fileBytes() const { return m_fileBytes; }
    /// False if the whole database goes through the SQLite library.
    bool usesPages() const { return m_pages != nullptr; }
    /// What SQLite reports about a file whose tables could be listed, such as that it was cut off.
    const std::optional<model::Error>& damage() const { return m_damage; }
    /// Why changes in a journal or write-ahead log are left out, as subjects of a note.
    const std::vector<model::Message>& logProblems() const { return m_logProblems; }

    /// Splits a table into parts of about `targetBytes`, in the order of the rows. Reads the inner pages of the table
    /// (some 0.3 % of it). There is always at least one part; scan() of the last one reports damage. A table that goes
    /// through the library is one part.
    std::vector<Part> parts(const SqliteTable& table, std::size_t targetBytes) const;

    /// Calls row(std::span<const Cell> cells, std::int64_t rowid) for each row of the part. cells[i] is the value of
    /// column columns[i] of the table; -1 gives Null. Text and blobs live until the callback returns. The rowid of a
    /// view, or of a table without rowids, is the number of the row, from 1. The callback may return void, or bool:
    /// false ends the scan with Cancelled. Returns the number of rows. On Damaged (offset: byte in the file, or -1),
    /// the rows before the damage were delivered.
    template <class F>
    model::Result<std::uint64_t> scan(const Part& part, std::span<const int> columns, F&& row) const;

private:
    class LibraryScan;
    struct LibraryScanDeleter {
        void operator()(LibraryScan*) const;
    };
    using LibraryScanPtr = std::unique_ptr<LibraryScan, LibraryScanDeleter>;
    struct Log;
    class TemporaryCopy;
    struct Schema;

    SqliteReader();
    model::Result<void> openFile(const std::filesystem::path& path);
    void openLogs(std::span<Log> logs);
    model::Result<void> readTables(bool tolerant);
    void openPages();

    // One row of a table that goes through the library; defined where sqlite3.h is known.
    LibraryScanPtr startLibraryScan(const SqliteTable& table, std::span<const int> columns) const;
    static bool step(LibraryScan& scan);
    static std::span<const Cell> cellsOf(const LibraryScan& scan);
    static std::int64_t rowidOf(const LibraryScan& scan);
    static std::optional<model::Error> errorOf(const LibraryScan& scan);

    Cell defaultOf(const SqliteTable& table, int column, std::int64_t rowid, std::string& bytes) const;
    SqlitePageScan startPageScan(const Part& part, std::span<const int> columns) const;

    template <class F>
    static bool deliver(F& row, std::span<const Cell> cells, std::int64_t rowid) {
        if constexpr (std::is_void_v<std::invoke_result_t<F&, std::span<const Cell>, std::int64_t>>) {
            row(cells, rowid);
            return true;
        } else {
            return row(cells, rowid);
        }
    }
    static tl::unexpected<model::Error> cancelled(const Part& part) {
        return model::fail(model::ErrorCode::Cancelled, model::Argument::name(part.table().name));
    }

    std::filesystem::path m_path;  ///< the file that is read: the original, or its private copy
    std::string m_name;            ///< the original, as the user knows it; for messages
    std::uint64_t m_fileBytes = 0;
    std::unique_ptr<TemporaryCopy> m_copy;
    std::unique_ptr<SqlitePages> m_pages;
    std::vector<SqliteTable> m_tables;
    std::optional<model::Error> m_damage;
    std::vector<model::Message> m_logProblems;
};

template <class F>
model::Result<std::uint64_t> SqliteReader::scan(const Part& part, std::span<const int> columns, F&& row) const {
    std::uint64_t rows = 0;
    if (!part.m_tree) {
        const LibraryScanPtr scan = startLibraryScan(part.table(), columns);
        for (; step(*scan); ++rows)
            if (!deliver(row, cellsOf(*scan), rowidOf(*scan))) return cancelled(part);
        if (auto error = errorOf(*scan)) return tl::unexpected<model::Error>(std::move(*error));
        return rows;
    }
    SqlitePageScan scan = startPageScan(part, columns);
    while (scan.nextPage()) {
        const std::uint32_t count = scan.rowCount();
        for (std::uint32_t i = 0; i < count && scan.decode(i); ++i, ++rows)
            if (!deliver(row, scan.cells(), scan.rowid())) return cancelled(part);
    }
    if (auto error = scan.takeError()) return tl::unexpected<model::Error>(std::move(*error));
    if (part.m_last == part.m_tree->leaves.size() && part.m_tree->error)
        return tl::unexpected<model::Error>(*part.m_tree->error);
    return rows;
}

}  // namespace importers
