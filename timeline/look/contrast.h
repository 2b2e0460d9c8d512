// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/look/palette.h"

// How far colours must be apart to be seen (WCAG 2.1, level AA).
namespace timeline {

inline constexpr double kTextContrast = 4.5, kMarkContrast = 3.0;

/// The colour, moved towards the text of the theme until it has that contrast with the ground.
QRgb standingOut(QRgb colour, QRgb ground, Theme theme, double least = kMarkContrast);
/// Of the two colours for labels, the one that is read better on that ground; white or black where neither reaches
/// kTextContrast.
QRgb labelOn(QRgb ground, Theme theme);

}  // namespace timeline
