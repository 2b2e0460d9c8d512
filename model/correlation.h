// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "model/query.h"

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

}  // namespace model
