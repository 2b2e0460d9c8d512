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
    std::vector<EventRef> work;  ///< the first of it, in order of start
    std::size_t workCount = 0;   ///< all of it
};

/// What led to an event, and what came of it: operators and ranges, calls, GPU work.
struct CorrelationChain {
    std::vector<EventRef>
        around;  ///< what the thread was doing around the event or, for GPU work, around its call; outermost first
    std::vector<ChainCall> calls;  ///< the first of them, in order of start; then work without a call
    std::size_t callCount = 0;     ///< all calls
    std::size_t workCount = 0;     ///< all work, also that of calls which are not listed
};

/// For GPU work: the call that launched it with everything that it launched, and what is around that call. For an
/// event of a thread: what lies around it, and the calls inside of it (itself, if it is one) with their work; for a
/// range of a process all of its calls in that time. Work of several calls with one id, one inside the other, belongs
/// to the first of them. Where the report tells the operator of work but lacks its call, that operator counts. Anything
/// else has an empty chain. At most `most` calls, and as much work of each, are listed. O(lanes · log rows + rows of
/// the zones that hold the ids of these calls); a stop leaves counts too small.
CorrelationChain correlationChain(const Snapshot& s, EventRef event, std::size_t most = 100, std::stop_token stop = {});

}  // namespace model
