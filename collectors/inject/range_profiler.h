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

/// Counters of single launches in one CUDA context: a launch between push() and pop() runs as often as its metrics need passes, from the same memory. From one
/// thread at a time.
class RangeProfiler {
public:
    RangeProfiler();
    ~RangeProfiler();
    RangeProfiler(const RangeProfiler&) = delete;

    static constexpr std::size_t kRanges = 256;  ///< that can wait for drain()

    /// A reason where that fails. Takes those of the metrics that the chip has and that fit into so many passes; "a*" = all that begin so.
    std::string open(CUcontext context, std::uint32_t device, std::span<const std::string> metrics, std::size_t passes);
    const std::vector<const char*>& names() const;
    std::size_t passes() const;

    std::string start();
    /// Of a launch with that number; false where it cannot be measured.
    bool push(std::uint64_t number);
    void pop();

    /// Ends measuring, and gives the values of all launches since the start: use(number, values of names()). Then start() again. Returns how many were lost.
    std::size_t drain(const std::function<void(std::uint64_t number, std::span<const double> values)>& use);
    /// Before the context goes.
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

}  // namespace collectors
