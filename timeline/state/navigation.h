// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/state/row_edits.h"

namespace timeline {

/// Moves through a report: to times and events. Each move is a step of the view.
class Navigation {
public:
    Navigation(ViewModel& model, RowEdits& rows) : m_model(model), m_rows(rows) {}

    /// One pixel shows `factor` times as much time; the time at `x` device px stays there.
    void zoomBy(double factor, double x, bool continuous);
    /// Moves by device px, towards later times.
    void panBy(double px, bool continuous);
    /// With a little room on both sides unless `exact`.
    void zoomTo(TimeRange range, bool exact);
    /// Centres the event. `widen`: if it is there already, shows more of its surroundings.
    void zoomToEvent(model::EventRef event, bool widen);
    /// Selects an event and makes it wide, with what is around it: unfolds its row and brings it into view. One step of
    /// the view. An instant has no width; it is only brought into view.
    void showEvent(model::EventRef event);
    /// Shows everything, also what is still to come.
    void fitReport();
    void goToStart();
    void goToEnd();
    /// Goes to the nearest mark or note of a time after the middle of the view (1) or before it (-1).
    void goToMark(int direction);
    bool hasStops() const { return !stops().empty(); }

    /// An invalid or missing event selects nothing. `reveal`: unfolds its row and scrolls it into view, and its time if
    /// that is off screen.
    void select(model::EventRef event, bool reveal, bool continuous = false);
    /// Selects the next (1) or previous (-1) event of the line. Without a selection, what is visible of the focused
    /// row, or else it moves the view.
    void stepEvent(int direction);
    /// The same from line to line, down (1) or up (-1).
    void stepLine(int direction);

    static constexpr double kKeyPan = 0.12;  ///< of the view

private:
    std::vector<TimeNs> stops() const;  ///< times of marks and notes, in order
    VisibleRange around(const model::Event& event, double room) const;
    void revealTime(TimeRange range);
    void scrollToRow(std::uint32_t row);
    void stepRow(int direction);
    const Row* focused() const;
    ViewModel& m_model;
    RowEdits& m_rows;
};

/// The time of an event, at least a nanosecond.
inline TimeRange spanOf(const model::Event& event) { return {event.start, std::max(event.end, event.start + 1)}; }

}  // namespace timeline
