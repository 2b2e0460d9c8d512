// SPDX-License-Identifier: GPL-3.0-or-later
// libcuda, libnvidia-ml and libcupti of a machine with one GPU that does what tests know: in the place of a real one.
// FAKE_GPU says what goes wrong, or that there are "two": the second one has 0x20 in its UUID where the first one has
// 0x10, and takes less power. CUDA sees the one that CUDA_VISIBLE_DEVICES names.
#include <cuda.h>
#include <cupti.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

bool goesWrong(const char* what) {
    const char* said = std::getenv("FAKE_GPU");
    return said && std::strstr(said, what);
}

std::uint64_t realtime() {
    timespec t{};
    ::clock_gettime(CLOCK_REALTIME, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

struct Host {
    std::vector<std::string> metrics;
};

/// Samples lie one period apart since the start.
struct Sampling {
    std::uint64_t period = 1'000'000, start = 0, stop = 0, taken = 0;  // ns, ns, ns, samples
    std::size_t room = 0;                                              // of the image
} g_sampling;

struct Image {
    std::uint64_t first, count;  // numbers of samples
};

// The gap: samples 100 to 119 are never delivered.
constexpr std::uint64_t kGapBegin = 100, kGapEnd = 120;

}  // namespace

extern "C" {

CUresult cuInit(unsigned) { return goesWrong("no-cuda") ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS; }
CUresult cuDeviceGetCount(int* n) {
    return *n = goesWrong("two") && !std::getenv("CUDA_VISIBLE_DEVICES") ? 2 : 1, CUDA_SUCCESS;
}
#undef cuDeviceGetUuid
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    const bool second = goesWrong("two") && (visible ? std::atoi(visible) : device) == 1;
    for (int i = 0; i < 16; ++i) uuid->bytes[i] = static_cast<char>((second ? 0x20 : 0x10) + i);
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int size, CUdevice) {
    std::strncpy(name, "Fake H100", static_cast<std::size_t>(size));
    return CUDA_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult, const char** text) {
    return *text = "a fault of the fake", CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* p) { return p->pChipName = "GH100", CUPTI_SUCCESS; }
CUptiResult cuptiPmSamplingGetCounterAvailability(CUpti_PmSampling_GetCounterAvailability_Params* p) {
    if (goesWrong("privileges")) return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    return p->counterAvailabilityImageSize = 16, CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params* p) {
    return p->pHostObject = reinterpret_cast<CUpti_Profiler_Host_Object*>(new Host), CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params* p) {
    return delete reinterpret_cast<Host*>(p->pHostObject), CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetBaseMetrics(CUpti_Profiler_Host_GetBaseMetrics_Params* p) {
    return p->numMetrics = 0, CUPTI_SUCCESS;
}
/// Links to other GPUs there are none.
CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params* p) {
    for (std::size_t i = 0; i < p->numMetrics; ++i) {
        if (std::strstr(p->ppMetricNames[i], "nvl")) return CUPTI_ERROR_INVALID_METRIC_NAME;
        reinterpret_cast<Host*>(p->pHostObject)->metrics.emplace_back(p->ppMetricNames[i]);
    }
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* p) {
    return p->configImageSize = 1, CUPTI_SUCCESS;
}
/// Warps need counters that lie in another pass.
CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params* p) {
    p->pConfigImage[0] = 1;
    for (const std::string& m : reinterpret_cast<Host*>(p->pHostObject)->metrics)
        if (m.find("warps") != m.npos) p->pConfigImage[0] = 2;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params* p) {
    return p->numOfPasses = p->pConfigImage[0], CUPTI_SUCCESS;
}
CUptiResult cuptiPmSamplingEnable(CUpti_PmSampling_Enable_Params* p) {
    return p->pPmSamplingObject = reinterpret_cast<CUpti_PmSampling_Object*>(&g_sampling), CUPTI_SUCCESS;
}
CUptiResult cuptiPmSamplingDisable(CUpti_PmSampling_Disable_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiPmSamplingSetConfig(CUpti_PmSampling_SetConfig_Params* p) {
    return g_sampling.period = p->samplingInterval, CUPTI_SUCCESS;
}
CUptiResult cuptiPmSamplingGetCounterDataSize(CUpti_PmSampling_GetCounterDataSize_Params* p) {
    g_sampling.room = goesWrong("full") ? 20 : p->maxSamples;
    return p->counterDataSize = sizeof(Image), CUPTI_SUCCESS;
}
CUptiResult cuptiPmSamplingCounterDataImageInitialize(CUpti_PmSampling_CounterDataImage_Initialize_Params* p) {
    return std::memset(p->pCounterData, 0, p->counterDataSize), CUPTI_SUCCESS;
}
CUptiResult cuptiPmSamplingStart(CUpti_PmSampling_Start_Params*) {
    g_sampling.start = realtime();
    g_sampling.stop = g_sampling.taken = 0;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiPmSamplingStop(CUpti_PmSampling_Stop_Params*) { return g_sampling.stop = realtime(), CUPTI_SUCCESS; }
CUptiResult cuptiPmSamplingDecodeData(CUpti_PmSampling_DecodeData_Params* p) {
    const std::uint64_t there =
        ((g_sampling.stop ? g_sampling.stop : realtime()) - g_sampling.start) / g_sampling.period;
    if (goesWrong("memory") && g_sampling.taken >= 200) return CUPTI_ERROR_OUT_OF_MEMORY;
    if (goesWrong("gap") && g_sampling.taken >= kGapBegin && g_sampling.taken < kGapEnd)
        g_sampling.taken = std::min(there, kGapEnd);
    const bool isFull = goesWrong("memory");
    std::uint64_t end = std::min<std::uint64_t>(there, g_sampling.taken + g_sampling.room);
    if (goesWrong("gap") && g_sampling.taken < kGapBegin) end = std::min(end, kGapBegin);
    if (isFull) end = std::min<std::uint64_t>(end, 200);
    auto* image = reinterpret_cast<Image*>(p->pCounterDataImage);
    *image = {g_sampling.taken, end - g_sampling.taken};
    g_sampling.taken = goesWrong("full") ? there : end;  // as real drivers do: what has no room is gone
    p->decodeStopReason = end < there ? CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL
                                      : CUPTI_PM_SAMPLING_DECODE_STOP_REASON_END_OF_RECORDS;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiPmSamplingGetCounterDataInfo(CUpti_PmSampling_GetCounterDataInfo_Params* p) {
    p->numCompletedSamples = reinterpret_cast<const Image*>(p->pCounterDataImage)->count;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiPmSamplingCounterDataGetSampleInfo(CUpti_PmSampling_CounterData_GetSampleInfo_Params* p) {
    const std::uint64_t n = reinterpret_cast<const Image*>(p->pCounterDataImage)->first + p->sampleIndex;
    p->startTimestamp = n ? g_sampling.start + n * g_sampling.period
                          : g_sampling.start - 500'000'000;  // the first one covers what was before
    p->endTimestamp = g_sampling.start + (n + 1) * g_sampling.period;
    return CUPTI_SUCCESS;
}
/// Each metric has a value of its own: its place in the list, and a tenth.
CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params* p) {
    for (std::size_t i = 0; i < p->numMetrics; ++i) p->pMetricValues[i] = static_cast<double>(i) + 0.1;
    return CUPTI_SUCCESS;
}

int nvmlInit_v2() { return goesWrong("no-nvml") ? 999 : 0; }
int nvmlDeviceGetCount_v2(unsigned* n) { return *n = goesWrong("two") ? 2 : 1, 0; }
/// A handle is the number and one.
int nvmlDeviceGetHandleByIndex_v2(unsigned i, void** device) {
    return *device = reinterpret_cast<void*>(i + std::uintptr_t{1}), 0;
}
bool isSecond(void* device) { return device == reinterpret_cast<void*>(std::uintptr_t{2}); }
int nvmlDeviceGetName(void*, char* name, unsigned size) { return std::strncpy(name, "Fake H100", size), 0; }
int nvmlDeviceGetUUID(void* device, char* text, unsigned size) {
    return std::strncpy(text,
                        isSecond(device) ? "GPU-20212223-2425-2627-2829-2a2b2c2d2e2f"
                                         : "GPU-10111213-1415-1617-1819-1a1b1c1d1e1f",
                        size),
           0;
}
int nvmlDeviceGetTemperature(void*, int, unsigned* celsius) { return *celsius = 41, 0; }
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
    return *milliwatts = isSecond(device) ? 100'000 : 312'500, 0;
}
/// Falls once, in the fourth look at it.
int nvmlDeviceGetClockInfo(void*, int clock, unsigned* mhz) {
    static unsigned looks = 0;
    if (clock == 1) ++looks;
    return *mhz = clock == 2 ? 2619 : looks > 8 ? 1200 : 1980, 0;
}
/// The power limit holds from the third to the fifth look.
int nvmlDeviceGetCurrentClocksEventReasons(void*, unsigned long long* reasons) {
    static unsigned looks = 0;
    ++looks;
    return *reasons = looks >= 3 && looks <= 5 ? 0x4 : 0, 0;
}

}  // extern "C"
