// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QList>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

#include "model/query/correlation.h"
#include "timeline/look/key_scheme.h"
#include "timeline/look/palette.h"
#include "timeline/paint/picture_options.h"
#include "timeline/rows/row_list.h"
#include "timeline/rows/view_state.h"

class QAction;
class QUndoStack;

namespace timeline {

enum class ThemeChoice : std::uint8_t { System, Light, Dark };

class TimelinePicture;

/// A filter that is in effect, for a chip that can be removed.
struct ActiveFilter {
    enum class Kind : std::uint8_t { Thread, Name, RowName };
    Kind kind = Kind::Thread;
    QString text;  ///< translated
};

/// The timeline: overview strip, ruler, row headers and rows of one report in one widget of the size of its window.
///
/// What it shows is a ViewState; every change that a person makes to it is a step of undoStack(), apart from scrolling
/// the rows. The widget holds a Snapshot and takes no lock. For the UI thread.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Shows that report; may be called often while it grows: the view stays, and as long as nobody has zoomed it goes
    /// on showing the whole report. A snapshot of another store starts afresh: selection, undo and history are cleared.
    void setSnapshot(model::SnapshotPtr snapshot);
    /// Shows a report that has the rows of the one shown, with the same ids, at other times: selection, undo and
    /// history stay.
    void moveSnapshot(model::SnapshotPtr snapshot);
    const model::SnapshotPtr& snapshot() const;
    /// Rows that are computed from the report. Not owned; null = none. Call derivedRowsChanged() when there are new
    /// ones.
    void setDerivedRows(DerivedRows* rows);
    void derivedRowsChanged();

    /// Whether nothing is being computed that would still change the picture.
    bool isSettled() const;

    const ViewState& viewState() const;
    /// Replaces the state, e.g. by that of a side-car file; with `undoable` as a step that can be taken back. The range
    /// is kept within the report.
    void setViewState(const ViewState& state, bool undoable = false);
    QUndoStack* undoStack() const;

    void setTheme(ThemeChoice choice);
    Theme theme() const;  ///< in effect
    void setDensity(Density density);
    void setKeyScheme(KeyScheme scheme);
    KeyScheme keyScheme() const;
    /// Zooming glides for at most 120 ms; off for people who ask their system for less motion and for tests.
    void setAnimated(bool animated);
    int headerWidth() const;  ///< logical px
    void setHeaderWidth(int width);

    /// The action of a command: text, keys of the scheme, enabled state. For menus, tool bars and the command palette.
    /// Their shortcuts work while the timeline or a child of it has the focus.
    QAction* action(Command command) const;
    QList<QAction*> commandActions() const;
    /// Does what the command says, if it makes sense at the moment.
    void run(Command command);

    /// Lets the view show this time instead of the report's own, e.g. beside a longer report; absent = the report's
    /// own.
    void setReach(std::optional<model::TimeRange> range);
    /// What it may show.
    model::TimeRange reach() const;
    /// Whether it shows all of that and goes on doing so when there is more, because nobody has chosen a time; fit()
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
    /// Selects an event; an invalid one selects nothing. With `reveal` its row is unfolded and scrolled into view, and
    /// its time if it is off screen.
    void selectEvent(model::EventRef event, bool reveal = true);
    /// Events that a search found: drawn as ticks on the overview strip. Times in ns, in any order.
    void setHits(std::vector<model::TimeNs> times);

    QList<ActiveFilter> filters() const;
    void removeFilter(ActiveFilter::Kind kind);
    /// Only rows whose title holds the text, with their parents and children.
    void setRowFilter(const QString& text);

    /// Launch and GPU work that belong to the selected event; empty without one.
    const model::Correlated& correlatedWithSelected() const;
    /// The rows as they are now; for tests and tables of rows.
    RowListPtr rowList() const;
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

    /// A picture for files, independent of the size of the widget. Hover and pointer are not in it.
    QImage renderImage(const PictureOptions& options) const;
    /// The same to be painted in any resolution; to be let go before the view changes.
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
    /// The time under the pointer, or nothing.
    void hoveredTimeChanged(std::optional<model::TimeNs> time);
    /// filters() changed.
    void filtersChanged();
    /// One line about what the pointer does (length of a span, gap between two events); empty = nothing any more.
    void statusText(const QString& text);
    /// Somebody asked for the events of a track as a table. The menu entry exists while this is connected.
    void eventsRequested(model::TrackId track);
    /// Somebody wants a row to go that a person added, or their group with all of them. The menu entry exists while
    /// this is connected.
    void removalRequested(model::TrackId track);
    /// Somebody wants the selected time as a report of its own. The menu entry exists while this is connected.
    void selectionSaveRequested();
    /// What is computed beside the UI thread for the current snapshot is on screen; see isSettled().
    void settled();
    /// Somebody asked for the table of keys (see keySheetHtml()).
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
    friend class TimelineMenu;  // entries depend on who listens
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace timeline
