// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/cli/capture/options.h"

namespace app::remote {

/// One capture on each of the targets, begun together once all of them are reached. A process for each; their reports
/// come back one by one and as one that merges them, with the machines' clocks as they were measured. The exit code:
/// the first that is not 0.
int profileOnSeveral(const capture::CaptureOptions& options, const std::string& typed,
                     const std::vector<std::string>& words);

}  // namespace app::remote
