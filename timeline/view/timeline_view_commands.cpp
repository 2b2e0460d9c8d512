// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>

#include <cmath>

#include "timeline/look/format.h"
#include "timeline/text/event_text.h"
#include "timeline/view/timeline_view_p.h"

namespace timeline {

using model::EventRef;

namespace {

constexpr double kKeyZoom = 1.35;
constexpr double kKeyPan = 0.12;  // of the view
constexpr double kWiden = 4;      // "zoom to event" once more
constexpr double kMinFitNs = 64;  // around an instant

// Position of an event among those of a line: by start, then by the order of the lanes.
struct LineCursor {
    EventRef event;
    TimeNs start = 0;
    std::size_t lane = 0;
    bool isBefore(const LineCursor& o) const { return start != o.start ? start < o.start : lane < o.lane; }
};

// The event before or after `at` in the lanes of a line.
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

// The event of a line that is nearest to t, at most `reach` ns away.
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

void TimelineView::Private::makeActions() {
    for (const CommandInfo& c : commands()) {
        auto* action = new QAction(q);
        action->setObjectName(QString::fromLatin1(c.id));
        // Keys reach the canvas first (see TimelineView::event()); as shortcuts they work from its child widgets.
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setAutoRepeat(c.repeats);
        QObject::connect(action, &QAction::triggered, q, [this, command = c.command] {
            keyRepeats = 0;
            run(command);
        });
        actions[static_cast<std::size_t>(c.command)] = action;
        q->addAction(action);
    }
    updateKeys();
    updateActions();
}

void TimelineView::Private::updateKeys() {
    for (const CommandInfo& c : commands()) {
        QAction* a = actions[static_cast<std::size_t>(c.command)];
        a->setText(commandText(c.command));
        a->setShortcuts(keysOf(c.command, scheme));
    }
    updateActions();
}

void TimelineView::Private::updateActions() {
    for (const CommandInfo& c : commands()) {
        QAction* a = actions[static_cast<std::size_t>(c.command)];
        if (a) a->setEnabled(isPossible(c.command));
    }
    if (QAction* undoAction = actions[static_cast<std::size_t>(Command::Undo)]) {
        const auto text = [](Command c, const QString& what) {
            return what.isEmpty() ? commandText(c)
                                  : TimelineView::tr("%1: %2", "Undo or Redo: what").arg(commandText(c), what);
        };
        undoAction->setText(text(Command::Undo, undo.undoText()));
        actions[static_cast<std::size_t>(Command::Redo)]->setText(text(Command::Redo, undo.redoText()));
    }
}

bool TimelineView::Private::isPossible(Command c) const {
    if (c == Command::ShowKeys) return true;
    if (!hasData()) return false;
    const bool event = state.selected.isValid();
    switch (c) {
    case Command::ZoomToSelection: return state.selection.has_value();
    case Command::FitSelected:
    case Command::SelectEventRange:
    case Command::CopyName:
    case Command::CopyRawTimes:
    case Command::FilterName: return event;
    case Command::CopyText: return event || state.selection;
    case Command::JumpToCorrelated: return overlay.counterpart().isValid();
    case Command::ClearSelection: return event || state.selection || focusedRow;
    case Command::Back: return ranges.canGoBack();
    case Command::Forward: return ranges.canGoForward();
    case Command::NextMark:
    case Command::PreviousMark: return !state.marks.empty();
    case Command::TogglePin:
    case Command::HideRow:
    case Command::ToggleExpanded: return focusedRow.has_value();
    case Command::FilterThread: return focusedRow || event;
    case Command::ShowAllRows: return rows && rows->hiddenRows() > 0;
    case Command::ClearFilters:
        return state.layout.onlyThread || !state.layout.nameFilter.isEmpty() || !state.onlyName.empty();
    case Command::Undo: return undo.canUndo();
    case Command::Redo: return undo.canRedo();
    default: return true;
    }
}

void TimelineView::Private::run(Command c) {
    if (!isPossible(c)) return;
    runView(c) || runEvents(c) || runMarks(c) || runRows(c) || runFilter(c) || runEdit(c);
}

// --- view

void TimelineView::Private::zoomBy(double factor, double x, bool continuous) {
    if (hasData()) changeRange(ViewChange::Zoom, targetScale().zoomedAt(deviceX(x), factor), continuous, true);
}

void TimelineView::Private::panBy(double px, bool continuous) {
    if (hasData()) changeRange(ViewChange::Pan, targetScale().pannedBy(px), continuous, true);
}

bool TimelineView::Private::runView(Command c) {
    // Zooming by key keeps the time under the pointer, if the pointer is on the rows.
    const double x = pointer && pointer->x() >= layout.rows.left() && pointer->x() <= layout.rows.right()
                         ? pointer->x()
                         : layout.rows.center().x();
    const double faster = 1 + std::min(keyRepeats, 20) * 0.05;
    switch (c) {
    case Command::ZoomIn: zoomBy(1 / std::pow(kKeyZoom, faster), x, true); return true;
    case Command::ZoomOut: zoomBy(std::pow(kKeyZoom, faster), x, true); return true;
    case Command::PanLeft: panBy(-kKeyPan * faster * layout.deviceWidth(), true); return true;
    case Command::PanRight: panBy(kKeyPan * faster * layout.deviceWidth(), true); return true;
    case Command::FitReport:
        changeRange(ViewChange::Zoom, wholeReport(reachable(), layout.deviceWidth()), false, true);
        fitted = true;  // and it goes on fitting while the report grows
        return true;
    case Command::ZoomToSelection: q->zoomTo(*state.selection); return true;
    case Command::FitSelected: zoomToEvent(state.selected, true); return true;
    case Command::Back:
    case Command::Forward: {
        const auto range = c == Command::Back ? ranges.back() : ranges.forward();
        if (!range) return true;
        ViewState before = state, after = state;
        after.range = clamped(*range);
        fitted = false;
        setState(after, true);
        undo.push(new ViewStep(ViewChange::Zoom, false, before, after, clock.elapsed(),
                               [this](const ViewState& wanted, const ViewState& other) {
                                   ViewState target = state;
                                   assignDifferences(target, wanted, other);
                                   setState(std::move(target), true);
                               }));
        updateActions();
        return true;
    }
    case Command::GoToStart:
    case Command::GoToEnd: {
        VisibleRange r = state.range;
        const TimeRange report = snapshot->range();
        const double room = r.length * 0.05;
        r = c == Command::GoToStart ? VisibleRange{report.begin, 0, r.length}.movedBy(-room)
                                    : VisibleRange{report.end, 0, r.length}.movedBy(room - r.length);
        changeRange(ViewChange::Pan, r, false, true);
        return true;
    }
    default: return false;
    }
}

void TimelineView::Private::zoomToEvent(EventRef event, bool widen) {
    const model::Event e = model::eventAt(*snapshot, event);
    VisibleRange fit = VisibleRange::of({e.start, std::max(e.end, e.start + 1)});
    const double room = std::max(fit.length * 0.15, (kMinFitNs - fit.length) / 2);
    fit = fit.movedBy(-room);
    fit.length += 2 * room;
    fit = clamped(fit);
    // Asked for once more: more of what is around it.
    const bool there = std::abs(state.range.length / fit.length - 1) < 1e-6 || state.range.length > fit.length;
    const double middle = static_cast<double>(model::saturatingSub(e.start, state.range.begin)) +
                          static_cast<double>(e.duration()) / 2 - state.range.fraction;
    const bool centred = std::abs(middle - state.range.length / 2) < state.range.length * 1e-3;
    const double wide = state.range.length * kWiden;
    if (widen && there && centred && state.range.length < fit.length * 64 &&
        wide < static_cast<double>(snapshot->range().length())) {
        fit = VisibleRange{e.start, 0, wide}.movedBy(static_cast<double>(e.duration()) / 2 - wide / 2);
    }
    changeRange(ViewChange::Zoom, fit, false, true);
}

// --- events

bool TimelineView::Private::runEvents(Command c) {
    switch (c) {
    case Command::NextEvent: stepEvent(1); return true;
    case Command::PreviousEvent: stepEvent(-1); return true;
    case Command::RowDown: stepLine(1); return true;
    case Command::RowUp: stepLine(-1); return true;
    case Command::JumpToCorrelated: selectEvent(overlay.counterpart(), true, false); return true;
    case Command::SelectEventRange: {
        const model::Event e = model::eventAt(*snapshot, state.selected);
        q->setSelection(TimeRange{e.start, std::max(e.end, e.start + 1)});
        return true;
    }
    case Command::ClearSelection:
        if (state.selected.isValid()) selectEvent({}, false, false);
        else if (state.selection) q->setSelection(std::nullopt);
        else focusRow({});
        Q_EMIT q->statusText({});
        return true;
    default: return false;
    }
}

RowPlace TimelineView::Private::currentRow() const { return focusedRow ? placeOfKey(*focusedRow) : RowPlace{}; }

void TimelineView::Private::stepEvent(int direction) {
    if (state.selected.isValid()) {
        const auto spot = rows->spotOf(state.selected.lane);
        if (spot.row == kNoRow) return;
        const Row& r = rows->rows()[spot.row];
        const EventRef next = neighbour(*snapshot, rows->lanes(rows->lines(r)[spot.line]), state.selected, direction);
        if (next.isValid()) selectEvent(next, true, true);
        return;
    }
    // Nothing is selected: begin with what is visible of the row in focus, else move.
    if (const RowPlace place = currentRow(); place.isValid()) {
        const TimeRange visible = state.range.outer();
        const TimeNs from = direction > 0 ? visible.begin : visible.end - 1;
        for (const Line& line : rows->lines(row(place))) {
            const EventRef e = nearestIn(*snapshot, rows->lanes(line), from, visible.length());
            if (e.isValid()) return selectEvent(e, true, true);
        }
    }
    panBy(direction * kKeyPan * layout.deviceWidth(), true);
}

void TimelineView::Private::stepLine(int direction) {
    const auto list = rows->rows();
    if (list.empty()) return;
    if (!state.selected.isValid()) {
        const RowPlace at = currentRow();
        std::uint32_t next =
            at.isValid() && !at.pinned ? at.index + static_cast<std::uint32_t>(direction) : rows->rowAt(state.scrollY);
        if (next >= list.size()) return;
        focusedRow = rows->key(*snapshot, list[next]);
        scrollToRow(next);
        updateActions();
        q->update();
        return;
    }
    const auto spot = rows->spotOf(state.selected.lane);
    if (spot.row == kNoRow) return;
    const model::Event e = model::eventAt(*snapshot, state.selected);
    const TimeRange visible = state.range.outer().intersected({e.start, std::max(e.end, e.start + 1)});
    const TimeNs t = visible.isEmpty() ? e.start : visible.begin + visible.length() / 2;
    const auto reach = static_cast<TimeNs>(std::min(state.range.length, static_cast<double>(model::kTimeLimit)));
    std::int64_t r = spot.row, l = static_cast<std::int64_t>(spot.line) + direction;
    for (; r >= 0 && r < static_cast<std::int64_t>(list.size());) {
        const auto lines = rows->lines(list[static_cast<std::size_t>(r)]);
        for (; l >= 0 && l < static_cast<std::int64_t>(lines.size()); l += direction) {
            const EventRef found = nearestIn(*snapshot, rows->lanes(lines[static_cast<std::size_t>(l)]), t, reach);
            // A summary above shows the very same event: that would be no step.
            if (found.isValid() && !(found == state.selected) &&
                rows->spotOf(found.lane).row == static_cast<std::uint32_t>(r))
                return selectEvent(found, true, true);
        }
        r += direction;
        if (r >= 0 && r < static_cast<std::int64_t>(list.size()))
            l = direction > 0 ? 0 : static_cast<std::int64_t>(list[static_cast<std::size_t>(r)].lineCount) - 1;
    }
}

void TimelineView::Private::measureGap(EventRef first, EventRef second) {
    model::Event a = model::eventAt(*snapshot, first), b = model::eventAt(*snapshot, second);
    if (b.start < a.start) {
        std::swap(a, b);
        std::swap(first, second);
    }
    const QString nameA = shortEventName(*snapshot, first), nameB = shortEventName(*snapshot, second);
    const bool overlap = b.start < a.end;
    const TimeRange span = overlap ? TimeRange{a.start, b.start} : TimeRange{a.end, b.start};
    q->setSelection(span.isEmpty() ? std::nullopt : std::optional(span));
    Q_EMIT q->statusText(
        overlap ? TimelineView::tr("%1 and %2 overlap; from start to start: %3")
                      .arg(nameA, nameB, formatDuration(span.length()))
                : TimelineView::tr("Gap between %1 and %2: %3").arg(nameA, nameB, formatDuration(span.length())));
}

// --- marks

bool TimelineView::Private::runMarks(Command c) {
    switch (c) {
    case Command::AddMark: {
        TimeNs t = cursor.value_or(scale().timeAt(layout.deviceWidth() / 2.0));
        const bool visible = state.selected.isValid() && eventPlace(state.selected).side == EventPlace::kOnScreen;
        if (!cursor && visible) t = model::eventAt(*snapshot, state.selected).start;
        addMark(t, true);
        return true;
    }
    case Command::NextMark:
    case Command::PreviousMark: {
        const TimeScale s = targetScale();
        const double middle = s.width() / 2.0;
        const TimeMark* found = nullptr;
        for (const TimeMark& m : state.marks) {
            const double x = s.x(m.time);
            if (c == Command::NextMark && x > middle + 1 && !found) found = &m;
            if (c == Command::PreviousMark && x < middle - 1) found = &m;
        }
        if (found) changeRange(ViewChange::Pan, s.pannedBy(s.x(found->time) - middle), false, true);
        return true;
    }
    default: return false;
    }
}

void TimelineView::Private::addMark(TimeNs t, bool rename) {
    ViewState next = state;
    TimeMark mark{t, TimelineView::tr("Mark %1").arg(state.marks.size() + 1)};
    const auto at = std::upper_bound(next.marks.begin(), next.marks.end(), t,
                                     [](TimeNs v, const TimeMark& m) { return v < m.time; });
    const auto index = static_cast<int>(at - next.marks.begin());
    next.marks.insert(at, std::move(mark));
    change(ViewChange::Mark, std::move(next));
    if (rename) renameMark(index);
}

void TimelineView::Private::renameMark(int mark) {
    const RulerView v = rulerView(frameConst());
    const auto& m = state.marks[static_cast<std::size_t>(mark)];
    editedMark = mark;
    markEdit->setText(m.name);
    const int width = 150, x = std::clamp(static_cast<int>(v.x(m.time)), v.area.left(),
                                          std::max(v.area.left(), v.area.right() - width));
    markEdit->setGeometry(x, v.area.top() + 3, width, v.area.height() - 4);
    markEdit->show();
    markEdit->raise();
    markEdit->selectAll();
    markEdit->setFocus(Qt::OtherFocusReason);
}

void TimelineView::Private::removeMark(int mark) {
    ViewState next = state;
    next.marks.erase(next.marks.begin() + mark);
    change(ViewChange::Mark, std::move(next));
}

// --- rows

bool TimelineView::Private::runRows(Command c) {
    switch (c) {
    case Command::TogglePin: togglePin(*focusedRow); return true;
    case Command::HideRow: hideRow(*focusedRow); return true;
    case Command::ShowAllRows: showAllRows(); return true;
    case Command::ToggleExpanded: {
        const RowPlace place = currentRow();
        if (place.isValid() && row(place).expandable) setExpanded(*focusedRow, !row(place).expanded);
        return true;
    }
    case Command::ExpandAll: expandAll(true); return true;
    case Command::CollapseAll: expandAll(false); return true;
    case Command::FindRow:
        filterEdit->setFocus(Qt::ShortcutFocusReason);
        filterEdit->selectAll();
        return true;
    default: return false;
    }
}

void TimelineView::Private::togglePin(const RowKey& key) {
    RowLayout next = state.layout;
    const auto at = std::find(next.pinned.begin(), next.pinned.end(), key);
    if (at == next.pinned.end()) next.pinned.push_back(key);
    else next.pinned.erase(at);
    changeLayout(ViewChange::Pin, std::move(next));
}

void TimelineView::Private::hideRow(const RowKey& key) {
    RowLayout next = state.layout;
    next.hidden.insert(key);
    std::erase(next.pinned, key);
    changeLayout(ViewChange::Hide, std::move(next));
    if (focusedRow == key) focusRow({});
}

void TimelineView::Private::showAllRows() {
    RowLayout next = state.layout;
    next.hidden.clear();
    next.nameFilter.clear();
    next.onlyThread.reset();
    changeLayout(ViewChange::Hide, std::move(next));
}

void TimelineView::Private::setExpanded(const RowKey& key, bool expanded) {
    RowLayout next = state.layout;
    const bool usual = key.role == RowRole::Track && model::trackKindInfo(key.kind).expanded;
    if (expanded == usual) next.expanded.erase(key);
    else next.expanded[key] = expanded;
    changeLayout(ViewChange::Rows, std::move(next));
}

void TimelineView::Private::expandAll(bool expanded) {
    RowLayout next = state.layout;
    next.expanded.clear();
    for (const model::Track& t : snapshot->tree().tracks) {
        if (t.children.empty() && t.lanes.size() < 2) continue;
        if (model::trackKindInfo(t.kind).expanded != expanded) next.expanded[rowKey(t)] = expanded;
        if (expanded && t.kind == TrackKind::Process) {
            RowKey threads = rowKey(t);
            threads.role = RowRole::HiddenThreads;
            next.expanded[threads] = true;
        }
    }
    // A report with one host has no row for it; folding it would leave nothing.
    const auto& roots = snapshot->tree().roots;
    const auto isHost = [&](model::TrackId r) { return snapshot->track(r).kind == TrackKind::Host; };
    if (!expanded && std::count_if(roots.begin(), roots.end(), isHost) == 1)
        next.expanded.erase(rowKey(snapshot->track(*std::find_if(roots.begin(), roots.end(), isHost))));
    changeLayout(ViewChange::Rows, std::move(next));
}

void TimelineView::Private::setHeightFactor(const RowKey& key, double factor) {
    RowLayout next = state.layout;
    factor = std::clamp(factor, 0.5, 8.0);
    if (std::abs(factor - 1) < 0.01) next.heights.erase(key);
    else next.heights[key] = factor;
    changeLayout(ViewChange::RowHeight, std::move(next));
}

void TimelineView::Private::moveRow(const RowKey& moved, const std::vector<RowKey>& siblings) {
    RowLayout next = state.layout;
    if (std::find(next.pinned.begin(), next.pinned.end(), moved) != next.pinned.end() &&
        siblings.size() == next.pinned.size()) {
        next.pinned = siblings;
    } else {
        model::TrackId parent = model::kNoTrack;
        for (const model::Track& t : snapshot->tree().tracks)
            if (rowKey(t) == moved) parent = t.parent;
        if (parent == model::kNoTrack) return;
        next.order[rowKey(snapshot->track(parent))] = siblings;
        // A lone context has no row: what looks like children of the device are its own.
        if (snapshot->track(parent).kind == TrackKind::Context)
            next.order[rowKey(snapshot->track(snapshot->track(parent).parent))] = siblings;
    }
    changeLayout(ViewChange::RowOrder, std::move(next));
}

// --- filters

bool TimelineView::Private::runFilter(Command c) {
    switch (c) {
    case Command::FilterThread:
        if (const auto thread = threadOf(currentRow(), state.selected)) filterThread(thread);
        return true;
    case Command::FilterName: {
        const std::string_view name = snapshot->text(model::eventAt(*snapshot, state.selected).name);
        filterName(state.onlyName == name ? std::string() : std::string(name));
        return true;
    }
    case Command::ClearFilters: {
        ViewState next = state;
        next.onlyName.clear();
        next.layout.nameFilter.clear();
        next.layout.onlyThread.reset();
        change(ViewChange::Filter, std::move(next));
        return true;
    }
    default: return false;
    }
}

// The thread that an event or row belongs to: its own, or the one that launched it.
std::optional<RowKey> TimelineView::Private::threadOf(const RowPlace& place, EventRef event) const {
    const auto above = [&](model::TrackId t) -> std::optional<RowKey> {
        while (t != model::kNoTrack && snapshot->track(t).kind != TrackKind::Thread) t = snapshot->track(t).parent;
        return t == model::kNoTrack ? std::nullopt : std::optional(rowKey(snapshot->track(t)));
    };
    if (event.isValid()) {
        if (auto own = above(model::trackOf(*snapshot, event))) return own;
        if (model::hasCorrelation(*snapshot, event)) {
            const model::Correlated c = model::correlated(*snapshot, event, 1);
            if (!c.launches.empty()) return above(model::trackOf(*snapshot, c.launches.front()));
        }
    }
    return place.isValid() ? above(row(place).track) : std::nullopt;
}

void TimelineView::Private::filterThread(std::optional<RowKey> thread) {
    RowLayout next = state.layout;
    next.onlyThread = std::move(thread);
    changeLayout(ViewChange::Filter, std::move(next));
}

void TimelineView::Private::filterName(std::string name) {
    ViewState next = state;
    next.onlyName = std::move(name);
    change(ViewChange::Filter, std::move(next));
}

// --- copying, undo

void TimelineView::Private::copyText(const QString& text) const { QGuiApplication::clipboard()->setText(text); }

bool TimelineView::Private::runEdit(Command c) {
    const EventRef e = state.selected;
    switch (c) {
    case Command::CopyText:
        if (e.isValid()) copyText(detailText(describeEvent(*snapshot, e)));
        else
            copyText(TimelineView::tr("%1 (%2 to %3)", "length, begin, end")
                         .arg(formatDuration(state.selection->length()), formatExactTime(state.selection->begin),
                              formatExactTime(state.selection->end)));
        return true;
    case Command::CopyName: {
        const std::string_view name = snapshot->text(model::eventAt(*snapshot, e).name);
        copyText(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        return true;
    }
    case Command::CopyRawTimes: {
        const model::Event event = model::eventAt(*snapshot, e);
        copyText(QStringLiteral("%1\t%2\t%3")
                     .arg(rawNumber(event.start), rawNumber(event.end), rawNumber(event.duration())));
        return true;
    }
    case Command::Undo: undo.undo(); return true;
    case Command::Redo: undo.redo(); return true;
    case Command::ShowKeys: Q_EMIT q->keySheetRequested(); return true;
    default: return false;
    }
}

}  // namespace timeline
