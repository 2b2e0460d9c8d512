// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/inject/process.h"

namespace collectors {

/// NVTX by a handler of our own.
extern const Source kNvtxSource;

}  // namespace collectors
