// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/metrics_source.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <list>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "collectors/process/options.h"
#include "collectors/process/spool_writer.h"
#include "collectors/sampler/counters.h"
#include "collectors/sampler/devices.h"
#include "collectors/sampler/meters.h"
#include "collectors/sampler/ticker.h"

namespace collectors {
namespace {

// What a sample costs at 1 kHz, on an H200 with ten metrics, is CUPTI's own: 31 µs on a quick host and 50 on a slow one
// to decode it, 20 and 30 to evaluate it, and 7 and 13 to empty the buffer, by the samples that have room in it: so
// that is little more than a look fills. Metrics that are counted in each SM cost most. What is not CUPTI's is 1 µs.
constexpr unsigned kFast = 2000;  // Hz
constexpr std::chrono::milliseconds kPeriod{1000}, kFastPeriod{100};
constexpr int kReadsAtOnce = 16;                     // of a buffer each
constexpr int kReadsAtEnd = 512;                     // more than the hardware's buffer holds
constexpr std::uint64_t kEndWithin = 3'000'000'000;  // ns

/// A GPU that is looked at. Everything of it belongs to its ticker while that runs.
struct Gpu {
    Counters counters;
    std::uint32_t number = 0;
    std::vector<std::uint32_t> meters;  ///< as counters.metrics()
    std::uint64_t periodNs = 0, last = 0;
    std::uint64_t missing = 0;           ///< samples
    std::uint64_t stopped = 0;           ///< ns
    std::atomic<std::uint64_t> from{0};  ///< ns; earlier samples are nobody's; 0 = none are wanted
    bool first = true;                   ///< the first sample of all covers what was before it
    bool runs = false, gaveUp = false;
    Ticker ticker;
};
std::list<Gpu> g_gpus;

std::uint64_t realtimeNs() {
    timespec t{};
    ::clock_gettime(CLOCK_REALTIME, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

std::chrono::milliseconds period() { return options().gpuMetricsHz > kFast ? kFastPeriod : kPeriod; }

/// To start counters takes some 60 ms, which is most of a short range: where one is waited for they run before it.
bool runsAlways() { return options().profilerApi || !options().nvtxCapture.empty(); }

void take(Gpu& gpu, std::int64_t toMonotonic, std::uint64_t start, std::uint64_t end, std::span<const double> values) {
    if (std::exchange(gpu.first, false) || end <= start) return;
    const std::uint64_t time = std::max(start + static_cast<std::uint64_t>(toMonotonic), gpu.last + 1), from = gpu.from;
    if (from == 0 || time < from) return;
    const std::uint64_t periods = gpu.last ? (time - gpu.last + gpu.periodNs / 2) / gpu.periodNs : 1;
    if (periods > 1) {  // nothing is known of the time in which samples are missing
        gpu.missing += periods - 1;
        for (const std::uint32_t meter : gpu.meters) readNothing(meter, gpu.last + gpu.periodNs);
    }
    for (std::size_t i = 0; i < values.size(); ++i) read(gpu.meters[i], time, values[i]);
    gpu.last = time;
}

/// One buffer; whether it was too small for what was there. What has no room may be gone (in the driver of H200s it
/// is), or come next.
bool readOnce(Gpu& gpu) {
    if (gpu.gaveUp) return false;
    const auto toMonotonic = static_cast<std::int64_t>(monotonicNs() - realtimeNs());
    const Counters::Read done =
        gpu.counters.read([&](std::uint64_t start, std::uint64_t end, std::span<const double> values) {
            take(gpu, toMonotonic, start, end, values);
        });
    if (!done.wrong.empty()) {
        gpu.gaveUp = true;
        cannotTrace({Phrase::RestOfMetricsOfGpu, gpu.number}, done.wrong);
    }
    return done.full && done.wrong.empty();
}

void set(Gpu& gpu, const CudaDevice& device) {
    Uuid uuid;
    std::copy(std::begin(device.uuid), std::end(device.uuid), uuid.begin());
    gpu.number = deviceNumber(device.index, uuid, device.name, device.memory);
    std::vector<std::string> refused;
    const std::vector<GpuMetric> wanted = metricSet(options().gpuMetricsSet);
    const auto samples = static_cast<unsigned>(options().gpuMetricsHz * period().count() * 5 / 4000 + 64);
    const Phrase wrong = gpu.counters.open(device.index, wanted, options().gpuMetricsHz, samples, refused);
    if (!wrong.empty()) {
        gpu.gaveUp = true;
        return cannotTrace({Phrase::MetricsOfGpu, gpu.number}, wrong);
    }
    std::string all;
    for (const std::string& name : refused) all += (all.empty() ? "" : ", ") + name;
    if (!all.empty()) spoolWriter().facts({"refused." + std::to_string(gpu.number), all});
    gpu.periodNs = 1'000'000'000u / options().gpuMetricsHz;
    for (const GpuMetric& m : gpu.counters.metrics())
        gpu.meters.push_back(defineMeter(m.name, spool::Meter::Device, gpu.number));
}

/// Numbers as CUDA counts; those of "all" and "cuda-visible" are the ones that there are.
std::set<std::uint32_t> wantedDevices(std::span<const CudaDevice> there) {
    const std::string& list = options().gpuMetrics;
    std::set<std::uint32_t> out;
    if (list == "all" || list == "cuda-visible")
        for (const CudaDevice& d : there) out.insert(d.index);
    else
        for (std::istringstream in(list); in;)
            if (std::string number; std::getline(in, number, ','))
                out.insert(static_cast<std::uint32_t>(std::strtoul(number.c_str(), nullptr, 10)));
    return out;
}

void look(Gpu& gpu) {
    gpu.ticker.start(period(), [&gpu] {
        for (int i = 0; i < kReadsAtOnce && readOnce(gpu); ++i) {}
    });
}

void start(Gpu& gpu) {
    if (gpu.runs || gpu.gaveUp) return;
    gpu.first = true;
    if (const Phrase wrong = gpu.counters.start(); !wrong.empty()) {
        gpu.gaveUp = true;
        return cannotTrace({Phrase::MetricsOfGpu, gpu.number}, wrong);
    }
    gpu.runs = true;
    look(gpu);
}

void joined() {
    if (options().gpuMetrics.empty()) return;
    std::vector<CudaDevice> devices;
    if (const Phrase wrong = cudaDevices(devices); !wrong.empty()) return cannotTrace(Phrase::GpuMetrics, wrong);
    std::set<std::uint32_t> wanted = wantedDevices(devices);
    for (const CudaDevice& device : devices) {
        if (wanted.erase(device.index) == 0) continue;
        Gpu& gpu = g_gpus.emplace_back();
        set(gpu, device);
        if (gpu.gaveUp) g_gpus.pop_back();
        else if (runsAlways()) start(gpu);
    }
    const Phrase::Key why = std::getenv("CUDA_VISIBLE_DEVICES") ? Phrase::NoVisibleGpuOfNumber : Phrase::NoGpuOfNumber;
    for (const std::uint32_t missing : wanted) cannotTrace({Phrase::MetricsOfGpu, missing}, why);
}

void begin() {
    for (Gpu& gpu : g_gpus) {
        gpu.last = 0;
        gpu.from = monotonicNs();
        start(gpu);
    }
}

/// What the hardware still holds, while nobody else reads it.
void readRest(Gpu& gpu, std::uint64_t until) {
    bool full = true, wasFull = false;
    for (int i = 0; i < kReadsAtEnd && full && monotonicNs() < until; ++i) wasFull |= full = readOnce(gpu);
    const std::uint64_t next = gpu.last + gpu.periodNs;  // when the sample behind the last one began
    const std::uint64_t left =
        gpu.last && (full || wasFull) && gpu.stopped > next ? (gpu.stopped - next) / gpu.periodNs : 0;
    if (const std::uint64_t lost = std::exchange(gpu.missing, 0) + left; lost > 0)
        spoolWriter().lost({Phrase::GpuSamplesTooFast, gpu.number}, lost);
    for (const std::uint32_t meter : gpu.meters)
        if (gpu.last) readNothing(meter, gpu.last + gpu.periodNs);
}

void end() {
    for (Gpu& gpu : g_gpus) {
        gpu.ticker.stop();
        if (!gpu.runs) continue;
        gpu.stopped = monotonicNs();  // before they are stopped, which takes long
        if (!runsAlways()) gpu.counters.stop(), gpu.runs = false;
    }
    const std::uint64_t until = monotonicNs() + kEndWithin;
    for (Gpu& gpu : g_gpus) {
        readRest(gpu, until);
        gpu.from = 0;
        if (gpu.runs) look(gpu);  // for the next range
    }
    flushReadings();
}

}  // namespace

constinit const Source kMetricsSource{"gpu-metrics", begin, end, flushReadings, nullptr, joined};

}  // namespace collectors
