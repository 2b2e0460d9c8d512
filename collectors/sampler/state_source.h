// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// Temperature, power, clocks, memory and throttling of GPUs by NVML, ten times a second: none of them changes more
/// often.
extern const Source kStateSource;

}  // namespace collectors
