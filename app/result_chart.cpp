// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/result_chart.h"

#include <qcustomplot.h>

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "app/sql_result.h"
#include "app/theme.h"
#include "timeline/format.h"
#include "timeline/palette.h"

namespace app {
namespace {

constexpr std::size_t kMostBars = 40, kMostPoints = 20'000;
constexpr int kMostSmooth = 2000;  // points of a line that is smooth; many wide strokes take too long
constexpr int kLabelLetters = 24;

/// Numbers as elsewhere in the window.
class ValueTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return timeline::formatValue(tick); }
};

/// The first column of numbers that is not `other`; -1 = none.
int numericColumn(const SqlRows& rows, int other) {
    for (int c = 0; c < rows.columns.size(); ++c)
        for (std::size_t r = 0; c != other && r < std::min<std::size_t>(rows.rows(), 100); ++r)
            if (rows.number(r, c)) return c;
    return -1;
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
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new ValueTicker));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) axis->setSubTicks(false);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setMinimumSize(100, 60);
    connect(themeManager(), &ThemeManager::themeChanged, this, &ResultChart::colour);
    colour();
    retranslate();
}

void ResultChart::setRows(const SqlRows& rows) {
    m_graph->data()->clear();
    m_bars->data()->clear();
    m_drawn = 0;
    const bool numbers = rows.rows() > 0 && rows.columns.size() > 1 && rows.number(0, 0).has_value();
    const int y = rows.rows() > 0 && rows.columns.size() > 1 ? numericColumn(rows, 0) : -1;
    if (y >= 0) numbers ? drawLine(rows, 0, y) : drawBars(rows, 0, y);
    m_plot->setVisible(m_drawn > 0);
    m_hint->setVisible(m_drawn == 0);
    if (m_drawn == 0) return;
    m_plot->xAxis->setLabel(rows.columns[0]);
    m_plot->yAxis->setLabel(rows.columns[y]);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

// Of many rows the least and the greatest of each few: a peak is never lost, and drawing does not hold up the window.
void ResultChart::drawLine(const SqlRows& rows, int x, int y) {
    QVector<double> keys, values;
    const auto add = [&](std::size_t r) {
        if (const auto k = rows.number(r, x), v = rows.number(r, y); k && v) {
            keys.append(*k);
            values.append(*v);
        }
    };
    const std::size_t step = rows.rows() <= kMostPoints ? 1 : rows.rows() / (kMostPoints / 2) + 1;
    for (std::size_t first = 0; first < rows.rows(); first += step) {
        std::size_t least = first, greatest = first;
        for (std::size_t r = first + 1; r < std::min(first + step, rows.rows()); ++r) {
            const auto v = rows.number(r, y);
            if (!v) continue;
            if (const auto low = rows.number(least, y); !low || *v < *low) least = r;
            if (const auto high = rows.number(greatest, y); !high || *v > *high) greatest = r;
        }
        add(std::min(least, greatest));
        if (least != greatest) add(std::max(least, greatest));
    }
    m_graph->setData(keys, values);
    m_drawn = static_cast<int>(keys.size());
    m_plot->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new ValueTicker));
    m_plot->xAxis->setTickLabelRotation(0);
    const bool smooth = m_drawn <= kMostSmooth;
    m_graph->setAntialiased(smooth);
    m_graph->setPen(QPen(m_graph->pen().color(), smooth ? 1.5 : 1));
    m_graph->rescaleAxes();
    m_plot->yAxis->scaleRange(1.1, m_plot->yAxis->range().center());
}

void ResultChart::drawBars(const SqlRows& rows, int x, int y) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    QVector<double> keys, values;
    for (std::size_t r = 0; r < std::min(rows.rows(), kMostBars); ++r) {
        const auto v = rows.number(r, y);
        if (!v) continue;
        QString label = rows.text(r, x);
        if (label.size() > kLabelLetters) label = label.left(kLabelLetters - 1) + u'…';
        ticker->addTick(static_cast<double>(r), label);
        keys.append(static_cast<double>(r));
        values.append(*v);
    }
    m_bars->setData(keys, values, true);
    m_bars->setWidth(0.7);
    m_drawn = static_cast<int>(keys.size());
    m_plot->xAxis->setTicker(ticker);
    m_plot->xAxis->setTickLabelRotation(keys.size() > 8 ? 40 : 0);
    m_plot->xAxis->setRange(-0.7, static_cast<double>(std::max<qsizetype>(1, keys.size())) - 0.3);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    if (!values.isEmpty()) m_plot->yAxis->setRange(std::min(0.0, *low * 1.05), std::max(0.0, *high * 1.05));
}

void ResultChart::colour() {
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    m_plot->setBackground(QBrush(QColor(t.canvas)));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(QColor(t.grid)));
        axis->setTickPen(QPen(QColor(t.grid)));
        axis->setTickLabelColor(QColor(t.secondaryText));
        axis->setLabelColor(QColor(t.secondaryText));
        axis->setTickLabelFont(font());
        axis->setLabelFont(font());
        axis->grid()->setPen(QPen(QColor(t.grid)));
        axis->grid()->setZeroLinePen(QPen(QColor(t.grid)));
    }
    m_graph->setPen(QPen(QColor(t.accent), m_graph->pen().widthF()));
    m_bars->setPen(Qt::NoPen);
    m_bars->setBrush(QColor(t.accent));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ResultChart::retranslate() { m_hint->setText(tr("A chart wants a column of numbers behind the first column.")); }

void ResultChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace app
