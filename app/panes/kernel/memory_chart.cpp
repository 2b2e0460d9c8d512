// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/memory_chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/kit/access/spoken_points.h"
#include "app/kit/theme.h"
#include "app/panes/kernel/kernel_view.h"
#include "timeline/look/format.h"

namespace app {
namespace {

using model::MemoryPlace;

constexpr double kMargin = 10, kGap = 10;                              // px; between boxes above each other
constexpr double kNarrowest = 64, kWidestBox = 108, kBoxShare = 0.12;  // of a box, of all
constexpr double kHead = 7;                                            // of an arrow
constexpr double kThin = 1.2, kWidest = 7;                             // of its line
constexpr double kMostLabel = 210;                                     // px
constexpr double kEnds = 3;                                            // px between the ends of an arrow and boxes
constexpr double kBeside = 4,
                 kAround = 10;  // px between an arrow and a text, of all that is no text from one arrow to the next

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
    return flow.unit == "request" ? MemoryChartWidget::tr("requests")
           : flow.unit == "inst"  ? MemoryChartWidget::tr("instructions")
                                  : QString();
}

/// A number and its difference in one line where that is wide enough, else in two.
QStringList inLines(const QString& text, const QString& delta, const QFontMetrics& metrics, double width) {
    if (text.isEmpty()) return {};
    const QString both = withDelta(text, delta);
    return metrics.horizontalAdvance(both) <= width ? QStringList{both} : QStringList{text, delta};
}

}  // namespace

MemoryChartWidget::MemoryChartWidget(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    const auto flow = [this](int i) -> const model::MemoryFlow& { return m_chart.flows[static_cast<std::size_t>(i)]; };
    m_spoken = new SpokenPoints(
        this, {.count = [this] { return static_cast<int>(m_chart.flows.size()); },
               .text =
                   [this, flow](int i) {
                       return tr("%1 to %2: %3", "data that went from one memory to another")
                           .arg(nameOf(flow(i).from), nameOf(flow(i).to), linesOf(flow(i)).join(QStringLiteral(", ")));
                   },
               .area = [this](int i) { return hotAreaOf(arrows()[static_cast<std::size_t>(i)]).toAlignedRect(); }});
}

void MemoryChartWidget::setChart(model::MemoryChart chart, std::optional<model::MemoryChart> baseline) {
    m_chart = std::move(chart);
    m_baseline = std::move(baseline);
    QStringList lines;
    for (const model::MemoryFlow& flow : m_chart.flows)
        if (!std::isnan(flow.amount))
            lines << tr("%1 to %2: %3", "data that went from one memory to another")
                         .arg(nameOf(flow.from), nameOf(flow.to), labelOf(flow));
    setAccessibleName(tr("Memory chart"));
    setAccessibleDescription(lines.join(u'\n'));
    m_spoken->reset();
    updateGeometry();
    update();
}

QString MemoryChartWidget::labelOf(const model::MemoryFlow& flow) const {
    if (std::isnan(flow.amount)) return tr("not measured");
    const QString counted = countedText(flow),
                  amount = counted.isEmpty() ? amountText(flow) : amountText(flow) + QChar::Nbsp + counted;
    return std::isnan(flow.percent) || flow.amount == 0 ? amount
                                                        : amount + QStringLiteral(" · ") + percentText(flow.percent);
}

const model::MemoryFlow* MemoryChartWidget::before(const model::MemoryFlow& flow) const {
    return m_baseline ? &m_baseline->flow(flow.from, flow.to) : nullptr;
}

// As wide as a difference in points needs, which is the longest text, in any language.
QSize MemoryChartWidget::minimumSizeHint() const {
    if (!m_baseline) return {kLeastWidth, kLeast};
    const double room = fontMetrics().horizontalAdvance(deltaText(99.99, 0, "%")) + 2 * kEnds + 2;
    return {std::max(kLeastWidth, static_cast<int>(std::ceil((3 * room + 2 * kMargin) / (1 - 4 * kBoxShare)))),
            kLeastCompared};
}

QRectF MemoryChartWidget::boxOf(MemoryPlace place) const {
    const Spot spot = spotOf(place);
    const double w = std::clamp(width() * kBoxShare, kNarrowest, kWidestBox),
                 between = (width() - 2 * kMargin - 4 * w) / 3;
    const double all = height() - 2 * kMargin, h = (all - (spot.rows - 1) * kGap) / spot.rows;
    return {kMargin + spot.column * (w + between), kMargin + spot.row * (h + kGap), w, h};
}

std::vector<MemoryChartWidget::Arrow> MemoryChartWidget::arrows() const {
    std::vector<Arrow> out;
    const int line = fontMetrics().height();
    for (const model::MemoryFlow& flow : m_chart.flows) {
        const bool outwards = spotOf(flow.from).column < spotOf(flow.to).column;
        const QRectF inner = boxOf(outwards ? flow.from : flow.to), outer = boxOf(outwards ? flow.to : flow.from);
        // Both ends at the height of the smaller box: what is written above, what is read below its middle.
        const QRectF& small = inner.height() < outer.height() ? inner : outer;
        const double apart = 0.45 * small.height() + line / 6.0,
                     y = small.center().y() - 0.2 * small.height() + (outwards ? 0 : apart);
        const QPointF a(inner.right() + kEnds, y), b(outer.left() - kEnds, y);
        const double room = std::min(b.x() - a.x(), kMostLabel);
        Arrow arrow{outwards ? a : b, outwards ? b : a, QRectF((a.x() + b.x() - room) / 2, y, room, 0), {}, {}, &flow};
        addTexts(arrow, std::max(1, static_cast<int>((apart - kAround) / line)));
        out.push_back(std::move(arrow));
    }
    return out;
}

/// So many that those of the next arrow are not reached: the amount first, then how it differs, then its share of what
/// the way could carry.
void MemoryChartWidget::addTexts(Arrow& arrow, int lines) const {
    const model::MemoryFlow& flow = *arrow.flow;
    const model::MemoryFlow* base = before(flow);
    const auto delta = [&](double now, double then, std::string_view unit) {
        return base ? deltaBeside(now, then, unit) : QString();
    };
    const bool isMeasured = !std::isnan(flow.amount);
    const double width = arrow.room.width();
    arrow.above = inLines(isMeasured ? amountText(flow) : tr("not measured"),
                          delta(flow.amount, base ? base->amount : 0, flow.unit == "byte" ? flow.unit : ""),
                          fontMetrics(), width);
    if (!countedText(flow).isEmpty() && isMeasured) arrow.below = {countedText(flow)};
    else if (flow.amount > 0 && !std::isnan(flow.percent))
        arrow.below = inLines(percentText(flow.percent), delta(flow.percent, base ? base->percent : 0, "%"),
                              fontMetrics(), width);
    if (arrow.above.size() + arrow.below.size() <= lines) return;
    arrow.below.clear();
    if (arrow.above.size() > 1) arrow.below = arrow.above.mid(1);
    arrow.above = arrow.above.mid(0, 1);
    if (lines < 2) arrow.below.clear();
}

std::vector<MemoryChartWidget::Text> MemoryChartWidget::texts() const {
    std::vector<Text> out;
    const double line = fontMetrics().height();
    for (const Arrow& arrow : arrows()) {
        double y = arrow.from.y() - kBeside - line * static_cast<double>(arrow.above.size());
        for (const QStringList* part : {&arrow.above, &arrow.below}) {
            for (const QString& text : *part) {
                const QString elided =
                    fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(arrow.room.width()));
                const double width = fontMetrics().horizontalAdvance(elided);
                out.push_back({QRectF(arrow.room.center().x() - width / 2, y, width, line), elided,
                               arrow.flow->amount > 0 && &text == &arrow.above.front()});
                y += line;
            }
            y = arrow.from.y() + kBeside - 1;
        }
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
    const QRectF inner = box.adjusted(3, 0, -3, 0);
    QString under;
    if (!std::isnan(hit)) {
        under = tr("hit %1", "share of accesses that a cache could serve").arg(percentText(hit));
        const QString delta =
            m_baseline ? deltaText(hit, m_baseline->hitRate[static_cast<std::size_t>(place)], "%") : QString();
        if (!delta.isEmpty()) under += u'\n' + delta;
    }
    constexpr int kWrapped = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
    const auto heightOf = [&](const QString& text) {
        return text.isEmpty() ? 0 : p.boundingRect(inner, kWrapped, text).height();
    };
    const double nameHeight = heightOf(nameOf(place)), underHeight = heightOf(under),
                 top = inner.center().y() - (nameHeight + underHeight) / 2;
    p.setPen(QColor(t.text));
    p.drawText(QRectF(inner.left(), top, inner.width(), nameHeight), kWrapped, nameOf(place));
    p.setPen(QColor(t.secondaryText));
    p.drawText(QRectF(inner.left(), top + nameHeight, inner.width(), underHeight), kWrapped, under);
}

void MemoryChartWidget::paintArrow(QPainter& p, const Arrow& arrow) const {
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    const model::MemoryFlow& flow = *arrow.flow;
    const bool isSome = flow.amount > 0;
    const double share = std::clamp(std::isnan(flow.percent) ? 0 : flow.percent / 100, 0.0, 1.0);
    const QColor colour =
        isSome ? QColor(timeline::mixed(t.secondaryText, t.accent, std::min(1.0, share * 4))) : QColor(t.grid);
    const double w = isSome ? kThin + share * (kWidest - kThin) : 1;
    const double way = arrow.to.x() > arrow.from.x() ? 1 : -1, head = kHead + w / 2;
    const double neck = arrow.to.x() - way * head, left = std::min(arrow.from.x(), neck),
                 right = std::max(arrow.from.x(), neck);
    p.fillRect(QRectF(left, arrow.from.y() - w / 2, right - left, w), colour);
    QPainterPath tip(arrow.to);
    tip.lineTo(neck, arrow.to.y() - head * 0.6);
    tip.lineTo(neck, arrow.to.y() + head * 0.6);
    tip.closeSubpath();
    p.fillPath(tip, colour);
}

void MemoryChartWidget::paintEvent(QPaintEvent*) {
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < model::kMemoryPlaces; ++i) paintBox(p, static_cast<MemoryPlace>(i));
    for (const Arrow& arrow : arrows()) paintArrow(p, arrow);
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    for (const Text& text : texts()) {
        p.setPen(QColor(text.isMain ? t.text : t.secondaryText));
        p.drawText(text.area, Qt::AlignCenter | Qt::TextDontClip, text.text);
    }
}

/// Where a flow is meant: its arrow and its texts.
QRectF MemoryChartWidget::hotAreaOf(const Arrow& arrow) const {
    const double line = fontMetrics().height(), up = kBeside + line * static_cast<double>(arrow.above.size()),
                 down = kBeside + line * static_cast<double>(std::max<qsizetype>(1, arrow.below.size()));
    return arrow.room.adjusted(0, -up, 0, down);
}

QStringList MemoryChartWidget::linesOf(const model::MemoryFlow& flow) const {
    QStringList lines{labelOf(flow)};
    if (const model::MemoryFlow* base = before(flow)) {
        const QString delta = deltaText(flow.amount, base->amount, flow.unit);
        lines << (delta.isEmpty() ? tr("Baseline: %1").arg(labelOf(*base))
                                  : tr("Baseline: %1; difference %2").arg(labelOf(*base), delta));
    }
    return lines;
}

bool MemoryChartWidget::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Arrow& arrow : arrows()) {
        if (!hotAreaOf(arrow).contains(help->pos())) continue;
        QStringList lines = linesOf(*arrow.flow);
        if (!arrow.flow->metrics.empty()) lines << QString::fromStdString(arrow.flow->metrics);
        QToolTip::showText(help->globalPos(), lines.join(u'\n'), this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

}  // namespace app
