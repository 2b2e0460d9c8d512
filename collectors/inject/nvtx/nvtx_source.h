// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// NVTX, through a handler of our own.
extern const Source kNvtxSource;

/// Called when the library is loaded: from now on forks wait for an NVTX that is starting.
void nvtxLoaded();

}  // namespace collectors
