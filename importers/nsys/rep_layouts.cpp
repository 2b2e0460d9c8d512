// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/rep_layouts.h"

#include <cassert>

namespace importers::nsys {
namespace {

struct NumberRange {
    std::uint16_t first, last;
    NotShown what;
};

/// Event types that give no row. Numbers are those of the ENUM_NSYS_EVENT_TYPE table of an export.
constexpr NumberRange kTypesNotShown[] = {
    {1, 26, NotShown::Old}, {28, 28, NotShown::MemoryMap}, {29, 30, NotShown::System}, {32, 32, NotShown::OddNvtx},
    {35, 38, NotShown::OddNvtx}, {40, 40, NotShown::System}, {42, 46, NotShown::Old}, {50, 50, NotShown::Graphics},
    {51, 51, NotShown::Bandwidth}, {52, 57, NotShown::Graphics}, {58, 58, NotShown::GpuContextSwitch},
    {61, 61, NotShown::Old}, {62, 63, NotShown::Graphics}, {64, 74, NotShown::NvtxText},
    {77, 78, NotShown::Graphics}, {81, 81, NotShown::CpuCounter}, {82, 84, NotShown::Graphics},
    {85, 90, NotShown::OtherCall}, {91, 92, NotShown::Direct3d}, {93, 93, NotShown::CpuCounter},
    {94, 94, NotShown::Graphics}, {95, 96, NotShown::Vulkan}, {97, 99, NotShown::OddNvtx},
    {100, 101, NotShown::System}, {102, 102, NotShown::Direct3d}, {103, 103, NotShown::Vulkan},
    {104, 105, NotShown::System}, {107, 107, NotShown::Old}, {108, 108, NotShown::CudaStack},
    {109, 109, NotShown::System}, {110, 112, NotShown::Direct3d}, {114, 114, NotShown::OpenMp},
    {115, 116, NotShown::CpuCounter}, {118, 118, NotShown::System}, {119, 119, NotShown::UmCpuFault},
    {120, 120, NotShown::UmGpuFault}, {121, 122, NotShown::Network}, {123, 123, NotShown::System},
    {124, 126, NotShown::Codec}, {128, 128, NotShown::CpuCounter}, {134, 134, NotShown::Bandwidth},
    {135, 135, NotShown::OpenGl}, {136, 136, NotShown::VideoEngine}, {137, 137, NotShown::Network},
    {138, 138, NotShown::GenericEvent}, {139, 140, NotShown::CpuCounter}, {141, 141, NotShown::Network},
    {142, 142, NotShown::OddMemory}, {143, 143, NotShown::CpuCounter}, {144, 144, NotShown::OpenXr},
    {145, 145, NotShown::OtherCall}, {146, 146, NotShown::Marker}, {147, 147, NotShown::SystemCall},
    {148, 148, NotShown::KeyRotation}, {149, 149, NotShown::GraphNodeParameters}, {150, 154, NotShown::OtherCall}};

/// Classes of calls that give no row. Numbers are those of the ENUM_NSYS_EVENT_CLASS table of an export.
constexpr NumberRange kClassesNotShown[] = {
    {2, 2, NotShown::OpenGl}, {4, 5, NotShown::OpenGl}, {6, 11, NotShown::Marker}, {33, 36, NotShown::Marker},
    {38, 38, NotShown::Codec}, {39, 40, NotShown::Marker}, {41, 42, NotShown::Direct3d}, {43, 46, NotShown::Marker},
    {47, 48, NotShown::OpenAcc}, {51, 51, NotShown::OpenGl}, {52, 52, NotShown::Direct3d},
    {53, 54, NotShown::Vulkan}, {55, 56, NotShown::Marker}, {57, 58, NotShown::System}, {59, 59, NotShown::Direct3d},
    {60, 60, NotShown::Vulkan}, {61, 61, NotShown::System}, {63, 64, NotShown::Marker}, {65, 65, NotShown::Direct3d},
    {66, 66, NotShown::Vulkan}, {67, 67, NotShown::CudaStack}, {68, 69, NotShown::Marker}, {70, 70, NotShown::System},
    {71, 71, NotShown::Direct3d}, {72, 73, NotShown::Marker}, {74, 76, NotShown::Direct3d},
    {78, 78, NotShown::OpenMp}, {79, 80, NotShown::Marker}, {82, 82, NotShown::System}, {83, 83, NotShown::Codec},
    {84, 85, NotShown::Marker}, {86, 86, NotShown::Codec}, {87, 88, NotShown::Marker}, {89, 89, NotShown::Codec},
    {90, 91, NotShown::Marker}, {92, 92, NotShown::Direct3d}, {93, 93, NotShown::Vulkan}, {98, 98, NotShown::OpenCl},
    {99, 100, NotShown::Marker}, {101, 101, NotShown::OpenCl}, {104, 104, NotShown::OpenXr},
    {105, 106, NotShown::Marker}, {107, 107, NotShown::SystemCall}, {109, 110, NotShown::Marker},
    {111, 111, NotShown::GraphNodeParameters}};

template <std::size_t N>
std::optional<NotShown> lookUp(const NumberRange (&ranges)[N], std::uint64_t number) {
    for (const auto& range : ranges)
        if (number >= range.first && number <= range.last) return range.what;
    return std::nullopt;
}

}  // namespace

std::optional<NotShown> typeNotShown(std::uint64_t type) { return lookUp(kTypesNotShown, type); }

std::optional<NotShown> classNotShown(std::uint64_t eventClass) { return lookUp(kClassesNotShown, eventClass); }

Layout::Layout(TableId id, std::initializer_list<Source> sources) : m_id(id) {
    const Table& t = table(id);
    for (const auto& column : t.columns) m_blank.push_back(column.absentIsZero ? Cell::ofInt(0) : Cell());
    m_detailColumns.fill(static_cast<std::uint8_t>(m_blank.size()));
    for (const auto& source : sources) {
        const int column = columnIndex(t, source.column);
        assert(column >= 0 && source.field < m_detailColumns.size());
        if (column < 0) continue;
        if (source.message == 0)
            m_steps.emplace_back(source.field, static_cast<std::uint8_t>(column));
        else
            m_detailColumns[source.field] = static_cast<std::uint8_t>(column);
    }
}

const Layouts& Layouts::get() {
    static const Layouts layouts;
    return layouts;
}

// Field numbers were found by comparing reports with their exports.
Layouts::Layouts()
    : kernel{TableId::Kernel,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 4, "deviceId"}, {0, 5, "contextId"},
              {0, 6, "streamId"}, {0, 8, "globalPid"}, {0, 9, "greenContextId"}, {1, 1, "demangledName"},
              {1, 2, "shortName"}, {1, 3, "mangledName"}, {1, 10, "gridX"}, {1, 11, "gridY"}, {1, 12, "gridZ"},
              {1, 13, "blockX"}, {1, 14, "blockY"}, {1, 15, "blockZ"}, {1, 16, "staticSharedMemory"},
              {1, 17, "dynamicSharedMemory"}, {1, 18, "localMemoryPerThread"}, {1, 19, "localMemoryTotal"},
              {1, 20, "gridId"}, {1, 21, "registersPerThread"}, {1, 22, "sharedMemoryExecuted"},
              {1, 23, "cacheConfig"}, {1, 24, "launchType"}, {1, 27, "graphNodeId"},
              {1, 28, "sharedMemoryLimitConfig"}, {1, 29, "graphId"}, {1, 31, "clusterX"}, {1, 32, "clusterY"},
              {1, 33, "clusterZ"}, {1, 34, "clusterSchedulingPolicy"}, {1, 35, "maxPotentialClusterSize"},
              {1, 36, "maxActiveClusters"}}},
      // Fields 6 to 9 were in no sample: they stand between the known ones in the order of the export's columns.
      memcpy{TableId::Memcpy,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 4, "deviceId"}, {0, 5, "contextId"},
              {0, 6, "streamId"}, {0, 8, "globalPid"}, {0, 9, "greenContextId"}, {1, 1, "bytes"},
              {1, 2, "copyKind"}, {1, 4, "srcKind"}, {1, 5, "dstKind"}, {1, 6, "srcDeviceId"},
              {1, 7, "srcContextId"}, {1, 8, "dstDeviceId"}, {1, 9, "dstContextId"}, {1, 10, "migrationCause"},
              {1, 11, "graphNodeId"}, {1, 12, "virtualAddress"}, {1, 16, "copyCount"}}},
      memset{TableId::Memset,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 4, "deviceId"}, {0, 5, "contextId"},
              {0, 6, "streamId"}, {0, 8, "globalPid"}, {0, 9, "greenContextId"}, {1, 1, "bytes"},
              {1, 2, "value"}, {1, 3, "graphNodeId"}, {1, 4, "memKind"}}},
      sync{TableId::Sync,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 4, "deviceId"}, {0, 5, "contextId"},
              {0, 6, "streamId"}, {0, 8, "globalPid"}, {0, 9, "greenContextId"}, {1, 1, "eventId"},
              {1, 2, "syncType"}, {1, 3, "eventSyncId"}, {1, 4, "syncType"}}},  // 4 replaced 2 in 2024
      cudaEvent{TableId::CudaEvent,
             {{0, 1, "timestamp"}, {0, 3, "correlationId"}, {0, 4, "deviceId"}, {0, 5, "contextId"},
              {0, 6, "streamId"}, {0, 8, "globalPid"}, {0, 9, "greenContextId"}, {1, 1, "eventId"},
              {1, 2, "eventSyncId"}}},
      graphTrace{TableId::GraphTrace,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 4, "deviceId"},
              {0, 5, "contextId"}, {0, 6, "streamId"}, {0, 8, "globalPid"}, {0, 9, "greenContextId"},
              {1, 1, "graphId"}, {1, 2, "graphExecId"}}},
      nvtx{TableId::Nvtx,
             {{0, 1, "eventType"}, {0, 2, "start"}, {0, 10, "end"}, {0, 4, "rangeId"}, {0, 5, "category"},
              {0, 6, "color"}, {0, 9, "globalTid"}, {0, 12, "textId"}, {0, 13, "domainId"}}},
      runtime{TableId::Runtime,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 6, "eventClass"}, {0, 7, "nameId"},
              {0, 8, "returnValue"}, {0, 13, "globalTid"}}},
      osrt{TableId::Osrt,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 6, "eventClass"}, {0, 7, "nameId"},
              {0, 8, "returnValue"}, {0, 13, "globalTid"}, {0, 20, "nestingLevel"}, {0, 42, "argumentsId"}}},
      cudnn{TableId::Cudnn,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 6, "eventClass"}, {0, 7, "nameId"}, {0, 13, "globalTid"}}},
      cublas{TableId::Cublas,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 6, "eventClass"}, {0, 7, "nameId"}, {0, 13, "globalTid"}}},
      graphNode{TableId::GraphNodeEvents,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 6, "eventClass"}, {0, 7, "nameId"}, {0, 13, "globalTid"},
              {1, 1, "graphNodeId"}, {1, 2, "originalGraphNodeId"}}},
      graph{TableId::GraphEvents,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 6, "eventClass"}, {0, 7, "nameId"}, {0, 13, "globalTid"},
              {1, 1, "graphId"}, {1, 2, "graphExecId"}}},
      // The same number was called a return value until 2025.5 and an overhead type from then on.
      overheadOld{TableId::ProfilerOverhead,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 7, "nameId"},
              {0, 8, "returnValue"}, {0, 13, "globalTid"}}},
      overheadNew{TableId::ProfilerOverhead,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 7, "nameId"},
              {0, 8, "overheadType"}, {0, 13, "globalTid"}}},
      cuptiOverhead{TableId::CuptiOverhead,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 6, "eventClass"},
              {0, 7, "nameId"}, {0, 8, "overheadType"}, {0, 13, "globalTid"}}},
      jit{TableId::Jit,
             {{0, 1, "start"}, {0, 2, "end"}, {0, 3, "correlationId"}, {0, 6, "eventClass"}, {0, 7, "nameId"},
              {0, 13, "globalTid"}, {1, 1, "jitEntryType"}, {1, 2, "jitOperationType"}, {1, 3, "deviceId"},
              {1, 4, "jitOperationCorrelationId"}, {1, 5, "cacheSize"}}},
      memoryUsage{TableId::MemoryUsage,
             {{0, 1, "start"}, {0, 3, "deviceId"}, {0, 4, "contextId"}, {0, 5, "globalPid"},
              {0, 6, "address"}, {0, 7, "pc"}, {0, 8, "bytes"}, {0, 9, "memKind"},
              {0, 10, "memoryOperationType"}, {0, 12, "correlationId"}, {0, 15, "streamId"},
              {1, 1, "localMemoryPoolAddress"}, {1, 2, "localMemoryPoolReleaseThreshold"},
              {1, 3, "localMemoryPoolSize"}, {1, 4, "localMemoryPoolUtilizedSize"}}},
      memoryPool{TableId::MemoryPool,
             {{0, 1, "start"}, {0, 2, "operationType"}, {0, 3, "poolType"}, {0, 4, "correlationId"},
              {0, 5, "globalPid"}, {0, 6, "deviceId"}, {0, 7, "address"}, {0, 8, "minBytesToKeep"},
              {1, 9, "localMemoryPoolSize"}, {1, 10, "localMemoryPoolReleaseThreshold"},
              {1, 11, "localMemoryPoolUtilizedSize"}}},
      sched{TableId::Sched,
             {{0, 1, "start"}, {0, 3, "cpu"}, {0, 4, "isSchedIn"}, {0, 5, "threadState"}, {0, 6, "globalTid"}}},
      // Cycles and state are 1 in every sample, so which of 6 and 12 is which is not settled.
      cpuSample{TableId::CpuSample,
             {{0, 1, "start"}, {0, 3, "cpu"}, {0, 6, "cpuCycles"}, {0, 11, "globalTid"},
              {0, 12, "threadState"}}},
      diagnostic{TableId::Diagnostic,
             {{1, 1, "timestamp"}, {1, 2, "timestampType"}, {0, 2, "source"}, {0, 3, "severity"},
              {0, 5, "globalPid"}}} {}

}  // namespace importers::nsys
