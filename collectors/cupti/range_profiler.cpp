// SPDX-License-Identifier: Apache-2.0
#include "collectors/cupti/range_profiler.h"

#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>

#include <utility>

#include "collectors/cupti/metric_host.h"

namespace collectors {
namespace {

// clang-format off
#define SIGHTLINE_RANGE_FUNCTIONS(F)                \
    F(cuptiProfilerGetCounterAvailability)          \
    F(cuptiRangeProfilerEnable)                     \
    F(cuptiRangeProfilerDisable)                    \
    F(cuptiRangeProfilerSetConfig)                  \
    F(cuptiRangeProfilerStart)                      \
    F(cuptiRangeProfilerStop)                       \
    F(cuptiRangeProfilerDecodeData)                 \
    F(cuptiRangeProfilerGetCounterDataSize)         \
    F(cuptiRangeProfilerCounterDataImageInitialize) \
    F(cuptiRangeProfilerGetCounterDataInfo)
// clang-format on

CUPTI_FUNCTIONS(RangeFunctions, SIGHTLINE_RANGE_FUNCTIONS)

const ProfilingFunctions<RangeFunctions>& api() {
    static const ProfilingFunctions<RangeFunctions> one(Phrase::CuptiTooOldForKernels);
    return one;
}

}  // namespace

struct RangeProfiler::Impl {
    MetricHost host;
    CUpti_RangeProfiler_Object* object = nullptr;
    std::vector<std::uint8_t> image;
    std::vector<double> values;
    bool started = false;

    CUptiResult prepare() {
        auto init = CUPTI_PARAMETERS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
        init.pRangeProfilerObject = object;
        init.counterDataSize = image.size();
        init.pCounterData = image.data();
        if (const CUptiResult result = api().cuptiRangeProfilerCounterDataImageInitialize(&init);
            result != CUPTI_SUCCESS)
            return result;
        auto set = CUPTI_PARAMETERS(CUpti_RangeProfiler_SetConfig_Params);
        set.pRangeProfilerObject = object;
        set.configSize = host.config().size();
        set.pConfig = host.config().data();
        set.counterDataImageSize = image.size();
        set.pCounterDataImage = image.data();
        set.range = CUPTI_AutoRange;
        set.replayMode = CUPTI_KernelReplay;
        set.maxRangesPerPass = kRanges;
        set.numNestingLevels = 1;
        set.minNestingLevel = 1;
        return api().cuptiRangeProfilerSetConfig(&set);
    }
};

RangeProfiler::RangeProfiler() : m(std::make_unique<Impl>()) {}
RangeProfiler::~RangeProfiler() =
    default;  // close() has given the context back; a context that is gone takes everything with it
const std::vector<const char*>& RangeProfiler::names() const { return m->host.names(); }
std::size_t RangeProfiler::passes() const { return m->host.passes(); }

Phrase RangeProfiler::open(CUcontext context, std::uint32_t device, std::span<const std::string> metrics,
                           std::size_t passes) {
    if (!api().wrong.empty()) return api().wrong;
    std::string chip;
    if (Phrase wrong = MetricHost::chipOf(device, chip); !wrong.empty()) return wrong;
    auto available = CUPTI_PARAMETERS(CUpti_Profiler_GetCounterAvailability_Params);
    available.ctx = context;
    CUptiResult result = api().cuptiProfilerGetCounterAvailability(&available);
    std::vector<std::uint8_t> availability(available.counterAvailabilityImageSize);
    available.pCounterAvailabilityImage = availability.data();
    if (result == CUPTI_SUCCESS) result = api().cuptiProfilerGetCounterAvailability(&available);
    if (result != CUPTI_SUCCESS) return MetricHost::textOf(result);
    m->host.open(CUPTI_PROFILER_TYPE_RANGE_PROFILER, std::move(chip), std::move(availability));
    std::vector<std::string> wanted;
    for (const std::string& name : metrics) {
        const std::size_t star = name.find('*');
        if (star == name.npos) wanted.push_back(name);
        else
            for (const std::string& one : m->host.metricsLike(name.substr(0, star)))
                wanted.push_back(one + name.substr(star + 1));
    }
    m->host.choose(wanted, passes);
    if (m->host.names().empty()) return Phrase::GpuHasNoneOfCounters;
    m->values.resize(m->host.names().size());
    auto enable = CUPTI_PARAMETERS(CUpti_RangeProfiler_Enable_Params);
    enable.ctx = context;
    if ((result = api().cuptiRangeProfilerEnable(&enable)) != CUPTI_SUCCESS) return MetricHost::textOf(result);
    m->object = enable.pRangeProfilerObject;
    auto size = CUPTI_PARAMETERS(CUpti_RangeProfiler_GetCounterDataSize_Params);
    size.pRangeProfilerObject = m->object;
    size.pMetricNames = const_cast<const char**>(names().data());
    size.numMetrics = names().size();
    size.maxNumOfRanges = kRanges;
    size.maxNumRangeTreeNodes = kRanges;
    if ((result = api().cuptiRangeProfilerGetCounterDataSize(&size)) != CUPTI_SUCCESS)
        return MetricHost::textOf(result);
    m->image.resize(size.counterDataSize);
    return {};
}

Phrase RangeProfiler::start() {
    if (m->started || !m->object) return {};
    if (const CUptiResult result = m->prepare(); result != CUPTI_SUCCESS) return MetricHost::textOf(result);
    auto p = CUPTI_PARAMETERS(CUpti_RangeProfiler_Start_Params);
    p.pRangeProfilerObject = m->object;
    const CUptiResult result = api().cuptiRangeProfilerStart(&p);
    m->started = result == CUPTI_SUCCESS;
    return m->started ? Phrase() : MetricHost::textOf(result);
}

bool RangeProfiler::isStarted() const { return m->started; }

std::size_t RangeProfiler::drain(std::size_t launches,
                                 const std::function<void(std::size_t, std::span<const double>)>& use) {
    if (!std::exchange(m->started, false)) return launches;
    auto stop = CUPTI_PARAMETERS(CUpti_RangeProfiler_Stop_Params);
    stop.pRangeProfilerObject = m->object;
    auto decode = CUPTI_PARAMETERS(CUpti_RangeProfiler_DecodeData_Params);
    decode.pRangeProfilerObject = m->object;
    auto info = CUPTI_PARAMETERS(CUpti_RangeProfiler_GetCounterDataInfo_Params);
    info.pCounterDataImage = m->image.data();
    info.counterDataImageSize = m->image.size();
    const bool read = api().cuptiRangeProfilerStop(&stop) == CUPTI_SUCCESS &&
                      api().cuptiRangeProfilerDecodeData(&decode) == CUPTI_SUCCESS &&
                      api().cuptiRangeProfilerGetCounterDataInfo(&info) == CUPTI_SUCCESS;
    if (!read || info.numTotalRanges != launches) return launches;
    std::size_t lost = 0;
    for (std::size_t i = 0; i < launches; ++i)
        if (m->host.evaluate(m->image, i, m->values)) use(i, m->values);
        else ++lost;
    return lost;
}

void RangeProfiler::close() {
    if (!m->object) return;
    auto p = CUPTI_PARAMETERS(CUpti_RangeProfiler_Disable_Params);
    p.pRangeProfilerObject = std::exchange(m->object, nullptr);
    api().cuptiRangeProfilerDisable(&p);
}

}  // namespace collectors
