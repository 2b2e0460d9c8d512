// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "model/store/event_store.h"

namespace model {

/// A report as if it held the events of some rows only, for questions about a GPU, a rank, a machine.
class ReportPart {
public:
    /// The rows for which `keep` is true keep their events and curves; ids of all rows, lanes and events are those of
    /// the report, which must outlive the part. O(rows and lanes).
    static SnapshotPtr of(const Snapshot& report, const std::function<bool(const Track&)>& keep);
};

}  // namespace model
