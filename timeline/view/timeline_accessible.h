// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace timeline {

class TimelineView;

/// Makes Qt use an accessible interface for the timeline whose value is the selected event. May be called again.
void installAccessibility();
/// Notifies screen readers that another event is selected.
void announce(TimelineView& view);

}  // namespace timeline
