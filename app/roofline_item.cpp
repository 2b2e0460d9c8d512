// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roofline_item.h"

#include <algorithm>
#include <cmath>

#include "app/roofline_text.h"
#include "app/theme.h"
#include "timeline/format.h"
#include "timeline/palette.h"

namespace app {
namespace {

using model::roofline::Level;
using model::roofline::Origin;
using model::roofline::Point;
using model::roofline::Roof;

constexpr double kLeastRadius = 4, kMostRadius = 22;  // logical px
constexpr int kLongestName = 240;                     // px
constexpr double kGrasp = 3;                          // px beyond a mark where it is still meant

/// Colours that people with any colour vision tell apart; with them goes a shape.
constexpr QRgb kColours[] = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7, 0xffe69f00, 0xff56b4e9, 0xff8c6bb1};
enum class MarkShape { Circle, Square, Diamond, Triangle };

QColor colourOf(int c) { return QColor(kColours[static_cast<std::size_t>(c) % std::size(kColours)]); }
/// Circles for the commonest, single precision, and for DRAM.
MarkShape shapeOf(int c) { return static_cast<MarkShape>((c + 3) % 4); }

QPainterPath outline(MarkShape shape, const QPointF& at, double r) {
    QPainterPath path;
    switch (shape) {
    case MarkShape::Circle: path.addEllipse(at, r, r); break;
    case MarkShape::Square: path.addRect(QRectF(at.x() - r * 0.886, at.y() - r * 0.886, r * 1.772, r * 1.772)); break;  // of equal area
    case MarkShape::Diamond: path.addPolygon(QPolygonF({at + QPointF(0, -r * 1.253), at + QPointF(r * 1.253, 0), at + QPointF(0, r * 1.253), at + QPointF(-r * 1.253, 0)})), path.closeSubpath(); break;
    case MarkShape::Triangle: path.addPolygon(QPolygonF({at + QPointF(0, -r * 1.555), at + QPointF(r * 1.347, r * 0.778), at + QPointF(-r * 1.347, r * 0.778)})), path.closeSubpath(); break;
    }
    return path;
}

const timeline::Tokens& colours() { return timeline::tokens(themeManager()->theme()); }

QPen penOf(const Roof& roof) {
    QPen pen{QColor(roof.origin == Origin::Measured ? colours().text : colours().secondaryText)};
    pen.setWidthF(roof.origin == Origin::Measured ? 1.6 : 1);
    if (roof.origin == Origin::Practical) pen.setStyle(Qt::DashLine);
    if (roof.origin == Origin::DataSheet) pen.setStyle(Qt::DotLine);
    return pen;
}

}  // namespace

void RooflineItem::setView(RooflineView view) {
    m_view = std::move(view);
    collectMarks();
    collectRoofs();
}

void RooflineItem::collectMarks() {
    m_marks.clear();
    m_hidden = 0;
    if (!m_view.result) return;
    double most = 0;
    for (const Point& p : m_view.result->points)
        if (p.chip == m_view.chip && p.flop > 0) most = std::max(most, p.seconds);
    for (std::size_t i = 0; i < m_view.result->points.size(); ++i) {
        const Point& p = m_view.result->points[i];
        if (p.chip != m_view.chip || !(p.flop > 0) || !(p.seconds > 0)) continue;
        const double radius = std::max(kLeastRadius, kMostRadius * std::sqrt(p.seconds / most));
        for (const Level level : m_view.levels)
            if (p.bytes[indexOf(level)] > 0) m_marks.push_back({i, level, QPointF(p.intensity(level), p.rate()), radius});
    }
    std::stable_sort(m_marks.begin(), m_marks.end(), [](const Mark& a, const Mark& b) { return a.radius > b.radius; });
    if (m_marks.size() > kMostMarks) m_hidden = m_marks.size() - kMostMarks, m_marks.resize(kMostMarks);
}

void RooflineItem::collectRoofs() {
    m_roofs.clear();
    if (!m_view.result) return;
    std::set<model::roofline::Precision> used;
    for (const Mark& m : m_marks) used.insert(m_view.result->points[m.point].precision);
    if (used.empty()) used.insert(model::roofline::Precision::Fp32);
    for (const Roof& r : m_view.result->roofs) {
        if (r.chip != m_view.chip) continue;
        const bool wanted = r.isWork ? used.contains(r.precision) : std::find(m_view.levels.begin(), m_view.levels.end(), r.level) != m_view.levels.end();
        if (wanted) m_roofs.push_back(r);
    }
    // What was measured is written first, so that it is what finds room.
    std::stable_sort(m_roofs.begin(), m_roofs.end(), [](const Roof& a, const Roof& b) { return a.origin < b.origin; });
}

QPointF RooflineItem::pixel(double x, double y) const { return {mParentPlot->xAxis->coordToPixel(x), mParentPlot->yAxis->coordToPixel(y)}; }
QPointF RooflineItem::pixelOf(const Mark& mark) const { return pixel(mark.at.x(), mark.at.y()); }

const RooflineItem::Mark* RooflineItem::markAt(const QPointF& at) const {
    const Mark* found = nullptr;
    for (const Mark& m : m_marks) {
        const QPointF d = pixelOf(m) - at;
        if (std::hypot(d.x(), d.y()) <= m.radius + kGrasp) found = &m;  // the smallest is last
    }
    return found;
}

int RooflineItem::classOf(const Point& p) const { return m_view.colour == RooflineColour::Precision ? static_cast<int>(p.precision) : static_cast<int>(p.bound()); }

QString RooflineItem::classText(int c) const {
    if (m_view.colour == RooflineColour::Bound) return boundText(static_cast<model::roofline::Bound>(c));
    const std::string_view name = precisionInfo(static_cast<model::roofline::Precision>(c)).label;
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

void RooflineItem::draw(QCPPainter* p) {
    if (!m_view.result) return;
    m_labels.clear();
    p->setAntialiasing(true);
    p->setClipRect(mParentPlot->axisRect()->rect());
    p->setFont(mParentPlot->xAxis->tickLabelFont());
    drawLegend(p);
    drawRoofs(p);
    drawRidges(p);
    drawBaseline(p);
    for (const Mark& m : m_marks) drawMark(p, m);
    for (const Mark& m : m_marks)
        if (m_view.chosen.contains(m.point) && m.level == m_view.levels.front()) {
            const QString name = p->fontMetrics().elidedText(QString::fromStdString(m_view.result->points[m.point].name), Qt::ElideMiddle, kLongestName);
            const QPointF beside(m.radius + 6, 0), width(p->fontMetrics().horizontalAdvance(name), 0);
            p->setPen(QColor(colours().accent));
            if (!label(p, pixelOf(m) + beside, 0, name)) label(p, pixelOf(m) - beside - width, 0, name);
        }
}

/// Writes a text above the line that begins there, unless something is written there already.
bool RooflineItem::label(QCPPainter* p, const QPointF& at, double angle, const QString& text) {
    const QRectF box(0, -p->fontMetrics().height() - 2, p->fontMetrics().horizontalAdvance(text), p->fontMetrics().height());
    QTransform turn;
    turn.translate(at.x(), at.y());
    turn.rotate(angle);
    const QPolygonF area = turn.map(QPolygonF(box));
    if (!QRectF(mParentPlot->axisRect()->rect()).contains(area.boundingRect())) return false;
    for (const QPolygonF& other : m_labels)
        if (area.intersects(other)) return false;
    m_labels.push_back(area);
    p->save();
    p->setTransform(turn, true);
    p->drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
    p->restore();
    return true;
}

void RooflineItem::drawRoofs(QCPPainter* p) {
    const QCPRange x = mParentPlot->xAxis->range();
    double highest = 0, widest = 0;
    for (const Roof& r : m_roofs) (r.isWork ? highest : widest) = std::max(r.isWork ? highest : widest, r.rate);
    for (const Roof& r : m_roofs) {
        p->setPen(penOf(r));
        const double from = r.isWork ? (widest > 0 ? std::max(x.lower, r.rate / widest) : x.lower) : x.lower;
        const double to = r.isWork || highest <= 0 ? x.upper : std::min(x.upper, highest / r.rate);
        if (from >= to) continue;
        const QPointF a = pixel(from, r.isWork ? r.rate : from * r.rate), b = pixel(to, r.isWork ? r.rate : to * r.rate);
        p->drawLine(a, b);
        const QString text = roofText(r);
        const QPointF along = b - a;
        const double angle = -std::atan2(-along.y(), along.x()) * 180 / M_PI;
        p->setPen(QColor(r.origin == Origin::Measured ? colours().text : colours().secondaryText));
        // At the right end of what is level, over the rising part where it is short; along the lower part of what rises; further on where that is taken.
        const double width = p->fontMetrics().horizontalAdvance(text), length = std::hypot(along.x(), along.y());
        for (const double part : r.isWork ? std::array{1.0, 0.75, 0.5, 0.25} : std::array{0.3, 0.1, 0.5, 0.7}) {
            const double at = r.isWork ? length * part - width - 6 : length * part;
            // What is practical lies close below the data sheet: it is written beneath its line.
            const QPointF below(0, r.origin == Origin::Practical ? p->fontMetrics().height() + 4 : 0);
            if (label(p, a + along * (at / std::max(1.0, length)) + below, angle, text)) break;
        }
    }
}

/// Where a memory's roof meets that of the arithmetic, with how many operations a byte needs there.
void RooflineItem::drawRidges(QCPPainter* p) {
    for (const Roof& work : m_roofs)
        for (const Roof& memory : m_roofs) {
            if (!work.isWork || memory.isWork || work.origin != memory.origin || work.origin == Origin::Practical || !work.variant.empty()) continue;
            const QPointF at = pixel(ridge(work, memory), work.rate);
            p->setPen(QPen(penOf(work).color(), 1));
            p->setBrush(QColor(colours().canvas));
            p->drawEllipse(at, 3, 3);
            const QString text = timeline::formatValue(ridge(work, memory)) + QStringLiteral(" FLOP/B");
            if (!label(p, at + QPointF(4, p->fontMetrics().height() + 6), 0, text)) label(p, at + QPointF(-p->fontMetrics().horizontalAdvance(text) - 6, 2), 0, text);
        }
}

/// From where a kernel was in the other report to where it is here.
void RooflineItem::drawBaseline(QCPPainter* p) {
    if (!m_view.baseline) return;
    for (const Mark& m : m_marks) {
        const Point* then = pointBefore(m_view, m_view.result->points[m.point]);
        if (!then || !(then->bytes[indexOf(m.level)] > 0)) continue;
        const QPointF a = pixel(then->intensity(m.level), then->rate()), b = pixelOf(m);
        p->setPen(QPen(QColor(colours().secondaryText), 1));
        p->setBrush(Qt::NoBrush);
        p->drawPath(outline(shapeOf(classOf(*then)), a, kLeastRadius));
        QCPLineEnding(QCPLineEnding::esSpikeArrow).draw(p, QCPVector2D(b), QCPVector2D(b - a));
        p->drawLine(a, b);
    }
}

void RooflineItem::drawMark(QCPPainter* p, const Mark& m) const {
    const Point& point = m_view.result->points[m.point];
    const int c = classOf(point);
    QColor fill = colourOf(c);
    const bool faded = !m_view.marked.empty() && !m_view.marked.contains(m.point);
    QColor edge = fill;
    fill.setAlpha(faded ? 30 : point.isModel ? 70 : 150);
    edge.setAlpha(faded ? 90 : 255);
    QPen pen(edge, 1.2);
    if (point.isIncomplete) pen.setStyle(Qt::DotLine);
    if (m_view.chosen.contains(m.point)) pen = QPen(QColor(colours().accent), 2.5);
    p->setPen(pen);
    p->setBrush(fill);
    p->drawPath(outline(shapeOf(c), pixelOf(m), m.radius));
}

/// In the corner that no kernel can reach: above the roofs of memory.
void RooflineItem::drawLegend(QCPPainter* p) const {
    std::set<int> classes;
    bool incomplete = false;
    for (const Mark& m : m_marks) {
        classes.insert(classOf(m_view.result->points[m.point]));
        incomplete |= m_view.result->points[m.point].isIncomplete;
    }
    const int line = p->fontMetrics().height() + 3;
    QPointF at = QPointF(mParentPlot->axisRect()->topLeft()) + QPointF(12, line * 0.7);
    for (const int c : classes) {
        QColor fill = colourOf(c);
        p->setPen(QPen(fill, 1.2));
        fill.setAlpha(150);
        p->setBrush(fill);
        p->drawPath(outline(shapeOf(c), at, 4.5));
        p->setPen(QColor(colours().text));
        p->drawText(at + QPointF(12, p->fontMetrics().ascent() / 2.0 - 1), classText(c));
        at.ry() += line;
    }
    if (!incomplete) return;
    p->setPen(QPen(QColor(colours().text), 1.2, Qt::DotLine));
    p->setBrush(Qt::NoBrush);
    p->drawPath(outline(MarkShape::Circle, at, 4.5));
    p->setPen(QColor(colours().text));
    p->drawText(at + QPointF(12, p->fontMetrics().ascent() / 2.0 - 1), QCoreApplication::translate("Roofline", "Work is missing"));
}

const Point* pointBefore(const RooflineView& view, const Point& now) {
    if (!view.baseline) return nullptr;
    const Point* alike = nullptr;
    int others = 0;
    for (const Point& then : view.baseline->points) {
        if (then.precision != now.precision || then.shape != now.shape || !(then.flop > 0)) continue;
        if (then.name == now.name) return &then;
        if (model::kernelBaseName(then.name) == model::kernelBaseName(now.name)) alike = &then, ++others;
    }
    return others == 1 ? alike : nullptr;
}

}  // namespace app
