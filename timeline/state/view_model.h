// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QUndoStack>
#include <QVariantAnimation>

#include <optional>
#include <vector>

#include "timeline/look/time_format.h"
#include "timeline/rows/row_list.h"
#include "timeline/state/event_links.h"
#include "timeline/state/view_history.h"

namespace timeline {

/// The model of a timeline for one report: its rows, the state that a user can change, the steps of undo, the visited
/// ranges, and everything derived from these. It knows no widget, and no pixel but the size of the area of the rows.
class ViewModel : public QObject {
    Q_OBJECT
public:
    explicit ViewModel(QObject* parent = nullptr);
    ~ViewModel() override;

    // --- content
    /// A snapshot of another store starts again, unless `sameRows` is set: then it has the rows of the current one.
    void setSnapshot(model::SnapshotPtr next, bool sameRows = false);
    const model::SnapshotPtr& snapshot() const { return m_snapshot; }
    bool hasData() const { return m_snapshot && !m_snapshot->range().isEmpty(); }
    /// Not owned; null = none.
    void setDerivedRows(DerivedRows* rows);
    void derivedRowsChanged();
    /// Titles have changed their language.
    void rebuildTitles();
    RowSource source() const { return {m_snapshot, m_derived}; }
    const RowListPtr& rows() const { return m_rows; }

    // --- the area of the rows
    /// Its width in device px and its height in logical px.
    void setViewport(int deviceWidth, int height);
    /// What may be shown instead of the report's own time; absent = that time.
    void setReach(std::optional<TimeRange> range);
    TimeRange reach() const { return m_reach.value_or(m_snapshot->range()); }  ///< only with data
    VisibleRange clamped(VisibleRange range) const;
    /// Nobody has chosen a range: it shows everything, and goes on doing so as the report grows.
    bool isFitted() const { return m_fitted; }
    /// The current range is everything; from now on it follows a growing report.
    void keepFitted() { m_fitted = true; }
    void fit();

    // --- state
    const ViewState& state() const { return m_state; }
    /// The range that is drawn: state().range, unless the view is gliding there.
    const VisibleRange& shown() const { return m_shown; }
    TimeScale scale() const { return {m_shown, m_width}; }
    TimeScale targetScale() const { return {m_state.range, m_width}; }
    int deviceWidth() const { return m_width; }
    bool isGliding() const { return m_glide.state() == QAbstractAnimation::Running; }
    void setAnimated(bool animated) { m_animated = animated; }

    /// A step that can be undone; during a gesture only its live preview. Continuous steps of one kind that follow each
    /// other closely are one.
    void change(ViewChange kind, ViewState next, bool continuous = false, bool glide = false);
    void changeRange(ViewChange kind, VisibleRange range, bool continuous, bool glide);
    void changeLayout(ViewChange kind, RowLayout layout);
    void setDensity(Density density);
    /// No step: it is not about the report.
    void setTextScale(double scale);
    void setSelection(std::optional<TimeRange> range);
    /// Shows a state without a step.
    void show(ViewState state);
    /// Everything between these is one step, or nothing.
    void beginGesture();
    void endGesture(ViewChange kind, bool glide = false);
    void cancelGesture();
    bool isInGesture() const { return m_gestureBefore.has_value(); }

    QUndoStack& undoStack() { return m_undo; }
    const QUndoStack& undoStack() const { return m_undo; }
    bool canGoBack() const { return m_ranges.canGoBack(); }
    bool canGoForward() const { return m_ranges.canGoForward(); }
    void goBack() { goTo(m_ranges.back()); }
    void goForward() { goTo(m_ranges.forward()); }

    // --- scrolling, which is not a step
    double pinnedScroll() const { return m_pinnedScroll; }
    int pinnedHeight() const { return pinnedHeightIn(m_rows.get(), m_height); }
    /// Pinned rows use at most half of an area of that height.
    static int pinnedHeightIn(const RowList* rows, int height) {
        return rows ? std::min(rows->pinnedHeight(), height / 2) : 0;
    }
    double maxScroll() const;
    int scrollHeight() const { return m_height - pinnedHeight(); }  ///< of the scrolling rows
    void scrollTo(double y);
    void scrollPinnedTo(double y);

    // --- derived from the state
    /// How times are written: in that style, or from state().zero.
    const TimeFormat& timeFormat() const { return m_timeFormat; }
    void setTimeStyle(TimeStyle style);
    const EventLinks& links() const { return m_links; }
    /// The row that keys act on.
    const std::optional<RowKey>& focusedRow() const { return m_focusedRow; }
    void focusRow(std::optional<RowKey> row);
    /// Results of a search; sorted here.
    const std::vector<TimeNs>& hits() const { return m_hits; }
    void setHits(std::vector<TimeNs> times);

Q_SIGNALS:
    /// Another store: everything computed for the previous one is void.
    void storeChanged();
    void snapshotChanged();
    /// There are other rows: indexes of rows are void.
    void rowsChanged();
    /// Anything in state() changed, scrolling included.
    void stateChanged();
    void visibleRangeChanged();
    void selectionChanged(std::optional<model::TimeRange> range);
    void eventSelected(model::EventRef event);
    void filtersChanged();
    void timeFormatChanged();
    /// After the others: anything visible or possible has changed.
    void changed();
    /// Rows or times have moved; nothing else changed.
    void moved();
    /// The overlays of the rows, or what keys act on, have changed.
    void overlaysChanged();
    /// focusedRow() is another one.
    void rowFocused();

private:
    void setState(ViewState next, bool glide, bool keepTop = true);
    void rebuildRows(bool keepTop);
    void refit();
    void emitDifferences(const ViewState& before);
    void push(ViewChange kind, bool continuous, const ViewState& before, const ViewState& after, bool visits);
    void goTo(std::optional<VisibleRange> range);
    void glideFrom(const VisibleRange& range, bool glide);
    void setScroll(double y);
    void setPinnedScroll(double y);
    void updateTimeFormat();
    void followLinks() { m_links.follow(m_snapshot.get(), m_rows.get(), m_state.selected); }

    model::SnapshotPtr m_snapshot;
    DerivedRows* m_derived = nullptr;
    RowCache m_rowCache;
    RowListPtr m_rows;
    int m_width = 1, m_height = 1;
    std::optional<TimeRange> m_reach;

    ViewState m_state;
    VisibleRange m_shown;
    bool m_fitted = true;
    double m_pinnedScroll = 0;

    QUndoStack m_undo;
    RangeHistory m_ranges;
    QElapsedTimer m_clock;
    std::optional<ViewState> m_gestureBefore;

    QVariantAnimation m_glide;
    VisibleRange m_glideFrom;
    bool m_animated = false;

    TimeStyle m_timeStyle = TimeStyle::Offset;
    TimeFormat m_timeFormat;
    EventLinks m_links;
    std::optional<RowKey> m_focusedRow;
    std::vector<TimeNs> m_hits;
};

}  // namespace timeline
