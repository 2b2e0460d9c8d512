// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/base/kinds.h"

namespace importers::nsys {

/// What a column of an Nsight Systems table means. A column without a role of its own is an argument, kept under the
/// column's name.
enum class Role : std::uint8_t {
    Start,      ///< ns; rows without it are counted as skipped
    End,        ///< ns; NULL = never closed
    GlobalPid,  ///< hw:8 vm:8 pid:24 0:24
    GlobalTid,  ///< hw:8 vm:8 pid:24 tid:24
    Device,
    Context,
    Stream,
    Correlation,
    Name,        ///< string id
    NameText,    ///< inline text; overrides Name unless it is NULL
    Domain,      ///< NVTX domain id, per process
    EventType,   ///< NVTX event type
    EventClass,  ///< ENUM_NSYS_EVENT_CLASS
    Callchain,   ///< id of a call chain
    GridId,      ///< unique per kernel, so it is kept in the payload column
    Type,        ///< generic event type
    Metric,      ///< metric index inside the type
    Value,       ///< sampled value
    Cpu,
    SchedIn,
    Arg,        ///< integer or real argument
    ArgString,  ///< string id argument
    ArgText,    ///< inline text argument
    Ignored,    ///< known and deliberately not kept
};

struct Column {
    const char* name;
    Role role;
    /// What an absent field in a report means: 0 or unknown. The SQLite source never needs it.
    bool absentIsZero = true;
};

/// Event tables, in reading order: what users look at first comes first.
enum class TableId : std::uint8_t {
    Kernel,
    Memcpy,
    Memset,
    GraphTrace,
    Sync,
    CudaEvent,
    Nvtx,
    Runtime,
    GraphEvents,
    GraphNodeEvents,
    MemoryUsage,
    MemoryPool,
    UmCpuFault,
    UmGpuFault,
    Osrt,
    Cudnn,
    Cublas,
    Sched,
    CpuSample,
    GpuMetric,
    ProfilerOverhead,
    CuptiOverhead,
    Jit,
    Diagnostic,
    Count
};
inline constexpr std::size_t kTableCount = static_cast<std::size_t>(TableId::Count);

struct Table {
    TableId id;
    model::EventKind kind;
    const char* name;     ///< current name in the SQLite export
    const char* oldName;  ///< name in older exports, or nullptr
    std::span<const Column> columns;
};

/// The table of that id; the order of its columns is that of the cells of a row.
const Table& table(TableId id);
std::span<const Table> tables();

/// Index of a column by name, or -1.
int columnIndex(const Table& t, std::string_view name);

/// The category number (ReportInfo::Category) that means the domain itself: a domain without events has no row.
inline constexpr std::int64_t kNvtxDomainItself = -1;

inline std::uint32_t pidOf(std::uint64_t globalId) { return static_cast<std::uint32_t>((globalId >> 24) & 0xffffff); }
inline std::uint32_t tidOf(std::uint64_t globalId) { return static_cast<std::uint32_t>(globalId & 0xffffff); }

}  // namespace importers::nsys
