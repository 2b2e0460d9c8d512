// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/export_facts.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "model/base/time_units.h"
#include "model/store/wall_clock.h"

namespace importers::nsys {

namespace {

void forEachRow(const ExportTables& tables, std::string_view table, std::initializer_list<std::string_view> columns,
                const ExportTables::Row& use) {
    tables.forEachRow(table, {columns.begin(), columns.size()}, use);
}

constexpr std::size_t kMaxGpus = 4096;  // of all machines of a report

/// Seconds by which a clock is ahead of UTC, of which both were read at once and one says whole seconds only.
std::optional<std::int64_t> utcOffset(std::int64_t utcNs, std::int64_t localNs) {
    constexpr std::int64_t kSecond = model::kSeconds.ns, kQuarter = 15 * 60, kApart = 2;
    const std::int64_t apart = model::saturatingSub(localNs, utcNs / kSecond * kSecond) / kSecond;
    const std::int64_t offset = (apart + (apart < 0 ? -kQuarter : kQuarter) / 2) / kQuarter * kQuarter;
    if (std::abs(apart - offset) > kApart || !model::isUtcOffset(offset)) return {};
    return offset;
}

std::string textOf(const Cell& c) { return c.type == Cell::Type::Text ? std::string(c.text()) : std::string(); }

/// Properties of the machine that say nothing about its users. Everything else in that table stays out.
constexpr std::string_view kSystemFacts[] = {
    "Hostname",          "OsVersion",          "OperatingSystem", "KernelVersion",   "CpuDescription",
    "CpuCores",          "CpuArchitecture",    "SystemMemory",    "NvDriverVersion", "NvDriverDate",
    "CudaDriverVersion", "CudaRuntimeVersion", "CudaVersion",     "DriverVersion",   "Cpu",
    "NumberOfCores",     "SystemName",         "TargetName",      "Platform",        "Uptime"};

void readSystem(const ExportTables& db, SessionFacts& facts) {
    forEachRow(db, "TARGET_INFO_SYSTEM_ENV", {"name", "value"}, [&](std::span<const Cell> c) {
        for (const std::string_view known : kSystemFacts)
            if (c[0].type == Cell::Type::Text && c[0].text() == known && facts.systemValue(known).empty())
                facts.system.push_back({known, textOf(c[1])});
    });
}

void readGpus(const ExportTables& db, SessionFacts& facts) {
    const auto oldNames = std::to_array<std::pair<std::string_view, std::int64_t RepGpu::*>>(
        {{"numMultiprocessors", &RepGpu::smCount},
         {"coreClockRate", &RepGpu::clockRate},
         {"computeCapabilityMajor", &RepGpu::computeMajor},
         {"computeCapabilityMinor", &RepGpu::computeMinor},
         {"numThreadsPerWarp", &RepGpu::threadsPerWarp},
         {"maxWarpsPerMultiprocessor", &RepGpu::maxWarpsPerSm},
         {"globalMemorySize", &RepGpu::totalMemory},
         {"globalMemoryBandwidth", &RepGpu::memoryBandwidth},
         {"constantMemorySize", &RepGpu::constantMemory},
         {"maxBlocksPerMultiprocessor", &RepGpu::maxBlocksPerSm},
         {"maxRegistersPerMultiprocessor", &RepGpu::maxRegistersPerSm},
         {"maxSharedMemoryPerBlock", &RepGpu::maxShmemPerBlock},
         {"maxSharedMemoryPerMultiprocessor", &RepGpu::maxShmemPerSm},
         {"numMemcpyEngines", &RepGpu::asyncEngines}});
    for (const std::string_view table : {"TARGET_INFO_GPU", "TARGET_INFO_CUDA_GPU"}) {
        if (!db.has(table) || !facts.gpus.empty()) continue;
        std::vector<std::string_view> columns{"vmId", "name", "busLocation", "uuid", "chipName", "deviceId"};
        const std::size_t numbers = columns.size();
        for (const GpuNumber& n : kGpuNumbers) columns.push_back(n.column);
        for (const auto& [column, member] : oldNames) columns.push_back(column);
        const bool hasId = db.hasColumn(table, "id");
        db.forEachRow(table, columns, [&](std::span<const Cell> c) {
            RepGpu g;
            g.globalVid = c[0].intOr(0);
            g.name = textOf(c[1]);
            g.busLocation = textOf(c[2]);
            g.uuid = textOf(c[3]);
            g.chipName = textOf(c[4]);
            for (std::size_t i = 0; i < std::size(kGpuNumbers); ++i) g.*kGpuNumbers[i].member = c[numbers + i].intOr(0);
            for (std::size_t i = 0; i < oldNames.size(); ++i)
                if (!c[numbers + std::size(kGpuNumbers) + i].isNull())
                    g.*oldNames[i].second = c[numbers + std::size(kGpuNumbers) + i].intOr(0);
            if (!c[5].isNull() && !hasId) g.id = c[5].intOr(0);
            // The old table lists the GPUs once a process.
            const bool known = std::any_of(facts.gpus.begin(), facts.gpus.end(),
                                           [&](const RepGpu& o) { return o.id == g.id && o.globalVid == g.globalVid; });
            if (!known && facts.gpus.size() < kMaxGpus) facts.gpus.push_back(std::move(g));
        });
    }
}

void readCuda(const ExportTables& db, SessionFacts& facts) {
    forEachRow(db, "TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId", "pid"}, [&](std::span<const Cell> c) {
        facts.cudaDevices.push_back({c[0].intOr(0), c[1].intOr(0), c[2].intOr(0)});
    });
    forEachRow(
        db, "TARGET_INFO_CUDA_CONTEXT_INFO",
        {"nullStreamId", "hwId", "vmId", "processId", "deviceId", "contextId", "parentContextId", "isGreenContext"},
        [&](std::span<const Cell> c) {
            facts.contexts.push_back({c[0].intOr(-1), c[1].intOr(0), c[2].intOr(0), c[3].intOr(0), c[4].intOr(0),
                                      c[5].intOr(0), c[6].intOr(0), c[7].intOr(0)});
        });
    forEachRow(db, "TARGET_INFO_CUDA_NULL_STREAM", {"streamId", "hwId", "vmId", "processId", "deviceId", "contextId"},
               [&](std::span<const Cell> c) {
                   facts.contexts.push_back({c[0].intOr(-1), c[1].intOr(0), c[2].intOr(0), c[3].intOr(0), c[4].intOr(0),
                                             c[5].intOr(0), 0, 0});
               });
    forEachRow(db, "TARGET_INFO_NVTX_CUDA_STREAM",
               {"name", "hwId", "vmId", "processId", "deviceId", "contextId", "streamId"},
               [&](std::span<const Cell> c) {
                   facts.streamNames.push_back({textOf(c[0]), c[1].intOr(0), c[2].intOr(0), c[3].intOr(0),
                                                c[4].intOr(0), c[5].intOr(0), c[6].intOr(0)});
               });
    forEachRow(db, "TARGET_INFO_CUDA_STREAM",
               {"streamId", "hwId", "vmId", "processId", "contextId", "priority", "flag"},
               [&](std::span<const Cell> c) {
                   facts.streams.push_back({c[0].intOr(0), c[1].intOr(0), c[2].intOr(0), c[3].intOr(0), c[4].intOr(0),
                                            c[5].intOr(0), c[6].intOr(0)});
               });
}

void readSession(const ExportTables& db, model::EventStore& store, SessionFacts& facts) {
    for (const std::string_view table : {"META_DATA_EXPORT", "EXPORT_META_DATA"})
        forEachRow(db, table, {"name", "value"}, [&](std::span<const Cell> c) {
            if (c[0].type != Cell::Type::Text) return;
            if (c[0].text() == "EXPORT_PRODUCT_VERSION") facts.productVersion = textOf(c[1]);
            if (c[0].text() == "EXPORT_SCHEMA_VERSION") store.info().schemaVersion = textOf(c[1]);
        });
    forEachRow(db, "ANALYSIS_DETAILS", {"duration"},
               [&](std::span<const Cell> c) { facts.stopNs = std::max(facts.stopNs, c[0].intOr(0)); });
    forEachRow(db, "TARGET_INFO_SESSION_START_TIME", {"utcEpochNs", "localTime"}, [&](std::span<const Cell> c) {
        if (c[0].isNull()) return;
        facts.utcEpochNs = c[0].intOr(0);
        if (const auto local = parseLocalTime(textOf(c[1]))) facts.utcOffset = utcOffset(*facts.utcEpochNs, *local);
    });
}

}  // namespace

SessionFacts readExportFacts(const ExportTables& db, model::EventStore& store, ReportStrings& strings, Ingest& ingest) {
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
            ingest.setMetricName(static_cast<std::uint64_t>(c[0].intOr(0)), c[1].intOr(0),
                                 store.strings().intern(c[2].text()));
    });
    forEachRow(db, "ProcessStreams", {"globalPid", "filenameId", "contentId"}, [&](std::span<const Cell> c) {
        if (const auto name = strings.text(c[1].intOr(-1)))
            store.info().attachments.push_back(
                {std::string(*name), pidOf(static_cast<std::uint64_t>(c[0].intOr(0))), std::to_string(c[2].intOr(-1))});
    });
    return facts;
}

std::string_view withoutVersion(std::string_view name) {
    std::size_t n = name.size();
    while (n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9') --n;
    const bool versioned = n < name.size() && name.substr(0, n).ends_with("_V");
    return versioned ? name.substr(0, n - 2) : name;
}

bool isKnownTable(std::string_view name) {
    static constexpr std::string_view kKnown[] = {
        "StringIds", "ThreadNames", "PROCESSES", "ProcessStreams", "ANALYSIS_FILE", "ANALYSIS_DETAILS",
        "META_DATA_CAPTURE", "META_DATA_EXPORT", "EXPORT_META_DATA", "OSRT_CALLCHAINS", "SAMPLING_CALLCHAINS",
        "CUDA_CALLCHAINS", "GENERIC_EVENTS", "GENERIC_EVENT_TYPES", "GENERIC_EVENT_SOURCES",
        "GENERIC_EVENT_TYPE_FIELDS", "GENERIC_EVENT_TYPE_FIELD_MAP", "GENERIC_EVENT_DATA", "UnwindMethodType",
        "DomainStrings", "MemcpyOperationStrings", "NvtxPushPopRanges",
        // Written into the file by statistics scripts of the vendor, from the tables above.
        "cudaAPIStats", "cudaKernelStats", "cudaMemoryOperationByteStats", "cudaMemoryOperationTimeStats", "estEnd",
        "me", "ms", "nvtxPushPopRangeStats", "osrtAPIStats",
        // A list of rows of the timeline, in our own exports.
        "tracks",
        // Files of OSRT_FILE_ACCESS_EVENTS, whose rows are counted and not shown.
        "OSRT_FILE_ACCESS_DESCRIPTORS"};
    for (const std::string_view k : kKnown)
        if (name == k) return true;
    for (const std::string_view prefix :
         {"ENUM_", "TARGET_INFO_", "NVTX_PAYLOAD_", "NVTX_SCOPES", "DYNAMIC_NVTXPAYLOAD_"})
        if (name.starts_with(prefix)) return true;
    return std::any_of(tables().begin(), tables().end(), [&](const Table& t) { return name == t.name; });
}

bool isFactTable(std::string_view name) {
    static constexpr std::string_view kTables[] = {"ThreadNames",
                                                   "PROCESSES",
                                                   "ProcessStreams",
                                                   "META_DATA_EXPORT",
                                                   "EXPORT_META_DATA",
                                                   "ANALYSIS_DETAILS",
                                                   "TARGET_INFO_SESSION_START_TIME",
                                                   "TARGET_INFO_SYSTEM_ENV",
                                                   "TARGET_INFO_GPU",
                                                   "TARGET_INFO_CUDA_GPU",
                                                   "TARGET_INFO_CUDA_DEVICE",
                                                   "TARGET_INFO_CUDA_CONTEXT_INFO",
                                                   "TARGET_INFO_CUDA_NULL_STREAM",
                                                   "TARGET_INFO_NVTX_CUDA_STREAM",
                                                   "TARGET_INFO_CUDA_STREAM",
                                                   "TARGET_INFO_GPU_METRICS"};
    return std::find(std::begin(kTables), std::end(kTables), name) != std::end(kTables);
}

void ChainRows::add(std::span<const Cell> c) {
    const std::int64_t id = c[0].intOr(0);
    if (id != m_current) finish();
    m_current = id;
    std::uint16_t flags = 0;
    for (unsigned i = 0; i < 4; ++i)
        if (c[5 + i].intOr(0)) flags = static_cast<std::uint16_t>(flags | 1u << i);
    const auto text = [&](const Cell& cell) { return cell.isNull() ? 0 : m_strings.intern(cell.intOr(0)); };
    m_chain.push_back({c[1].intOr(0),
                       {text(c[2]), text(c[3]), static_cast<std::uint64_t>(c[4].intOr(0)), flags,
                        static_cast<std::uint16_t>(c[9].intOr(0))}});
}

void ChainRows::finish() {
    if (m_chain.empty()) return;
    std::stable_sort(m_chain.begin(), m_chain.end(), [](const Row& a, const Row& b) { return a.depth < b.depth; });
    m_frames.clear();
    for (const Row& r : m_chain) m_frames.push_back(r.frame);
    m_into.set(m_current, m_store.callchains().intern(m_frames));
    m_chain.clear();
}

std::string_view chainTableOf(TableId id) {
    switch (id) {
    case TableId::Runtime: return "CUDA_CALLCHAINS";
    case TableId::Osrt: return "OSRT_CALLCHAINS";
    case TableId::CpuSample: return "SAMPLING_CALLCHAINS";
    default: return {};
    }
}

}  // namespace importers::nsys
