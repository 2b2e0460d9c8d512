// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "model/store/event_store.h"

namespace model {

/// A report as if it held the events of some rows only, for queries about one GPU, rank or machine.
class ReportPart {
public:
    /// Rows for which `keep` is true keep their events and curves. Ids of all rows, lanes and events are those of the
    /// report, which must outlive the part. O(rows and lanes).
    static SnapshotPtr of(const Snapshot& report, const std::function<bool(const Track&)>& keep);
};

}  // namespace model
