// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/cuda/kernel_metrics.h"

#include <cuda.h>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collectors/cupti/cupti_api.h"
#include "collectors/cupti/range_profiler.h"
#include "collectors/process/options.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

constexpr std::size_t kMostPasses = 10;
constexpr std::size_t kMostNames = 1u << 20;

/// As Nsight Compute calls them, so that what reads its reports reads ours: work, traffic and what a chip can do.
const std::vector<std::string>& rooflineMetrics() {
    static const auto* all = [] {
        auto* out = new std::vector<std::string>{"gpu__time_duration.sum"};
        for (const char* op : {"dadd", "dmul", "dfma", "fadd", "fmul", "ffma", "hadd", "hmul", "hfma"})
            out->push_back(std::string("smsp__sass_thread_inst_executed_op_") + op + "_pred_on.sum");
        for (const char* name : {"dram__bytes.sum",
                                 "dram__bytes_read.sum",
                                 "dram__bytes_write.sum",
                                 "lts__t_bytes.sum",
                                 "l1tex__t_bytes.sum",
                                 "sm__cycles_elapsed.avg.per_second",
                                 "smsp__cycles_elapsed.avg.per_second",
                                 "lts__cycles_elapsed.avg.per_second",
                                 "l1tex__cycles_elapsed.avg.per_second",
                                 "dram__cycles_elapsed.avg.per_second",
                                 "dram__bytes.sum.peak_sustained",
                                 "lts__t_bytes.sum.peak_sustained",
                                 "l1tex__t_bytes.sum.peak_sustained",
                                 "sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained",
                                 "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained",
                                 "sm__sass_thread_inst_executed_op_hfma_pred_on.sum.peak_sustained",
                                 "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
                                 "sm__ops_path_tensor_src_*.sum",
                                 "sm__ops_path_tensor_src_*.sum.peak_sustained",
                                 "smsp__inst_executed_pipe_tensor.sum",
                                 "sm__inst_executed_pipe_tensor.sum.peak_sustained"})
            out->emplace_back(name);
        return out;
    }();
    return *all;
}

/// A context whose launches are measured.
struct Context {
    RangeProfiler profiler;
    std::uint32_t list = 0;  ///< number of its list of metrics
    bool isUsable = false;
    std::vector<spool::KernelMetrics> pending;  ///< launches that are measured and not read, in their order
};

std::recursive_mutex g_kernels;  // held by the thread that launches, from the beginning of the launch to its end: one
                                 // kernel after the other
std::map<CUcontext, std::unique_ptr<Context>>* g_contexts = nullptr;
std::unordered_map<std::string, unsigned>* g_seen = nullptr;  // launches of each name
std::uint32_t g_lists = 0;
std::uint64_t g_graphs = 0;
Context* g_counted = nullptr;  // whose launch, which is going on, is the last of its pending ones
int g_depth = 0;               // of calls that launch, within each other

template <class T>
T driver(const char* name) {
    static void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return library ? reinterpret_cast<T>(::dlsym(library, name)) : nullptr;
}

std::uint32_t deviceOfCurrent() {
    CUdevice device = 0;
    const auto get = driver<decltype(&::cuCtxGetDevice)>("cuCtxGetDevice");
    return get && get(&device) == CUDA_SUCCESS ? static_cast<std::uint32_t>(device) : 0;
}

void writeList(Context& c) {
    c.list = ++g_lists;
    std::vector<std::uint32_t> words{c.list, static_cast<std::uint32_t>(c.profiler.names().size())};
    for (const char* name : c.profiler.names()) words.push_back(spoolWriter().string(name));
    if (words.size() % 2) words.push_back(0);
    spoolWriter().write(spool::Block::MetricLists, words.size() * sizeof(std::uint32_t), 1, words.data(),
                        words.size() * sizeof(std::uint32_t));
    spoolWriter().facts({"kernel.passes", std::to_string(c.profiler.passes())});
}

void write(Context& c, std::size_t number, std::span<const double> values) {
    spool::KernelMetrics& record = c.pending[number];
    record.list = c.list;
    record.values = static_cast<std::uint32_t>(values.size());
    std::vector<unsigned char> bytes(sizeof record + values.size_bytes());
    std::memcpy(bytes.data(), &record, sizeof record);
    std::memcpy(bytes.data() + sizeof record, values.data(), values.size_bytes());
    spoolWriter().write(spool::Block::KernelMetrics, bytes.size(), 1, bytes.data(), bytes.size());
}

/// Launches are not measured any more; what was measured is written.
void drain(Context& c) {
    if (!c.profiler.isStarted()) return;
    const std::size_t lost = c.profiler.drain(
        c.pending.size(), [&c](std::size_t number, std::span<const double> values) { write(c, number, values); });
    if (lost) spoolWriter().lost(Phrase::KernelMetricsNotGiven, lost);
    c.pending.clear();
}

void start(Context& c) {
    if (const Phrase wrong = c.profiler.start(); !wrong.empty()) {
        c.isUsable = false;
        cannotTrace(Phrase::KernelMetrics, wrong);
    }
}

Context& contextOf(CUcontext handle) {
    if (!g_contexts) g_contexts = new std::map<CUcontext, std::unique_ptr<Context>>;
    std::unique_ptr<Context>& c = (*g_contexts)[handle];
    if (c) return *c;
    c = std::make_unique<Context>();
    const Phrase wrong = c->profiler.open(handle, deviceOfCurrent(), rooflineMetrics(), kMostPasses);
    c->isUsable = wrong.empty();
    if (!wrong.empty()) cannotTrace(Phrase::KernelMetrics, wrong);
    else writeList(*c);
    return *c;
}

template <class P>
void recordShape(const void* parameters, spool::KernelMetrics& to, CUstream& stream) {
    const P& p = *static_cast<const P*>(parameters);
    to.grid[0] = p.gridDimX, to.grid[1] = p.gridDimY, to.grid[2] = p.gridDimZ;
    to.block[0] = p.blockDimX, to.block[1] = p.blockDimY, to.block[2] = p.blockDimZ;
    to.dynamicShared = p.sharedMemBytes;
    stream = p.hStream;
}

/// False: a call that launches no single kernel.
bool shapeOf(CUpti_CallbackId id, const void* parameters, spool::KernelMetrics& to, CUstream& stream) {
    switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
        return recordShape<cuLaunchKernel_params>(parameters, to, stream), true;
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
        return recordShape<cuLaunchCooperativeKernel_params>(parameters, to, stream), true;
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz: {
        const CUlaunchConfig* config = static_cast<const cuLaunchKernelEx_params*>(parameters)->config;
        if (config) recordShape<CUlaunchConfig>(config, to, stream);
        return config != nullptr;
    }
    default: return false;
    }
}

bool isWanted(const char* name) {
    const unsigned most = options().kernelMetricsPerName;
    if (most == 0) return true;
    if (!g_seen) g_seen = new std::unordered_map<std::string, unsigned>;
    if (g_seen->size() >= kMostNames && !g_seen->contains(name)) return false;
    return ++(*g_seen)[name] <= most;
}

spool::KernelMetrics recordOf(const CUpti_CallbackData& call, spool::KernelMetrics record, CUstream stream) {
    record.time = monotonicNs();
    record.name = spoolWriter().string(call.symbolName);
    record.thread = static_cast<std::uint32_t>(::syscall(SYS_gettid));
    record.device = deviceOfCurrent();
    record.context = call.contextUid;
    if (cupti().cuptiGetStreamIdEx) cupti().cuptiGetStreamIdEx(call.context, stream, 0, &record.stream);
    return record;
}

/// What is not to be measured, graphs among it, finds the profiler off: what is measured is told apart by its order
/// alone.
void launchBegins(CUpti_CallbackId id, const CUpti_CallbackData& call) {
    g_kernels.lock();
    if (g_depth++ > 0 || !isTracing()) return;
    spool::KernelMetrics record{};
    CUstream stream = nullptr;
    const bool single = shapeOf(id, call.functionParams, record, stream);
    g_graphs += !single;
    Context& c = contextOf(call.context);
    if (!c.isUsable) return;
    if (!single || !call.symbolName || !isWanted(call.symbolName)) return drain(c);
    if (c.pending.size() >= RangeProfiler::kRanges) drain(c);
    if (!c.profiler.isStarted()) start(c);
    if (!c.profiler.isStarted()) return;
    c.pending.push_back(recordOf(call, record, stream));
    g_counted = &c;
}

void launchEnds(const CUpti_CallbackData& call) {
    if (--g_depth == 0 && g_counted) {
        const auto* result = static_cast<const CUresult*>(call.functionReturnValue);
        if (result && *result != CUDA_SUCCESS) g_counted->pending.pop_back();  // nothing ran
        g_counted = nullptr;
    }
    g_kernels.unlock();
}

void contextGoes(CUcontext handle) {
    const std::lock_guard guard(g_kernels);
    if (!g_contexts) return;
    const auto at = g_contexts->find(handle);
    if (at == g_contexts->end()) return;
    drain(*at->second);
    at->second->profiler.close();
    g_contexts->erase(at);
}

constexpr CUpti_CallbackId kLaunches[] = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
};

}  // namespace

bool measuresKernels() { return !options().kernelMetrics.empty(); }

void subscribeToKernels(CUpti_SubscriberHandle subscriber) {
    for (const CUpti_CallbackId id : kLaunches)
        cupti().cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    cupti().cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING);
}

void onKernelCallback(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
    if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING)
        return contextGoes(static_cast<const CUpti_ResourceData*>(data)->context);
    if (domain != CUPTI_CB_DOMAIN_DRIVER_API ||
        std::find(std::begin(kLaunches), std::end(kLaunches), id) == std::end(kLaunches))
        return;
    const auto* call = static_cast<const CUpti_CallbackData*>(data);
    if (call->callbackSite == CUPTI_API_ENTER) launchBegins(id, *call);
    else launchEnds(*call);
}

void endKernels() {
    const std::lock_guard guard(g_kernels);
    if (g_contexts)
        for (auto& [handle, c] : *g_contexts) drain(*c);  // the next launch that counts starts it again
    if (std::exchange(g_graphs, 0) > 0) cannotTrace(Phrase::KernelsOfGraphs, Phrase::GraphsNotMeasured);
}

void forgetKernels() {
    new (&g_kernels) std::recursive_mutex;
    g_contexts = nullptr;  // what CUPTI holds is the parent's
    g_seen = nullptr;
    g_counted = nullptr;
    g_depth = 0;
    g_graphs = g_lists = 0;
}

}  // namespace collectors
