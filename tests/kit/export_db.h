// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <sqlite3.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "model/reports/report.h"
#include "tests/kit/check.h"

/// An SQLite export as SQLite itself reads it, and the queries of tests/sql.
namespace export_db {

namespace fs = std::filesystem;
using model::reports::Cell;

/// A row as texts and numbers.
using Row = std::vector<Cell>;

inline fs::path others() { return fs::path(std::getenv("SIGHTLINE_SAMPLES")) / "nsys_pairs"; }

/// Reports and exports: one that was made up with every kind of table, which is always here, and those of other people.
inline std::vector<fs::path> reports() {
    std::vector<fs::path> out;
    for (const fs::path& folder : {others().parent_path() / "own" / "nsys", others()})
        if (fs::exists(folder))
            for (const auto& entry : fs::directory_iterator(folder))
                if (entry.path().extension() != ".tsv") out.push_back(entry.path());
    std::sort(out.begin(), out.end());
    return out;
}
inline std::vector<fs::path> exports() {
    std::vector<fs::path> out = reports();
    std::erase_if(out, [](const fs::path& p) { return p.extension() != ".sqlite"; });
    return out;
}

/// How much must have been compared: of all reports, or of ours alone.
inline int least(int ofAll, int ofOwn) { return fs::exists(others()) ? ofAll : ofOwn; }

inline std::string sqlOf(const std::string& report) {
    std::ifstream in(fs::path(SIGHTLINE_SOURCE_DIR) / "tests" / "sql" / (report + ".sql"));
    return {std::istreambuf_iterator<char>(in), {}};
}

class Export {
public:
    explicit Export(const fs::path& path) {
        sqlite3_open_v2(("file:" + path.string() + "?immutable=1").c_str(), &m_db,
                        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
        sqlite3_exec(m_db, "PRAGMA temp_store = MEMORY", nullptr, nullptr, nullptr);
    }
    ~Export() { sqlite3_close(m_db); }
    Export(const Export&) = delete;
    Export& operator=(const Export&) = delete;

    bool has(const std::string& table) const {
        return rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '" + table + "'").size() == 1;
    }
    std::int64_t count(const std::string& table) const {
        return has(table) ? std::get<std::int64_t>(rows("SELECT count(*) FROM " + table)[0][0]) : 0;
    }

    std::vector<Row> rows(const std::string& sql) const {
        std::vector<Row> out;
        sqlite3_stmt* s = nullptr;
        if (sqlite3_prepare_v2(m_db, sql.c_str(), -1, &s, nullptr) != SQLITE_OK)
            throw std::runtime_error(sqlite3_errmsg(m_db));
        while (sqlite3_step(s) == SQLITE_ROW) {
            Row row;
            for (int i = 0; i < sqlite3_column_count(s); ++i) switch (sqlite3_column_type(s, i)) {
                case SQLITE_INTEGER: row.emplace_back(std::int64_t{sqlite3_column_int64(s, i)}); break;
                case SQLITE_FLOAT: row.emplace_back(sqlite3_column_double(s, i)); break;
                case SQLITE_NULL: row.emplace_back(); break;
                default: row.emplace_back(std::string(reinterpret_cast<const char*>(sqlite3_column_text(s, i))));
                }
            out.push_back(std::move(row));
        }
        sqlite3_finalize(s);
        return out;
    }
    /// The query with the parts on a table that is not there left out.
    std::string fitted(std::string sql) const {
        const bool memset = has("CUPTI_ACTIVITY_KIND_MEMSET");
        const std::size_t from = sql.find("{memset}"), to = sql.find("{/memset}");
        if (from == sql.npos) return sql;
        return sql.substr(0, from) + (memset ? sql.substr(from + 8, to - from - 8) : "") + sql.substr(to + 9);
    }

private:
    sqlite3* m_db = nullptr;
};

inline double number(const Cell& c) {
    if (const auto* i = std::get_if<std::int64_t>(&c)) return static_cast<double>(*i);
    if (const auto* d = std::get_if<double>(&c)) return *d;
    return std::nan("");
}

inline std::string text(const Cell& c) {
    if (const auto* s = std::get_if<std::string>(&c)) return *s;
    if (std::holds_alternative<std::monostate>(c)) return "-";
    return fmt::format("{}", number(c));
}

/// Whole numbers must be equal, others to a billionth of their size.
inline bool same(const Cell& ours, const Cell& theirs, double scale = 1) {
    if (std::holds_alternative<std::monostate>(theirs) || std::holds_alternative<std::monostate>(ours))
        return ours.index() == theirs.index();
    const bool whole = std::holds_alternative<std::int64_t>(ours) && std::holds_alternative<std::int64_t>(theirs);
    if (whole) return std::get<std::int64_t>(ours) == std::get<std::int64_t>(theirs);
    const double a = number(ours) * scale, b = number(theirs);
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

inline std::string lineOf(const Row& row) {
    std::string out;
    for (const Cell& c : row) out += (out.empty() ? "" : "|") + text(c);
    return out;
}

inline bool equal(const Cell& a, const Cell& b) {
    return std::holds_alternative<std::string>(a) || std::holds_alternative<std::string>(b) ? a == b : same(a, b);
}

/// Both answers as sets of rows: neither has an order that may be relied on. Sums of reals may differ in their last
/// digits.
inline void compareRows(const std::string& what, std::vector<Row> ours, std::vector<Row> theirs) {
    CHECK_EQ(ours.size(), theirs.size());
    const auto less = [](const Row& a, const Row& b) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            const bool texts = std::holds_alternative<std::string>(a[i]) && std::holds_alternative<std::string>(b[i]);
            if (texts && std::get<std::string>(a[i]) != std::get<std::string>(b[i]))
                return std::get<std::string>(a[i]) < std::get<std::string>(b[i]);
            const bool numbers =
                std::holds_alternative<std::int64_t>(a[i]) && std::holds_alternative<std::int64_t>(b[i]);
            if (numbers && std::get<std::int64_t>(a[i]) != std::get<std::int64_t>(b[i]))
                return std::get<std::int64_t>(a[i]) < std::get<std::int64_t>(b[i]);
            if (a[i].index() != b[i].index()) return a[i].index() < b[i].index();
        }
        return false;
    };
    std::stable_sort(ours.begin(), ours.end(), less);
    std::stable_sort(theirs.begin(), theirs.end(), less);
    for (std::size_t r = 0; r < std::min(ours.size(), theirs.size()); ++r)
        for (std::size_t c = 0; c < theirs[r].size(); ++c)
            if (!equal(ours[r][c], theirs[r][c]))
                return check::fail(__FILE__, __LINE__,
                                   fmt::format("{}: {} != {}", what, lineOf(ours[r]), lineOf(theirs[r])));
}

/// The queries of tests/sql whose tables an export has. The join of all ranges with all kernels only where there are
/// few.
inline std::vector<std::string> queriesOn(const Export& db) {
    constexpr const char* kSummaries[][2] = {{"cuda_gpu_kern_sum", "CUPTI_ACTIVITY_KIND_KERNEL"},
                                             {"cuda_gpu_kern_gb_sum", "CUPTI_ACTIVITY_KIND_KERNEL"},
                                             {"cuda_api_sum", "CUPTI_ACTIVITY_KIND_RUNTIME"},
                                             {"osrt_sum", "OSRT_API"},
                                             {"cuda_gpu_mem_time_sum", "CUPTI_ACTIVITY_KIND_MEMCPY"},
                                             {"cuda_gpu_mem_size_sum", "CUPTI_ACTIVITY_KIND_MEMCPY"},
                                             {"nvtx_sum", "NVTX_EVENTS"}};
    std::vector<std::string> out;
    for (const auto& [query, table] : kSummaries)
        if (db.has(table)) out.push_back(db.fitted(sqlOf(query)) + sqlOf("summary"));
    if (!db.has("CUPTI_ACTIVITY_KIND_KERNEL") || !db.has("CUPTI_ACTIVITY_KIND_RUNTIME")) return out;
    out.push_back(sqlOf("cuda_kern_exec_sum"));
    const bool projects = db.has("CUPTI_ACTIVITY_KIND_MEMCPY") && db.has("NVTX_EVENTS") &&
                          db.count("NVTX_EVENTS") * db.count("CUPTI_ACTIVITY_KIND_KERNEL") <= 50'000'000;
    if (projects) out.push_back(db.fitted(sqlOf("nvtx_gpu_proj_sum")));
    return out;
}

}  // namespace export_db
