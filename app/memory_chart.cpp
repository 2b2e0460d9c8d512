// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/memory_chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/kernel_view.h"
#include "app/theme.h"
#include "timeline/format.h"

namespace app {
namespace {

using model::MemoryPlace;

constexpr double kMargin = 10, kGap = 10;                   // px; between boxes above each other
constexpr double kNarrowest = 66, kWidestBox = 108, kBoxShare = 0.145;  // of a box, of all
constexpr double kHead = 7;                                 // of an arrow
constexpr double kThin = 1.2, kWidest = 7;                  // of its line
constexpr double kMostLabel = 150;
constexpr double kLinesOfTwo = 5.6;                         // lines of text in a box beside whose arrows there is room for two labels

struct Spot {
    int column, row, rows;  // rows = how many share the column
};
Spot spotOf(MemoryPlace place) {
    switch (place) {
    case MemoryPlace::Kernel: return {0, 0, 1};
    case MemoryPlace::L1: return {1, 0, 2};
    case MemoryPlace::Shared: return {1, 1, 2};
    case MemoryPlace::L2: return {2, 0, 1};
    case MemoryPlace::Device: return {3, 0, 3};
    case MemoryPlace::System: return {3, 1, 3};
    default: return {3, 2, 3};
    }
}

QString nameOf(MemoryPlace place) {
    switch (place) {
    case MemoryPlace::Kernel: return MemoryChartWidget::tr("Kernel");
    case MemoryPlace::L1: return MemoryChartWidget::tr("L1 cache");
    case MemoryPlace::Shared: return MemoryChartWidget::tr("Shared memory");
    case MemoryPlace::L2: return MemoryChartWidget::tr("L2 cache");
    case MemoryPlace::Device: return MemoryChartWidget::tr("Device memory");
    case MemoryPlace::System: return MemoryChartWidget::tr("System memory");
    default: return MemoryChartWidget::tr("Other GPUs");
    }
}

QString percentText(double v) {
    return (v > 0 && v < 0.05 ? QStringLiteral("< 0.1") : QLocale().toString(v, 'f', 1)) + QChar::Nbsp + u'%';
}

/// "54.4 MiB", "524.3 k".
QString amountText(const model::MemoryFlow& flow) {
    const auto whole = static_cast<std::uint64_t>(std::clamp(flow.amount, 0.0, 1e18));
    if (flow.unit == "byte") return timeline::formatBytes(whole);
    if (whole < 100'000) return timeline::formatCount(whole);
    const bool millions = whole >= 1'000'000;
    return timeline::formatValue(flow.amount / (millions ? 1e6 : 1e3)) + QChar::Nbsp + (millions ? u'M' : u'k');
}

/// What is counted, where that is not bytes.
QString countedText(const model::MemoryFlow& flow) {
    return flow.unit == "request" ? MemoryChartWidget::tr("requests") : flow.unit == "inst" ? MemoryChartWidget::tr("instructions") : QString();
}

}  // namespace

MemoryChartWidget::MemoryChartWidget(QWidget* parent) : QWidget(parent) { setMouseTracking(true); }

void MemoryChartWidget::setChart(model::MemoryChart chart, std::optional<model::MemoryChart> baseline) {
    m_chart = std::move(chart);
    m_baseline = std::move(baseline);
    QStringList lines;
    for (const model::MemoryFlow& flow : m_chart.flows)
        if (!std::isnan(flow.amount)) lines << tr("%1 to %2: %3", "data that went from one memory to another").arg(nameOf(flow.from), nameOf(flow.to), labelOf(flow));
    setAccessibleName(tr("Memory chart"));
    setAccessibleDescription(lines.join(u'\n'));
    update();
}

QString MemoryChartWidget::labelOf(const model::MemoryFlow& flow) const {
    if (std::isnan(flow.amount)) return tr("not measured");
    const QString counted = countedText(flow), amount = counted.isEmpty() ? amountText(flow) : amountText(flow) + QChar::Nbsp + counted;
    return std::isnan(flow.percent) || flow.amount == 0 ? amount : amount + QStringLiteral(" · ") + percentText(flow.percent);
}

QString MemoryChartWidget::deltaOf(const model::MemoryFlow& flow) const {
    return m_baseline ? deltaPercent(flow.amount, m_baseline->flow(flow.from, flow.to).amount) : QString();
}

QRectF MemoryChartWidget::boxOf(MemoryPlace place) const {
    const Spot spot = spotOf(place);
    const double w = std::clamp(width() * kBoxShare, kNarrowest, kWidestBox), between = (width() - 2 * kMargin - 4 * w) / 3;
    const double all = height() - 2 * kMargin, h = (all - (spot.rows - 1) * kGap) / spot.rows;
    return {kMargin + spot.column * (w + between), kMargin + spot.row * (h + kGap), w, h};
}

std::vector<MemoryChartWidget::Arrow> MemoryChartWidget::arrows() const {
    std::vector<Arrow> out;
    const double line = fontMetrics().height();
    for (const model::MemoryFlow& flow : m_chart.flows) {
        const bool outwards = spotOf(flow.from).column < spotOf(flow.to).column;
        const QRectF inner = boxOf(outwards ? flow.from : flow.to), outer = boxOf(outwards ? flow.to : flow.from);
        // Both ends at the height of the smaller box: what is written above, what is read below its middle.
        const QRectF& small = inner.height() < outer.height() ? inner : outer;
        const double y = small.center().y() + (outwards ? -0.2 : 0.25) * small.height() + (outwards ? 0 : line / 6);
        const QPointF a(inner.right() + 3, y), b(outer.left() - 3, y);
        const double room = std::min(b.x() - a.x(), kMostLabel * 1.4);
        const bool isRoomy = small.height() > kLinesOfTwo * line;
        out.push_back({outwards ? a : b, outwards ? b : a, QRectF((a.x() + b.x() - room) / 2, y - line - 4, room, line), isRoomy, &flow});
    }
    return out;
}

void MemoryChartWidget::paintBox(QPainter& p, MemoryPlace place) const {
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    const QRectF box = boxOf(place);
    const double hit = m_chart.hitRate[static_cast<std::size_t>(place)];
    p.fillRect(box, QColor(t.alternateRow));
    if (!std::isnan(hit)) {  // filled as far as the cache had what was asked for
        QColor fill(t.accent);
        fill.setAlpha(60);
        QRectF part = box;
        part.setTop(box.bottom() - box.height() * std::clamp(hit / 100, 0.0, 1.0));
        p.fillRect(part, fill);
    }
    p.setPen(QColor(t.headerBorder));
    p.drawRect(box);
    const double line = fontMetrics().height();
    const QRectF inner = box.adjusted(4, 0, -4, 0);
    QString under;
    if (!std::isnan(hit)) {
        under = tr("hit %1", "share of accesses that a cache could serve").arg(percentText(hit));
        const double base = m_baseline ? m_baseline->hitRate[static_cast<std::size_t>(place)] : hit;
        if (m_baseline && !std::isnan(base)) under += u'\n' + deltaText(hit, base, "%");
    }
    const QRectF name = p.boundingRect(inner, Qt::AlignCenter | Qt::TextWordWrap, nameOf(place));
    const double up = under.isEmpty() ? 0 : line * (under.count(u'\n') + 1) / 2;
    p.setPen(QColor(t.text));
    p.drawText(name.translated(0, -up), Qt::AlignCenter | Qt::TextWordWrap, nameOf(place));
    p.setPen(QColor(t.secondaryText));
    p.drawText(QRectF(inner.left(), name.bottom() - up, inner.width(), line * 3), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, under);
}

void MemoryChartWidget::paintArrow(QPainter& p, const Arrow& arrow) const {
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    const model::MemoryFlow& flow = *arrow.flow;
    const bool isSome = flow.amount > 0;
    const double share = std::clamp(std::isnan(flow.percent) ? 0 : flow.percent / 100, 0.0, 1.0);
    const QColor colour = isSome ? QColor(timeline::mixed(t.secondaryText, t.accent, std::min(1.0, share * 4))) : QColor(t.grid);
    const double w = isSome ? kThin + share * (kWidest - kThin) : 1;
    const double way = arrow.to.x() > arrow.from.x() ? 1 : -1, head = kHead + w / 2;
    const double neck = arrow.to.x() - way * head, left = std::min(arrow.from.x(), neck), right = std::max(arrow.from.x(), neck);
    p.fillRect(QRectF(left, arrow.from.y() - w / 2, right - left, w), colour);
    QPainterPath tip(arrow.to);
    tip.lineTo(neck, arrow.to.y() - head * 0.6);
    tip.lineTo(neck, arrow.to.y() + head * 0.6);
    tip.closeSubpath();
    p.fillPath(tip, colour);
    p.setPen(QColor(isSome ? t.text : t.secondaryText));
    const auto elided = [&](const QString& text) { return fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(arrow.label.width())); };
    p.drawText(arrow.label, Qt::AlignCenter, elided(std::isnan(flow.amount) ? tr("not measured") : amountText(flow)));
    if (!arrow.isRoomy || std::isnan(flow.amount)) return;
    p.setPen(QColor(t.secondaryText));
    QString below = deltaOf(flow);
    if (below.isEmpty()) below = !countedText(flow).isEmpty() ? countedText(flow) : isSome && !std::isnan(flow.percent) ? percentText(flow.percent) : QString();
    p.drawText(arrow.label.translated(0, arrow.label.height() + 6), Qt::AlignCenter, elided(below));
}

void MemoryChartWidget::paintEvent(QPaintEvent*) {
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < model::kMemoryPlaces; ++i) paintBox(p, static_cast<MemoryPlace>(i));
    for (const Arrow& arrow : arrows()) paintArrow(p, arrow);
}

bool MemoryChartWidget::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Arrow& arrow : arrows()) {
        if (!arrow.label.adjusted(0, 0, 0, kHead * 2).contains(help->pos())) continue;
        QStringList lines{labelOf(*arrow.flow)};
        if (m_baseline) lines << tr("Baseline: %1").arg(labelOf(m_baseline->flow(arrow.flow->from, arrow.flow->to)));
        if (!arrow.flow->metrics.empty()) lines << QString::fromStdString(arrow.flow->metrics);
        QToolTip::showText(help->globalPos(), lines.join(u'\n'), this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

}  // namespace app
