// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/plot_style.h"

#include <qcustomplot.h>

#include "app/kit/theme.h"
#include "timeline/look/palette.h"

namespace app {

void stylePlot(QCustomPlot& plot, const QFont& font) {
    constexpr int kVeil = 50;  // opacity of 255
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    const QColor text(t.secondaryText);
    const QPen grid{QColor(t.grid)};
    plot.setAttribute(Qt::WA_NoMousePropagation, false);  // else a right click would not reach the pane
    plot.setBackground(QBrush(QColor(t.canvas)));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setSubTicks(false);
        axis->setBasePen(grid);
        axis->setTickPen(grid);
        axis->grid()->setPen(grid);
        axis->grid()->setZeroLinePen(grid);
        axis->setTickLabelColor(text);
        axis->setLabelColor(text);
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
    }
    QColor veil = text;
    veil.setAlpha(kVeil);
    plot.selectionRect()->setPen(QPen(text));
    plot.selectionRect()->setBrush(veil);
    plot.replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace app
