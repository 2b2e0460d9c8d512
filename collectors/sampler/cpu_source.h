// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// Where CPUs are, periodically, and when threads are switched in and out: by perf_event_open(2).
extern const Source kCpuSource;

}  // namespace collectors
