// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/shapes.h"

#include <QPainterPath>

#include <algorithm>

namespace timeline {
namespace {

constexpr int kHatchStep = 8, kHatchWidth = 2;  // as Raster has them, device px
constexpr int kDotStep = 4;

int levelOf(const Ink& k, int height) { return std::max(1, (k.busy * height + 127) / 255); }

/// What of the strip c0 <= x + y < c1 lies in a rect: along one of its lines from the lower left to the upper right and
/// back along the other, by way of the corners in between.
QPolygonF slantedStrip(const QRectF& r, double c0, double c1) {
    const double least = r.left() + r.top(), most = r.right() + r.bottom();
    c0 = std::clamp(c0, least, most);
    c1 = std::clamp(c1, least, most);
    const auto upper = [&](double c) {
        const double x = std::min(r.right(), c - r.top());
        return QPointF(x, c - x);
    };
    const auto lower = [&](double c) {
        const double x = std::max(r.left(), c - r.bottom());
        return QPointF(x, c - x);
    };
    QPolygonF out{lower(c0), upper(c0)};
    if (const double corner = r.right() + r.top(); c0 < corner && corner < c1) out << r.topRight();
    out << upper(c1) << lower(c1);
    if (const double corner = r.left() + r.bottom(); c0 < corner && corner < c1) out << r.bottomLeft();
    return out;
}

/// The texture of a bar as one shape. `phase` moves with the time, `top` is that of the strip.
QPainterPath texture(Pattern pattern, const QRectF& r, double phase, double top) {
    QPainterPath path;
    if (pattern == Pattern::Hatch) {
        const double origin = top - phase;  // where x + y counts from
        const auto first = static_cast<long>(std::floor((r.left() + r.top() - origin) / kHatchStep));
        for (long k = first; k * kHatchStep + origin < r.right() + r.bottom(); ++k) {
            const double c = static_cast<double>(k) * kHatchStep + origin;
            if (c + kHatchWidth <= r.left() + r.top()) continue;
            path.addPolygon(slantedStrip(r, c, c + kHatchWidth));
            path.closeSubpath();
        }
        return path;
    }
    const auto first = static_cast<long>(std::ceil((r.left() + phase) / kDotStep));
    for (long k = first; static_cast<double>(k) * kDotStep - phase < r.right(); ++k)
        for (double y = top + static_cast<double>(k & 1) * 2; y < r.bottom(); y += kDotStep)
            if (y >= r.top()) path.addRect(QRectF(static_cast<double>(k) * kDotStep - phase, y, 1, 1));
    return path;
}

class ShapePainter {
public:
    ShapePainter(QPainter& p, int y, const DrawList& list) : m_p(p), m_y(y), m_list(list) {}

    void paintInk() {
        // What adjoins and looks alike is one shape: fewer of them, and no seams between.
        const auto& all = m_list.inks;
        const auto runs = [&](auto alike, auto paint) {
            for (std::size_t i = 0; i < all.size();) {
                std::size_t end = i + 1;
                while (end < all.size() && all[end].strip == all[i].strip && all[end].x0 == all[end - 1].x1 &&
                       alike(all[i], all[end]))
                    ++end;
                paint(all[i], all[end - 1].x1);
                i = end;
            }
        };
        runs([](const Ink& a, const Ink& b) { return a.faint == b.faint; },
             [&](const Ink& k, int end) { fill(k.x0, end, k.strip, 0, height(k.strip), k.faint); });
        runs(
            [&](const Ink& a, const Ink& b) {
                return a.fill == b.fill && a.pattern == b.pattern &&
                       levelOf(a, height(a.strip)) == levelOf(b, height(b.strip));
            },
            [&](const Ink& k, int end) {
                const int level = levelOf(k, height(k.strip));
                fill(k.x0, end, k.strip, height(k.strip) - level, level, k.fill);
                mark(k.x0, end, k.strip, level, k.pattern, mixed(k.fill, k.faint, 0.30));
            });
    }

    void paintBars() {
        for (const Rect& r : m_list.rects) {
            fill(r.x0, r.x1, r.strip, 0, height(r.strip), r.fill);
            mark(r.x0, r.x1, r.strip, height(r.strip), r.pattern, mixed(r.fill, r.edge, 0.40));
            if (r.flags & Rect::kEdgeLeft) fill(r.x0, r.x0 + 1, r.strip, 0, height(r.strip), r.edge);
        }
    }

    void paintTicks() {
        for (const Tick& t : m_list.ticks) fill(t.x, t.x + 1, t.strip, 0, height(t.strip), t.colour);
    }

    void paintCurve(const CounterCurve& c) {
        const double top = m_y + m_list.strips[c.strip].top;
        QPainterPath area, band, line;
        const CounterStep* last = nullptr;
        for (const CounterStep& k : c.steps) {
            const double x0 = std::max(0, k.x0), x1 = std::min(k.x1, m_list.width);
            if (x1 <= x0) continue;
            const int from = std::min(k.yMean, c.base), to = std::max(k.yMean, c.base);
            area.addRect(QRectF(x0, top + from, x1 - x0, to - from + 1));
            if (k.yMax < k.yMin) band.addRect(QRectF(x0, top + k.yMax, x1 - x0, k.yMin - k.yMax + 1));
            const QPointF begin(x0, top + k.yMean + 0.5);
            if (last && last->x1 == k.x0) line.lineTo(begin);
            else line.moveTo(begin);
            line.lineTo(x1, begin.y());
            last = &k;
        }
        area.setFillRule(Qt::WindingFill);
        m_p.fillPath(area, QColor::fromRgb(c.area));
        m_p.fillPath(band, QColor::fromRgb(c.band));
        m_p.strokePath(line, QPen(QColor::fromRgb(c.line), 1, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    }

private:
    int height(std::uint16_t strip) const { return m_list.strips[strip].height; }
    QRectF rectOf(int x0, int x1, std::uint16_t strip, int top, int h) const {
        x0 = std::max(x0, 0);
        x1 = std::min(x1, m_list.width);
        return QRectF(x0, m_y + m_list.strips[strip].top + top, std::max(0, x1 - x0), h);
    }
    void fill(int x0, int x1, std::uint16_t strip, int top, int h, QRgb colour) {
        const QRectF r = rectOf(x0, x1, strip, top, h);
        if (!r.isEmpty()) m_p.fillRect(r, QColor::fromRgb(colour));
    }
    void mark(int x0, int x1, std::uint16_t strip, int level, Pattern pattern, QRgb colour) {
        if (pattern == Pattern::None) return;
        const QRectF r = rectOf(x0, x1, strip, height(strip) - level, level);
        if (!r.isEmpty())
            m_p.fillPath(texture(pattern, r, m_list.patternPhase, m_y + m_list.strips[strip].top),
                         QColor::fromRgb(colour));
    }

    QPainter& m_p;
    const int m_y;
    const DrawList& m_list;
};

}  // namespace

void paintShapes(QPainter& p, int y, const DrawList& list) {
    ShapePainter shapes(p, y, list);
    shapes.paintInk();
    shapes.paintBars();
    shapes.paintTicks();
    for (const CounterCurve& c : list.curves) shapes.paintCurve(c);
}

std::size_t shapeCount(const DrawList& list) {
    std::size_t n = list.inks.size() + list.rects.size() + list.ticks.size();
    for (const CounterCurve& c : list.curves) n += c.steps.size();
    return n;
}

void paintSwatch(QPainter& p, const QRectF& rect, QRgb fill, QRgb edge, Pattern pattern) {
    p.fillRect(rect, QColor::fromRgb(fill));
    if (pattern == Pattern::None) return;
    const QPainterPath marks = texture(pattern, QRectF(0, 0, rect.width() * 2, rect.height() * 2), 0, 0);
    p.save();
    p.translate(rect.topLeft());
    p.scale(0.5, 0.5);
    p.fillPath(marks, QColor::fromRgb(mixed(fill, edge, 0.40)));
    p.restore();
}

}  // namespace timeline
