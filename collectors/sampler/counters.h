// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/protocol/phrase.h"

namespace collectors {

/// A GPU metric: its name for people, and CUPTI's.
struct GpuMetric {
    std::string name;    ///< "SMs Active [Throughput %]"
    std::string metric;  ///< "sm__cycles_active.avg.pct_of_peak_sustained_elapsed"
};
/// `set`: "general", "full" (with warps in flight), or names of CUPTI with commas. Empty = general.
std::vector<GpuMetric> metricSet(std::string_view set);

/// The counters of one GPU, sampled periodically by its own hardware ("PM sampling" of CUPTI, from version 12.6 on),
/// whoever uses the GPU.
class Counters {
public:
    Counters();
    ~Counters();
    Counters(Counters&&) noexcept;
    Counters(const Counters&) = delete;

    /// Sets up the GPU with that CUDA index. read() fetches up to `samples` samples at once. Returns the reason if that
    /// fails. Metrics that the GPU refuses, or that need another pass, are left out and named in `refused`.
    Phrase open(std::uint32_t device, std::span<const GpuMetric> wanted, unsigned hertz, unsigned samples,
                std::vector<std::string>& refused);
    const std::vector<GpuMetric>& metrics() const;

    /// Returns the reason if that fails.
    Phrase start();
    void stop();

    /// One sample: its begin and end (ns of CUPTI's clock, which is CLOCK_REALTIME), and a value for each of metrics().
    using Use = std::function<void(std::uint64_t start, std::uint64_t end, std::span<const double> values)>;
    struct Read {
        std::size_t samples = 0;
        bool full =
            false;  ///< there were more samples than open() asked for: the newest ones are lost, which their times show
        Phrase wrong;  ///< why nothing more can be read
    };
    /// Fetches the samples that the hardware holds.
    Read read(const Use& use);

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

/// A GPU, as CUDA numbers it and as others identify it.
struct CudaDevice {
    std::uint32_t index;
    unsigned char uuid[16];
    std::string name;
    std::uint64_t memory;  ///< bytes
};
/// Returns the reason if there is no CUDA.
Phrase cudaDevices(std::vector<CudaDevice>& out);

}  // namespace collectors
