// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/difference_histogram.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/pictures/widget_painter.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr std::size_t kBars = 48;
constexpr int kMargin = 10, kSwatch = 10;  // px

QString duration(double ns) { return timeline::formatDuration(static_cast<model::TimeNs>(std::llround(ns))); }

}  // namespace

DifferenceHistogram::DifferenceHistogram(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("differenceHistogram"));
    setMinimumWidth(220);
    setProperty(kLeadsToContent, true);
    describe();
}

void DifferenceHistogram::show(const QString& name, std::vector<model::TimeNs> a, std::vector<model::TimeNs> b) {
    m_name = name;
    m_least = 1e18, m_most = 1;
    for (const auto* all : {&a, &b})
        for (const model::TimeNs ns : *all)
            m_least = std::min(m_least, static_cast<double>(std::max<model::TimeNs>(1, ns))),
            m_most = std::max(m_most, static_cast<double>(ns));
    m_most = std::max(m_most, m_least) * 1.0001;
    // Durations that are all alike are no broad field.
    if (m_most < m_least * 1.05) m_least /= 1.03, m_most *= 1.03;
    fill(m_a, std::move(a));
    fill(m_b, std::move(b));
    setProperty(kLeadsToContent, m_a.each.empty() && m_b.each.empty());  // then it only says what to do
    describe();
    update();
}

void DifferenceHistogram::fill(Side& side, std::vector<model::TimeNs> each) {
    side.each = std::move(each);
    side.shares.assign(kBars, 0);
    side.median = 0;
    if (side.each.empty()) return;
    const double scale = kBars / std::log(m_most / m_least);
    for (const model::TimeNs ns : side.each) {
        const double at = std::log(std::max(1.0, static_cast<double>(ns)) / m_least) * scale;
        side.shares[std::min(kBars - 1, static_cast<std::size_t>(std::max(0.0, at)))] +=
            1.0 / static_cast<double>(side.each.size());
    }
    const auto middle = side.each.begin() + static_cast<std::ptrdiff_t>(side.each.size() / 2);
    std::nth_element(side.each.begin(), middle, side.each.end());
    side.median = *middle;
}

double DifferenceHistogram::edgeOf(std::size_t bar) const {
    return m_least * std::exp(std::log(m_most / m_least) * static_cast<double>(bar) / kBars);
}
double DifferenceHistogram::positionOf(double ns) const {
    return plot().left() + plot().width() * std::log(ns / m_least) / std::log(m_most / m_least);
}

QRectF DifferenceHistogram::plot() const {
    const int line = fontMetrics().height();
    return QRectF(rect()).adjusted(kMargin, kMargin + 3.4 * line, -kMargin, -kMargin - 1.3 * line);
}

QString DifferenceHistogram::legend(const Side& side, const QString& report) const {
    return side.each.empty()
               ? tr("%1: none").arg(report)
               : tr("%1: %2, median %3")
                     .arg(report, timeline::formatCount(side.each.size()), duration(static_cast<double>(side.median)));
}

void DifferenceHistogram::describe() {
    setAccessibleName(tr("Durations in both reports"));
    setAccessibleDescription(m_name.isEmpty() ? QString()
                                              : m_name + QStringLiteral(". ") + legend(m_a, QStringLiteral("A")) +
                                                    QStringLiteral("; ") + legend(m_b, QStringLiteral("B")));
}

void DifferenceHistogram::paintEvent(QPaintEvent*) {
    QPainter p(this);
    const int line = fontMetrics().height();
    const QColor text = palette().color(QPalette::WindowText), faint = palette().color(QPalette::PlaceholderText),
                 accent = palette().color(QPalette::Highlight);
    if (m_a.each.empty() && m_b.each.empty()) {
        p.setPen(faint);
        p.drawText(rect().adjusted(kMargin, 0, -kMargin, 0), Qt::AlignCenter | Qt::TextWordWrap,
                   tr("Choose a line of the table to see how its durations are spread in A and B."));
        return;
    }
    p.setPen(text);
    p.drawText(QPointF(kMargin, kMargin + fontMetrics().ascent()),
               fontMetrics().elidedText(m_name, Qt::ElideMiddle, width() - 2 * kMargin));
    QColor fill = accent;
    fill.setAlpha(110);
    double y = kMargin + 1.2 * line;
    p.fillRect(QRectF(kMargin, y + (line - kSwatch) / 2.0, kSwatch, kSwatch), fill);
    p.drawText(QPointF(kMargin + kSwatch + 6, y + fontMetrics().ascent()), legend(m_a, QStringLiteral("A")));
    y += 1.05 * line;
    p.setPen(QPen(text, 1.6));
    p.drawLine(QPointF(kMargin, y + line / 2.0), QPointF(kMargin + kSwatch, y + line / 2.0));
    p.drawText(QPointF(kMargin + kSwatch + 6, y + fontMetrics().ascent()), legend(m_b, QStringLiteral("B")));

    const QRectF area = plot();
    if (area.height() < line || area.width() < 40) return;
    const double highest = std::max(*std::max_element(m_a.shares.begin(), m_a.shares.end()),
                                    *std::max_element(m_b.shares.begin(), m_b.shares.end()));
    const double step = area.width() / kBars;
    const auto top = [&](double share) { return area.bottom() - area.height() * share / highest; };
    for (std::size_t i = 0; i < kBars; ++i)
        if (m_a.shares[i] > 0)
            p.fillRect(QRectF(area.left() + step * static_cast<double>(i), top(m_a.shares[i]), step,
                              area.bottom() - top(m_a.shares[i])),
                       fill);
    QPainterPath outline(area.bottomLeft());
    for (std::size_t i = 0; i < kBars; ++i) {
        outline.lineTo(area.left() + step * static_cast<double>(i), top(m_b.shares[i]));
        outline.lineTo(area.left() + step * static_cast<double>(i + 1), top(m_b.shares[i]));
    }
    outline.lineTo(area.bottomRight());
    p.setPen(QPen(text, 1.4));
    if (!m_b.each.empty()) p.drawPath(outline);
    p.setPen(QPen(faint, 1));
    p.drawLine(area.bottomLeft(), area.bottomRight());
    // The medians, where they are.
    for (const Side* side : {&m_a, &m_b})
        if (!side->each.empty()) {
            const double x = positionOf(std::max(1.0, static_cast<double>(side->median)));
            p.setPen(QPen(side == &m_a ? accent : text, 1.5, Qt::DotLine));
            p.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        }
    p.setPen(faint);
    const double base = area.bottom() + fontMetrics().ascent() + 3;
    p.drawText(QPointF(area.left(), base), duration(m_least));
    const QString end = duration(m_most);
    p.drawText(QPointF(area.right() - fontMetrics().horizontalAdvance(end), base), end);
}

bool DifferenceHistogram::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || (m_a.each.empty() && m_b.each.empty())) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QRectF area = plot();
    if (!area.contains(help->pos())) return QToolTip::hideText(), true;
    const auto bar =
        std::min(kBars - 1, static_cast<std::size_t>((help->pos().x() - area.left()) / area.width() * kBars));
    QToolTip::showText(help->globalPos(),
                       tr("%1 to %2: %3 of A, %4 of B")
                           .arg(duration(edgeOf(bar)), duration(edgeOf(bar + 1)),
                                timeline::formatPercent(m_a.shares[bar]), timeline::formatPercent(m_b.shares[bar])),
                       this);
    return true;
}

void DifferenceHistogram::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) describe();
    QWidget::changeEvent(event);
}

}  // namespace app
