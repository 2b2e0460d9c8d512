// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes an exported database back as a report: input for benchmarks, and a check of the reader that does not share its
// tables. It is made only from the event tables and the lists of strings, threads, processes and GPUs; a report made
// here has no environment, no capture options and no command lines.

#include <lz4.h>
#include <sqlite3.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

struct RepGenResult {
    std::uint64_t events = 0, genericEvents = 0, chunks = 0, strings = 0, bytes = 0;
};

namespace detail {

/// Appends protobuf fields to a string.
struct Message {
    std::string bytes;

    void raw(std::uint64_t v) {
        for (; v >= 0x80; v >>= 7) bytes += static_cast<char>(v | 0x80);
        bytes += static_cast<char>(v);
    }
    Message& number(std::uint32_t field, std::int64_t v) {
        raw(std::uint64_t{field} << 3);
        raw(static_cast<std::uint64_t>(v));
        return *this;
    }
    Message& text(std::uint32_t field, std::string_view v) {
        raw(std::uint64_t{field} << 3 | 2);
        raw(v.size());
        bytes += v;
        return *this;
    }
    Message& message(std::uint32_t field, const Message& m) { return text(field, m.bytes); }
};

class Statement {
public:
    Statement(sqlite3* db, const std::string& sql) {
        if (sqlite3_prepare_v2(db, sql.c_str(), -1, &m_statement, nullptr) != SQLITE_OK)
            throw std::runtime_error(sql + ": " + sqlite3_errmsg(db));
    }
    ~Statement() { sqlite3_finalize(m_statement); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    bool next() { return sqlite3_step(m_statement) == SQLITE_ROW; }
    bool isNull(int i) const { return sqlite3_column_type(m_statement, i) == SQLITE_NULL; }
    std::int64_t number(int i) const { return sqlite3_column_int64(m_statement, i); }
    std::string_view text(int i) const {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(m_statement, i));
        return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, i)))
                     : std::string_view();
    }

private:
    sqlite3_stmt* m_statement = nullptr;
};

struct Field {
    const char* column;
    std::uint32_t number;
    bool isDetail = false;  ///< lies in the message inside the event's message
    bool isText = false;
};

/// How the rows of one table become events: Event { 1 type, body { fields, detail { fields } } }.
struct Encoding {
    const char* table;
    std::uint32_t type, body, detail;
    std::vector<Field> fields;
};

inline std::vector<Encoding> encodings() {
    const std::vector<Field> device = {{"start", 1},     {"end", 2},      {"correlationId", 3}, {"deviceId", 4},
                                       {"contextId", 5}, {"streamId", 6}, {"globalPid", 8},     {"greenContextId", 9}};
    const std::vector<Field> call = {{"start", 1},  {"end", 2},         {"correlationId", 3}, {"eventClass", 6},
                                     {"nameId", 7}, {"returnValue", 8}, {"globalTid", 13},    {"nestingLevel", 20}};
    const auto with = [](std::vector<Field> base, std::initializer_list<Field> more) {
        for (Field f : more) {
            f.isDetail = true;
            base.push_back(f);
        }
        return base;
    };
    return {
        {"CUPTI_ACTIVITY_KIND_KERNEL", 79, 107, 101,
         with(device, {{"demangledName", 1},
                       {"shortName", 2},
                       {"mangledName", 3},
                       {"gridX", 10},
                       {"gridY", 11},
                       {"gridZ", 12},
                       {"blockX", 13},
                       {"blockY", 14},
                       {"blockZ", 15},
                       {"staticSharedMemory", 16},
                       {"dynamicSharedMemory", 17},
                       {"localMemoryPerThread", 18},
                       {"localMemoryTotal", 19},
                       {"gridId", 20},
                       {"registersPerThread", 21},
                       {"sharedMemoryExecuted", 22},
                       {"cacheConfig", 23},
                       {"launchType", 24},
                       {"graphNodeId", 27},
                       {"sharedMemoryLimitConfig", 28}})},
        {"CUPTI_ACTIVITY_KIND_MEMCPY", 80, 107, 102,
         with(device, {{"bytes", 1},
                       {"copyKind", 2},
                       {"srcKind", 4},
                       {"dstKind", 5},
                       {"srcDeviceId", 6},
                       {"srcContextId", 7},
                       {"dstDeviceId", 8},
                       {"dstContextId", 9},
                       {"migrationCause", 10},
                       {"graphNodeId", 11},
                       {"virtualAddress", 12},
                       {"copyCount", 16}})},
        {"CUPTI_ACTIVITY_KIND_MEMSET", 80, 107, 103,
         with(device, {{"bytes", 1}, {"value", 2}, {"graphNodeId", 3}, {"memKind", 4}})},
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", 106, 107, 105, with(device, {{"eventId", 1}, {"syncType", 4}})},
        {"CUPTI_ACTIVITY_KIND_RUNTIME", 48, 108, 0, call},
        {"OSRT_API", 48, 108, 0, call},
        {"NVTX_EVENTS",
         59,
         102,
         8,
         {{"eventType", 1},
          {"start", 2},
          {"rangeId", 4},
          {"category", 5},
          {"color", 6},
          {"text", 7, false, true},
          {"globalTid", 9},
          {"end", 10},
          {"textId", 12},
          {"domainId", 13},
          {"uint64Value", 1, true}}},
        {"SCHED_EVENTS",
         41,
         106,
         0,
         {{"start", 1}, {"cpu", 3}, {"isSchedIn", 4}, {"threadState", 5}, {"globalTid", 6}}},
        {"COMPOSITE_EVENTS",
         31,
         104,
         0,
         {{"start", 1}, {"cpu", 3}, {"cpuCycles", 6}, {"globalTid", 11}, {"threadState", 12}}},
    };
}

/// Output in order, with its position.
class Output {
public:
    explicit Output(const std::string& path) : m_file(std::fopen(path.c_str(), "wb")) {
        if (!m_file) throw std::runtime_error("cannot write " + path);
    }
    ~Output() {
        if (m_file) std::fclose(m_file);
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    std::uint64_t at() const { return m_at; }
    void write(std::string_view bytes) {
        if (std::fwrite(bytes.data(), 1, bytes.size(), m_file) != bytes.size())
            throw std::runtime_error("write failed");
        m_at += bytes.size();
    }
    void withLength(std::string_view message) {
        Message head;
        head.raw(message.size());
        write(head.bytes);
        write(message);
    }
    /// One LZ4 block with its two sizes.
    void compressed(std::string_view message) {
        Message raw;
        raw.raw(message.size());
        raw.bytes += message;
        std::string block(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(raw.bytes.size()))), '\0');
        const int size = LZ4_compress_default(raw.bytes.data(), block.data(), static_cast<int>(raw.bytes.size()),
                                              static_cast<int>(block.size()));
        if (size <= 0) throw std::runtime_error("compression failed");
        Message head;
        head.raw(static_cast<std::uint64_t>(size));
        head.raw(raw.bytes.size());
        write(head.bytes);
        write({block.data(), static_cast<std::size_t>(size)});
    }
    void close() {
        if (std::fclose(std::exchange(m_file, nullptr)) != 0) throw std::runtime_error("write failed");
    }

private:
    std::FILE* m_file;
    std::uint64_t m_at = 0;
};

/// A source of events in the order of its table.
class Stream {
public:
    virtual ~Stream() = default;
    virtual bool next() = 0;  ///< moves to the next event
    std::int64_t start = 0;
    std::uint32_t outer = 1;  ///< field of the chunk: 1 = event, 2 = generic event
    Message event;
};

class TableStream final : public Stream {
public:
    TableStream(sqlite3* db, Encoding encoding, bool hasChains) : m_encoding(std::move(encoding)) {
        std::string sql, order;
        for (const Field& f : m_encoding.fields)
            sql += (sql.empty() ? "SELECT " : ", ") +
                   (has(db, f.column) ? '"' + std::string(f.column) + '"' : std::string("NULL"));
        if (m_encoding.type == 31) {
            sql += ", id";
            order = " ORDER BY id";
        }
        m_rows = std::make_unique<Statement>(db, sql + " FROM " + m_encoding.table + order);
        if (m_encoding.type == 31 && hasChains)
            m_chains = std::make_unique<Statement>(
                db,
                "SELECT id, symbol, module, kernelMode, thumbCode, unresolved, specialEntry, originalIP, "
                "unwindMethod FROM SAMPLING_CALLCHAINS ORDER BY id, stackDepth");
        m_moreChains = m_chains && m_chains->next();
        for (std::size_t i = 0; i < m_encoding.fields.size(); ++i)
            if (std::string_view(m_encoding.fields[i].column) == "start") m_startColumn = static_cast<int>(i);
    }

    bool next() override {
        if (!m_rows->next()) return false;
        start = m_rows->number(m_startColumn);
        Message body, inner;
        std::uint32_t type = m_encoding.type;
        for (std::size_t i = 0; i < m_encoding.fields.size(); ++i) {
            const Field& f = m_encoding.fields[i];
            const int column = static_cast<int>(i);
            if (m_rows->isNull(column)) continue;
            Message& to = f.isDetail ? inner : body;
            if (f.isText) to.text(f.number, m_rows->text(column));
            else to.number(f.number, m_rows->number(column));
            if (m_encoding.type == 59 && f.number == 1 && !f.isDetail)
                type = static_cast<std::uint32_t>(m_rows->number(column));
        }
        if (m_encoding.type == 31) addFrames(body, m_rows->number(static_cast<int>(m_encoding.fields.size())));
        if (!inner.bytes.empty()) body.message(m_encoding.detail, inner);
        event.bytes.clear();
        event.number(1, type).message(m_encoding.body, body);
        return true;
    }

private:
    bool has(sqlite3* db, std::string_view column) const {
        Statement info(db, "PRAGMA table_info(" + std::string(m_encoding.table) + ")");
        while (info.next())
            if (info.text(1) == column) return true;
        return false;
    }

    void addFrames(Message& body, std::int64_t id) {
        while (m_moreChains && m_chains->number(0) <= id) {
            if (m_chains->number(0) == id) {
                Message frame;
                constexpr std::uint32_t kFields[] = {0, 1, 2, 4, 5, 6, 7, 8, 9};
                for (int i = 1; i < 9; ++i)
                    if (!m_chains->isNull(i)) frame.number(kFields[i], m_chains->number(i));
                body.message(4, frame);
            }
            m_moreChains = m_chains->next();
        }
    }

    Encoding m_encoding;
    std::unique_ptr<Statement> m_rows, m_chains;
    bool m_moreChains = false;
    int m_startColumn = 0;
};

/// Byte sizes of the metrics of a type.
using MetricSizes = std::map<std::int64_t, std::vector<std::uint32_t>>;

/// Consecutive rows of one sample become one generic event with a packed structure.
class MetricStream final : public Stream {
public:
    MetricStream(sqlite3* db, const MetricSizes& sizes)
        : m_sizes(sizes), m_rows(db, "SELECT timestamp, typeId, metricId, value FROM GPU_METRICS") {
        outer = 2;
        m_more = m_rows.next();
    }

    bool next() override {
        if (!m_more) return false;
        start = m_rows.number(0);
        const std::int64_t type = m_rows.number(1);
        const auto& sizes = m_sizes.at(type);
        std::string data;
        std::size_t metric = 0;
        for (; m_more && m_rows.number(0) == start && m_rows.number(1) == type && metric < sizes.size(); ++metric) {
            if (m_rows.number(2) != static_cast<std::int64_t>(metric)) throw std::runtime_error("metrics out of order");
            const auto value = static_cast<std::uint64_t>(m_rows.number(3));
            for (std::uint32_t b = 0; b < sizes[metric]; ++b) data += static_cast<char>(value >> (8 * b));
            m_more = m_rows.next();
        }
        if (metric != sizes.size()) throw std::runtime_error("a sample lacks metrics");
        event.bytes.clear();
        event.number(1, type).number(2, start).text(3, data);
        return true;
    }

private:
    const MetricSizes& m_sizes;
    Statement m_rows;
    bool m_more = false;
};

class Generator {
public:
    Generator(const std::string& database, const std::string& path) : m_out(path) {
        if (sqlite3_open_v2(database.c_str(), &m_db, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK)
            throw std::runtime_error("cannot read " + database);
    }
    ~Generator() { sqlite3_close(m_db); }
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

    RepGenResult run() {
        collect();
        m_out.write("NVIDIA Tegra Profiler Report 1.");
        section("Analysis Options Data", [&] { m_out.write(Message().text(1, "generated").bytes); });
        section("Raw Sampling Data", [&] { writeRaw(); });
        section("Sampling Data Offsets",
                [&] { m_out.write(Message().text(1, "lz4").number(2, static_cast<std::int64_t>(m_stringsAt)).bytes); });
        section("UI Data", [&] { m_out.write(Message().text(6, m_version).text(7, m_version).bytes); });
        const std::uint64_t toc = m_out.at();
        m_out.write(m_toc.bytes);
        std::string footer;
        for (int i = 0; i < 8; ++i) footer += static_cast<char>(toc >> (8 * i));
        m_out.write(footer + "U3w[END]");
        m_result.bytes = m_out.at();
        m_out.close();
        return m_result;
    }

private:
    static constexpr std::size_t kChunkEvents = 7000;

    bool has(const std::string& name) {
        Statement s(m_db, "SELECT 1 FROM sqlite_master WHERE name = '" + name + "'");
        return s.next();
    }
    std::int64_t number(const std::string& sql) {
        Statement s(m_db, sql);
        return s.next() ? s.number(0) : 0;
    }
    std::uint64_t count(const std::string& from) {
        return static_cast<std::uint64_t>(number("SELECT count(*) FROM " + from));
    }
    void section(const char* name, const std::function<void()>& write) {
        const std::uint64_t start = m_out.at();
        write();
        m_toc.message(1, Message()
                             .text(1, name)
                             .number(2, static_cast<std::int64_t>(start))
                             .number(3, static_cast<std::int64_t>(m_out.at() - start)));
    }

    /// What the headers need before the first event is written.
    void collect() {
        m_version = "2024.5.1.113";
        if (has("META_DATA_EXPORT")) {
            Statement s(m_db, "SELECT value FROM META_DATA_EXPORT WHERE name = 'EXPORT_PRODUCT_VERSION'");
            if (s.next()) m_version = s.text(0);
        }
        for (const auto& encoding : encodings())
            if (has(encoding.table)) m_result.events += count(encoding.table);
        if (has("PROCESSES")) m_result.events += count("PROCESSES");
        m_result.strings = static_cast<std::uint64_t>(number("SELECT coalesce(max(id) + 1, 0) FROM StringIds"));
        if (!has("GPU_METRICS")) return;
        m_result.genericEvents = count("GPU_METRICS WHERE metricId = 0");
        Statement ranges(m_db, "SELECT typeId, metricId, min(value), max(value) FROM GPU_METRICS GROUP BY 1, 2");
        while (ranges.next()) {
            std::uint32_t size = 1;
            while (size < 8 && (ranges.number(2) < -(std::int64_t{1} << (8 * size - 1)) ||
                                ranges.number(3) >= std::int64_t{1} << (8 * size - 1)))
                ++size;
            m_sizes[ranges.number(0)].push_back(size);
        }
        Statement names(m_db, "SELECT typeId, metricName FROM TARGET_INFO_GPU_METRICS ORDER BY typeId, metricId");
        while (names.next()) m_metricNames[names.number(0)].emplace_back(names.text(1));
    }

    void writeRaw() {
        const std::uint64_t base = m_out.at() + 8;
        m_out.write("QDTEXT00");
        m_out.withLength(sessionHeader());
        m_out.withLength(samplingHeader());
        writeEvents();
        m_stringsAt = m_out.at() - base;
        writeStrings();
        m_out.withLength(threadNames());
        m_out.withLength(targets());
    }

    std::string sessionHeader() {
        const std::int64_t start = has("ANALYSIS_DETAILS") ? number("SELECT startTime FROM ANALYSIS_DETAILS") : 0;
        const std::int64_t stop = has("ANALYSIS_DETAILS") ? number("SELECT stopTime FROM ANALYSIS_DETAILS") : 0;
        Message header, links;
        header.message(1, Message().message(2, Message().message(1, Message().number(1, 605).text(2, "Generated OS"))));
        const auto link = [&](int from, int to, const std::string& offset) {
            links.message(1, Message().number(1, from).number(2, to).text(5, offset).text(6, "Offset"));
        };
        link(7, 1, std::to_string(-start));
        link(1, 3, "0");
        // The third offset closes the sum to minus the wall clock; some reports store such numbers as unsigned.
        if (has("TARGET_INFO_SESSION_START_TIME"))
            link(3, 9,
                 std::to_string(static_cast<std::uint64_t>(
                     start - number("SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME"))));
        header.message(16, links);
        header.number(17, start).number(18, stop);
        return header.bytes;
    }

    std::string samplingHeader() {
        std::size_t extra = 0;
        for (const auto& [type, names] : m_metricNames) extra += names.size();
        Message header;
        std::int64_t nameId = static_cast<std::int64_t>(m_result.strings);
        header.number(1, static_cast<std::int64_t>(m_result.events));
        header.number(3, nameId + static_cast<std::int64_t>(extra));
        header.number(5, has("ThreadNames") ? number("SELECT count(*) FROM ThreadNames") : 0);
        header.text(9, "lz4");
        for (const auto& [type, sizes] : m_sizes) {
            Message description;
            description.number(1, type).number(2, 0);
            std::uint32_t offset = 0;
            for (const std::uint32_t size : sizes) {
                description.message(3, Message().number(1, nameId++).number(2, offset).number(3, size));
                offset += size;
            }
            header.message(14, description);
        }
        return header.number(15, static_cast<std::int64_t>(m_result.genericEvents)).bytes;
    }

    /// Merges the tables by time, as far as each table is in order; real reports mix their events like that.
    void writeEvents() {
        writeProcesses();
        std::vector<std::unique_ptr<Stream>> streams;
        for (const auto& encoding : encodings())
            if (has(encoding.table))
                streams.push_back(std::make_unique<TableStream>(m_db, encoding, has("SAMPLING_CALLCHAINS")));
        if (has("GPU_METRICS")) streams.push_back(std::make_unique<MetricStream>(m_db, m_sizes));
        std::erase_if(streams, [](const auto& s) { return !s->next(); });
        while (!streams.empty()) {
            std::size_t first = 0;
            for (std::size_t i = 1; i < streams.size(); ++i)
                if (streams[i]->start < streams[first]->start) first = i;
            add(streams[first]->outer, streams[first]->event);
            if (!streams[first]->next()) streams.erase(streams.begin() + static_cast<std::ptrdiff_t>(first));
        }
        flush();
    }

    void writeProcesses() {
        if (!has("PROCESSES")) return;
        Statement s(m_db, "SELECT globalPid, name FROM PROCESSES");
        while (s.next())
            add(1,
                Message().number(1, 27).message(113, Message().number(1, 0).number(2, s.number(0)).text(6, s.text(1))));
    }

    void add(std::uint32_t outer, const Message& event) {
        m_chunk.message(outer, event);
        if (++m_chunkEvents == kChunkEvents) flush();
    }

    void flush() {
        if (m_chunkEvents == 0) return;
        m_out.compressed(m_chunk.bytes);
        ++m_result.chunks;
        m_chunk.bytes.clear();
        m_chunkEvents = 0;
    }

    void writeStrings() {
        Message list;
        std::int64_t next = 0;
        Statement s(m_db, "SELECT id, value FROM StringIds ORDER BY id");
        while (s.next()) {
            for (; next < s.number(0); ++next) list.text(1, "");
            list.text(1, s.text(1));
            ++next;
        }
        for (const auto& [type, names] : m_metricNames)
            for (const auto& name : names) list.text(1, name), ++m_result.strings;
        if (has("ProcessStreams")) {
            Statement o(m_db, "SELECT globalPid, filenameId, contentId FROM ProcessStreams");
            while (o.next())
                list.message(2, Message().number(1, o.number(0)).number(2, o.number(1)).number(3, o.number(2)));
        }
        m_out.compressed(list.bytes);
    }

    std::string threadNames() {
        Message list;
        if (!has("ThreadNames")) return {};
        Statement s(m_db, "SELECT nameId, priority, globalTid FROM ThreadNames");
        while (s.next())
            list.message(1, Message().number(2, s.number(0)).number(3, s.number(1)).number(4, s.number(2)));
        return list.bytes;
    }

    std::string targets() {
        Message list, machine;
        if (has("TARGET_INFO_GPU")) {
            Statement s(m_db,
                        "SELECT id, name, busLocation, isDiscrete, uuid, chipName, l2CacheSize, totalMemory, "
                        "memoryBandwidth, clockRate, smCount, cuDevice FROM TARGET_INFO_GPU");
            while (s.next()) {
                Message gpu;
                gpu.number(1, s.number(0)).text(2, s.text(1)).text(3, s.text(2)).number(4, s.number(3));
                gpu.text(5, s.text(4)).text(7, s.text(5));
                for (int i = 0; i < 6; ++i) gpu.number(static_cast<std::uint32_t>(10 + i), s.number(6 + i));
                machine.message(7, gpu);
            }
        }
        list.message(1, Message().number(1, 0).message(2, machine));
        if (has("TARGET_INFO_CUDA_STREAM")) {
            Statement s(m_db,
                        "SELECT streamId, hwId, vmId, processId, contextId, priority, flag "
                        "FROM TARGET_INFO_CUDA_STREAM");
            while (s.next()) {
                Message stream;
                for (int i = 0; i < 7; ++i)
                    stream.number(static_cast<std::uint32_t>(i + 1), i == 5 ? s.number(i) & 0xffffffff : s.number(i));
                list.message(15, stream);
            }
        }
        return list.bytes;
    }

    sqlite3* m_db = nullptr;
    Output m_out;
    Message m_toc, m_chunk;
    std::size_t m_chunkEvents = 0;
    std::uint64_t m_stringsAt = 0;
    std::string m_version;
    MetricSizes m_sizes;
    std::map<std::int64_t, std::vector<std::string>> m_metricNames;
    RepGenResult m_result;
};

}  // namespace detail

/// Writes the events of `database` as a report to `path`. Throws std::runtime_error.
inline RepGenResult generateRep(const std::string& database, const std::string& path) {
    return detail::Generator(database, path).run();
}

}  // namespace bench
