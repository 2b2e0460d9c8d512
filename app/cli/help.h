// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace app {

/// `sightline help` in a form that other programs read, of which packages are made: --man [COMMAND], a page of the
/// manual of the system; --completion SHELL; --commands, their names. Prints it and returns the exit code; nothing
/// where the words ask for something else.
std::optional<int> printHelpAs(const std::vector<std::string>& words);

/// The lines of `sightline help` about itself.
std::string helpCommandList();

}  // namespace app
