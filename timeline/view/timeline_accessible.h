// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace timeline {

class TimelineView;

/// Makes Qt describe the timeline to screen readers as a tree: each row is an item with a title, its busy share as
/// value and its position in words. The selected event is a child of the row that shows it. May be called again.
void installAccessibility();

/// What has changed for somebody who listens.
enum class Heard : std::uint8_t {
    Event,  ///< another event is selected
    Span,   ///< another span of time is selected
    Row,    ///< keys act on another row
    Rows,   ///< there are other rows
};
/// Notifies screen readers. Costs nothing as long as none is there.
void announce(TimelineView& view, Heard heard);

}  // namespace timeline
