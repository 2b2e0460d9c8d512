// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/roofline/roofline_item.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "app/kit/language.h"
#include "app/kit/std_text.h"
#include "app/kit/theme.h"
#include "app/panes/kernel/roofline_text.h"
#include "timeline/look/contrast.h"
#include "timeline/look/format.h"
#include "timeline/look/palette.h"

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
constexpr double kApart = 2;                          // letters
constexpr double kAbove = 6, kRidge = 3.5;            // px between a text and its line, of the mark of a ridge
constexpr double kMark = 4.5, kArrow = 20;            // px of marks and the arrow in the legend
constexpr double kGrasp = 3;                          // px beyond a mark where it is still meant

/// Colours that people with any colour vision tell apart, on a light and on a dark ground; with them goes a shape. As
/// many as there are kinds of arithmetic: no two of them share one.
constexpr QRgb kColours[] = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xff55cc66, 0xffe69f00, 0xff56b4e9, 0xff5544ff,
                             0xffcc79a7, 0xffbb3333, 0xffff99aa, 0xff447777, 0xff3388ff, 0xff00aaff};
static_assert(std::size(kColours) == model::roofline::kPrecisions);
enum class MarkShape { Circle, Square, Diamond, Triangle };

QColor colourOfClass(int c) { return QColor(kColours[c]); }
/// Circles for the commonest, single precision, and for DRAM.
MarkShape shapeOf(int c) { return static_cast<MarkShape>((c + 3) % 4); }

QPainterPath outline(MarkShape shape, const QPointF& at, double r) {
    QPainterPath path;
    switch (shape) {
    case MarkShape::Circle: path.addEllipse(at, r, r); break;
    case MarkShape::Square:
        path.addRect(QRectF(at.x() - r * 0.886, at.y() - r * 0.886, r * 1.772, r * 1.772));
        break;  // of equal area
    case MarkShape::Diamond:
        path.addPolygon(QPolygonF({at + QPointF(0, -r * 1.253), at + QPointF(r * 1.253, 0), at + QPointF(0, r * 1.253),
                                   at + QPointF(-r * 1.253, 0)})),
            path.closeSubpath();
        break;
    case MarkShape::Triangle:
        path.addPolygon(QPolygonF(
            {at + QPointF(0, -r * 1.555), at + QPointF(r * 1.347, r * 0.778), at + QPointF(-r * 1.347, r * 0.778)})),
            path.closeSubpath();
        break;
    }
    return path;
}

/// Not closed: four corners.
QPolygonF cornersOf(const QTransform& turn, const QRectF& box) {
    QPolygonF out;
    for (const QPointF& corner : {box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()})
        out << turn.map(corner);
    return out;
}

/// How far a mark reaches beyond its centre, of its radius.
double reachOf(MarkShape shape) {
    return shape == MarkShape::Circle || shape == MarkShape::Square ? 1 : shape == MarkShape::Diamond ? 1.253 : 1.555;
}

const timeline::Tokens& colours() { return timeline::tokens(themeManager()->theme()); }

/// So far from the ground that light colours are seen on a light one, too.
QColor edgeOf(const QColor& fill) {
    return QColor(timeline::standingOut(fill.rgb(), colours().canvas, themeManager()->theme()));
}

/// px between two texts along one line, which are not read as one then.
double apartOf(const QFontMetrics& metrics) { return metrics.averageCharWidth() * kApart; }

QPen penOf(const Roof& roof) {
    QPen pen{QColor(roof.origin == Origin::Measured ? colours().text : colours().secondaryText)};
    pen.setWidthF(roof.origin == Origin::Measured ? 1.6 : 1);
    if (roof.origin == Origin::Practical) pen.setStyle(Qt::DashLine);
    if (roof.origin == Origin::DataSheet) pen.setStyle(Qt::DotLine);
    return pen;
}

}  // namespace

void RooflineItem::setView(RooflineView view) {
    const bool same = view.result == m_view.result && view.baseline == m_view.baseline;
    view.matches = same                           ? std::move(m_view.matches)
                   : view.result && view.baseline ? matchPoints(*view.result, *view.baseline)
                                                  : std::vector<std::optional<std::size_t>>();
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
            if (p.bytes[indexOf(level)] > 0)
                m_marks.push_back({i, level, QPointF(p.intensity(level), p.rate()), radius});
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
        const bool wanted = r.isWork
                                ? used.contains(r.precision)
                                : std::find(m_view.levels.begin(), m_view.levels.end(), r.level) != m_view.levels.end();
        if (wanted) m_roofs.push_back(r);
    }
    // What was measured is written first, so that it is what finds room.
    std::stable_sort(m_roofs.begin(), m_roofs.end(), [](const Roof& a, const Roof& b) { return a.origin < b.origin; });
}

QPointF RooflineItem::pixel(double x, double y) const {
    return {mParentPlot->xAxis->coordToPixel(x), mParentPlot->yAxis->coordToPixel(y)};
}
QPointF RooflineItem::pixelOf(const Mark& mark) const { return pixel(mark.at.x(), mark.at.y()); }

const RooflineItem::Mark* RooflineItem::markAt(const QPointF& at) const {
    const Mark* found = nullptr;
    for (const Mark& m : m_marks) {
        const QPointF d = pixelOf(m) - at;
        if (std::hypot(d.x(), d.y()) <= m.radius + kGrasp) found = &m;  // the smallest is last
    }
    return found;
}

int RooflineItem::classOf(const Point& p) const {
    return m_view.colour == RooflineColour::Precision ? static_cast<int>(p.precision) : static_cast<int>(p.bound());
}

QString RooflineItem::classText(int c) const {
    if (m_view.colour == RooflineColour::Bound) return boundText(static_cast<model::roofline::Bound>(c));
    const std::string_view name = precisionInfo(static_cast<model::roofline::Precision>(c)).label;
    return utf8(name);
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

std::optional<QPointF> RooflineItem::before(const Mark& mark) const {
    const Point* then = pointBefore(m_view, mark.point);
    if (!then || !(then->bytes[indexOf(mark.level)] > 0)) return {};
    return QPointF(then->intensity(mark.level), then->rate());
}

void RooflineItem::collectObstacles() {
    m_obstacles.clear();
    m_lines.clear();
    for (std::size_t i = 0; i < m_marks.size() && i < kMostObstacles; ++i) {
        const Mark& m = m_marks[i];
        m_obstacles.push_back(
            outline(shapeOf(classOf(m_view.result->points[m.point])), pixelOf(m), m.radius).boundingRect());
        const auto then = before(m);
        if (!then) continue;
        const QPointF at = pixel(then->x(), then->y());
        m_obstacles.push_back(
            outline(shapeOf(classOf(*pointBefore(m_view, m.point))), at, kLeastRadius).boundingRect());
        m_lines.emplace_back(at, pixelOf(m));
    }
    for (const Roof& r : m_roofs)
        if (const QLineF line = lineOf(r); !line.isNull()) m_lines.push_back(line);
    for (const QPointF& at : ridges())
        m_obstacles.emplace_back(at - QPointF(kRidge, kRidge), QSizeF(2 * kRidge, 2 * kRidge));
}

bool RooflineItem::isFree(const QTransform& turn, const QRectF& box) const {
    const QPolygonF area = cornersOf(turn, box.adjusted(-kRoom, -kRoom, kRoom, kRoom));
    const QRectF around = area.boundingRect();
    if (!QRectF(mParentPlot->axisRect()->rect()).contains(around)) return false;
    const auto hits = [&](const QPolygonF& other) {
        return around.intersects(other.boundingRect()) && area.intersects(other);
    };
    if (std::any_of(m_labels.begin(), m_labels.end(), hits)) return false;
    if (std::any_of(m_obstacles.begin(), m_obstacles.end(),
                    [&](const QRectF& rect) { return around.intersects(rect) && area.intersects(QPolygonF(rect)); }))
        return false;
    const auto crosses = [&](const QLineF& line) {
        if (area.containsPoint(line.p1(), Qt::OddEvenFill) || area.containsPoint(line.p2(), Qt::OddEvenFill))
            return true;
        for (int i = 0; i < 4; ++i)
            if (QLineF(area[i], area[(i + 1) % 4]).intersects(line, nullptr) == QLineF::BoundedIntersection)
                return true;
        return false;
    };
    return std::none_of(m_lines.begin(), m_lines.end(), crosses);
}

/// Writes a text above the line that begins there, unless it would lie upon something.
bool RooflineItem::label(QCPPainter* p, const QPointF& at, double angle, const QString& text) {
    const QRectF box(0, -p->fontMetrics().height() - kAbove, p->fontMetrics().horizontalAdvance(text),
                     p->fontMetrics().height());
    const double apart = apartOf(p->fontMetrics());
    QTransform turn;
    turn.translate(at.x(), at.y());
    turn.rotate(angle);
    if (!isFree(turn, box.adjusted(-apart, 0, apart, 0))) return false;
    m_labels.push_back(cornersOf(turn, box));
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
        if (m.level != m_view.levels.front() || m_view.chosen.contains(m.point) != chosen ||
            (!chosen && m_names.size() >= kMostNames))
            return;
        if (!written.insert(chosen ? point.name : point.name + '\n' + point.shape).second && m_names.size() > 0) return;
        p->setPen(QColor(chosen ? colours().accent : colours().text));
        const std::string_view name = point.isModel ? std::string_view(point.name) : model::kernelBaseName(point.name);
        drawName(p, m, p->fontMetrics().elidedText(utf8(name), Qt::ElideMiddle, kLongestName));
    };
    for (const bool chosen : {true, false})
        for (std::size_t i = 0; i < m_marks.size() && (chosen || i < kMostObstacles); ++i) write(m_marks[i], chosen);
}

/// Beside the mark where there is room, else farther away with a line that leads there; false if there is none.
bool RooflineItem::drawName(QCPPainter* p, const Mark& m, const QString& name) {
    const QPointF at = pixelOf(m);
    const double w = p->fontMetrics().horizontalAdvance(name), h = p->fontMetrics().height(),
                 reach = m.radius * reachOf(shapeOf(classOf(m_view.result->points[m.point])));
    for (const double away : {3.0, 18.0, 36.0, 60.0})
        for (const double degrees : {0.0, 180.0, 90.0, 270.0, 45.0, 315.0, 135.0, 225.0}) {
            const double x = std::cos(degrees * M_PI / 180), y = std::sin(degrees * M_PI / 180);
            const QPointF edge = at + QPointF(x, y) * (reach + away);
            // The side of the text that is next to the mark lies there.
            const QRectF area(edge.x() - (1 - x) / 2 * w, edge.y() - (1 - y) / 2 * h, w, h);
            if (!isFree({}, area)) continue;
            if (away > 6) {
                const QLineF line(at + QPointF(x, y) * m.radius, edge - QPointF(x, y) * kRoom);
                p->drawLine(line);
                m_lines.push_back(line);
            }
            p->drawText(area, Qt::AlignCenter, name);
            m_labels.push_back(cornersOf({}, area));
            m_names.push_back({m.point, area, name});
            return true;
        }
    return false;
}

/// What is drawn of a roof, px; null where nothing is.
QLineF RooflineItem::lineOf(const Roof& roof) const {
    const QCPRange x = mParentPlot->xAxis->range();
    double highest = 0, widest = 0;
    for (const Roof& r : m_roofs) (r.isWork ? highest : widest) = std::max(r.isWork ? highest : widest, r.rate);
    const double from = roof.isWork && widest > 0 ? std::max(x.lower, roof.rate / widest) : x.lower;
    const double to = roof.isWork || highest <= 0 ? x.upper : std::min(x.upper, highest / roof.rate);
    if (from >= to) return {};
    return {pixel(from, roof.isWork ? roof.rate : from * roof.rate),
            pixel(to, roof.isWork ? roof.rate : to * roof.rate)};
}

void RooflineItem::drawRoofs(QCPPainter* p) {
    for (const Roof& r : m_roofs) {
        const QLineF line = lineOf(r);
        if (line.isNull()) continue;
        p->setPen(penOf(r));
        p->drawLine(line);
    }
}

/// What was measured finds room first, then what is practical: no other line looks like it, and nothing else says what
/// it is.
void RooflineItem::labelRoofs(QCPPainter* p) {
    std::vector<Roof> order = m_roofs;
    std::stable_sort(order.begin(), order.end(), [](const Roof& a, const Roof& b) {
        return (a.origin == Origin::DataSheet) < (b.origin == Origin::DataSheet);
    });
    for (const Roof& r : order)
        if (!lineOf(r).isNull()) labelRoof(p, r);
}

/// At the right end of what is level, along the lower part of what rises; further on where that is taken, then beneath
/// the line. Where nothing is free it is left out.
void RooflineItem::labelRoof(QCPPainter* p, const Roof& r) {
    const QString text = roofText(r);
    const QLineF line = lineOf(r);
    const QPointF along = line.p2() - line.p1();
    const double radians = std::atan2(along.y(), along.x()), width = p->fontMetrics().horizontalAdvance(text),
                 beneath = p->fontMetrics().height() + 2 * kAbove;
    const QPointF across(-std::sin(radians), std::cos(radians));
    p->setPen(QColor(r.origin == Origin::Measured ? colours().text : colours().secondaryText));
    // What is practical lies close below the data sheet: it is written beneath its line at first.
    const std::array<double, 2> sides =
        r.origin == Origin::Practical ? std::array{beneath, 0.0} : std::array{0.0, beneath};
    for (const double side : sides)
        for (const double part : r.isWork ? std::array{1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.25}
                                          : std::array{0.3, 0.1, 0.5, 0.7, 0.2, 0.4, 0.6, 0.02}) {
            const double at =
                r.isWork ? line.length() * part - width - 6 - apartOf(p->fontMetrics()) : line.length() * part;
            if (label(p, line.p1() + along * (at / std::max(1.0, line.length())) + across * side, radians * 180 / M_PI,
                      text))
                return;
        }
}

namespace {
/// Whether both belong to one corner of the roof: of one source, and of the fastest instructions.
bool haveRidge(const Roof& work, const Roof& memory) {
    return work.isWork && !memory.isWork && work.origin == memory.origin && work.origin != Origin::Practical &&
           work.variant.empty();
}
}  // namespace

std::vector<QPointF> RooflineItem::ridges() const {
    std::vector<QPointF> out;
    for (const Roof& work : m_roofs)
        for (const Roof& memory : m_roofs)
            if (haveRidge(work, memory)) out.push_back(pixel(ridge(work, memory), work.rate));
    return out;
}

/// Where a memory's roof meets that of the arithmetic, with how many operations a byte needs there.
void RooflineItem::drawRidges(QCPPainter* p) {
    QList<QPointF> written;  // what lies close to one of them has about its number
    for (const Roof& work : m_roofs)
        for (const Roof& memory : m_roofs) {
            if (!haveRidge(work, memory)) continue;
            const QPointF at = pixel(ridge(work, memory), work.rate);
            p->setPen(QPen(penOf(work).color(), 1));
            p->setBrush(QColor(colours().canvas));
            p->drawEllipse(at, 3, 3);
            const QString text = timeline::formatValue(ridge(work, memory)) + QStringLiteral(" FLOP/B");
            if (std::any_of(written.begin(), written.end(),
                            [&](const QPointF& other) { return QLineF(at, other).length() < 4 * kRidge; }))
                continue;
            const QPointF right(kRidge + 4, p->fontMetrics().height() + 10),
                left(-p->fontMetrics().horizontalAdvance(text) - kRidge - 4, 0);
            for (const QPointF& side : {right, left, left - QPointF(2 * kRidge, 0)}) {
                if (!label(p, at + side, 0, text)) continue;
                written.append(at);
                break;
            }
        }
}

/// From where a kernel was in the other report to where it is here.
void RooflineItem::drawBaseline(QCPPainter* p) {
    for (const Mark& m : m_marks) {
        const auto then = before(m);
        if (!then) continue;
        const QPointF a = pixel(then->x(), then->y()), b = pixelOf(m);
        p->setPen(QPen(QColor(colours().secondaryText), 1));
        p->setBrush(Qt::NoBrush);
        p->drawPath(outline(shapeOf(classOf(*pointBefore(m_view, m.point))), a, kLeastRadius));
        if (QLineF(a, b).length() >= kShortestArrow)
            QCPLineEnding(QCPLineEnding::esSpikeArrow).draw(p, QCPVector2D(b), QCPVector2D(b - a));
        p->drawLine(a, b);
    }
}

void RooflineItem::drawMark(QCPPainter* p, const Mark& m) const {
    const Point& point = m_view.result->points[m.point];
    const int c = classOf(point);
    QColor fill = colourOfClass(c);
    const bool faded = !m_view.marked.empty() && !m_view.marked.contains(m.point);
    QColor edge = edgeOf(fill);
    fill.setAlpha(faded ? 30 : point.isModel ? 70 : 150);
    edge.setAlpha(faded ? 90 : 255);
    QPen pen(edge, 1.2);
    if (point.isIncomplete) pen.setStyle(Qt::DotLine);
    if (m_view.chosen.contains(m.point)) pen = QPen(QColor(colours().accent), 2.5);
    p->setPen(pen);
    p->setBrush(fill);
    p->drawPath(outline(shapeOf(c), pixelOf(m), m.radius));
}

QColor RooflineItem::colourOf(model::roofline::Precision precision) {
    return colourOfClass(static_cast<int>(precision));
}

struct RooflineItem::LegendEntry {
    MarkShape shape;
    QPen pen;
    QBrush brush;
    QString text;
    bool isArrow = false;  ///< of the baseline
};

std::vector<RooflineItem::LegendEntry> RooflineItem::legend(const QFontMetrics& metrics) const {
    std::vector<LegendEntry> out;
    std::set<int> classes;
    bool incomplete = false;
    for (const Mark& m : m_marks) {
        classes.insert(classOf(m_view.result->points[m.point]));
        incomplete |= m_view.result->points[m.point].isIncomplete;
    }
    for (const int c : classes) {
        QColor fill = colourOfClass(c);
        const QPen pen(edgeOf(fill), 1.2);
        fill.setAlpha(150);
        out.push_back({shapeOf(c), pen, fill, classText(c)});
    }
    if (incomplete)
        out.push_back({MarkShape::Circle, QPen(QColor(colours().text), 1.2, Qt::DotLine), Qt::NoBrush,
                       QCoreApplication::translate("Roofline", "Work is missing")});
    // What does no floating-point work has no place in the chart: it is named, with no mark to look for.
    const auto& points = m_view.result->points;
    const auto still = std::count_if(points.begin(), points.end(),
                                     [&](const Point& point) { return point.chip == m_view.chip && !point.hasWork(); });
    const QPen pale(QColor(colours().secondaryText), 1);
    if (still > 0)
        out.push_back({MarkShape::Circle, pale, Qt::NoBrush,
                       QCoreApplication::translate("Roofline", "No floating-point work: %1, in the table").arg(still)});
    if (const QString text = baselineText(metrics); !text.isEmpty())
        out.push_back({MarkShape::Circle, pale, Qt::NoBrush, text, true});
    if (const QString text = cachesNote(); !text.isEmpty())
        out.push_back({MarkShape::Circle, QPen(Qt::NoPen), Qt::NoBrush, text});
    return out;
}

QString RooflineItem::cachesNote() const {
    const bool hasArrows = std::any_of(m_marks.begin(), m_marks.end(), [this](const Mark& m) {
        return m.level == Level::Dram && before(m).has_value();
    });
    return hasArrows ? cachesText(m_view.result->caches, m_view.baseline->caches) : QString();
}

/// Another chip may be the reason for what changed: it is named.
QString RooflineItem::baselineText(const QFontMetrics& metrics) const {
    if (std::none_of(m_marks.begin(), m_marks.end(), [this](const Mark& m) { return before(m).has_value(); }))
        return {};
    QStringList chips;
    for (const std::string& chip : matchedChips(*m_view.baseline, m_view.matches))
        if (!chip.empty()) chips += QString::fromStdString(chip);
    const QString name = metrics.elidedText(m_view.baselineName, Qt::ElideMiddle, kLongestName);
    const QString from = name.isEmpty() ? QCoreApplication::translate("Roofline", "Baseline")
                                        : QCoreApplication::translate("Roofline", "Baseline: %1").arg(name);
    return chips.isEmpty() ? from
                           : QCoreApplication::translate("Roofline", "%1 (%2)",
                                                         "report that is compared with, and the chip it is of")
                                 .arg(from, listOf(chips));
}

/// In the corner that no kernel can reach, above the roofs of memory; in another one where lines or marks lie there,
/// and above them where they lie in all.
void RooflineItem::drawLegend(QCPPainter* p) {
    const std::vector<LegendEntry> entries = legend(p->fontMetrics());
    const int line = p->fontMetrics().height() + 3, beside = 17;  // px before a text
    const auto widthOf = [&](const LegendEntry& e) {
        return beside + (e.isArrow ? static_cast<int>(kArrow) : 0) + p->fontMetrics().horizontalAdvance(e.text);
    };
    int width = 0;
    for (const LegendEntry& e : entries) width = std::max(width, widthOf(e));
    const QRectF room = QRectF(mParentPlot->axisRect()->rect()).adjusted(8, 4, -8, -4);
    QRectF area(room.topLeft(), QSizeF(width, static_cast<double>(entries.size()) * line));
    for (const QPointF& corner : {room.topLeft(), room.bottomRight() - QPointF(area.width(), area.height()),
                                  room.topRight() - QPointF(area.width(), 0)})
        if (const QRectF there(corner, area.size()); isFree({}, there)) {
            area = there;
            break;
        }
    QPointF at = area.topLeft() + QPointF(kMark, line / 2.0);
    for (const LegendEntry& e : entries) {
        p->setPen(e.pen);
        p->setBrush(e.brush);
        p->drawPath(outline(e.shape, at, e.isArrow ? kLeastRadius : kMark));
        const QPointF tip = at + QPointF(kLeastRadius + kArrow, 0);
        if (e.isArrow) {
            QCPLineEnding(QCPLineEnding::esSpikeArrow).draw(p, QCPVector2D(tip), QCPVector2D(QPointF(kArrow, 0)));
            p->drawLine(at + QPointF(kLeastRadius, 0), tip);
        }
        const QRectF text(at.x() - kMark + beside + (e.isArrow ? kArrow : 0), at.y() - line / 2.0,
                          p->fontMetrics().horizontalAdvance(e.text) + 2, line);
        p->setPen(QColor(colours().text));
        p->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, e.text);
        m_labels.push_back(cornersOf({}, QRectF(QPointF(area.left(), text.top()), text.bottomRight())));
        at.ry() += line;
    }
}

const Point* pointBefore(const RooflineView& view, std::size_t point) {
    return point < view.matches.size() && view.matches[point] ? &view.baseline->points[*view.matches[point]] : nullptr;
}

}  // namespace app
