// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "app/cli/capture/options.h"
#include "model/base/message.h"

/// Calls of the OS runtime and of libraries are seen by libraries of this project's that stand before those
/// (LD_PRELOAD).
namespace app::capture {

/// The value of LD_PRELOAD for what is to be traced, before what the user has there already; empty where nothing is to
/// be added.
std::string preloadOf(const CaptureOptions& options, std::string_view users);

/// Why such calls of the program will not be seen; empty where nothing is known against it.
model::Message whyNotPreloaded(const CaptureOptions& options);

}  // namespace app::capture
