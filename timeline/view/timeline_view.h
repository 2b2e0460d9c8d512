// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QList>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/query/correlation.h"
#include "timeline/look/key_scheme.h"
#include "timeline/look/palette.h"
#include "timeline/look/time_format.h"
#include "timeline/paint/picture_options.h"
#include "timeline/rows/row_list.h"
#include "timeline/rows/view_state.h"

class QAction;
class QUndoStack;

namespace timeline {

enum class ThemeChoice : std::uint8_t { System, Light, Dark };

class TimelinePicture;

/// An active filter, for a chip that can be removed.
struct ActiveFilter {
    enum class Kind : std::uint8_t { Thread, Name, RowName };
    Kind kind = Kind::Thread;
    QString text;  ///< translated
};

/// The timeline: overview strip, ruler, row headers and rows of one report, in one widget of the size of its window.
///
/// Its state is a ViewState. Every change that a user makes to it is a step of undoStack(), except for scrolling the
/// rows. The widget holds a Snapshot and takes no lock. For the UI thread.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Shows that report. May be called often while it grows: the view stays, and as long as nobody has zoomed it goes
    /// on showing the whole report. A snapshot of another store starts again: selection, undo and history are cleared.
    void setSnapshot(model::SnapshotPtr snapshot);
    /// Shows a report with the same rows and ids at other times: selection, undo and history stay.
    void moveSnapshot(model::SnapshotPtr snapshot);
    const model::SnapshotPtr& snapshot() const;
    /// Rows that are computed from the report. Not owned; null = none. Call derivedRowsChanged() when there are new
    /// ones.
    void setDerivedRows(DerivedRows* rows);
    void derivedRowsChanged();

    /// Whether no computation is running that would still change the picture.
    bool isSettled() const;

    const ViewState& viewState() const;
    /// Replaces the state, e.g. by that of a view file; with `undoable`, as a step that can be undone. The range is
    /// kept within the report.
    void setViewState(const ViewState& state, bool undoable = false);
    QUndoStack* undoStack() const;

    void setTheme(ThemeChoice choice);
    Theme theme() const;  ///< in effect
    void setDensity(Density density);
    /// Draws events anew: the colours are others now; see setSight().
    void refreshColours();
    /// Makes texts, and what holds them, larger or smaller than usual; 1 = as usual.
    void setTextScale(double scale);
    /// How times are written where viewState().zero does not say it.
    void setTimeStyle(TimeStyle style);
    const TimeFormat& timeFormat() const;
    /// Lets times count from there, as a step that can be undone; absent: as the person prefers.
    void setTimeZero(std::optional<model::TimeNs> time);
    void setKeys(const KeyBindings& keys);
    const KeyBindings& keys() const;
    /// Zooming glides for at most 120 ms. Off for users whose system asks for less motion, and for tests.
    void setAnimated(bool animated);
    int headerWidth() const;  ///< logical px
    void setHeaderWidth(int width);

    /// The action of a command: text, keys of the scheme, enabled state. For menus, tool bars and the command palette.
    /// Their shortcuts work while the timeline or a child of it has the focus.
    QAction* action(Command command) const;
    /// The action with those keys of a command that may work all over a window, which adds it to itself: no letters and
    /// no arrows, as lists and texts use them.
    QAction* actionEverywhere(Command command) const;
    QList<QAction*> commandActions() const;
    /// Runs the command, if it makes sense at the moment.
    void run(Command command);

    /// Lets the view show this time instead of the report's own, e.g. beside a longer report; absent = the report's
    /// own.
    void setReach(std::optional<model::TimeRange> range);
    /// The time that it may show.
    model::TimeRange reach() const;
    /// Whether it shows all of reach(), and goes on doing so as that grows, because nobody has chosen a time. fit()
    /// makes it so.
    bool isFitted() const;
    void fit();
    /// Zooms to where nearly everything happens, if that is a small part of the report; a step that can be taken back.
    /// Nothing happens once somebody has chosen a time.
    void showDensePart();
    /// Draws a line at a time that something else points to; absent = none.
    void setGuide(std::optional<model::TimeNs> time);

    /// Zooms to that time, with a little room on both sides unless `exact`.
    void zoomTo(model::TimeRange range, bool exact = false);
    void setSelection(std::optional<model::TimeRange> range);
    /// Selects an event; an invalid one selects nothing. `reveal`: unfolds its row and scrolls it into view, and its
    /// time if that is off screen.
    void selectEvent(model::EventRef event, bool reveal = true);
    /// Selects an event and zooms so that it is wide, its row unfolded and in view; one step of undoStack() and a view
    /// that Back leaves again.
    void goToEvent(model::EventRef event);
    /// Draws events of other names faintly; "" = all are drawn as they are.
    void setNameFilter(const std::string& name);
    /// Results of a search, drawn as ticks on the overview strip. Times in ns, in any order.
    void setHits(std::vector<model::TimeNs> times);

    QList<ActiveFilter> filters() const;
    void removeFilter(ActiveFilter::Kind kind);
    /// Shows only rows whose title contains the text, with their parents and children.
    void setRowFilter(const QString& text);

    /// Launch and GPU work of the selected event; empty without one.
    const model::Correlated& correlatedWithSelected() const;
    /// The current rows; for tests and tables of rows.
    RowListPtr rowList() const;
    /// What the rows are made from.
    RowSource rowSource() const;
    /// The row that keys act on; focusRow() makes it another one, or none.
    const std::optional<RowKey>& focusedRow() const;
    void focusRow(std::optional<RowKey> row);
    /// Where an event is drawn, in the coordinates of the widget; empty if it is not on screen. For tests.
    QRect eventGeometry(model::EventRef event) const;
    /// Where rows are drawn: right of the headers, below the ruler.
    QRect rowsGeometry() const;
    QRect rulerGeometry() const;
    QRect overviewGeometry() const;
    /// The header of a row, in the coordinates of the widget; empty if it is not on screen.
    QRect headerGeometry(const RowKey& key) const;
    /// Logical x in the widget ↔ time.
    double xOf(model::TimeNs time) const;
    model::TimeNs timeAt(double x) const;

    /// A picture for files, independent of the size of the widget. Without hover and pointer.
    QImage renderImage(const PictureOptions& options) const;
    /// The same, to be painted in any resolution; must be destroyed before the view changes.
    std::unique_ptr<TimelinePicture> picture(const PictureOptions& options) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// Anything in viewState() changed, scrolling included.
    void viewStateChanged();
    void visibleRangeChanged();
    void selectionChanged(std::optional<model::TimeRange> range);
    /// An invalid reference: nothing is selected any more.
    void eventSelected(model::EventRef event);
    /// Somebody has selected a span, or an event, with the pointer: not by a key, a table or undo.
    void spanDrawn();
    void eventClicked();
    /// The time under the pointer, or nothing.
    void hoveredTimeChanged(std::optional<model::TimeNs> time);
    void timeFormatChanged();
    /// filters() changed.
    void filtersChanged();
    /// One line about what the pointer does (length of a span, gap between two events); empty = clears it.
    void statusText(const QString& text);
    /// The user requested the events of a track as a table. The menu entry exists while this is connected.
    void eventsRequested(model::TrackId track);
    /// The user wants to remove an added row, or its group with all of them. The menu entry exists while this is
    /// connected.
    void removalRequested(model::TrackId track);
    /// The user wants the selected time as a report of its own. The menu entry exists while this is connected.
    void selectionSaveRequested();
    /// All background results for the current snapshot are on screen; see isSettled().
    void settled();
    /// The user requested the table of keys (see keySheetHtml()).
    void keySheetRequested();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    friend class TimelineMenu;  // its entries depend on what is connected
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace timeline
