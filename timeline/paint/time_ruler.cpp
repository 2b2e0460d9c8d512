// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/time_ruler.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <utility>

#include "timeline/look/format.h"
#include "timeline/look/ruler_ticks.h"

namespace timeline {
namespace {

constexpr double kInset = 4;
constexpr double kPillHeight = 14;
constexpr double kGrip = 4;       // reach of the handles of the selection
constexpr double kMaxFlag = 140;  // width of a mark's name

QFont rulerFont(const RulerView& v) {
    QFont f = v.font;
    f.setPixelSize(static_cast<int>(std::lround(11 * v.textScale)));
    return f;
}

double pillHeight(const RulerView& v) { return kPillHeight * v.textScale; }

// A rounded label; its text is never wider than the area.
void paintPill(QPainter& p, const QRectF& rect, QRgb fill, QRgb text, const QString& label) {
    p.setRenderHint(QPainter::Antialiasing, true);
    p.setPen(Qt::NoPen);
    p.setBrush(QColor::fromRgb(fill));
    p.drawRoundedRect(rect, 2, 2);
    p.setRenderHint(QPainter::Antialiasing, false);
    p.setPen(QColor::fromRgb(text));
    p.drawText(rect, Qt::AlignCenter, label);
}

void paintTicks(QPainter& p, const RulerView& v, const Tokens& t) {
    const QFontMetricsF metrics(p.font());
    const std::vector<RulerTick> ticks = rulerTicks(v.scale, kRulerSpacing * v.textScale * v.dpr, v.times);
    const double bottom = v.area.bottom() + 1, top = v.area.top();
    double free = v.area.left();  // labels do not run into each other
    // An anchor left of the view is read at the left edge, as long as the next label leaves room for it.
    const RulerTick* sticky = nullptr;
    for (const RulerTick& tick : ticks)
        if (tick.x < 0 && tick.anchor) sticky = &tick;
    double firstLabel = v.area.right();
    for (const RulerTick& tick : ticks)
        if (tick.labelled && tick.x >= 0) {
            firstLabel = v.area.left() + tick.x / v.dpr;
            if (tick.anchor) sticky = nullptr;  // no label counts from the anchor outside
            break;
        }
    const QRectF labels(0, top + 1, 0, 16 * v.textScale);
    const auto write = [&](double x, const QString& text, bool strong) {
        p.setPen(QColor::fromRgb(strong ? t.text : t.secondaryText));
        const double width = metrics.horizontalAdvance(text);
        if (x < free || x + width > v.area.right()) return;
        p.drawText(QRectF(x, labels.top(), width + 2, labels.height()), Qt::AlignVCenter | Qt::AlignLeft, text);
        free = x + width + 2 * kInset;
    };
    if (sticky) {
        const double width = metrics.horizontalAdvance(sticky->label);
        if (v.area.left() + kInset + width + 2 * kInset < firstLabel)
            write(v.area.left() + kInset, sticky->label, true);
    }
    for (const RulerTick& tick : ticks) {
        const double x = v.area.left() + tick.x / v.dpr;
        if (tick.x < 0 || x > v.area.right()) continue;
        hairlineV(p, x, tick.labelled ? bottom - 9 : bottom - 4, bottom,
                  tick.labelled ? t.secondaryText : t.headerBorder, v.dpr);
        if (tick.labelled) write(x + kInset, tick.label, tick.anchor);
    }
}

/// Where the selection begins and ends, as far as it is in view.
std::pair<double, double> selectionEnds(const RulerView& v) {
    const double left = v.area.left(), right = v.area.right() + 1;
    return {std::clamp(v.x(v.selection->begin), left, right), std::clamp(v.x(v.selection->end), left, right)};
}

/// Where the length of the selection is written; empty while it is out of view.
QRectF selectionPill(const RulerView& v, const QFontMetricsF& metrics) {
    if (!v.selection) return {};
    const double left = v.area.left(), right = v.area.right() + 1;
    const auto [x0, x1] = selectionEnds(v);
    if (x1 <= left || x0 >= right) return {};
    const double width = metrics.horizontalAdvance(formatDuration(v.selection->length())) + 2 * kInset;
    const double x = std::clamp((x0 + x1 - width) / 2, left + 1, std::max(left + 1, right - width - 1));
    return {x, v.area.bottom() + 1 - pillHeight(v) - 1, width, pillHeight(v)};
}

void paintSelection(QPainter& p, const RulerView& v, const Tokens& t) {
    if (!v.selection) return;
    const double left = v.area.left(), right = v.area.right() + 1;
    const auto [x0, x1] = selectionEnds(v);
    if (x1 <= left || x0 >= right) return;
    const double top = v.area.top(), bottom = v.area.bottom() + 1;
    const auto handle = [&](double x, TimeNs edge) {
        const double exact = v.x(edge);
        if (exact < left - 1 || exact > right) return;
        p.fillRect(QRectF(x - 1, top, 2, bottom - top), QColor::fromRgb(t.accent));
        p.fillRect(QRectF(x - 2, bottom - 12, 4, 8), QColor::fromRgb(t.accent));
    };
    handle(x0, v.selection->begin);
    handle(x1, v.selection->end);
    paintPill(p, selectionPill(v, QFontMetricsF(p.font())), t.accent, t.canvas, formatDuration(v.selection->length()));
}

// Below ticks and marks, so that it tints no text.
void paintSelectedSpan(QPainter& p, const RulerView& v, const Tokens& t) {
    if (!v.selection) return;
    const auto [x0, x1] = selectionEnds(v);
    p.fillRect(QRectF(x0, v.area.top(), x1 - x0, v.area.height()), translucent(t.accent, 0.18));
}

void paintMarks(QPainter& p, const RulerView& v, const Tokens& t) {
    if (!v.marks) return;
    for (std::size_t i = 0; i < v.marks->size(); ++i) {
        const QRectF flag = markFlag(v, i);
        if (flag.isEmpty()) continue;
        const double x = v.x((*v.marks)[i].time);
        p.fillRect(QRectF(std::floor(x * v.dpr) / v.dpr, flag.top(), 1 / v.dpr, v.area.bottom() + 1 - flag.top()),
                   QColor::fromRgb(t.warn));
        const QString name =
            QFontMetricsF(p.font()).elidedText((*v.marks)[i].name, Qt::ElideRight, flag.width() - 2 * kInset);
        paintPill(p, flag, t.warn, t.canvas, name);
    }
}

void paintZero(QPainter& p, const RulerView& v, const Tokens& t) {
    if (!v.zero) return;
    const double x = v.x(*v.zero);
    if (x < v.area.left() || x > v.area.right()) return;
    const double px = 1 / v.dpr;
    p.fillRect(QRectF(std::floor(x * v.dpr) / v.dpr, v.area.top(), 2 * px, v.area.height()), QColor::fromRgb(t.accent));
}

void paintCursor(QPainter& p, const RulerView& v, const Tokens& t) {
    if (!v.cursor) return;
    const double x = v.x(*v.cursor);
    if (x < v.area.left() || x > v.area.right() + 1) return;
    paintPill(p, cursorPill(v), t.text, t.canvas, v.times.exact(*v.cursor));
}

}  // namespace

void paintRuler(QPainter& p, const RulerView& v) {
    const Tokens& t = tokens(v.theme);
    p.save();
    p.setClipRect(v.area);
    p.fillRect(v.area, QColor::fromRgb(t.header));
    p.setFont(rulerFont(v));
    paintSelectedSpan(p, v, t);
    paintTicks(p, v, t);
    paintZero(p, v, t);
    paintMarks(p, v, t);
    paintSelection(p, v, t);
    paintCursor(p, v, t);
    hairlineH(p, v.area.bottom() + 1 - 1 / v.dpr, v.area.left(), v.area.right() + 1, t.headerBorder, v.dpr);
    p.restore();
}

QRectF cursorPill(const RulerView& v) {
    if (!v.cursor) return {};
    const QFontMetricsF metrics(rulerFont(v));
    const double left = v.area.left() + 1.0, width = metrics.horizontalAdvance(v.times.exact(*v.cursor)) + 2 * kInset;
    const double most = std::max(left, v.area.right() - width), x = v.x(*v.cursor);
    QRectF pill(std::clamp(x - width / 2, left, most), v.area.top() + 1, width, pillHeight(v) + 1);
    const QRectF length = selectionPill(v, metrics);
    if (!pill.intersects(length)) return pill;
    // Beside the length, on the side of the pointer, or where there is room.
    const double before = length.left() - width - 2, after = length.right() + 2;
    const bool isAfter = (x >= length.center().x() && after <= most) || before < left;
    pill.moveLeft(isAfter ? after : before);
    return pill;
}

QRectF lengthPill(const RulerView& v) { return selectionPill(v, QFontMetricsF(rulerFont(v))); }

QRectF markFlag(const RulerView& v, std::size_t mark) {
    const TimeMark& m = (*v.marks)[mark];
    const double x = v.x(m.time);
    if (x < v.area.left() || x > v.area.right()) return {};
    double width = std::min(kMaxFlag * v.textScale, QFontMetricsF(rulerFont(v)).horizontalAdvance(m.name) + 2 * kInset);
    // The next flag is not covered.
    if (mark + 1 < v.marks->size()) width = std::min(width, std::max(6.0, v.x((*v.marks)[mark + 1].time) - x - 1));
    return QRectF(x, v.area.bottom() - pillHeight(v), width, pillHeight(v));
}

int markAt(const RulerView& v, QPointF pos) {
    if (!v.marks) return -1;
    for (std::size_t i = v.marks->size(); i-- > 0;) {
        const QRectF flag = markFlag(v, i);
        if (!flag.isEmpty() && flag.adjusted(-3, -2, 0, 2).contains(pos)) return static_cast<int>(i);
    }
    return -1;
}

RulerPart rulerPartAt(const RulerView& v, double x) {
    if (!v.selection) return RulerPart::Plain;
    const double x0 = v.x(v.selection->begin), x1 = v.x(v.selection->end);
    // Of a span of few pixels the edge that is nearer wins.
    const bool left = std::abs(x - x0) <= kGrip, right = std::abs(x - x1) <= kGrip;
    if (left && (!right || std::abs(x - x0) <= std::abs(x - x1))) return RulerPart::SelectionLeft;
    if (right) return RulerPart::SelectionRight;
    return x > x0 && x < x1 ? RulerPart::SelectionInside : RulerPart::Plain;
}

}  // namespace timeline
