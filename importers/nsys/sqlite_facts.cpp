// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/sqlite_facts.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <simdjson.h>

namespace importers::nsys {

using model::ErrorCode;

namespace {

/// Calls use(cells) for each row of a table; a column that is missing gives Null. Quietly nothing without the table.
template <class F>
void forEachRow(const SqliteReader& db, std::string_view name, std::initializer_list<std::string_view> columns, F&& use) {
    const SqliteTable* t = db.table(name);
    if (!t) return;
    std::vector<int> indices;
    for (const std::string_view c : columns) indices.push_back(t->column(c));
    std::size_t rows = 0;
    for (const auto& part : db.parts(*t, SIZE_MAX))
        (void)db.scan(part, indices, [&](std::span<const Cell> cells, std::int64_t) {
            use(cells);
            return !t->isView || ++rows < kMaxViewRows;
        });
}

std::string textOf(const Cell& c) { return c.type == Cell::Type::Text ? std::string(c.text()) : std::string(); }

/// Properties of the machine that say nothing about its users. Everything else in that table stays out.
constexpr std::string_view kSystemFacts[] = {
    "Hostname", "OsVersion", "OperatingSystem", "KernelVersion", "CpuDescription", "CpuCores", "CpuArchitecture", "SystemMemory",
    "NvDriverVersion", "NvDriverDate", "CudaDriverVersion", "CudaRuntimeVersion", "CudaVersion", "DriverVersion", "Cpu", "NumberOfCores",
    "SystemName", "TargetName", "Platform", "Uptime"};

void readSystem(const SqliteReader& db, SessionFacts& facts) {
    forEachRow(db, "TARGET_INFO_SYSTEM_ENV", {"name", "value"}, [&](std::span<const Cell> c) {
        for (const std::string_view known : kSystemFacts)
            if (c[0].type == Cell::Type::Text && c[0].text() == known && facts.systemValue(known).empty())
                facts.system.push_back({known, textOf(c[1])});
    });
}

void readGpus(const SqliteReader& db, SessionFacts& facts) {
    const auto oldNames = std::to_array<std::pair<std::string_view, std::int64_t RepGpu::*>>(
        {{"numMultiprocessors", &RepGpu::smCount}, {"coreClockRate", &RepGpu::clockRate},
         {"computeCapabilityMajor", &RepGpu::computeMajor}, {"computeCapabilityMinor", &RepGpu::computeMinor},
         {"numThreadsPerWarp", &RepGpu::threadsPerWarp}, {"maxWarpsPerMultiprocessor", &RepGpu::maxWarpsPerSm},
         {"globalMemorySize", &RepGpu::totalMemory}, {"globalMemoryBandwidth", &RepGpu::memoryBandwidth},
         {"constantMemorySize", &RepGpu::constantMemory}, {"maxBlocksPerMultiprocessor", &RepGpu::maxBlocksPerSm},
         {"maxRegistersPerMultiprocessor", &RepGpu::maxRegistersPerSm}, {"maxSharedMemoryPerBlock", &RepGpu::maxShmemPerBlock},
         {"maxSharedMemoryPerMultiprocessor", &RepGpu::maxShmemPerSm}, {"numMemcpyEngines", &RepGpu::asyncEngines}});
    for (const std::string_view name : {"TARGET_INFO_GPU", "TARGET_INFO_CUDA_GPU"}) {
        const SqliteTable* t = db.table(name);
        if (!t || !facts.gpus.empty()) continue;
        std::vector<int> columns{t->column("vmId"), t->column("name"), t->column("busLocation"), t->column("uuid"),
                                 t->column("chipName"), t->column("deviceId")};
        const std::size_t numbers = columns.size();
        for (const GpuNumber& n : kGpuNumbers) columns.push_back(t->column(n.column));
        for (const auto& [column, member] : oldNames) columns.push_back(t->column(column));
        for (const auto& part : db.parts(*t, SIZE_MAX))
            (void)db.scan(part, columns, [&](std::span<const Cell> c, std::int64_t) {
                RepGpu g;
                g.globalVid = c[0].intOr(0);
                g.name = textOf(c[1]);
                g.busLocation = textOf(c[2]);
                g.uuid = textOf(c[3]);
                g.chipName = textOf(c[4]);
                for (std::size_t i = 0; i < std::size(kGpuNumbers); ++i) g.*kGpuNumbers[i].member = c[numbers + i].intOr(0);
                for (std::size_t i = 0; i < oldNames.size(); ++i)
                    if (!c[numbers + std::size(kGpuNumbers) + i].isNull()) g.*oldNames[i].second = c[numbers + std::size(kGpuNumbers) + i].intOr(0);
                if (!c[5].isNull() && t->column("id") < 0) g.id = c[5].intOr(0);
                // The old table lists the GPUs once a process.
                const bool known = std::any_of(facts.gpus.begin(), facts.gpus.end(), [&](const RepGpu& o) { return o.id == g.id && o.globalVid == g.globalVid; });
                if (!known) facts.gpus.push_back(std::move(g));
            });
    }
}

void readCuda(const SqliteReader& db, SessionFacts& facts) {
    forEachRow(db, "TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId", "pid"}, [&](std::span<const Cell> c) {
        facts.cudaDevices.push_back({c[0].intOr(0), c[1].intOr(0), c[2].intOr(0)});
    });
    forEachRow(db, "TARGET_INFO_CUDA_CONTEXT_INFO",
               {"nullStreamId", "hwId", "vmId", "processId", "deviceId", "contextId", "parentContextId", "isGreenContext"},
               [&](std::span<const Cell> c) {
                   facts.contexts.push_back({c[0].intOr(-1), c[1].intOr(0), c[2].intOr(0), c[3].intOr(0), c[4].intOr(0), c[5].intOr(0), c[6].intOr(0), c[7].intOr(0)});
               });
    forEachRow(db, "TARGET_INFO_CUDA_NULL_STREAM", {"streamId", "hwId", "vmId", "processId", "deviceId", "contextId"}, [&](std::span<const Cell> c) {
        facts.contexts.push_back({c[0].intOr(-1), c[1].intOr(0), c[2].intOr(0), c[3].intOr(0), c[4].intOr(0), c[5].intOr(0), 0, 0});
    });
    forEachRow(db, "TARGET_INFO_NVTX_CUDA_STREAM", {"name", "hwId", "vmId", "processId", "deviceId", "contextId", "streamId"}, [&](std::span<const Cell> c) {
        facts.streamNames.push_back({textOf(c[0]), c[1].intOr(0), c[2].intOr(0), c[3].intOr(0), c[4].intOr(0), c[5].intOr(0), c[6].intOr(0)});
    });
    forEachRow(db, "TARGET_INFO_CUDA_STREAM", {"streamId", "hwId", "vmId", "processId", "contextId", "priority", "flag"}, [&](std::span<const Cell> c) {
        facts.streams.push_back({c[0].intOr(0), c[1].intOr(0), c[2].intOr(0), c[3].intOr(0), c[4].intOr(0), c[5].intOr(0), c[6].intOr(0)});
    });
}

void readSession(const SqliteReader& db, model::EventStore& store, SessionFacts& facts) {
    for (const std::string_view table : {"META_DATA_EXPORT", "EXPORT_META_DATA"})
        forEachRow(db, table, {"name", "value"}, [&](std::span<const Cell> c) {
            if (c[0].type != Cell::Type::Text) return;
            if (c[0].text() == "EXPORT_PRODUCT_VERSION") facts.productVersion = textOf(c[1]);
            if (c[0].text() == "EXPORT_SCHEMA_VERSION") store.info().schemaVersion = textOf(c[1]);
        });
    forEachRow(db, "ANALYSIS_DETAILS", {"duration"}, [&](std::span<const Cell> c) { facts.stopNs = std::max(facts.stopNs, c[0].intOr(0)); });
    forEachRow(db, "TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"}, [&](std::span<const Cell> c) {
        if (!c[0].isNull()) facts.utcEpochNs = c[0].intOr(0);
    });
}

}  // namespace

SessionFacts readSqliteFacts(const SqliteReader& db, model::EventStore& store, ReportStrings& strings, Ingest& ingest) {
    SessionFacts facts;
    readSession(db, store, facts);
    readSystem(db, facts);
    readGpus(db, facts);
    readCuda(db, facts);
    forEachRow(db, "ThreadNames", {"nameId", "priority", "globalTid"}, [&](std::span<const Cell> c) {
        facts.threadNames.push_back({c[0].intOr(0), c[1].intOr(0), c[2].intOr(0)});
    });
    RowCollector& rows = ingest.collector();
    forEachRow(db, "PROCESSES", {"globalPid", "name"}, [&](std::span<const Cell> c) {
        if (c[1].type == Cell::Type::Text) rows.process(c[0].intOr(0), c[1].text());
    });
    forEachRow(db, "TARGET_INFO_GPU_METRICS", {"typeId", "metricId", "metricName"}, [&](std::span<const Cell> c) {
        if (c[2].type == Cell::Type::Text)
            ingest.setMetricName(static_cast<std::uint64_t>(c[0].intOr(0)), c[1].intOr(0), store.strings().intern(c[2].text()));
    });
    forEachRow(db, "ProcessStreams", {"globalPid", "filenameId", "contentId"}, [&](std::span<const Cell> c) {
        if (const auto name = strings.text(c[1].intOr(-1)))
            store.info().attachments.push_back({std::string(*name), pidOf(static_cast<std::uint64_t>(c[0].intOr(0))), std::to_string(c[2].intOr(-1))});
    });
    return facts;
}

void readGenericEvents(const SqliteReader& db, model::EventStore& store, const std::stop_token& stop) {
    const SqliteTable* t = db.table("GENERIC_EVENTS");
    if (!t) return;
    // The export repeats GPU metrics as generic events where it has a table for them, too.
    const bool metricsElsewhere = db.table("GPU_METRICS") != nullptr;
    using Key = std::pair<std::int64_t, std::string>;
    std::map<Key, std::vector<std::pair<model::TimeNs, double>>> values;
    std::uint64_t rows = 0, unreadable = 0, notShown = 0;
    simdjson::dom::parser parser;
    forEachRow(db, "GENERIC_EVENTS", {"timestamp", "rawTimestamp", "typeId", "data"}, [&](std::span<const Cell> c) {
        ++rows;
        if (metricsElsewhere || c[3].type != Cell::Type::Text || stop.stop_requested()) {
            ++notShown;
            return;
        }
        simdjson::dom::object object;
        if (parser.parse(simdjson::padded_string(c[3].text())).get(object)) {
            ++unreadable;
            return;
        }
        const model::TimeNs time = std::clamp(c[0].isNull() ? c[1].intOr(0) : c[0].intOr(0), -model::kTimeLimit, model::kTimeLimit);
        bool any = false;
        for (const auto field : object) {
            double number = 0;
            std::string_view text;
            if (field.value.get(number)) {  // values are often numbers written as text
                if (field.value.get(text)) continue;
                char* end = nullptr;
                const std::string digits(text);
                number = std::strtod(digits.c_str(), &end);
                if (digits.empty() || *end) continue;
            }
            values[{c[2].intOr(0), std::string(field.key)}].emplace_back(time, number);
            any = true;
        }
        if (!any) ++notShown;
    });
    store.info().eventsInFile[static_cast<std::size_t>(model::EventKind::Generic)] += rows;
    if (notShown) {
        store.diagnostics().add(model::Note::NotShown, "generic event", notShown);
        store.info().skipped["generic event"] += notShown;
    }
    if (unreadable) store.diagnostics().add(model::Note::DamagedPart, "GENERIC_EVENTS.data", unreadable);
    std::map<std::int64_t, std::int64_t> fieldsOfType;
    for (auto& [key, series] : values) {
        model::TrackKey track = RowCollector::metricKey(static_cast<std::uint64_t>(key.first), fieldsOfType[key.first]++);
        const model::TrackId id = store.track(model::TrackKind::GpuMetric, track);
        store.setTrackName(id, store.strings().intern(key.second));
        std::stable_sort(series.begin(), series.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [time, number] : series) store.counter(id).append(time, number);
    }
}

bool isKnownTable(std::string_view name) {
    static constexpr std::string_view kKnown[] = {
        "StringIds", "ThreadNames", "PROCESSES", "ProcessStreams", "ANALYSIS_FILE", "ANALYSIS_DETAILS", "META_DATA_CAPTURE",
        "META_DATA_EXPORT", "EXPORT_META_DATA", "OSRT_CALLCHAINS", "SAMPLING_CALLCHAINS", "CUDA_CALLCHAINS", "GENERIC_EVENTS",
        "GENERIC_EVENT_TYPES", "GENERIC_EVENT_SOURCES", "GENERIC_EVENT_TYPE_FIELDS", "GENERIC_EVENT_TYPE_FIELD_MAP", "GENERIC_EVENT_DATA",
        "UnwindMethodType", "DomainStrings", "MemcpyOperationStrings", "NvtxPushPopRanges",
        // Written into the file by statistics scripts of the vendor, from the tables above.
        "cudaAPIStats", "cudaKernelStats", "cudaMemoryOperationByteStats", "cudaMemoryOperationTimeStats", "estEnd", "me", "ms",
        "nvtxPushPopRangeStats", "osrtAPIStats",
        // One row a call of open(), derived from OSRT_API by the exporter.
        "OSRT_FILE_ACCESS_EVENTS", "OSRT_FILE_ACCESS_DESCRIPTORS"};
    for (const std::string_view k : kKnown)
        if (name == k) return true;
    for (const std::string_view prefix : {"ENUM_", "TARGET_INFO_", "NVTX_PAYLOAD_", "NVTX_SCOPES", "DYNAMIC_NVTXPAYLOAD_"})
        if (name.starts_with(prefix)) return true;
    return std::any_of(tables().begin(), tables().end(), [&](const Table& t) { return name == t.name; });
}

std::optional<model::Error> refuseForeign(const SqliteReader& db, const std::string& path) {
    if (db.tables().empty()) return model::Error{ErrorCode::EmptyDatabase, path, {}};
    std::string names;
    for (const SqliteTable& t : db.tables()) {
        const bool ours = t.name == "StringIds" || t.name == "ANALYSIS_DETAILS" || t.name == "TARGET_INFO_SESSION_START_TIME" ||
                          std::any_of(tables().begin(), tables().end(), [&](const Table& k) { return t.name == k.name; });
        if (ours) return std::nullopt;
        if (names.size() < 60) names += (names.empty() ? "" : ", ") + t.name;
    }
    return model::Error{ErrorCode::ForeignDatabase, path, names};
}

}  // namespace importers::nsys
