// SPDX-License-Identifier: GPL-3.0-or-later
// Reports in SQL: the same queries on the face of a report and, by SQLite itself, on the export of the same run; other
// formats with the same scripts; and what must not be possible.
#include <sqlite3.h>
#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include "importers/sql/sql_session.h"
#include "importers/sql/temporary_files.h"
#include "importers/sql/text_functions.h"
#include "tests/kit/export_db.h"
#include "tests/kit/opened.h"
#include "tests/kit/text_report.h"

namespace {

using namespace export_db;
using importers::SqlError;
using importers::SqlSession;

Cell resultOf(const importers::Cell& c) {
    switch (c.type) {
    case importers::Cell::Type::Int: return c.i;
    case importers::Cell::Type::Real: return c.real;
    case importers::Cell::Type::Null: return {};
    default: return std::string(c.text());
    }
}

std::vector<Row> rowsOf(SqlSession& session, const std::string& sql) {
    std::vector<Row> out;
    const auto done = session.query(
        sql, {}, [](auto) {},
        [&](std::span<const importers::Cell> cells) {
            Row row;
            for (const importers::Cell& c : cells) row.push_back(resultOf(c));
            out.push_back(std::move(row));
            return true;
        });
    if (!done) throw std::runtime_error(done.error().message + " in: " + sql);
    CHECK_EQ(*done, out.size());
    return out;
}

std::string answer(SqlSession& session, const std::string& sql) {
    std::string out;
    for (const Row& row : rowsOf(session, sql)) out += (out.empty() ? "" : "; ") + lineOf(row);
    return out;
}

SqlError errorOf(SqlSession& session, const std::string& sql) {
    const auto done = session.query(
        sql, {}, [](auto) {}, [](auto) { return true; });
    CHECK(!done.has_value());
    return done ? SqlError{} : done.error();
}

/// Calls use(name, session, export) for each pair: with the export read by us, and with the report itself.
template <class F>
int forPairs(F&& use) {
    int n = 0;
    for (const fs::path& exported : exports()) {
        const Export db(exported);
        for (const char* extension : {".sqlite", ".nsys-rep", ".qdrep"}) {
            fs::path path = exported;
            path.replace_extension(extension);
            if (!fs::exists(path)) continue;
            const Opened report(path);
            SqlSession session(report.s);
            use(path.filename().string(), session, db);
            ++n;
        }
    }
    return n;
}

constexpr std::string_view kTraining =
    R"json({"deviceProperties":[{"id":0,"name":"Some GPU","numSms":108}],"traceEvents":[
 {"ph":"X","cat":"user_annotation","name":"step","pid":42,"tid":42,"ts":0,"dur":100},
 {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":42,"tid":42,"ts":5,"dur":30,"args":{"External id":3}},
 {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":42,"tid":42,"ts":10,"dur":5,"args":{"correlation":7}},
 {"ph":"X","cat":"cuda_driver","name":"cuLaunchKernelEx","pid":42,"tid":42,"ts":16,"dur":2,"args":{"correlation":8}},
 {"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":42,"tid":42,"ts":19,"dur":3,"args":{"correlation":9}},
 {"ph":"X","cat":"kernel","name":"void a<int>()","pid":0,"tid":7,"ts":20,"dur":2.5,"args":{"device":0,"context":1,"stream":7,"correlation":7,"grid":[4,2,1],"block":[128,1,1],"registers per thread":32}},
 {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":30,"dur":3.5,"args":{"device":0,"context":1,"stream":7,"correlation":8}},
 {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":9,"ts":25,"dur":4,"args":{"device":0,"context":1,"stream":9,"correlation":9,"bytes":4096}},
 {"ph":"X","cat":"gpu_memset","name":"Memset (Device)","pid":0,"tid":9,"ts":35,"dur":1,"args":{"device":0,"context":1,"stream":9,"bytes":64}}]})json";

struct Training {
    ScratchFile file{kTraining, ".json"};
    Opened report{file.path()};
    SqlSession sql{report.s};
};

}  // namespace

TEST("The queries of tests/sql give on a report what SQLite gives on its export") {
    int compared = 0;
    const int pairs = forPairs([&](const std::string& name, SqlSession& session, const Export& db) {
        for (const std::string& sql : queriesOn(db)) {
            compareRows(name + ' ' + sql.substr(0, 60), rowsOf(session, sql), db.rows(sql));
            ++compared;
        }
    });
    CHECK(pairs >= least(54, 2));
    CHECK(compared >= least(200, 9));
}

TEST("Tables of events hold the rows of the export, column by column") {
    // Columns that name others by id are compared by what they name; those that a report numbers itself are left out.
    struct Table {
        std::string name;
        std::string columns;  ///< with {X} for the text of string id X
    };
    const Table tables[] = {
        {"CUPTI_ACTIVITY_KIND_KERNEL",
         "start, end, deviceId, contextId, streamId, correlationId, globalPid, {demangledName}, {shortName}, gridX, gridY, gridZ, blockX, blockY, blockZ, "
         "registersPerThread, staticSharedMemory, dynamicSharedMemory, localMemoryPerThread, launchType, cacheConfig, graphNodeId"},
        {"CUPTI_ACTIVITY_KIND_MEMCPY",
         "start, end, deviceId, contextId, streamId, correlationId, globalPid, bytes, copyKind, srcKind, dstKind, srcDeviceId, dstDeviceId"},
        {"CUPTI_ACTIVITY_KIND_MEMSET",
         "start, end, deviceId, contextId, streamId, correlationId, globalPid, bytes, value, memKind"},
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
         "start, end, deviceId, contextId, correlationId, globalPid, syncType, eventId"},
        {"CUPTI_ACTIVITY_KIND_RUNTIME",
         "start, end, eventClass, globalTid, coalesce(correlationId, 0), {nameId}, returnValue"},
        {"OSRT_API", "start, end, globalTid, {nameId}, returnValue, nestingLevel"},
        {"PROFILER_OVERHEAD", "start, end, globalTid, {nameId}"},
        {"CUDA_GRAPH_NODE_EVENTS", "start, end, eventClass, globalTid, {nameId}, graphNodeId, originalGraphNodeId"},
        {"CUDA_GPU_MEMORY_USAGE_EVENTS",
         "start, globalPid, deviceId, address, pc, bytes, memKind, memoryOperationType, name"},
        {"GPU_METRICS", "timestamp, typeId & 255, metricId, value"},
        {"COMPOSITE_EVENTS", "start, cpu, threadState, globalTid, cpuCycles"},
        {"DIAGNOSTIC_EVENT", "timestamp, timestampType, source, severity, text"},
    };
    std::map<std::string, int> compared;
    forPairs([&](const std::string& file, SqlSession& session, const Export& db) {
        for (const Table& t : tables) {
            if (!db.has(t.name)) continue;
            // Overheads of CUPTI have a table of their own in new exports, and are left out of older ones.
            if (t.name == "PROFILER_OVERHEAD" && (db.has("CUPTI_ACTIVITY_KIND_OVERHEAD") || !file.ends_with(".sqlite")))
                continue;
            std::string columns, joins;
            for (std::size_t at = 0, n = 0; at < t.columns.size(); ++n) {
                const std::size_t comma = std::min(t.columns.find(", ", at), t.columns.size());
                std::string c = t.columns.substr(at, comma - at);
                if (c.starts_with("coalesce")) c = t.columns.substr(at, t.columns.find(')', at) + 1 - at);
                at += c.size() + 2;
                const bool isName = c.starts_with('{');
                const std::string bare = isName ? c.substr(1, c.size() - 2) : c.substr(0, c.find(' '));
                if (!c.starts_with("coalesce") &&
                    db.rows(fmt::format("SELECT 1 FROM pragma_table_info('{}') WHERE name = '{}'", t.name, bare))
                        .empty())
                    continue;
                if (isName) joins += fmt::format(" LEFT JOIN StringIds s{} ON s{}.id = t.{}", n, n, bare);
                columns += (columns.empty() ? "" : ", ") + (isName ? fmt::format("s{}.value", n) : c);
            }
            std::string sql = fmt::format("SELECT {} FROM {} t{}", columns, t.name, joins);
            for (std::size_t at = 0; (at = sql.find(", end", at)) != sql.npos; at += 7) sql.replace(at, 5, ", \"end\"");
            compareRows(file + ' ' + t.name, rowsOf(session, sql), db.rows(sql));
            ++compared[t.name];
        }
    });
    CHECK(compared["CUPTI_ACTIVITY_KIND_KERNEL"] >= least(36, 2));
    CHECK(compared["OSRT_API"] >= least(30, 1));
}

TEST("A trace of PyTorch answers scripts that were written for exports") {
    Training t;
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT s.value, count(*), sum(k.\"end\" - k.start) FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.demangledName GROUP BY 1 ORDER BY 1"),
        "b|1|3500; void a<int>()|1|2500");
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT a.value, k.start - r.\"end\" FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId "
            "AND r.globalTid / 0x1000000 % 0x1000000 = k.globalPid / 0x1000000 % 0x1000000 JOIN StringIds a ON a.id = r.nameId ORDER BY k.start"),
        "cudaLaunchKernel|5000; cuLaunchKernelEx|12000");
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT globalTid / 0x1000000 % 0x1000000, globalTid % 0x1000000, eventClass FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE correlationId = 8"),
        "42|42|1");
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT deviceId, contextId, streamId, gridX, gridY, blockX, registersPerThread, s.value FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds s ON s.id = shortName WHERE gridX"),
        "0|1|7|4|2|128|32|void a<int>()");
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT o.label, f.label, g.label, bytes FROM CUPTI_ACTIVITY_KIND_MEMCPY m JOIN ENUM_CUDA_MEMCPY_OPER o ON o.id = copyKind "
            "JOIN ENUM_CUDA_MEM_KIND f ON f.id = srcKind JOIN ENUM_CUDA_MEM_KIND g ON g.id = dstKind"),
        "Host-to-Device|Pinned|Device|4096");
    CHECK_EQ(answer(t.sql, "SELECT bytes FROM CUPTI_ACTIVITY_KIND_MEMSET"), "64");
    CHECK_EQ(answer(t.sql, "SELECT text, eventType, \"end\" - start FROM NVTX_EVENTS"), "step|59|100000");
    CHECK_EQ(answer(t.sql, "SELECT id, name, smCount FROM TARGET_INFO_GPU"), "0|Some GPU|108");
    // The innermost range around each call, as scripts ask for it.
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT n.text, count(*) FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN NVTX_EVENTS n ON n.globalTid = r.globalTid AND n.start <= r.start AND n.\"end\" >= r.\"end\" GROUP BY 1"),
        "step|3");
}

TEST("Tables of our own hold everything, with arguments, under one id") {
    Training t;
    CHECK_EQ(answer(t.sql, "SELECT kind, name, start, dur FROM events WHERE name = 'aten::mm'"),
             "operator|aten::mm|5000|30000");
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT a.key, a.value FROM events e JOIN args a ON a.event = e.id WHERE e.name = 'Memcpy HtoD (Pinned -> Device)'"),
        "bytes|4096; srcKind|1; dstKind|2");
    CHECK_EQ(answer(t.sql, "SELECT count(*) FROM events"), "9");
    CHECK_EQ(answer(t.sql, "SELECT count(*), count(DISTINCT id), sum(id = rowid) FROM events"), "9|9|9");
    CHECK_EQ(answer(t.sql, "SELECT name FROM events WHERE kind = 'kernel' AND stream = 7 ORDER BY start"),
             "void a<int>(); b");
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT e.name FROM tracks t JOIN events e ON e.track = t.id WHERE t.kind = 'stream_kernels' AND t.stream = 7 ORDER BY e.start"),
        "void a<int>(); b");
    const TextReport counted("counter: |0013|\nmem: |00|\n");
    SqlSession counters(counted.snapshot());
    CHECK_EQ(
        answer(
            counters,
            "SELECT t.kind, time, value FROM counters c JOIN tracks t ON t.id = c.track WHERE time > 1000 ORDER BY 1, 2"),
        "gpu_metric|2000|1; gpu_metric|3000|3");
    CHECK_EQ(answer(counters, "SELECT timestamp, value FROM GPU_METRICS WHERE timestamp BETWEEN 1000 AND 2000"),
             "1000|0; 2000|1");
}

TEST("Only tables with rows are listed, and the others are empty rather than unknown") {
    Training t;
    CHECK_EQ(
        answer(
            t.sql,
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('CUPTI_ACTIVITY_KIND_MEMSET', 'OSRT_API') ORDER BY 1"),
        "CUPTI_ACTIVITY_KIND_MEMSET");
    CHECK_EQ(answer(t.sql, "SELECT count(*) FROM OSRT_API"), "0");
    CHECK(answer(t.sql, "PRAGMA table_info(StringIds)").find("|id|INTEGER|") != std::string::npos);
    std::map<std::string, std::uint64_t> rows;
    for (const auto& table : t.sql.tables()) rows[table.name] = table.rows;
    CHECK_EQ(rows["CUPTI_ACTIVITY_KIND_KERNEL"], 2u);
    CHECK_EQ(rows["CUPTI_ACTIVITY_KIND_MEMCPY"], 1u);
    CHECK(!rows.contains("OSRT_API"));
    for (const auto& table : t.sql.tables(true))
        CHECK_EQ(answer(t.sql, "SELECT count(*) FROM \"" + table.name + "\""), std::to_string(table.rows));
}

TEST("A plan with bounds, keys and joins finds what looking at every row finds") {
    // The unary plus keeps SQLite from telling the table what it looks for.
    const TextReport report(
        "gpu0/s7: |aabb.ccc..d/d..e|\ngpu0/s8: |.aaaa.b..cc.|\ngpu1/s7: |a.a.a|\nt5/api: |LL.LLL.LL|\n        |.l..l.|\nt5/state: |rr.rr|\n",
        {{'r', "Running"}});
    SqlSession sql(report.snapshot());
    const std::string columns = "rowid, start, \"end\", streamId, deviceId, demangledName";
    for (const char* condition :
         {"start >= 3000", "start > 3000 AND start < 9000", "\"end\" <= 5000", "start = 8000", "start < 2000.5",
          "\"end\" > 3000 AND start < 4000", "streamId = 8", "deviceId = 1", "deviceId = 1 AND start > 1000",
          "correlationId = 0", "deviceId = 1.0", "demangledName = 1", "start > NULL", "streamId = 'x'",
          "start >= 3000 AND streamId IN (7, 9)", "start > 9e18", "start < -9e18"}) {
        std::string blind = condition;
        for (const char* column : {"start", "\"end\"", "streamId", "deviceId", "correlationId", "demangledName"})
            for (std::size_t at = 0; (at = blind.find(column, at)) != blind.npos;
                 at += std::string_view(column).size() + 1)
                blind.insert(at, "+");
        const std::string from = " FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE ";
        compareRows(condition, rowsOf(sql, "SELECT " + columns + from + condition),
                    rowsOf(sql, "SELECT " + columns + from + blind));
    }
    CHECK_EQ(answer(sql, "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE start > '4000'"), "6");
    const std::string count =
        "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON ";
    CHECK_EQ(answer(sql, count + "r.start <= k.start AND r.\"end\" > k.start"),
             answer(sql, count + "+r.start <= +k.start AND +r.\"end\" > +k.start"));
    CHECK_EQ(answer(sql, count + "r.nameId = k.start / 1000"), answer(sql, count + "+r.nameId = +k.start / 1000"));
    CHECK_EQ(
        answer(
            sql,
            "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_KERNEL l ON l.rowid = k.rowid"),
        "12");
    CHECK_EQ(answer(sql, "SELECT count(*) FROM StringIds WHERE id = 0 OR id = 1 OR id = 1000000"), "1");
    CHECK_EQ(answer(sql, "SELECT isSchedIn, start FROM SCHED_EVENTS WHERE start >= 2000 ORDER BY start"),
             "0|2000; 1|3000; 0|5000");
    CHECK_EQ(
        answer(
            sql,
            "SELECT e.start FROM SCHED_EVENTS s JOIN SCHED_EVENTS e ON e.rowid = s.rowid WHERE s.isSchedIn = 0 ORDER BY 1"),
        "2000; 5000");
}

TEST("Reports can only be read") {
    Training t;
    for (const char* sql :
         {"CREATE TABLE x(y)", "CREATE TEMP TABLE x AS SELECT 1", "CREATE TEMP VIEW x AS SELECT 1",
          "INSERT INTO StringIds VALUES (1, 'x')", "DELETE FROM events",
          "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 0", "DROP TABLE events", "ATTACH '/tmp/x' AS y", "DETACH main",
          "VACUUM INTO '/tmp/x'", "PRAGMA temp_store = 2", "PRAGMA writable_schema = 1", "SELECT load_extension('x')",
          "SELECT fts3_tokenizer('x')", "BEGIN", "CREATE INDEX i ON events(start)", "ANALYZE",
          "CREATE VIRTUAL TABLE x USING fts5(y)", "WITH x AS (SELECT 1) DELETE FROM events"}) {
        const SqlError e = errorOf(t.sql, sql);
        // A virtual table that cannot be written says so itself.
        if (!e.message.starts_with("A report can only be read") && e.message.find("may not be ") == std::string::npos)
            check::fail(__FILE__, __LINE__, fmt::format("{}: {}", sql, e.message));
    }
    CHECK_EQ(answer(t.sql, "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL"), "2");
    CHECK_EQ(errorOf(t.sql, "SELECT 1; SELECT 2").message, "Only one statement runs at a time.");
    CHECK_EQ(errorOf(t.sql, "  -- nothing\n").message, "There is no statement.");
    CHECK_EQ(answer(t.sql, "SELECT 1; -- that is all\n /* yes */ "), "1");
}

TEST("An error says where in the statement it is") {
    Training t;
    const SqlError e = errorOf(t.sql, "SELECT start, nothere FROM events");
    CHECK_EQ(e.message, "no such column: nothere");
    CHECK_EQ(e.offset, 14);
    CHECK_EQ(errorOf(t.sql, "SELEC 1").offset, 0);
}

TEST("Hostile statements end in an error or can be stopped") {
    Training t;
    std::string deep = "SELECT ";
    for (int i = 0; i < 100'000; ++i) deep += '(';
    CHECK(!errorOf(t.sql, deep).message.empty());
    CHECK(!errorOf(t.sql, "SELECT length(replace(hex(zeroblob(30000000)), '0', 'xxxxxxxxxx'))").message.empty());
    std::string unions = "SELECT 1";
    for (int i = 0; i < 200; ++i) unions += " UNION ALL SELECT 1";
    CHECK(!errorOf(t.sql, unions).message.empty());
    std::string quoted = "SELECT '";
    quoted.append(2 << 20, 'x');
    CHECK_EQ(errorOf(t.sql, quoted + "'").message, "The statement is longer than 1 MiB.");
    CHECK_EQ(answer(t.sql, "SELECT 'still there'"), "still there");
}

TEST("Functions on texts answer as those of SQLite") {
    Training t;
    sqlite3* db = nullptr;
    CHECK_EQ(sqlite3_open(":memory:", &db), SQLITE_OK);
    const auto usual = [&](const std::string& sql) {
        std::string out = "error";
        sqlite3_exec(
            db, sql.c_str(),
            [](void* to, int, char** v, char**) { return *static_cast<std::string*>(to) = v[0] ? v[0] : "NULL", 0; },
            &out, nullptr);
        return out;
    };
    const auto ours = [&](const std::string& sql) {
        std::string out;
        const auto done = t.sql.query(
            sql, {}, [](auto) {},
            [&](std::span<const importers::Cell> c) {
                out = c[0].isNull()                             ? "NULL"
                      : c[0].type == importers::Cell::Type::Int ? std::to_string(c[0].i)
                                                                : std::string(c[0].text());
                return true;
            });
        return done ? out : "error";
    };
    std::mt19937_64 random(1);
    const auto text = [&](std::initializer_list<const char*> letters, std::size_t most) {
        if (random() % 40 == 0) return std::string("NULL");
        std::string out = "'";
        for (std::size_t n = random() % (most + 1); n > 0; --n) out += letters.begin()[random() % letters.size()];
        return out + "'";
    };
    for (int i = 0; i < 5'000; ++i) {
        const std::string a = text({"a", "b", "A", "é", "€"}, 9), b = text({"a", "b", "é"}, 3), c = text({"x", "€"}, 2);
        const std::string like = text({"a", "B", "%", "_", "é", "!"}, 7),
                          glob = text({"a", "b", "*", "?", "[", "]", "^", "-", "é"}, 8);
        for (const std::string& sql :
             {"instr(" + a + "," + b + ")", "replace(" + a + "," + b + "," + c + ")", "trim(" + a + "," + b + ")",
              "ltrim(" + a + "," + b + ")", "rtrim(" + a + "," + b + ")", "trim('  '||" + a + "||' ')",
              a + " LIKE " + like, a + " LIKE " + like + " ESCAPE '!'", a + " GLOB " + glob,
              "instr(CAST(" + a + " AS BLOB),CAST(" + b + " AS BLOB))"})
            if (ours("SELECT " + sql) != usual("SELECT " + sql))
                check::fail(__FILE__, __LINE__,
                            fmt::format("{}: {} instead of {}", sql, ours("SELECT " + sql), usual("SELECT " + sql)));
    }
    CHECK_EQ(ours("SELECT 'a' LIKE 'a' ESCAPE 'ab'"), "error");
    CHECK_EQ(ours("SELECT instr(12345, 34)"), "3");
    sqlite3_close(db);
}

// Each would take days in SQLite's own functions.
TEST("No function on texts takes for ever") {
    Training t;
    CHECK_EQ(answer(t.sql, "SELECT length(trim(printf('%.*c', 8000000, 'a'), printf('%.*c', 4000000, 'b') || 'a'))"),
             "0");
    CHECK_EQ(answer(t.sql, "SELECT instr(printf('%.*c', 8000000, 'a'), printf('%.*c', 4000000, 'a') || 'b')"), "0");
    CHECK_EQ(
        answer(t.sql, "SELECT length(replace(printf('%.*c', 8000000, 'a'), printf('%.*c', 4000000, 'a') || 'b', 'x'))"),
        "8000000");
    CHECK_EQ(errorOf(t.sql, "SELECT json_patch('{}', '{}')").message, "not authorized to use function: json_patch");
    CHECK_EQ(errorOf(t.sql, "SELECT replace(printf('%.*c', 8000000, 'a'), 'a', 'xyz')").message,
             "string or blob too big");
}

TEST("LIKE and GLOB stop in the middle") {
    sqlite3* db = nullptr;
    CHECK_EQ(sqlite3_open(":memory:", &db), SQLITE_OK);
    std::stop_source stop;
    importers::sql::Watch watch{.stop = stop.get_token()};
    CHECK_EQ(importers::sql::registerTextFunctions(db, watch), SQLITE_OK);
    stop.request_stop();
    for (const char* sql : {"SELECT printf('%.*c', 16000000, 'a') LIKE '%' || printf('%.*c', 4000, 'a') || 'b'",
                            "SELECT printf('%.*c', 16000000, 'a') GLOB '*' || printf('%.*c', 4000, 'a') || 'b'"})
        CHECK_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_INTERRUPT);
    CHECK_EQ(sqlite3_exec(db, "SELECT 'kernel' LIKE 'K%'", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(db);
}

TEST("What is sorted and gathered takes no more temporary space than it may") {
    Training t;
    const std::string sort =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 200000) SELECT x FROM n ORDER BY printf('%0200d', (x * 7919) % 200003) LIMIT 1 OFFSET 199999";
    CHECK_EQ(rowsOf(t.sql, sort).size(), 1u);
    SqlSession bounded(t.report.s, {.temporaryBytes = 1 << 20});
    for (
        const std::string& sql :
        {sort,
         std::string(
             "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 200000) SELECT count(*) FROM (SELECT DISTINCT printf('%0200d', x) FROM n)")}) {
        const SqlError e = errorOf(bounded, sql);
        CHECK_EQ(e.message,
                 "The query sorts or gathers more than may be kept in temporary files. Ask for fewer rows or columns.");
        CHECK(e.atRun);
    }
    CHECK_EQ(answer(bounded, "SELECT count(*) FROM (SELECT DISTINCT name FROM events ORDER BY dur)"),
             answer(t.sql, "SELECT count(*) FROM (SELECT DISTINCT name FROM events)"));
}

// SQLite does not look at anything while it merges what it sorted: minutes, where that is gigabytes.
TEST("What is sorted is neither written nor read on once the query was told to stop") {
    std::stop_source stop;
    const std::stop_token token = stop.get_token();
    importers::sql::TemporaryFiles files(std::uint64_t{1} << 30, token);
    sqlite3* db = nullptr;
    CHECK_EQ(sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, files.vfs()), SQLITE_OK);
    const auto sorted = [&](const std::function<void()>& atFirst) {
        const std::string sql =
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000) SELECT x FROM n ORDER BY printf('%0200d', (x * 7919) % 100003)";
        sqlite3_stmt* made = nullptr;
        CHECK_EQ(sqlite3_prepare_v2(db, sql.c_str(), -1, &made, nullptr), SQLITE_OK);
        const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(made, sqlite3_finalize);
        int code = sqlite3_step(made), rows = 0;
        if (code == SQLITE_ROW) atFirst();
        for (; code == SQLITE_ROW; code = sqlite3_step(made)) ++rows;
        return std::pair(code, rows);
    };
    CHECK_EQ(sorted([&] { CHECK(files.bytes() > 1 << 20); }).second, 100'000);
    const auto [readingEnd, rows] = sorted([&] { stop.request_stop(); });
    CHECK_EQ(readingEnd, SQLITE_INTERRUPT);
    CHECK(rows < 100'000);
    CHECK_EQ(sorted([] {}).first, SQLITE_INTERRUPT);  // … of the first write
    sqlite3_close(db);
    CHECK_EQ(files.bytes(), 0u);
}

TEST("A statement that is wrong is told from one that fails while it runs") {
    Training t;
    for (const char* sql : {"SELEC 1", "SELECT nothere FROM events", "DROP TABLE events", "SELECT 1; SELECT 2", ""})
        CHECK(!errorOf(t.sql, sql).atRun);
    for (const char* sql :
         {"SELECT abs(-9223372036854775808)", "SELECT json('{')", "SELECT sum(9223372036854775807) FROM events"})
        CHECK(errorOf(t.sql, sql).atRun);
}

TEST("A query that goes on for ever stops when it is told to, and the session can be asked again") {
    Training t;
    std::stop_source stop;
    std::atomic<bool> begun = false;
    std::thread other([&] {
        begun.wait(false);
        stop.request_stop();
    });
    const auto done = t.sql.query(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x = 1 OR x < 0",
        stop.get_token(), [](auto) {},
        [&](auto) {
            begun = true;
            begun.notify_all();
            return true;
        });
    other.join();
    CHECK(!done.has_value() && done.error().cancelled);
    CHECK_EQ(answer(t.sql, "SELECT count(*) FROM events"), "9");
    std::uint64_t rows = 0;
    CHECK(t.sql
              .query(
                  "SELECT * FROM events", {}, [](auto) {}, [&](auto) { return ++rows < 3; })
              .has_value());
    CHECK_EQ(rows, 3u);
}

TEST("Call chains of samples are those of the export") {
    int compared = 0;
    forPairs([&](const std::string& file, SqlSession& session, const Export& db) {
        if (!db.has("COMPOSITE_EVENTS") || !db.has("SAMPLING_CALLCHAINS")) return;
        const std::string sql =
            "SELECT c.globalTid, c.start, f.stackDepth, s.value, m.value, coalesce(f.unresolved, 0), coalesce(f.originalIP, 0) FROM COMPOSITE_EVENTS c JOIN SAMPLING_CALLCHAINS f ON f.id = c.id "
            "JOIN StringIds s ON s.id = f.symbol JOIN StringIds m ON m.id = f.module";
        const bool hasIp =
            !db.rows("SELECT 1 FROM pragma_table_info('SAMPLING_CALLCHAINS') WHERE name = 'originalIP'").empty();
        const std::string asked = hasIp ? sql : "SELECT 1";
        compareRows(file, rowsOf(session, asked), db.rows(asked));
        compared += hasIp;
    });
    CHECK(compared > 0);
}
