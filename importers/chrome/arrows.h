// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "importers/chrome/records.h"
#include "importers/common/stop_check.h"
#include "model/store/event_store.h"

namespace importers::chrome {

/// Draws arrows between events: points in time on threads become pairs of rows. All rows are built; their times count
/// from `origin`.
void drawArrows(std::vector<FlowPoint> flows, model::TimeNs origin, model::EventStore& store, StopCheck& check);

}  // namespace importers::chrome
