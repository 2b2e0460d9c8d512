// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string_view>
#include <vector>

#include "model/query/query.h"

namespace model {

/// Rows that are computed from a report. They live in a store of their own. Its events hold StringIds of the report,
/// and an index into `originals` as payload.
struct Derived {
    SnapshotPtr snapshot;             ///< tracks and lanes of the computed rows; names belong to the report
    std::vector<TrackId> tracks;      ///< of `snapshot`, in display order
    std::vector<EventRef> originals;  ///< the event of the report behind each computed event

    EventRef original(LaneId lane, std::size_t row) const {
        return originals[snapshot->lane(lane).lane->row(row).payload];
    }
};

/// The events below a Kernels or Memory track, with one track for each name (TrackKey::domain = StringId), the one with
/// the most time first. Concurrent events of one name get further lanes. O(n log n) in the events of that context.
Derived eventsByName(const Snapshot& report, TrackId group, std::stop_token stop = {});

/// The argument in which work names the hardware queue that it ran on, if its row is that of a stream.
inline constexpr std::string_view kQueueArgument = "queue_id";

/// The work of the context of a Queues track, with one track for each hardware queue (TrackKey::domain), by number.
/// Work that names none comes last, on a track without a domain (kNone): copies need no queue. O(n log n) in the
/// events of that context.
Derived eventsByQueue(const Snapshot& report, TrackId group, std::stop_token stop = {});

/// Ranges (NVTX, roctx, annotations) of the threads that launched work on a stream, as the stream saw them: from the
/// start of the first to the end of the last GPU operation that was launched inside the range. One track for each
/// domain. Annotations that the file itself has on the stream are left out. One sweep over the launches and ranges of
/// each thread.
Derived projectNvtx(const Snapshot& report, TrackId stream, std::stop_token stop = {});

/// Whether there can be anything to project on the stream's process. Cheap.
bool hasNvtx(const Snapshot& report, TrackId stream);

}  // namespace model
