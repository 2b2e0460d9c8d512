// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QPointF>
#include <QWheelEvent>

#include <optional>

#include "timeline/paint/timeline_painter.h"
#include "timeline/view/timeline_commands.h"

class QMouseEvent;
class QNativeGestureEvent;

namespace timeline {

/// What gestures need from their widget.
class InputHost {
public:
    virtual ~InputHost() = default;
    virtual Frame frame() const = 0;
    virtual model::EventRef chipAt(QPointF pos) const = 0;
    virtual void openMenu(QPoint pos) = 0;
    virtual void setHeaderWidth(int width) = 0;
    virtual void setShape(Qt::CursorShape shape) = 0;
    virtual void hideTip() = 0;
    /// What the pointer is over has changed.
    virtual void hoverChanged() = 0;
    /// The time under the pointer has changed.
    virtual void cursorChanged() = 0;
    /// The feedback of a gesture has changed.
    virtual void repaint() = 0;
    /// Somebody has selected a span of time, or an event, with the pointer.
    virtual void spanDrawn() = 0;
    virtual void eventClicked() = 0;
};

/// Interprets the pointer: one gesture at a time, chosen by where it began. Gestures become changes of the view and
/// commands.
class TimelineInput {
    Q_DECLARE_TR_FUNCTIONS(timeline::TimelineView)
public:
    struct Parts {
        ViewModel& model;
        RowEdits& rows;
        Navigation& navigation;
        TimelineCommands& commands;
        CommandHost& commandHost;
        InputHost& host;
    };
    explicit TimelineInput(const Parts& parts) : d(parts) {}

    void setKeyScheme(KeyScheme scheme) { m_scheme = scheme; }
    const Pointing& pointing() const { return m_at; }

    void press(QMouseEvent& event);
    void move(QMouseEvent& event);
    void release(QMouseEvent& event);
    void doubleClick(QMouseEvent& event);
    void wheel(QWheelEvent& event);
    bool nativeGesture(QNativeGestureEvent& event);
    void leave();
    /// Reverts the gesture in progress; false if there is none.
    bool cancel();
    bool isBusy() const { return m_drag != Drag::None; }
    /// Whether the current press has become a drag, so that its release opens no menu.
    bool suppressesMenu() const { return m_movedWithRightButton; }
    /// Determines again what is under the pointer, after the picture moved.
    void refreshHover();
    /// There are other rows: forgets what is under the pointer.
    void forgetHover();

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
        OverviewSpan,
    };
    enum class WheelMode : std::uint8_t { Scroll, Zoom, Pan };

    void pressInRows(const ViewGeometry& geometry, QMouseEvent& event);
    void pressInHeader(const ViewGeometry& geometry, QMouseEvent& event);
    void pressInOverview(const Frame& frame, QMouseEvent& event);
    void begin(Drag drag);
    void end();
    void dragSpan(QMouseEvent& event);
    void dragPan(QPointF pos);
    void dragOverview(const Frame& frame, double x);
    void dragRow(int y);
    void dropRow();
    void click(QMouseEvent& event);
    void doubleClickInHeader(const ViewGeometry& geometry, QMouseEvent& event);
    WheelMode wheelMode(const ViewGeometry& geometry, const QWheelEvent& event) const;
    void updateHover(QPointF pos);
    void updateShape(const Frame& frame, QPointF pos);
    Qt::CursorShape shapeAt(const Frame& frame, QPointF pos) const;
    std::optional<Drag> edgeAt(const ViewGeometry& geometry, QPointF pos, double reach) const;
    HeaderPart headerPart(const ViewGeometry& geometry, const RowPlace& place, QPoint pos) const;
    /// Snaps to borders of events, marks and the selected event, unless a key turns that off.
    TimeNs snappedTime(const ViewGeometry& geometry, QPointF pos, bool snap) const;
    void showStatus(const QString& text) { d.commandHost.showStatus(text); }
    const ViewState& state() const { return d.model.state(); }

    Parts d;
    KeyScheme m_scheme = KeyScheme::Default;
    Pointing m_at;
    Drag m_drag = Drag::None;
    Qt::MouseButton m_button = Qt::NoButton;
    QPointF m_from;              // where the button went down
    std::optional<Drag> m_edge;  // of the selection, if the press was on an edge
    TimeNs m_anchor = 0;         // the fixed end of a span
    VisibleRange m_rangeFrom;
    double m_scrollFrom = 0;
    double m_grabbed = 0;  // device px of the strip between pointer and left edge of the window
    std::optional<RowKey> m_row;
    double m_factorFrom = 1;
    int m_heightFrom = 0;
    bool m_moved = false;
    bool m_movedWithRightButton = false;
    std::optional<WheelMode> m_wheelMode;  // kept for the inertia of a touch pad
};

}  // namespace timeline
