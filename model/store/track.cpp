// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/track.h"

#include <array>

namespace model {
namespace {

using T = TrackKind;
using E = EventKind;
using enum Shape;
constexpr std::uint8_t kStreamKey = kHost | kPid | kDevice | kContext | kStream;
constexpr std::uint8_t kContextKey = kHost | kPid | kDevice | kContext;
constexpr std::uint8_t kThreadKey = kHost | kPid | kTid;
constexpr std::uint8_t kCallColumns = kArgsColumn | kCorrelationColumn | kPayloadColumn;
constexpr std::uint8_t kGpuColumns = kArgsColumn | kCorrelationColumn;

// One line a kind of row; children are shown in the order of this table. To add a row: add its line here.
constexpr std::array<TrackKindInfo, kTrackKindCount> kTrackKinds{{
    // kind, key, label, parent, identity, shape, event, columns, summary, expanded
    {T::Host, "host", "Host", T::Host, kHost, Group, E::Generic, 0, false, true},
    {T::GlobalInstants, "global_instants", "Global events", T::Host, kHost, Instant, E::Instant, kArgsColumn, false,
     false},
    {T::Gpu, "gpu", "GPU", T::Host, kHost | kDevice, Group, E::GpuMetric, 0, false, true},
    {T::GpuMetric, "gpu_metric", "Metric", T::Gpu, kHost | kDevice | kDomain, Counter, E::GpuMetric, 0, false, false},
    {T::Process, "process", "Process", T::Host, kHost | kPid, Group, E::Generic, 0, false, true},
    {T::ProcessCounter, "process_counter", "Counter", T::Process, kHost | kPid | kDomain, Counter, E::Counter, 0, false,
     false},
    {T::UnifiedMemory, "unified_memory", "Unified memory", T::Process, kHost | kPid | kDevice, Packed, E::UmGpuFault,
     kArgsColumn, false, false},
    {T::CudaHw, "cuda_hw", "CUDA HW", T::Process, kHost | kPid | kDevice, Group, E::Kernel, 0, true, true},
    {T::Context, "context", "Context", T::CudaHw, kContextKey, Group, E::Kernel, 0, true, true},
    {T::Kernels, "kernels", "Kernels", T::Context, kContextKey, Group, E::Kernel, 0, true, false},
    {T::Memory, "memory", "Memory", T::Context, kContextKey, Group, E::Memcpy, 0, true, false},
    {T::Queues, "queues", "Hardware queues", T::Context, kContextKey, Group, E::Kernel, 0, true, false},
    {T::MemoryUsage, "memory_usage", "Memory usage", T::CudaHw, kHost | kPid | kDevice | kDomain, Counter,
     E::MemoryUsage, 0, false, false},
    {T::MemoryEvents, "memory_events", "Allocations", T::CudaHw, kHost | kPid | kDevice, Instant, E::MemoryUsage,
     kCallColumns, false, false},
    {T::MemoryPool, "memory_pool", "Memory pool", T::CudaHw, kHost | kPid | kDevice, Instant, E::MemoryPool,
     kCallColumns, false, false},
    {T::KernelsByName, "kernels_by_name", "Kernel", T::Kernels, kContextKey | kDomain, Packed, E::Kernel,
     kPayloadColumn, false, false},
    {T::MemoryByName, "memory_by_name", "Memory operation", T::Memory, kContextKey | kDomain, Packed, E::Memcpy,
     kPayloadColumn, false, false},
    {T::Queue, "queue", "Queue", T::Queues, kContextKey | kDomain, Packed, E::Kernel, kPayloadColumn, false, false},
    {T::Stream, "stream", "Stream", T::Context, kStreamKey, Group, E::Kernel, 0, true, false},
    {T::NvtxProjection, "nvtx_projection", "NVTX on the GPU", T::Stream, kStreamKey | kDomain, Nested, E::Nvtx,
     kPayloadColumn, false, true},
    {T::StreamAnnotations, "stream_annotations", "Annotations", T::Stream, kStreamKey, Nested, E::Annotation,
     kArgsColumn, false, true},
    {T::StreamKernels, "stream_kernels", "Kernels", T::Stream, kStreamKey, Packed, E::Kernel, kCallColumns, false,
     false},
    {T::StreamMemory, "stream_memory", "Memory", T::Stream, kStreamKey, Packed, E::Memcpy, kGpuColumns, false, false},
    {T::StreamGraphs, "stream_graphs", "CUDA graphs", T::Stream, kStreamKey, Packed, E::GraphLaunch, kGpuColumns, false,
     false},
    {T::StreamSync, "stream_sync", "Synchronization", T::Stream, kStreamKey, Packed, E::Synchronization, kGpuColumns,
     false, false},
    {T::StreamEvents, "stream_events", "CUDA events", T::Stream, kStreamKey, Instant, E::CudaEvent, kGpuColumns, false,
     false},
    {T::ProcessNvtx, "process_nvtx", "NVTX ranges", T::Process, kHost | kPid | kDomain, Packed, E::Nvtx, kArgsColumn,
     false, true},
    {T::ProcessInstants, "process_instants", "Process events", T::Process, kHost | kPid, Instant, E::Instant,
     kArgsColumn, false, false},
    {T::Async, "async", "Async", T::Process, kHost | kPid | kDomain, Packed, E::AsyncSlice, kArgsColumn, false, true},
    {T::Objects, "objects", "Objects", T::Process, kHost | kPid | kDomain, Packed, E::Object, kArgsColumn, false,
     false},
    {T::Thread, "thread", "Thread", T::Process, kThreadKey, Group, E::Generic, 0, true, true},
    {T::ThreadState, "thread_state", "Thread state", T::Thread, kThreadKey, Packed, E::Sched, kArgsColumn, false,
     false},
    {T::CpuSamples, "cpu_samples", "CPU samples", T::Thread, kThreadKey, Instant, E::CpuSample,
     kArgsColumn | kPayloadColumn, false, false},
    {T::PythonSamples, "python_samples", "Python samples", T::Thread, kThreadKey, Instant, E::PythonSample,
     kArgsColumn | kPayloadColumn, false, false},
    {T::ThreadInstants, "thread_instants", "Instants", T::Thread, kThreadKey, Instant, E::Instant, kArgsColumn, false,
     false},
    {T::Annotations, "annotations", "Annotations", T::Thread, kThreadKey, Nested, E::Annotation, kArgsColumn, false,
     true},
    {T::Operators, "operators", "Operators", T::Thread, kThreadKey, Nested, E::Operator, kCallColumns, false, true},
    {T::PythonFunctions, "python_functions", "Python", T::Thread, kThreadKey, Nested, E::PythonFunction, kArgsColumn,
     false, true},
    {T::Slices, "slices", "Slices", T::Thread, kThreadKey, Nested, E::Slice, kArgsColumn | kPayloadColumn, false, true},
    {T::OsRuntime, "os_runtime", "OS runtime", T::Thread, kThreadKey, Nested, E::Osrt, kCallColumns, false, true},
    {T::CudaApi, "cuda_api", "CUDA API", T::Thread, kThreadKey, Nested, E::CudaApi, kCallColumns, false, true},
    {T::CudaGraphs, "cuda_graphs", "CUDA graph calls", T::Thread, kThreadKey, Nested, E::GraphEvent, kArgsColumn, false,
     true},
    {T::Cudnn, "cudnn", "cuDNN", T::Thread, kThreadKey, Nested, E::Cudnn, kArgsColumn, false, true},
    {T::Cublas, "cublas", "cuBLAS", T::Thread, kThreadKey, Nested, E::Cublas, kArgsColumn, false, true},
    {T::Library, "library", "Library", T::Thread, kThreadKey | kDomain, Nested, E::LibraryCall, kCallColumns, false,
     true},
    {T::Nvtx, "nvtx", "NVTX", T::Thread, kThreadKey | kDomain, Nested, E::Nvtx, kArgsColumn, false, true},
    {T::Nccl, "nccl", "NCCL", T::Thread, kThreadKey | kDomain, Nested, E::Nvtx, kArgsColumn, false, true},
    {T::ProfilerOverhead, "profiler_overhead", "Profiler overhead", T::Thread, kThreadKey, Packed, E::ProfilerOverhead,
     kGpuColumns, false, false},
    {T::Jit, "jit", "JIT", T::Thread, kThreadKey, Packed, E::Jit, kGpuColumns, false, false},
    {T::HostCounter, "host_counter", "Machine", T::Host, kHost | kDomain, Counter, E::Counter, 0, false, false},
    {T::Diagnostics, "diagnostics", "Diagnostics", T::Host, kHost, Instant, E::Diagnostic, kArgsColumn, false, false},
    {T::GenericGroup, "generic_group", "Other events", T::Host, kHost, Group, E::Generic, 0, false, false},
    {T::Generic, "generic", "Events", T::GenericGroup, kHost | kPid | kTid | kDomain, Packed, E::Generic, kArgsColumn,
     false, true},
    {T::GenericCounter, "generic_counter", "Counter", T::GenericGroup, kHost | kPid | kTid | kDomain, Counter,
     E::Counter, 0, false, true},
    {T::Queries, "queries", "Queries", T::Queries, kHost, Group, E::Generic, 0, false, true},
    {T::Query, "query", "Query", T::Queries, kHost | kDomain, Packed, E::Generic, 0, false, true},
}};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kTrackKinds.size(); ++i)
        if (static_cast<std::size_t>(kTrackKinds[i].kind) != i) return false;
    return true;
}
static_assert(inOrder(), "kTrackKinds is indexed by TrackKind");

constexpr std::array<KindInfo, kEventKindCount> kKinds{{
    {E::Kernel, "kernel", "Kernel"},
    {E::Memcpy, "memcpy", "Memory copy"},
    {E::Memset, "memset", "Memory set"},
    {E::GraphLaunch, "graph_launch", "CUDA graph"},
    {E::Synchronization, "synchronization", "Synchronization"},
    {E::CudaEvent, "cuda_event", "CUDA event"},
    {E::CudaApi, "cuda_api", "CUDA API call"},
    {E::GraphEvent, "graph_event", "CUDA graph call"},
    {E::GraphNode, "graph_node", "CUDA graph node"},
    {E::Nvtx, "nvtx", "NVTX"},
    {E::Osrt, "osrt", "OS runtime call"},
    {E::Cudnn, "cudnn", "cuDNN call"},
    {E::Cublas, "cublas", "cuBLAS call"},
    {E::LibraryCall, "library_call", "Library call"},
    {E::Annotation, "annotation", "Annotation"},
    {E::Operator, "operator", "Operator"},
    {E::PythonFunction, "python_function", "Python function"},
    {E::Slice, "slice", "Slice"},
    {E::AsyncSlice, "async_slice", "Async slice"},
    {E::Instant, "instant", "Instant"},
    {E::Object, "object", "Object"},
    {E::Flow, "flow", "Flow"},
    {E::Sched, "sched", "Thread scheduling"},
    {E::CpuSample, "cpu_sample", "CPU sample"},
    {E::PythonSample, "python_sample", "Python sample"},
    {E::GpuMetric, "gpu_metric", "GPU metric"},
    {E::Counter, "counter", "Counter"},
    {E::MemoryUsage, "memory_usage", "Memory usage"},
    {E::MemoryPool, "memory_pool", "Memory pool"},
    {E::UmCpuFault, "um_cpu_fault", "CPU page fault"},
    {E::UmGpuFault, "um_gpu_fault", "GPU page fault"},
    {E::ProfilerOverhead, "profiler_overhead", "Profiler overhead"},
    {E::CuptiOverhead, "cupti_overhead", "CUPTI overhead"},
    {E::Jit, "jit", "JIT compilation"},
    {E::Diagnostic, "diagnostic", "Diagnostic"},
    {E::Generic, "generic", "Event"},
}};

constexpr bool kindsInOrder() {
    for (std::size_t i = 0; i < kKinds.size(); ++i)
        if (static_cast<std::size_t>(kKinds[i].kind) != i) return false;
    return true;
}
static_assert(kindsInOrder(), "kKinds is indexed by EventKind");

}  // namespace

const TrackKindInfo& trackKindInfo(TrackKind kind) { return kTrackKinds[static_cast<std::size_t>(kind)]; }
std::span<const TrackKindInfo> trackKinds() { return kTrackKinds; }
const KindInfo& kindInfo(EventKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::span<const KindInfo> kinds() { return kKinds; }

}  // namespace model
