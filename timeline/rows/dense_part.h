// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "model/store/event_store.h"

namespace timeline {

/// The time in which nearly all happens of what matters most in a report, if that is less than half of it: kernels,
/// else copies, else calls and ranges. A first view of a minute of waiting with a second of work in it shows the
/// second. O(lanes), as drawing one row of them all.
std::optional<model::TimeRange> densePart(const model::SnapshotPtr& snapshot);

}  // namespace timeline
