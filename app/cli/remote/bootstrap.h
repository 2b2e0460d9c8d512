// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "app/cli/remote/connection.h"
#include "app/cli/remote/kit.h"
#include "app/cli/remote/transport.h"

namespace app::remote {

struct BootOptions {
    /// Until the first answer: somebody may have to type a password, or a queue to give a machine.
    std::chrono::seconds firstAnswerWithin{60};
    /// The kit is not there: so many bytes are going to be sent.
    std::function<void(std::uint64_t bytes)> sends;
    std::function<void(std::uint64_t sent, std::uint64_t all)> progress;
};

/// Makes a connection one to an agent (agent.h). `sh` runs there, with a script on its standard input: it looks where
/// the kit is, or accepts it, and becomes the agent. Only `sh` is asked of the transport, so no word goes through the
/// quoting of a login shell, and what that prints first is skipped. The kit lies in ~/.cache/sightline/<version>-<sum>,
/// or in TMPDIR where there is no home to write to. Failure: Refused where the machine does not fit the kit.
Outcome<void> boot(Connection& connection, const Transport& transport, const Kit& kit, const BootOptions& options);

}  // namespace app::remote
