// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/memory_curve.h"

#include <qcustomplot.h>

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/kit/access/spoken_points.h"
#include "app/kit/plot_axes.h"
#include "app/kit/plot_style.h"
#include "app/kit/theme.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kFewestPoints = 200;
constexpr int kReach = 3;  // px around a point

}  // namespace

MemoryCurve::MemoryCurve(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot);
    m_band = new QCPItemRect(m_plot);
    m_band->setVisible(false);
    m_graph = m_plot->addGraph();
    m_graph->setLineStyle(QCPGraph::lsStepLeft);
    m_mark = new QCPItemTracer(m_plot);
    m_mark->setStyle(QCPItemTracer::tsCircle);
    m_mark->setSize(7);
    m_plot->yAxis->setTicker(byteTicks());
    m_plot->setMinimumSize(160, 60);
    m_plot->setSelectionRectMode(QCP::srmCustom);
    connect(m_plot->selectionRect(), &QCPSelectionRect::accepted, this, [this](const QRect& rect) {
        if (!m_report || rect.normalized().width() < 3) return;
        const auto at = [this](int x) {
            return std::clamp<model::TimeNs>(m_span.begin + std::llround(m_plot->xAxis->pixelToCoord(x)), m_span.begin,
                                             m_span.end);
        };
        const model::TimeRange span{at(rect.normalized().left()), at(rect.normalized().right())};
        if (span.length() > 0) emit spanSelected(span);
    });
    m_spoken = new SpokenPoints(m_plot, {.count = [this] { return points(); },
                                         .text = [this](int i) { return sentence(i); },
                                         .area =
                                             [this](int i) {
                                                 const QPoint at = m_graph->dataPixelPosition(i).toPoint();
                                                 return QRect(at - QPoint(kReach, kReach), at + QPoint(kReach, kReach));
                                             }});
    connect(themeManager(), &ThemeManager::themeChanged, this, &MemoryCurve::colour);
    colour();
    retranslate();
}

void MemoryCurve::setCurve(model::SnapshotPtr report, std::uint32_t counter, model::TimeRange span) {
    m_report = std::move(report);
    m_counter = counter;
    m_span = span;
    fill();
}

void MemoryCurve::clear() {
    m_report = nullptr;
    fill();
}

QString MemoryCurve::sentence(int point) const {
    const auto at = m_graph->data()->at(point);
    const QString text = tr("at %1: %2", "memory in use at a time")
                             .arg(m_times.exact(m_span.begin + std::llround(at->key)),
                                  timeline::formatBytes(static_cast<std::uint64_t>(std::max(0.0, at->value))));
    return m_peak && at->value >= m_peak->second ? tr("%1, the most in use").arg(text) : text;
}

int MemoryCurve::points() const { return m_graph->dataCount(); }

void MemoryCurve::setSelection(std::optional<model::TimeRange> selection) {
    m_selection = selection;
    const bool shown = m_report && selection && selection->overlaps(m_span.begin, m_span.end) &&
                       !(selection->begin <= m_span.begin && selection->end >= m_span.end);
    m_band->setVisible(shown);
    if (shown) {
        m_band->topLeft->setCoords(key(selection->begin), m_plot->yAxis->range().upper);
        m_band->bottomRight->setCoords(key(selection->end), 0);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryCurve::fill() {
    m_peak.reset();
    m_graph->data()->clear();
    m_mark->setVisible(false);
    if (m_report && m_span.length() > 0) {
        const model::CounterView c = m_report->counter(m_counter);
        const int points = std::max(kFewestPoints, m_plot->axisRect()->width());
        const double step = std::max(1.0, static_cast<double>(m_span.length()) / points);
        QVector<double> keys, values;
        double most = 0;
        model::TimeRange peakIn;
        for (int i = 0; i < points && i * step < static_cast<double>(m_span.length()); ++i) {
            const model::TimeNs begin = m_span.begin + std::llround(i * step),
                                end = std::max<model::TimeNs>(begin + 1, m_span.begin + std::llround((i + 1) * step));
            const model::MinMax v = c.series->minMax(model::TimeRange{begin, end}, c.rows);
            if (v.isEmpty() || !std::isfinite(v.max)) continue;
            keys.append(key(begin));
            values.append(v.max);
            if (v.max > most || keys.size() == 1) most = v.max, peakIn = {begin, end};
        }
        m_graph->setData(keys, values, true);
        if (!keys.isEmpty()) {
            // When it was first so: a row in that pixel, or what held before it.
            std::ptrdiff_t row = std::max<std::ptrdiff_t>(0, c.series->rowAt(peakIn.begin, c.rows));
            while (static_cast<std::size_t>(row) < c.rows && c.series->value()[static_cast<std::size_t>(row)] != most &&
                   c.series->time()[static_cast<std::size_t>(row)] < peakIn.end)
                ++row;
            const model::TimeNs at =
                static_cast<std::size_t>(row) < c.rows ? c.series->time()[static_cast<std::size_t>(row)] : peakIn.begin;
            m_peak = {std::max(at, m_span.begin), most};
            m_mark->setVisible(true);
            m_mark->position->setCoords(key(m_peak->first), most);
        }
        m_plot->xAxis->setTicker(timeTicks(m_span.begin, m_times));
        m_plot->xAxis->setRange(0, static_cast<double>(m_span.length()));
        m_plot->yAxis->setRange(0, std::max(1.0, most * 1.1));
    }
    m_spoken->reset();
    setSelection(m_selection);
}

void MemoryCurve::setTimes(const timeline::TimeFormat& times) {
    if (times == m_times) return;
    m_times = times;
    fill();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryCurve::colour() {
    const PlotColours colours = plotColours();
    m_graph->setPen(QPen(colours.accent));
    m_graph->setBrush(colours.area);
    m_mark->setPen(QPen(colours.text, 1.5));
    m_band->setPen(Qt::NoPen);
    m_band->setBrush(colours.veil);
    stylePlot(*m_plot, font());
}

void MemoryCurve::retranslate() {
    const QString how = tr("Memory in use. Drag across to select a span of time");
    m_plot->setToolTip(how);
    m_plot->setAccessibleName(tr("Memory over time"));
    m_plot->setAccessibleDescription(how);
}

void MemoryCurve::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) colour();
    QWidget::changeEvent(event);
}

void MemoryCurve::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_report)
        QMetaObject::invokeMethod(this, &MemoryCurve::fill,
                                  Qt::QueuedConnection);  // the plot knows its size after this
}

}  // namespace app
