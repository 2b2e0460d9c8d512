// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/difference_histogram.h"

#include <qcustomplot.h>

#include <QEvent>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/kit/access/spoken_points.h"
#include "app/kit/elided_label.h"
#include "app/kit/plot_axes.h"
#include "app/kit/plot_style.h"
#include "app/kit/theme.h"
#include "app/pictures/widget_painter.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr std::size_t kBars = 48;

double logOf(model::TimeNs ns) { return std::log10(std::max(1.0, static_cast<double>(ns))); }
QString duration(double ns) { return timeline::formatDuration(static_cast<model::TimeNs>(std::llround(ns))); }

}  // namespace

DifferenceHistogram::DifferenceHistogram(QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel), m_hint(new QLabel), m_plot(new QCustomPlot) {
    setObjectName(QStringLiteral("differenceHistogram"));
    setMinimumWidth(220);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setMargin(8);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 0);
    top->addWidget(m_title);
    column->addLayout(top);
    column->addWidget(m_plot, 1);
    column->addWidget(m_hint, 1);

    m_bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    m_line = m_plot->addGraph();
    m_line->setLineStyle(QCPGraph::lsStepLeft);
    m_medianA = new QCPItemStraightLine(m_plot);
    m_medianB = new QCPItemStraightLine(m_plot);
    m_plot->xAxis->setTicker(durationTicks(true));
    m_plot->yAxis->setTicker(shareTicks());
    m_plot->yAxis->ticker()->setTickCount(3);
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->setMinimumSize(120, 60);
    m_plot->plotLayout()->insertRow(0);
    m_plot->plotLayout()->addElement(0, 0, m_plot->legend);
    m_plot->plotLayout()->setRowStretchFactor(0, 0.001);  // as high as its lines
    m_plot->legend->setVisible(true);
    makeSpoken();
    connect(themeManager(), &ThemeManager::themeChanged, this, &DifferenceHistogram::colour);
    show({}, {}, {});
    colour();
}

/// Bars without anything in either report are passed over.
void DifferenceHistogram::makeSpoken() {
    const auto bar = [this](int i) { return m_filled[static_cast<std::size_t>(i)]; };
    m_spoken = new SpokenPoints(m_plot, {.count = [this] { return static_cast<int>(m_filled.size()); },
                                         .text = [this, bar](int i) { return barText(bar(i)); },
                                         .area = [this, bar](int i) { return areaOf(bar(i)); }});
}

void DifferenceHistogram::show(const QString& name, std::vector<model::TimeNs> a, std::vector<model::TimeNs> b) {
    m_name = name;
    m_low = 18, m_high = 0;
    for (const auto* all : {&a, &b})
        for (const model::TimeNs ns : *all) m_low = std::min(m_low, logOf(ns)), m_high = std::max(m_high, logOf(ns));
    // Durations that are all alike are no broad field.
    constexpr double kAlike = 0.02, kRoom = 0.013;
    if (m_high - m_low < kAlike) m_low -= kRoom, m_high += kRoom;
    fill(m_a, std::move(a));
    fill(m_b, std::move(b));
    m_filled.clear();
    for (std::size_t i = 0; i < kBars; ++i)
        if (m_a.shares[i] > 0 || m_b.shares[i] > 0) m_filled.push_back(i);
    m_spoken->reset();
    const bool isEmpty = m_a.each.empty() && m_b.each.empty();
    setProperty(kLeadsToContent, isEmpty);  // then it only says what to do
    m_title->setHidden(isEmpty);
    m_plot->setHidden(isEmpty);
    m_hint->setVisible(isEmpty);
    if (!isEmpty) draw();
    retranslate();
}

void DifferenceHistogram::fill(Side& side, std::vector<model::TimeNs> each) {
    side.each = std::move(each);
    side.shares.assign(kBars, 0);
    side.median = 0;
    if (side.each.empty()) return;
    const double scale = kBars / (m_high - m_low), share = 1.0 / static_cast<double>(side.each.size());
    for (const model::TimeNs ns : side.each)
        side.shares[std::min(kBars - 1, static_cast<std::size_t>(std::max(0.0, (logOf(ns) - m_low) * scale)))] += share;
    const auto middle = side.each.begin() + static_cast<std::ptrdiff_t>(side.each.size() / 2);
    std::nth_element(side.each.begin(), middle, side.each.end());
    side.median = *middle;
}

double DifferenceHistogram::coordinateOf(std::size_t edge) const {
    return m_low + (m_high - m_low) * static_cast<double>(edge) / kBars;
}

QString DifferenceHistogram::barText(std::size_t bar) const {
    return tr("%1 to %2: %3 of A, %4 of B")
        .arg(duration(std::pow(10, coordinateOf(bar))), duration(std::pow(10, coordinateOf(bar + 1))),
             timeline::formatPercent(m_a.shares[bar]), timeline::formatPercent(m_b.shares[bar]));
}

QRect DifferenceHistogram::areaOf(std::size_t bar) const {
    const double left = m_plot->xAxis->coordToPixel(coordinateOf(bar)),
                 right = m_plot->xAxis->coordToPixel(coordinateOf(bar + 1)),
                 top = m_plot->yAxis->coordToPixel(std::max(m_a.shares[bar], m_b.shares[bar]));
    return QRectF(QPointF(left, top), QPointF(right, m_plot->yAxis->coordToPixel(0))).toAlignedRect();
}

void DifferenceHistogram::draw() {
    QVector<double> middles, edges, a(m_a.shares.begin(), m_a.shares.end()), b(m_b.shares.begin(), m_b.shares.end());
    for (std::size_t i = 0; i < kBars; ++i) {
        middles.append((coordinateOf(i) + coordinateOf(i + 1)) / 2);
        edges.append(coordinateOf(i));
    }
    edges.append(m_high);
    b.append(0);
    m_bars->setData(middles, a, true);
    m_bars->setWidth((m_high - m_low) / kBars);
    m_line->setData(edges, b, true);
    m_line->setVisible(!m_b.each.empty());
    const auto mark = [](QCPItemStraightLine* line, const Side& side) {
        line->setVisible(!side.each.empty());
        line->point1->setCoords(logOf(side.median), 0);
        line->point2->setCoords(logOf(side.median), 1);
    };
    mark(m_medianA, m_a);
    mark(m_medianB, m_b);
    m_plot->xAxis->setRange(m_low, m_high);
    const double highest = std::max(*std::max_element(a.begin(), a.end()), *std::max_element(b.begin(), b.end()));
    m_plot->yAxis->setRange(0, highest * 1.08);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void DifferenceHistogram::colour() {
    const PlotColours colours = plotColours();
    const QColor line = palette().color(QPalette::WindowText);
    m_bars->setPen(QPen(colours.accent, 1));  // the faded area alone would hardly be seen
    m_bars->setBrush(colours.faded);
    m_line->setPen(QPen(line, 1.4));
    m_medianA->setPen(QPen(colours.accent, 1.5, Qt::DotLine));
    m_medianB->setPen(QPen(line, 1.5, Qt::DotLine));
    stylePlot(*m_plot, font());
}

QString DifferenceHistogram::legend(const Side& side, const QString& report) const {
    return side.each.empty()
               ? tr("%1: none").arg(report)
               : tr("%1: %2, median %3")
                     .arg(report, timeline::formatCount(side.each.size()), duration(static_cast<double>(side.median)));
}

void DifferenceHistogram::retranslate() {
    const QString a = legend(m_a, QStringLiteral("A")), b = legend(m_b, QStringLiteral("B"));
    m_title->setText(m_name);
    m_title->setToolTip(m_name);
    m_hint->setText(tr("Choose a line of the table to see how its durations are spread in A and B."));
    m_bars->setName(a);
    m_line->setName(b);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
    const QString about = m_name.isEmpty() ? QString() : m_name + QStringLiteral(". ") + a + QStringLiteral("; ") + b;
    for (QWidget* w : std::initializer_list<QWidget*>{this, m_plot}) {
        w->setAccessibleName(tr("Durations in both reports"));
        w->setAccessibleDescription(about);
    }
}

bool DifferenceHistogram::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_plot->isVisible()) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPoint at = m_plot->mapFrom(this, help->pos());
    if (!m_plot->axisRect()->rect().contains(at)) return QToolTip::hideText(), true;
    const double place = (m_plot->xAxis->pixelToCoord(at.x()) - m_low) / (m_high - m_low) * kBars;
    const auto bar = std::min(kBars - 1, static_cast<std::size_t>(std::max(0.0, place)));
    QToolTip::showText(help->globalPos(), barText(bar), this);
    return true;
}

void DifferenceHistogram::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) colour();
    QWidget::changeEvent(event);
}

}  // namespace app
