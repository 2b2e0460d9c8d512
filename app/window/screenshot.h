// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

#include "app/window/arguments.h"

namespace app {

/// Shows the window off screen with the report and the view that the arguments ask for, waits until it is read, and
/// writes a picture. Returns the exit code of the program: 0, or 2 or 3 with one sentence on stderr; 3 too where it is
/// not ready within the limit. Needs a QApplication.
int takeScreenshot(const Arguments& arguments, std::chrono::milliseconds limit = std::chrono::minutes(10));

}  // namespace app
