// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// How busy the units of GPUs are, from sampled counters.
extern const Source kMetricsSource;

}  // namespace collectors
