// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/look/counter_axis.h"
#include "timeline/rows/row_geometry.h"

namespace timeline {

/// Adds the curve of a counter with the label of its axis. The axis extends from zero (or the least value, if negative)
/// to a round number at or above the greatest value of the whole report, so that it does not change while panning and
/// zooming.
void drawCounter(const GeometryContext& context, const Line& line, std::uint16_t strip, DrawList& out);

/// The colour of curves of that kind.
QRgb counterColour(TrackKind kind, Theme theme);

using model::look::holdsBytes;

/// What a curve is called, and its unit if the report names one: "SMs Active", "Throughput %".
struct CurveTitle {
    QString name, unit;
};
CurveTitle curveTitle(const model::Snapshot& s, const model::Track& track);

/// Value of a counter for people: bytes for memory, percent if the name tells.
QString counterValue(const model::Snapshot& s, model::TrackId track, double value);

}  // namespace timeline
