// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// Temperature, power, clocks, memory and throttling of GPUs from NVML, ten times a second: none of them changes
/// faster.
extern const Source kStateSource;

}  // namespace collectors
