// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace collectors {

/// Counters of single launches in one CUDA context: each kernel between start() and drain() runs as often as its
/// metrics need passes, from the same memory, one after the other. From one thread at a time. (Ranges with names of our
/// own CUPTI refuses while kernels are replayed: INVALID_OPERATION on an H200, CUDA 13.0.)
class RangeProfiler {
public:
    RangeProfiler();
    ~RangeProfiler();
    RangeProfiler(const RangeProfiler&) = delete;

    static constexpr std::size_t kRanges = 128;  ///< launches that can wait for drain()

    /// A reason where that fails. Takes those of the metrics that the chip has and that fit into so many passes; "a*" =
    /// all that begin so.
    std::string open(CUcontext context, std::uint32_t device, std::span<const std::string> metrics, std::size_t passes);
    const std::vector<const char*>& names() const;
    std::size_t passes() const;

    /// From now on launches count. A reason where that fails.
    std::string start();
    bool isStarted() const;
    /// Ends that, and gives the values of those `launches` since the start, in their order: use(number from 0, values
    /// of names()). Returns how many have none; all of them where their number is not the one that was counted.
    std::size_t drain(std::size_t launches,
                      const std::function<void(std::size_t number, std::span<const double> values)>& use);
    /// Before the context goes.
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

}  // namespace collectors
