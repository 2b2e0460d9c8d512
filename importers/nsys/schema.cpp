// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/schema.h"

#include <array>

namespace importers::nsys {
namespace {

using enum Role;
constexpr bool kNull = false;  // absent in a report = unknown, NULL in the export

constexpr Column kKernel[] = {{"start", Start},
                              {"end", End},
                              {"deviceId", Device},
                              {"contextId", Context},
                              {"greenContextId", Arg, kNull},
                              {"streamId", Stream},
                              {"correlationId", Correlation},
                              {"globalPid", GlobalPid},
                              {"demangledName", Name},
                              {"shortName", ArgString},
                              {"mangledName", ArgString, kNull},
                              {"launchType", Arg},
                              {"cacheConfig", Arg},
                              {"registersPerThread", Arg},
                              {"gridX", Arg},
                              {"gridY", Arg},
                              {"gridZ", Arg},
                              {"blockX", Arg},
                              {"blockY", Arg},
                              {"blockZ", Arg},
                              {"staticSharedMemory", Arg},
                              {"dynamicSharedMemory", Arg},
                              {"localMemoryPerThread", Arg},
                              {"localMemoryTotal", Arg},
                              {"gridId", GridId},
                              {"sharedMemoryExecuted", Arg, kNull},
                              {"graphNodeId", Arg, kNull},
                              {"sharedMemoryLimitConfig", Arg, kNull},
                              {"graphId", Arg, kNull},
                              {"clusterX", Arg, kNull},
                              {"clusterY", Arg, kNull},
                              {"clusterZ", Arg, kNull},
                              {"clusterSchedulingPolicy", Arg, kNull},
                              {"maxPotentialClusterSize", Arg, kNull},
                              {"maxActiveClusters", Arg, kNull}};

constexpr Column kMemcpy[] = {{"start", Start},
                              {"end", End},
                              {"deviceId", Device},
                              {"contextId", Context},
                              {"greenContextId", Arg, kNull},
                              {"streamId", Stream},
                              {"correlationId", Correlation},
                              {"globalPid", GlobalPid},
                              {"bytes", Arg},
                              {"copyKind", Arg},
                              {"deprecatedSrcId", Arg, kNull},
                              {"srcKind", Arg, kNull},
                              {"dstKind", Arg, kNull},
                              {"srcDeviceId", Arg, kNull},
                              {"srcContextId", Arg, kNull},
                              {"dstDeviceId", Arg, kNull},
                              {"dstContextId", Arg, kNull},
                              {"migrationCause", Arg, kNull},
                              {"graphNodeId", Arg, kNull},
                              {"virtualAddress", Arg, kNull},
                              {"copyCount", Arg, kNull}};

constexpr Column kMemset[] = {{"start", Start},
                              {"end", End},
                              {"deviceId", Device},
                              {"contextId", Context},
                              {"greenContextId", Arg, kNull},
                              {"streamId", Stream},
                              {"correlationId", Correlation},
                              {"globalPid", GlobalPid},
                              {"value", Arg},
                              {"bytes", Arg},
                              {"graphNodeId", Arg, kNull},
                              {"memKind", Arg, kNull}};

constexpr Column kGraphTrace[] = {{"start", Start},
                                  {"end", End},
                                  {"deviceId", Device},
                                  {"contextId", Context},
                                  {"greenContextId", Arg, kNull},
                                  {"streamId", Stream},
                                  {"correlationId", Correlation},
                                  {"globalPid", GlobalPid},
                                  {"graphId", Arg},
                                  {"graphExecId", Arg}};

constexpr Column kSync[] = {{"start", Start},
                            {"end", End},
                            {"deviceId", Device},
                            {"contextId", Context},
                            {"greenContextId", Arg, kNull},
                            {"streamId", Stream},
                            {"correlationId", Correlation},
                            {"globalPid", GlobalPid},
                            {"syncType", Arg},
                            {"eventId", Arg},
                            {"deprecatedSyncType", Arg, kNull},
                            {"eventSyncId", Arg, kNull}};

constexpr Column kCudaEvent[] = {{"timestamp", Start, kNull},    {"deviceId", Device}, {"contextId", Context},
                                 {"greenContextId", Arg, kNull}, {"streamId", Stream}, {"correlationId", Correlation},
                                 {"globalPid", GlobalPid},       {"eventId", Arg},     {"eventSyncId", Arg, kNull}};

constexpr Column kNvtx[] = {{"start", Start},
                            {"end", End, kNull},
                            {"eventType", EventType},
                            {"rangeId", Arg, kNull},
                            {"category", Arg, kNull},
                            {"color", Arg, kNull},
                            {"text", NameText, kNull},
                            {"globalTid", GlobalTid},
                            {"endGlobalTid", Arg, kNull},
                            {"textId", Name, kNull},
                            {"domainId", Domain},
                            {"uint64Value", Arg, kNull},
                            {"int64Value", Arg, kNull},
                            {"doubleValue", Arg, kNull},
                            {"uint32Value", Arg, kNull},
                            {"int32Value", Arg, kNull},
                            {"floatValue", Arg, kNull},
                            {"jsonTextId", ArgString, kNull},
                            {"jsonText", ArgText, kNull},
                            {"binaryData", Ignored, kNull}};

constexpr Column kApi[] = {{"start", Start},
                           {"end", End},
                           {"eventClass", EventClass},
                           {"globalTid", GlobalTid},
                           {"correlationId", Correlation},
                           {"nameId", Name},
                           {"returnValue", Arg},
                           {"callchainId", Callchain, kNull}};

constexpr Column kGraphEvents[] = {{"start", Start},
                                   {"end", End},
                                   {"eventClass", EventClass},
                                   {"globalTid", GlobalTid},
                                   {"nameId", Name},
                                   {"graphId", Arg, kNull},
                                   {"originalGraphId", Arg, kNull},
                                   {"graphExecId", Arg, kNull}};

constexpr Column kGraphNodeEvents[] = {
    {"start", Start}, {"end", End},         {"eventClass", EventClass},         {"globalTid", GlobalTid},
    {"nameId", Name}, {"graphNodeId", Arg}, {"originalGraphNodeId", Arg, kNull}};

constexpr Column kMemoryUsage[] = {{"start", Start},
                                   {"globalPid", GlobalPid},
                                   {"deviceId", Device},
                                   {"contextId", Context},
                                   {"address", Arg},
                                   {"pc", Arg},
                                   {"bytes", Value},
                                   {"memKind", Arg},
                                   {"memoryOperationType", Arg},
                                   {"name", ArgText, kNull},
                                   {"correlationId", Correlation},
                                   {"streamId", Stream, kNull},
                                   {"localMemoryPoolAddress", Arg, kNull},
                                   {"localMemoryPoolReleaseThreshold", Arg, kNull},
                                   {"localMemoryPoolSize", Arg, kNull},
                                   {"localMemoryPoolUtilizedSize", Arg, kNull},
                                   {"importedMemoryPoolAddress", Arg, kNull},
                                   {"importedMemoryPoolProcessId", Arg, kNull}};

constexpr Column kMemoryPool[] = {{"start", Start},
                                  {"globalPid", GlobalPid},
                                  {"deviceId", Device},
                                  {"address", Arg},
                                  {"operationType", Arg},
                                  {"poolType", Arg},
                                  {"correlationId", Correlation},
                                  {"minBytesToKeep", Arg, kNull},
                                  {"localMemoryPoolReleaseThreshold", Arg, kNull},
                                  {"localMemoryPoolSize", Arg, kNull},
                                  {"localMemoryPoolUtilizedSize", Arg, kNull}};

constexpr Column kUmCpuFault[] = {{"start", Start},
                                  {"globalPid", GlobalPid},
                                  {"address", Arg},
                                  {"originalFaultPc", Arg, kNull},
                                  {"CpuInstruction", ArgString, kNull},
                                  {"module", ArgString, kNull},
                                  {"unresolvedFaultPc", Arg, kNull},
                                  {"sourceFile", ArgString, kNull},
                                  {"sourceLine", Arg, kNull}};

constexpr Column kUmGpuFault[] = {{"start", Start},        {"end", End},     {"globalPid", GlobalPid},
                                  {"deviceId", Device},    {"address", Arg}, {"numberOfPageFaults", Arg},
                                  {"faultAccessType", Arg}};

constexpr Column kOsrt[] = {{"start", Start},
                            {"end", End},
                            {"eventClass", EventClass},
                            {"globalTid", GlobalTid},
                            {"correlationId", Correlation},
                            {"nameId", Name},
                            {"returnValue", Arg},
                            {"nestingLevel", Arg, kNull},
                            {"callchainId", Callchain, kNull},
                            {"argumentsId", Ignored}};

constexpr Column kLibrary[] = {
    {"start", Start}, {"end", End}, {"eventClass", EventClass}, {"globalTid", GlobalTid}, {"nameId", Name}};

constexpr Column kSched[] = {{"start", Start},         {"cpu", Cpu},         {"isSchedIn", SchedIn},
                             {"globalTid", GlobalTid}, {"threadState", Arg}, {"threadBlock", Arg, kNull}};

constexpr Column kCpuSample[] = {{"id", Callchain},    {"start", Start},         {"cpu", Cpu},
                                 {"threadState", Arg}, {"globalTid", GlobalTid}, {"cpuCycles", Arg}};

constexpr Column kGpuMetric[] = {
    {"timestamp", Start}, {"typeId", Type}, {"metricId", Metric}, {"value", Value}, {"rawTimestamp", Ignored}};

constexpr Column kProfilerOverhead[] = {{"start", Start},
                                        {"end", End},
                                        {"globalTid", GlobalTid},
                                        {"correlationId", Correlation},
                                        {"nameId", Name},
                                        {"returnValue", Arg, kNull},
                                        {"overheadType", Arg, kNull}};

constexpr Column kCuptiOverhead[] = {{"start", Start},
                                     {"end", End},
                                     {"eventClass", EventClass},
                                     {"globalTid", GlobalTid},
                                     {"correlationId", Correlation},
                                     {"nameId", Name},
                                     {"overheadType", Arg, kNull}};

constexpr Column kJit[] = {{"start", Start},
                           {"end", End},
                           {"eventClass", EventClass},
                           {"globalTid", GlobalTid},
                           {"correlationId", Correlation},
                           {"nameId", Name},
                           {"jitEntryType", Arg, kNull},
                           {"jitOperationType", Arg, kNull},
                           {"deviceId", Arg, kNull},
                           {"jitOperationCorrelationId", Arg, kNull},
                           {"cacheSize", Arg, kNull},
                           {"cachePath", Ignored, kNull}};  // the path lies in a home folder

constexpr Column kDiagnostic[] = {{"timestamp", Start},   {"timestampType", Arg, kNull},
                                  {"source", Arg, kNull}, {"severity", Arg, kNull},
                                  {"text", NameText},     {"globalPid", GlobalPid, kNull}};

using K = model::EventKind;
constexpr std::array<Table, kTableCount> kTables{{
    {TableId::Kernel, K::Kernel, "CUPTI_ACTIVITY_KIND_KERNEL", nullptr, kKernel},
    {TableId::Memcpy, K::Memcpy, "CUPTI_ACTIVITY_KIND_MEMCPY", nullptr, kMemcpy},
    {TableId::Memset, K::Memset, "CUPTI_ACTIVITY_KIND_MEMSET", nullptr, kMemset},
    {TableId::GraphTrace, K::GraphLaunch, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", nullptr, kGraphTrace},
    {TableId::Sync, K::Synchronization, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", nullptr, kSync},
    {TableId::CudaEvent, K::CudaEvent, "CUPTI_ACTIVITY_KIND_CUDA_EVENT", nullptr, kCudaEvent},
    {TableId::Nvtx, K::Nvtx, "NVTX_EVENTS", "NvtxPushPopRanges", kNvtx},
    {TableId::Runtime, K::CudaApi, "CUPTI_ACTIVITY_KIND_RUNTIME", nullptr, kApi},
    {TableId::GraphEvents, K::GraphEvent, "CUDA_GRAPH_EVENTS", nullptr, kGraphEvents},
    {TableId::GraphNodeEvents, K::GraphNode, "CUDA_GRAPH_NODE_EVENTS", nullptr, kGraphNodeEvents},
    {TableId::MemoryUsage, K::MemoryUsage, "CUDA_GPU_MEMORY_USAGE_EVENTS", nullptr, kMemoryUsage},
    {TableId::MemoryPool, K::MemoryPool, "CUDA_GPU_MEMORY_POOL_EVENTS", nullptr, kMemoryPool},
    {TableId::UmCpuFault, K::UmCpuFault, "CUDA_UM_CPU_PAGE_FAULT_EVENTS", nullptr, kUmCpuFault},
    {TableId::UmGpuFault, K::UmGpuFault, "CUDA_UM_GPU_PAGE_FAULT_EVENTS", nullptr, kUmGpuFault},
    {TableId::Osrt, K::Osrt, "OSRT_API", nullptr, kOsrt},
    {TableId::Cudnn, K::Cudnn, "CUDNN_EVENTS", nullptr, kLibrary},
    {TableId::Cublas, K::Cublas, "CUBLAS_EVENTS", nullptr, kLibrary},
    {TableId::Sched, K::Sched, "SCHED_EVENTS", nullptr, kSched},
    {TableId::CpuSample, K::CpuSample, "COMPOSITE_EVENTS", nullptr, kCpuSample},
    {TableId::GpuMetric, K::GpuMetric, "GPU_METRICS", nullptr, kGpuMetric},
    {TableId::ProfilerOverhead, K::ProfilerOverhead, "PROFILER_OVERHEAD", nullptr, kProfilerOverhead},
    {TableId::CuptiOverhead, K::CuptiOverhead, "CUPTI_ACTIVITY_KIND_OVERHEAD", nullptr, kCuptiOverhead},
    {TableId::Jit, K::Jit, "CUPTI_ACTIVITY_KIND_JIT", nullptr, kJit},
    {TableId::Diagnostic, K::Diagnostic, "DIAGNOSTIC_EVENT", nullptr, kDiagnostic},
}};

constexpr bool tablesAreInOrder() {
    for (std::size_t i = 0; i < kTables.size(); ++i)
        if (static_cast<std::size_t>(kTables[i].id) != i) return false;
    return true;
}
static_assert(tablesAreInOrder(), "kTables is indexed by TableId");

}  // namespace

const Table& table(TableId id) { return kTables[static_cast<std::size_t>(id)]; }

std::span<const Table> tables() { return kTables; }

int columnIndex(const Table& t, std::string_view name) {
    for (std::size_t i = 0; i < t.columns.size(); ++i)
        if (name == t.columns[i].name) return static_cast<int>(i);
    return -1;
}

}  // namespace importers::nsys
