// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/scrub_names.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>

#include "importers/export/scrub_text.h"
#include "importers/nsys/schema.h"
#include "model/base/ascii.h"
#include "model/store/file_facts.h"
#include "model/workload/steps.h"

namespace importers::exporting {

using model::containsAny;
using model::lower;
using model::TrackKind;
using Words = std::initializer_list<std::string_view>;

namespace {

bool beginsWith(std::string_view text, Words words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return text.starts_with(w); });
}
bool isOne(std::string_view text, Words words) { return std::find(words.begin(), words.end(), text) != words.end(); }
bool isIdentifier(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

/// Calls of CUDA, HIP and their libraries: the prefix and a capital letter.
bool isCall(std::string_view name) {
    for (const std::string_view prefix : {"cuda", "cu", "hip", "hsa_", "roctx", "nvtx", "nccl", "rccl", "cudnn",
                                          "cublas", "cusparse", "cusolver", "cufft", "nvml"})
        if (name.starts_with(prefix) && name.size() > prefix.size() &&
            (prefix.ends_with('_') || (name[prefix.size()] >= 'A' && name[prefix.size()] <= 'Z')))
            return isIdentifier(name);
    return false;
}

/// Operators and marks of PyTorch, an identifier behind their name space.
bool isOfTorch(std::string_view name) {
    if (name.starts_with("ProfilerStep#") || name.starts_with("Iteration#"))
        return isPlain(name.substr(name.find('#') + 1));
    for (const std::string_view space :
         {"aten::", "prim::", "prims::", "c10d::", "nccl:", "gloo:", "autograd::engine::evaluate_function: "})
        if (name.starts_with(space)) return isIdentifier(name.substr(space.size(), name.find(',') - space.size()));
    return isOne(name, {"record_param_comms", "PyTorch Profiler (0)", "[memory]"});
}

/// Arguments that profilers write, beside the columns of tables.
constexpr std::string_view kArgumentKeys[] = {"correlation",
                                              "External id",
                                              "Ev Idx",
                                              "Sequence number",
                                              "Fwd thread id",
                                              "Record function id",
                                              "In msg nelems",
                                              "Out msg nelems",
                                              "Group size",
                                              "Group Ranks",
                                              "Concrete Inputs",
                                              "Python id",
                                              "Python parent id",
                                              "Python module id",
                                              "Bytes",
                                              "Addr",
                                              "Total Allocated",
                                              "Total Reserved",
                                              "stream",
                                              "device",
                                              "context",
                                              "grid",
                                              "block",
                                              "kernelProfile",
                                              "Call stack",
                                              "Module Hierarchy",
                                              "Process Group Name",
                                              "Process Group Description",
                                              "Seq",
                                              "Process Group ID",
                                              "Process Group Ranks",
                                              "Rank",
                                              "Global rank start",
                                              "Global rank stride",
                                              "In split size",
                                              "Out split size",
                                              "blocks per SM",
                                              "warps per SM",
                                              "registers per thread",
                                              "shared memory",
                                              "est. achieved occupancy %",
                                              "queued",
                                              "memory bandwidth (GB/s)",
                                              "bytes",
                                              "size",
                                              "cbid",
                                              "cid",
                                              "ptr",
                                              "src",
                                              "dst",
                                              "Device Id",
                                              "Profiler Event Index",
                                              "Trace iteration",
                                              "num_stages",
                                              "num_warps",
                                              "kernel_backend",
                                              "finished",
                                              "Op count",
                                              "cuda_sync_kind",
                                              "wait_on_cuda_event_id",
                                              "wait_on_cuda_event_record_corr_id",
                                              "wait_on_stream",
                                              "cat",
                                              "tts",
                                              "tdur",
                                              "args",
                                              "unfinished",
                                              "pid",
                                              "tid",
                                              "name",
                                              "id",
                                              "value",
                                              "count",
                                              "ts",
                                              "dur"};

}  // namespace

std::string_view nounOf(TrackKind kind) {
    switch (kind) {
    case TrackKind::StreamKernels:
    case TrackKind::StreamGraphs: return "kernel";
    case TrackKind::Nvtx:
    case TrackKind::ProcessNvtx:
    case TrackKind::StreamAnnotations:
    case TrackKind::Annotations:
    case TrackKind::Nccl: return "range";
    case TrackKind::Operators: return "operator";
    case TrackKind::PythonFunctions:
    case TrackKind::CpuSamples:
    case TrackKind::PythonSamples: return "function";
    case TrackKind::CudaApi:
    case TrackKind::OsRuntime:
    case TrackKind::Cudnn:
    case TrackKind::Cublas:
    case TrackKind::Library: return "call";
    case TrackKind::GpuMetric: return {};
    default: return "event";
    }
}

bool isPublicEvent(TrackKind kind, std::string_view name) {
    switch (kind) {
    case TrackKind::CudaApi:
    case TrackKind::Cudnn:
    case TrackKind::Cublas:
    case TrackKind::Library:
    case TrackKind::Nccl:
    case TrackKind::CudaGraphs: return isCall(name) || isOfTorch(name);
    case TrackKind::OsRuntime: return isIdentifier(name) && name.size() < 32;
    case TrackKind::StreamMemory:
        return beginsWith(name, {"[CUDA mem", "[Unified Memory", "Memcpy", "Memset", "Copy", "Fill"});
    case TrackKind::StreamSync:
    case TrackKind::StreamEvents:
        return isCall(name) || beginsWith(name, {"Stream ", "Context ", "Event ", "Device ", "[CUDA "});
    case TrackKind::ThreadState:
    case TrackKind::UnifiedMemory:
    case TrackKind::MemoryEvents:
    case TrackKind::Jit: return !containsAny(name, {"/", "="}) && name.size() < 48;
    case TrackKind::ProfilerOverhead:
        return beginsWith(name, {"CUDA ", "CUPTI", "Lazy Function", "Buffer", "Instrumentation", "Resource", "Activity",
                                 "Command Buffer", "Runtime Triggered", "Driver ", "Unknown", "Overhead"});
    default:
        return isOfTorch(name) || model::reports::isStep(name) ||
               (isCall(name) && (name.starts_with("nccl") || name.starts_with("cuda")));
    }
}

bool isPublicKernel(std::string_view name, std::string_view& base) {
    if (name.starts_with("void ")) name.remove_prefix(5);
    if (beginsWith(name, {"nccl", "rccl", "[CUDA ", "Memcpy", "Memset"})) return base = {}, true;
    if (!beginsWith(name, {"at::native::",
                           "at::cuda::",
                           "c10::cuda",
                           "cub::",
                           "thrust::",
                           "cutlass",
                           "cudnn",
                           "cublas",
                           "cask_",
                           "ampere_",
                           "volta_",
                           "turing_",
                           "hopper_",
                           "maxwell_",
                           "sm70_",
                           "sm75_",
                           "sm80_",
                           "sm86_",
                           "sm89_",
                           "sm90_",
                           "sm100_",
                           "nvjet_",
                           "flash_fwd",
                           "flash_bwd",
                           "flash::",
                           "pytorch_flash::",
                           "fmha_",
                           "Cijk_",
                           "rocblas",
                           "miopen",
                           "MIOpen",
                           "gemmSN",
                           "gemmk1",
                           "gemv",
                           "splitKreduce",
                           "dot_kernel",
                           "reduce_1Block",
                           "triton_poi_fused_",
                           "triton_red_fused_",
                           "triton_per_fused_"}))
        return false;
    base = name.substr(0, name.find_first_of("<("));
    if (base.size() == name.size()) base = {};
    return true;
}

bool isPublicModule(std::string_view file) {
    const std::string_view base = file.substr(baseOf(file));
    return beginsWith(base,
                      {"libc.",       "libc-",     "libm.",     "libm-",      "libpthread", "libdl",     "ld-",
                       "libstdc++",   "libgcc",    "libgomp",   "libcuda",    "libcublas",  "libcudnn",  "libcupti",
                       "libcusparse", "libcufft",  "libcurand", "libnccl",    "libnv",      "libtorch",  "libc10",
                       "libpython",   "libamdhip", "libhsa",    "librocblas", "librccl",    "libMIOpen", "libroc",
                       "libz.",       "libssl",    "libcrypto", "[kernel",    "vmlinux",    "[vdso]",    "[vsyscall]",
                       "nvidia",      "[nvidia"}) ||
           base == "python" || (base.starts_with("python") && isPlain(base.substr(6)));
}

bool isPublicPath(std::string_view path, std::string_view& keep) {
    constexpr std::string_view kLibraries[] = {
        "torch",      "torchvision",  "torchaudio", "numpy",  "scipy", "triton", "jax",          "jaxlib",
        "tensorflow", "transformers", "flash_attn", "nvidia", "cupy",  "numba",  "threading.py", "runpy.py"};
    const auto isLibrary = [&](std::string_view rest) {
        return std::find(std::begin(kLibraries), std::end(kLibraries), rest.substr(0, rest.find('/'))) !=
               std::end(kLibraries);
    };
    keep = path;
    for (const std::string_view packages : {"site-packages/", "dist-packages/"})
        if (const std::size_t at = path.find(packages); at != path.npos)
            return keep = path.substr(at), isLibrary(keep.substr(packages.size()));
    if (!path.starts_with('/')) return isLibrary(path) && path.find("..") == path.npos;
    return beginsWith(path, {"/usr/lib/", "/usr/lib64/", "/usr/bin/", "/usr/local/cuda", "/lib/", "/lib64/", "/bin/",
                             "/dev/", "/proc/", "/sys/", "/opt/nvidia/", "/opt/rocm"});
}

bool isPublicAddress(std::string_view url) {
    return beginsWith(
        url, {"https://docs.nvidia.com/", "https://developer.nvidia.com/", "https://developer.download.nvidia.com/"});
}

bool isPublicRow(TrackKind kind, std::string_view name) {
    switch (kind) {
    case TrackKind::Nvtx:
    case TrackKind::ProcessNvtx:
        return isOne(name, {"NCCL", "CCCL", "CUB", "Thrust", "cuBLAS", "CUBLAS", "cuDNN", "CUDNN", "TensorRT",
                            "PyTorch", "Default", "default"});
    case TrackKind::Thread:
        return beginsWith(name, {"[NSys", "CUPTI worker", "cuda-EvtHandlr", "pt_autograd_", "pt_main_thread",
                                 "pt_data_pin"}) &&
               name.size() < 24;
    case TrackKind::Process:
    case TrackKind::Host:
    case TrackKind::Stream:
    case TrackKind::ProcessCounter:
    case TrackKind::Async:
    case TrackKind::Objects:
    case TrackKind::Slices:
    case TrackKind::GenericGroup:
    case TrackKind::Generic:
    case TrackKind::GenericCounter: return false;
    default: return true;
    }
}

bool isPublicKey(std::string_view key) {
    for (const nsys::Table& table : nsys::tables())
        if (nsys::columnIndex(table, key) >= 0) return true;
    return hasPublicValue(key) ||
           std::find(std::begin(kArgumentKeys), std::end(kArgumentKeys), key) != std::end(kArgumentKeys);
}

bool hasPublicValue(std::string_view key) {
    return isOne(key, {"Input Dims", "Input type", "Input Strides", "Output Dims", "dtype", "Collective name",
                       "Device Type", "cacheConfig", "memory kind", "kind", "Comms Id", "Seq"});
}

bool isPublicFact(std::string_view key) {
    return containsAny(lower(key),
                       {"version",       "driver", "cuda",    "hip",      "rocm",     "cupti",   "nccl",
                        "osdescription", "cpu",    "arch",    "platform", "chip",     "clock",   "displaytimeunit",
                        "backend",       "schema", "product", "started.", "ram_type", "ended.by"});
}

bool isPublicFactKey(std::string_view key) {
    return isOne(key, {"traceName", "trace_id", "record_shapes", "with_stack", "with_flops", "with_modules",
                       "profile_memory", "username", "user", "hostname", "host_name", "Hostname", "Host", "User",
                       "metadata", "baseTimeNanoseconds", "Rank", "labels"}) ||
           key.starts_with("distributedInfo") || key.starts_with(model::file_fact::kPrefix) ||
           key.starts_with(model::own_fact::kPrefix);
}

}  // namespace importers::exporting
