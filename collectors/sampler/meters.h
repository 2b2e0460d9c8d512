// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "collectors/protocol/spool.h"

namespace collectors {

/// A new curve, with its unit in brackets behind its name. `device` as the sampler's Device records number it. Any
/// thread.
std::uint32_t defineMeter(std::string_view name, spool::Meter::Of of, std::uint32_t device = 0);
/// A value that holds from `time` (ns) on. Times of one meter rise. Any thread.
void read(std::uint32_t meter, std::uint64_t time, double value);
/// From here on nothing is known of it.
void readNothing(std::uint32_t meter, std::uint64_t time);
/// Writes what read() holds back.
void flushReadings();

}  // namespace collectors
