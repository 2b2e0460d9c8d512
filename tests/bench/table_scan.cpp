// SPDX-License-Identifier: GPL-3.0-or-later
// table_scan FILE: what reading a database costs at least. Steps with SQLite through all columns of all rows of all its
// tables, in one thread, and prints how long that took. Views and SQLite's own tables are left out.
#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

struct Scanned {
    std::uint64_t rows = 0, sum = 0;
};

void scan(sqlite3* db, const std::string& sql, Scanned& out) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) return;
    const int columns = sqlite3_column_count(statement);
    for (; sqlite3_step(statement) == SQLITE_ROW; ++out.rows)
        for (int i = 0; i < columns; ++i) switch (sqlite3_column_type(statement, i)) {
            case SQLITE_INTEGER: out.sum += static_cast<std::uint64_t>(sqlite3_column_int64(statement, i)); break;
            case SQLITE_FLOAT: out.sum += static_cast<std::uint64_t>(sqlite3_column_double(statement, i)); break;
            case SQLITE_TEXT: out.sum += *sqlite3_column_text(statement, i); break;
            default: break;
            }
    sqlite3_finalize(statement);
}

std::vector<std::string> tables(sqlite3* db) {
    std::vector<std::string> out;
    sqlite3_stmt* statement = nullptr;
    constexpr const char* kSql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    if (sqlite3_prepare_v2(db, kSql, -1, &statement, nullptr) != SQLITE_OK) return out;
    while (sqlite3_step(statement) == SQLITE_ROW)
        out.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)));
    sqlite3_finalize(statement);
    return out;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fprintf(stderr, "usage: table_scan FILE\n"), 2;
    const auto begin = std::chrono::steady_clock::now();
    sqlite3* db = nullptr;
    const std::string uri = std::string("file:") + argv[1] + "?immutable=1";
    if (sqlite3_open_v2(uri.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) != SQLITE_OK)
        return std::fprintf(stderr, "%s\n", sqlite3_errmsg(db)), 3;
    sqlite3_exec(db, "PRAGMA mmap_size = 17179869184", nullptr, nullptr, nullptr);
    Scanned all;
    for (const std::string& name : tables(db)) scan(db, "SELECT * FROM `" + name + "`", all);
    sqlite3_close(db);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("scan %.4f s rows %llu sum %llx\n", seconds.count(), static_cast<unsigned long long>(all.rows),
                static_cast<unsigned long long>(all.sum));
    return 0;
}
