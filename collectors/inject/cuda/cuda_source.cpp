// SPDX-License-Identifier: Apache-2.0
// CUDA through CUPTI's activity records: what is switched on, and when. The records themselves are taken over in
// cuda_records.cpp.
#include "collectors/inject/cuda/cuda_source.h"

#include <time.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include "collectors/cupti/cupti_api.h"
#include "collectors/inject/calls/cuda_stacks.h"
#include "collectors/inject/cuda/cuda_call_names.h"
#include "collectors/inject/cuda/cuda_calls.h"
#include "collectors/inject/cuda/cuda_graphs.h"
#include "collectors/inject/cuda/cuda_records.h"
#include "collectors/inject/cuda/kernel_metrics.h"
#include "collectors/process/options.h"
#include "collectors/process/spool_writer.h"
#include "collectors/process/stack_table.h"

namespace collectors {
namespace {

struct Kind {
    CUpti_ActivityKind kind;
    std::string_view name;
    bool Options::*wanted;              // null: always
    Phrase::Key phrase = Phrase::Text;  // in the place of the name
};

// Facts about devices, contexts and streams come whether or not anything is traced at the moment.
constexpr Kind kFacts[] = {
    {CUPTI_ACTIVITY_KIND_DEVICE, "device", nullptr},
    {CUPTI_ACTIVITY_KIND_CONTEXT, "context", nullptr},
    {CUPTI_ACTIVITY_KIND_STREAM, "stream", nullptr},
};
constexpr Kind kKinds[] = {
    {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, "kernel", nullptr},
    {CUPTI_ACTIVITY_KIND_MEMCPY, "memcpy", nullptr},
    {CUPTI_ACTIVITY_KIND_MEMCPY2, "", nullptr, Phrase::PeerCopy},
    {CUPTI_ACTIVITY_KIND_MEMSET, "memset", nullptr},
    {CUPTI_ACTIVITY_KIND_RUNTIME, "runtime API", nullptr},
    {CUPTI_ACTIVITY_KIND_DRIVER, "driver API", nullptr},
    {CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, "synchronization", nullptr},
    {CUPTI_ACTIVITY_KIND_OVERHEAD, "overhead", nullptr},
    {CUPTI_ACTIVITY_KIND_JIT, "JIT", nullptr},
    {CUPTI_ACTIVITY_KIND_MEMORY2, "memory", &Options::memory},
    {CUPTI_ACTIVITY_KIND_MEMORY_POOL, "", &Options::memory, Phrase::MemoryPool},
    {CUPTI_ACTIVITY_KIND_CUDA_EVENT, "", &Options::deviceEvents, Phrase::CudaEvent},
};

std::atomic<bool> g_ready{false};  // CUPTI is ours
std::atomic<bool> g_flushSoon{false};
std::mutex g_switch, g_flushing;
CUpti_SubscriberHandle g_subscriber = nullptr;

bool isWanted(const Kind& k) { return !k.wanted || options().*k.wanted; }

std::uint64_t CUPTIAPI timestamp() { return monotonicNs(); }

void enable(const Kind& k) {
    if (!isWanted(k)) return;
    if (const CUptiResult r = cupti().cuptiActivityEnable(k.kind); r != CUPTI_SUCCESS)
        cannotTrace(k.phrase == Phrase::Text ? Phrase::words(k.name) : k.phrase, cupti().text(r));
}

void leaveOutCheapCalls() {
    const auto leaveOut = [](CUpti_CallbackDomain domain, auto* setEnabled) {
        if (!setEnabled || !cupti().cuptiGetCallbackName) return;
        for (std::uint32_t id = 1; id < 1200; ++id) {
            const char* name = nullptr;
            if (cupti().cuptiGetCallbackName(domain, id, &name) == CUPTI_SUCCESS && name && !isWorthRecording(name))
                setEnabled(id, 0);
        }
    };
    leaveOut(CUPTI_CB_DOMAIN_RUNTIME_API, cupti().cuptiActivityEnableRuntimeApi);
    leaveOut(CUPTI_CB_DOMAIN_DRIVER_API, cupti().cuptiActivityEnableDriverApi);
}

// CUPTI knows how to count migrations only once there is a context.
void traceUnifiedMemory() {
    if (!options().unifiedMemory || !cupti().cuptiActivityConfigureUnifiedMemoryCounter) return;
    CUpti_ActivityUnifiedMemoryCounterConfig config[4] = {};
    constexpr CUpti_ActivityUnifiedMemoryCounterKind kKindsOf[4] = {
        CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD,
        CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH,
        CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_CPU_PAGE_FAULT_COUNT,
        CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT};
    for (int i = 0; i < 4; ++i)
        config[i] = {CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE, kKindsOf[i], 0, 1};
    CUptiResult r = cupti().cuptiActivityConfigureUnifiedMemoryCounter(config, 4);
    if (r == CUPTI_SUCCESS) r = cupti().cuptiActivityEnable(CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER);
    if (r != CUPTI_SUCCESS) cannotTrace(Phrase::UnifiedMemory, cupti().text(r));
}

constexpr CUpti_CallbackId kProfilerCalls[] = {CUPTI_DRIVER_TRACE_CBID_cuProfilerStart,
                                               CUPTI_DRIVER_TRACE_CBID_cuProfilerStop};
bool isProfilerCall(CUpti_CallbackId id) { return id == kProfilerCalls[0] || id == kProfilerCalls[1]; }

/// What begins is recorded from the end of the call on, what ends until it begins.
void onProfilerCall(CUpti_CallbackId id, CUpti_ApiCallbackSite site) {
    if (id == CUPTI_DRIVER_TRACE_CBID_cuProfilerStart && site == CUPTI_API_EXIT) triggered(true);
    if (id == CUPTI_DRIVER_TRACE_CBID_cuProfilerStop && site == CUPTI_API_ENTER) triggered(false);
}

/// Callbacks that come whether or not anything is traced.
bool isAlwaysHeard(CUpti_CallbackDomain domain, CUpti_CallbackId id) {
    return domain == CUPTI_CB_DOMAIN_DRIVER_API &&
           ((options().profilerApi && isProfilerCall(id)) || isInstantiation(id));
}

void CUPTIAPI onCallback(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) try {
    if (measuresKernels()) onKernelCallback(domain, id, data);
    if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED) {
        static std::once_flag once;
        std::call_once(once, traceUnifiedMemory);
        return;
    }
    if (domain != CUPTI_CB_DOMAIN_DRIVER_API && domain != CUPTI_CB_DOMAIN_RUNTIME_API) return;
    const auto* call = static_cast<const CUpti_CallbackData*>(data);
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API) {
        onInstantiation(id, *call);
        if (isProfilerCall(id) && options().profilerApi) return onProfilerCall(id, call->callbackSite);
    }
    onCall(domain, id, *call);
} catch (...) {
    gaveUp();
}

void cannotTraceCuda(const Phrase& why) { cannotTrace(Phrase::words("cuda"), why); }

/// Takes CUPTI for this process. One tool can have it.
bool recordCupti() {
    CuptiApi& c = cupti();
    if (const Phrase wrong = c.load(); !wrong.empty()) {
        cannotTraceCuda(wrong);
        return false;
    }
    spoolWriter().facts({"cupti", c.path, "cupti.version", std::to_string(c.version)});
    if (const CUptiResult r = c.cuptiSubscribe(&g_subscriber, onCallback, nullptr); r != CUPTI_SUCCESS) {
        cannotTraceCuda(r == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED ? Phrase::OtherCuptiTool : c.text(r));
        return false;
    }
    if (c.cuptiActivityRegisterTimestampCallback &&
        c.cuptiActivityRegisterTimestampCallback(timestamp) != CUPTI_SUCCESS)
        cannotTrace(Phrase::Clock, Phrase::CuptiClockRefused);
    if (c.cuptiSetThreadIdType) c.cuptiSetThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    std::uint8_t yes = 1;
    std::size_t size = sizeof yes;
    if (c.cuptiActivitySetAttribute)
        c.cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &yes);
    if (const CUptiResult r = c.cuptiActivityRegisterCallbacks(requestBuffer, completeBuffer); r != CUPTI_SUCCESS) {
        cannotTraceCuda(c.text(r));
        return false;
    }
    if (c.cuptiActivityFlushPeriod) c.cuptiActivityFlushPeriod(options().flushMs);
    if (c.cuptiEnableCallback) {
        c.cuptiEnableCallback(1, g_subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_CREATED);
        for (const CUpti_CallbackId id : kProfilerCalls)
            if (options().profilerApi) c.cuptiEnableCallback(1, g_subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    }
    for (const Kind& k : kFacts) enable(k);
    if (measuresKernels()) subscribeToKernels(g_subscriber);
    else prepareGraphs(g_subscriber);
    return true;
}

void begin() {
    const std::lock_guard guard(g_switch);
    if (!g_ready) return;
    if (measuresKernels()) return;  // each launch asks whether it counts
    recordGraphs(true);             // before kernels: a graph that is launched meanwhile would be recorded by its nodes
    for (const Kind& k : kKinds) enable(k);
    if (!options().allCalls) leaveOutCheapCalls();  // holds only for what is switched on
    stacksOfCalls(g_subscriber, true, isAlwaysHeard);
}

// Without waiting for records: this may run inside of a call of CUDA. The flushing thread brings them.
void stopRecording() {
    for (const Kind& k : kKinds)
        if (isWanted(k) && cupti().cuptiActivityDisable) cupti().cuptiActivityDisable(k.kind);
    recordGraphs(false);
    g_flushSoon = true;
}

void end() {
    const std::lock_guard guard(g_switch);
    if (!g_ready) return;
    if (measuresKernels()) {
        endKernels();
        g_flushSoon = true;  // facts about devices and streams
        return;
    }
    stacksOfCalls(g_subscriber, false, isAlwaysHeard);
    writeStacksOfCalls();
    stopRecording();
}

constexpr std::uint64_t kGpuWithin = 1'000'000'000, kGpuAtEndWithin = 200'000'000;  // ns

/// What was launched in a capture is recorded when it is over, which may be later than the capture: waits for that, at
/// most `within` ns. What is not over then is lost with a forced flush. g_flushing is held.
void flushEnded(std::uint64_t within) {
    const timespec often{0, 2'000'000};  // nobody tells when the GPU is done
    const std::uint64_t until = monotonicNs() + within;
    for (;;) {
        cupti().cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_NONE);
        if (!isAnyBufferOut() || isTracing()) return;
        if (monotonicNs() >= until) break;
        ::nanosleep(&often, nullptr);
    }
    cupti().cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

void flushWithin(std::uint64_t ns) {
    writeStacksOfCalls();
    const std::lock_guard guard(g_flushing);  // a second caller waits until the records are written
    if (!g_ready) return;
    // CUPTI's own flushing (cuptiActivityFlushPeriod) returns full buffers only: of a program that does little,
    // nothing would come for minutes.
    if (g_flushSoon.exchange(false)) flushEnded(ns);
    else if (isTracing()) cupti().cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_NONE);
    else return;
    writePendingRecords();
}

void flush() { flushWithin(kGpuWithin); }

void leaving() {
    g_flushSoon = true;
    flushWithin(kGpuAtEndWithin);
}

void forget() {
    g_ready = false;
    new (&g_switch) std::mutex;
    new (&g_flushing) std::mutex;
    forgetRecords();
    forgetGraphs();
    forgetStacksOfCalls();
    forgetStacks();
    forgetKernels();
}

}  // namespace

constinit const Source kCudaSource{
    .key = "cuda", .begin = begin, .end = end, .flush = flush, .forget = forget, .leaving = leaving};

void cudaStarted() try {
    if (!joinSession() || !options().cuda) return;
    {
        const std::lock_guard guard(g_switch);
        if (g_ready || !recordCupti()) return;
        g_ready = true;
        std::atexit(finish);  // runs before what CUPTI has registered for the end when it was loaded
    }
    if (isTracing()) begin();
} catch (...) {
    gaveUp();
}

}  // namespace collectors
