// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/store/event_store.h"

namespace model::diff {

/// A fact about how a report came to be that is another one in B.
struct SetupDifference {
    std::string fact;
    Message a, b;
};

/// GPUs and their clocks, driver, CUDA or HIP, command line, options of the capture, the profiler: what both reports
/// state, and differently. What always differs (times, names of machines, ids) is left out.
std::vector<SetupDifference> setupDifferences(const ReportInfo& a, const ReportInfo& b);

}  // namespace model::diff
