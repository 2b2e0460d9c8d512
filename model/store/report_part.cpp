// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/report_part.h"

namespace model {

SnapshotPtr ReportPart::of(const Snapshot& report, const std::function<bool(const Track&)>& keep) {
    auto tree = std::make_shared<TrackTree>(report.tree());
    for (Track& t : tree->tracks) {
        if (keep(t)) continue;
        t.lanes.clear();
        t.overflow.clear();
        t.counter = kNoCounter;
    }
    const auto part = std::make_shared<Snapshot>(report);
    part->m_tree = std::move(tree);
    return part;
}

}  // namespace model
