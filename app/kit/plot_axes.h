// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSharedPointer>

#include "timeline/look/time_format.h"

class QCPAxisTicker;

namespace app {

// The ticks of axes by what stands on them, with numbers as they are written elsewhere in the window.

QSharedPointer<QCPAxisTicker> valueTicks();
/// Ticks at whole numbers only: of counts.
QSharedPointer<QCPAxisTicker> wholeTicks();
/// Coordinates are shares: 0.5 is 50 %.
QSharedPointer<QCPAxisTicker> shareTicks();
QSharedPointer<QCPAxisTicker> byteTicks();
/// Ticks at round durations. Coordinates are ns, or log10 of them.
QSharedPointer<QCPAxisTicker> durationTicks(bool logarithmic);
/// Coordinates are ns behind the origin, and labels times of the report, as the timeline writes them.
QSharedPointer<QCPAxisTicker> timeTicks(model::TimeNs origin, const timeline::TimeFormat& times);

}  // namespace app
