// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <list>
#include <string>

#include "app/cli/capture/socket.h"

namespace app::capture {

/// A process that has joined a session.
struct Process {
    LineSocket line;
    pid_t pid = 0;                         ///< as this process sees it; 0 = it does not
    std::string number = {};               ///< as it calls itself; in a container another one
    std::string spool = {};                ///< name of its file
    unsigned triggers = 0;                 ///< that have come of it
    bool joined = false;                   ///< it said hello
    bool starts = false, flushes = false;  ///< it owes an answer
    std::size_t ranges = 0;                ///< of the last start that it has begun, or missed
    std::size_t capture = 0;               ///< that its range is of
    bool ranged = false, inRange = false;  ///< it has ranges of its own; it is in one that is wanted
    bool ended = false;                    ///< it said so
    unsigned attaches = 0;                 ///< the sampler: answers that it owes
    std::int64_t gone = 0;                 ///< since when its connection is; ns
};
using Processes = std::list<Process>;

}  // namespace app::capture
