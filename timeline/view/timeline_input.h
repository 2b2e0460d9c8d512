// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QPointF>
#include <QWheelEvent>

#include <optional>

#include "timeline/view/timeline_view.h"

class QMouseEvent;
class QNativeGestureEvent;

namespace timeline {

struct Hover;

/// What the pointer does: one gesture at a time, told by where it began. Touches the view only through its Private.
class TimelineInput {
public:
    explicit TimelineInput(TimelineView::Private& view) : d(view) {}

    void press(QMouseEvent& event);
    void move(QMouseEvent& event);
    void release(QMouseEvent& event);
    void doubleClick(QMouseEvent& event);
    void wheel(QWheelEvent& event);
    bool nativeGesture(QNativeGestureEvent& event);
    void leave();
    /// Takes back what the gesture in progress has done; false if there is none.
    bool cancel();
    bool isBusy() const { return m_drag != Drag::None; }
    /// Whether the press on its way to a release has become a drag, so that no menu opens.
    bool suppressesMenu() const { return m_movedWithRightButton; }
    /// Recomputes what is under the pointer after the picture moved.
    void refreshHover();

    /// The time at x of the widget, drawn to the nearest border of an event in the row at y, to a mark or to the
    /// selected event, if one is within kSnap px and `snap` is set.
    model::TimeNs snappedTime(QPointF pos, bool snap) const;
    static constexpr double kSnap = 6;

private:
    enum class Drag : std::uint8_t {
        None,
        Press,
        Span,
        SpanLeft,
        SpanRight,
        Pan,
        RightPan,
        ZoomArea,
        Row,
        RowHeight,
        HeaderWidth,
        OverviewWindow,
        OverviewLeft,
        OverviewRight,
    };

    void pressInRows(QMouseEvent& event);
    void pressInHeader(QMouseEvent& event);
    void pressInOverview(QMouseEvent& event);
    void begin(Drag drag);
    void dragSpan(QMouseEvent& event);
    void dragPan(QPointF pos);
    void dragOverview(double x);
    void dragRow(int y);
    void dropRow();
    void click(QMouseEvent& event);
    void updateHover(QPointF pos);
    void updateTooltip();
    void updateCursorShape(QPointF pos);
    std::optional<Drag> edgeAt(QPointF pos, double reach) const;
    void say(const QString& text);
    QString derivedSentence(const Hover& hover) const;

    TimelineView::Private& d;
    Drag m_drag = Drag::None;
    Qt::MouseButton m_button = Qt::NoButton;
    QPointF m_from;              // where the button went down
    std::optional<Drag> m_edge;  // of the selection, if the press was on one
    model::TimeNs m_anchor = 0;  // the end of a span that stays
    VisibleRange m_rangeFrom;
    double m_scrollFrom = 0;
    double m_grabbed = 0;  // device px of the strip between pointer and left edge of the window
    std::optional<RowKey> m_row;
    double m_factorFrom = 1;
    int m_heightFrom = 0;
    std::vector<RowKey> m_order;  // siblings as they would stand if the row were dropped now
    bool m_moved = false;
    bool m_movedWithRightButton = false;
    enum class WheelMode : std::uint8_t { Scroll, Zoom, Pan };
    std::optional<WheelMode> m_wheelMode;  // kept for the inertia of a touch pad
};

}  // namespace timeline
