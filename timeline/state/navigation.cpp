// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state/navigation.h"

#include <algorithm>
#include <cmath>

namespace timeline {

using model::EventRef;

namespace {

constexpr double kWiden = 4;      // "zoom to event" once more
constexpr double kMinFitNs = 64;  // around an instant
// Beside an event that is zoomed to, or shown: of its length, on either side.
constexpr double kFitRoom = 0.15, kShowRoom = 0.75;

/// Position of an event among those of a line: by start, then by the order of the lanes.
struct LineCursor {
    EventRef event;
    TimeNs start = 0;
    std::size_t lane = 0;
    bool isBefore(const LineCursor& o) const { return start != o.start ? start < o.start : lane < o.lane; }
};

/// The event before or after `at` in the lanes of a line.
EventRef neighbour(const model::Snapshot& s, std::span<const model::LaneId> lanes, EventRef at, int direction) {
    const TimeNs start = s.lane(at.lane).start(at.row);
    std::size_t own = 0;
    while (own < lanes.size() && lanes[own] != at.lane) ++own;
    std::optional<LineCursor> best;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (isDerived(lanes[i])) continue;
        const model::LaneView lane = s.lane(lanes[i]);
        const auto& starts = lane.lane->start();
        const std::size_t bound =
            i > own ? starts.lowerBound(0, lane.rows, start) : starts.upperBound(0, lane.rows, start);
        const std::ptrdiff_t row = i == own ? static_cast<std::ptrdiff_t>(at.row) + direction
                                            : static_cast<std::ptrdiff_t>(bound) - (direction < 0 ? 1 : 0);
        if (row < 0 || row >= static_cast<std::ptrdiff_t>(lane.rows)) continue;
        const LineCursor c{{lanes[i], static_cast<std::uint32_t>(row)}, lane.start(static_cast<std::size_t>(row)), i};
        if (!best || (direction > 0 ? c.isBefore(*best) : best->isBefore(c))) best = c;
    }
    return best ? best->event : EventRef{};
}

/// The event of a line that is nearest to t, at most `reach` ns away.
EventRef nearestIn(const model::Snapshot& s, std::span<const model::LaneId> lanes, TimeNs t, TimeNs reach) {
    EventRef best;
    TimeNs distance = reach;
    for (const model::LaneId id : lanes) {
        if (isDerived(id)) continue;
        const model::LaneView lane = s.lane(id);
        if (lane.isEmpty()) continue;
        const auto row = model::rowNear(lane, t, distance);
        if (!row) continue;
        const TimeNs d = t < lane.start(*row) ? lane.start(*row) - t : t > lane.end(*row) ? t - lane.end(*row) : 0;
        if (best.isValid() && d >= distance) continue;
        distance = d;
        best = {id, static_cast<std::uint32_t>(*row)};
    }
    return best;
}

}  // namespace

// --- times

void Navigation::zoomBy(double factor, double x, bool continuous) {
    if (m_model.hasData())
        m_model.changeRange(ViewChange::Zoom, m_model.targetScale().zoomedAt(x, factor), continuous, true);
}

void Navigation::panBy(double px, bool continuous) {
    if (m_model.hasData()) m_model.changeRange(ViewChange::Pan, m_model.targetScale().pannedBy(px), continuous, true);
}

void Navigation::zoomTo(TimeRange range, bool exact) {
    if (!m_model.hasData() || range.isEmpty()) return;
    VisibleRange r = VisibleRange::of(range);
    if (!exact) {
        const double room = r.length * 0.1;
        r = r.movedBy(-room);
        r.length += 2 * room;
    }
    m_model.changeRange(ViewChange::Zoom, r, false, true);
}

/// The event with `room` times its length on either side.
VisibleRange Navigation::around(const model::Event& event, double room) const {
    VisibleRange fit = VisibleRange::of(spanOf(event));
    const double beside = std::max(fit.length * room, (kMinFitNs - fit.length) / 2);
    fit = fit.movedBy(-beside);
    fit.length += 2 * beside;
    return m_model.clamped(fit);
}

void Navigation::showEvent(EventRef event) {
    if (!m_model.source().has(event) || m_model.isInGesture()) return;
    m_model.beginGesture();
    select(event, true);
    const model::Event e = model::eventAt(*m_model.snapshot(), event);
    if (e.duration() > 0) m_model.changeRange(ViewChange::Zoom, around(e, kShowRoom), false, true);
    m_model.endGesture(ViewChange::Event, true);
}

void Navigation::zoomToEvent(EventRef event, bool widen) {
    const VisibleRange& now = m_model.state().range;
    const model::Event e = model::eventAt(*m_model.snapshot(), event);
    VisibleRange fit = around(e, kFitRoom);
    // Asked for once more: more of what is around it.
    const bool there = std::abs(now.length / fit.length - 1) < 1e-6 || now.length > fit.length;
    const double middle = static_cast<double>(model::saturatingSub(e.start, now.begin)) +
                          static_cast<double>(e.duration()) / 2 - now.fraction;
    const bool centred = std::abs(middle - now.length / 2) < now.length * 1e-3;
    const double wide = now.length * kWiden;
    if (widen && there && centred && now.length < fit.length * 64 &&
        wide < static_cast<double>(m_model.snapshot()->range().length()))
        fit = VisibleRange{e.start, 0, wide}.movedBy(static_cast<double>(e.duration()) / 2 - wide / 2);
    m_model.changeRange(ViewChange::Zoom, fit, false, true);
}

void Navigation::fitReport() {
    m_model.changeRange(ViewChange::Zoom, wholeReport(m_model.reach(), m_model.deviceWidth()), false, true);
    m_model.keepFitted();
}

void Navigation::goToStart() {
    const double length = m_model.state().range.length;
    const VisibleRange r{m_model.snapshot()->range().begin, 0, length};
    m_model.changeRange(ViewChange::Pan, r.movedBy(-length * 0.05), false, true);
}

void Navigation::goToEnd() {
    const double length = m_model.state().range.length;
    const VisibleRange r{m_model.snapshot()->range().end, 0, length};
    m_model.changeRange(ViewChange::Pan, r.movedBy(length * 0.05 - length), false, true);
}

std::vector<TimeNs> Navigation::stops() const {
    std::vector<TimeNs> out;
    for (const TimeMark& m : m_model.state().marks) out.push_back(m.time);
    for (const Note& n : m_model.state().notes)
        if (n.of != Note::Of::Row) out.push_back(timeOf(*m_model.snapshot(), n));
    std::sort(out.begin(), out.end());
    return out;
}

void Navigation::goToMark(int direction) {
    const TimeScale s = m_model.targetScale();
    const double middle = s.width() / 2.0;
    std::optional<TimeNs> found;
    for (const TimeNs time : stops()) {
        const double x = s.x(time);
        if (direction > 0 && x > middle + 1 && !found) found = time;
        if (direction < 0 && x < middle - 1) found = time;
    }
    if (found) m_model.changeRange(ViewChange::Pan, s.pannedBy(s.x(*found) - middle), false, true);
}

// --- events

void Navigation::select(EventRef event, bool reveal, bool continuous) {
    if (!m_model.snapshot()) return;
    if (!m_model.source().has(event)) event = {};
    if (event.isValid() && reveal) m_rows.reveal(event.lane);
    ViewState next = m_model.state();
    next.selected = event;
    m_model.change(ViewChange::Event, std::move(next), continuous);
    if (!event.isValid()) return;
    const model::Snapshot& s = *m_model.snapshot();
    const RowList& rows = *m_model.rows();
    const auto spot = rows.spotOf(event.lane);
    if (spot.row != kNoRow) m_model.focusRow(rows.key(s, rows.rows()[spot.row]));
    if (!reveal) return;
    if (spot.row != kNoRow) scrollToRow(spot.row);
    revealTime(spanOf(model::eventAt(s, event)));
}

void Navigation::revealTime(TimeRange range) {
    const TimeScale s = m_model.targetScale();
    const double x0 = s.x(range.begin), x1 = s.x(range.end), width = s.width();
    if (x1 > width * 0.02 && x0 < width * 0.98) return;
    // Same zoom, the event in the middle; if it is longer than the view, its start at the left.
    const double middle = x1 - x0 < width * 0.9 ? (x0 + x1 - width) / 2 : x0 - width * 0.05;
    m_model.changeRange(ViewChange::Pan, s.pannedBy(middle), false, true);
}

void Navigation::scrollToRow(std::uint32_t index) {
    const Row& r = m_model.rows()->rows()[index];
    const double view = m_model.scrollHeight();
    double y = m_model.state().scrollY;
    if (r.y < y || r.height > view) y = r.y;
    else if (r.y + r.height > y + view) y = r.y + r.height - view;
    m_model.scrollTo(y);
}

const Row* Navigation::focused() const {
    if (!m_model.focusedRow()) return nullptr;
    const RowList& rows = *m_model.rows();
    const RowList::Place at = rows.find(*m_model.snapshot(), *m_model.focusedRow());
    if (at.index == kNoRow) return nullptr;
    return &(at.pinned ? rows.pinned() : rows.rows())[at.index];
}

void Navigation::stepEvent(int direction) {
    const model::Snapshot& s = *m_model.snapshot();
    const RowList& rows = *m_model.rows();
    const ViewState& state = m_model.state();
    if (state.selected.isValid()) {
        const auto spot = rows.spotOf(state.selected.lane);
        if (spot.row == kNoRow) return;
        const Line& line = rows.lines(rows.rows()[spot.row])[spot.line];
        const EventRef next = neighbour(s, rows.lanes(line), state.selected, direction);
        if (next.isValid()) select(next, true, true);
        return;
    }
    // Nothing is selected: begin with what is visible of the row in focus, else move.
    if (const Row* const row = focused()) {
        const TimeRange visible = state.range.outer();
        const TimeNs from = direction > 0 ? visible.begin : visible.end - 1;
        for (const Line& line : rows.lines(*row)) {
            const EventRef e = nearestIn(s, rows.lanes(line), from, visible.length());
            if (e.isValid()) return select(e, true, true);
        }
    }
    panBy(direction * kKeyPan * m_model.deviceWidth(), true);
}

/// Nothing is selected: the focus moves.
void Navigation::stepRow(int direction) {
    const RowList& rows = *m_model.rows();
    const RowList::Place at =
        m_model.focusedRow() ? rows.find(*m_model.snapshot(), *m_model.focusedRow()) : RowList::Place{};
    const std::uint32_t next = at.index != kNoRow && !at.pinned ? at.index + static_cast<std::uint32_t>(direction)
                                                                : rows.rowAt(m_model.state().scrollY);
    if (next >= rows.rows().size()) return;
    m_model.focusRow(rows.key(*m_model.snapshot(), rows.rows()[next]));
    scrollToRow(next);
}

void Navigation::stepLine(int direction) {
    const model::Snapshot& s = *m_model.snapshot();
    const RowList& rows = *m_model.rows();
    const ViewState& state = m_model.state();
    const auto list = rows.rows();
    if (list.empty()) return;
    if (!state.selected.isValid()) return stepRow(direction);
    const auto spot = rows.spotOf(state.selected.lane);
    if (spot.row == kNoRow) return;
    const TimeRange own = spanOf(model::eventAt(s, state.selected));
    const TimeRange visible = state.range.outer().intersected(own);
    const TimeNs t = visible.isEmpty() ? own.begin : visible.begin + visible.length() / 2;
    const auto reach = static_cast<TimeNs>(std::min(state.range.length, static_cast<double>(model::kTimeLimit)));
    std::int64_t r = spot.row, l = static_cast<std::int64_t>(spot.line) + direction;
    for (; r >= 0 && r < static_cast<std::int64_t>(list.size());) {
        const auto lines = rows.lines(list[static_cast<std::size_t>(r)]);
        for (; l >= 0 && l < static_cast<std::int64_t>(lines.size()); l += direction) {
            const EventRef found = nearestIn(s, rows.lanes(lines[static_cast<std::size_t>(l)]), t, reach);
            // A summary above shows the very same event: that would be no step.
            if (found.isValid() && !(found == state.selected) &&
                rows.spotOf(found.lane).row == static_cast<std::uint32_t>(r))
                return select(found, true, true);
        }
        r += direction;
        if (r >= 0 && r < static_cast<std::int64_t>(list.size()))
            l = direction > 0 ? 0 : static_cast<std::int64_t>(list[static_cast<std::size_t>(r)].lineCount) - 1;
    }
}

}  // namespace timeline
