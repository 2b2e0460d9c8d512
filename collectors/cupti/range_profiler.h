// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collectors/protocol/phrase.h"

namespace collectors {

/// Counters of single launches in one CUDA context. Each kernel between start() and drain() runs as often as its
/// metrics need passes, one after the other, from the same memory. From one thread at a time. (CUPTI refuses ranges
/// with names of our own while kernels are replayed: INVALID_OPERATION on an H200, CUDA 13.0.)
class RangeProfiler {
public:
    RangeProfiler();
    ~RangeProfiler();
    RangeProfiler(const RangeProfiler&) = delete;

    static constexpr std::size_t kRanges = 128;  ///< number of launches that can wait for drain()

    /// Uses those metrics that the chip has and that fit into so many passes; "a*" = all with that prefix. Returns the
    /// reason if that fails.
    Phrase open(CUcontext context, std::uint32_t device, std::span<const std::string> metrics, std::size_t passes);
    const std::vector<const char*>& names() const;
    std::size_t passes() const;

    /// Launches count from now on. Returns the reason if that fails.
    Phrase start();
    bool isStarted() const;
    /// Stops counting, and passes on the values of the `launches` since the start, in their order: use(number from 0,
    /// values of names()). Returns how many have none: all of them if their number is not the counted one.
    std::size_t drain(std::size_t launches,
                      const std::function<void(std::size_t number, std::span<const double> values)>& use);
    /// Call it before the context is destroyed.
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

}  // namespace collectors
