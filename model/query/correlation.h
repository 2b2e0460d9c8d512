// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "model/query/query.h"

namespace model {

/// Events that belong together by correlation id: the launching API call, and the GPU work that it launched.
struct Correlated {
    std::vector<EventRef> launches;  ///< CPU side, usually one
    std::vector<EventRef> work;      ///< GPU side, several for a graph launch; in order of start
};

/// Everything with that event's (process, correlation id), including the event itself. Zone maps prune the search;
/// there is no index. Returns at most `limit` GPU events.
Correlated correlated(const Snapshot& s, EventRef event, std::size_t limit = 100000);

/// Whether the event carries a correlation id at all.
bool hasCorrelation(const Snapshot& s, EventRef event);

/// The framework's operator of a call or of GPU work, found by "External id"; invalid if there is none. Operators hold
/// that id in their correlation column; it is unrelated to the ids that join launches with GPU work.
EventRef operatorOf(const Snapshot& s, EventRef event);

/// The arrows of the report (flows.h) that leave an event or arrive at it. At most `limit` of each.
struct Arrows {
    std::vector<EventRef> from;  ///< origins of arrows that arrive here
    std::vector<EventRef> to;    ///< targets of those that leave
};
Arrows arrowsOf(const Snapshot& s, EventRef event, std::size_t limit = 1000);

}  // namespace model
