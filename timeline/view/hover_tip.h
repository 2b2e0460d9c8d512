// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

#include <optional>

#include "timeline/paint/timeline_painter.h"

namespace timeline {

/// A tooltip and its subject.
struct HoverTip {
    QString html;
    QRect item;  ///< in the coordinates of the widget
};

/// The tooltip for what is under the pointer; nothing if that shows everything already.
std::optional<HoverTip> hoverTip(const Frame& frame);

/// The text of a computed bar, such as a range projected on the GPU. It represents no event of the report but has a
/// name.
QString derivedSentence(const RowSource& source, const Hit& hit, const TimeFormat& times);

}  // namespace timeline
