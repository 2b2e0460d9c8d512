// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/cuda/cuda_call_names.h"

#include <algorithm>
#include <iterator>

namespace collectors {
namespace {

/// Calls that only ask something and take less time than it takes to note them.
constexpr std::string_view kCheapRuntime[] = {
    "cudaGetDevice",
    "cudaSetDevice",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaStreamIsCapturing",
    "cudaStreamGetCaptureInfo",
    "cudaFuncGetAttributes",
    "cudaFuncSetAttribute",
    "cudaDeviceGetAttribute",
    "cudaOccupancy",
    "cudaPointerGetAttributes",
    "cudaGetErrorString",
    "cudaGetErrorName",
    "cudaDriverGetVersion",
    "cudaRuntimeGetVersion",
    "cudaEventCreate",
    "cudaEventDestroy",
    "cudaGetDriverEntryPoint",
    "cudaThreadExchangeStreamCaptureMode",
    "cudaStreamGetPriority",
    "cudaStreamGetFlags",
    "cudaDeviceGetStreamPriorityRange",
};
/// Of the driver those that do something: it is called several times beneath each call of the runtime, and by libraries
/// that only ask.
constexpr std::string_view kWorthDriver[] = {
    "cuLaunch",
    "cuGraphLaunch",
    "cuGraphInstantiate",
    "cuGraphUpload",
    "cuMem",
    "cuArray",
    "cuStreamSynchronize",
    "cuStreamWait",
    "cuStreamWrite",
    "cuStreamBatch",
    "cuStreamCreate",
    "cuStreamDestroy",
    "cuStreamBeginCapture",
    "cuStreamEndCapture",
    "cuStreamAddCallback",
    "cuCtxSynchronize",
    "cuCtxCreate",
    "cuCtxDestroy",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxRelease",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuModuleLoad",
    "cuModuleUnload",
    "cuLibraryLoad",
    "cuLibraryUnload",
    "cuLink",
    "cuInit",
    "cuProfiler",
    "cuImport",
    "cuMulticast",
    "cuIpc",
};
constexpr std::string_view kCheapMemory[] = {"cuMemGetInfo",   "cuMemGetAddressRange", "cuMemGetAllocation",
                                             "cuMemPoolGet",   "cuMemRangeGet",        "cuMemHostGet",
                                             "cuMemGetHandle", "cuMemGetAccess"};

// Behind "cuda" and "cu", where most are alike.
constexpr std::string_view kLaunches[] = {"Launch", "GraphLaunch"};
constexpr std::string_view kMemory[] = {"Mem", "Malloc", "Free", "Host", "Array", "3D", "GetSymbol", "Ipc"};
constexpr std::string_view kPython[] = {"Launch",         "GraphLaunch",       "Memcpy",
                                        "Memset",         "MemPrefetch",       "DeviceSynchronize",
                                        "CtxSynchronize", "StreamSynchronize", "EventSynchronize"};

template <class Names>
bool starts(std::string_view name, const Names& names) {
    return std::any_of(std::begin(names), std::end(names),
                       [name](std::string_view start) { return name.starts_with(start); });
}

bool isRuntime(std::string_view name) { return name.starts_with("cuda"); }
std::string_view verb(std::string_view name) {
    return name.substr(std::min<std::size_t>(name.size(), isRuntime(name) ? 4 : 2));
}

}  // namespace

CallKind kindOfCall(std::string_view name) {
    const std::string_view does = verb(name);
    if (starts(does, kLaunches)) return CallKind::Kernel;
    if (does.find("Synchronize") != does.npos || does.starts_with("StreamWait")) return CallKind::Sync;
    return starts(does, kMemory) ? CallKind::Memory : CallKind::Other;
}

bool isWorthRecording(std::string_view name) {
    if (isRuntime(name)) return !starts(name, kCheapRuntime);
    return starts(name, kWorthDriver) && !starts(name, kCheapMemory);
}

bool hasPythonStack(std::string_view name) { return starts(verb(name), kPython); }

}  // namespace collectors
