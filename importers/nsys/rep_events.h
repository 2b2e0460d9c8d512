// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/cell.h"
#include "importers/nsys/rep_container.h"
#include "importers/nsys/schema.h"
#include "model/base/messages.h"

namespace importers::nsys {

/// One frame of a call chain, leaf first.
struct RepFrame {
    enum Flag : std::uint8_t { KernelMode = 1, ThumbCode = 2, Unresolved = 4, SpecialEntry = 8 };
    std::int64_t symbolId = 0;  ///< string id
    std::int64_t moduleId = 0;  ///< string id
    std::int64_t ip = 0;
    std::uint8_t flags = 0;
    std::uint8_t unwindMethod = 0;
};

/// Receives the contents of a chunk. Arguments live until the call returns.
class RowSink {
public:
    virtual ~RowSink() = default;

    /// One row, with the cells in the order of the table's columns. A string id is an Int cell, inline text a Text
    /// cell. `eventOffset` counts from the start of the decoded chunk.
    virtual void row(TableId table, std::span<const Cell> cells, std::size_t eventOffset) = 0;

    /// The call chain of the next row, whose Callchain cell is NULL. Not called for empty chains.
    virtual void frames(std::span<const RepFrame>) {}

    /// A process that ran during the session. A process may come several times, with different names.
    virtual void process(std::int64_t /*globalPid*/, std::string_view /*name*/) {}
};

/// Counts over the chunks so far.
struct EventCounts {
    std::uint64_t events = 0;         ///< events that are not generic
    std::uint64_t genericEvents = 0;  ///< samples of metrics and the like
    std::uint64_t damaged = 0;        ///< unreadable events, without a row
    std::array<std::uint64_t, kTableCount> rows{};
    std::map<model::MessageCode, std::uint64_t> notShown;  ///< known but not kept
    std::map<std::uint64_t, std::uint64_t> unknownTypes;   ///< by event type number

    void add(const EventCounts& other);
};

/// Reads the events of one decoded chunk and passes their rows to the sink. Counts and skips damaged events. Thread
/// safe for different sinks.
EventCounts decodeEvents(const RepContainer& report, std::string_view rawChunk, RowSink& sink);

/// Compares the sum over all chunks with the counts that the report states.
std::vector<RepWarning> countWarnings(const RepContainer& report, const EventCounts& total);

/// Tables whose rows only a report has, or had before the exporters of its time wrote them.
struct ReportOnlyTable {
    TableId table;
    std::string_view why;
};
inline constexpr ReportOnlyTable kReportOnlyTables[] = {
    {TableId::Diagnostic, "exported from 2024 on"},
    {TableId::CuptiOverhead, "exported from 2026 on"},
    {TableId::Jit, "exported from 2026 on"},
    {TableId::GpuMetric, "exported as JSON text before 2023"},
};

/// Columns that a report fills although the exporter of its time did not write them.
struct ReportOnlyColumn {
    TableId table;
    std::string_view column;
    std::string_view why;
};
inline constexpr ReportOnlyColumn kReportOnlyColumns[] = {
    {TableId::CudaEvent, "timestamp", "when the device reached the event; 0 in older reports"},
    {TableId::ProfilerOverhead, "correlationId", "exported until 2021"},
    {TableId::Sched, "threadState", "exported from 2024 on"},
    {TableId::Kernel, "graphId", "exported from 2026 on"},
    {TableId::Kernel, "clusterX", "exported from 2026 on"},
    {TableId::Kernel, "clusterY", "exported from 2026 on"},
    {TableId::Kernel, "clusterZ", "exported from 2026 on"},
    {TableId::Kernel, "clusterSchedulingPolicy", "exported from 2026 on"},
    {TableId::Kernel, "maxPotentialClusterSize", "exported from 2026 on"},
    {TableId::Kernel, "maxActiveClusters", "exported from 2026 on"},
};

/// Events that are understood, have no row and are counted under these names. Any other event without a row has an
/// unknown type.
inline constexpr model::MessageCode kNotShown[] = {
    model::MessageCode::MemoryMapEvent,     model::MessageCode::StartAndEndMarker,
    model::MessageCode::ProcessWithoutName, model::MessageCode::MetricLayout,
    model::MessageCode::GenericEvent,       model::MessageCode::CpuPageFault,
    model::MessageCode::GpuPageFault,       model::MessageCode::GraphNodeChange,
    model::MessageCode::OpenGlCall,         model::MessageCode::OpenAccCall,
    model::MessageCode::OpenMpEvent,        model::MessageCode::VulkanCall,
    model::MessageCode::Direct3dCall,       model::MessageCode::OpenXrCall,
    model::MessageCode::OpenClCall,         model::MessageCode::CodecCall,
    model::MessageCode::CudaCallStack,      model::MessageCode::SystemCall,
    model::MessageCode::OtherLibraryCall,   model::MessageCode::ImportedNvtxText,
    model::MessageCode::UnusualNvtxEvent,   model::MessageCode::GpuContextSwitch,
    model::MessageCode::NetworkMetric,      model::MessageCode::CpuCounter,
    model::MessageCode::MemoryBandwidth,    model::MessageCode::GraphicsWork,
    model::MessageCode::SystemEvent,        model::MessageCode::VideoEngineWork,
    model::MessageCode::KeyRotation,        model::MessageCode::UnusualMemoryOperation,
    model::MessageCode::OldEventKind,
};

}  // namespace importers::nsys
