// SPDX-License-Identifier: Apache-2.0
// What the sampler looks at, one line each.
#include "collectors/process/process.h"
#include "collectors/sampler/cost_source.h"
#include "collectors/sampler/cpu_source.h"
#include "collectors/sampler/machine_source.h"
#include "collectors/sampler/metrics_source.h"
#include "collectors/sampler/programs_source.h"
#include "collectors/sampler/state_source.h"

namespace collectors {

std::span<const Source* const> sources() {
    static const Source* const all[] = {&kProgramsSource, &kCpuSource,   &kMachineSource,
                                        &kMetricsSource,  &kStateSource, &kCostSource};
    return all;
}

}  // namespace collectors
