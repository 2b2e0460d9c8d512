// SPDX-License-Identifier: Apache-2.0
#include "collectors/cupti/metric_host.h"

#include <cupti_profiler_target.h>
#include <cupti_target.h>
#include <dlfcn.h>

#include <utility>

#include "collectors/cupti/cupti_library.h"

namespace collectors {
namespace {

// clang-format off
#define SIGHTLINE_HOST_FUNCTIONS(F)        \
    F(cuptiGetResultString)                \
    F(cuptiProfilerInitialize)             \
    F(cuptiDeviceGetChipName)              \
    F(cuptiProfilerHostInitialize)         \
    F(cuptiProfilerHostDeinitialize)       \
    F(cuptiProfilerHostGetBaseMetrics)     \
    F(cuptiProfilerHostConfigAddMetrics)   \
    F(cuptiProfilerHostGetConfigImageSize) \
    F(cuptiProfilerHostGetConfigImage)     \
    F(cuptiProfilerHostGetNumOfPasses)     \
    F(cuptiProfilerHostEvaluateToGpuValues)
// clang-format on

CUPTI_FUNCTIONS(HostFunctions, SIGHTLINE_HOST_FUNCTIONS)

struct HostApi : HostFunctions {
    Phrase wrong = load();

    Phrase load() {
        if (!openCupti()) return Phrase::NoCupti;
        if (!find()) return Phrase::CuptiTooOldToRead;
        auto p = CUPTI_PARAMETERS(CUpti_Profiler_Initialize_Params);
        const CUptiResult result = cuptiProfilerInitialize(&p);
        return result == CUPTI_SUCCESS ? Phrase() : MetricHost::textOf(result);
    }
};
const HostApi& api() {
    static const HostApi one;
    return one;
}

}  // namespace

void* cuptiFunction(const char* name) {
    static void* const library = openCupti();
    return library ? ::dlsym(library, name) : nullptr;
}

Phrase MetricHost::start() { return api().wrong; }

Phrase MetricHost::textOf(CUptiResult result) {
    if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) return Phrase::CountersForAdministrators;
    const char* out = nullptr;
    if (const auto text = reinterpret_cast<decltype(&::cuptiGetResultString)>(cuptiFunction("cuptiGetResultString")))
        text(result, &out);
    return out ? Phrase::words(out) : Phrase::UnknownCuptiError;
}

Phrase MetricHost::chipOf(std::uint32_t device, std::string& chip) {
    auto p = CUPTI_PARAMETERS(CUpti_Device_GetChipName_Params);
    p.deviceIndex = device;
    const CUptiResult result = api().cuptiDeviceGetChipName(&p);
    if (result != CUPTI_SUCCESS) return textOf(result);
    chip = p.pChipName;
    return {};
}

void MetricHost::open(CUpti_ProfilerType type, std::string chip, std::vector<std::uint8_t> availability) {
    close();
    m_type = type;
    m_chip = std::move(chip);
    m_availability = std::move(availability);
}

void MetricHost::close() {
    if (!m_object) return;
    auto p = CUPTI_PARAMETERS(CUpti_Profiler_Host_Deinitialize_Params);
    p.pHostObject = std::exchange(m_object, nullptr);
    api().cuptiProfilerHostDeinitialize(&p);
}

CUpti_Profiler_Host_Object* MetricHost::make() const {
    auto p = CUPTI_PARAMETERS(CUpti_Profiler_Host_Initialize_Params);
    p.profilerType = m_type;
    p.pChipName = m_chip.c_str();
    p.pCounterAvailabilityImage = m_availability.data();
    return api().cuptiProfilerHostInitialize(&p) == CUPTI_SUCCESS ? p.pHostObject : nullptr;
}

/// The passes that these metrics take; 0 where the chip refuses one of them.
std::size_t MetricHost::configure(std::span<const char* const> names, CUpti_Profiler_Host_Object* object,
                                  std::vector<std::uint8_t>& config) const {
    auto add = CUPTI_PARAMETERS(CUpti_Profiler_Host_ConfigAddMetrics_Params);
    add.pHostObject = object;
    add.ppMetricNames = const_cast<const char**>(names.data());
    add.numMetrics = names.size();
    auto size = CUPTI_PARAMETERS(CUpti_Profiler_Host_GetConfigImageSize_Params);
    size.pHostObject = object;
    if (api().cuptiProfilerHostConfigAddMetrics(&add) != CUPTI_SUCCESS ||
        api().cuptiProfilerHostGetConfigImageSize(&size) != CUPTI_SUCCESS)
        return 0;
    config.resize(size.configImageSize);
    auto get = CUPTI_PARAMETERS(CUpti_Profiler_Host_GetConfigImage_Params);
    get.pHostObject = object;
    get.configImageSize = config.size();
    get.pConfigImage = config.data();
    auto passes = CUPTI_PARAMETERS(CUpti_Profiler_Host_GetNumOfPasses_Params);
    passes.configImageSize = config.size();
    passes.pConfigImage = config.data();
    if (api().cuptiProfilerHostGetConfigImage(&get) != CUPTI_SUCCESS ||
        api().cuptiProfilerHostGetNumOfPasses(&passes) != CUPTI_SUCCESS)
        return 0;
    return passes.numOfPasses;
}

std::vector<std::string> MetricHost::metricsLike(std::string_view begin) const {
    std::vector<std::string> out;
    CUpti_Profiler_Host_Object* object = make();
    if (!object) return out;
    auto p = CUPTI_PARAMETERS(CUpti_Profiler_Host_GetBaseMetrics_Params);
    p.pHostObject = object;
    p.metricType = CUPTI_METRIC_TYPE_COUNTER;
    if (api().cuptiProfilerHostGetBaseMetrics(&p) == CUPTI_SUCCESS)
        for (std::size_t i = 0; i < p.numMetrics; ++i)
            if (std::string_view(p.ppMetricNames[i]).starts_with(begin)) out.emplace_back(p.ppMetricNames[i]);
    auto end = CUPTI_PARAMETERS(CUpti_Profiler_Host_Deinitialize_Params);
    end.pHostObject = object;
    api().cuptiProfilerHostDeinitialize(&end);
    return out;
}

std::vector<std::size_t> MetricHost::choose(std::span<const std::string> wanted, std::size_t most) {
    std::vector<std::size_t> left;
    std::vector<const char*> names;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        names.push_back(wanted[i].c_str());
        CUpti_Profiler_Host_Object* object = make();
        std::vector<std::uint8_t> config;
        const std::size_t passes = object ? configure(names, object, config) : 0;
        if (passes > 0 && passes <= most) {
            std::swap(m_object, object);
            m_config = std::move(config);
            m_passes = passes;
            m_chosen.push_back(wanted[i]);
        } else {
            names.pop_back();
            left.push_back(i);
        }
        if (!object) continue;
        auto end = CUPTI_PARAMETERS(CUpti_Profiler_Host_Deinitialize_Params);
        end.pHostObject = object;
        api().cuptiProfilerHostDeinitialize(&end);
    }
    for (const std::string& name : m_chosen) m_names.push_back(name.c_str());
    return left;
}

bool MetricHost::evaluate(std::span<const std::uint8_t> image, std::size_t range, std::span<double> values) const {
    auto p = CUPTI_PARAMETERS(CUpti_Profiler_Host_EvaluateToGpuValues_Params);
    p.pHostObject = m_object;
    p.pCounterDataImage = image.data();
    p.counterDataImageSize = image.size();
    p.rangeIndex = range;
    p.ppMetricNames = const_cast<const char**>(m_names.data());
    p.numMetrics = m_names.size();
    p.pMetricValues = values.data();
    return api().cuptiProfilerHostEvaluateToGpuValues(&p) == CUPTI_SUCCESS;
}

}  // namespace collectors
