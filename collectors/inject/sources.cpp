// SPDX-License-Identifier: Apache-2.0
// What the injected library traces, one line each.
#include "collectors/inject/calls/call_source.h"
#include "collectors/inject/calls/openmp_source.h"
#include "collectors/inject/cuda/cuda_source.h"
#include "collectors/inject/nvtx/nvtx_source.h"
#include "collectors/inject/python/python_source.h"
#include "collectors/process/process.h"

namespace collectors {

std::span<const Source* const> sources() {
    static const Source* const all[] = {&kCudaSource, &kNvtxSource, &kCallSource, &kOpenMpSource, &kPythonSource};
    return all;
}

}  // namespace collectors
