// SPDX-License-Identifier: GPL-3.0-or-later
// A report that was cut says so, wherever it was cut: an error or a note of lost data, unless nothing of it is lost.
#include <sqlite3.h>

#include "importers/common/sqlite_reader.h"
#include "model/base/message.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/opened.h"
#include "tests/kit/scratch_file.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;
using importers::SqliteReader;

/// What is in a report, in one number for each kind of thing.
std::string contentOf(const model::Snapshot& s) {
    std::uint64_t values = 0;
    for (model::ProfileId id = 0; id < s.profileCount(); ++id) {
        const model::KernelProfile& p = s.kernelProfiles().at(id);
        for (std::size_t i = 0; i < p.metricCount(); ++i)
            values += p.value(i).type != model::MetricValue::Type::None ? p.value(i).bits % 1'000'003 + 1 : 0;
        for (const model::MetricInstances& i : p.instances) values += i.size();
        for (const model::ProfileRule& r : p.rules) values += r.items.size();
        values += p.sections.size();
    }
    return fmt::format("{} events, {} profiles, {} of values", s.eventCount(), s.profileCount(), values);
}

bool saysLoss(const model::Snapshot& s) {
    for (const model::Diagnostic& d : s.store().diagnostics().list())
        if (model::noteInfo(d.note).severity != model::Severity::Info) return true;
    return s.info().partial;
}

/// Lengths at which a cut text opens with less in it and without a word. Tables have no end of their own: what ends
/// with a whole line of theirs cannot be told from a shorter one, once there is a kernel.
std::string silentCuts(std::string_view text, const char* ending) {
    const ScratchFile file(text, ending);
    const std::string whole = contentOf(*Opened(file.path()).s);
    std::string out;
    for (std::size_t length = text.size() - 1; length > 0; --length) {
        fs::resize_file(file.path(), length);
        const Opened cut(file.path());
        const bool wholeLine = cut.s->profileCount() > 0 && (text[length] == '\n' || text[length - 1] == '\n');
        if (cut.result && !wholeLine && contentOf(*cut.s) != whole && !saysLoss(*cut.s))
            out += fmt::format("{} ", length);
    }
    return out;
}

constexpr std::string_view kRaw =
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"gpu__time_duration.sum\",\"sm__cycles_elapsed.max\"\n"
    "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"ns\",\"cycle\"\n"
    "\"0\",\"7\",\"app\",\"127.0.0.1\",\"gemm\",\"1\",\"7\",\"(128, 1, 1)\",\"(4, 1, 1)\",\"0\",\"9.0\",\"1500\",\"2500\"\n"
    "\"1\",\"7\",\"app\",\"127.0.0.1\",\"copy\",\"1\",\"7\",\"(128, 1, 1)\",\"(4, 1, 1)\",\"0\",\"9.0\",\"1700\",\"2700\"\n";
constexpr std::string_view kDetails =
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
    "\"0\",\"7\",\"app\",\"127.0.0.1\",\"gemm\",\"1\",\"7\",\"(128, 1, 1)\",\"(4, 1, 1)\",\"0\",\"9.0\",\"Speed\",\"Duration\",\"ns\",\"1500\"\n"
    "\"0\",\"7\",\"app\",\"127.0.0.1\",\"gemm\",\"1\",\"7\",\"(128, 1, 1)\",\"(4, 1, 1)\",\"0\",\"9.0\",\"Speed\",\"Elapsed Cycles\",\"cycle\",\"2500\"\n";

/// A database with a log that was left behind: its first row lies in the file, the others in the log. Returns the path
/// of the database.
fs::path leaveLog(const Folder& folder, const char* mode) {
    sqlite3* db = nullptr;
    sqlite3_open((folder / "t.sqlite").c_str(), &db);
    const auto run = [&](const std::string& sql) {
        CHECK_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    };
    run(fmt::format(
        "PRAGMA page_size=512; PRAGMA journal_mode={}; CREATE TABLE t (a TEXT); INSERT INTO t VALUES (hex(zeroblob(100)))",
        mode));
    if (mode == std::string_view("wal")) {
        run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint=0");
        for (int i = 0; i < 8; ++i) run("INSERT INTO t VALUES (hex(zeroblob(200)))");
    } else {
        run("INSERT INTO t SELECT hex(zeroblob(200)) FROM t, (VALUES (1),(2),(3),(4),(5),(6),(7),(8))");
        run("PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN; UPDATE t SET a = hex(zeroblob(199)); UPDATE t SET a = hex(zeroblob(198))");
    }
    fs::create_directory(folder / "left");
    for (const char* name : {"t.sqlite", "t.sqlite-wal", "t.sqlite-journal"})
        if (fs::exists(folder / name)) fs::copy_file(folder / name, folder / "left" / name);
    sqlite3_close(db);
    return folder / "left" / "t.sqlite";
}

std::uint64_t rowsOf(const SqliteReader& db) {
    std::uint64_t rows = 0;
    const importers::SqliteTable* t = db.table("t");
    if (!t) return 0;
    for (const SqliteReader::Part& part : db.parts(*t, 1 << 20))
        rows += db.scan(part, std::vector<int>{0}, [](auto, auto) {}).value_or(0);
    return rows;
}

}  // namespace

TEST("Tables of Nsight Compute that are cut anywhere, in their header too, say so") {
    CHECK_EQ(silentCuts(kRaw, ".csv"), std::string());
    CHECK_EQ(silentCuts(kDetails, ".csv"), std::string());
    CHECK_EQ(silentCuts(std::string(kDetails) + std::string(kRaw), ".csv"), std::string());
}

TEST("A trace in JSON that is cut anywhere says so") {
    constexpr std::string_view kEvents = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2,"args":{"x":1}},
{"ph":"X","name":"b","pid":1,"tid":2,"ts":3.5,"dur":4},{"ph":"i","name":"c","pid":1,"tid":2,"ts":9}])";
    CHECK_EQ(silentCuts(kEvents, ".json"), std::string());
    CHECK_EQ(silentCuts(
                 fmt::format(R"({{"schemaVersion":1,"deviceProperties":[{{"id":0,"name":"H100"}}],"traceEvents":{}}})",
                             kEvents),
                 ".json"),
             std::string());
}

TEST("A write-ahead log that was cut is noted wherever something is missing that it held") {
    const Folder folder;
    const fs::path database = leaveLog(folder, "wal"), log = database.native() + "-wal";
    const auto whole = SqliteReader::open(database);
    CHECK(whole.has_value());
    if (!whole) return;
    CHECK(whole->logProblems().empty());
    CHECK_EQ(rowsOf(*whole), 9u);
    const std::uintmax_t size = fs::file_size(log);
    std::size_t noted = 0;
    for (std::uintmax_t length = size - 1; length > size - 2000; length -= 7) {
        fs::resize_file(log, length);
        const auto cut = SqliteReader::open(database);
        const bool atFrame =
            (length - 32) % (512 + 24) == 0;  // what ends with a whole change cannot be told from a shorter log
        if (!cut || !atFrame) CHECK(!cut || cut->logProblems().size() == 1);
        noted += cut && !cut->logProblems().empty();
    }
    CHECK(noted > 270);
}

TEST("A write-ahead log with a damaged byte is noted, and one of which the end is from an earlier use is not") {
    const Folder folder;
    const fs::path database = leaveLog(folder, "wal"), log = database.native() + "-wal";
    const std::string bytes = bytesOfFile(log);
    for (const std::size_t at : {std::size_t{3}, std::size_t{30}, bytes.size() - 10, bytes.size() - 536 + 20}) {
        std::string damaged = bytes;
        damaged[at] ^= 1;
        folder.write("left/t.sqlite-wal", damaged);
        const auto read = SqliteReader::open(database);
        CHECK(read && read->logProblems().size() == 1);
    }
    std::string older = bytes + bytes.substr(bytes.size() - 536);
    older[older.size() - 536 + 8] ^= 1;  // other salts
    folder.write("left/t.sqlite-wal", older);
    CHECK(SqliteReader::open(database)->logProblems().empty());
}

TEST("A rollback journal that was cut is noted") {
    const Folder folder;
    const fs::path database = leaveLog(folder, "delete"), log = database.native() + "-journal";
    if (!fs::exists(log) || bytesOfFile(log).substr(0, 4) == std::string(4, '\0'))
        SKIP("SQLite wrote nothing into the journal yet");
    const auto whole = SqliteReader::open(database);
    CHECK(whole && whole->logProblems().empty());
    fs::resize_file(log, 800);  // within the first page that it holds
    const auto cut = SqliteReader::open(database);
    CHECK(!cut || cut->logProblems().size() == 1);
}

TEST("A log that is a link, or another account's, is not read and this is noted") {
    const Folder folder;
    const fs::path database = leaveLog(folder, "wal"), log = database.native() + "-wal";
    fs::rename(log, folder / "elsewhere");
    fs::create_symlink(folder / "elsewhere", log);
    const auto read = SqliteReader::open(database);
    CHECK(read && read->logProblems().size() == 1 &&
          model::english(read->logProblems()[0]).find("-wal") != std::string::npos);
    CHECK(read && rowsOf(*read) == 1);
}
