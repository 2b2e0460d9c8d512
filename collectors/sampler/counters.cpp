// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/counters.h"

#include <cupti.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>
#include <dlfcn.h>

#include <cstring>
#include <optional>
#include <utility>

#include "collectors/inject/cupti_library.h"

namespace collectors {
namespace {

constexpr std::size_t kHardwareBuffer = 64u << 20;  // bytes on the GPU; at 10 kHz some seconds
constexpr unsigned kMostCudaDevices = 64;

#define SIGHTLINE_PM_FUNCTIONS(F)                                                                                                                     \
    F(cuptiGetResultString) F(cuptiProfilerInitialize) F(cuptiDeviceGetChipName) F(cuptiPmSamplingGetCounterAvailability) F(cuptiProfilerHostInitialize)  \
    F(cuptiProfilerHostDeinitialize) F(cuptiProfilerHostConfigAddMetrics) F(cuptiProfilerHostGetConfigImageSize) F(cuptiProfilerHostGetConfigImage)       \
    F(cuptiProfilerHostGetNumOfPasses) F(cuptiProfilerHostEvaluateToGpuValues) F(cuptiPmSamplingEnable) F(cuptiPmSamplingDisable)                       \
    F(cuptiPmSamplingSetConfig) F(cuptiPmSamplingGetCounterDataSize) F(cuptiPmSamplingCounterDataImageInitialize) F(cuptiPmSamplingStart)               \
    F(cuptiPmSamplingStop) F(cuptiPmSamplingDecodeData) F(cuptiPmSamplingGetCounterDataInfo) F(cuptiPmSamplingCounterDataGetSampleInfo)

struct PmApi {
#define F(name) decltype(&::name) name = nullptr;
    SIGHTLINE_PM_FUNCTIONS(F)
#undef F
    std::string wrong = load();

    std::string load() {
        void* library = openCupti();
        if (!library) return kNoCupti;
        bool all = true;
#define F(name) all &= (name = reinterpret_cast<decltype(name)>(::dlsym(library, #name))) != nullptr;
        SIGHTLINE_PM_FUNCTIONS(F)
#undef F
        if (!all) return "the libcupti of this machine is older than 12.6, which cannot sample counters";
        CUpti_Profiler_Initialize_Params p{CUpti_Profiler_Initialize_Params_STRUCT_SIZE, nullptr};
        const CUptiResult result = cuptiProfilerInitialize(&p);
        return result == CUPTI_SUCCESS ? std::string() : text(result);
    }
    std::string text(CUptiResult result) const {
        const char* out = nullptr;
        if (cuptiGetResultString) cuptiGetResultString(result, &out);
        if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) return "GPU counters are for administrators only on this machine";
        return out ? out : "unknown error of CUPTI";
    }
};
const PmApi& api() {
    static const PmApi one;
    return one;
}

template <class T>
T parameters(std::size_t size) {
    T p{};
    p.structSize = size;
    return p;
}
#define PARAMETERS(type) parameters<type>(type##_STRUCT_SIZE)

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
        {"Compute Warps in Flight [Throughput %]", "tpc__warps_active_shader_cs_realtime.avg.pct_of_peak_sustained_elapsed"},
    };
    if (set.empty() || set == "general") return general;
    std::vector<GpuMetric> out;
    for (std::size_t at = 0; at <= set.size();) {
        const std::size_t end = std::min(set.find(',', at), set.size());
        if (end > at) out.push_back({std::string(set.substr(at, end - at)), std::string(set.substr(at, end - at))});
        at = end + 1;
    }
    return out;
}

struct Counters::Impl {
    CUpti_Profiler_Host_Object* host = nullptr;
    CUpti_PmSampling_Object* sampling = nullptr;
    std::string chip;
    std::vector<std::uint8_t> availability, config, image;
    std::vector<GpuMetric> metrics;
    std::vector<const char*> names;  // of metrics, as CUPTI wants them
    std::vector<double> values;

    ~Impl() {
        if (sampling) {
            auto p = PARAMETERS(CUpti_PmSampling_Disable_Params);
            p.pPmSamplingObject = sampling;
            api().cuptiPmSamplingDisable(&p);
        }
        close(host);
    }

    static void close(CUpti_Profiler_Host_Object*& object) {
        if (!object) return;
        auto p = PARAMETERS(CUpti_Profiler_Host_Deinitialize_Params);
        p.pHostObject = std::exchange(object, nullptr);
        api().cuptiProfilerHostDeinitialize(&p);
    }

    CUptiResult look(std::uint32_t device) {
        auto name = PARAMETERS(CUpti_Device_GetChipName_Params);
        name.deviceIndex = device;
        CUptiResult result = api().cuptiDeviceGetChipName(&name);
        if (result != CUPTI_SUCCESS) return result;
        chip = name.pChipName;
        auto p = PARAMETERS(CUpti_PmSampling_GetCounterAvailability_Params);
        p.deviceIndex = device;
        if ((result = api().cuptiPmSamplingGetCounterAvailability(&p)) != CUPTI_SUCCESS) return result;
        availability.resize(p.counterAvailabilityImageSize);
        p.pCounterAvailabilityImage = availability.data();
        return api().cuptiPmSamplingGetCounterAvailability(&p);
    }

    /// The image that sets these metrics up, with the object that evaluates them; passes that they take. Nothing where the chip refuses them.
    std::optional<std::size_t> configure(const std::vector<const char*>& wanted, CUpti_Profiler_Host_Object*& object, std::vector<std::uint8_t>& out) {
        auto init = PARAMETERS(CUpti_Profiler_Host_Initialize_Params);
        init.profilerType = CUPTI_PROFILER_TYPE_PM_SAMPLING;
        init.pChipName = chip.c_str();
        init.pCounterAvailabilityImage = availability.data();
        if (api().cuptiProfilerHostInitialize(&init) != CUPTI_SUCCESS) return std::nullopt;
        object = init.pHostObject;
        auto add = PARAMETERS(CUpti_Profiler_Host_ConfigAddMetrics_Params);
        add.pHostObject = object;
        add.ppMetricNames = const_cast<const char**>(wanted.data());
        add.numMetrics = wanted.size();
        auto size = PARAMETERS(CUpti_Profiler_Host_GetConfigImageSize_Params);
        size.pHostObject = object;
        if (api().cuptiProfilerHostConfigAddMetrics(&add) != CUPTI_SUCCESS || api().cuptiProfilerHostGetConfigImageSize(&size) != CUPTI_SUCCESS) return std::nullopt;
        out.resize(size.configImageSize);
        auto get = PARAMETERS(CUpti_Profiler_Host_GetConfigImage_Params);
        get.pHostObject = object;
        get.configImageSize = out.size();
        get.pConfigImage = out.data();
        auto passes = PARAMETERS(CUpti_Profiler_Host_GetNumOfPasses_Params);
        passes.configImageSize = out.size();
        passes.pConfigImage = out.data();
        if (api().cuptiProfilerHostGetConfigImage(&get) != CUPTI_SUCCESS || api().cuptiProfilerHostGetNumOfPasses(&passes) != CUPTI_SUCCESS) return std::nullopt;
        return passes.numOfPasses;
    }

    /// Takes as many as one pass can have, in their order.
    void choose(std::span<const GpuMetric> wanted, std::vector<std::string>& refused) {
        for (const GpuMetric& m : wanted) {
            std::vector<const char*> tried = names;
            tried.push_back(m.metric.c_str());
            CUpti_Profiler_Host_Object* object = nullptr;
            std::vector<std::uint8_t> unused;
            const auto passes = configure(tried, object, unused);
            close(object);
            if (passes == 1) names = tried, metrics.push_back(m);
            else refused.push_back(m.name);
        }
        names.clear();
        for (const GpuMetric& m : metrics) names.push_back(m.metric.c_str());
        values.resize(names.size());
    }

    CUptiResult enable(std::uint32_t device, unsigned hertz, unsigned samples) {
        auto on = PARAMETERS(CUpti_PmSampling_Enable_Params);
        on.deviceIndex = device;
        CUptiResult result = api().cuptiPmSamplingEnable(&on);
        if (result != CUPTI_SUCCESS) return result;
        sampling = on.pPmSamplingObject;
        auto set = PARAMETERS(CUpti_PmSampling_SetConfig_Params);
        set.pPmSamplingObject = sampling;
        set.configSize = config.size();
        set.pConfig = config.data();
        set.hardwareBufferSize = kHardwareBuffer;
        set.samplingInterval = 1'000'000'000u / hertz;
        set.triggerMode = CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL;
        set.hwBufferAppendMode = CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST;
        if ((result = api().cuptiPmSamplingSetConfig(&set)) != CUPTI_SUCCESS) return result;
        auto size = PARAMETERS(CUpti_PmSampling_GetCounterDataSize_Params);
        size.pPmSamplingObject = sampling;
        size.pMetricNames = names.data();
        size.numMetrics = names.size();
        size.maxSamples = samples;
        if ((result = api().cuptiPmSamplingGetCounterDataSize(&size)) != CUPTI_SUCCESS) return result;
        image.resize(size.counterDataSize);
        return clear();
    }

    CUptiResult clear() {
        auto p = PARAMETERS(CUpti_PmSampling_CounterDataImage_Initialize_Params);
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

std::string Counters::open(std::uint32_t device, std::span<const GpuMetric> wanted, unsigned hertz, unsigned samples, std::vector<std::string>& refused) {
    if (!api().wrong.empty()) return api().wrong;
    if (const CUptiResult result = m->look(device); result != CUPTI_SUCCESS) return api().text(result);
    m->metrics.reserve(wanted.size());
    m->choose(wanted, refused);
    if (m->names.empty()) return "it has none of the counters that were asked for";
    if (!m->configure(m->names, m->host, m->config)) return "its counters could not be set up";
    if (const CUptiResult result = m->enable(device, hertz, samples); result != CUPTI_SUCCESS) return api().text(result);
    return {};
}

std::string Counters::start() {
    auto p = PARAMETERS(CUpti_PmSampling_Start_Params);
    p.pPmSamplingObject = m->sampling;
    const CUptiResult result = api().cuptiPmSamplingStart(&p);
    return result == CUPTI_SUCCESS ? std::string() : api().text(result);
}

void Counters::stop() {
    auto p = PARAMETERS(CUpti_PmSampling_Stop_Params);
    p.pPmSamplingObject = m->sampling;
    api().cuptiPmSamplingStop(&p);
}

Counters::Read Counters::read(const Use& use) {
    Read out;
    auto decode = PARAMETERS(CUpti_PmSampling_DecodeData_Params);
    decode.pPmSamplingObject = m->sampling;
    decode.pCounterDataImage = m->image.data();
    decode.counterDataImageSize = m->image.size();
    if (const CUptiResult result = api().cuptiPmSamplingDecodeData(&decode); result != CUPTI_SUCCESS) return out.wrong = api().text(result), out;
    out.more = decode.decodeStopReason == CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL;
    auto info = PARAMETERS(CUpti_PmSampling_GetCounterDataInfo_Params);
    info.pCounterDataImage = m->image.data();
    info.counterDataImageSize = m->image.size();
    if (api().cuptiPmSamplingGetCounterDataInfo(&info) != CUPTI_SUCCESS) return out;
    for (std::size_t i = 0; i < info.numCompletedSamples; ++i) {
        auto sample = PARAMETERS(CUpti_PmSampling_CounterData_GetSampleInfo_Params);
        sample.pPmSamplingObject = m->sampling;
        sample.pCounterDataImage = m->image.data();
        sample.counterDataImageSize = m->image.size();
        sample.sampleIndex = i;
        auto evaluate = PARAMETERS(CUpti_Profiler_Host_EvaluateToGpuValues_Params);
        evaluate.pHostObject = m->host;
        evaluate.pCounterDataImage = m->image.data();
        evaluate.counterDataImageSize = m->image.size();
        evaluate.rangeIndex = i;
        evaluate.ppMetricNames = m->names.data();
        evaluate.numMetrics = m->names.size();
        evaluate.pMetricValues = m->values.data();
        if (api().cuptiPmSamplingCounterDataGetSampleInfo(&sample) != CUPTI_SUCCESS || api().cuptiProfilerHostEvaluateToGpuValues(&evaluate) != CUPTI_SUCCESS) continue;
        ++out.samples;
        use(sample.startTimestamp, sample.endTimestamp, m->values);
    }
    if (const CUptiResult result = m->clear(); result != CUPTI_SUCCESS) out.wrong = api().text(result);
    return out;
}

std::string cudaDevices(std::vector<CudaDevice>& out) {
    void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libcuda.so.1, which comes with the NVIDIA driver, was not found";
    const auto init = reinterpret_cast<decltype(&::cuInit)>(::dlsym(library, "cuInit"));
    const auto count = reinterpret_cast<decltype(&::cuDeviceGetCount)>(::dlsym(library, "cuDeviceGetCount"));
    const auto uuid = reinterpret_cast<decltype(&::cuDeviceGetUuid)>(::dlsym(library, "cuDeviceGetUuid"));
    const auto name = reinterpret_cast<decltype(&::cuDeviceGetName)>(::dlsym(library, "cuDeviceGetName"));
    int n = 0;
    if (!init || !count || !uuid || !name) return "libcuda.so.1 lacks functions";
    if (const int result = init(0); result != 0) return "CUDA did not start (error " + std::to_string(result) + ")";
    if (count(&n) != 0 || n <= 0) return "CUDA knows no GPU";
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
