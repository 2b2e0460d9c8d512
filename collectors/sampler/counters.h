// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace collectors {

/// A row of GPU metrics: what people know it by, and what CUPTI calls it.
struct GpuMetric {
    std::string name;    ///< "SMs Active [Throughput %]"
    std::string metric;  ///< "sm__cycles_active.avg.pct_of_peak_sustained_elapsed"
};
/// "general", "full" (with warps in flight), or names of CUPTI's with commas. Empty = general.
std::vector<GpuMetric> metricSet(std::string_view set);

/// The counters of one GPU, read periodically by its own hardware ("PM sampling" of CUPTI, from version 12.6 on),
/// whoever works on it.
class Counters {
public:
    Counters();
    ~Counters();
    Counters(Counters&&) noexcept;
    Counters(const Counters&) = delete;

    /// Sets the GPU with that index of CUDA's up; read() takes so many samples over at once. A reason where that fails.
    /// Metrics that it refuses, or that need another pass, are left out and named in `refused`.
    std::string open(std::uint32_t device, std::span<const GpuMetric> wanted, unsigned hertz, unsigned samples,
                     std::vector<std::string>& refused);
    const std::vector<GpuMetric>& metrics() const;

    /// A reason where that fails.
    std::string start();
    void stop();

    /// What one sample says: its stretch of time (ns of CUPTI's clock, which is that of CLOCK_REALTIME), and a value
    /// for each of metrics().
    using Use = std::function<void(std::uint64_t start, std::uint64_t end, std::span<const double> values)>;
    struct Read {
        std::size_t samples = 0;
        bool full =
            false;  ///< there were more than open() was told: those that came last are gone, which their times show
        std::string wrong;  ///< nothing more can be read
    };
    /// Takes what the hardware has over.
    Read read(const Use& use);

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

/// GPUs as CUDA numbers them, and as others know them.
struct CudaDevice {
    std::uint32_t index;
    unsigned char uuid[16];
    std::string name;
    std::uint64_t memory;  ///< bytes
};
/// A reason where there is no CUDA.
std::string cudaDevices(std::vector<CudaDevice>& out);

}  // namespace collectors
