// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/state/row_edits.h"

namespace timeline {

/// Ways through a report: times and events that the view goes to. Each is a step of the view.
class Navigation {
public:
    Navigation(ViewModel& model, RowEdits& rows) : m_model(model), m_rows(rows) {}

    /// One pixel shows `factor` times as much time; the time at `x` device px stays there.
    void zoomBy(double factor, double x, bool continuous);
    /// By device px; later times come into view.
    void panBy(double px, bool continuous);
    /// With a little room on both sides unless `exact`.
    void zoomTo(TimeRange range, bool exact);
    /// The event in the middle of the view. `widen`: where it is there already, more of what is around it.
    void zoomToEvent(model::EventRef event, bool widen);
    /// All, also what is still to come.
    void fitReport();
    void goToStart();
    void goToEnd();
    /// The nearest mark after the middle of the view (1) or before it (-1).
    void goToMark(int direction);

    /// An invalid event, or one that is not there, selects nothing. `reveal`: its row is unfolded and scrolled into
    /// view, and its time if it is off screen.
    void select(model::EventRef event, bool reveal, bool continuous = false);
    /// To the next (1) or previous (-1) event of the line. Where nothing is selected to what is visible of the row in
    /// focus, else the view moves.
    void stepEvent(int direction);
    /// The same from line to line, down (1) or up (-1).
    void stepLine(int direction);

    static constexpr double kKeyPan = 0.12;  ///< of the view

private:
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
