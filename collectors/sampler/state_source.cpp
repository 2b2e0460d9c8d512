// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/state_source.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "collectors/process/options.h"
#include "collectors/process/spool_writer.h"
#include "collectors/sampler/devices.h"
#include "collectors/sampler/meters.h"
#include "collectors/sampler/nvml_api.h"
#include "collectors/sampler/ticker.h"

namespace collectors {
namespace {

constexpr std::chrono::milliseconds kPeriod{100};
constexpr unsigned kMostDevices = 256;
constexpr unsigned kClockDrop = 10;  // per cent, from one look to the next, that is worth a mark

NvmlApi g_nvml;

/// What is read of a GPU. `value` is false where it is not to be had.
struct Quantity {
    const char* name;
    bool (*value)(NvmlApi::Device, double&);
};
template <class T>
bool ask(int (*function)(NvmlApi::Device, T*), NvmlApi::Device device, T& out) {
    return function && function(device, &out) == 0;
}
bool clockOf(NvmlApi::Device device, int clock, double& mhz) {
    unsigned value = 0;
    const bool known = g_nvml.nvmlDeviceGetClockInfo && g_nvml.nvmlDeviceGetClockInfo(device, clock, &value) == 0;
    mhz = value;
    return known;
}
constexpr Quantity kQuantities[] = {
    {"Temperature [°C]",
     [](NvmlApi::Device d, double& v) {
         unsigned celsius = 0;
         const bool known = g_nvml.nvmlDeviceGetTemperature && g_nvml.nvmlDeviceGetTemperature(d, 0, &celsius) == 0;
         v = celsius;
         return known;
     }},
    {"Power [W]",
     [](NvmlApi::Device d, double& v) {
         unsigned milliwatts = 0;
         const bool known = ask(g_nvml.nvmlDeviceGetPowerUsage, d, milliwatts);
         v = milliwatts / 1000.0;
         return known;
     }},
    {"SM clock [MHz]", [](NvmlApi::Device d, double& v) { return clockOf(d, NvmlApi::SmClock, v); }},
    {"Memory clock [MHz]", [](NvmlApi::Device d, double& v) { return clockOf(d, NvmlApi::MemoryClock, v); }},
    {"Device busy [%]",
     [](NvmlApi::Device d, double& v) {
         NvmlApi::Utilization use{};
         const bool known = ask(g_nvml.nvmlDeviceGetUtilizationRates, d, use);
         v = use.gpu;
         return known;
     }},
    {"Device memory used [bytes]",
     [](NvmlApi::Device d, double& v) {
         NvmlApi::Memory memory{};
         const bool known = ask(g_nvml.nvmlDeviceGetMemoryInfo, d, memory);
         v = static_cast<double>(memory.used);
         return known;
     }},
};

struct Reason {
    unsigned long long bit;
    const char* text;
};
constexpr Reason kReasons[] = {
    {NvmlApi::PowerCap, "Clocks are reduced: power limit"},
    {NvmlApi::HardwareSlowdown, "Clocks are reduced: hardware slowdown"},
    {NvmlApi::SoftwareThermal, "Clocks are reduced: temperature"},
    {NvmlApi::HardwareThermal, "Clocks are reduced: temperature (hardware)"},
    {NvmlApi::PowerBrake, "Clocks are reduced: power brake"},
    {NvmlApi::SyncBoost, "Clocks are reduced: sync boost"},
};

struct Gpu {
    NvmlApi::Device handle = nullptr;
    std::uint32_t number = 0;
    std::uint32_t meters[std::size(kQuantities)] = {};  ///< 0 = none
    std::uint64_t since[std::size(kReasons)] = {};      ///< when a reason began; 0 = it does not hold
    double clock = 0;                                   ///< at the last look; 0 = unknown, or the GPU did nothing
};
std::vector<Gpu> g_gpus;
Ticker g_ticker;

void mark(const Gpu& gpu, std::uint64_t start, std::uint64_t end, std::string_view text, std::string_view detail = {}) {
    const spool::Mark m{start,     end, spoolWriter().string(text), spoolWriter().string(detail), spool::Meter::Device,
                        gpu.number};
    spoolWriter().write(spool::Block::Marks, &m, 1);
}

void lookAtReasons(Gpu& gpu, std::uint64_t time, unsigned long long reasons) {
    for (std::size_t i = 0; i < std::size(kReasons); ++i) {
        const bool holds = (reasons & kReasons[i].bit) != 0;
        if (holds && !gpu.since[i]) gpu.since[i] = time;
        if (!holds && gpu.since[i]) mark(gpu, std::exchange(gpu.since[i], 0), time, kReasons[i].text);
    }
}

void lookAt(Gpu& gpu) {
    const std::uint64_t time = monotonicNs();
    for (std::size_t i = 0; i < std::size(kQuantities); ++i)
        if (double v = 0; gpu.meters[i] && kQuantities[i].value(gpu.handle, v)) read(gpu.meters[i], time, v);
    unsigned long long reasons = 0;
    if (!ask(g_nvml.nvmlDeviceGetCurrentClocksEventReasons, gpu.handle, reasons)) return;
    lookAtReasons(gpu, time, reasons);
    double clock = 0;
    const bool works = !(reasons & NvmlApi::Idle) && clockOf(gpu.handle, NvmlApi::SmClock, clock);
    if (works && gpu.clock > 0 && clock < gpu.clock * (100 - kClockDrop) / 100)
        mark(gpu, time, time, "SM clock fell",
             std::to_string(std::lround(gpu.clock)) + " → " + std::to_string(std::lround(clock)) + " MHz");
    gpu.clock = works ? clock : 0;
}

void findGpus() {
    unsigned n = 0;
    if (g_nvml.nvmlDeviceGetCount_v2(&n) != 0 || n == 0)
        return cannotTrace(Phrase::StateOfGpus, Phrase::NvmlKnowsNoGpu);
    for (unsigned i = 0; i < std::min(n, kMostDevices); ++i) {
        Gpu gpu;
        char name[96] = {}, uuid[96] = {};
        if (g_nvml.nvmlDeviceGetHandleByIndex_v2(i, &gpu.handle) != 0 ||
            g_nvml.nvmlDeviceGetUUID(gpu.handle, uuid, sizeof uuid) != 0) {
            cannotTrace({Phrase::StateOfGpu, i}, Phrase::UserMayNotLook);
            continue;
        }
        g_nvml.nvmlDeviceGetName(gpu.handle, name, sizeof name);
        NvmlApi::Memory memory{};
        (void)ask(g_nvml.nvmlDeviceGetMemoryInfo, gpu.handle, memory);
        gpu.number = deviceNumber(i, uuidOf(uuid), name, memory.total);
        for (std::size_t q = 0; q < std::size(kQuantities); ++q)
            if (double v = 0; kQuantities[q].value(gpu.handle, v))
                gpu.meters[q] = defineMeter(kQuantities[q].name, spool::Meter::Device, gpu.number);
        g_gpus.push_back(gpu);
    }
}

void joined() {
    if (!options().gpuState) return;
    if (const Phrase wrong = g_nvml.load(); !wrong.empty()) return cannotTrace(Phrase::StateOfGpus, wrong);
    findGpus();
}

void begin() {
    if (g_gpus.empty()) return;
    g_ticker.start(kPeriod, [] {
        for (Gpu& gpu : g_gpus) lookAt(gpu);
    });
}

void end() {
    g_ticker.stop();
    const std::uint64_t time = monotonicNs();
    for (Gpu& gpu : g_gpus) {
        lookAtReasons(gpu, time, 0);
        gpu.clock = 0;
        for (const std::uint32_t meter : gpu.meters)
            if (meter) readNothing(meter, time);
    }
    flushReadings();
}

}  // namespace

constinit const Source kStateSource{"gpu-state", begin, end, flushReadings, nullptr, joined};

}  // namespace collectors
