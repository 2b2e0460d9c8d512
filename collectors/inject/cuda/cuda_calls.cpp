// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/cuda/cuda_calls.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "collectors/cupti/cupti_api.h"
#include "collectors/inject/calls/cuda_stacks.h"
#include "collectors/inject/cuda/cuda_call_names.h"
#include "collectors/inject/python/python_stacks.h"
#include "collectors/process/options.h"
#include "collectors/process/own_stack.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

constexpr CUpti_CallbackId kMostIds = 1200;

struct Wanted {
    bool python = false;
    unsigned nativeNs = kNoStack;  ///< from how long a call on
    bool any() const { return python || nativeNs != kNoStack; }
};
/// By domain and function. It is filled before the first callback, and stays.
std::array<Wanted, kMostIds> g_wanted[2];
bool g_known = false;  // under the switch of tracing

/// Calls that are open in a thread. Only the outermost one has a record of its own: the runtime calls the driver. A
/// stretch of tracing may end within one.
struct Open {
    unsigned stretch = 0, depth = 0;
    std::uint64_t start = 0;  ///< ns; 0 = its time does not matter
};
thread_local Open t_open;
std::atomic<unsigned> g_stretch{0};

std::array<Wanted, kMostIds>& ofDomain(CUpti_CallbackDomain domain) {
    return g_wanted[domain == CUPTI_CB_DOMAIN_DRIVER_API];
}

Wanted wantedOf(std::string_view name) {
    const Options& o = options();
    const unsigned thresholds[kCallKinds] = {o.cudaStackKernel, o.cudaStackMemory, o.cudaStackSync, o.cudaStackOther};
    Wanted out;
    out.python = !o.pythonStacks.empty() && hasPythonStack(name);
    if (o.allCalls || isWorthRecording(name)) out.nativeNs = thresholds[static_cast<std::size_t>(kindOfCall(name))];
    return out;
}

void learnNames(CUpti_CallbackDomain domain) {
    for (CUpti_CallbackId id = 1; id < kMostIds; ++id) {
        const char* name = nullptr;
        if (cupti().cuptiGetCallbackName(domain, id, &name) == CUPTI_SUCCESS && name)
            ofDomain(domain)[id] = wantedOf(name);
    }
}

void enable(CUpti_SubscriberHandle subscriber, bool on, CUpti_CallbackDomain domain, KeptCallbacks isKept) {
    for (CUpti_CallbackId id = 1; id < kMostIds; ++id)
        if (ofDomain(domain)[id].any() && !isKept(domain, id)) cupti().cuptiEnableCallback(on, subscriber, domain, id);
}

/// Not on the stack of the thread that calls.
void noteStack(void (*note)(std::uint32_t), std::uint32_t correlation) {
    onOwnStack([=]() noexcept {
        try {
            note(correlation);
        } catch (...) {
            gaveUp();
        }
    });
}

}  // namespace

void stacksOfCalls(CUpti_SubscriberHandle subscriber, bool on, KeptCallbacks isKept) {
    if (!options().wantsStacksOfCalls()) return;
    if (!cupti().cuptiEnableCallback || !cupti().cuptiGetCallbackName)
        return cannotTrace(Phrase::StacksOfCudaCalls, Phrase::CuptiLacksNeeded);
    if (!g_known) {
        learnNames(CUPTI_CB_DOMAIN_RUNTIME_API);
        learnNames(CUPTI_CB_DOMAIN_DRIVER_API);
        beginNativeStacks();
        g_known = true;
    }
    ++g_stretch;
    enable(subscriber, on, CUPTI_CB_DOMAIN_RUNTIME_API, isKept);
    enable(subscriber, on, CUPTI_CB_DOMAIN_DRIVER_API, isKept);
}

void onCall(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData& call) {
    if (id >= kMostIds || !options().wantsStacksOfCalls()) return;
    const Wanted wanted = ofDomain(domain)[id];
    if (!wanted.any()) return;
    const unsigned stretch = g_stretch.load(std::memory_order_relaxed);
    if (t_open.stretch != stretch) t_open = {stretch, 0, 0};
    if (call.callbackSite == CUPTI_API_EXIT) {
        if (t_open.depth == 0 || --t_open.depth > 0) return;
        if (t_open.start && monotonicNs() - t_open.start >= wanted.nativeNs)
            noteStack(noteNativeStack, call.correlationId);
        return;
    }
    if (t_open.depth++ > 0) return;
    if (wanted.python) noteStack(notePythonStack, call.correlationId);
    t_open.start = wanted.nativeNs == kNoStack ? 0 : monotonicNs();
}

}  // namespace collectors
