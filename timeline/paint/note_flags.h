// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include <optional>

#include "timeline/rows/view_state.h"

namespace timeline {

struct Frame;

/// Where the flag of a note stands: at its event or row, or at the upper end of its time. Nothing if that is not on
/// screen. Logical px of the widget.
std::optional<QRectF> noteFlag(const Frame& frame, const Note& note);
/// The note whose flag is at `pos`, the last one of several; -1 = none.
int noteAt(const Frame& frame, QPointF pos);
/// Paints the flags; in a picture for a file with their texts, because nobody can point at them there.
void paintNotes(QPainter& painter, const Frame& frame);

}  // namespace timeline
