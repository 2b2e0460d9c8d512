// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

class QCustomPlot;
class QFont;

namespace app {

/// What curves, bars and marks of plots are drawn with, in the theme of today.
struct PlotColours {
    QColor text;    ///< of axes; lines of marks
    QColor accent;  ///< curves and bars
    QColor area;    ///< below a curve
    QColor faded;   ///< bars with something else drawn over them
    QColor veil;    ///< over what is marked
    QColor canvas;
};
PlotColours plotColours();

/// Gives a plot what all have in common: the theme's colours of ground, axes, grid, legend and of the rectangle that is
/// dragged, and the font of axes; a right click goes on to the pane. To be called again when theme or font change;
/// draws anew.
void stylePlot(QCustomPlot& plot, const QFont& font);

}  // namespace app
