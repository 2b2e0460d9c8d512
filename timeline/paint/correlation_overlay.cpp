// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/correlation_overlay.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "timeline/rows/view_layout.h"

namespace timeline {
namespace {

constexpr double kChipHeight = 18;
constexpr double kChipInset = 6;
constexpr double kChipArrow = 12;
constexpr double kMaxChip = 260;

// From the start of the launch down (or up) to the start of the work, leaving and arriving horizontally.
void paintCurve(QPainter& p, QPointF from, QPointF to, QRgb colour) {
    const double bend = std::clamp(std::abs(to.x() - from.x()) / 2, 18.0, 120.0);
    QPainterPath path(from);
    const QPointF tip = to - QPointF(5, 0);
    path.cubicTo(from + QPointF(bend, 0), tip - QPointF(bend, 0), tip);
    p.setPen(QPen(QColor::fromRgb(colour), 1.5, Qt::SolidLine, Qt::RoundCap));
    p.setBrush(Qt::NoBrush);
    p.drawPath(path);
    QPainterPath head(to);
    head.lineTo(to + QPointF(-7, -3.5));
    head.lineTo(to + QPointF(-7, 3.5));
    head.closeSubpath();
    p.fillPath(head, QColor::fromRgb(colour));
}

// A small arrow of a chip, pointing to where its event lies.
void paintPointer(QPainter& p, QPointF c, std::uint8_t side, QRgb colour) {
    double dx = side & EventPlace::kLeft ? -1 : side & EventPlace::kRight ? 1 : 0;
    double dy = dx != 0 ? 0 : side & EventPlace::kAbove ? -1 : 1;
    const QPointF along(dx, dy), across(-dy, dx);
    QPainterPath path(c + along * 4);
    path.lineTo(c - along * 3 + across * 4);
    path.lineTo(c - along * 3 - across * 4);
    path.closeSubpath();
    p.fillPath(path, QColor::fromRgb(colour));
}

}  // namespace

void CorrelationOverlay::paintBars(QPainter& p, const EventLinks& links, const View& v) {
    const QRgb accent = tokens(v.theme).accent;
    std::size_t looked = 0;
    double lastRight = -1, lastTop = -1;
    for (const model::EventRef e : links.others()) {
        if (++looked > kMostBars) break;
        const EventPlace place = v.place(e);
        if (place.side != EventPlace::kOnScreen) continue;
        // Thousands of bars of a graph may share a pixel: translucent paint must not pile up.
        if (place.bar.top() == lastTop && place.bar.right() <= lastRight) continue;
        lastTop = place.bar.top();
        lastRight = place.bar.right();
        p.fillRect(place.bar, translucent(accent, 0.35));
        if (place.bar.width() < 4) continue;
        const double h = 1 / v.dpr;
        const QRectF& b = place.bar;
        for (const QRectF& edge :
             {QRectF(b.left(), b.top(), b.width(), h), QRectF(b.left(), b.bottom() - h, b.width(), h),
              QRectF(b.left(), b.top(), h, b.height()), QRectF(b.right() - h, b.top(), h, b.height())})
            p.fillRect(edge, QColor::fromRgb(accent));
    }
}

void CorrelationOverlay::addChip(const View& v, model::EventRef target, const EventPlace& place) {
    const QFontMetricsF metrics(v.font);
    const QString text =
        metrics.elidedText(v.describe(target), Qt::ElideMiddle, kMaxChip - 2 * kChipInset - kChipArrow);
    const double width = metrics.horizontalAdvance(text) + 2 * kChipInset + kChipArrow;
    QRectF r(0, 0, width, kChipHeight);
    const QPointF at = place.bar.center();
    const double x =
        std::clamp(at.x() - width / 2, v.area.left() + 8, std::max(v.area.left() + 8, v.area.right() - width - 8));
    const double y = std::clamp(at.y() - kChipHeight / 2, v.area.top() + 4,
                                std::max(v.area.top() + 4, v.area.bottom() - kChipHeight - 4));
    r.moveTopLeft({x, y});
    if (place.side & EventPlace::kLeft) r.moveLeft(v.area.left() + 4);
    if (place.side & EventPlace::kRight) r.moveRight(v.area.right() - 4);
    if (place.side & EventPlace::kNotShown) r.moveBottom(v.area.bottom() - 4);
    for (const Chip& other : m_chips)
        if (other.rect.intersects(r)) return;  // one is enough to say that there is more on that side
    m_chips.push_back({r, target, text});
}

void CorrelationOverlay::paintArrows(QPainter& p, const EventLinks& links, const View& v) {
    m_chips.clear();
    m_revision = links.revision();
    if (links.others().empty()) return;
    const Tokens& t = tokens(v.theme);
    p.save();
    p.setClipRect(v.area);
    p.setRenderHint(QPainter::Antialiasing, true);
    p.setFont(v.font);
    const bool isLaunch = links.isLaunch();
    const EventPlace mine = v.place(links.event());
    std::size_t drawn = 0;
    // Arrows run from the launch to the work. What was launched together is only marked, not joined by arrows.
    const auto join = [&](model::EventRef other, bool outwards) {
        if (drawn >= kMostArrows) return;
        const EventPlace place = v.place(other);
        if (!(place.side & EventPlace::kNotShown) && !(mine.side & EventPlace::kNotShown) &&
            !(place.side != EventPlace::kOnScreen && mine.side != EventPlace::kOnScreen)) {
            const EventPlace &from = outwards ? mine : place, &to = outwards ? place : mine;
            paintCurve(p, QPointF(from.bar.left(), from.bar.center().y()), QPointF(to.bar.left(), to.bar.center().y()),
                       t.accent);
            ++drawn;
        }
        if (place.side != EventPlace::kOnScreen) addChip(v, other, place);
    };
    for (const model::EventRef e : isLaunch ? links.correlated().work : links.correlated().launches)
        if (!(e == links.event())) join(e, isLaunch);
    for (const model::EventRef e : links.arrows().to) join(e, true);
    for (const model::EventRef e : links.arrows().from) join(e, false);
    if (mine.side != EventPlace::kOnScreen) addChip(v, links.event(), mine);
    for (const Chip& chip : m_chips) {
        p.setPen(QPen(QColor::fromRgb(t.accent), 1));
        p.setBrush(QColor::fromRgb(t.canvas));
        p.drawRoundedRect(chip.rect.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        const std::uint8_t side = v.place(chip.target).side;
        const bool pointerRight = side & EventPlace::kRight;
        const double y = chip.rect.center().y();
        paintPointer(p, QPointF(pointerRight ? chip.rect.right() - 8 : chip.rect.left() + 8, y), side, t.accent);
        p.setPen(QColor::fromRgb(t.text));
        p.drawText(chip.rect.adjusted(pointerRight ? kChipInset : kChipInset + kChipArrow, 0,
                                      pointerRight ? -kChipInset - kChipArrow : -kChipInset, 0),
                   Qt::AlignVCenter | Qt::AlignLeft, chip.text);
    }
    p.restore();
}

model::EventRef CorrelationOverlay::chipAt(const EventLinks& links, QPointF pos) const {
    if (links.revision() != m_revision) return {};
    for (const Chip& chip : m_chips)
        if (chip.rect.contains(pos)) return chip.target;
    return {};
}

}  // namespace timeline
