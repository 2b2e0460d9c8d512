// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/plot_style.h"

#include <qcustomplot.h>

#include "app/kit/theme.h"
#include "timeline/look/palette.h"

namespace app {
namespace {

QColor translucent(QColor colour, int opacity) {
    colour.setAlpha(opacity);
    return colour;
}

/// px from the axis to its texts: the lowest one of the other axis reaches below the corner.
constexpr int kBelowAxis = 10;

}  // namespace

PlotColours plotColours() {
    constexpr int kVeil = 50, kArea = 60, kFaded = 110;  // opacity of 255
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    const QColor text(t.secondaryText), accent(t.accent);
    return {text,
            accent,
            translucent(accent, kArea),
            translucent(accent, kFaded),
            translucent(text, kVeil),
            QColor(t.canvas)};
}

void stylePlot(QCustomPlot& plot, const QFont& font) {
    const PlotColours colours = plotColours();
    const QPen grid{QColor(timeline::tokens(themeManager()->theme()).grid)};
    plot.setAttribute(Qt::WA_NoMousePropagation, false);  // else a right click would not reach the pane
    plot.setBackground(QBrush(colours.canvas));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setSubTicks(false);
        axis->setBasePen(grid);
        axis->setTickPen(grid);
        axis->grid()->setPen(grid);
        axis->grid()->setZeroLinePen(grid);
        axis->setTickLabelColor(colours.text);
        axis->setLabelColor(colours.text);
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
    }
    plot.xAxis->setTickLabelPadding(kBelowAxis);
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setTextColor(colours.text);
    plot.legend->setFont(font);
    plot.selectionRect()->setPen(QPen(colours.text));
    plot.selectionRect()->setBrush(colours.veil);
    plot.replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace app
