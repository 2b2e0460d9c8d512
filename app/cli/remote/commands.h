// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>

namespace app::remote {

/// Runs the command that the words begin with, where it is about another machine: `profile`, `status`, `sessions` and
/// `recover` with --on, and `agent`, which is the other side of them. The exit code; nothing where it is another
/// command. `profile` may end this process as its program ended.
std::optional<int> runCommand(std::span<const std::string> words);

}  // namespace app::remote
