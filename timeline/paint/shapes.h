// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include <QPainter>

#include "timeline/look/draw_list.h"

namespace timeline {

/// Paints bars, ink, ticks and curves of a row as shapes, for pictures without pixels: the same geometry that Raster
/// converts to pixels. The painter's unit is a device px of the list; the top of the row is at `y`. Paints neither
/// labels nor the background.
void paintShapes(QPainter& painter, int y, const DrawList& list);

/// The approximate number of shapes that paintShapes() would paint.
std::size_t shapeCount(const DrawList& list);

/// A sample of a colour with its texture, for a legend.
void paintSwatch(QPainter& painter, const QRectF& rect, QRgb fill, QRgb edge, Pattern pattern);

}  // namespace timeline
