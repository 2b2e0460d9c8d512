// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCustomPlot;
class QFont;

namespace app {

/// Gives a plot what all have in common: the theme's colours of ground, axes, grid and of the rectangle that is
/// dragged, and the font of axes; a right click goes on to the pane. To be called again when theme or font change;
/// draws anew.
void stylePlot(QCustomPlot& plot, const QFont& font);

}  // namespace app
