// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_input.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QStyleHints>

#include <cmath>

#include "timeline/look/format.h"
#include "timeline/paint/note_flags.h"
#include "timeline/view/hover_tip.h"

namespace timeline {

namespace {

constexpr double kWheelZoom = 1.0 / 240;  // octaves per eighth of a degree: a notch zooms by 1.41
constexpr double kFineZoom = 0.35;        // of that, with the modifier for fine zooming
constexpr double kWheelPan = 0.10;        // of the view, a notch
constexpr int kNotch = 120;
constexpr int kRowsPerNotch = 3;
constexpr double kEdgeReach = 3;  // of the selection in the rows
constexpr double kRulerReach = 4;
constexpr int kSplitterReach = 3;

bool isSpan(QPointF a, QPointF b) {
    return (b - a).manhattanLength() >= QGuiApplication::styleHints()->startDragDistance() * 0.6;
}

bool isOnSplitter(const ViewLayout& layout, QPoint pos) {
    return std::abs(pos.x() - layout.header.right()) <= kSplitterReach && pos.y() >= layout.ruler.top();
}

}  // namespace

// --- press

void TimelineInput::press(QMouseEvent& event) {
    if (m_drag != Drag::None) return;  // one gesture at a time
    d.host.hideTip();
    m_button = event.button();
    m_from = event.position();
    m_moved = false;
    m_movedWithRightButton = false;
    if (!d.model.hasData()) return;
    if (m_button == Qt::BackButton) return d.commands.run(Command::Back);
    if (m_button == Qt::ForwardButton) return d.commands.run(Command::Forward);
    const QPoint pos = event.position().toPoint();
    const Frame frame = d.host.frame();
    const ViewLayout& layout = frame.geometry.layout;
    if (m_button == Qt::LeftButton && isOnSplitter(layout, pos)) return begin(Drag::HeaderWidth);
    if (layout.overview.contains(pos)) return pressInOverview(frame, event);
    if (layout.header.contains(pos)) return pressInHeader(frame.geometry, event);
    if (layout.rows.contains(pos) || layout.ruler.contains(pos)) pressInRows(frame.geometry, event);
}

void TimelineInput::begin(Drag drag) {
    m_drag = drag;
    m_at.busy = true;
    m_rangeFrom = state().range;
    m_scrollFrom = state().scrollY;
}

void TimelineInput::end() {
    m_drag = Drag::None;
    m_at.busy = false;
}

void TimelineInput::pressInRows(const ViewGeometry& g, QMouseEvent& event) {
    const MouseHabits habits = mouseHabits(m_scheme);
    m_edge.reset();
    if (m_button == Qt::MiddleButton) return begin(habits.middleDragZoomsToArea ? Drag::ZoomArea : Drag::Pan);
    if (m_button == Qt::RightButton) {
        if (habits.rightDragPans) begin(Drag::RightPan);
        return;
    }
    if (m_button != Qt::LeftButton) return;
    if (event.modifiers() & Qt::ShiftModifier) return begin(Drag::Pan);
    m_edge = edgeAt(g, m_from, g.layout.ruler.contains(m_from.toPoint()) ? kRulerReach : kEdgeReach);
    begin(Drag::Press);
}

std::optional<TimelineInput::Drag> TimelineInput::edgeAt(const ViewGeometry& g, QPointF pos, double reach) const {
    if (!state().selection) return std::nullopt;
    const double to0 = std::abs(pos.x() - g.x(state().selection->begin));
    const double to1 = std::abs(pos.x() - g.x(state().selection->end));
    if (std::min(to0, to1) > reach) return std::nullopt;
    return to0 <= to1 ? Drag::SpanLeft : Drag::SpanRight;
}

HeaderPart TimelineInput::headerPart(const ViewGeometry& g, const RowPlace& place, QPoint pos) const {
    const Row& r = g.row(place);
    return headerPartAt(r, g.headerRect(place), pos, r.lineCount > 0);
}

void TimelineInput::pressInHeader(const ViewGeometry& g, QMouseEvent& event) {
    const QPoint pos = event.position().toPoint();
    const RowPlace place = g.rowAt(pos.y());
    if (!place.isValid()) return d.model.focusRow(std::nullopt);
    m_row = g.keyOf(place);
    if (m_button != Qt::LeftButton) return d.model.focusRow(m_row);
    const Row& r = g.row(place);
    switch (headerPart(g, place, pos)) {
    case HeaderPart::Triangle: return d.rows.setExpanded(*m_row, !r.expanded);
    case HeaderPart::Pin: return d.rows.togglePin(*m_row);
    case HeaderPart::Hide: return d.rows.hide(*m_row);
    case HeaderPart::More: d.model.focusRow(m_row); return d.host.openMenu(pos);
    case HeaderPart::BottomEdge:
        m_factorFrom = d.rows.heightFactor(*m_row);
        m_heightFrom = r.height;
        begin(Drag::RowHeight);
        return d.model.beginGesture();
    case HeaderPart::Title: d.model.focusRow(m_row); return begin(Drag::Row);
    }
}

void TimelineInput::pressInOverview(const Frame& frame, QMouseEvent& event) {
    if (m_button != Qt::LeftButton) return;
    const OverviewView v = frame.overview();
    const double x = event.position().x();
    const OverviewPart part = overviewPartAt(v, x);
    begin(part == OverviewPart::LeftEdge    ? Drag::OverviewLeft
          : part == OverviewPart::RightEdge ? Drag::OverviewRight
                                            : Drag::OverviewWindow);
    if (part == OverviewPart::Window && v.showsAll()) {
        // There is nowhere to move it: what is dragged over is what is wanted.
        m_drag = Drag::OverviewSpan;
        m_anchor = v.timeAt(x);
        return d.model.beginGesture();
    }
    // A press beside the window brings its middle there, and goes on as a drag.
    const bool outside = part == OverviewPart::Outside;
    m_grabbed = outside ? state().range.length / 2 : (x - v.x(state().range.begin)) * v.dpr * v.scale.nsPerPx();
    d.model.beginGesture();
    if (outside) dragOverview(frame, x);
}

// --- move

void TimelineInput::move(QMouseEvent& event) {
    const QPointF pos = event.position();
    m_at.pointer = pos;
    switch (m_drag) {
    case Drag::None: return updateHover(pos);
    case Drag::Press: {
        if (!isSpan(m_from, pos)) return;
        m_anchor = snappedTime(d.host.frame().geometry, m_from, !(event.modifiers() & Qt::AltModifier));
        if (m_edge && state().selection)
            m_anchor = *m_edge == Drag::SpanLeft ? state().selection->end : state().selection->begin;
        m_drag = m_edge.value_or(Drag::Span);
        d.model.beginGesture();
        dragSpan(event);
        break;
    }
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
        d.rows.setHeightFactor(*m_row, m_factorFrom * height / std::max(1, m_heightFrom));
        break;
    }
    case Drag::HeaderWidth: d.host.setHeaderWidth(static_cast<int>(pos.x())); break;
    case Drag::OverviewWindow:
    case Drag::OverviewLeft:
    case Drag::OverviewRight: dragOverview(d.host.frame(), pos.x()); break;
    case Drag::OverviewSpan:
        if (!m_moved && !isSpan(m_from, pos)) return;
        dragOverview(d.host.frame(), pos.x());
        break;
    }
    m_moved = true;
    updateShape(d.host.frame(), pos);
}

void TimelineInput::dragSpan(QMouseEvent& event) {
    const bool zooms = m_drag == Drag::ZoomArea, snap = !zooms && !(event.modifiers() & Qt::AltModifier);
    QPointF pos = event.position();
    // Beyond the border the view follows.
    const ViewLayout layout = d.host.frame().geometry.layout;
    const double left = layout.rows.left(), right = layout.rows.right();
    if (!zooms && (pos.x() < left || pos.x() > right)) {
        const double over = pos.x() < left ? pos.x() - left : pos.x() - right;
        ViewState next = state();
        next.range = d.model.clamped(d.model.targetScale().pannedBy(over * 0.5 * layout.dpr));
        d.model.change(ViewChange::Selection, std::move(next));
        pos.setX(std::clamp(pos.x(), left, right));
    }
    const ViewGeometry g = d.host.frame().geometry;
    if (zooms) m_anchor = g.timeAt(m_from.x());
    const TimeNs t = snappedTime(g, pos, snap);
    const TimeRange span{std::min(m_anchor, t), std::max(m_anchor, t)};
    m_at.cursor = t;
    d.host.cursorChanged();
    if (zooms) {
        m_at.areaToZoom = span;
        return d.host.repaint();
    }
    d.model.setSelection(span);
    showStatus(tr("Selected %1, from %2 to %3")
                   .arg(formatDuration(span.length()), d.model.timeFormat().exact(span.begin),
                        d.model.timeFormat().exact(span.end)));
}

TimeNs TimelineInput::snappedTime(const ViewGeometry& g, QPointF pos, bool snap) const {
    if (!snap) return g.timeAt(pos.x());
    std::vector<TimeNs> others;
    for (const TimeMark& m : state().marks) others.push_back(m.time);
    if (state().selected.isValid()) {
        const model::Event e = model::eventAt(*d.model.snapshot(), state().selected);
        others.insert(others.end(), {e.start, e.end});
    }
    return g.snappedTime(pos, others);
}

void TimelineInput::dragPan(QPointF pos) {
    d.model.beginGesture();
    const TimeScale from(m_rangeFrom, d.model.deviceWidth());
    const double dx = std::round((m_from.x() - pos.x()) * d.host.frame().geometry.layout.dpr);
    ViewState next = state();
    next.range = from.pannedBy(dx);
    next.follow = false;
    d.model.change(ViewChange::Pan, std::move(next));
    d.model.scrollTo(m_scrollFrom + m_from.y() - pos.y());
}

void TimelineInput::dragOverview(const Frame& frame, double x) {
    const OverviewView v = frame.overview();
    const TimeNs t = v.timeAt(x);
    ViewState next = state();
    const double least = d.model.deviceWidth() / kMaxPxPerNs;
    if (m_drag == Drag::OverviewWindow) {
        next.range = VisibleRange{t, 0, state().range.length}.movedBy(-m_grabbed);
    } else if (m_drag == Drag::OverviewSpan) {
        next.range = VisibleRange::of({std::min(m_anchor, t), std::max(m_anchor, t) + 1});
        next.range.length = std::max(least, next.range.length);
    } else if (m_drag == Drag::OverviewLeft) {
        const TimeNs end = m_rangeFrom.outer().end;
        next.range.length = std::max(least, static_cast<double>(model::saturatingSub(end, t)));
        next.range = VisibleRange{end, 0, next.range.length}.movedBy(-next.range.length);
    } else {
        next.range = m_rangeFrom;
        next.range.length = std::max(least, static_cast<double>(model::saturatingSub(t, m_rangeFrom.begin)));
    }
    next.follow = false;
    d.model.change(ViewChange::Zoom, std::move(next));
}

void TimelineInput::dragRow(int y) {
    if (!m_row || !isSpan(m_from, QPointF(m_from.x(), y))) return;
    const ViewGeometry g = d.host.frame().geometry;
    m_at.drop = g.dropOf(*m_row, g.isInPinnedArea(m_from.y()), y);
    d.host.repaint();
}

void TimelineInput::dropRow() {
    if (const auto drop = std::exchange(m_at.drop, std::nullopt)) d.rows.move(*m_row, drop->order);
}

// --- release

void TimelineInput::release(QMouseEvent& event) {
    if (m_drag == Drag::None || event.button() != m_button) return;
    const Drag drag = m_drag;
    end();
    switch (drag) {
    case Drag::Press: click(event); break;
    case Drag::Span:
    case Drag::SpanLeft:
    case Drag::SpanRight:
        d.model.endGesture(ViewChange::Selection);
        if (state().selection) d.host.spanDrawn();
        break;
    case Drag::Pan:
    case Drag::RightPan: d.model.endGesture(ViewChange::Pan); break;
    case Drag::ZoomArea:
        if (const auto area = std::exchange(m_at.areaToZoom, std::nullopt); area && !area->isEmpty())
            d.navigation.zoomTo(*area, true);
        break;
    case Drag::Row: dropRow(); break;
    case Drag::RowHeight: d.model.endGesture(ViewChange::RowHeight); break;
    case Drag::OverviewWindow: d.model.endGesture(ViewChange::Pan); break;
    case Drag::OverviewLeft:
    case Drag::OverviewRight:
    case Drag::OverviewSpan: d.model.endGesture(ViewChange::Zoom); break;
    case Drag::None:
    case Drag::HeaderWidth: break;
    }
    updateHover(event.position());
    if (drag == Drag::RightPan && !m_movedWithRightButton) d.host.openMenu(event.position().toPoint());
}

bool TimelineInput::cancel() {
    if (m_drag == Drag::None) return false;
    end();
    m_at.areaToZoom.reset();
    m_at.drop.reset();
    d.model.cancelGesture();
    showStatus({});
    d.host.repaint();
    return true;
}

void TimelineInput::click(QMouseEvent& event) {
    const QPointF pos = event.position();
    const ViewGeometry g = d.host.frame().geometry;
    if (g.layout.ruler.contains(pos.toPoint())) return;
    if (const model::EventRef target = d.host.chipAt(pos); target.isValid()) return d.navigation.select(target, true);
    const Hover under = g.under(pos);
    const model::EventRef clicked = under.event(), selected = state().selected;
    const std::optional<RowKey> row = under.place.isValid() ? std::optional(g.keyOf(under.place)) : std::nullopt;
    const bool measures = (event.modifiers() & Qt::ControlModifier) && selected.isValid() && !(clicked == selected);
    if (clicked.isValid() && measures) return d.commands.measureGap(selected, clicked);
    if (clicked.isValid()) {
        d.navigation.select(clicked, false);
        d.host.eventClicked();
    }
    if (row) d.model.focusRow(row);
    if (clicked.isValid()) return;
    if (under.isDerivedBar()) return showStatus(derivedSentence(g.source, *under.hit, d.model.timeFormat()));
    // A click on nothing takes the selection away.
    showStatus({});
    if (!state().selected.isValid() && !state().selection) return;
    ViewState next = state();
    next.selected = {};
    next.selection.reset();
    d.model.change(ViewChange::Selection, std::move(next));
}

void TimelineInput::doubleClick(QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || !d.model.hasData()) return;
    const QPoint pos = event.position().toPoint();
    end();
    const Frame frame = d.host.frame();
    const ViewGeometry& g = frame.geometry;
    if (g.layout.overview.contains(pos)) return d.commands.run(Command::FitReport);
    if (g.layout.ruler.contains(pos)) {
        const RulerView v = frame.ruler();
        if (const int mark = markAt(v, event.position()); mark >= 0)
            return d.commandHost.editMark(static_cast<std::size_t>(mark));
        if (rulerPartAt(v, event.position().x()) != RulerPart::Plain) d.commands.run(Command::ZoomToSelection);
        return;
    }
    if (g.layout.header.contains(pos)) return doubleClickInHeader(g, event);
    if (const int note = noteAt(frame, event.position()); note >= 0)
        return d.commandHost.editNote(state().notes[static_cast<std::size_t>(note)], static_cast<std::size_t>(note));
    const Hover under = g.under(event.position());
    if (under.event().isValid()) {
        d.navigation.select(under.event(), false);
        d.navigation.zoomToEvent(under.event(), false);
    } else if (under.isDerivedBar()) {
        const model::LaneView lane = g.source.lane(under.hit->lane);
        d.navigation.zoomTo({lane.start(under.hit->row), lane.end(under.hit->row)}, false);
    }
}

void TimelineInput::doubleClickInHeader(const ViewGeometry& g, QMouseEvent& event) {
    const QPoint pos = event.position().toPoint();
    const RowPlace place = g.rowAt(pos.y());
    if (!place.isValid()) return;
    const Row& r = g.row(place);
    const HeaderPart part = headerPart(g, place, pos);
    if (part == HeaderPart::BottomEdge) d.rows.setHeightFactor(g.keyOf(place), 1);
    else if (part == HeaderPart::Title && r.expandable) d.rows.setExpanded(g.keyOf(place), !r.expanded);
    else press(event);  // quick clicks on a tool are two clicks
}

// --- wheel and touch pad

TimelineInput::WheelMode TimelineInput::wheelMode(const ViewGeometry& g, const QWheelEvent& event) const {
    const QPoint pos = event.position().toPoint();
    const bool ctrl = event.modifiers() & Qt::ControlModifier, shift = event.modifiers() & Qt::ShiftModifier;
    const bool overTime = g.layout.ruler.contains(pos) || g.layout.overview.contains(pos);
    const bool plainZooms = mouseHabits(m_scheme).wheelZooms && g.layout.rows.contains(pos) && !shift;
    if (ctrl) return WheelMode::Zoom;
    // Some systems turn Shift+wheel into a sideways wheel themselves.
    if (overTime || plainZooms) return event.angleDelta().y() == 0 ? WheelMode::Scroll : WheelMode::Zoom;
    return shift ? WheelMode::Pan : WheelMode::Scroll;
}

void TimelineInput::wheel(QWheelEvent& event) {
    event.accept();
    if (!d.model.hasData()) return;
    d.host.hideTip();
    m_at.pointer = event.position();
    const ViewGeometry g = d.host.frame().geometry;
    // The inertia of a touch pad goes on with what the fingers began, whatever key is pressed meanwhile.
    if (event.phase() != Qt::ScrollMomentum || !m_wheelMode) m_wheelMode = wheelMode(g, event);
    const QPoint pixels = event.pixelDelta(), angle = event.angleDelta();
    const bool notches = pixels.isNull();
    const double dx = notches ? angle.x() : pixels.x(), dy = notches ? angle.y() : pixels.y();
    const double main = dy != 0 ? dy : dx;
    const auto pan = [&](double amount) {
        d.navigation.panBy(notches ? -amount / kNotch * kWheelPan * d.model.deviceWidth() : -amount * g.layout.dpr,
                           true);
    };
    if (*m_wheelMode == WheelMode::Zoom) {
        const bool fine = mouseHabits(m_scheme).wheelZooms && (event.modifiers() & Qt::ControlModifier);
        const QRect rows = g.layout.rows;
        const double x = g.layout.overview.contains(event.position().toPoint())
                             ? rows.center().x()
                             : std::clamp<double>(event.position().x(), rows.left(), rows.right() + 1);
        const double amount = main * (notches ? 1.0 : 1.5) * kWheelZoom * (fine ? kFineZoom : 1);
        d.navigation.zoomBy(std::exp2(-amount), g.deviceX(x), true);
    } else if (*m_wheelMode == WheelMode::Pan) {
        pan(main);
    } else {
        if (dx != 0) pan(dx);
        const double step = notches ? dy / kNotch * kRowsPerNotch * (lineSizes(state().layout).bar + 4) : dy;
        const bool overPinned = g.isInPinnedArea(event.position().toPoint().y());
        if (step != 0 && overPinned && g.rows->pinnedHeight() > g.pinnedHeight)
            d.model.scrollPinnedTo(d.model.pinnedScroll() - step);
        else if (step != 0) d.model.scrollTo(state().scrollY - step);
    }
    if (event.phase() == Qt::ScrollEnd) m_wheelMode.reset();
    refreshHover();
}

bool TimelineInput::nativeGesture(QNativeGestureEvent& event) {
    if (event.gestureType() != Qt::ZoomNativeGesture || !d.model.hasData()) return false;
    const ViewGeometry g = d.host.frame().geometry;
    d.navigation.zoomBy(1 / std::max(0.2, 1 + event.value()), g.deviceX(event.position().x()), true);
    return true;
}

// --- hover

void TimelineInput::forgetHover() {
    m_at.hover = {};
    m_at.header = {};
    m_at.headerPart.reset();
}

void TimelineInput::leave() {
    m_at.pointer.reset();
    forgetHover();
    if (m_drag == Drag::None && m_at.cursor) {
        m_at.cursor.reset();
        d.host.cursorChanged();
    }
    d.host.hideTip();
    d.host.repaint();
}

void TimelineInput::refreshHover() {
    if (m_at.pointer && m_drag == Drag::None) updateHover(*m_at.pointer);
}

void TimelineInput::updateHover(QPointF pos) {
    if (!d.model.hasData() || !d.model.rows()) return;
    const Frame frame = d.host.frame();
    const ViewGeometry& g = frame.geometry;
    const QPoint at = pos.toPoint();
    const QRect rows = g.layout.rows;
    const bool onTime = at.x() >= rows.left() && at.x() <= rows.right() && at.y() >= g.layout.ruler.top();
    const auto before = std::exchange(m_at.cursor, onTime ? std::optional(g.timeAt(pos.x())) : std::nullopt);
    if (m_at.cursor != before) d.host.cursorChanged();
    forgetHover();
    if (g.layout.header.contains(at)) {
        m_at.header = g.rowAt(at.y());
        if (m_at.header.isValid()) m_at.headerPart = headerPart(g, m_at.header, at);
    } else {
        m_at.hover = g.under(pos);
    }
    updateShape(frame, pos);
    d.host.hoverChanged();
}

Qt::CursorShape TimelineInput::shapeAt(const Frame& frame, QPointF pos) const {
    const ViewGeometry& g = frame.geometry;
    const QPoint at = pos.toPoint();
    switch (m_drag) {
    case Drag::Pan:
    case Drag::RightPan: return Qt::ClosedHandCursor;
    case Drag::SpanLeft:
    case Drag::SpanRight:
    case Drag::HeaderWidth:
    case Drag::OverviewLeft:
    case Drag::OverviewRight: return Qt::SplitHCursor;
    case Drag::RowHeight: return Qt::SplitVCursor;
    case Drag::Row: return m_at.drop ? Qt::ClosedHandCursor : Qt::ArrowCursor;
    case Drag::None: break;
    default: return Qt::ArrowCursor;
    }
    if (isOnSplitter(g.layout, at)) return Qt::SplitHCursor;
    if (g.layout.overview.contains(at)) {
        const OverviewPart part = overviewPartAt(frame.overview(), pos.x());
        if (part == OverviewPart::Window) return frame.overview().showsAll() ? Qt::CrossCursor : Qt::OpenHandCursor;
        return part == OverviewPart::Outside ? Qt::ArrowCursor : Qt::SplitHCursor;
    }
    if (m_at.headerPart == HeaderPart::BottomEdge) return Qt::SplitVCursor;
    if (g.layout.ruler.contains(at) && edgeAt(g, pos, kRulerReach)) return Qt::SplitHCursor;
    if (g.layout.rows.contains(at) && edgeAt(g, pos, kEdgeReach) && !m_at.hover.hit) return Qt::SplitHCursor;
    return d.host.chipAt(pos).isValid() ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

void TimelineInput::updateShape(const Frame& frame, QPointF pos) { d.host.setShape(shapeAt(frame, pos)); }

}  // namespace timeline
