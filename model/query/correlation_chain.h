// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "model/query/query.h"

namespace model {

/// A call and the GPU work it launched.
struct ChainCall {
    EventRef call;               ///< invalid for work whose call the report lacks
    std::vector<EventRef> work;  ///< the first pieces of it, in order of start
    std::size_t workCount = 0;   ///< number of all pieces
};

/// The cause and the effect of an event: operators and ranges, calls, GPU work.
struct CorrelationChain {
    std::vector<EventRef>
        around;  ///< what the thread was doing around the event or, for GPU work, around its call; outermost first
    std::vector<ChainCall> calls;  ///< the first calls, in order of start; then work without a call
    std::size_t callCount = 0;     ///< number of all calls
    std::size_t workCount = 0;     ///< all work, also of calls that are not listed
};

/// The chain of an event. For GPU work: the call that launched it with all its work, and what is around that call. For
/// an event of a thread: what is around it, and the calls inside it (itself, if it is one) with their work. For a range
/// of a process: all calls of the process in that time. If several nested calls share one id, their work belongs to the
/// first of them. If the report names the operator of work but lacks its call, that operator counts. Any other event
/// has an empty chain. Lists at most `most` calls, and as much work of each. O(lanes · log rows + rows of the zones
/// that hold the ids of these calls). After a stop, the counts are too small.
CorrelationChain correlationChain(const Snapshot& s, EventRef event, std::size_t most = 100, std::stop_token stop = {});

}  // namespace model
