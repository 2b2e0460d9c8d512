// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/sql/result_chart.h"

#include <qcustomplot.h>

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/kit/access/spoken_points.h"
#include "app/kit/plot_axes.h"
#include "app/kit/plot_style.h"
#include "app/kit/theme.h"
#include "app/panes/sql/chart_points.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kReach = 4;          // px around a point
constexpr int kMostSmooth = 2000;  // points of a line that is smooth; many wide strokes take too long

QSharedPointer<QCPAxisTicker> ticksOf(const QVector<double>& values) {
    const bool whole = std::all_of(values.begin(), values.end(), [](double v) { return v == std::trunc(v); });
    return whole ? wholeTicks() : valueTicks();
}

}  // namespace

ResultChart::ResultChart(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot), m_hint(new QLabel) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot, 1);
    column->addWidget(m_hint, 1);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_graph = m_plot->addGraph();
    m_bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setMinimumSize(100, 60);
    makeSpoken();
    connect(themeManager(), &ThemeManager::themeChanged, this, &ResultChart::colour);
    colour();
    retranslate();
}

void ResultChart::makeSpoken() {
    const auto point = [this](int i) {
        return m_places.isEmpty() ? QPointF(m_graph->dataMainKey(i), m_graph->dataMainValue(i))
                                  : QPointF(m_bars->dataMainKey(i), m_bars->dataMainValue(i));
    };
    m_spoken = new SpokenPoints(
        m_plot, {.count = [this] { return m_drawn; },
                 .text =
                     [this, point](int i) {
                         const QPointF at = point(i);
                         const QString key = m_places.isEmpty() ? timeline::formatValue(at.x()) : m_labels.value(i);
                         return tr("%1: %2 %3", "a point of a chart: where, title of the axis, value")
                             .arg(key, m_plot->yAxis->label(), timeline::formatValue(at.y()));
                     },
                 .area =
                     [this, point](int i) {
                         const QPointF at(m_plot->xAxis->coordToPixel(point(i).x()),
                                          m_plot->yAxis->coordToPixel(point(i).y()));
                         return QRect(at.toPoint() - QPoint(kReach, kReach), at.toPoint() + QPoint(kReach, kReach))
                             .intersected(m_plot->axisRect()->rect().adjusted(-kReach, -kReach, kReach, kReach));
                     }});
}

void ResultChart::setPoints(const ChartPoints& points) {
    m_graph->data()->clear();
    m_bars->data()->clear();
    m_drawn = static_cast<int>(points.keys.size());
    m_plot->setVisible(m_drawn > 0);
    m_hint->setVisible(m_drawn == 0);
    m_spoken->reset();
    if (m_drawn == 0) return;
    m_places = points.areBars() ? points.keys : QVector<double>();
    m_labels = points.labels;
    m_plot->yAxis->setTicker(ticksOf(points.values));
    points.areBars() ? drawBars(points) : drawLine(points);
    fitAxes();
    m_plot->xAxis->setLabel(points.keyTitle);
    m_plot->yAxis->setLabel(points.valueTitle);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ResultChart::drawLine(const ChartPoints& points) {
    m_graph->setData(points.keys, points.values);
    m_plot->xAxis->setTicker(ticksOf(points.keys));
    const bool smooth = m_drawn <= kMostSmooth;
    m_graph->setAntialiased(smooth);
    m_graph->setPen(QPen(m_graph->pen().color(), smooth ? 1.5 : 1));
    m_graph->rescaleAxes();
    m_plot->yAxis->scaleRange(1.1, m_plot->yAxis->range().center());
}

void ResultChart::drawBars(const ChartPoints& points) {
    m_bars->setData(points.keys, points.values, true);
    m_bars->setWidth(0.7);
    m_plot->xAxis->setRange(-0.7, points.keys.last() + 0.7);
    const auto [low, high] = std::minmax_element(points.values.begin(), points.values.end());
    m_plot->yAxis->setRange(std::min(0.0, *low * 1.05), std::max(0.0, *high * 1.05));
}

// Values are written as often as there is room for; labels of bars as long as their bars are wide, or, where that is
// too little, aslant if the plot is high enough for it.
void ResultChart::fitAxes() {
    constexpr int kLinesBetweenTicks = 2, kNarrowLabel = 44, kHighPlot = 240, kValues = 90,
                  kAslant = 40;  // lines, logical px …, degrees
    const QFontMetrics metrics(font());
    m_plot->yAxis->ticker()->setTickCount(std::clamp(height() / (kLinesBetweenTicks * metrics.height()) - 2, 2, 5));
    const int room = static_cast<int>((width() - kValues) / std::max<qsizetype>(1, m_places.size())) - 12;
    const bool aslant = !m_places.isEmpty() && room < kNarrowLabel && height() >= kHighPlot;
    m_plot->xAxis->setTickLabelRotation(aslant ? kAslant : 0);
    if (m_places.isEmpty()) return;
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (qsizetype i = 0; i < m_places.size(); ++i)
        ticker->addTick(m_places[i], aslant ? m_labels[i] : metrics.elidedText(m_labels[i], Qt::ElideMiddle, room));
    m_plot->xAxis->setTicker(ticker);
}

void ResultChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitAxes();
}

void ResultChart::colour() {
    const QColor accent = plotColours().accent;
    m_graph->setPen(QPen(accent, m_graph->pen().widthF()));
    m_bars->setPen(Qt::NoPen);
    m_bars->setBrush(accent);
    stylePlot(*m_plot, font());
}

void ResultChart::retranslate() {
    m_hint->setText(tr("A chart wants a column of numbers behind the first column."));
    m_plot->setAccessibleName(tr("Chart of the result"));
}

void ResultChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) colour();
    QWidget::changeEvent(event);
}

}  // namespace app
