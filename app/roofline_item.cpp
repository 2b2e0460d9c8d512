// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roofline_item.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

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
constexpr int kLongestName = 170;                     // px
constexpr std::size_t kMostObstacles = 300;           // marks that texts keep clear of, the largest
constexpr double kShortestArrow = 10;                 // px; of less its head would be all
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
    m_names.clear();
    p->setAntialiasing(true);
    p->setClipRect(mParentPlot->axisRect()->rect());
    p->setFont(mParentPlot->xAxis->tickLabelFont());
    collectObstacles();
    drawLegend(p);
    drawRoofs(p);
    drawBaseline(p);
    for (const Mark& m : m_marks) drawMark(p, m);
    labelRoofs(p);  // no mark hides them
    drawRidges(p);
    drawNames(p);
}

void RooflineItem::collectObstacles() {
    m_obstacles.clear();
    m_lines.clear();
    for (std::size_t i = 0; i < m_marks.size() && i < kMostObstacles; ++i) {
        const double r = m_marks[i].radius + 1;
        m_obstacles.emplace_back(QRectF(pixelOf(m_marks[i]) - QPointF(r, r), QSizeF(2 * r, 2 * r)), i);
    }
    for (const Roof& r : m_roofs)
        if (const auto line = lineOf(r); line.first != line.second) m_lines.push_back(line);
}

bool RooflineItem::isFree(const QPolygonF& area, Avoid avoid, const Mark* own) const {
    const QRectF around = area.boundingRect();
    if (!QRectF(mParentPlot->axisRect()->rect()).contains(around)) return false;
    const auto hits = [&](const QPolygonF& other) { return around.intersects(other.boundingRect()) && area.intersects(other); };
    if (std::any_of(m_labels.begin(), m_labels.end(), hits)) return false;
    if (avoid == Avoid::Labels) return true;
    for (const auto& [rect, mark] : m_obstacles)
        if (&m_marks[mark] != own && around.intersects(rect) && area.intersects(QPolygonF(rect))) return false;
    if (avoid == Avoid::Marks) return true;
    const auto crosses = [&](const std::pair<QPointF, QPointF>& line) {
        for (int i = 0; i < 4; ++i)
            if (QLineF(area[i], area[(i + 1) % 4]).intersects(QLineF(line.first, line.second), nullptr) == QLineF::BoundedIntersection) return true;
        return false;
    };
    return std::none_of(m_lines.begin(), m_lines.end(), crosses);
}

/// Writes a text above the line that begins there, unless something is there already.
bool RooflineItem::label(QCPPainter* p, const QPointF& at, double angle, const QString& text, Avoid avoid) {
    const QRectF box(0, -p->fontMetrics().height() - 2, p->fontMetrics().horizontalAdvance(text), p->fontMetrics().height());
    QTransform turn;
    turn.translate(at.x(), at.y());
    turn.rotate(angle);
    QPolygonF area;  // not closed: four corners
    for (const QPointF& corner : {box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()}) area << turn.map(corner);
    if (avoid != Avoid::Nothing && !isFree(area, avoid)) return false;
    m_labels.push_back(area);
    p->save();
    p->setTransform(turn, true);
    p->drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
    p->restore();
    return true;
}

/// Names of the largest points, and of those of the selected kernel before them; one name once.
void RooflineItem::drawNames(QCPPainter* p) {
    std::set<std::string> written;
    const auto write = [&](const Mark& m, bool chosen) {
        const Point& point = m_view.result->points[m.point];
        if (m.level != m_view.levels.front() || m_view.chosen.contains(m.point) != chosen || (!chosen && m_names.size() >= kMostNames)) return;
        if (!written.insert(chosen ? point.name : point.name + '\n' + point.shape).second && m_names.size() > 0) return;
        p->setPen(QColor(chosen ? colours().accent : colours().text));
        const std::string_view name = point.isModel ? std::string_view(point.name) : model::kernelBaseName(point.name);
        drawName(p, m, p->fontMetrics().elidedText(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), Qt::ElideMiddle, kLongestName));
    };
    for (const bool chosen : {true, false})
        for (std::size_t i = 0; i < m_marks.size() && (chosen || i < kMostObstacles); ++i) write(m_marks[i], chosen);
}

/// Beside the mark where there is room, else farther away with a line that leads there; false if there is none.
bool RooflineItem::drawName(QCPPainter* p, const Mark& m, const QString& name) {
    const QPointF at = pixelOf(m);
    const double w = p->fontMetrics().horizontalAdvance(name), h = p->fontMetrics().height();
    for (const double away : {3.0, 18.0, 36.0, 60.0})
        for (const double degrees : {0.0, 180.0, 90.0, 270.0, 45.0, 315.0, 135.0, 225.0}) {
            const double x = std::cos(degrees * M_PI / 180), y = std::sin(degrees * M_PI / 180), out = m.radius + away;
            const QPointF edge = at + QPointF(x, y) * out;
            // The side of the text that is next to the mark lies there.
            const QRectF area(edge.x() - (1 - x) / 2 * w, edge.y() - (1 - y) / 2 * h, w, h);
            QPolygonF corners;
            for (const QPointF& corner : {area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()}) corners << corner;
            if (!isFree(corners, Avoid::All, &m)) continue;
            if (away > 6) p->drawLine(at + QPointF(x, y) * m.radius, edge);
            p->drawText(area, Qt::AlignCenter, name);
            m_labels.push_back(corners);
            m_names.push_back({m.point, area, name});
            return true;
        }
    return false;
}

/// Both ends of what is drawn of a roof, px; equal where nothing is.
std::pair<QPointF, QPointF> RooflineItem::lineOf(const Roof& roof) const {
    const QCPRange x = mParentPlot->xAxis->range();
    double highest = 0, widest = 0;
    for (const Roof& r : m_roofs) (r.isWork ? highest : widest) = std::max(r.isWork ? highest : widest, r.rate);
    const double from = roof.isWork && widest > 0 ? std::max(x.lower, roof.rate / widest) : x.lower;
    const double to = roof.isWork || highest <= 0 ? x.upper : std::min(x.upper, highest / roof.rate);
    if (from >= to) return {};
    return {pixel(from, roof.isWork ? roof.rate : from * roof.rate), pixel(to, roof.isWork ? roof.rate : to * roof.rate)};
}

void RooflineItem::drawRoofs(QCPPainter* p) {
    for (const Roof& r : m_roofs) {
        const auto [a, b] = lineOf(r);
        if (a == b) continue;
        p->setPen(penOf(r));
        p->drawLine(a, b);
    }
}

/// What was measured finds room first, then what is practical: no other line looks like it, and nothing else says what it is.
void RooflineItem::labelRoofs(QCPPainter* p) {
    std::vector<Roof> order = m_roofs;
    std::stable_sort(order.begin(), order.end(), [](const Roof& a, const Roof& b) { return (a.origin == Origin::DataSheet) < (b.origin == Origin::DataSheet); });
    for (const Roof& r : order) {
        const auto [a, b] = lineOf(r);
        if (a == b) continue;
        const QString text = roofText(r);
        const QPointF along = b - a;
        const double angle = -std::atan2(-along.y(), along.x()) * 180 / M_PI;
        p->setPen(QColor(r.origin == Origin::Measured ? colours().text : colours().secondaryText));
        // At the right end of what is level, along the lower part of what rises; further on where that is taken, then beneath the line. Where
        // nothing is free of marks and other lines, at least of other texts.
        const double width = p->fontMetrics().horizontalAdvance(text), length = std::hypot(along.x(), along.y()), beneath = p->fontMetrics().height() + 4;
        // What is practical lies close below the data sheet: it is written beneath its line at first.
        const std::array<double, 2> sides = r.origin == Origin::Practical ? std::array{beneath, 0.0} : std::array{0.0, beneath};
        const auto startOf = [&](double part, double side) {
            const double at = r.isWork ? length * part - width - 6 : length * part;
            return a + along * (at / std::max(1.0, length)) + QPointF(-std::sin(angle * M_PI / 180), std::cos(angle * M_PI / 180)) * side;
        };
        const auto place = [&] {
            for (const Avoid avoid : {Avoid::All, Avoid::Marks, Avoid::Labels})
                for (const double side : sides)
                    for (const double part : r.isWork ? std::array{1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.25} : std::array{0.3, 0.1, 0.5, 0.7, 0.2, 0.4, 0.6, 0.02})
                        if (label(p, startOf(part, side), angle, text, avoid)) return;
            if (r.origin == Origin::Practical) label(p, startOf(1, beneath), angle, text, Avoid::Nothing);
        };
        place();
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
            const QPointF right(4, p->fontMetrics().height() + 6), left(-p->fontMetrics().horizontalAdvance(text) - 6, 2);
            for (const Avoid avoid : {Avoid::All, Avoid::Marks})
                if (label(p, at + right, 0, text, avoid) || label(p, at + left, 0, text, avoid)) break;
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
        if (QLineF(a, b).length() >= kShortestArrow) QCPLineEnding(QCPLineEnding::esSpikeArrow).draw(p, QCPVector2D(b), QCPVector2D(b - a));
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
void RooflineItem::drawLegend(QCPPainter* p) {
    std::set<int> classes;
    bool incomplete = false;
    for (const Mark& m : m_marks) {
        classes.insert(classOf(m_view.result->points[m.point]));
        incomplete |= m_view.result->points[m.point].isIncomplete;
    }
    const int line = p->fontMetrics().height() + 3;
    QPointF at = QPointF(mParentPlot->axisRect()->topLeft()) + QPointF(12, line * 0.7);
    const auto entry = [&](MarkShape shape, const QPen& pen, const QBrush& brush, const QString& text) {
        p->setPen(pen);
        p->setBrush(brush);
        p->drawPath(outline(shape, at, 4.5));
        p->setPen(QColor(colours().text));
        p->drawText(at + QPointF(12, p->fontMetrics().ascent() / 2.0 - 1), text);
        const QRectF area(at.x() - 8, at.y() - line / 2.0, 24 + p->fontMetrics().horizontalAdvance(text), line);
        m_labels.push_back(QPolygonF({area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()}));
        at.ry() += line;
    };
    for (const int c : classes) {
        QColor fill = colourOf(c);
        const QPen pen(fill, 1.2);
        fill.setAlpha(150);
        entry(shapeOf(c), pen, fill, classText(c));
    }
    if (incomplete) entry(MarkShape::Circle, QPen(QColor(colours().text), 1.2, Qt::DotLine), Qt::NoBrush, QCoreApplication::translate("Roofline", "Work is missing"));
    // What does no floating-point work has no place in the chart: it is named, with no mark to look for.
    const auto& points = m_view.result->points;
    const auto still = std::count_if(points.begin(), points.end(), [&](const Point& point) { return point.chip == m_view.chip && !point.hasWork(); });
    if (still > 0) entry(MarkShape::Circle, QPen(QColor(colours().secondaryText), 1), Qt::NoBrush, QCoreApplication::translate("Roofline", "No floating-point work: %1, in the table").arg(still));
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
