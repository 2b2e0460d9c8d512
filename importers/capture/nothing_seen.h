// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "importers/capture/session_facts.h"

namespace importers::capture {

struct Session;

/// Facts of a session about what never came.
inline constexpr const char* kCudaDriver = "cuda.driver";  ///< "none": this machine has none
inline constexpr const char *kNever = "never",
                            *kNeverRange = "never.range";  ///< what began no capture, and the name of its range
/// Values of kNever.
inline constexpr std::string_view kNeverProfilerApi = "cudaProfilerApi", kNeverNvtx = "nvtx", kNeverDelay = "delay";

/// What was asked for, did not come, and is not said to have failed: in the facts of a session "traced" has the keys,
/// with commas.
void reportNothingSeen(Session& session, const SessionFacts& facts);

}  // namespace importers::capture
