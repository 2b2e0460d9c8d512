// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/cuda_calls.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <string_view>

#include "collectors/inject/cupti_api.h"
#include "collectors/inject/options.h"
#include "collectors/inject/process.h"
#include "collectors/inject/python_stacks.h"

namespace collectors {
namespace {

constexpr std::string_view kRuntime[] = {"cudaLaunch", "cudaGraphLaunch", "cudaMemcpy", "cudaMemset", "cudaMemPrefetch", "cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize"};
constexpr std::string_view kDriver[] = {"cuLaunch", "cuGraphLaunch", "cuMemcpy", "cuMemset", "cuMemPrefetch", "cuCtxSynchronize", "cuStreamSynchronize", "cuEventSynchronize"};
constexpr CUpti_CallbackId kMostIds = 1200;

/// Calls that are open in a thread. Only the outermost one has a record of its own: the runtime calls the driver. A stretch of tracing may end within one.
struct Open {
    unsigned stretch = 0, depth = 0;
};
thread_local Open t_open;
std::atomic<unsigned> g_stretch{0};

template <class Names>
void enable(CUpti_SubscriberHandle subscriber, bool on, CUpti_CallbackDomain domain, const Names& names) {
    for (CUpti_CallbackId id = 1; id < kMostIds; ++id) {
        const char* name = nullptr;
        if (cupti().cuptiGetCallbackName(domain, id, &name) != CUPTI_SUCCESS || !name) continue;
        const std::string_view text(name);
        if (std::any_of(std::begin(names), std::end(names), [text](std::string_view start) { return text.starts_with(start); })) cupti().cuptiEnableCallback(on, subscriber, domain, id);
    }
}

}  // namespace

void stacksOfCalls(CUpti_SubscriberHandle subscriber, bool on) {
    if (options().pythonStacks.empty()) return;
    if (!cupti().cuptiEnableCallback || !cupti().cuptiGetCallbackName) return cannotTrace("Python stacks at CUDA calls", "this CUPTI lacks functions that they need");
    ++g_stretch;
    enable(subscriber, on, CUPTI_CB_DOMAIN_RUNTIME_API, kRuntime);
    enable(subscriber, on, CUPTI_CB_DOMAIN_DRIVER_API, kDriver);
}

void onCall(const CUpti_CallbackData& call) {
    if (options().pythonStacks.empty()) return;
    const unsigned stretch = g_stretch.load(std::memory_order_relaxed);
    if (t_open.stretch != stretch) t_open = {stretch, 0};
    if (call.callbackSite == CUPTI_API_EXIT) {
        if (t_open.depth > 0) --t_open.depth;
    } else if (t_open.depth++ == 0) {
        notePythonStack(call.correlationId);
    }
}

}  // namespace collectors
