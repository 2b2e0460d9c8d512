// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <filesystem>
#include <random>
#include <thread>

#include "tests/bench/gen_nsys_rep.h"
#include "tests/kit/check.h"
#include "tests/kit/nsys_rep_compare.h"

namespace {

namespace fs = std::filesystem;
using namespace importers::nsys;
using namespace reptest;

constexpr int kRowsPerTable = 2200;
constexpr std::int64_t kStrings = 500;
constexpr std::int64_t kPid = (std::int64_t{1} << 48) | (std::int64_t{4321} << 24);

/// A folder for the files of one test.
struct Folder {
    fs::path path;
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "nsys_rep_generated-XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~Folder() { fs::remove_all(path); }
};

/// An export with random rows in every table that the generator writes.
class RandomExport {
public:
    explicit RandomExport(const fs::path& path) {
        fs::remove(path);
        if (sqlite3_open(path.c_str(), &m_db) != SQLITE_OK) throw std::runtime_error("cannot write a database");
        run("BEGIN");
        lists();
        for (const auto& encoding : bench::detail::encodings()) events(encoding);
        chains();
        metrics();
        run("COMMIT");
    }
    ~RandomExport() { sqlite3_close(m_db); }
    RandomExport(const RandomExport&) = delete;
    RandomExport& operator=(const RandomExport&) = delete;

private:
    void run(const std::string& sql) {
        char* message = nullptr;
        if (sqlite3_exec(m_db, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK)
            throw std::runtime_error(sql + ": " + message);
    }

    /// Integers of every length, some of them negative.
    std::string number() {
        const std::int64_t n = static_cast<std::int64_t>(m_random() >> (m_random() % 64));
        return std::to_string(m_random() % 16 == 0 ? -(n >> 1) : n >> 1);
    }
    std::string below(std::int64_t n) { return std::to_string(m_random() % static_cast<std::uint64_t>(n)); }

    void lists() {
        run("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)");
        for (std::int64_t i = 0; i < kStrings; ++i)
            run("INSERT INTO StringIds VALUES (" + std::to_string(i) + ", 'name " + std::to_string(i * i) + "')");
        run("CREATE TABLE PROCESSES (globalPid, pid, name)");
        run("INSERT INTO PROCESSES VALUES (" + std::to_string(kPid) + ", 4321, 'program')");
        run("CREATE TABLE ThreadNames (nameId, priority, globalTid)");
        run("INSERT INTO ThreadNames VALUES (3, 10, " + std::to_string(kPid + 4321) + ")");
        run("CREATE TABLE ProcessStreams (globalPid, filenameId, contentId)");
        run("INSERT INTO ProcessStreams VALUES (" + std::to_string(kPid) + ", 4, 5)");
        run("CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs)");
        run("INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1730000000123456789)");
        run("CREATE TABLE ANALYSIS_DETAILS (startTime, stopTime)");
        run("INSERT INTO ANALYSIS_DETAILS VALUES (777, 999777)");
    }

    std::string value(const Table& t, const bench::detail::Field& field, int row) {
        const std::string_view name = field.column;
        const int index = columnIndex(t, name);
        const Column column = index < 0 ? Column{"", Role::Arg} : t.columns[static_cast<std::size_t>(index)];
        if (name == "start") return std::to_string(row * 100 - 5000);
        if (name == "eventClass") return t.id == TableId::Osrt ? "27" : below(2);
        if (name == "eventType") return m_random() % 2 ? "59" : "60";
        if (!column.absentIsZero && m_random() % 4 == 0) return "NULL";
        if (field.isText) return "'text " + below(100) + "'";
        return isStringId(column.role) ? below(kStrings) : number();
    }

    void events(const bench::detail::Encoding& encoding) {
        const Table* t = nullptr;
        for (const Table& candidate : tables())
            if (std::string_view(candidate.name) == encoding.table) t = &candidate;
        std::string columns;
        for (const auto& field : encoding.fields)
            if (columnIndex(*t, field.column) >= 0)
                columns += (columns.empty() ? "\"" : ", \"") + std::string(field.column) + '"';
        const bool hasId = t->id == TableId::CpuSample;
        run("CREATE TABLE " + std::string(t->name) + " (" + columns + (hasId ? ", id INTEGER PRIMARY KEY)" : ")"));
        for (int row = 0; row < kRowsPerTable; ++row) {
            std::string values;
            for (const auto& field : encoding.fields)
                if (columnIndex(*t, field.column) >= 0) values += (values.empty() ? "" : ", ") + value(*t, field, row);
            run("INSERT INTO " + std::string(t->name) + " VALUES (" + values +
                (hasId ? ", " + std::to_string(row + 1) + ")" : ")"));
        }
    }

    void chains() {
        run("CREATE TABLE SAMPLING_CALLCHAINS (id, symbol, module, kernelMode, thumbCode, unresolved, specialEntry, "
            "originalIP, unwindMethod, stackDepth)");
        for (int sample = 1; sample <= kRowsPerTable; ++sample)
            for (std::uint64_t depth = m_random() % 6; depth > 0; --depth)
                run("INSERT INTO SAMPLING_CALLCHAINS VALUES (" + std::to_string(sample) + ", " + below(kStrings) +
                    ", " + below(kStrings) + ", " + below(2) + ", " + below(2) + ", " + below(2) + ", NULL, " +
                    number() + ", " + below(9) + ", " + std::to_string(depth) + ")");
    }

    void metrics() {
        run("CREATE TABLE TARGET_INFO_GPU_METRICS (typeId, metricId, metricName)");
        run("CREATE TABLE GPU_METRICS (timestamp, typeId, metricId, value)");
        const std::int64_t widest[] = {100, 30000, 2'000'000'000, 3, 5'000'000};
        for (const char* type : {"281479271677952", "281479271677953"})
            for (int metric = 0; metric < 5; ++metric)
                run("INSERT INTO TARGET_INFO_GPU_METRICS VALUES (" + std::string(type) + ", " + std::to_string(metric) +
                    ", 'metric " + std::to_string(metric) + "')");
        for (int sample = 0; sample < kRowsPerTable / 5; ++sample)
            for (int metric = 0; metric < 5; ++metric)
                run("INSERT INTO GPU_METRICS VALUES (" + std::to_string(sample * 50 - 777) + ", 28147927167795" +
                    (sample % 2 ? "3" : "2") + ", " + std::to_string(metric) + ", " + (sample % 7 == 0 ? "-" : "") +
                    below(widest[metric]) + ")");
    }

    sqlite3* m_db = nullptr;
    std::mt19937_64 m_random{7};
};

}  // namespace

TEST("a generated report reads back as the database it was made of") {
    Folder folder;
    const fs::path database = folder.path / "random.sqlite", made = folder.path / "made.nsys-rep";
    RandomExport random(database);
    const auto facts = bench::generateRep(database, made);
    CHECK(facts.chunks > 1);
    const auto report = RepContainer::open(made);
    CHECK(report.has_value());
    CHECK(report->warnings().empty());
    CHECK_EQ(report->chunks().size(), facts.chunks);
    Collector collector(*report);
    const EventCounts total = decodeAll(*report, collector);
    CHECK(countWarnings(*report, total).empty());
    const Database db(database);
    const auto strings = readStrings(db);
    const Chains samples = readChains(db, "SAMPLING_CALLCHAINS", strings);
    std::size_t compared = 0;
    for (const Table& t : tables()) {
        if (!db.has(t.name)) continue;
        const auto shared = sharedColumns(t, db.columns(t.name));
        const Rows exported = readExported(db, t, shared, strings, samples);
        const auto& rows = collector.rows[static_cast<std::size_t>(t.id)];
        const std::string different = difference(pick(rows, shared), exported, columnNames(t, shared));
        if (!different.empty()) check::fail(__FILE__, __LINE__, std::string(t.name) + ": " + different);
        compared += exported.size();
    }
    CHECK(compared >= 20000);
    CHECK_EQ(report->facts().utcEpochNs.value_or(0), 1730000000123456789);
    CHECK_EQ(report->facts().startNs, 777);
    CHECK_EQ(report->facts().outputs.size(), 1);
    CHECK_EQ(collector.processes.size(), 1);
}

TEST("chunks can be read by several threads at once") {
    Folder folder;
    RandomExport random(folder.path / "random.sqlite");
    bench::generateRep(folder.path / "random.sqlite", folder.path / "made.nsys-rep");
    const auto report = RepContainer::open(folder.path / "made.nsys-rep");
    CHECK(report.has_value());
    std::vector<std::size_t> counts(4);
    std::vector<std::thread> threads;
    for (auto& count : counts)
        threads.emplace_back([&] {
            Collector collector(*report);
            count = decodeAll(*report, collector).events;
        });
    for (auto& thread : threads) thread.join();
    for (const std::size_t count : counts) CHECK_EQ(count, report->facts().promisedEvents);
}

TEST("a program of an old report has its own name, not that of what started it") {
    Folder folder;
    RandomExport random(folder.path / "random.sqlite");
    bench::generateRep(folder.path / "random.sqlite", folder.path / "made.nsys-rep");
    const auto report = RepContainer::open(folder.path / "made.nsys-rep");
    CHECK(report.has_value());
    const auto nameOf = [&](std::string_view path, std::string_view command) {
        bench::detail::Message record, chunk;
        record.number(1, 0).number(2, kPid);
        if (!path.empty()) record.text(5, path);
        record.text(6, command);
        chunk.message(1, bench::detail::Message().number(1, 27).message(113, record));
        Collector collector(*report);
        decodeEvents(*report, chunk.bytes, collector);
        return collector.processes.empty() ? std::string() : collector.processes.front().back();
    };
    CHECK_EQ(nameOf("/home/someone/build/./solver", "nsys-launcher"), std::string("/home/someone/build/./solver"));
    CHECK_EQ(nameOf("/opt/tool/nsys-launcher", "nsys-launcher"), std::string("nsys-launcher"));
    CHECK_EQ(nameOf("", "nsys-launcher"), std::string("nsys-launcher"));
    CHECK_EQ(nameOf("/usr/bin/python3.11", "python3"), std::string("python3"));
}
