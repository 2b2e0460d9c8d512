// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// NVTX by a handler of our own.
extern const Source kNvtxSource;

/// As the library is loaded: from now on forks wait for NVTX that is beginning.
void nvtxLoaded();

}  // namespace collectors
