// SPDX-License-Identifier: GPL-3.0-or-later
// The only source of this program that is compiled again where nothing but the commit has changed.
#include "app/cli/command.h"

#include "sightline_build.h"

namespace app {

const char* buildVersion() { return SIGHTLINE_BUILD; }

}  // namespace app
