// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include <optional>
#include <vector>

#include "timeline/look/time_format.h"
#include "timeline/rows/view_layout.h"
#include "timeline/rows/view_state.h"

namespace timeline {

/// Distance of labelled ticks, logical px; also of grid lines in the rows.
inline constexpr double kRulerSpacing = 90;

/// The contents of the ruler. Positions are logical px of the widget.
struct RulerView {
    QRect area;
    TimeScale scale;  ///< of the rows, device px
    double dpr = 1;
    Theme theme = Theme::Light;
    QFont font;
    std::optional<TimeRange> selection;
    std::optional<TimeNs> cursor;  ///< under the pointer
    const std::vector<TimeMark>* marks = nullptr;
    double textScale = 1;
    TimeFormat times;
    std::optional<TimeNs> zero;  ///< what times count from, if somebody chose it

    double x(TimeNs t) const { return area.left() + scale.x(t) / dpr; }
};

/// Paints ticks, labels, marks, the length of the selection and the exact time of the cursor.
void paintRuler(QPainter& painter, const RulerView& view);

/// Where the time of the cursor and the length of the selection are written: never over each other. Empty without one.
QRectF cursorPill(const RulerView& view);
QRectF lengthPill(const RulerView& view);
/// Where the flag of a mark is drawn; empty if it is out of view.
QRectF markFlag(const RulerView& view, std::size_t mark);
/// The mark whose flag or line is at `pos`, or -1.
int markAt(const RulerView& view, QPointF pos);

/// The part of the ruler under a point.
enum class RulerPart : std::uint8_t { Plain, SelectionLeft, SelectionRight, SelectionInside };
RulerPart rulerPartAt(const RulerView& view, double x);

}  // namespace timeline
