// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_input.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QStyleHints>

#include <cmath>

#include "timeline/look/format.h"
#include "timeline/text/event_text.h"
#include "timeline/view/timeline_view_p.h"

namespace timeline {

using model::TimeNs;

namespace {

constexpr double kWheelZoom = 1.0 / 240;  // octaves per eighth of a degree: a notch zooms by 1.41
constexpr double kFineZoom = 0.35;        // of that, with the modifier for fine zooming
constexpr double kWheelPan = 0.10;        // of the view, a notch
constexpr int kNotch = 120;
constexpr int kRowsPerNotch = 3;
constexpr double kEdgeReach = 3;  // of the selection in the rows
constexpr int kSplitterReach = 3;

bool isSpan(QPointF a, QPointF b) {
    return (b - a).manhattanLength() >= QGuiApplication::styleHints()->startDragDistance() * 0.6;
}

}  // namespace

// --- press, move, release

void TimelineInput::press(QMouseEvent& event) {
    if (m_drag != Drag::None) return;  // one gesture at a time
    d.tooltip->hideNow();
    m_button = event.button();
    m_from = event.position();
    m_moved = false;
    m_movedWithRightButton = false;
    if (!d.hasData()) return;
    if (m_button == Qt::BackButton) return d.run(Command::Back);
    if (m_button == Qt::ForwardButton) return d.run(Command::Forward);
    const QPoint pos = event.position().toPoint();
    if (m_button == Qt::LeftButton && std::abs(pos.x() - d.layout.header.right()) <= kSplitterReach &&
        pos.y() >= d.layout.ruler.top())
        return begin(Drag::HeaderWidth);
    if (d.layout.overview.contains(pos)) return pressInOverview(event);
    if (d.layout.header.contains(pos)) return pressInHeader(event);
    if (d.layout.rows.contains(pos) || d.layout.ruler.contains(pos)) pressInRows(event);
}

void TimelineInput::begin(Drag drag) {
    m_drag = drag;
    m_rangeFrom = d.state.range;
    m_scrollFrom = d.state.scrollY;
}

void TimelineInput::pressInRows(QMouseEvent& event) {
    const MouseHabits habits = mouseHabits(d.scheme);
    const bool left = m_button == Qt::LeftButton;
    m_edge.reset();
    if (m_button == Qt::MiddleButton) return begin(habits.middleDragZoomsToArea ? Drag::ZoomArea : Drag::Pan);
    if (m_button == Qt::RightButton) {
        if (habits.rightDragPans) begin(Drag::RightPan);
        return;
    }
    if (!left) return;
    if (event.modifiers() & Qt::ShiftModifier) return begin(Drag::Pan);
    m_edge = edgeAt(m_from, d.layout.ruler.contains(m_from.toPoint()) ? 4 : kEdgeReach);
    begin(Drag::Press);
}

std::optional<TimelineInput::Drag> TimelineInput::edgeAt(QPointF pos, double reach) const {
    if (!d.state.selection) return std::nullopt;
    const double x0 = d.q->xOf(d.state.selection->begin), x1 = d.q->xOf(d.state.selection->end);
    const double to0 = std::abs(pos.x() - x0), to1 = std::abs(pos.x() - x1);
    if (std::min(to0, to1) > reach) return std::nullopt;
    return to0 <= to1 ? Drag::SpanLeft : Drag::SpanRight;
}

void TimelineInput::pressInHeader(QMouseEvent& event) {
    const RowPlace place = d.rowAt(event.position().toPoint().y());
    if (!place.isValid()) {
        d.focusRow({});
        return;
    }
    m_row = d.keyOf(place);
    if (m_button != Qt::LeftButton) return d.focusRow(place);
    const Row& r = d.row(place);
    const QRect header =
        place.rect.intersected(QRect(0, place.rect.top(), d.layout.header.width(), place.rect.height()));
    switch (headerPartAt(r, header, event.position().toPoint(), r.lineCount > 0)) {
    case HeaderPart::Triangle: d.setExpanded(*m_row, !r.expanded); return;
    case HeaderPart::Pin: d.togglePin(*m_row); return;
    case HeaderPart::Hide: d.hideRow(*m_row); return;
    case HeaderPart::More:
        d.focusRow(place);
        d.showMenu(event.position().toPoint(), false);
        return;
    case HeaderPart::BottomEdge: {
        const auto known = d.state.layout.heights.find(*m_row);
        m_factorFrom = known == d.state.layout.heights.end() ? 1 : known->second;
        m_heightFrom = r.height;
        begin(Drag::RowHeight);
        d.beginGesture();
        return;
    }
    case HeaderPart::Title:
        d.focusRow(place);
        begin(Drag::Row);
        return;
    }
}

void TimelineInput::pressInOverview(QMouseEvent& event) {
    if (m_button != Qt::LeftButton) return;
    const OverviewView v = d.overviewView(d.frameConst());
    const double x = event.position().x();
    switch (overviewPartAt(v, x)) {
    case OverviewPart::LeftEdge: begin(Drag::OverviewLeft); break;
    case OverviewPart::RightEdge: begin(Drag::OverviewRight); break;
    case OverviewPart::Window: begin(Drag::OverviewWindow); break;
    case OverviewPart::Outside: begin(Drag::OverviewWindow); break;
    }
    const bool outside = overviewPartAt(v, x) == OverviewPart::Outside;
    // A press beside the window brings its middle there, and goes on as a drag.
    m_grabbed = outside ? d.state.range.length / 2 : (x - v.x(d.state.range.begin)) * v.dpr * v.scale.nsPerPx();
    d.beginGesture();
    if (outside) dragOverview(x);
}

void TimelineInput::move(QMouseEvent& event) {
    const QPointF pos = event.position();
    d.pointer = pos;
    if (m_drag == Drag::None) {
        updateHover(pos);
        return;
    }
    switch (m_drag) {
    case Drag::None: break;
    case Drag::Press:
        if (!isSpan(m_from, pos)) return;
        m_anchor = snappedTime(m_from, !(event.modifiers() & Qt::AltModifier));
        if (m_edge && d.state.selection)
            m_anchor = *m_edge == Drag::SpanLeft ? d.state.selection->end : d.state.selection->begin;
        m_drag = m_edge.value_or(Drag::Span);
        d.beginGesture();
        dragSpan(event);
        break;
    case Drag::Span:
    case Drag::SpanLeft:
    case Drag::SpanRight:
    case Drag::ZoomArea: dragSpan(event); break;
    case Drag::RightPan:
        if (!m_moved && !isSpan(m_from, pos)) return;
        m_movedWithRightButton = true;
        [[fallthrough]];
    case Drag::Pan: dragPan(pos); break;
    case Drag::Row: dragRow(static_cast<int>(pos.y())); break;
    case Drag::RowHeight: {
        const double height = std::max(4.0, m_heightFrom + pos.y() - m_from.y());
        d.setHeightFactor(*m_row, m_factorFrom * height / std::max(1, m_heightFrom));
        break;
    }
    case Drag::HeaderWidth: d.q->setHeaderWidth(static_cast<int>(pos.x())); break;
    case Drag::OverviewWindow:
    case Drag::OverviewLeft:
    case Drag::OverviewRight: dragOverview(pos.x()); break;
    }
    m_moved = true;
    updateCursorShape(pos);
}

void TimelineInput::dragSpan(QMouseEvent& event) {
    const bool snap = !(event.modifiers() & Qt::AltModifier);
    QPointF pos = event.position();
    // Beyond the border the view follows.
    const double left = d.layout.rows.left(), right = d.layout.rows.right();
    if (m_drag != Drag::ZoomArea && (pos.x() < left || pos.x() > right)) {
        const double over = pos.x() < left ? pos.x() - left : pos.x() - right;
        ViewState next = d.state;
        next.range = d.clamped(d.targetScale().pannedBy(over * 0.5 * d.layout.dpr));
        d.change(ViewChange::Selection, std::move(next));
        pos.setX(std::clamp(pos.x(), left, right));
    }
    if (m_drag == Drag::ZoomArea) m_anchor = d.timeAt(m_from.x());
    const TimeNs t = snappedTime(pos, snap && m_drag != Drag::ZoomArea);
    const TimeRange span{std::min(m_anchor, t), std::max(m_anchor, t)};
    d.cursor = t;
    Q_EMIT d.q->hoveredTimeChanged(t);
    if (m_drag == Drag::ZoomArea) {
        d.areaToZoom = span;
        d.q->update();
        return;
    }
    ViewState next = d.state;
    next.selection = span.isEmpty() ? std::nullopt : std::optional(span);
    d.change(ViewChange::Selection, std::move(next));
    say(TimelineView::tr("Selected %1, from %2 to %3")
            .arg(formatDuration(span.length()), formatExactTime(span.begin), formatExactTime(span.end)));
}

void TimelineInput::dragPan(QPointF pos) {
    d.beginGesture();
    const TimeScale from(m_rangeFrom, d.layout.deviceWidth());
    const double dx = std::round((m_from.x() - pos.x()) * d.layout.dpr);
    ViewState next = d.state;
    next.range = from.pannedBy(dx);
    next.follow = false;
    d.change(ViewChange::Pan, std::move(next));
    d.setScroll(m_scrollFrom + m_from.y() - pos.y());
    d.q->update();
}

void TimelineInput::dragOverview(double x) {
    const OverviewView v = d.overviewView(d.frameConst());
    const TimeNs t = v.scale.timeAt((x - v.area.left()) * v.dpr);
    ViewState next = d.state;
    const double least = d.layout.deviceWidth() / kMaxPxPerNs;
    if (m_drag == Drag::OverviewWindow) {
        next.range = VisibleRange{t, 0, d.state.range.length}.movedBy(-m_grabbed);
    } else if (m_drag == Drag::OverviewLeft) {
        const TimeNs end = m_rangeFrom.outer().end;
        next.range.length = std::max(least, static_cast<double>(model::saturatingSub(end, t)));
        next.range = VisibleRange{end, 0, next.range.length}.movedBy(-next.range.length);
    } else {
        next.range = m_rangeFrom;
        next.range.length = std::max(least, static_cast<double>(model::saturatingSub(t, m_rangeFrom.begin)));
    }
    next.follow = false;
    d.change(ViewChange::Zoom, std::move(next));
}

void TimelineInput::release(QMouseEvent& event) {
    if (m_drag == Drag::None || event.button() != m_button) return;
    const Drag drag = std::exchange(m_drag, Drag::None);
    switch (drag) {
    case Drag::Press: click(event); break;
    case Drag::Span:
    case Drag::SpanLeft:
    case Drag::SpanRight: d.endGesture(ViewChange::Selection); break;
    case Drag::Pan:
    case Drag::RightPan: d.endGesture(ViewChange::Pan); break;
    case Drag::ZoomArea:
        if (const auto area = std::exchange(d.areaToZoom, std::nullopt); area && !area->isEmpty())
            d.q->zoomTo(*area, true);
        break;
    case Drag::Row: dropRow(); break;
    case Drag::RowHeight: d.endGesture(ViewChange::RowHeight); break;
    case Drag::OverviewWindow: d.endGesture(ViewChange::Pan); break;
    case Drag::OverviewLeft:
    case Drag::OverviewRight: d.endGesture(ViewChange::Zoom); break;
    case Drag::None:
    case Drag::HeaderWidth: break;
    }
    updateHover(event.position());
    d.q->update();
    if (drag == Drag::RightPan && !m_movedWithRightButton) d.showMenu(event.position().toPoint(), false);
}

bool TimelineInput::cancel() {
    if (m_drag == Drag::None) return false;
    m_drag = Drag::None;
    d.areaToZoom.reset();
    d.dropLine.reset();
    d.cancelGesture();
    say({});
    d.q->update();
    return true;
}

void TimelineInput::click(QMouseEvent& event) {
    const QPointF pos = event.position();
    if (d.layout.ruler.contains(pos.toPoint())) return;
    for (const CorrelationOverlay::Chip& chip : d.overlay.chips())
        if (chip.rect.contains(pos)) return d.selectEvent(chip.target, true, false);
    const auto hover = d.hoverAt(pos);
    const RowPlace place = d.rowAt(static_cast<int>(pos.y()));
    const model::EventRef clicked = hover ? hover->hit.event : model::EventRef{};
    if (clicked.isValid() && (event.modifiers() & Qt::ControlModifier) && d.state.selected.isValid() &&
        !(clicked == d.state.selected))
        return d.measureGap(d.state.selected, clicked);
    if (clicked.isValid()) {
        d.selectEvent(clicked, false, false);
        if (place.isValid()) d.focusRow(place);
        return;
    }
    if (place.isValid()) d.focusRow(place);
    if (hover && isDerived(hover->hit.lane)) return say(derivedSentence(*hover));
    // A click on nothing takes the selection away.
    say({});
    if (!d.state.selected.isValid() && !d.state.selection) return;
    ViewState next = d.state;
    next.selected = {};
    next.selection.reset();
    d.change(ViewChange::Selection, std::move(next));
}

void TimelineInput::doubleClick(QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || !d.hasData()) return;
    const QPoint pos = event.position().toPoint();
    m_drag = Drag::None;
    if (d.layout.overview.contains(pos)) return d.run(Command::FitReport);
    if (d.layout.ruler.contains(pos)) {
        const RulerView v = d.rulerView(d.frameConst());
        if (const int mark = markAt(v, event.position()); mark >= 0) return d.renameMark(mark);
        if (rulerPartAt(v, event.position().x()) != RulerPart::Plain) d.run(Command::ZoomToSelection);
        return;
    }
    if (d.layout.header.contains(pos)) {
        const RowPlace place = d.rowAt(pos.y());
        if (!place.isValid()) return;
        const Row& r = d.row(place);
        const QRect header(0, place.rect.top(), d.layout.header.width(), place.rect.height());
        const HeaderPart part = headerPartAt(r, header, pos, r.lineCount > 0);
        if (part == HeaderPart::BottomEdge) d.setHeightFactor(d.keyOf(place), 1);
        else if (part == HeaderPart::Title && r.expandable) d.setExpanded(d.keyOf(place), !r.expanded);
        else press(event);  // quick clicks on a tool are two clicks
        return;
    }
    const auto hover = d.hoverAt(event.position());
    if (hover && !hover->hit.event.isValid() && isDerived(hover->hit.lane)) {
        const model::LaneView lane = d.source().lane(hover->hit.lane);
        return d.q->zoomTo({lane.start(hover->hit.row), lane.end(hover->hit.row)});
    }
    if (!hover || !hover->hit.event.isValid()) return;
    d.selectEvent(hover->hit.event, false, false);
    d.zoomToEvent(hover->hit.event, false);
}

// Bars that are computed, such as ranges projected on the GPU, stand for no event of the report but have a name.
QString TimelineInput::derivedSentence(const Hover& hover) const {
    const model::LaneView lane = d.source().lane(hover.hit.lane);
    const std::string_view name = d.snapshot->text(lane.name(hover.hit.row));
    return TimelineView::tr("%1, %2, at %3", "name, duration, time")
        .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
             formatDuration(lane.end(hover.hit.row) - lane.start(hover.hit.row)),
             formatExactTime(lane.start(hover.hit.row)));
}

// --- rows

void TimelineInput::dragRow(int y) {
    if (!m_row || !isSpan(m_from, QPointF(m_from.x(), y))) return;
    const RowPlace moved = d.placeOfKey(*m_row);
    if (!moved.isValid()) return;
    const bool pinned = m_from.y() < d.layout.rows.top() + d.pinnedHeight();
    const auto list = pinned ? d.rows->pinned() : d.rows->rows();
    // Siblings and where each ends, its unfolded children included.
    struct Sibling {
        RowKey key;
        int top, bottom;
    };
    std::vector<Sibling> siblings;
    const Frame f = d.frameConst();
    std::uint32_t self = kNoRow;
    for (std::uint32_t i = 0; i < list.size(); ++i)
        if (d.rows->key(*d.snapshot, list[i]) == *m_row) self = i;
    if (self == kNoRow || (list[self].role != RowRole::Track && !pinned)) return;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        const bool sibling = pinned || (list[i].parent == list[self].parent && list[i].role == RowRole::Track);
        const QRect rect = f.rowRect(list[i], pinned);
        if (sibling) siblings.push_back({d.rows->key(*d.snapshot, list[i]), rect.top(), rect.bottom() + 1});
        else if (!siblings.empty() && list[i].depth > list[self].depth) siblings.back().bottom = rect.bottom() + 1;
    }
    std::size_t at = 0;
    while (at < siblings.size() && y > (siblings[at].top + siblings[at].bottom) / 2) ++at;
    m_order.clear();
    for (std::size_t i = 0; i < siblings.size(); ++i) {
        if (i == at) m_order.push_back(*m_row);
        if (!(siblings[i].key == *m_row)) m_order.push_back(siblings[i].key);
    }
    if (at >= siblings.size()) m_order.push_back(*m_row);
    const int lineY = siblings.empty() ? y : at < siblings.size() ? siblings[at].top : siblings.back().bottom;
    d.dropLine = {lineY, pinned ? 0 : list[self].depth};
    d.q->update();
}

void TimelineInput::dropRow() {
    const bool dropped = d.dropLine.has_value();
    d.dropLine.reset();
    if (dropped && m_row && !m_order.empty()) d.moveRow(*m_row, m_order);
    m_order.clear();
}

// --- wheel and touch pad

void TimelineInput::wheel(QWheelEvent& event) {
    event.accept();
    if (!d.hasData()) return;
    d.tooltip->hideNow();
    d.pointer = event.position();
    const QPoint pos = event.position().toPoint();
    const MouseHabits habits = mouseHabits(d.scheme);
    const bool ctrl = event.modifiers() & Qt::ControlModifier, shift = event.modifiers() & Qt::ShiftModifier;
    const bool overTime = d.layout.ruler.contains(pos) || d.layout.overview.contains(pos);
    const bool overRows = d.layout.rows.contains(pos);
    // The inertia of a touch pad goes on with what the fingers began, whatever key is pressed meanwhile.
    if (event.phase() != Qt::ScrollMomentum || !m_wheelMode) {
        m_wheelMode = ctrl || overTime || (habits.wheelZooms && overRows && !shift) ? WheelMode::Zoom
                      : shift                                                       ? WheelMode::Pan
                                                                                    : WheelMode::Scroll;
        // Some systems turn Shift+wheel into a sideways wheel themselves.
        if (*m_wheelMode == WheelMode::Zoom && !ctrl && event.angleDelta().y() == 0) m_wheelMode = WheelMode::Scroll;
    }
    const QPoint pixels = event.pixelDelta(), angle = event.angleDelta();
    const double dx = pixels.isNull() ? angle.x() : pixels.x(), dy = pixels.isNull() ? angle.y() : pixels.y();
    const double notch = pixels.isNull() ? kNotch : 100;
    if (*m_wheelMode == WheelMode::Zoom) {
        const double amount = (dy != 0 ? dy : dx) * (pixels.isNull() ? 1.0 : 1.5);
        const bool fine = habits.wheelZooms && ctrl;
        const double x =
            d.layout.overview.contains(pos)
                ? d.layout.rows.center().x()
                : std::clamp<double>(event.position().x(), d.layout.rows.left(), d.layout.rows.right() + 1);
        d.zoomBy(std::exp2(-amount * kWheelZoom * (fine ? kFineZoom : 1)), x, true);
    } else if (*m_wheelMode == WheelMode::Pan) {
        const double amount = dy != 0 ? dy : dx;
        d.panBy(pixels.isNull() ? -amount / notch * kWheelPan * d.layout.deviceWidth() : -amount * d.layout.dpr, true);
    } else {
        if (dx != 0)
            d.panBy(pixels.isNull() ? -dx / notch * kWheelPan * d.layout.deviceWidth() : -dx * d.layout.dpr, true);
        const double step =
            pixels.isNull() ? dy / notch * kRowsPerNotch * (lineSizes(d.state.layout.density).bar + 4) : dy;
        const bool overPinned = pos.y() < d.layout.rows.top() + d.pinnedHeight() && pos.y() >= d.layout.rows.top();
        if (step != 0 && overPinned && d.rows->pinnedHeight() > d.pinnedHeight())
            d.setPinnedScroll(d.pinnedScrollY - step);
        else if (step != 0) d.setScroll(d.state.scrollY - step);
        if (step != 0) {
            Q_EMIT d.q->viewStateChanged();
            d.settle.start();
            d.q->update();
        }
    }
    if (event.phase() == Qt::ScrollEnd) m_wheelMode.reset();
    refreshHover();
}

bool TimelineInput::nativeGesture(QNativeGestureEvent& event) {
    if (event.gestureType() != Qt::ZoomNativeGesture || !d.hasData()) return false;
    d.zoomBy(1 / std::max(0.2, 1 + event.value()), event.position().x(), true);
    return true;
}

// --- snapping

TimeNs TimelineInput::snappedTime(QPointF pos, bool snap) const {
    const TimeScale s = d.scale();
    const TimeNs t = s.timeAt(d.deviceX(pos.x()));
    if (!snap) return t;
    const double reach = kSnap * d.layout.dpr;
    TimeNs best = t;
    double distance = reach + 1e-9;
    const auto offer = [&](TimeNs border) {
        const double away = std::abs(s.x(border) - d.deviceX(pos.x()));
        if (away >= distance) return;
        distance = away;
        best = border;
    };
    for (const TimeMark& m : d.state.marks) offer(m.time);
    if (d.state.selected.isValid()) {
        const model::Event e = model::eventAt(*d.snapshot, d.state.selected);
        offer(e.start);
        offer(e.end);
    }
    const RowPlace place = d.rowAt(static_cast<int>(pos.y()));
    if (!place.isValid()) return best;
    const auto ns = static_cast<TimeNs>(std::ceil(reach * s.nsPerPx()));
    const TimeRange around{model::saturatingSub(t, ns), model::saturatingAdd(t, ns + 1)};
    const Row& r = d.row(place);
    const double y = pos.y() - place.rect.top();
    for (const Line& line : d.rows->lines(r)) {
        // Only the line under the pointer, if the row has several.
        if (r.lineCount > 1 && (y < line.top - 2 || y > line.top + line.height + 2)) continue;
        for (const model::LaneId id : d.rows->lanes(line)) {
            const model::LaneView lane = d.source().lane(id);
            if (lane.isEmpty()) continue;
            // Where borders are closer than pixels, snapping to one of them would mean nothing.
            const model::RowRange near = model::rowsOverlapping(lane, around);
            if (near.count() > 64) continue;
            for (std::size_t i = near.first; i < near.last; ++i) {
                offer(lane.start(i));
                offer(lane.end(i));
            }
        }
    }
    return best;
}

// --- hover

void TimelineInput::leave() {
    d.pointer.reset();
    d.hover.reset();
    d.headerHover = {};
    d.headerHot.reset();
    if (m_drag == Drag::None && d.cursor) {
        d.cursor.reset();
        Q_EMIT d.q->hoveredTimeChanged(std::nullopt);
    }
    d.tooltip->hideNow();
    d.q->update();
}

void TimelineInput::refreshHover() {
    if (d.pointer && m_drag == Drag::None) updateHover(*d.pointer);
}

void TimelineInput::updateHover(QPointF pos) {
    if (!d.hasData() || !d.rows) return;
    const QPoint at = pos.toPoint();
    const bool onTime =
        at.x() >= d.layout.rows.left() && at.x() <= d.layout.rows.right() && at.y() >= d.layout.ruler.top();
    const std::optional<TimeNs> before = d.cursor;
    d.cursor = onTime ? std::optional(d.timeAt(pos.x())) : std::nullopt;
    if (d.cursor != before) Q_EMIT d.q->hoveredTimeChanged(d.cursor);
    d.hover = d.hoverAt(pos);
    d.headerHover = d.layout.header.contains(at) ? d.rowAt(at.y()) : RowPlace{};
    d.headerHot.reset();
    if (d.headerHover.isValid()) {
        const Row& r = d.row(d.headerHover);
        d.headerHot =
            headerPartAt(r, QRect(0, d.headerHover.rect.top(), d.layout.header.width(), d.headerHover.rect.height()),
                         at, r.lineCount > 0);
    }
    updateCursorShape(pos);
    updateTooltip();
    d.q->update();
}

void TimelineInput::updateTooltip() {
    if (!d.q->window()->isActiveWindow()) return d.tooltip->hideNow();
    const QPoint at = d.pointer ? d.pointer->toPoint() : QPoint();
    if (d.hover && d.hover->hit.event.isValid()) {
        DescribeOptions options;
        options.maxFrames = 8;
        const std::vector<DetailRow> rows = describeEvent(*d.snapshot, d.hover->hit.event, options);
        QString html = tooltipHtml(rows, d.theme);
        if (d.hover->hit.bucket)
            html += QStringLiteral("<div style='color:%1; margin-top:5px'>%2</div>")
                        .arg(QColor::fromRgb(tokens(d.theme).secondaryText).name(),
                             TimelineView::tr(
                                 "Several events share this pixel; this is the longest. Zoom in to tell them apart.")
                                 .toHtmlEscaped());
        return d.tooltip->schedule(html, d.hover->bar.toAlignedRect(), at, d.theme);
    }
    if (d.hover && isDerived(d.hover->hit.lane))
        return d.tooltip->schedule(derivedSentence(*d.hover).toHtmlEscaped(), d.hover->bar.toAlignedRect(), at,
                                   d.theme);
    if (d.hover && d.hover->hit.value) {
        const Row& r = d.row(d.hover->place);
        const std::vector<DetailRow> rows{{TimelineView::tr("Counter"), r.title, {}, {}},
                                          {TimelineView::tr("Value"), formatValue(*d.hover->hit.value), {}, {}},
                                          {TimelineView::tr("Time"), formatExactTime(*d.cursor), {}, {}}};
        return d.tooltip->schedule(tooltipHtml(rows, d.theme),
                                   QRect(at.x() - 2, d.hover->place.rect.top(), 4, d.hover->place.rect.height()), at,
                                   d.theme);
    }
    if (d.headerHover.isValid()) {
        const Row& r = d.row(d.headerHover);
        QString text;
        switch (d.headerHot.value_or(HeaderPart::Title)) {
        case HeaderPart::Pin: text = r.pinned ? TimelineView::tr("Unpin") : TimelineView::tr("Pin to the top"); break;
        case HeaderPart::Hide: text = TimelineView::tr("Hide this row"); break;
        case HeaderPart::More: text = TimelineView::tr("More"); break;
        case HeaderPart::BottomEdge: break;
        case HeaderPart::Triangle: text = r.expanded ? TimelineView::tr("Collapse") : TimelineView::tr("Expand"); break;
        case HeaderPart::Title:
            if (titleIsCut(r, QRect(0, 0, d.layout.header.width(), r.height), {d.theme, d.q->font(), d.layout.dpr}))
                text = r.breadcrumb.isEmpty() ? r.title : QStringLiteral("%1 › %2").arg(r.breadcrumb, r.title);
            break;
        }
        const QRect item(0, d.headerHover.rect.top(), d.layout.header.width(), d.headerHover.rect.height());
        if (!text.isEmpty()) return d.tooltip->schedule(text.toHtmlEscaped(), item, at, d.theme);
    }
    d.tooltip->hideNow();
}

void TimelineInput::updateCursorShape(QPointF pos) {
    Qt::CursorShape shape = Qt::ArrowCursor;
    const QPoint at = pos.toPoint();
    const auto resizes = [](Drag drag) {
        return drag == Drag::SpanLeft || drag == Drag::SpanRight || drag == Drag::HeaderWidth ||
               drag == Drag::OverviewLeft || drag == Drag::OverviewRight;
    };
    if (m_drag == Drag::Pan || m_drag == Drag::RightPan) shape = Qt::ClosedHandCursor;
    else if (resizes(m_drag)) shape = Qt::SplitHCursor;
    else if (m_drag == Drag::RowHeight) shape = Qt::SplitVCursor;
    else if (m_drag == Drag::Row && d.dropLine) shape = Qt::ClosedHandCursor;
    else if (m_drag == Drag::None) {
        if (std::abs(at.x() - d.layout.header.right()) <= kSplitterReach && at.y() >= d.layout.ruler.top())
            shape = Qt::SplitHCursor;
        else if (d.layout.overview.contains(at)) {
            const OverviewPart part = overviewPartAt(d.overviewView(d.frameConst()), pos.x());
            shape = part == OverviewPart::LeftEdge || part == OverviewPart::RightEdge ? Qt::SplitHCursor
                    : part == OverviewPart::Window                                    ? Qt::OpenHandCursor
                                                                                      : Qt::ArrowCursor;
        } else if (d.headerHot == HeaderPart::BottomEdge) shape = Qt::SplitVCursor;
        else if (d.layout.ruler.contains(at) && edgeAt(pos, 4)) shape = Qt::SplitHCursor;
        else if (d.layout.rows.contains(at) && edgeAt(pos, kEdgeReach) && !d.hover) shape = Qt::SplitHCursor;
        else
            for (const CorrelationOverlay::Chip& chip : d.overlay.chips())
                if (chip.rect.contains(pos)) shape = Qt::PointingHandCursor;
    }
    if (d.q->cursor().shape() != shape) d.q->setCursor(shape);
}

void TimelineInput::say(const QString& text) { Q_EMIT d.q->statusText(text); }

}  // namespace timeline
