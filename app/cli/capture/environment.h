// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/base/message.h"

namespace app::capture {

/// One thing that captures depend on.
struct Check {
    enum class State : std::uint8_t {
        Fine,
        Limits,   ///< something cannot be captured, the rest can
        Prevents  ///< nothing can
    };
    std::string what;
    State state = State::Fine;
    model::Message found;  ///< what there is
    model::Message fix;    ///< what to do about it; empty where nothing is wrong
};

/// Looks at this machine. Starts nothing and changes nothing but that the folder of sessions is made.
std::vector<Check> checkMachine();

/// For `sightline status -e`, and with --json.
std::string checksAsText(const std::vector<Check>& checks);
std::string checksAsJson(const std::vector<Check>& checks);

/// Whether this machine has a driver of CUDA; looked for once.
bool hasCudaDriver();

}  // namespace app::capture
