// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/nsys/rep_payload.h"

namespace importers::nsys {

/// A property of the profiled machine. Only harmless ones are kept: hardware, driver and system versions, host name.
struct SystemFact {
    std::string_view key;  ///< the name in the export, e.g. "CpuDescription"
    std::string value;
};

/// A GPU of the profiled machine; 0 or empty = not stored. Sizes in bytes, rates in Hz and bytes per second.
struct RepGpu {
    std::int64_t globalVid = 0;
    std::string name, busLocation, uuid, chipName;
    std::int64_t id = 0, isDiscrete = 0, l2CacheSize = 0, totalMemory = 0, memoryBandwidth = 0, clockRate = 0,
                 smCount = 0, cuDevice = 0, constantMemory = 0, maxIpc = 0, maxRegistersPerBlock = 0,
                 maxShmemPerBlock = 0, maxShmemPerBlockOptin = 0, maxShmemPerSm = 0, maxRegistersPerSm = 0,
                 threadsPerWarp = 0, asyncEngines = 0, maxWarpsPerSm = 0, maxBlocksPerSm = 0, maxThreadsPerBlock = 0,
                 maxBlockDimX = 0, maxBlockDimY = 0, maxBlockDimZ = 0, maxGridDimX = 0, maxGridDimY = 0,
                 maxGridDimZ = 0, computeMajor = 0, computeMinor = 0, smMajor = 0, smMinor = 0;
};

/// Numeric fields of a GPU: their place in the report and their name in the export.
struct GpuNumber {
    std::uint32_t field;
    std::string_view column;
    std::int64_t RepGpu::*member;
};
inline constexpr GpuNumber kGpuNumbers[] = {{1, "id", &RepGpu::id},
                                            {4, "isDiscrete", &RepGpu::isDiscrete},
                                            {10, "l2CacheSize", &RepGpu::l2CacheSize},
                                            {11, "totalMemory", &RepGpu::totalMemory},
                                            {12, "memoryBandwidth", &RepGpu::memoryBandwidth},
                                            {13, "clockRate", &RepGpu::clockRate},
                                            {14, "smCount", &RepGpu::smCount},
                                            {15, "cuDevice", &RepGpu::cuDevice},
                                            {23, "constantMemory", &RepGpu::constantMemory},
                                            {24, "maxIPC", &RepGpu::maxIpc},
                                            {25, "maxRegistersPerBlock", &RepGpu::maxRegistersPerBlock},
                                            {26, "maxShmemPerBlock", &RepGpu::maxShmemPerBlock},
                                            {27, "maxShmemPerBlockOptin", &RepGpu::maxShmemPerBlockOptin},
                                            {28, "maxShmemPerSm", &RepGpu::maxShmemPerSm},
                                            {29, "maxRegistersPerSm", &RepGpu::maxRegistersPerSm},
                                            {30, "threadsPerWarp", &RepGpu::threadsPerWarp},
                                            {31, "asyncEngines", &RepGpu::asyncEngines},
                                            {32, "maxWarpsPerSm", &RepGpu::maxWarpsPerSm},
                                            {33, "maxBlocksPerSm", &RepGpu::maxBlocksPerSm},
                                            {34, "maxThreadsPerBlock", &RepGpu::maxThreadsPerBlock},
                                            {35, "maxBlockDimX", &RepGpu::maxBlockDimX},
                                            {36, "maxBlockDimY", &RepGpu::maxBlockDimY},
                                            {37, "maxBlockDimZ", &RepGpu::maxBlockDimZ},
                                            {38, "maxGridDimX", &RepGpu::maxGridDimX},
                                            {39, "maxGridDimY", &RepGpu::maxGridDimY},
                                            {40, "maxGridDimZ", &RepGpu::maxGridDimZ},
                                            {41, "computeMajor", &RepGpu::computeMajor},
                                            {42, "computeMinor", &RepGpu::computeMinor},
                                            {43, "smMajor", &RepGpu::smMajor},
                                            {44, "smMinor", &RepGpu::smMinor}};

/// The GPU that a process means by a CUDA device number.
struct RepCudaDevice {
    std::int64_t gpuId = 0, cudaId = 0, pid = 0;
    friend auto operator<=>(const RepCudaDevice&, const RepCudaDevice&) = default;
};

struct RepCudaContext {
    std::int64_t nullStreamId = 0, hwId = 0, vmId = 0, pid = 0, deviceId = 0, contextId = 0, parentContextId = 0,
                 isGreenContext = 0;
};

struct RepCudaStream {
    std::int64_t streamId = 0, hwId = 0, vmId = 0, pid = 0, contextId = 0, priority = 0, flag = 0;
};

/// A name that the program gave to a CUDA stream through NVTX.
struct RepStreamName {
    std::string name;
    std::int64_t hwId = 0, vmId = 0, pid = 0, deviceId = 0, contextId = 0, streamId = 0;
};

struct RepThreadName {
    std::int64_t nameId = 0;  ///< string id
    std::int64_t priority = 0, globalTid = 0;
};

/// Captured output of a process, or a file that was attached to the report. Both are string ids.
struct RepOutput {
    std::int64_t globalPid = 0, nameId = 0, contentId = 0;
};

struct RepGenericField {
    std::int64_t nameId = 0;   ///< string id
    std::uint32_t offset = 0;  ///< into the data of an event, bytes
    std::uint32_t size = 0;    ///< 1 to 8 bytes, little-endian
    bool hasFormat = false;    ///< has a printf format; sampled GPU metrics have none
};

/// The layout of events of one generic source. The index of a field is its metric id.
struct RepGenericType {
    std::uint64_t typeId = 0;
    std::int64_t nameId = 0;  ///< string id
    std::vector<RepGenericField> fields;

    /// Sampled GPU metrics; other sources are kernel tracepoints and the like.
    bool isGpuMetric() const;
};

/// Facts of a report about the session as a whole.
struct SessionFacts {
    std::string productVersion;  ///< e.g. "2025.3.1.90-…"; empty if unknown
    std::int64_t startNs = 0;    ///< session start on the monotonic clock of the target, in ns
    std::int64_t stopNs = 0;
    std::optional<std::int64_t> utcEpochNs;  ///< wall clock of time 0
    std::optional<std::int64_t> utcOffset;   ///< s by which the clock of the machine was ahead of UTC
    bool utcIsLocalText = false;             ///< the wall clock is known only to a second, and without its time zone
    std::uint64_t promisedEvents = 0;        ///< events that are not generic
    std::uint64_t promisedGenericEvents = 0;
    std::uint64_t promisedStrings = 0;
    std::uint64_t promisedThreadNames = 0;
    std::vector<SystemFact> system;
    std::vector<RepGpu> gpus;
    std::vector<RepCudaDevice> cudaDevices;
    std::vector<RepCudaContext> contexts;
    std::vector<RepCudaStream> streams;
    std::vector<RepStreamName> streamNames;
    std::vector<RepThreadName> threadNames;
    std::vector<RepOutput> outputs;
    std::vector<RepGenericType> genericTypes;
    PayloadSchemas payloads;

    std::string_view systemValue(std::string_view key) const;  ///< empty if it is not stored
    const RepGenericType* genericType(std::uint64_t typeId) const;
    /// Major and minor product version, e.g. {2025, 3}; {0, 0} if unknown.
    std::pair<int, int> version() const;
};

/// "2025-01-31T09:30:00" as ns since 1970 in whatever zone it is.
std::optional<std::int64_t> parseLocalTime(std::string_view text);

// Each parser below reads one part of a report, without its length prefix, and adds its contents to the facts. It
// returns false if the message is damaged; facts before the damage are kept.

bool readSessionHeader(std::string_view message, SessionFacts& facts);
/// `compression` receives the name of the chunk compression.
bool readSamplingHeader(std::string_view message, SessionFacts& facts, std::string& compression);
bool readClockSection(std::string_view section, SessionFacts& facts);
/// Product version, and the local start time as a last resort; call it after the other clocks.
void readUiSection(std::string_view section, SessionFacts& facts);
bool readThreadNames(std::string_view message, SessionFacts& facts);
bool readTargets(std::string_view message, SessionFacts& facts);
bool readOutput(std::string_view message, SessionFacts& facts);

}  // namespace importers::nsys
