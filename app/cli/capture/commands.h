// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/help_page.h"

namespace app::capture {

/// Runs the command that the words begin with, where it is one of captures: profile, launch, start, stop, cancel,
/// status, sessions, shutdown, recover. The exit code; nothing where it is another command. `profile` and `launch` may
/// end this process as their program ended.
std::optional<int> runCommand(std::span<const std::string> words);

std::vector<std::string_view> commandNames();

/// Their help as data, for pages of the manual of the system and for shells.
std::vector<HelpPage> helpPages();

/// A line a command, for `sightline --help`.
std::string commandList();

}  // namespace app::capture
