// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "model/query/nesting.h"
#include "model/query/ranges.h"
#include "model/workload/launches.h"

namespace model::reports {

/// Names of the innermost ranges around the calls that launched GPU work. The snapshot must outlive it.
class RangeNames {
public:
    explicit RangeNames(const Snapshot& s);

    /// The innermost range around the launch: of the ranges that contain it completely, on its thread or of its
    /// process, the one that began last, and of those the shortest. 0 if there is none, or if the report lacks the
    /// call. O(lanes) if launches come in order of time, else O(lanes · log n).
    StringId around(const LaneView& work, std::size_t row);

private:
    /// Ranges of a lane are disjoint, so only the last one that has begun can contain a call.
    struct Cursor {
        LaneView lane;
        std::size_t begun = 0;
        void moveTo(TimeNs t);
    };
    std::vector<Cursor>& cursorsOf(const TrackKey& thread);

    const Snapshot& m_s;
    CallIndex m_calls;
    std::map<ThreadId, std::vector<Cursor>> m_cursors;  // by thread that launches
};

}  // namespace model::reports
