// SPDX-License-Identifier: GPL-3.0-or-later
// Every column that the SQL face of a report has in common with the vendor's export of the same run holds the same.
#include <algorithm>
#include <map>
#include <set>

#include "importers/sql/sql_session.h"
#include "tests/kit/export_db.h"
#include "tests/kit/opened.h"

namespace {

using namespace export_db;
using importers::SqlSession;

/// Columns whose values are numbers of the face's own: compared by the text that they name, or not at all.
const std::set<std::string, std::less<>> kStringIds{"nameId",         "textId",      "demangledName",
                                                    "shortName",      "mangledName", "jsonTextId",
                                                    "CpuInstruction", "module",      "sourceFile"};
struct Exempt {
    std::string_view table, column, why;
};
// What is not compared, with the reason; a table with * is not compared at all.
constexpr Exempt kExempt[] = {
    {"StringIds", "*", "only strings that a row uses are kept, under ids of our own"},
    {"PROCESSES", "*", "only processes with rows are kept"},
    {"ThreadNames", "*", "only threads with rows are kept"},
    {"TARGET_INFO_SYSTEM_ENV", "*", "nothing private is kept"},
    {"TARGET_INFO_GPU", "*", "a fact that is 0 is no fact; old exports list a GPU once a process"},
    {"TARGET_INFO_CUDA_DEVICE", "*", "of devices with rows"},
    {"META_DATA_EXPORT", "*", "says who made the export"},
    {"OSRT_CALLCHAINS", "*", "compared by nsys_oracle_test; ids are our own"},
    {"SAMPLING_CALLCHAINS", "*", "compared by nsys_oracle_test; ids are our own"},
    {"CUDA_CALLCHAINS", "*", "compared by nsys_oracle_test; ids are our own"},
    {"PROFILER_OVERHEAD", "*", "has those of CUPTI, too, which old exports lack"},
    {"CUPTI_ACTIVITY_KIND_OVERHEAD", "*", "in PROFILER_OVERHEAD"},
    {"COMPOSITE_EVENTS", "id", "ids of call chains are our own"},
    {"CUPTI_ACTIVITY_KIND_RUNTIME", "callchainId", "ids of call chains are our own"},
    {"OSRT_API", "callchainId", "ids of call chains are our own"},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "deviceId",
     "records say 0 in every process: the device of the context is right"},
    {"NVTX_EVENTS", "textId", "a name is in both columns, whichever the report uses"},
    {"NVTX_EVENTS", "text", "a name is in both columns, whichever the report uses; compared below"},
    {"NVTX_EVENTS", "globalTid",
     "ranges that one thread begins and another may end are of their process; compared below"},
    {"ANALYSIS_DETAILS", "duration", "one export rounds it to milliseconds"},
    {"ANALYSIS_DETAILS", "startTime", "on the machine's own clock"},
    {"ANALYSIS_DETAILS", "stopTime", "on the machine's own clock"},
    {"TARGET_INFO_SESSION_START_TIME", "localTime", "the time zone is not kept"},
};

std::string textOf(const importers::Cell& c) {
    switch (c.type) {
    case importers::Cell::Type::Int: return std::to_string(c.i);
    case importers::Cell::Type::Real:
        return c.real == static_cast<double>(static_cast<std::int64_t>(c.real))
                   ? std::to_string(static_cast<std::int64_t>(c.real))
                   : fmt::format("{}", c.real);
    case importers::Cell::Type::Null: return "NULL";
    default: return std::string(c.text());
    }
}
std::string textOf(const Cell& c) {
    if (const auto* i = std::get_if<std::int64_t>(&c)) return std::to_string(*i);
    if (const auto* d = std::get_if<double>(&c)) return textOf(importers::Cell::ofReal(*d));
    if (const auto* s = std::get_if<std::string>(&c)) return *s;
    return "NULL";
}

std::string selectOf(const std::string& table, const std::vector<std::string>& columns) {
    std::string list, joins;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const bool isId = kStringIds.contains(columns[i]);
        list += fmt::format("{}{}", i ? ", " : "",
                            isId ? fmt::format("s{}.value", i) : fmt::format("t.\"{}\"", columns[i]));
        if (isId) joins += fmt::format(" LEFT JOIN StringIds s{0} ON s{0}.id = t.\"{1}\"", i, columns[i]);
    }
    // Rows that name domains, categories and threads have no time and thread of their own here; see below.
    return fmt::format("SELECT {} FROM \"{}\" t{}{}", list, table, joins,
                       table == "NVTX_EVENTS" ? " WHERE eventType NOT IN (33, 39, 75, 76)" : "");
}

using Rows = std::vector<std::vector<std::string>>;

Rows rowsOf(SqlSession& session, const std::string& sql) {
    Rows out;
    const auto done = session.query(
        sql, {}, [](auto) {},
        [&](std::span<const importers::Cell> cells) {
            auto& row = out.emplace_back();
            for (const importers::Cell& c : cells) row.push_back(textOf(c));
            return true;
        });
    if (!done) throw std::runtime_error(done.error().message + " in: " + sql);
    return out;
}
Rows rowsOf(const Export& db, const std::string& sql) {
    Rows out;
    for (const Row& row : db.rows(sql)) {
        auto& texts = out.emplace_back();
        for (const Cell& c : row) texts.push_back(textOf(c));
    }
    return out;
}

std::vector<std::string> namesOf(const Rows& rows, std::size_t column) {
    std::vector<std::string> out;
    for (const auto& row : rows) out.push_back(row[column]);
    return out;
}

/// What is in one column and not in the other: "-a" only in the export, "+b" only in ours.
std::string difference(const Rows& ours, const Rows& theirs, std::size_t column) {
    std::map<std::string, std::int64_t> counts;
    for (const auto& row : ours) ++counts[row[column]];
    for (const auto& row : theirs) --counts[row[column]];
    std::string out;
    int n = 0;
    for (const auto& [text, count] : counts)
        if (count && ++n <= 3)
            out += fmt::format(" {}{}×{}", count > 0 ? "+" : "-", text.substr(0, 40), std::abs(count));
    return n ? fmt::format("{} values:{}", n, out) : std::string();
}

/// Columns of that table that both have and that are compared.
std::vector<std::string> commonColumns(const std::string& table, SqlSession& session, const Export& db) {
    const std::string list = fmt::format("PRAGMA table_info(\"{}\")", table);
    const std::vector<std::string> own = namesOf(rowsOf(session, list), 1);
    std::vector<std::string> out;
    for (const std::string& c : namesOf(rowsOf(db, list), 1)) {
        const bool exempt = std::any_of(std::begin(kExempt), std::end(kExempt), [&](const Exempt& e) {
            return e.table == table && (e.column == c || e.column == "*");
        });
        if (!exempt && std::find(own.begin(), own.end(), c) != own.end()) out.push_back(c);
    }
    return out;
}

/// Calls use(name, session, export) for each pair: with the export as we read it, and with the report itself.
template <class F>
void forReports(F&& use) {
    for (const char* folder : {"own/nsys", "nsys_pairs", "h100/nsys"}) {
        const fs::path at = others().parent_path() / folder;
        if (!fs::exists(at)) continue;
        for (const auto& entry : fs::directory_iterator(at)) {
            if (entry.path().extension() != ".sqlite") continue;
            const Export db(entry.path());
            for (const char* extension : {".sqlite", ".nsys-rep", ".qdrep"}) {
                fs::path path = entry.path();
                path.replace_extension(extension);
                if (!fs::exists(path)) continue;
                const Opened report(path);
                SqlSession session(report.s);
                use(path.filename().string(), session, db);
            }
        }
    }
}

}  // namespace

TEST("Every column that a report and its export have in common holds the same") {
    std::map<std::string, int> compared;
    int files = 0;
    forReports([&](const std::string& file, SqlSession& session, const Export& db) {
        ++files;
        for (const std::string& table : namesOf(rowsOf(db, "SELECT name FROM sqlite_master WHERE type = 'table'"), 0)) {
            if (table.starts_with("ENUM_")) continue;  // of the newest version
            const std::vector<std::string> columns = commonColumns(table, session, db);
            if (columns.empty()) continue;
            Rows ours = rowsOf(session, selectOf(table, columns)), theirs = rowsOf(db, selectOf(table, columns));
            std::sort(ours.begin(), ours.end());
            std::sort(theirs.begin(), theirs.end());
            compared[table] += static_cast<int>(columns.size());
            if (ours == theirs) continue;
            std::string what =
                ours.size() == theirs.size() ? "" : fmt::format(" {} rows of {}", ours.size(), theirs.size());
            for (std::size_t c = 0; c < columns.size(); ++c)
                if (const std::string d = difference(ours, theirs, c); !d.empty())
                    what += fmt::format(" {}: {}", columns[c], d);
            check::fail(
                __FILE__, __LINE__,
                fmt::format("{} {}:{}", file, table, what.empty() ? " the columns are equal, the rows are not" : what));
        }
    });
    CHECK(files >= least(58, 2));
    CHECK(compared.size() >= static_cast<std::size_t>(least(20, 17)));
}

TEST("Names of ranges, domains and categories are those of the export, also of domains in which nothing happened") {
    int files = 0;
    forReports([&](const std::string& file, SqlSession& session, const Export& db) {
        if (!db.has("NVTX_EVENTS")) return;
        const std::string sql =
            "SELECT eventType, globalTid >> 24, domainId, coalesce(category, 0), coalesce(text, s.value) FROM NVTX_EVENTS LEFT JOIN StringIds s ON s.id = textId "
            "WHERE eventType NOT IN (39, 76)";
        Rows ours = rowsOf(session, sql), theirs = rowsOf(db, sql);
        std::sort(ours.begin(), ours.end());
        std::sort(theirs.begin(), theirs.end());
        theirs.erase(std::unique(theirs.begin(), theirs.end()), theirs.end());  // a domain may be told twice
        ours.erase(std::unique(ours.begin(), ours.end()), ours.end());
        if (ours != theirs)
            check::fail(__FILE__, __LINE__,
                        fmt::format("{}: {} and {}", file, difference(ours, theirs, 4), difference(ours, theirs, 0)));
        ++files;
    });
    CHECK(files >= 2);
}
