// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "importers/capture/session_facts.h"

namespace importers::capture {

struct Session;

/// One kind of what programs do that a capture may ask for.
struct TracedKind {
    std::string_view key;   ///< as -t has it
    std::string_view name;  ///< as it is shown, and as its calls are noted
    bool isStandard;  ///< traced where nobody asked for it by name, so that nothing of it is missed where other things
                      ///< are there
    const char* whyNothing;  ///< a form of model::subjects()
};
std::span<const TracedKind> tracedKinds();

/// Facts of a session about what never came.
inline constexpr const char* kCudaDriver = "cuda.driver";  ///< "none": this machine has none
inline constexpr const char *kNever = "never",
                            *kNeverRange = "never.range";  ///< what began no capture, and the name of its range
/// Values of kNever.
inline constexpr std::string_view kNeverProfilerApi = "cudaProfilerApi", kNeverNvtx = "nvtx", kNeverDelay = "delay";

/// What was asked for, did not come, and is not said to have failed: in the facts of a session "traced" has the keys,
/// with commas.
void sayNothingSeen(Session& session, const SessionFacts& facts);

}  // namespace importers::capture
