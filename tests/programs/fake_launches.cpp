// SPDX-License-Identifier: GPL-3.0-or-later
// A libcupti for machines without a GPU: calls of CUDA that nobody made, with the callbacks and records that they would
// have. Scripts in python/ make them.
#include <cupti.h>

#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace {

CUpti_CallbackFunc g_callback = nullptr;
CUpti_BuffersCallbackRequestFunc g_request = nullptr;
CUpti_BuffersCallbackCompleteFunc g_complete = nullptr;
CUpti_TimestampCallbackFunc g_clock = nullptr;
std::mutex g_mutex;
std::set<std::pair<int, unsigned>> g_enabled;  // callbacks
bool g_traces = false;
bool g_tracesGraphs = false;
std::set<unsigned> g_blindGraphs;  // instantiated while graphs were not traced
std::vector<CUpti_ActivityAPI> g_records;
unsigned g_callbacks = 0;

struct Name {
    CUpti_CallbackDomain domain;
    CUpti_CallbackId id;
    const char* name;
};
constexpr Name kNames[] = {
    {CUPTI_CB_DOMAIN_RUNTIME_API, 1, "cudaLaunchKernel_v7000"},
    {CUPTI_CB_DOMAIN_RUNTIME_API, 2, "cudaStreamSynchronize_v3020"},
    {CUPTI_CB_DOMAIN_RUNTIME_API, 3, "cudaMalloc_v3020"},
    {CUPTI_CB_DOMAIN_DRIVER_API, 1, "cuLaunchKernel"},
    {CUPTI_CB_DOMAIN_DRIVER_API, 2, "cuStreamSynchronize"},
    {CUPTI_CB_DOMAIN_DRIVER_API, 3, "cuMemAlloc_v2"},
    {CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuProfilerStart, "cuProfilerStart"},
    {CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuProfilerStop, "cuProfilerStop"},
    {CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags"},
};

void say(CUpti_CallbackDomain domain, CUpti_CallbackId id, CUpti_ApiCallbackSite site, unsigned correlation) {
    {
        const std::lock_guard guard(g_mutex);
        if (!g_enabled.contains({domain, id})) return;
        ++g_callbacks;
    }
    CUpti_CallbackData data{};
    data.callbackSite = site;
    data.correlationId = correlation;
    g_callback(nullptr, domain, id, &data);
}

}  // namespace

extern "C" {

/// A call of the runtime with one of the driver within it, as scripts make it; it takes `us` and a little.
void fakeSlowCall(unsigned id, unsigned correlation, unsigned us) {
    const std::uint64_t start = g_clock ? g_clock() : 0;
    say(CUPTI_CB_DOMAIN_RUNTIME_API, id, CUPTI_API_ENTER, correlation);
    say(CUPTI_CB_DOMAIN_DRIVER_API, id, CUPTI_API_ENTER, correlation + 1'000'000);
    if (us) ::usleep(us);
    say(CUPTI_CB_DOMAIN_DRIVER_API, id, CUPTI_API_EXIT, correlation + 1'000'000);
    say(CUPTI_CB_DOMAIN_RUNTIME_API, id, CUPTI_API_EXIT, correlation);
    CUpti_ActivityAPI record{};
    record.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
    record.cbid = id;
    record.start = start;
    record.end = g_clock ? g_clock() : 1;
    record.processId = static_cast<std::uint32_t>(::getpid());
    record.threadId = static_cast<std::uint32_t>(::syscall(SYS_gettid));
    record.correlationId = correlation;
    const std::lock_guard guard(g_mutex);
    if (g_traces) g_records.push_back(record);
}
/// cuProfilerStart() and cuProfilerStop().
void fakeProfiler(unsigned starts) {
    const auto id = starts ? CUPTI_DRIVER_TRACE_CBID_cuProfilerStart : CUPTI_DRIVER_TRACE_CBID_cuProfilerStop;
    say(CUPTI_CB_DOMAIN_DRIVER_API, id, CUPTI_API_ENTER, 0);
    say(CUPTI_CB_DOMAIN_DRIVER_API, id, CUPTI_API_EXIT, 0);
}
void fakeCall(unsigned id, unsigned correlation) { fakeSlowCall(id, correlation, 0); }
/// Graphs behave as those of CUPTI 11.8 to 13.0: one that was made while they were not traced must not be launched
/// while they are.
void fakeInstantiate(unsigned graph) {
    say(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, CUPTI_API_ENTER, 0);
    {
        const std::lock_guard guard(g_mutex);
        if (!g_tracesGraphs) g_blindGraphs.insert(graph);
    }
    say(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, CUPTI_API_EXIT, 0);
}
void fakeGraphLaunch(unsigned graph, unsigned correlation) {
    {
        const std::lock_guard guard(g_mutex);
        if (g_tracesGraphs && g_blindGraphs.contains(graph)) std::raise(SIGSEGV);
    }
    fakeSlowCall(1, correlation, 0);
}
int fakeTraces() { return g_traces; }
unsigned fakeCallbacks() { return g_callbacks; }

CUptiResult cuptiGetVersion(std::uint32_t* version) { return *version = 130001, CUPTI_SUCCESS; }
CUptiResult cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback, void*) {
    g_callback = callback;
    *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(8);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableCallback(std::uint32_t on, CUpti_SubscriberHandle, CUpti_CallbackDomain domain,
                                CUpti_CallbackId id) {
    const std::lock_guard guard(g_mutex);
    if (on) g_enabled.insert({domain, id});
    else g_enabled.erase({domain, id});
    return CUPTI_SUCCESS;
}
CUptiResult cuptiGetCallbackName(CUpti_CallbackDomain domain, std::uint32_t id, const char** name) {
    for (const Name& n : kNames)
        if (n.domain == domain && n.id == id) return *name = n.name, CUPTI_SUCCESS;
    return CUPTI_ERROR_INVALID_PARAMETER;
}
CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc clock) {
    return g_clock = clock, CUPTI_SUCCESS;
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
    const std::lock_guard guard(g_mutex);
    if (kind == CUPTI_ACTIVITY_KIND_RUNTIME) g_traces = true;
    if (kind == CUPTI_ACTIVITY_KIND_GRAPH_TRACE) g_tracesGraphs = true;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
    const std::lock_guard guard(g_mutex);
    if (kind == CUPTI_ACTIVITY_KIND_RUNTIME) g_traces = false;
    if (kind == CUPTI_ACTIVITY_KIND_GRAPH_TRACE) g_tracesGraphs = false;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete) {
    g_request = request, g_complete = complete;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, CUpti_Activity** record) {
    auto* next = *record ? reinterpret_cast<std::uint8_t*>(*record) + sizeof(CUpti_ActivityAPI) : buffer;
    if (next + sizeof(CUpti_ActivityAPI) > buffer + valid) return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = reinterpret_cast<CUpti_Activity*>(next);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityFlushAll(std::uint32_t) {
    std::vector<CUpti_ActivityAPI> records;
    {
        const std::lock_guard guard(g_mutex);
        records.swap(g_records);
    }
    if (records.empty()) return CUPTI_SUCCESS;
    std::uint8_t* buffer = nullptr;
    std::size_t size = 0, most = 0;
    g_request(&buffer, &size, &most);
    const std::size_t bytes = std::min(size / sizeof(CUpti_ActivityAPI), records.size()) * sizeof(CUpti_ActivityAPI);
    std::memcpy(buffer, records.data(), bytes);
    g_complete(nullptr, 0, buffer, size, bytes);
    return CUPTI_SUCCESS;
}
}
