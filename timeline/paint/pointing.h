// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "timeline/paint/timeline_header.h"
#include "timeline/state/view_geometry.h"

namespace timeline {

/// What is under the pointer, and the feedback of the gesture in progress. Drawn over the rows of the widget, never
/// into pictures for files.
struct Pointing {
    std::optional<QPointF> pointer;        ///< in the widget
    std::optional<TimeNs> cursor;          ///< time under the pointer, in rows and ruler
    Hover hover;                           ///< in the rows
    RowPlace header;                       ///< the row whose header is under the pointer
    std::optional<HeaderPart> headerPart;  ///< … and which part of it
    std::optional<RowDrop> drop;           ///< while a row is dragged
    std::optional<TimeRange> areaToZoom;   ///< while an area to zoom to is drawn
    bool busy = false;                     ///< a gesture is in progress
};

}  // namespace timeline
