// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers in tables of Nsight Systems mean. Numbers and symbols are those of CUDA, CUPTI, NVTX and of its
// exports.
#include <array>

#include "importers/sql/event_source.h"

namespace importers::sql {
namespace {

struct Entry {
    std::string_view table;
    std::int64_t id;
    std::string_view name, label;
};
// By table; one line an entry, so that one is easily added.
constexpr Entry kEntries[] = {
    {"ENUM_NSYS_EVENT_TYPE", 33, "NvtxCategory", "NvtxCategory"},
    {"ENUM_NSYS_EVENT_TYPE", 34, "NvtxMark", "NvtxMark"},
    {"ENUM_NSYS_EVENT_TYPE", 39, "NvtxThread", "NvtxThread"},
    {"ENUM_NSYS_EVENT_TYPE", 59, "NvtxPushPopRange", "NvtxPushPopRange"},
    {"ENUM_NSYS_EVENT_TYPE", 60, "NvtxStartEndRange", "NvtxStartEndRange"},
    {"ENUM_NSYS_EVENT_TYPE", 65, "NvtxtMark", "NvtxtMark"},
    {"ENUM_NSYS_EVENT_TYPE", 70, "NvtxtPushPopRange", "NvtxtPushPopRange"},
    {"ENUM_NSYS_EVENT_TYPE", 71, "NvtxtStartEndRange", "NvtxtStartEndRange"},
    {"ENUM_NSYS_EVENT_TYPE", 75, "NvtxDomainCreate", "NvtxDomainCreate"},
    {"ENUM_NSYS_EVENT_TYPE", 76, "NvtxDomainDestroy", "NvtxDomainDestroy"},
    {"ENUM_NSYS_EVENT_CLASS", 0, "TRACE_PROCESS_EVENT_CUDA_RUNTIME", "CUDA runtime"},
    {"ENUM_NSYS_EVENT_CLASS", 1, "TRACE_PROCESS_EVENT_CUDA_DRIVER", "CUDA driver"},
    {"ENUM_NSYS_EVENT_CLASS", 13, "TRACE_PROCESS_EVENT_CUDA_EGL_DRIVER", "CUDA EGL driver"},
    {"ENUM_NSYS_EVENT_CLASS", 27, "TRACE_PROCESS_EVENT_OS_RUNTIME", "OSRT runtime"},
    {"ENUM_NSYS_EVENT_CLASS", 28, "TRACE_PROCESS_EVENT_CUDNN", "cuDNN"},
    {"ENUM_NSYS_EVENT_CLASS", 29, "TRACE_PROCESS_EVENT_CUBLAS", "cuBLAS"},
    {"ENUM_NSYS_EVENT_CLASS", 31, "TRACE_PROCESS_EVENT_OS_RUNTIME_START", "OSRT start"},
    {"ENUM_NSYS_EVENT_CLASS", 32, "TRACE_PROCESS_EVENT_OS_RUNTIME_FINISH", "OSRT finish"},
    {"ENUM_CUDA_MEMCPY_OPER", 0, "CUDA_MEMCPY_KIND_UNKNOWN", "Unknown"},
    {"ENUM_CUDA_MEMCPY_OPER", 1, "CUDA_MEMCPY_KIND_HTOD", "Host-to-Device"},
    {"ENUM_CUDA_MEMCPY_OPER", 2, "CUDA_MEMCPY_KIND_DTOH", "Device-to-Host"},
    {"ENUM_CUDA_MEMCPY_OPER", 3, "CUDA_MEMCPY_KIND_HTOA", "Host-to-Array"},
    {"ENUM_CUDA_MEMCPY_OPER", 4, "CUDA_MEMCPY_KIND_ATOH", "Array-to-Host"},
    {"ENUM_CUDA_MEMCPY_OPER", 5, "CUDA_MEMCPY_KIND_ATOA", "Array-to-Array"},
    {"ENUM_CUDA_MEMCPY_OPER", 6, "CUDA_MEMCPY_KIND_ATOD", "Array-to-Device"},
    {"ENUM_CUDA_MEMCPY_OPER", 7, "CUDA_MEMCPY_KIND_DTOA", "Device-to-Array"},
    {"ENUM_CUDA_MEMCPY_OPER", 8, "CUDA_MEMCPY_KIND_DTOD", "Device-to-Device"},
    {"ENUM_CUDA_MEMCPY_OPER", 9, "CUDA_MEMCPY_KIND_HTOH", "Host-to-Host"},
    {"ENUM_CUDA_MEMCPY_OPER", 10, "CUDA_MEMCPY_KIND_PTOP", "Peer-to-Peer"},
    {"ENUM_CUDA_MEMCPY_OPER", 11, "CUDA_MEMCPY_KIND_UVM_HTOD", "Unified Host-to-Device"},
    {"ENUM_CUDA_MEMCPY_OPER", 12, "CUDA_MEMCPY_KIND_UVM_DTOH", "Unified Device-to-Host"},
    {"ENUM_CUDA_MEMCPY_OPER", 13, "CUDA_MEMCPY_KIND_UVM_DTOD", "Unified Device-to-Device"},
    {"ENUM_CUDA_MEM_KIND", 0, "CUDA_MEMOPR_MEMORY_KIND_PAGEABLE", "Pageable"},
    {"ENUM_CUDA_MEM_KIND", 1, "CUDA_MEMOPR_MEMORY_KIND_PINNED", "Pinned"},
    {"ENUM_CUDA_MEM_KIND", 2, "CUDA_MEMOPR_MEMORY_KIND_DEVICE", "Device"},
    {"ENUM_CUDA_MEM_KIND", 3, "CUDA_MEMOPR_MEMORY_KIND_ARRAY", "Array"},
    {"ENUM_CUDA_MEM_KIND", 4, "CUDA_MEMOPR_MEMORY_KIND_MANAGED", "Managed"},
    {"ENUM_CUDA_MEM_KIND", 5, "CUDA_MEMOPR_MEMORY_KIND_DEVICE_STATIC", "Device Static"},
    {"ENUM_CUDA_MEM_KIND", 6, "CUDA_MEMOPR_MEMORY_KIND_MANAGED_STATIC", "Managed Static"},
    {"ENUM_CUDA_MEM_KIND", 7, "CUDA_MEMOPR_MEMORY_KIND_UNKNOWN", "Unknown"},
    {"ENUM_CUDA_KERNEL_LAUNCH_TYPE", 0, "CUDA_KERNEL_LAUNCH_TYPE_UNKNOWN", "Unknown"},
    {"ENUM_CUDA_KERNEL_LAUNCH_TYPE", 1, "CUDA_KERNEL_LAUNCH_TYPE_REGULAR", "Regular"},
    {"ENUM_CUDA_KERNEL_LAUNCH_TYPE", 2, "CUDA_KERNEL_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE", "Coop Single Device"},
    {"ENUM_CUDA_KERNEL_LAUNCH_TYPE", 3, "CUDA_KERNEL_LAUNCH_TYPE_COOPERATIVE_MULTI_DEVICE", "Coop Multi Device"},
    {"ENUM_CUDA_FUNC_CACHE_CONFIG", 0, "CU_FUNC_CACHE_PREFER_NONE", "None"},
    {"ENUM_CUDA_FUNC_CACHE_CONFIG", 1, "CU_FUNC_CACHE_PREFER_SHARED", "Shared"},
    {"ENUM_CUDA_FUNC_CACHE_CONFIG", 2, "CU_FUNC_CACHE_PREFER_L1", "L1"},
    {"ENUM_CUDA_FUNC_CACHE_CONFIG", 3, "CU_FUNC_CACHE_PREFER_EQUAL", "Equal"},
    {"ENUM_CUDA_DEV_MEM_EVENT_OPER", 0, "CUDA_DEV_MEM_EVENT_OPR_ALLOCATION", "Allocation"},
    {"ENUM_CUDA_DEV_MEM_EVENT_OPER", 1, "CUDA_DEV_MEM_EVENT_OPR_DEALLOCATION", "Deallocation"},
    {"ENUM_CUDA_MEMPOOL_TYPE", 0, "CUDA_MEMPOOL_TYPE_INVALID", "Invalid"},
    {"ENUM_CUDA_MEMPOOL_TYPE", 1, "CUDA_MEMPOOL_TYPE_LOCAL", "Local"},
    {"ENUM_CUDA_MEMPOOL_TYPE", 2, "CUDA_MEMPOOL_TYPE_IMPORTED", "Imported"},
    {"ENUM_CUDA_MEMPOOL_OPER", 0, "CUDA_MEMPOOL_OPERATION_TYPE_INVALID", "Invalid"},
    {"ENUM_CUDA_MEMPOOL_OPER", 1, "CUDA_MEMPOOL_OPERATION_TYPE_CREATED", "Created"},
    {"ENUM_CUDA_MEMPOOL_OPER", 2, "CUDA_MEMPOOL_OPERATION_TYPE_DESTROYED", "Destroyed"},
    {"ENUM_CUDA_MEMPOOL_OPER", 3, "CUDA_MEMPOOL_OPERATION_TYPE_TRIMMED", "Trimmed"},
    {"ENUM_CUPTI_SYNC_TYPE", 0, "CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN", "Unknown"},
    {"ENUM_CUPTI_SYNC_TYPE", 1, "CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE", "Event sync"},
    {"ENUM_CUPTI_SYNC_TYPE", 2, "CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT", "Stream wait sync"},
    {"ENUM_CUPTI_SYNC_TYPE", 3, "CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE", "Stream sync"},
    {"ENUM_CUPTI_SYNC_TYPE", 4, "CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE", "Context sync"},
    {"ENUM_CUPTI_STREAM_TYPE", 0, "CUPTI_ACTIVITY_STREAM_CREATE_FLAG_UNKNOWN", "Unknown stream type"},
    {"ENUM_CUPTI_STREAM_TYPE", 1, "CUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT", "Default stream"},
    {"ENUM_CUPTI_STREAM_TYPE", 2, "CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING", "Non-blocking stream"},
    {"ENUM_CUPTI_STREAM_TYPE", 3, "CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL", "Null stream"},
    {"ENUM_CUDA_UNIF_MEM_MIGRATION", 0, "CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_UNKNOWN", "Unknown"},
    {"ENUM_CUDA_UNIF_MEM_MIGRATION", 1, "CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_USER", "User prefetch"},
    {"ENUM_CUDA_UNIF_MEM_MIGRATION", 2, "CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_COHERENCE", "Page fault"},
    {"ENUM_CUDA_UNIF_MEM_MIGRATION", 3, "CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_PREFETCH", "Speculative prefetch"},
    {"ENUM_CUDA_UNIF_MEM_MIGRATION", 4, "CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_EVICTION", "Eviction"},
    {"ENUM_CUDA_UNIF_MEM_MIGRATION", 5, "CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_ACCESS_COUNTERS", "Access counters"},
    {"ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 0, "CUDA_UNIFIED_MEMORY_ACCESS_TYPE_UNKNOWN", "Unknown"},
    {"ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 1, "CUDA_UNIFIED_MEMORY_ACCESS_TYPE_READ", "Read"},
    {"ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 2, "CUDA_UNIFIED_MEMORY_ACCESS_TYPE_WRITE", "Write"},
    {"ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 3, "CUDA_UNIFIED_MEMORY_ACCESS_TYPE_ATOMIC", "Atomic"},
    {"ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 4, "CUDA_UNIFIED_MEMORY_ACCESS_TYPE_PREFETCH", "Prefetch"},
    {"ENUM_SAMPLING_THREAD_STATE", 0, "Unknown", "Unknown"},
    {"ENUM_SAMPLING_THREAD_STATE", 1, "Running", "Running"},
    {"ENUM_SAMPLING_THREAD_STATE", 2, "Interruptible", "Interruptible"},
    {"ENUM_SAMPLING_THREAD_STATE", 3, "Uninterruptible", "Uninterruptible"},
    {"ENUM_SAMPLING_THREAD_STATE", 4, "Stopped", "Stopped"},
    {"ENUM_SAMPLING_THREAD_STATE", 5, "Terminated", "Terminated"},
    {"ENUM_SAMPLING_THREAD_STATE", 6, "Unscheduled", "Unscheduled"},
    {"ENUM_SAMPLING_THREAD_STATE", 7, "Waiting", "Waiting"},
    {"ENUM_SAMPLING_THREAD_STATE", 8, "OSRuntime", "OS runtime"},
    {"ENUM_SAMPLING_THREAD_STATE", 9, "Initialized", "Initialized"},
    {"ENUM_SAMPLING_THREAD_STATE", 10, "Transition", "Transition"},
    {"ENUM_STACK_UNWIND_METHOD", 0, "Unknown", "Unknown"},
    {"ENUM_STACK_UNWIND_METHOD", 1, "FramePointer", "Frame pointer"},
    {"ENUM_STACK_UNWIND_METHOD", 2, "UnwindTable", "Unwind table"},
    {"ENUM_STACK_UNWIND_METHOD", 3, "LR_FramePointer", "LR frame pointer"},
    {"ENUM_STACK_UNWIND_METHOD", 4, "LR_UnwindTable", "LR unwind table"},
    {"ENUM_STACK_UNWIND_METHOD", 5, "KernelContext", "Kernel context"},
    {"ENUM_STACK_UNWIND_METHOD", 6, "DWARF_EH", "DWARF EH"},
    {"ENUM_STACK_UNWIND_METHOD", 7, "DWARF_DF", "DWARF DF"},
    {"ENUM_STACK_UNWIND_METHOD", 8, "LBR", "LBR"},
    {"ENUM_DIAGNOSTIC_SEVERITY_LEVEL", 0, "UnknownLevel", "Unknown"},
    {"ENUM_DIAGNOSTIC_SEVERITY_LEVEL", 1, "Info", "Info"},
    {"ENUM_DIAGNOSTIC_SEVERITY_LEVEL", 2, "Warning", "Warning"},
    {"ENUM_DIAGNOSTIC_SEVERITY_LEVEL", 3, "Error", "Error"},
    {"ENUM_DIAGNOSTIC_SEVERITY_LEVEL", 4, "Verbose", "Verbose"},
    {"ENUM_DIAGNOSTIC_SOURCE_TYPE", 0, "UnknownSource", "Unknown source"},
    {"ENUM_DIAGNOSTIC_SOURCE_TYPE", 1, "Injection", "Injection"},
    {"ENUM_DIAGNOSTIC_SOURCE_TYPE", 2, "Daemon", "Daemon"},
    {"ENUM_DIAGNOSTIC_SOURCE_TYPE", 3, "Analysis", "Analysis"},
    {"ENUM_DIAGNOSTIC_TIMESTAMP_SOURCE", 0, "UnknownTimestamp", "Unknown timestamp"},
    {"ENUM_DIAGNOSTIC_TIMESTAMP_SOURCE", 1, "TargetTimestamp", "Target timestamp"},
    {"ENUM_DIAGNOSTIC_TIMESTAMP_SOURCE", 2, "HostTimestamp", "Host timestamp"},
};

}  // namespace

void addEnumTables(Sources& out) {
    FixedSource* table = nullptr;
    for (const Entry& e : kEntries) {
        if (!table || table->name() != e.table) {
            auto fresh = std::make_unique<FixedSource>(
                e.table, std::vector<Column>{{"id"}, {"name", Type::Text}, {"label", Type::Text}});
            table = fresh.get();
            out.push_back(std::move(fresh));
        }
        table->add({Cell::ofInt(e.id), Cell::ofText(e.name), Cell::ofText(e.label)});
    }
}

}  // namespace importers::sql
