// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/counters.h"

#include <cupti_pmsampling.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "collectors/cupti/metric_host.h"

namespace collectors {
namespace {

constexpr std::size_t kHardwareBuffer = 64u << 20;  // bytes on the GPU; at 10 kHz some seconds
constexpr unsigned kMostCudaDevices = 64;

// clang-format off
#define SIGHTLINE_PM_FUNCTIONS(F)                \
    F(cuptiPmSamplingGetCounterAvailability)     \
    F(cuptiPmSamplingEnable)                     \
    F(cuptiPmSamplingDisable)                    \
    F(cuptiPmSamplingSetConfig)                  \
    F(cuptiPmSamplingGetCounterDataSize)         \
    F(cuptiPmSamplingCounterDataImageInitialize) \
    F(cuptiPmSamplingStart)                      \
    F(cuptiPmSamplingStop)                       \
    F(cuptiPmSamplingDecodeData)                 \
    F(cuptiPmSamplingGetCounterDataInfo)         \
    F(cuptiPmSamplingCounterDataGetSampleInfo)
// clang-format on

CUPTI_FUNCTIONS(PmFunctions, SIGHTLINE_PM_FUNCTIONS)

const ProfilingFunctions<PmFunctions>& api() {
    static const ProfilingFunctions<PmFunctions> one(Phrase::CuptiTooOldToSample);
    return one;
}

}  // namespace

/// Names of rows are those that Nsight Systems has them by.
std::vector<GpuMetric> metricSet(std::string_view set) {
    static const std::vector<GpuMetric> general{
        {"GR Active [Throughput %]", "gr__cycles_active.avg.pct_of_peak_sustained_elapsed"},
        {"SMs Active [Throughput %]", "sm__cycles_active.avg.pct_of_peak_sustained_elapsed"},
        {"SM Issue [Throughput %]", "sm__inst_executed_realtime.avg.pct_of_peak_sustained_elapsed"},
        {"Tensor Active [Throughput %]", "sm__pipe_tensor_cycles_active_realtime.avg.pct_of_peak_sustained_elapsed"},
        {"DRAM Read Bandwidth [Throughput %]", "dram__read_throughput.avg.pct_of_peak_sustained_elapsed"},
        {"DRAM Write Bandwidth [Throughput %]", "dram__write_throughput.avg.pct_of_peak_sustained_elapsed"},
        {"PCIe RX Throughput [B/s]", "pcie__read_bytes.sum.per_second"},
        {"PCIe TX Throughput [B/s]", "pcie__write_bytes.sum.per_second"},
        {"NVLink RX Throughput [B/s]", "nvlrx__bytes.sum.per_second"},
        {"NVLink TX Throughput [B/s]", "nvltx__bytes.sum.per_second"},
        {"SYS Clock Frequency [MHz]", "sys__cycles_elapsed.avg.per_second"},
        {"GPC Clock Frequency [MHz]", "gpc__cycles_elapsed.avg.per_second"},
    };
    // What is counted in each SM takes most time to decode: of 6 % of a core at 1 kHz two thirds, on an H200.
    static const GpuMetric warps{"Compute Warps in Flight [Throughput %]",
                                 "tpc__warps_active_shader_cs_realtime.avg.pct_of_peak_sustained_elapsed"};
    std::vector<GpuMetric> out;
    if (set == "light") {
        std::copy_if(general.begin(), general.end(), std::back_inserter(out),
                     [](const GpuMetric& m) { return !m.metric.starts_with("sm__"); });
        return out;
    }
    if (set.empty() || set == "general" || set == "full") {
        out = general;
        if (set == "full") out.push_back(warps);
        return out;
    }
    for (std::size_t at = 0; at <= set.size();) {
        const std::size_t end = std::min(set.find(',', at), set.size());
        if (end > at) out.push_back({std::string(set.substr(at, end - at)), std::string(set.substr(at, end - at))});
        at = end + 1;
    }
    return out;
}

struct Counters::Impl {
    MetricHost host;
    CUpti_PmSampling_Object* sampling = nullptr;
    std::vector<std::uint8_t> image;
    std::vector<GpuMetric> metrics;
    std::vector<double> values;

    ~Impl() {
        if (!sampling) return;
        auto p = CUPTI_PARAMETERS(CUpti_PmSampling_Disable_Params);
        p.pPmSamplingObject = sampling;
        api().cuptiPmSamplingDisable(&p);
    }

    Phrase look(std::uint32_t device) {
        std::string chip;
        if (Phrase wrong = MetricHost::chipOf(device, chip); !wrong.empty()) return wrong;
        auto p = CUPTI_PARAMETERS(CUpti_PmSampling_GetCounterAvailability_Params);
        p.deviceIndex = device;
        CUptiResult result = api().cuptiPmSamplingGetCounterAvailability(&p);
        std::vector<std::uint8_t> availability(p.counterAvailabilityImageSize);
        p.pCounterAvailabilityImage = availability.data();
        if (result == CUPTI_SUCCESS) result = api().cuptiPmSamplingGetCounterAvailability(&p);
        if (result != CUPTI_SUCCESS) return MetricHost::textOf(result);
        host.open(CUPTI_PROFILER_TYPE_PM_SAMPLING, std::move(chip), std::move(availability));
        return {};
    }

    /// Takes as many as one pass can have, in their order.
    void choose(std::span<const GpuMetric> wanted, std::vector<std::string>& refused) {
        std::vector<std::string> names;
        for (const GpuMetric& metric : wanted) names.push_back(metric.metric);
        const std::vector<std::size_t> left = host.choose(names, 1);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (std::find(left.begin(), left.end(), i) == left.end()) metrics.push_back(wanted[i]);
            else refused.push_back(wanted[i].name);
        values.resize(metrics.size());
    }

    CUptiResult enable(std::uint32_t device, unsigned hertz, unsigned samples) {
        auto on = CUPTI_PARAMETERS(CUpti_PmSampling_Enable_Params);
        on.deviceIndex = device;
        CUptiResult result = api().cuptiPmSamplingEnable(&on);
        if (result != CUPTI_SUCCESS) return result;
        sampling = on.pPmSamplingObject;
        auto set = CUPTI_PARAMETERS(CUpti_PmSampling_SetConfig_Params);
        set.pPmSamplingObject = sampling;
        set.configSize = host.config().size();
        set.pConfig = host.config().data();
        set.hardwareBufferSize = kHardwareBuffer;
        set.samplingInterval = 1'000'000'000u / hertz;
        set.triggerMode = CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL;
        set.hwBufferAppendMode = CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST;
        if ((result = api().cuptiPmSamplingSetConfig(&set)) != CUPTI_SUCCESS) return result;
        auto size = CUPTI_PARAMETERS(CUpti_PmSampling_GetCounterDataSize_Params);
        size.pPmSamplingObject = sampling;
        size.pMetricNames = const_cast<const char**>(host.names().data());
        size.numMetrics = host.names().size();
        size.maxSamples = samples;
        if ((result = api().cuptiPmSamplingGetCounterDataSize(&size)) != CUPTI_SUCCESS) return result;
        image.resize(size.counterDataSize);
        return clear();
    }

    CUptiResult clear() {
        auto p = CUPTI_PARAMETERS(CUpti_PmSampling_CounterDataImage_Initialize_Params);
        p.pPmSamplingObject = sampling;
        p.counterDataSize = image.size();
        p.pCounterData = image.data();
        return api().cuptiPmSamplingCounterDataImageInitialize(&p);
    }
};

Counters::Counters() : m(std::make_unique<Impl>()) {}
Counters::~Counters() = default;
Counters::Counters(Counters&&) noexcept = default;
const std::vector<GpuMetric>& Counters::metrics() const { return m->metrics; }

Phrase Counters::open(std::uint32_t device, std::span<const GpuMetric> wanted, unsigned hertz, unsigned samples,
                      std::vector<std::string>& refused) {
    if (!api().wrong.empty()) return api().wrong;
    if (Phrase wrong = m->look(device); !wrong.empty()) return wrong;
    m->choose(wanted, refused);
    if (m->metrics.empty()) return Phrase::HasNoneOfCounters;
    if (const CUptiResult result = m->enable(device, hertz, samples); result != CUPTI_SUCCESS)
        return MetricHost::textOf(result);
    return {};
}

Phrase Counters::start() {
    auto p = CUPTI_PARAMETERS(CUpti_PmSampling_Start_Params);
    p.pPmSamplingObject = m->sampling;
    const CUptiResult result = api().cuptiPmSamplingStart(&p);
    return result == CUPTI_SUCCESS ? Phrase() : MetricHost::textOf(result);
}

void Counters::stop() {
    auto p = CUPTI_PARAMETERS(CUpti_PmSampling_Stop_Params);
    p.pPmSamplingObject = m->sampling;
    api().cuptiPmSamplingStop(&p);
}

Counters::Read Counters::read(const Use& use) {
    Read out;
    auto decode = CUPTI_PARAMETERS(CUpti_PmSampling_DecodeData_Params);
    decode.pPmSamplingObject = m->sampling;
    decode.pCounterDataImage = m->image.data();
    decode.counterDataImageSize = m->image.size();
    if (const CUptiResult result = api().cuptiPmSamplingDecodeData(&decode); result != CUPTI_SUCCESS)
        return out.wrong = MetricHost::textOf(result), out;
    out.full = decode.decodeStopReason == CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL;
    auto info = CUPTI_PARAMETERS(CUpti_PmSampling_GetCounterDataInfo_Params);
    info.pCounterDataImage = m->image.data();
    info.counterDataImageSize = m->image.size();
    if (api().cuptiPmSamplingGetCounterDataInfo(&info) != CUPTI_SUCCESS) return out;
    for (std::size_t i = 0; i < info.numCompletedSamples; ++i) {
        auto sample = CUPTI_PARAMETERS(CUpti_PmSampling_CounterData_GetSampleInfo_Params);
        sample.pPmSamplingObject = m->sampling;
        sample.pCounterDataImage = m->image.data();
        sample.counterDataImageSize = m->image.size();
        sample.sampleIndex = i;
        if (api().cuptiPmSamplingCounterDataGetSampleInfo(&sample) != CUPTI_SUCCESS ||
            !m->host.evaluate(m->image, i, m->values))
            continue;
        ++out.samples;
        use(sample.startTimestamp, sample.endTimestamp, m->values);
    }
    if (const CUptiResult result = m->clear(); result != CUPTI_SUCCESS) out.wrong = MetricHost::textOf(result);
    return out;
}

Phrase cudaDevices(std::vector<CudaDevice>& out) {
    void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return Phrase::NoLibcuda;
    const auto init = reinterpret_cast<decltype(&::cuInit)>(::dlsym(library, "cuInit"));
    const auto count = reinterpret_cast<decltype(&::cuDeviceGetCount)>(::dlsym(library, "cuDeviceGetCount"));
    const auto uuid = reinterpret_cast<decltype(&::cuDeviceGetUuid)>(::dlsym(library, "cuDeviceGetUuid"));
    const auto name = reinterpret_cast<decltype(&::cuDeviceGetName)>(::dlsym(library, "cuDeviceGetName"));
    int n = 0;
    if (!init || !count || !uuid || !name) return Phrase::LibcudaLacksFunctions;
    if (const int result = init(0); result != 0) return {Phrase::CudaDidNotStart, result};
    if (count(&n) != 0 || n <= 0) return Phrase::CudaKnowsNoGpu;
    for (int i = 0; i < std::min(n, static_cast<int>(kMostCudaDevices)); ++i) {
        CudaDevice d{static_cast<std::uint32_t>(i), {}, {}, 0};
        char text[128] = {};
        CUuuid id{};
        if (uuid(&id, i) != 0) continue;
        std::memcpy(d.uuid, id.bytes, sizeof d.uuid);
        if (name(text, sizeof text - 1, i) == 0) d.name = text;
        out.push_back(d);
    }
    return {};
}

}  // namespace collectors
