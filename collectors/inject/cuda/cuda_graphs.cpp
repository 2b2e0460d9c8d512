// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/cuda/cuda_graphs.h"

#include <algorithm>
#include <bitset>
#include <mutex>
#include <new>
#include <string_view>
#include <vector>

#include "collectors/cupti/cupti_api.h"
#include "collectors/process/options.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

constexpr CUpti_CallbackId kMostIds = 1200;

std::bitset<kMostIds> g_instantiates;  // numbers of functions; filled before the first callback
bool g_asWhole = false;                // one record a launch

std::mutex g_mutex;
bool g_made = false;       // a graph was, or is just being, instantiated; under g_mutex
bool g_capturing = false;  // under g_mutex
bool g_on = false;         // the kind; under g_mutex

/// A time in which graphs are captured, and what was launched in it.
struct Stretch {
    std::uint64_t begin = 0, end = ~0ull;  ///< ns
    std::uint32_t first = 0, last = 0;     ///< correlation of launches
    bool hasLaunch = false;

    bool hasTime(std::uint64_t t) const { return t >= begin && t < end; }
    // Numbers of launches start again behind the largest one.
    bool hasNumber(std::uint32_t n) const { return hasLaunch && n - first <= last - first; }
};
// Never held while CUPTI is called, which may give records back at once.
std::mutex g_stretchMutex;
std::vector<Stretch> g_stretches;
constexpr std::size_t kMostStretches = 1024;

/// g_mutex is held.
void apply() {
    const bool on = g_capturing || g_made;
    if (on == g_on) return;
    const CUptiResult r = on ? cupti().cuptiActivityEnable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE)
                             : cupti().cuptiActivityDisable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
    if (r == CUPTI_SUCCESS) g_on = on;
    else if (on) cannotTrace(Phrase::words("graph"), cupti().text(r));
}

/// False: this CUPTI cannot tell of all of them.
bool seeInstantiations(CUpti_SubscriberHandle subscriber) {
    const CuptiApi& c = cupti();
    if (!c.cuptiGetCallbackName || !c.cuptiEnableCallback || !c.cuptiActivityDisable) return false;
    for (CUpti_CallbackId id = 1; id < kMostIds; ++id) {
        const char* name = nullptr;
        if (c.cuptiGetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API, id, &name) != CUPTI_SUCCESS || !name) continue;
        if (!std::string_view(name).starts_with("cuGraphInstantiate")) continue;
        g_instantiates.set(id);
        if (c.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id) != CUPTI_SUCCESS) return false;
    }
    return g_instantiates.any();
}

}  // namespace

void prepareGraphs(CUpti_SubscriberHandle subscriber) {
    g_asWhole = !options().graphNodes && seeInstantiations(subscriber);
    if (g_asWhole || options().graphNodes) return;
    cannotTrace(Phrase::GraphsAsAWhole, Phrase::GraphsNotTold);
}

bool isInstantiation(CUpti_CallbackId id) { return id < kMostIds && g_instantiates.test(id); }

void onInstantiation(CUpti_CallbackId id, const CUpti_CallbackData& call) {
    if (!isInstantiation(id) || call.callbackSite != CUPTI_API_ENTER) return;
    const std::lock_guard guard(g_mutex);
    g_made = true;
    apply();
}

void recordGraphs(bool on) {
    if (!g_asWhole) return;
    const std::lock_guard guard(g_mutex);
    {
        const std::lock_guard stretch(g_stretchMutex);
        if (on && g_stretches.size() == kMostStretches) g_stretches.erase(g_stretches.begin());
        if (on) g_stretches.push_back({.begin = monotonicNs()});
        else if (!g_stretches.empty()) g_stretches.back().end = monotonicNs();
    }
    g_capturing = on;
    apply();
}

void noteGraphLaunch(std::uint32_t correlation, std::uint64_t start) {
    const std::lock_guard guard(g_stretchMutex);
    const auto at =
        std::find_if(g_stretches.rbegin(), g_stretches.rend(), [&](const Stretch& s) { return s.begin <= start; });
    if (at == g_stretches.rend()) return;
    if (!at->hasLaunch || static_cast<std::int32_t>(correlation - at->first) < 0) at->first = correlation;
    if (!at->hasLaunch || static_cast<std::int32_t>(correlation - at->last) > 0) at->last = correlation;
    at->hasLaunch = true;
}

bool isGraphCaptured(std::uint32_t correlation, std::uint64_t start) {
    const std::lock_guard guard(g_stretchMutex);
    return std::any_of(g_stretches.rbegin(), g_stretches.rend(),
                       [&](const Stretch& s) { return s.hasNumber(correlation) || s.hasTime(start); });
}

void forgetGraphs() {
    new (&g_mutex) std::mutex;
    new (&g_stretchMutex) std::mutex;
    new (&g_stretches) std::vector<Stretch>;
    g_made = g_capturing = g_on = false;
    g_instantiates.reset();
}

}  // namespace collectors
