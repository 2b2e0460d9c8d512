// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

#include <optional>

#include "timeline/paint/timeline_painter.h"

namespace timeline {

/// A tooltip: what it says, and what it is about.
struct HoverTip {
    QString html;
    QRect item;  ///< in the coordinates of the widget
};

/// What is told about what the pointer is over; nothing where that says it all.
std::optional<HoverTip> hoverTip(const Frame& frame);

/// Bars that are computed, such as ranges projected on the GPU, stand for no event of the report but have a name.
QString derivedSentence(const RowSource& source, const Hit& hit);

}  // namespace timeline
