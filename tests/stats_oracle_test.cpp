// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of real reports against plain SQL on their exports: whole numbers exactly, others to a billionth.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sqlite3.h>

#include "importers/importer.h"
#include "model/reports/report.h"
#include "tests/check.h"

namespace {

namespace fs = std::filesystem;
using model::reports::Cell;
using model::reports::Report;
using model::reports::Table;

/// A row as texts and numbers.
using Row = std::vector<Cell>;

fs::path pairs() {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    const fs::path folder = samples ? fs::path(samples) / "nsys_pairs" : fs::path();
    if (folder.empty() || !fs::exists(folder)) SKIP("the sample reports are not here");
    return folder;
}

std::string sqlOf(const std::string& report) {
    std::ifstream in(fs::path(SIGHTLINE_SOURCE_DIR) / "tests" / "sql" / (report + ".sql"));
    return {std::istreambuf_iterator<char>(in), {}};
}

class Export {
public:
    explicit Export(const fs::path& path) {
        sqlite3_open_v2(("file:" + path.string() + "?immutable=1").c_str(), &m_db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
        sqlite3_exec(m_db, "PRAGMA temp_store = MEMORY", nullptr, nullptr, nullptr);
    }
    ~Export() { sqlite3_close(m_db); }
    Export(const Export&) = delete;
    Export& operator=(const Export&) = delete;

    bool has(const std::string& table) const { return rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '" + table + "'").size() == 1; }
    std::int64_t count(const std::string& table) const { return has(table) ? std::get<std::int64_t>(rows("SELECT count(*) FROM " + table)[0][0]) : 0; }

    std::vector<Row> rows(const std::string& sql) const {
        std::vector<Row> out;
        sqlite3_stmt* s = nullptr;
        if (sqlite3_prepare_v2(m_db, sql.c_str(), -1, &s, nullptr) != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(m_db));
        while (sqlite3_step(s) == SQLITE_ROW) {
            Row row;
            for (int i = 0; i < sqlite3_column_count(s); ++i)
                switch (sqlite3_column_type(s, i)) {
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

double number(const Cell& c) {
    if (const auto* i = std::get_if<std::int64_t>(&c)) return static_cast<double>(*i);
    if (const auto* d = std::get_if<double>(&c)) return *d;
    return std::nan("");
}

std::string text(const Cell& c) {
    if (const auto* s = std::get_if<std::string>(&c)) return *s;
    if (std::holds_alternative<std::monostate>(c)) return "-";
    return fmt::format("{}", number(c));
}

/// Whole numbers must be equal, others to a billionth of their size.
bool same(const Cell& ours, const Cell& theirs, double scale = 1) {
    if (std::holds_alternative<std::monostate>(theirs) || std::holds_alternative<std::monostate>(ours)) return ours.index() == theirs.index();
    const bool whole = std::holds_alternative<std::int64_t>(ours) && std::holds_alternative<std::int64_t>(theirs);
    if (whole) return std::get<std::int64_t>(ours) == std::get<std::int64_t>(theirs);
    const double a = number(ours) * scale, b = number(theirs);
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

struct Sample {
    fs::path path;
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;
    Export db;
    explicit Sample(const fs::path& p) : path(p), db(p) {
        CHECK(importers::openReport(p, *store).has_value());
        s = store->snapshot();
    }
    Table make(const char* report) const {
        model::TimeRange all = s->range();
        ++all.end;
        return model::reports::find(report)->make({*s, all});
    }
};

/// Calls use(sample) for each pair's export that is small enough to be asked in SQL.
template <class F>
void forSamples(F&& use) {
    for (const auto& entry : fs::directory_iterator(pairs()))
        if (entry.path().extension() == ".sqlite") use(Sample(entry.path()));
}

/// Compares a summary with its query. `labels`: columns that say which row it is, from column `first` on; `times`: the share comes
/// first, and whole values are exact.
void compare(const Sample& sample, const char* report, const char* table, std::size_t first, std::size_t labels, bool times) {
    const Table ours = sample.make(report);
    if (!sample.db.has(table)) return CHECK_EQ(ours.rows, 0u);
    std::map<std::string, Row> theirs;
    for (Row& row : sample.db.rows(sample.db.fitted(sqlOf(report)) + sqlOf("summary"))) {
        const std::string label = text(row[0]);
        theirs.emplace(label, std::move(row));
    }
    CHECK_EQ(ours.rows, theirs.size());
    double last = INFINITY;
    for (std::size_t r = 0; r < ours.rows; ++r) {
        std::string label;
        for (std::size_t l = 0; l < labels; ++l) label += (l ? "|" : "") + text(ours.cell(r, first + l));
        const auto found = theirs.find(label);
        if (found == theirs.end()) {
            check::fail(__FILE__, __LINE__, fmt::format("{} {}: no row {}", sample.path.filename().string(), report, label).c_str());
            continue;
        }
        const double total = number(ours.cell(r, times ? 1 : 0));
        CHECK(total <= last);
        last = total;
        for (std::size_t c = 0; c + 1 < found->second.size() - (times ? 0 : 1); ++c) {
            const Cell a = ours.cell(r, c), &b = found->second[c + (times ? 1 : 2)];
            if (!same(a, b, times || c == 1 ? 1 : 1e6))
                check::fail(__FILE__, __LINE__, fmt::format("{} {} {} column {}: {} != {}", sample.path.filename().string(), report, label, c, text(a), text(b)).c_str());
        }
    }
}

}  // namespace

TEST("Sums of kernels, calls, memory operations and OS calls equal plain SQL on the export") {
    int compared = 0;
    forSamples([&](const Sample& s) {
        compare(s, "cuda_gpu_kern_sum", "CUPTI_ACTIVITY_KIND_KERNEL", 8, 1, true);
        compare(s, "cuda_gpu_kern_gb_sum", "CUPTI_ACTIVITY_KIND_KERNEL", 8, 3, true);
        compare(s, "cuda_api_sum", "CUPTI_ACTIVITY_KIND_RUNTIME", 8, 1, true);
        compare(s, "osrt_sum", "OSRT_API", 8, 1, true);
        if (s.db.has("CUPTI_ACTIVITY_KIND_MEMCPY")) {
            compare(s, "cuda_gpu_mem_time_sum", "CUPTI_ACTIVITY_KIND_MEMCPY", 8, 1, true);
            compare(s, "cuda_gpu_mem_size_sum", "CUPTI_ACTIVITY_KIND_MEMCPY", 7, 1, false);
        }
        ++compared;
    });
    CHECK(compared >= 26);
}

TEST("Sums of NVTX ranges equal plain SQL on the export") {
    forSamples([&](const Sample& s) { compare(s, "nvtx_sum", "NVTX_EVENTS", 8, 2, true); });
}

TEST("Launch and execution times equal plain SQL on the export") {
    forSamples([&](const Sample& s) {
        if (!s.db.has("CUPTI_ACTIVITY_KIND_KERNEL") || !s.db.has("CUPTI_ACTIVITY_KIND_RUNTIME")) return;
        const Table ours = s.make("cuda_kern_exec_sum");
        const auto key = [](const Row& r) { return fmt::format("{}|{}|{}|{}|{}", text(r[0]), text(r[1]), text(r[2]), text(r[3]), text(r[4])); };
        std::map<std::string, Row> theirs;
        for (Row& row : s.db.rows(sqlOf("cuda_kern_exec_sum"))) theirs.emplace(key(row), row);
        CHECK_EQ(ours.rows, theirs.size());
        for (std::size_t r = 0; r < ours.rows; ++r) {
            const auto c = [&](std::size_t column) { return ours.cell(r, column); };
            const auto found = theirs.find(key({c(0), c(1), c(2), c(25), c(26)}));
            CHECK(found != theirs.end());
            if (found == theirs.end()) continue;
            const std::size_t columns[] = {3, 4, 5, 7, 8, 10, 15, 20};  // counts, total mean, min, max, call, queue, kernel
            for (std::size_t i = 0; i < std::size(columns); ++i)
                if (!same(c(columns[i]), found->second[5 + i]))
                    check::fail(__FILE__, __LINE__, fmt::format("{} column {}: {} != {}", s.path.filename().string(), columns[i], text(c(columns[i])), text(found->second[5 + i])).c_str());
        }
    });
}

TEST("Projections of NVTX ranges of threads equal plain SQL on the export") {
    int compared = 0;
    forSamples([&](const Sample& s) {
        if (!s.db.has("CUPTI_ACTIVITY_KIND_KERNEL") || !s.db.has("CUPTI_ACTIVITY_KIND_MEMCPY") || !s.db.has("NVTX_EVENTS")) return;
        if (s.db.count("NVTX_EVENTS") * s.db.count("CUPTI_ACTIVITY_KIND_KERNEL") > 50'000'000) return;  // the join is of all with all
        const Table ours = s.make("nvtx_gpu_proj_sum");
        std::map<std::string, Row> theirs;
        for (Row& row : s.db.rows(s.db.fitted(sqlOf("nvtx_gpu_proj_sum")))) theirs.emplace(text(row[0]), row);
        std::size_t threads = 0;
        for (std::size_t r = 0; r < ours.rows; ++r) {
            if (text(ours.cell(r, 1)) != "PushPop") continue;
            ++threads;
            const auto found = theirs.find(text(ours.cell(r, 0)));
            CHECK(found != theirs.end());
            if (found == theirs.end()) continue;
            const std::size_t columns[] = {2, 3, 4, 5, 7, 8, 10};
            for (std::size_t i = 0; i < std::size(columns); ++i)
                if (!same(ours.cell(r, columns[i]), found->second[1 + i]))
                    check::fail(__FILE__, __LINE__,
                                fmt::format("{} {} column {}: {} != {}", s.path.filename().string(), found->first, columns[i], text(ours.cell(r, columns[i])), text(found->second[1 + i])).c_str());
        }
        CHECK_EQ(threads, theirs.size());
        compared += threads > 0;
    });
    CHECK(compared > 0);
}
