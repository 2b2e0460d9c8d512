// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "timeline/look/time_format.h"
#include "timeline/look/time_scale.h"

namespace timeline {

/// A line of the time ruler.
struct RulerTick {
    TimeNs time = 0;
    double x = 0;  ///< device px
    bool labelled = false;
    bool anchor = false;  ///< the label is an absolute time; otherwise the distance to the previous anchor
    QString label;
};
/// Ticks at 1-2-5 steps, and at those of a clock between a second and a day. Labelled ticks are at least `spacing`
/// device px apart, with up to four plain ones between them. Round times are anchors ("12.300 s"). The others count
/// from the previous anchor ("+10 ms"), so that labels do not change while panning. The first element may be an anchor
/// left of the view: its label belongs to the left edge, on top of others there.
std::vector<RulerTick> rulerTicks(const TimeScale& scale, double spacing, const TimeFormat& format = {});
/// Device px of the labelled ticks only: the positions of grid lines. `origin`: that of the format.
std::vector<int> gridLines(const TimeScale& scale, double spacing, TimeNs origin = 0);

}  // namespace timeline
