// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/look/palette.h"

namespace model::look {

/// Values between which the curve of a counter is drawn: round ones that hold all of it.
struct CounterAxis {
    double min = 0, max = 1;
};
CounterAxis counterAxis(const Snapshot& s, const Track& counter);

/// What its values are. Counters of a trace say it in their name, if at all.
bool holdsBytes(const Snapshot& s, const Track& counter);
bool isPercent(const Snapshot& s, const Track& counter);

/// The colour of a curve is that of what it tells about.
Family familyOfCounter(TrackKind kind);

}  // namespace model::look
