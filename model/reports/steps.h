// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/events.h"

namespace model::reports {

/// One step of a run: an annotation or NVTX range that is named like one.
struct Step {
    EventRef event;
    TimeRange range;
    std::string_view name;
    std::int64_t host = 0;
    std::int64_t pid = 0;
};

/// Whether a range is one of the steps of a run: "ProfilerStep#12", "step 3", "iteration_7", "batch 5".
bool isStep(std::string_view name);

/// Steps that overlap the request's range, in order of start.
std::vector<Step> stepsOf(const Request& r);

}  // namespace model::reports
