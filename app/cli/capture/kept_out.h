// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/cli/capture/options.h"
#include "model/base/message.h"

namespace app::capture {

/// Something that was asked for, and that the program will not let be seen as it is started.
struct KeptOut {
    model::Message what;
    model::Message why;
};

/// What is known of that before the program runs.
std::vector<KeptOut> keptOut(const CaptureOptions& options);

}  // namespace app::capture
