// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// CUDA through CUPTI.
extern const Source kCudaSource;

/// CUDA was initialized in this process: CUPTI can be used from now on.
void cudaStarted();

}  // namespace collectors
