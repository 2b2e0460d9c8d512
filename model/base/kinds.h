// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace model {

/// What an event is. The order is the order in which kinds are listed to people.
enum class EventKind : std::uint8_t {
    Kernel,
    Memcpy,
    Memset,
    GraphLaunch,
    Synchronization,
    CudaEvent,
    CudaApi,
    GraphEvent,
    GraphNode,
    Nvtx,
    Osrt,
    Cudnn,
    Cublas,
    LibraryCall,
    Annotation,
    Operator,
    PythonFunction,
    Slice,
    AsyncSlice,
    Instant,
    Object,
    Flow,
    Sched,
    CpuSample,
    PythonSample,
    GpuMetric,
    Counter,
    MemoryUsage,
    MemoryPool,
    UmCpuFault,
    UmGpuFault,
    ProfilerOverhead,
    CuptiOverhead,
    Jit,
    Diagnostic,
    Generic,
    Count
};
inline constexpr std::size_t kEventKindCount = static_cast<std::size_t>(EventKind::Count);

/// What its bars are drawn like: one family = one hue and pattern.
enum class Family : std::uint8_t {
    Kernel,
    MemcpyHtoD,
    MemcpyDtoH,
    MemcpyDtoD,
    Memset,
    Communication,
    Api,
    Synchronization,
    OsRuntime,
    Overhead,
    Nvtx,
    Python,
    State,
    Sample,
    Graph,
    Other
};

struct KindInfo {
    EventKind kind;
    std::string_view key;    ///< stable name in `info --json`, queries and files
    std::string_view label;  ///< English label; the application translates it
};

const KindInfo& kindInfo(EventKind kind);
std::span<const KindInfo> kinds();

}  // namespace model
