// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace app {

/// Registers the resources of the library (a static one does not do that by itself) and the names under which settings
/// and data are kept. Call after the application object is made.
void prepareApplication();

/// The whole program: command line, one instance, window or picture. `version`: with the commit that it was built from.
/// Returns the exit code.
int runApplication(int argc, char** argv, const char* version);

}  // namespace app
