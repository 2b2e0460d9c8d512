// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

// CUDA calls and the work of GPUs, by name.
extern const Report kCudaApiSum, kCudaApiTrace, kCudaGpuKernSum, kCudaGpuKernGbSum, kCudaGpuMemTimeSum,
    kCudaGpuMemSizeSum, kCudaGpuSum, kCudaApiGpuSum, kCudaGpuTrace;

}  // namespace model::reports
