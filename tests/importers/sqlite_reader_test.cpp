// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/sqlite_reader.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
#include <thread>

#include "tests/kit/check.h"
#include "tests/kit/samples.h"

namespace fs = std::filesystem;
using importers::Cell;
using importers::SqliteReader;
using importers::SqliteTable;
using model::ErrorCode;

namespace {

/// A folder for the files of one test.
struct Folder {
    fs::path path;
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "sqlite_reader_test-XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~Folder() {
        fs::permissions(path, fs::perms::owner_all);
        fs::remove_all(path);
    }
    fs::path operator/(const char* name) const { return path / name; }
};

/// The library itself, to make databases and to say what is right.
struct Database {
    sqlite3* db = nullptr;
    explicit Database(const fs::path& path) { CHECK_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database() { sqlite3_close(db); }
    void run(const std::string& sql) const {
        char* message = nullptr;
        if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK)
            check::fail(__FILE__, __LINE__, std::string(message ? message : "?") + " in " + sql);
        sqlite3_free(message);
    }
};

void append(std::string& out, const Cell& cell) {
    char number[64];
    switch (cell.type) {
    case Cell::Type::Null: out += "N|"; break;
    case Cell::Type::Int: out += "I" + std::to_string(cell.i) + "|"; break;
    case Cell::Type::Real:
        std::snprintf(number, sizeof number, "R%a|", cell.real);
        out += number;
        break;
    case Cell::Type::Text: out.append("T").append(cell.text()) += "|"; break;
    case Cell::Type::Blob: out.append("B").append(cell.text()) += "|"; break;
    }
}

struct Content {
    std::vector<std::string> rows;
    std::optional<model::Error> error;
};

std::vector<int> allColumns(const SqliteTable& table) {
    std::vector<int> columns(table.columns.size());
    std::iota(columns.begin(), columns.end(), 0);
    return columns;
}

Content readAll(const SqliteReader& reader, const SqliteTable& table, std::size_t targetBytes = 1 << 20) {
    Content content;
    for (const SqliteReader::Part& part : reader.parts(table, targetBytes)) {
        const auto rows = reader.scan(part, allColumns(table), [&](std::span<const Cell> cells, std::int64_t) {
            std::string row;
            for (const Cell& cell : cells) append(row, cell);
            content.rows.push_back(std::move(row));
        });
        if (!rows) content.error = rows.error();
    }
    return content;
}

Content readByLibrary(const fs::path& path, const SqliteTable& table) {
    Content content;
    sqlite3* db = nullptr;
    sqlite3_open_v2(("file:" + path.string() + "?immutable=1").c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
                    nullptr);
    sqlite3_stmt* statement = nullptr;
    const std::string sql = "SELECT * FROM \"" + table.name + "\"" + (table.isView ? "" : " NOT INDEXED");
    sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        std::string row;
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            const int type = sqlite3_column_type(statement, i);
            const auto* bytes =
                static_cast<const char*>(type == SQLITE_BLOB ? sqlite3_column_blob(statement, i) : nullptr);
            if (type == SQLITE_TEXT) bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
            const int size = bytes ? sqlite3_column_bytes(statement, i) : 0;
            const std::string_view text(bytes, static_cast<std::size_t>(size));
            append(row, type == SQLITE_INTEGER ? Cell::ofInt(sqlite3_column_int64(statement, i))
                        : type == SQLITE_FLOAT ? Cell::ofReal(sqlite3_column_double(statement, i))
                        : type == SQLITE_TEXT  ? Cell::ofText(text)
                        : type == SQLITE_BLOB  ? Cell::ofBlob(text)
                                               : Cell{});
        }
        content.rows.push_back(std::move(row));
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return content;
}

/// Compares every table of a file with what the library reads; returns the number of rows.
std::size_t compareAll(const fs::path& path, std::size_t targetBytes = 16384) {
    const auto reader = SqliteReader::open(path);
    if (!reader)
        return check::fail(__FILE__, __LINE__, path.string() + ": " + model::english(reader.error().detail)), 0;
    std::size_t rows = 0;
    for (const SqliteTable& table : reader->tables()) {
        const Content got = readAll(*reader, table, targetBytes);
        const Content wanted = readByLibrary(path, table);
        if (got.error || got.rows != wanted.rows)
            check::fail(__FILE__, __LINE__,
                        path.filename().string() + " " + table.name + ": " + std::to_string(got.rows.size()) +
                            " rows, not " + std::to_string(wanted.rows.size()) + " or others " +
                            (got.error ? model::english(got.error->detail) : std::string()));
        rows += got.rows.size();
    }
    return rows;
}

void compareFolder(const fs::path& folder) {
    std::size_t files = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        // Those two differ from what the library says on purpose and have tests of their own.
        if (entry.path().extension() != ".sqlite" || name == "truncated.sqlite" || name == "wal_left.sqlite") continue;
        compareAll(entry.path());
        ++files;
    }
    CHECK(files > 0);
}

std::string numbers(const char* table, int count) {
    return std::string("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ") +
           std::to_string(count) + ") INSERT INTO " + table + " ";
}

void makeMixed(const Database& d, int rows) {
    d.run("CREATE TABLE mixed (a, b INTEGER, c REAL, d TEXT, e BLOB)");
    d.run(numbers("mixed", rows) +
          "SELECT CASE i % 11 WHEN 0 THEN NULL WHEN 1 THEN 0 WHEN 2 THEN 1 WHEN 3 THEN -i WHEN 4 THEN i * -300 WHEN 5 "
          "THEN i * 70000 WHEN 6 THEN i * -20000000 WHEN 7 THEN i * 5000000000 WHEN 8 THEN -i * 900000000000000 WHEN 9 "
          "THEN i / 7.0 ELSE 'text ' || i END, (i * 7919) << (i % 57), CASE i % 3 WHEN 0 THEN i WHEN 1 THEN i * 0.5 "
          "END, substr('a longer text with numbers', 1, i % 27) || i, CASE WHEN i % 5 THEN zeroblob(i % 40) END "
          "FROM n");
}

void makeOverflowing(const Database& d, int rows) {
    d.run("CREATE TABLE long (id INTEGER PRIMARY KEY, before INTEGER, body TEXT, after INTEGER)");
    d.run(numbers("long", rows) +
          "SELECT i * 3, -i, CASE WHEN i % 4 THEN substr(replace(hex(zeroblob(50000)), '00', 'x' || i), 1, 50 * i * i "
          "% 100001) END, i FROM n");
}

std::string slurp(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void spill(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void checkOpenFails(const fs::path& path, ErrorCode code, const std::string& detail = {}) {
    const auto reader = SqliteReader::open(path);
    CHECK(!reader);
    if (reader) return;
    CHECK_EQ(reader.error().code, code);
    if (!detail.empty()) CHECK_EQ(model::english(reader.error().detail), detail);
}

std::vector<fs::path> filesIn(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

TEST("every table of the unpacked samples reads as the library reads it") {
    const fs::path unpacked = sample("own").parent_path();
    for (const char* folder : {"own/nsys", "nsys_pairs", "h100/nsys"})
        if (fs::exists(unpacked / folder)) compareFolder(unpacked / folder);
}

TEST("every table of the crafted and other samples reads as the library reads it") {
    compareFolder(sample("crafted"));
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    const fs::path others = fs::path(shared ? shared : "") / "samples" / "nsys_other";
    if (fs::exists(others)) compareFolder(others);
}

TEST("all value types and long texts survive in every page size, with reserved bytes and auto-vacuum") {
    for (const int pageBytes : {512, 1024, 4096, 65536}) {
        for (const int reserved : {0, 32}) {
            const Folder folder;
            {
                const Database d(folder / "t.sqlite");
                int bytes = reserved;
                sqlite3_file_control(d.db, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
                d.run("PRAGMA page_size=" + std::to_string(pageBytes));
                if (reserved) d.run("PRAGMA auto_vacuum=FULL");
                makeMixed(d, 5000);
                makeOverflowing(d, 60);
                d.run("CREATE TABLE none (x)");
            }
            const auto reader = SqliteReader::open(folder / "t.sqlite");
            CHECK(reader && reader->usesPages() && reader->table("MIXED") && reader->table("mixed")->viaPages);
            CHECK_EQ(compareAll(folder / "t.sqlite"), 5060u);
            CHECK_EQ(slurp(folder / "t.sqlite")[20], reserved);
        }
    }
}

TEST("an INTEGER PRIMARY KEY is the rowid, and its look-alikes are not") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        d.run("CREATE TABLE a (x, id integer primary key); INSERT INTO a VALUES ('p', 7), ('q', -3), ('r', 1 << 62)");
        d.run("CREATE TABLE b (id INT PRIMARY KEY, x); INSERT INTO b VALUES (7, 'p'), (NULL, 'q')");
        d.run("CREATE TABLE c (id INTEGER PRIMARY KEY DESC, x); INSERT INTO c VALUES (7, 'p'), (NULL, 'q')");
        d.run("CREATE TABLE d (id INTEGER, x, PRIMARY KEY (id DESC)); INSERT INTO d VALUES (7, 'p'), (3, 'q')");
        d.run("CREATE TABLE e (id INTEGER, x, PRIMARY KEY (id, x)); INSERT INTO e VALUES (7, 'p'), (NULL, 'q')");
        d.run("CREATE TABLE f (rowid TEXT, id INTEGER PRIMARY KEY); INSERT INTO f VALUES ('p', 9)");
    }
    CHECK_EQ(compareAll(folder / "t.sqlite"), 12u);
    const auto reader = SqliteReader::open(folder / "t.sqlite");
    for (const SqliteTable& table : reader->tables()) CHECK(table.viaPages);
    CHECK_EQ(reader->table("a")->layout.rowidColumn, 1);
    CHECK_EQ(reader->table("c")->layout.rowidColumn, -1);
}

TEST("columns added later have their default in older rows") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        d.run("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2)");
        d.run("ALTER TABLE t ADD COLUMN b TEXT; ALTER TABLE t ADD COLUMN c REAL DEFAULT 5");
        d.run("ALTER TABLE t ADD COLUMN d TEXT NOT NULL DEFAULT 'it''s'; ALTER TABLE t ADD COLUMN e DEFAULT x'0102'");
        d.run("INSERT INTO t VALUES (3, 'b', 0, 'd', NULL); ALTER TABLE t ADD COLUMN f INT DEFAULT '-12'");
        d.run("CREATE TABLE old (a INTEGER NOT NULL DEFAULT -1, b INT DEFAULT 4); INSERT INTO old (b) VALUES (2)");
    }
    CHECK_EQ(compareAll(folder / "t.sqlite"), 4u);
    const auto reader = SqliteReader::open(folder / "t.sqlite");
    CHECK(reader->table("t")->viaPages);
    CHECK_EQ(readAll(*reader, *reader->table("t")).rows.at(1), std::string("I2|N|R0x1.4p+2|Tit's|B\1\2|I-12|"));
}

TEST("deleted rows, reused pages and deep trees do not confuse the order of rows") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        d.run("PRAGMA page_size=512");
        makeMixed(d, 30000);
        makeOverflowing(d, 200);
        d.run("DELETE FROM mixed WHERE rowid % 3 = 0 OR rowid BETWEEN 5000 AND 9000; DELETE FROM long WHERE id % 2");
        d.run("CREATE TABLE later (x TEXT)");
        d.run(numbers("later", 3000) + "SELECT 'row ' || i FROM n");
        d.run("CREATE INDEX i ON mixed (b)");
    }
    CHECK(compareAll(folder / "t.sqlite", 600) > 20000);
}

TEST("only the wanted columns are decoded, in the wanted order, and -1 is NULL") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        makeOverflowing(d, 100);
    }
    const auto reader = SqliteReader::open(folder / "t.sqlite");
    const SqliteTable& table = *reader->table("long");
    const int columns[] = {table.column("AFTER"), -1, table.column("id"), 99, 3, table.column("nothing"), 0, 1};
    std::int64_t n = 0;
    for (const auto& part : reader->parts(table, 1000)) {
        CHECK(part.bytes() > 0);
        const auto rows = reader->scan(part, columns, [&](std::span<const Cell> cells, std::int64_t rowid) {
            std::string row;
            for (const Cell& cell : cells) append(row, cell);
            const std::string i = std::to_string(++n);
            const std::string id = std::to_string(rowid);
            CHECK_EQ(row, "I" + i + "|N|I" + id + "|N|I" + i + "|N|I" + id + "|I-" + i + "|");
            CHECK_EQ(rowid, n * 3);
        });
        CHECK(rows);
    }
    CHECK_EQ(n, 100);
}

TEST("views, tables without rowids, generated columns and virtual tables go through the library") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        makeMixed(d, 500);
        d.run("CREATE VIEW v AS SELECT b, d FROM mixed WHERE b > 0");
        d.run("CREATE TABLE w (k TEXT PRIMARY KEY, \"odd \"\"name\" INT) WITHOUT ROWID; INSERT INTO w VALUES ('k', 1)");
        d.run("CREATE TABLE g (a INT, b INT AS (a * 2), c INT AS (a * 3) STORED); INSERT INTO g VALUES (4), (5)");
        if (sqlite3_compileoption_used("ENABLE_RTREE"))
            d.run("CREATE VIRTUAL TABLE r USING rtree(id, low, high); INSERT INTO r VALUES (1, 2, 3), (4, 5, 6)");
    }
    CHECK(compareAll(folder / "t.sqlite") > 700);
    Database(folder / "t.sqlite").run("CREATE VIEW broken AS SELECT * FROM gone");
    const auto reader = SqliteReader::open(folder / "t.sqlite");
    CHECK(reader->usesPages());
    for (const char* name : {"v", "w", "g"}) CHECK(!reader->table(name)->viaPages);
    if (const SqliteTable* r = reader->table("r")) CHECK(!r->viaPages && readAll(*reader, *r).rows.size() == 2);
    CHECK(reader->table("v")->isView);
    CHECK(reader->table("broken")->columns.empty());
    CHECK(readAll(*reader, *reader->table("broken")).error.has_value());
    CHECK_EQ(readAll(*reader, *reader->table("g")).rows.at(1), std::string("I5|I10|I15|"));
}

TEST("a view without end can be cancelled") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        d.run("CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n");
    }
    const auto reader = SqliteReader::open(folder / "t.sqlite");
    const int column = 0;
    const auto rows = reader->scan(reader->parts(*reader->table("v"), 1).at(0), std::span(&column, 1),
                                   [](std::span<const Cell> cells, std::int64_t) { return cells[0].i < 1000; });
    CHECK(!rows && rows.error().code == ErrorCode::Cancelled);
}

TEST("a UTF-16 database gives UTF-8 text") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        d.run("PRAGMA encoding='UTF-16le'; CREATE TABLE t (a TEXT, b INT)");
        d.run("INSERT INTO t VALUES ('Zürich 東京 🙂', 5)");
    }
    const auto reader = SqliteReader::open(folder / "t.sqlite");
    CHECK(reader && !reader->usesPages());
    CHECK_EQ(readAll(*reader, *reader->table("t")).rows.at(0), std::string("TZürich 東京 🙂|I5|"));
}

TEST("a write-ahead log left behind is read from a private copy, also in a read-only folder") {
    const Folder folder;
    const Folder copy;
    {
        const Database d(folder / "t.sqlite");
        d.run(
            "PRAGMA journal_mode=WAL; CREATE TABLE t (a INT); INSERT INTO t VALUES (1); PRAGMA wal_checkpoint; "
            "INSERT INTO t VALUES (2)");
        fs::copy_file(folder / "t.sqlite", copy / "with space?#%.sqlite");
        fs::copy_file(folder / "t.sqlite-wal", copy / "with space?#%.sqlite-wal");
    }
    fs::permissions(copy.path, fs::perms::owner_read | fs::perms::owner_exec);
    const std::string before = slurp(copy / "with space?#%.sqlite");
    const auto files = filesIn(copy.path);
    {
        const auto reader = SqliteReader::open(copy / "with space?#%.sqlite");
        CHECK(reader.has_value());
        if (reader) CHECK_EQ(readAll(*reader, *reader->table("t")).rows.size(), 2u);
    }
    CHECK(filesIn(copy.path) == files);
    CHECK(slurp(copy / "with space?#%.sqlite") == before);
    // In WAL mode but with nothing left in the log.
    const auto reader = SqliteReader::open(folder / "t.sqlite");
    CHECK(reader.has_value());
    if (reader) CHECK_EQ(readAll(*reader, *reader->table("t")).rows.size(), 2u);
    CHECK_EQ(filesIn(folder.path).size(), 1u);
}

TEST("an interrupted transaction is rolled back in a private copy") {
    const Folder folder;
    const Folder copy;
    {
        const Database d(folder / "t.sqlite");
        makeMixed(d, 2000);
        d.run("PRAGMA cache_size=2; PRAGMA cache_spill=2; BEGIN; UPDATE mixed SET a = 'changed'");
        fs::copy_file(folder / "t.sqlite", copy / "t.sqlite");
        fs::copy_file(folder / "t.sqlite-journal", copy / "t.sqlite-journal");
        CHECK(slurp(copy / "t.sqlite").find("changed") != std::string::npos);
    }
    const std::string before = slurp(copy / "t.sqlite");
    const auto reader = SqliteReader::open(copy / "t.sqlite");
    CHECK(reader.has_value());
    if (!reader) return;
    const Content content = readAll(*reader, *reader->table("mixed"));
    CHECK_EQ(content.rows.size(), 2000u);
    for (const std::string& row : content.rows) CHECK(row.find("changed") == std::string::npos);
    CHECK(slurp(copy / "t.sqlite") == before);
    CHECK_EQ(filesIn(copy.path).size(), 2u);
}

TEST("the sample with a log left behind has both kernels") {
    const auto reader = SqliteReader::open(sample("crafted") / "wal_left.sqlite");
    CHECK(reader.has_value());
    if (reader) CHECK_EQ(readAll(*reader, *reader->table("CUPTI_ACTIVITY_KIND_KERNEL")).rows.size(), 2u);
}

TEST("what is not a database is refused with the reason") {
    const Folder folder;
    checkOpenFails(folder / "missing", ErrorCode::CannotOpen);
    checkOpenFails(folder.path, ErrorCode::NotAFile);
    spill(folder / "empty", "");
    checkOpenFails(folder / "empty", ErrorCode::EmptyFile);
    spill(folder / "text", std::string(5000, 'x'));
    checkOpenFails(folder / "text", ErrorCode::Damaged, "file is not a database");
    spill(folder / "short", "SQLite format 3");
    checkOpenFails(folder / "short", ErrorCode::Damaged);
}

TEST("a file that was cut off gives the rows before the cut and says so") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        makeMixed(d, 3000);
    }
    const Content whole =
        readAll(*SqliteReader::open(folder / "t.sqlite"), *SqliteReader::open(folder / "t.sqlite")->table("mixed"));
    fs::resize_file(folder / "t.sqlite", fs::file_size(folder / "t.sqlite") * 2 / 3 + 100);
    const auto reader = SqliteReader::open(folder / "t.sqlite");
    CHECK(reader && reader->damage());
    if (!reader) return;
    CHECK_EQ(model::english(reader->damage()->detail), std::string("database disk image is malformed"));
    for (const std::size_t target : {std::size_t{1} << 30, std::size_t{8192}}) {
        const Content content = readAll(*reader, *reader->table("mixed"), target);
        CHECK(content.error && content.error->code == ErrorCode::Damaged && content.error->offset >= 0);
        CHECK(content.rows.size() > 1000 && content.rows.size() < 3000);
        CHECK(std::equal(content.rows.begin(), content.rows.end(), whole.rows.begin()));
    }
}

TEST("flipped bytes and cuts never crash, never hang and never grow") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        d.run("PRAGMA page_size=512");
        makeMixed(d, 150);
        d.run("CREATE TABLE long (id INTEGER PRIMARY KEY, body TEXT); CREATE VIEW v AS SELECT * FROM long");
        d.run(numbers("long", 40) + "SELECT i, substr(hex(zeroblob(2000)), 1, i * 90) FROM n");
        d.run("CREATE TABLE w (k INT PRIMARY KEY, x) WITHOUT ROWID; INSERT INTO w SELECT id, body FROM long");
        d.run("ALTER TABLE mixed ADD COLUMN f TEXT DEFAULT 'later'");
    }
    const std::string good = slurp(folder / "t.sqlite");
    const char* wanted = std::getenv("SIGHTLINE_SEEDS");
    const unsigned seeds = wanted ? static_cast<unsigned>(std::atoi(wanted)) : 400;
    std::size_t rows = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        std::mt19937 random(seed);
        std::string bad = good;
        const auto at = [&](std::size_t size) { return random() % size; };
        for (std::size_t n = at(20) + 1; n > 0; --n) {
            // Every other time in the first bytes of a page, where its type, counts and pointers are.
            const std::size_t offset = seed % 2 ? at(bad.size()) : at(bad.size() / 512) * 512 + at(32);
            if (offset >= 16) bad[offset] = static_cast<char>(random() % 3 ? random() : 0xff);
        }
        if (seed % 5 == 0) bad.resize(at(bad.size()) + 1);
        spill(folder / "bad.sqlite", bad);
        const auto reader = SqliteReader::open(folder / "bad.sqlite");
        if (!reader) continue;
        for (const SqliteTable& table : reader->tables()) {
            const std::size_t count = readAll(*reader, table, 2000).rows.size();
            CHECK(count <= bad.size());
            rows += count;
        }
    }
    CHECK(rows > seeds);
}

TEST("parts may be read from several threads and a moved reader") {
    const Folder folder;
    {
        const Database d(folder / "t.sqlite");
        makeMixed(d, 20000);
    }
    auto first = SqliteReader::open(folder / "t.sqlite");
    const SqliteTable& table = *first->table("mixed");
    const SqliteReader reader = std::move(*first);
    const auto parts = reader.parts(table, 50000);
    CHECK(parts.size() > 8);
    std::vector<std::int64_t> sums(parts.size());
    std::vector<std::thread> threads;
    const auto columns = allColumns(table);
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = t; i < parts.size(); i += 4)
                (void)reader.scan(parts[i], columns,
                                  [&](std::span<const Cell>, std::int64_t rowid) { sums[i] += rowid; });
        });
    for (std::thread& thread : threads) thread.join();
    CHECK_EQ(std::accumulate(sums.begin(), sums.end(), std::int64_t{0}), 20000LL * 20001 / 2);
}
