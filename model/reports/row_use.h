// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::reports {

extern const Report kRowUse;

/// How a GPU's streams and contexts, and threads, spent the time between their first and their last event: by which
/// rows can be put in order where there are many. All times in ns.
struct RowUse {
    TrackId track = kNoTrack;
    TimeRange span;  ///< from the first begin to the last end
    TimeNs busy =
        0;  ///< some work ran; of a thread: it was in some call, operator, function or slice, and did not wait
    TimeNs waiting = 0;  ///< of a thread: in calls that wait for the GPU, or of the OS runtime
    std::uint64_t events = 0;
    StringId most = 0;     ///< the name with most time: of a GPU's rows a kernel or else a copy
    bool kernels = false;  ///< whether kernels or graphs ran there

    TimeNs idle() const { return span.length() - busy - waiting; }
};

/// Of each GPU, context, stream and thread that has events within the range, in the order of the tracks. Events count
/// inside the range. Linear in the events.
std::vector<RowUse> rowUses(const Request& r);

/// What a context is known by where there are several: the name that has most time on a stream of it, of a kernel or
/// else of a copy. 0 where nothing ran there. O(lanes · log n).
StringId mostTimeIn(const Snapshot& s, const Track& context);

}  // namespace model::reports
