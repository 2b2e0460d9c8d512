// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "collectors/protocol/spool.h"

namespace collectors {

/// Defines a curve, with its unit in brackets after the name. `device`: as in the sampler's Device records. Any thread.
std::uint32_t defineMeter(std::string_view name, spool::Meter::Of of, std::uint32_t device = 0);
/// Adds a value that holds from `time` (ns) on. Times of one meter must increase. Any thread.
void read(std::uint32_t meter, std::uint64_t time, double value);
/// From `time` (ns) on, the value is unknown.
void readNothing(std::uint32_t meter, std::uint64_t time);
/// Writes the values that read() has buffered.
void flushReadings();

}  // namespace collectors
