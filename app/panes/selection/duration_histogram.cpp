// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/selection/duration_histogram.h"

#include <qcustomplot.h>

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/kit/access/spoken_points.h"
#include "app/kit/elided_label.h"
#include "app/kit/icons.h"
#include "app/kit/plot_axes.h"
#include "app/kit/plot_style.h"
#include "app/kit/theme.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kBars = 64;
constexpr double kLeastNs = 0.5;  // where zero stands on a logarithmic axis

}  // namespace

DurationHistogram::DurationHistogram(QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel), m_log(new QToolButton), m_clear(new QToolButton),
      m_plot(new QCustomPlot) {
    for (QToolButton* button : {m_log, m_clear}) button->setAutoRaise(true);
    m_log->setCheckable(true);
    m_log->setChecked(true);
    m_clear->setIcon(icon(QStringLiteral("close")));
    m_title->setMinimumWidth(40);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 2, 4, 0);
    top->addWidget(m_title, 1);
    top->addWidget(m_clear);
    top->addWidget(m_log);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_plot, 1);

    m_bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    m_brushItem = new QCPItemRect(m_plot);
    m_brushItem->setVisible(false);
    m_plot->yAxis->setTicker(wholeTicks());
    m_plot->yAxis->ticker()->setTickCount(3);
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->setMinimumSize(120, 60);
    m_plot->setSelectionRectMode(QCP::srmCustom);
    connect(m_plot->selectionRect(), &QCPSelectionRect::accepted, this, [this](const QRect& rect) {
        const double from = duration(m_plot->xAxis->pixelToCoord(rect.normalized().left()));
        const double to = duration(m_plot->xAxis->pixelToCoord(rect.normalized().right()));
        if (rect.normalized().width() < 3) brush(std::nullopt);
        else
            brush(std::pair(static_cast<model::TimeNs>(std::ceil(std::max(0.0, from))),
                            static_cast<model::TimeNs>(std::floor(std::max(0.0, to)))));
        emit brushed(m_brush);
    });
    connect(m_log, &QToolButton::toggled, this, &DurationHistogram::fill);
    connect(m_clear, &QToolButton::clicked, this, [this] {
        brush(std::nullopt);
        emit brushed(m_brush);
    });
    makeSpoken();
    connect(themeManager(), &ThemeManager::themeChanged, this, &DurationHistogram::colour);
    colour();
    retranslate();
}

/// Bars without anything are passed over. Enter marks the one that is told.
void DurationHistogram::makeSpoken() {
    const auto bar = [this](int i) { return m_filled[static_cast<std::size_t>(i)]; };
    m_spoken = new SpokenPoints(m_plot, {.count = [this] { return static_cast<int>(m_filled.size()); },
                                         .text =
                                             [this, bar](int i) {
                                                 const auto [from, to] = boundsOf(bar(i));
                                                 return tr("%1 to %2: %Ln event(s)", "a bar of a histogram",
                                                           static_cast<int>(m_counts[static_cast<std::size_t>(bar(i))]))
                                                     .arg(timeline::formatDuration(from), timeline::formatDuration(to));
                                             },
                                         .area = [this, bar](int i) { return areaOf(bar(i)); },
                                         .choose =
                                             [this, bar](int i) {
                                                 brush(boundsOf(bar(i)));
                                                 emit brushed(m_brush);
                                             }});
}

/// The shortest and the longest duration in it.
std::pair<model::TimeNs, model::TimeNs> DurationHistogram::boundsOf(int bar) const {
    std::size_t before = 0;
    for (int i = 0; i < bar; ++i) before += m_counts[static_cast<std::size_t>(i)];
    return {m_durations[before], m_durations[before + m_counts[static_cast<std::size_t>(bar)] - 1]};
}

QRect DurationHistogram::areaOf(int bar) const {
    const auto at = m_bars->data()->at(bar);
    const double x = m_plot->xAxis->coordToPixel(at->key), y = m_plot->yAxis->coordToPixel(at->value),
                 half = std::abs(m_plot->xAxis->coordToPixel(at->key + m_bars->width()) - x) / 2;
    return QRectF(QPointF(x - half, y), QPointF(x + half, m_plot->yAxis->coordToPixel(0))).toAlignedRect();
}

bool DurationHistogram::isLogarithmic() const { return m_log->isChecked(); }
void DurationHistogram::setLogarithmic(bool on) { m_log->setChecked(on); }

double DurationHistogram::coordinate(double ns) const {
    return isLogarithmic() ? std::log10(std::max(ns, kLeastNs)) : ns;
}
double DurationHistogram::duration(double c) const { return isLogarithmic() ? std::pow(10, c) : c; }

void DurationHistogram::setDurations(const QString& title, std::vector<model::TimeNs> durations) {
    m_name = title;
    m_durations = std::move(durations);
    m_brush.reset();
    fill();
}

void DurationHistogram::fill() {
    m_counts.assign(kBars, 0);
    m_plot->xAxis->setTicker(durationTicks(isLogarithmic()));
    m_plot->xAxis->ticker()->setTickCount(4);
    if (!m_durations.empty()) {
        double low = coordinate(static_cast<double>(m_durations.front())),
               high = coordinate(static_cast<double>(m_durations.back()));
        const double room = high > low ? 0 : std::max(0.05, std::abs(low) * 0.05);  // all of one length
        low -= room;
        high += room;
        const double width = (high - low) / kBars;
        QVector<double> keys, values;
        auto from = m_durations.begin();
        for (int i = 0; i < kBars; ++i) {
            const auto isLeft = [&](model::TimeNs d) {
                return i == kBars - 1 || coordinate(static_cast<double>(d)) < low + (i + 1) * width;
            };
            const auto to = std::partition_point(from, m_durations.end(), isLeft);
            m_counts[static_cast<std::size_t>(i)] = static_cast<std::uint64_t>(to - from);
            keys.append(low + (i + 0.5) * width);
            values.append(static_cast<double>(to - from));
            from = to;
        }
        m_bars->setData(keys, values, true);
        m_bars->setWidth(width * 0.92);
        m_plot->xAxis->setRange(low - width, high + width);
        m_plot->yAxis->setRange(0, static_cast<double>(*std::max_element(m_counts.begin(), m_counts.end())) * 1.08);
    } else {
        m_bars->data()->clear();
    }
    m_filled.clear();
    for (int i = 0; i < kBars; ++i)
        if (m_counts[static_cast<std::size_t>(i)] > 0) m_filled.push_back(i);
    m_spoken->reset();
    showBrush();
    retranslate();
}

void DurationHistogram::brush(std::optional<std::pair<model::TimeNs, model::TimeNs>> range) {
    m_brush = range;
    showBrush();
    retranslate();
}

void DurationHistogram::showBrush() {
    m_brushItem->setVisible(m_brush.has_value());
    m_clear->setVisible(m_brush.has_value());
    if (m_brush) {
        m_brushItem->topLeft->setCoords(coordinate(static_cast<double>(m_brush->first)), m_plot->yAxis->range().upper);
        m_brushItem->bottomRight->setCoords(coordinate(static_cast<double>(m_brush->second)), 0);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QPoint DurationHistogram::positionOf(model::TimeNs d) const {
    const int x = static_cast<int>(m_plot->xAxis->coordToPixel(coordinate(static_cast<double>(d))));
    return m_plot->mapTo(this, QPoint(x, m_plot->axisRect()->center().y()));
}

void DurationHistogram::colour() {
    const PlotColours colours = plotColours();
    m_bars->setPen(Qt::NoPen);
    m_bars->setBrush(colours.accent);
    m_brushItem->setPen(QPen(colours.text));
    m_brushItem->setBrush(colours.veil);
    stylePlot(*m_plot, font());
}

void DurationHistogram::retranslate() {
    m_log->setText(tr("Log"));
    m_log->setToolTip(tr("Logarithmic axis of durations"));
    m_clear->setToolTip(tr("Mark no events"));
    const QString how = tr("Drag across to mark events of those durations in the timeline");
    m_plot->setToolTip(how);
    m_plot->setAccessibleName(tr("Histogram of durations"));
    m_plot->setAccessibleDescription(how);
    m_log->setAccessibleName(m_log->toolTip());
    m_clear->setAccessibleName(m_clear->toolTip());
    if (m_brush) {
        const auto from = std::lower_bound(m_durations.begin(), m_durations.end(), m_brush->first);
        const auto n = std::upper_bound(from, m_durations.end(), m_brush->second) - from;
        m_title->setText(tr("%1 of %2 marked: %3 to %4")
                             .arg(timeline::formatCount(static_cast<std::uint64_t>(n)),
                                  timeline::formatCount(m_durations.size()), timeline::formatDuration(m_brush->first),
                                  timeline::formatDuration(m_brush->second)));
    } else {
        m_title->setText(m_durations.empty() ? QString() : tr("%1: durations").arg(m_name));
    }
    m_title->setToolTip(m_title->text());
}

void DurationHistogram::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) colour();
    QWidget::changeEvent(event);
}

}  // namespace app
