// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "model/query/query.h"

namespace model {

/// Events that belong together by correlation id: the API call that launched, and the GPU work it launched.
struct Correlated {
    std::vector<EventRef> launches;  ///< CPU side, usually one
    std::vector<EventRef> work;      ///< GPU side, several for a graph launch; in order of start
};

/// Everything with that event's (process, correlation id), including the event itself. Zone maps prune: no index.
/// At most `limit` GPU events are returned.
Correlated correlated(const Snapshot& s, EventRef event, std::size_t limit = 100000);

/// Whether the event carries a correlation id at all.
bool hasCorrelation(const Snapshot& s, EventRef event);

/// The framework's operator that a call or GPU work belongs to by its "External id"; invalid if there is none.
/// Operators carry that id in their correlation column; it has nothing to do with the ids that join launches with GPU
/// work.
EventRef operatorOf(const Snapshot& s, EventRef event);

/// Where the arrows of the report (flows.h) lead from an event and to it. At most `limit` each.
struct Arrows {
    std::vector<EventRef> from;  ///< origins of arrows that arrive here
    std::vector<EventRef> to;    ///< targets of those that leave
};
Arrows arrowsOf(const Snapshot& s, EventRef event, std::size_t limit = 1000);

}  // namespace model
