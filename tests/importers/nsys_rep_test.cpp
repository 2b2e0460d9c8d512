// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "importers/common/protobuf_wire.h"
#include "tests/bench/gen_nsys_rep.h"
#include "tests/kit/check.h"
#include "tests/kit/nsys_rep_compare.h"
#include "tests/kit/samples.h"

namespace {

namespace fs = std::filesystem;
using namespace importers::nsys;
using namespace reptest;
using model::ErrorCode;

fs::path folder(const char* variable, const char* inside) {
    const char* root = std::getenv(variable);
    if (!root || !fs::is_directory(fs::path(root) / inside)) return {};
    return fs::path(root) / inside;
}

struct Pair {
    fs::path report, database;
};

std::vector<Pair> pairs() {
    std::vector<Pair> found;
    for (const char* inside : {"nsys_pairs", "h100/nsys"}) {
        const fs::path root = folder("SIGHTLINE_SAMPLES", inside);
        if (root.empty()) continue;
        for (const auto& entry : fs::directory_iterator(root)) {
            const fs::path database = fs::path(entry.path()).replace_extension(".sqlite");
            const auto extension = entry.path().extension();
            if ((extension == ".nsys-rep" || extension == ".qdrep") && fs::exists(database))
                found.push_back({entry.path(), database});
        }
    }
    if (found.empty()) SKIP("SIGHTLINE_SAMPLES does not name the unpacked samples");
    std::sort(found.begin(), found.end(), [](const Pair& a, const Pair& b) { return a.report < b.report; });
    return found;
}

void expectSame(const std::string& what, const std::string& different) {
    if (!different.empty()) check::fail(__FILE__, __LINE__, what + ": " + different);
}

bool isReportOnly(TableId id) {
    return std::any_of(std::begin(kReportOnlyTables), std::end(kReportOnlyTables),
                       [&](const auto& entry) { return entry.table == id; });
}

bool isReportOnly(TableId id, std::string_view column) {
    return std::any_of(std::begin(kReportOnlyColumns), std::end(kReportOnlyColumns),
                       [&](const auto& entry) { return entry.table == id && entry.column == column; });
}

/// Every table of the schema against the export.
void compareTables(const std::string& name, const Database& db, const Collector& report) {
    const auto strings = readStrings(db);
    const Chains samples = readChains(db, "SAMPLING_CALLCHAINS", strings);
    const Chains osrt = readChains(db, "OSRT_CALLCHAINS", strings);
    for (const Table& t : tables()) {
        const Rows& rows = report.rows[static_cast<std::size_t>(t.id)];
        if (!db.has(t.name)) {
            if (!rows.empty() && !isReportOnly(t.id))
                check::fail(__FILE__, __LINE__, name + ": only the report has " + t.name);
            continue;
        }
        const auto shared = sharedColumns(t, db.columns(t.name));
        const Rows exported = readExported(db, t, shared, strings, t.id == TableId::CpuSample ? samples : osrt);
        expectSame(name + " " + t.name, difference(pick(rows, shared), exported, columnNames(t, shared)));
        for (std::size_t i = 0; i < t.columns.size(); ++i) {
            if (std::find(shared.begin(), shared.end(), i) != shared.end() || isReportOnly(t.id, t.columns[i].name))
                continue;
            for (const auto& row : rows)
                if (row[i] != "NULL" && row[i] != "0" && !row[i].empty()) {
                    check::fail(
                        __FILE__, __LINE__,
                        name + ": only the report fills " + t.name + "." + t.columns[i].name + " with " + row[i]);
                    break;
                }
        }
    }
}

Rows query(const Database& db, const std::string& sql, int columns) {
    Rows rows;
    std::string keep;
    db.each(sql, [&](sqlite3_stmt* s) {
        Row& row = rows.emplace_back();
        for (int i = 0; i < columns; ++i) row.push_back(showCell(Database::cell(s, i, keep)));
    });
    return rows;
}

/// Numbers as a row of text.
Row numbers(std::initializer_list<std::int64_t> values) {
    Row row;
    for (const std::int64_t v : values) row.push_back(std::to_string(v));
    return row;
}

void compareLists(const std::string& name, const Database& db, const RepContainer& report, const Collector& rows) {
    const auto strings = readStrings(db);
    CHECK_EQ(report.stringCount(), strings.size());
    for (const auto& [id, text] : strings)
        if (report.string(id) != std::string_view(text)) {
            check::fail(__FILE__, __LINE__, name + ": string " + std::to_string(id) + " differs");
            break;
        }
    Rows threads, outputs;
    for (const auto& t : report.facts().threadNames) threads.push_back(numbers({t.nameId, t.priority, t.globalTid}));
    for (const auto& o : report.facts().outputs) outputs.push_back(numbers({o.globalPid, o.nameId, o.contentId}));
    expectSame(name + " ThreadNames",
               difference(threads, query(db, "SELECT nameId, priority, globalTid FROM ThreadNames", 3),
                          {"nameId", "priority", "globalTid"}));
    if (db.has("ProcessStreams"))
        expectSame(name + " ProcessStreams",
                   difference(outputs, query(db, "SELECT globalPid, filenameId, contentId FROM ProcessStreams", 3),
                              {"globalPid", "filenameId", "contentId"}));
    if (db.has("PROCESSES")) {
        Rows processes;
        for (const auto& p : rows.processes) processes.push_back({p[0], "'" + p[1] + "'"});
        expectSame(name + " PROCESSES",
                   difference(processes, query(db, "SELECT globalPid, name FROM PROCESSES", 2), {"globalPid", "name"}));
    }
}

/// Devices, contexts and streams.
void compareTargets(const std::string& name, const Database& db, const SessionFacts& facts) {
    Rows devices, contexts, nullStreams, streams, streamNames;
    for (const auto& d : facts.cudaDevices) devices.push_back(numbers({d.gpuId, d.cudaId, d.pid}));
    for (const auto& c : facts.contexts) {
        contexts.push_back(numbers({c.nullStreamId, c.hwId, c.vmId, c.pid, c.deviceId, c.contextId}));
        nullStreams.push_back(contexts.back());
    }
    for (const auto& s : facts.streams) {
        const auto exportedPriority = static_cast<std::uint32_t>(s.priority);  // exported without its sign
        streams.push_back(numbers({s.streamId, s.hwId, s.vmId, s.pid, s.contextId, exportedPriority, s.flag}));
    }
    for (const auto& s : facts.streamNames) {
        streamNames.push_back(numbers({s.hwId, s.vmId, s.pid, s.deviceId, s.contextId, s.streamId}));
        streamNames.back().push_back("'" + s.name + "'");
    }
    const auto compare = [&](const char* table, const Rows& report, const std::string& columns, int count) {
        if (!db.has(table)) return;
        const std::vector<std::string> names(static_cast<std::size_t>(count), columns);
        const Rows exported = query(db, "SELECT " + columns + " FROM " + table, count);
        expectSame(name + " " + table, difference(report, exported, names));
    };
    compare("TARGET_INFO_CUDA_DEVICE", devices, "gpuId, cudaId, pid", 3);
    compare("TARGET_INFO_CUDA_CONTEXT_INFO", contexts, "nullStreamId, hwId, vmId, processId, deviceId, contextId", 6);
    compare("TARGET_INFO_CUDA_NULL_STREAM", nullStreams, "streamId, hwId, vmId, processId, deviceId, contextId", 6);
    compare("TARGET_INFO_CUDA_STREAM", streams, "streamId, hwId, vmId, processId, contextId, priority, flag", 7);
    compare("TARGET_INFO_NVTX_CUDA_STREAM", streamNames, "hwId, vmId, processId, deviceId, contextId, streamId, name",
            7);
}

void compareGpus(const std::string& name, const Database& db, const SessionFacts& facts) {
    if (!db.has("TARGET_INFO_GPU")) return;
    const auto columns = db.columns("TARGET_INFO_GPU");
    const bool isOld = std::find(columns.begin(), columns.end(), "id") == columns.end();
    std::size_t seen = 0;
    for (const auto& gpu : facts.gpus) {
        const std::string where = std::string(" FROM TARGET_INFO_GPU WHERE ") + (isOld ? "deviceId" : "id") + " = " +
                                  std::to_string(gpu.id) + " AND vmId = " + std::to_string(gpu.globalVid);
        for (const auto& text : query(db, "SELECT name, busLocation" + where, 2)) {
            ++seen;
            CHECK_EQ(text[0], "'" + gpu.name + "'");
            CHECK_EQ(text[1], "'" + gpu.busLocation + "'");
        }
        for (const auto& number : kGpuNumbers) {
            if (isOld || std::find(columns.begin(), columns.end(), number.column) == columns.end()) continue;
            for (const auto& row : query(db, "SELECT coalesce(" + std::string(number.column) + ", 0)" + where, 1))
                if (row[0] != std::to_string(gpu.*number.member))
                    check::fail(__FILE__, __LINE__,
                                name + ": GPU " + std::string(number.column) + " is " +
                                    std::to_string(gpu.*number.member) + " and not " + row[0]);
        }
    }
    CHECK_EQ(static_cast<std::int64_t>(seen), db.count("TARGET_INFO_GPU"));
}

/// Until 2021 GPUs were described in another table, per process.
void compareOldGpus(const Database& db, const SessionFacts& facts) {
    if (!db.has("TARGET_INFO_CUDA_GPU")) return;
    std::size_t row = 0;
    for (const auto& old : query(db,
                                 "SELECT deviceId, pid, numMultiprocessors, computeCapabilityMajor, coreClockRate, "
                                 "maxWarpsPerMultiprocessor FROM TARGET_INFO_CUDA_GPU",
                                 6)) {
        CHECK(row < facts.cudaDevices.size());
        const auto& device = facts.cudaDevices.at(row++);
        CHECK_EQ(std::to_string(device.cudaId), old[0]);
        CHECK_EQ(std::to_string(device.pid), old[1]);
        const auto gpu =
            std::find_if(facts.gpus.begin(), facts.gpus.end(), [&](const RepGpu& g) { return g.id == device.gpuId; });
        CHECK(gpu != facts.gpus.end());
        if (gpu == facts.gpus.end()) continue;
        CHECK_EQ(std::to_string(gpu->smCount), old[2]);
        CHECK_EQ(std::to_string(gpu->computeMajor), old[3]);
        CHECK_EQ(std::to_string(gpu->clockRate / 1000), old[4]);  // kHz
        CHECK_EQ(std::to_string(gpu->maxWarpsPerSm), old[5]);
        CHECK(gpu->totalMemory > std::int64_t{1} << 30);
    }
}

void compareSession(const std::string& name, const Database& db, const RepContainer& report) {
    const SessionFacts& facts = report.facts();
    if (db.has("TARGET_INFO_SESSION_START_TIME"))
        for (const auto& row : query(db, "SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME", 1))
            CHECK_EQ(std::to_string(facts.utcEpochNs.value_or(0)), row[0]);
    CHECK(!facts.utcIsLocalText);
    if (db.has("ANALYSIS_DETAILS"))
        db.each("SELECT duration FROM ANALYSIS_DETAILS", [&](sqlite3_stmt* s) {
            constexpr std::int64_t kCoarsestClock = 1'000'000;  // Windows exports whole milliseconds
            CHECK(std::abs(sqlite3_column_int64(s, 0) - (facts.stopNs - facts.startNs)) < kCoarsestClock);
        });
    if (db.has("TARGET_INFO_SYSTEM_ENV"))
        for (const auto& fact : facts.system) {
            const std::string where = " WHERE name = '" + std::string(fact.key) + "'";
            const auto rows = query(db, "SELECT value FROM TARGET_INFO_SYSTEM_ENV" + where, 1);
            CHECK(!rows.empty() && rows.front()[0] == "'" + fact.value + "'");
        }
    CHECK(!facts.productVersion.empty());
    CHECK(facts.version().first >= 2020);
    if (!db.has("TARGET_INFO_GPU_METRICS")) return;
    Rows metrics;
    for (const auto& type : facts.genericTypes)
        for (std::size_t i = 0; type.isGpuMetric() && i < type.fields.size(); ++i)
            metrics.push_back({std::to_string(type.typeId), std::to_string(i),
                               "'" + std::string(report.string(type.fields[i].nameId).value_or("")) + "'"});
    expectSame(name + " TARGET_INFO_GPU_METRICS",
               difference(metrics, query(db, "SELECT typeId, metricId, metricName FROM TARGET_INFO_GPU_METRICS", 3),
                          {"typeId", "metricId", "metricName"}));
}

/// Payload layouts, entry by entry.
void comparePayloads(const std::string& name, const Database& db, const PayloadSchemas& payloads) {
    Rows entries, values;
    for (const auto& schema : payloads.schemas)
        for (std::size_t i = 0; i < schema.entries.size(); ++i)
            entries.push_back({std::to_string(schema.schemaId), std::to_string(i),
                               std::to_string(schema.entries[i].type), "'" + schema.entries[i].name + "'",
                               std::to_string(schema.entries[i].offset)});
    for (const auto& list : payloads.enums)
        for (std::size_t i = 0; i < list.values.size(); ++i)
            values.push_back({std::to_string(list.schemaId), std::to_string(i), "'" + list.values[i].name + "'",
                              std::to_string(list.values[i].value)});
    if (db.has("NVTX_PAYLOAD_SCHEMA_ENTRIES"))
        expectSame(name + " NVTX_PAYLOAD_SCHEMA_ENTRIES",
                   difference(entries,
                              query(db,
                                    "SELECT schemaId, idx, type, name, coalesce(offset, 0) FROM "
                                    "NVTX_PAYLOAD_SCHEMA_ENTRIES",
                                    5),
                              {"schemaId", "idx", "type", "name", "offset"}));
    else CHECK(entries.empty());
    if (db.has("NVTX_PAYLOAD_ENUM_ENTRIES"))
        expectSame(name + " NVTX_PAYLOAD_ENUM_ENTRIES",
                   difference(values,
                              query(db,
                                    "SELECT schemaId, idx, name, coalesce(value, 0) FROM "
                                    "NVTX_PAYLOAD_ENUM_ENTRIES",
                                    4),
                              {"schemaId", "idx", "name", "value"}));
}

template <class Visit>
void forEachPair(Visit&& visit) {
    for (const auto& pair : pairs()) {
        const std::string name = pair.report.stem();
        const auto report = RepContainer::open(pair.report);
        if (report) visit(name, pair, *report);
        else check::fail(__FILE__, __LINE__, name + ": " + model::english(report.error().detail));
    }
}

/// Counts of expected.tsv by table for one database.
std::map<std::string, std::int64_t> expectedCounts(const fs::path& list, const std::string& file) {
    std::map<std::string, std::int64_t> counts;
    std::ifstream in(list);
    std::string line, cell;
    std::vector<std::string> names;
    while (std::getline(in, line)) {
        std::istringstream cells(line);
        std::vector<std::string> row;
        while (std::getline(cells, cell, '\t')) row.push_back(cell);
        if (names.empty()) names = row;
        if (row.empty() || row[0] != file) continue;
        for (std::size_t i = 1; i < row.size() && i < names.size(); ++i)
            if (!row[i].empty()) counts[names[i]] = std::atoll(row[i].c_str());
    }
    return counts;
}

fs::path crafted(const char* file) { return sample("crafted") / file; }

/// A crafted report that opens, read as a whole.
struct Mini {
    explicit Mini(const char* file)
        : opened(RepContainer::open(crafted(file))), collector(opened.value()),
          total(decodeAll(opened.value(), collector)) {}

    const RepContainer& report() const { return *opened; }
    std::string cell(TableId id, std::size_t row, const char* column) const {
        const auto& rows = collector.rows[static_cast<std::size_t>(id)];
        return row < rows.size() ? rows[row][static_cast<std::size_t>(columnIndex(table(id), column))] : "no such row";
    }
    std::size_t count(TableId id) const { return collector.rows[static_cast<std::size_t>(id)].size(); }

    model::Result<RepContainer> opened;
    Collector collector;
    EventCounts total;
};

void expectTheSixEvents(const Mini& mini) {
    CHECK_EQ(mini.total.events, 6);
    CHECK_EQ(mini.count(TableId::Runtime), 2);
    CHECK_EQ(mini.cell(TableId::Runtime, 0, "start"), "1000");
    CHECK_EQ(mini.cell(TableId::Runtime, 0, "end"), "2000");
    CHECK_EQ(mini.cell(TableId::Runtime, 0, "nameId"), "'cudaLaunchKernel_v7000'");
    CHECK_EQ(mini.cell(TableId::Runtime, 1, "nameId"), "'cudaMemcpy_v3020'");
    CHECK_EQ(mini.count(TableId::Kernel), 2);
    CHECK_EQ(mini.cell(TableId::Kernel, 0, "end"), "8000");
    CHECK_EQ(mini.cell(TableId::Kernel, 1, "end"), "10000");
    CHECK_EQ(mini.count(TableId::Memcpy), 1);
    CHECK_EQ(mini.cell(TableId::Memcpy, 0, "bytes"), "4096");
    CHECK_EQ(mini.cell(TableId::Memcpy, 0, "copyKind"), "1");
    CHECK_EQ(mini.cell(TableId::Nvtx, 0, "text"), "'train \xE2\x9C\x93 step'");
    CHECK_EQ(mini.cell(TableId::Nvtx, 0, "end"), "9500");
}

std::string readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A folder for the files of one test.
struct Folder {
    fs::path path;
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "nsys_rep_test-XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~Folder() { fs::remove_all(path); }
    fs::path write(const char* name, std::string_view bytes) const {
        std::ofstream(path / name, std::ios::binary) << bytes;
        return path / name;
    }
};

ErrorCode refusal(const fs::path& path) {
    const auto report = RepContainer::open(path);
    return report ? ErrorCode::Cancelled : report.error().code;
}

}  // namespace

TEST("every exported row is in the report, and nothing else") {
    forEachPair([](const std::string& name, const Pair& pair, const RepContainer& report) {
        Collector collector(report);
        std::string error;
        const EventCounts total = decodeAll(report, collector, &error);
        CHECK_EQ(error, "");
        CHECK(report.warnings().empty());
        CHECK(countWarnings(report, total).empty());
        CHECK(total.unknownTypes.empty());
        const Database db(pair.database);
        compareTables(name, db, collector);
        compareLists(name, db, report, collector);
    });
}

TEST("the old table of NVTX ranges holds rows of the new one") {
    forEachPair([](const std::string& name, const Pair& pair, const RepContainer& report) {
        const Database db(pair.database);
        if (!db.has("NvtxPushPopRanges")) return;
        Collector collector(report);
        decodeAll(report, collector);
        Rows ranges;
        const Table& t = table(TableId::Nvtx);
        for (const auto& row : collector.rows[static_cast<std::size_t>(TableId::Nvtx)])
            if (row[static_cast<std::size_t>(columnIndex(t, "eventType"))] == "59")
                ranges.push_back({row[0], row[1], row[static_cast<std::size_t>(columnIndex(t, "domainId"))]});
        const std::string old = "SELECT start, end, domainId FROM NvtxPushPopRanges WHERE eventType = 59";
        expectSame(name, difference(ranges, query(db, old, 3), {"start", "end", "domainId"}));
    });
}

TEST("row counts are as listed") {
    forEachPair([](const std::string& name, const Pair& pair, const RepContainer& report) {
        const auto counts = expectedCounts(pair.report.parent_path() / "expected.tsv", pair.database.filename());
        Collector collector(report);
        const EventCounts total = decodeAll(report, collector);
        for (const auto& [table, count] : counts) {
            std::int64_t found = -1;
            for (const Table& t : tables())
                if (table == t.name) found = static_cast<std::int64_t>(total.rows[static_cast<std::size_t>(t.id)]);
            if (table == "StringIds") found = static_cast<std::int64_t>(report.stringCount());
            if (table == "ThreadNames") found = static_cast<std::int64_t>(report.facts().threadNames.size());
            if (table == "PROCESSES") found = static_cast<std::int64_t>(collector.processes.size());
            if (found >= 0 && found != count)
                check::fail(__FILE__, __LINE__,
                            name + " " + table + ": " + std::to_string(found) + " and not " + std::to_string(count));
        }
    });
}

TEST("facts of the session equal the export") {
    forEachPair([](const std::string& name, const Pair& pair, const RepContainer& report) {
        const Database db(pair.database);
        compareTargets(name, db, report.facts());
        compareGpus(name, db, report.facts());
        compareOldGpus(db, report.facts());
        compareSession(name, db, report);
        comparePayloads(name, db, report.facts().payloads);
    });
}

TEST("nothing refers to an environment") {
    std::size_t environments = 0;
    forEachPair([&](const std::string& name, const Pair&, const RepContainer& report) {
        Collector collector(report);
        decodeAll(report, collector);
        const auto hidden = environmentStrings(report);
        environments += hidden.size();
        for (const auto& thread : report.facts().threadNames) collector.usedStrings.insert(thread.nameId);
        for (const auto& o : report.facts().outputs) collector.usedStrings.insert({o.nameId, o.contentId});
        for (const std::int64_t id : hidden)
            if (collector.usedStrings.contains(id))
                check::fail(__FILE__, __LINE__, name + ": a row uses the environment of string " + std::to_string(id));
    });
    CHECK(environments > 0);
}

TEST("reports without an export have the counted rows") {
    const fs::path root = sample("nsys_other");
    const auto count = [&](const char* file, TableId id) {
        const auto report = RepContainer::open(root / file);
        CHECK(report.has_value());
        Collector collector(*report);
        const EventCounts total = decodeAll(*report, collector);
        CHECK(countWarnings(*report, total).empty());
        CHECK(total.unknownTypes.empty());
        for (const auto& [name, n] : total.notShown)
            CHECK(std::find(std::begin(kNotShown), std::end(kNotShown), name) != std::end(kNotShown));
        return total.rows[static_cast<std::size_t>(id)];
    };
    CHECK_EQ(count("cudagraph1.nsys-rep", TableId::GraphTrace), 100);
    CHECK_EQ(count("cudagraph1.nsys-rep", TableId::GraphEvents), 40);
    CHECK_EQ(count("gpumetrics.nsys-rep", TableId::GpuMetric), 5097 * 18);
    CHECK_EQ(count("gpumemusage.nsys-rep", TableId::MemoryUsage), 6);
    CHECK_EQ(count("nvtx_startend.nsys-rep", TableId::Kernel), 15194);
}

TEST("an old report opens") {
    const Mini mini("mini_old.qdrep");
    CHECK(mini.report().warnings().empty());
    CHECK(countWarnings(mini.report(), mini.total).empty());
    expectTheSixEvents(mini);
    CHECK_EQ(mini.report().facts().threadNames.size(), 1);
    CHECK_EQ(mini.report().string(mini.report().facts().threadNames.at(0).nameId).value_or(""), "worker");
}

TEST("a report that was cut off shows what it has and says so") {
    const Mini mini("mini_truncated.nsys-rep");
    expectTheSixEvents(mini);
    CHECK(!mini.report().warnings().empty());
    CHECK_EQ(warningId(mini.report().warnings().at(0).code), "no-end-mark");
}

TEST("a chunk that claims too much is refused") {
    const auto report = RepContainer::open(crafted("mini_bomb.nsys-rep"));
    CHECK(!report.has_value());
    CHECK_EQ(report.error().code, ErrorCode::TooLarge);
    CHECK_EQ(model::english(report.error().detail), "a chunk claims 4294967295 bytes from 32");
    CHECK_EQ(report.error().offset, 121);
}

TEST("a wrong count is a warning") {
    const Mini mini("mini_count_mismatch.nsys-rep");
    expectTheSixEvents(mini);
    const auto warnings = countWarnings(mini.report(), mini.total);
    CHECK_EQ(warnings.size(), 1);
    CHECK(warnings.at(0) == (RepWarning{RepWarning::Code::EventCount, -1, 6, 600}));
}

TEST("a string id without a string stays a number") {
    const Mini mini("mini_bad_string_ref.nsys-rep");
    CHECK_EQ(mini.count(TableId::Kernel), 1);
    CHECK(mini.cell(TableId::Kernel, 0, "demangledName").starts_with("#"));
    CHECK(!mini.report().string(-1));
    CHECK(!mini.report().string(static_cast<std::int64_t>(mini.report().stringCount())));
}

TEST("times before the session are negative") {
    const Mini mini("mini_negative_time.nsys-rep");
    CHECK_EQ(mini.cell(TableId::Kernel, 0, "start"), "-500");
    CHECK_EQ(mini.cell(TableId::Kernel, 0, "end"), "-100");
    CHECK_EQ(mini.cell(TableId::Nvtx, 0, "start"), "-1878291120");
    CHECK_EQ(mini.cell(TableId::Nvtx, 0, "end"), "100");
}

TEST("an empty report opens, a raw capture and other files do not") {
    const Mini mini("mini_empty.nsys-rep");
    CHECK_EQ(mini.total.events, 0);
    CHECK_EQ(mini.report().stringCount(), 8);
    CHECK_EQ(refusal(crafted("stream.qdstrm")), ErrorCode::RawCapture);
    CHECK_EQ(refusal(crafted("sqlite_named.nsys-rep")), ErrorCode::UnknownFormat);
    CHECK_EQ(refusal(crafted("lfs_pointer.json")), ErrorCode::GitLfsPointer);
    CHECK_EQ(refusal(crafted("empty.json")), ErrorCode::EmptyFile);
    CHECK_EQ(refusal(crafted("no such file")), ErrorCode::CannotOpen);
    CHECK_EQ(refusal(crafted("")), ErrorCode::NotAFile);
}

TEST("another compression is refused by name") {
    Folder folder;
    std::string bytes = readFile(crafted("mini_old.qdrep"));
    for (std::size_t at = bytes.find("lz4"); at != bytes.npos; at = bytes.find("lz4", at)) bytes.replace(at, 3, "zst");
    const auto report = RepContainer::open(folder.write("other.nsys-rep", bytes));
    CHECK(!report.has_value());
    CHECK_EQ(report.error().code, ErrorCode::UnsupportedFeature);
    CHECK_EQ(model::english(report.error().detail), "events compressed with zst");
}

TEST("damaged reports never crash") {
    Folder folder;
    const std::string whole = readFile(crafted("mini_old.qdrep"));
    std::mt19937 random(1);
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (int round = 0; round < 600; ++round) {
        std::string bytes = whole;
        if (round % 3 == 0) bytes.resize(pick(bytes.size()));
        for (std::size_t flips = round % 3 == 1 ? 1 : pick(8); flips > 0 && !bytes.empty(); --flips)
            bytes[pick(bytes.size())] = static_cast<char>(random());
        const auto report = RepContainer::open(folder.write("damaged", bytes));
        if (!report) {
            CHECK(!report.error().subject.empty());
            continue;
        }
        Collector collector(*report);
        decodeAll(*report, collector);
    }
}

TEST("damaged events never crash") {
    Folder folder;
    const auto report = RepContainer::open(sample("nsys_other/gpumemusage.nsys-rep"));
    CHECK(report.has_value());
    ChunkBuffer buffer;
    const auto chunk = report->readChunk(0, buffer);
    CHECK(chunk.has_value());
    std::mt19937 random(2);
    for (int round = 0; round < 60; ++round) {
        // A copy of its own size, so that a tool that watches memory sees every byte that is read behind it.
        std::vector<char> bytes(chunk->begin(), chunk->begin() + static_cast<std::ptrdiff_t>(random() % chunk->size()));
        for (int flips = 0; flips < 200 && !bytes.empty(); ++flips)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        Collector collector(*report);
        decodeEvents(*report, {bytes.data(), bytes.size()}, collector);
    }
}

TEST("varints of every length are read, and none past the end") {
    using importers::WireField;
    using importers::WireReader;
    for (int bits = 0; bits < 64; ++bits) {
        const std::uint64_t value = (std::uint64_t{1} << bits) | (bits > 2 ? 5 : 0);
        bench::detail::Message message;
        message.number(2000, static_cast<std::int64_t>(value)).text(3, "abc").number(1, -1);
        for (const std::size_t extra : {0, 20}) {
            const std::string padded = message.bytes + std::string(extra, '\x81');
            WireReader reader({padded.data(), message.bytes.size()}, padded.data() + padded.size());
            WireField f;
            CHECK(reader.next(f) && f.number == 2000 && f.value == value);
            CHECK(reader.next(f) && f.number == 3 && f.bytes == "abc");
            CHECK(reader.next(f) && f.asInt() == -1);
            CHECK(!reader.next(f) && !reader.failed() && reader.atEnd());
            for (std::size_t cut = 1; cut < message.bytes.size(); ++cut) {
                WireReader shorter({padded.data(), cut}, padded.data() + padded.size());
                while (shorter.next(f)) CHECK(!f.isBytes() || f.bytes.data() + f.bytes.size() <= padded.data() + cut);
            }
        }
    }
}
