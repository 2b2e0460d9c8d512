// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/base/error.h"

namespace app::remote {

/// How another machine is reached: a command with standard input and output that runs there what stands behind it.
/// Nothing else is known of it.
struct Transport {
    std::string name;  ///< as it was typed
    std::vector<std::string> command;
};

/// "ssh:user@host[:port]" runs the person's own ssh, with its configuration; all connections of this account to one
/// place share one of ssh's. Anything else is a command: its words are split as a shell splits them, and no shell runs
/// it. Errors: refused, with a sentence.
model::Result<Transport> transportOf(std::string_view target);

/// The words of a line as a shell splits them: quotes and backslashes count, nothing is replaced. Errors: refused.
model::Result<std::vector<std::string>> shellWords(std::string_view line);

/// A word as a shell reads it again.
std::string quotedForShell(std::string_view word);

}  // namespace app::remote
