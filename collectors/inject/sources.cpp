// SPDX-License-Identifier: Apache-2.0
// What the injected library traces, one line each.
#include "collectors/inject/call_source.h"
#include "collectors/inject/cuda_source.h"
#include "collectors/inject/nvtx_source.h"
#include "collectors/inject/openmp_source.h"
#include "collectors/inject/process.h"
#include "collectors/inject/python_source.h"

namespace collectors {

std::span<const Source* const> sources() {
    static const Source* const all[] = {&kCudaSource, &kNvtxSource, &kCallSource, &kOpenMpSource, &kPythonSource};
    return all;
}

}  // namespace collectors
