// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Inside of TimelineView; only for timeline_view*.cpp and timeline_input.cpp.

#include <QElapsedTimer>
#include <QHash>
#include <QLineEdit>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>
#include <QVariantAnimation>

#include <array>
#include <functional>
#include <set>
#include <stop_token>

#include "timeline/paint/correlation_overlay.h"
#include "timeline/paint/lane_area.h"
#include "timeline/paint/overview_strip.h"
#include "timeline/paint/time_ruler.h"
#include "timeline/paint/timeline_header.h"
#include "timeline/rows/row_geometry.h"
#include "timeline/rows/view_history.h"
#include "timeline/rows/view_layout.h"
#include "timeline/text/event_tooltip.h"
#include "timeline/view/timeline_input.h"
#include "timeline/view/timeline_view.h"

class QMenu;

namespace timeline {

/// A row on screen.
struct RowPlace {
    std::uint32_t index = kNoRow;  ///< into rows() or pinned()
    bool pinned = false;
    QRect rect;  ///< logical px of the widget, from the left border to the right end of the rows
    bool isValid() const { return index != kNoRow; }
};

/// What is under the pointer in the rows.
struct Hover {
    Hit hit;
    RowPlace place;
    QRectF bar;  ///< logical px of the widget; empty for counters
};

/// What a picture is painted from. The widget's own is made for each paint event, others for files.
struct Frame {
    ViewLayout layout;
    TimeScale scale;  ///< of the rows
    Theme theme = Theme::Light;
    RowListPtr rows;
    double scrollY = 0;
    double pinnedScrollY = 0;
    int pinnedHeight = 0;  ///< logical px that the pinned rows take
    LaneArea* area = nullptr;
    const ReportDensity* density = nullptr;
    CommunicationPtr communication;
    std::uint8_t parts = kAllParts;
    bool forFile = false;   ///< no hover, no pointer, no chips
    bool asShapes = false;  ///< bars as shapes and labels as texts, not as pixels
    QFont font, barFont;

    double x(TimeNs t) const { return layout.rows.left() + scale.x(t) / layout.dpr; }
    QRect rowRect(const Row& row, bool pinned) const {
        const double y = pinned ? row.y - pinnedScrollY : pinnedHeight + row.y - scrollY;
        return {0, layout.rows.top() + static_cast<int>(std::lround(y)), layout.rows.right() + 1, row.height};
    }
    QRect pinnedArea() const { return {0, layout.rows.top(), layout.rows.right() + 1, pinnedHeight}; }
    QRect scrollArea() const {
        return {0, layout.rows.top() + pinnedHeight, layout.rows.right() + 1,
                std::max(0, layout.rows.height() - pinnedHeight)};
    }
};

class TimelineView::Private {
public:
    explicit Private(TimelineView* view);

    // --- content and state (timeline_view.cpp)
    RowSource source() const { return {snapshot, derived}; }
    bool hasData() const { return snapshot && !snapshot->range().isEmpty(); }
    void setSnapshot(model::SnapshotPtr next, bool sameRows = false);
    /// A step that can be taken back; while a gesture is going on, only the live picture of it.
    void change(ViewChange kind, ViewState next, bool continuous = false, bool glide = false);
    /// Shows a state without a step. `keepTop`: the row at the top stays there when rows change.
    void setState(ViewState next, bool glide, bool keepTop = true);
    void changeRange(ViewChange kind, VisibleRange range, bool continuous, bool glide);
    void changeLayout(ViewChange kind, RowLayout layout);
    void beginGesture();
    void endGesture(ViewChange kind);
    void cancelGesture();
    model::TimeRange reachable() const;  // what may be shown; only with data
    VisibleRange clamped(VisibleRange range) const;
    /// Whether the snapshot has that event.
    bool isThere(model::EventRef event) const;
    void rebuildRows(bool keepTop);
    void setScroll(double y);
    void setPinnedScroll(double y);
    double maxScroll() const;
    int pinnedHeight() const;
    void relayout();
    void updateChildren();
    void updateTheme();
    void stateChanged(const ViewState& before);
    void glideTo(bool glide);
    void refreshCorrelation();
    void selectEvent(model::EventRef event, bool reveal, bool continuous);
    void revealRow(model::LaneId lane);
    void revealTime(TimeRange range);
    void scrollToRow(std::uint32_t row);
    void focusRow(const RowPlace& place);

    // --- geometry
    TimeScale scale() const { return {shown, layout.deviceWidth()}; }
    TimeScale targetScale() const { return {state.range, layout.deviceWidth()}; }
    double deviceX(double x) const { return (x - layout.rows.left()) * layout.dpr; }
    TimeNs timeAt(double x) const { return scale().timeAt(deviceX(x)); }
    RowPlace rowAt(int y) const;
    const Row& row(const RowPlace& p) const { return p.pinned ? rows->pinned()[p.index] : rows->rows()[p.index]; }
    RowKey keyOf(const RowPlace& p) const { return rows->key(*snapshot, row(p)); }
    RowPlace placeOfKey(const RowKey& key) const;
    std::optional<Hover> hoverAt(QPointF pos) const;
    EventPlace eventPlace(model::EventRef event) const;
    EventPlace eventPlace(const Frame& f, model::EventRef event) const;
    std::optional<EventPlace> placeIn(const Frame& f, const Row& r, bool pinned, std::uint32_t line,
                                      model::EventRef event) const;
    RulerView rulerView(const Frame& f) const;
    OverviewView overviewView(const Frame& f) const;

    // --- painting (timeline_view_paint.cpp)
    Frame frame();
    Frame frameConst() const;
    void paint(QPainter& p, Frame& f);
    void paintRows(QPainter& p, Frame& f);
    void paintHeader(QPainter& p, Frame& f);
    void paintHeaderRows(QPainter& p, const Frame& f, std::span<const Row> list, bool pinned, const QRect& clip);
    void paintCorner(QPainter& p, const Frame& f);
    void paintOverlays(QPainter& p, const Frame& f);
    void paintSelectionSpan(QPainter& p, const Frame& f);
    void paintEvents(QPainter& p, const Frame& f);
    void paintEmpty(QPainter& p, const Frame& f);
    std::optional<Utilisation> utilisationOf(const Row& r) const;
    void computeUtilisation(const Frame& f, const Row& r);
    void utilisationSlice();
    struct DensityKey {
        const model::EventStore* store = nullptr;
        std::uint64_t version = 0;
        int width = 0;
        Theme theme = Theme::Light;
        bool operator==(const DensityKey&) const = default;
    };
    DensityKey wantedDensity() const;
    void requestDensity();
    AreaView areaView(const Frame& f) const;
    static QFont barFont(const QFont& base, Density density);

    // --- commands (timeline_view_commands.cpp)
    void makeActions();
    void updateActions();
    void updateKeys();
    bool isPossible(Command c) const;
    void run(Command c);
    bool runView(Command c);
    bool runEvents(Command c);
    bool runMarks(Command c);
    bool runRows(Command c);
    bool runFilter(Command c);
    bool runEdit(Command c);
    void zoomBy(double factor, double x, bool continuous);
    void panBy(double px, bool continuous);
    void stepEvent(int direction);
    void stepLine(int direction);
    void zoomToEvent(model::EventRef event, bool widen);
    void addMark(TimeNs t, bool rename);
    void renameMark(int mark);
    void removeMark(int mark);
    void togglePin(const RowKey& key);
    void hideRow(const RowKey& key);
    void setExpanded(const RowKey& key, bool expanded);
    void setHeightFactor(const RowKey& key, double factor);
    void moveRow(const RowKey& moved, const std::vector<RowKey>& siblings);
    void expandAll(bool expanded);
    void showAllRows();
    void filterThread(std::optional<RowKey> thread);
    void filterName(std::string name);
    void copyText(const QString& text) const;
    std::optional<RowKey> threadOf(const RowPlace& place, model::EventRef event) const;
    RowPlace currentRow() const;
    void measureGap(model::EventRef first, model::EventRef second);

    // --- menus (timeline_view_menu.cpp)
    void showMenu(QPoint pos, bool fromKeyboard);
    void later(std::function<void()> act);
    void eventMenu(QMenu& menu, model::EventRef event, const RowPlace& place);
    void rowMenu(QMenu& menu, const RowPlace& place);
    void rulerMenu(QMenu& menu, QPoint pos);

    TimelineView* q;
    model::SnapshotPtr snapshot;
    DerivedRows* derived = nullptr;
    RowCache rowCache;
    RowListPtr rows;
    ViewState state;
    VisibleRange shown;  // what is drawn; state.range unless the view glides there
    bool fitted = true;  // nobody has chosen a range yet: show the whole report as it grows
    double pinnedScrollY = 0;

    QUndoStack undo;
    RangeHistory ranges;
    QElapsedTimer clock;
    std::optional<ViewState> gestureBefore;

    ThemeChoice themeChoice = ThemeChoice::System;
    Theme theme = Theme::Light;
    KeyScheme scheme = KeyScheme::Default;
    bool animated = true;
    int headerWidth = ViewLayout::kDefaultHeaderWidth;
    ViewLayout layout;

    LaneArea laneArea;
    const QImage* lastPicture = nullptr;  // of laneArea, for lastView
    AreaView lastView;
    std::uint64_t lastRevision = 0;
    QVariantAnimation glide;
    VisibleRange glideFrom;

    CorrelationOverlay overlay;
    std::set<std::uint32_t> correlatedRows;  // scrolling rows, for their headers
    std::set<std::uint32_t> correlatedPinnedRows;
    std::optional<Hover> hover;
    RowPlace headerHover;
    std::optional<HeaderPart> headerHot;
    std::optional<QPointF> pointer;       // in the widget
    std::optional<TimeNs> cursor;         // time under the pointer, in rows and ruler
    std::optional<TimeNs> guide;          // … or one that is pointed to elsewhere
    std::optional<TimeRange> reachRange;  // see setReach()
    std::optional<RowKey> focusedRow;
    std::optional<std::pair<int, int>> dropLine;  // y and depth while a row is dragged
    std::optional<TimeRange> areaToZoom;          // while an area is drawn to zoom to
    std::vector<TimeNs> hits;
    int keyRepeats = 0;

    struct KnownUtilisation {
        VisibleRange range;
        std::uint64_t version = 0;
        Utilisation value;
    };
    QHash<quint64, KnownUtilisation> utilisations;
    QTimer settle;

    ReportDensity density;
    DensityKey densityKey;  // of what was asked for last
    bool densityRunning = false;
    std::stop_source densityStop;
    CommunicationPtr communication;
    std::uint64_t communicationVersion = 0;  // of the snapshot that it was asked of

    QLineEdit* filterEdit = nullptr;
    QToolButton* hiddenButton = nullptr;
    QScrollBar* scrollBar = nullptr;
    QLineEdit* markEdit = nullptr;
    int editedMark = -1;
    EventTooltip* tooltip = nullptr;
    std::array<QAction*, kCommandCount> actions{};
    TimelineInput input;
};

}  // namespace timeline
