// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

// From the call that launches a kernel to the end of the kernel.
extern const Report kCudaKernExecSum, kCudaKernExecTrace;

}  // namespace model::reports
