// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_commands.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

#include "timeline/look/format.h"
#include "timeline/text/event_text.h"

namespace timeline {

using model::EventRef;

namespace {

constexpr double kKeyZoom = 1.35;

ColourBy coloursOf(Command c) {
    return static_cast<ColourBy>(static_cast<int>(c) - static_cast<int>(Command::ColourByKind));
}
static_assert(static_cast<int>(Command::ColourByCategory) - static_cast<int>(Command::ColourByKind) + 1 ==
              static_cast<int>(ColourBy::Count));

}  // namespace

bool TimelineCommands::isPossible(Command c) const {
    if (c == Command::ShowKeys) return true;
    if (!m_model.hasData()) return false;
    const bool event = state().selected.isValid(), focus = m_model.focusedRow().has_value();
    switch (c) {
    case Command::ZoomToSelection: return state().selection.has_value();
    case Command::FitSelected:
    case Command::SelectEventRange:
    case Command::CopyName:
    case Command::CopyRawTimes:
    case Command::FilterName: return event;
    case Command::CopyText:
    case Command::UseTimeZero: return event || state().selection;
    case Command::ClearTimeZero: return state().zero.has_value();
    case Command::JumpToCorrelated: return m_model.links().counterpart().isValid();
    case Command::ClearSelection: return event || state().selection || focus;
    case Command::Back: return m_model.canGoBack();
    case Command::Forward: return m_model.canGoForward();
    case Command::NextMark:
    case Command::PreviousMark: return m_navigation.hasStops();
    case Command::TogglePin:
    case Command::HideRow:
    case Command::ShowOnlyRow:
    case Command::ToggleExpanded: return focus;
    case Command::FilterThread: return focus || event;
    case Command::ShowAllRows: return m_model.rows() && m_model.rows()->hiddenRows() > 0;
    case Command::ClearFilters:
        return state().layout.onlyThread || !state().layout.nameFilter.isEmpty() || !state().onlyName.empty();
    case Command::Undo: return m_model.undoStack().canUndo();
    case Command::Redo: return m_model.undoStack().canRedo();
    default: return true;
    }
}

bool TimelineCommands::isChosen(Command c) const {
    return commandInfo(c).group == CommandGroup::Colours && coloursOf(c) == state().colours;
}

void TimelineCommands::run(Command c, int repeats) {
    if (!isPossible(c)) return;
    runColours(c) || runView(c, repeats) || runEvents(c) || runMarks(c) || runRows(c) || runFilter(c) || runEdit(c);
}

// --- view

bool TimelineCommands::runView(Command c, int repeats) {
    const double width = m_model.deviceWidth(), faster = 1 + std::min(repeats, 20) * 0.05;
    // Zooming by key keeps the time under the pointer, if the pointer is on the rows.
    const auto middle = [&] {
        const ViewGeometry g = m_host.geometry();
        const QRect rows = g.layout.rows;
        const auto& at = m_host.pointing().pointer;
        return g.deviceX(at && at->x() >= rows.left() && at->x() <= rows.right() ? at->x() : rows.center().x());
    };
    switch (c) {
    case Command::ZoomIn: m_navigation.zoomBy(1 / std::pow(kKeyZoom, faster), middle(), true); return true;
    case Command::ZoomOut: m_navigation.zoomBy(std::pow(kKeyZoom, faster), middle(), true); return true;
    case Command::PanLeft: m_navigation.panBy(-Navigation::kKeyPan * faster * width, true); return true;
    case Command::PanRight: m_navigation.panBy(Navigation::kKeyPan * faster * width, true); return true;
    case Command::FitReport: m_navigation.fitReport(); return true;
    case Command::ZoomToSelection: m_navigation.zoomTo(*state().selection, false); return true;
    case Command::FitSelected: m_navigation.zoomToEvent(state().selected, true); return true;
    case Command::Back: m_model.goBack(); return true;
    case Command::Forward: m_model.goForward(); return true;
    case Command::GoToStart: m_navigation.goToStart(); return true;
    case Command::GoToEnd: m_navigation.goToEnd(); return true;
    default: return false;
    }
}

bool TimelineCommands::runColours(Command c) {
    if (commandInfo(c).group != CommandGroup::Colours) return false;
    ViewState next = state();
    next.colours = coloursOf(c);
    m_model.change(ViewChange::Colours, std::move(next));
    return true;
}

// --- events

bool TimelineCommands::runEvents(Command c) {
    switch (c) {
    case Command::NextEvent: m_navigation.stepEvent(1); return true;
    case Command::PreviousEvent: m_navigation.stepEvent(-1); return true;
    case Command::RowDown: m_navigation.stepLine(1); return true;
    case Command::RowUp: m_navigation.stepLine(-1); return true;
    case Command::JumpToCorrelated: m_navigation.select(m_model.links().counterpart(), true); return true;
    case Command::SelectEventRange:
        m_model.setSelection(spanOf(model::eventAt(*m_model.snapshot(), state().selected)));
        return true;
    case Command::ClearSelection:
        if (state().selected.isValid()) m_navigation.select({}, false);
        else if (state().selection) m_model.setSelection(std::nullopt);
        else m_model.focusRow(std::nullopt);
        m_host.showStatus({});
        return true;
    default: return false;
    }
}

void TimelineCommands::measureGap(EventRef first, EventRef second) {
    const model::Snapshot& s = *m_model.snapshot();
    model::Event a = model::eventAt(s, first), b = model::eventAt(s, second);
    if (b.start < a.start) {
        std::swap(a, b);
        std::swap(first, second);
    }
    const QString nameA = shortEventName(s, first), nameB = shortEventName(s, second);
    const bool overlap = b.start < a.end;
    const TimeRange span = overlap ? TimeRange{a.start, b.start} : TimeRange{a.end, b.start};
    m_model.setSelection(span);
    const QString length = formatDuration(span.length());
    m_host.showStatus(overlap ? tr("%1 and %2 overlap; from start to start: %3").arg(nameA, nameB, length)
                              : tr("Gap between %1 and %2: %3").arg(nameA, nameB, length));
}

// --- marks

bool TimelineCommands::runMarks(Command c) {
    switch (c) {
    case Command::AddMark: {
        const ViewGeometry g = m_host.geometry();
        const EventRef selected = state().selected;
        if (const auto cursor = m_host.pointing().cursor) addMark(*cursor);
        else if (selected.isValid() && g.placeOf(selected).side == EventPlace::kOnScreen)
            addMark(model::eventAt(*m_model.snapshot(), selected).start);
        else addMark(g.scale.timeAt(g.scale.width() / 2.0));
        return true;
    }
    case Command::AddNote: {
        const ViewGeometry g = m_host.geometry();
        const EventRef selected = state().selected;
        const auto& row = m_model.focusedRow();
        if (selected.isValid()) addNote(noteOf(selected));
        else if (row && focusedPlace().isValid()) addNote({Note::Of::Row, state().range.begin, *row, {}, {}});
        else
            addNote({Note::Of::Moment,
                     m_host.pointing().cursor.value_or(g.scale.timeAt(g.scale.width() / 2.0)),
                     {},
                     {},
                     {}});
        return true;
    }
    case Command::UseTimeZero:
        setZero(state().selected.isValid() ? model::eventAt(*m_model.snapshot(), state().selected).start
                                           : state().selection->begin);
        return true;
    case Command::ClearTimeZero: setZero(std::nullopt); return true;
    case Command::NextMark: m_navigation.goToMark(1); return true;
    case Command::PreviousMark: m_navigation.goToMark(-1); return true;
    default: return false;
    }
}

void TimelineCommands::addMark(TimeNs t) {
    ViewState next = state();
    const auto at = std::upper_bound(next.marks.begin(), next.marks.end(), t,
                                     [](TimeNs v, const TimeMark& m) { return v < m.time; });
    const auto index = static_cast<std::size_t>(at - next.marks.begin());
    next.marks.insert(at, TimeMark{t, tr("Mark %1").arg(state().marks.size() + 1)});
    m_model.change(ViewChange::Mark, std::move(next));
    m_host.editMark(index);
}

void TimelineCommands::setZero(std::optional<TimeNs> time) {
    ViewState next = state();
    next.zero = time;
    m_model.change(ViewChange::TimeZero, std::move(next));
}

void TimelineCommands::nameMark(std::size_t mark, const QString& name) {
    if (mark >= state().marks.size()) return;
    ViewState next = state();
    if (!name.trimmed().isEmpty()) next.marks[mark].name = name.trimmed();
    m_model.change(ViewChange::Mark, std::move(next));
}

void TimelineCommands::removeMark(std::size_t mark) {
    ViewState next = state();
    next.marks.erase(next.marks.begin() + static_cast<std::ptrdiff_t>(mark));
    m_model.change(ViewChange::Mark, std::move(next));
}

void TimelineCommands::removeMarks() {
    ViewState next = state();
    next.marks.clear();
    m_model.change(ViewChange::Mark, std::move(next));
}

// --- notes

Note TimelineCommands::noteOf(EventRef event) const {
    return {Note::Of::Event, model::eventAt(*m_model.snapshot(), event).start, {}, event, {}};
}

void TimelineCommands::addNote(Note note) {
    const auto& notes = state().notes;
    // What has a note already gets no second one.
    const auto same = std::find_if(notes.begin(), notes.end(), [&note](const Note& n) {
        return n.of == note.of && n.event == note.event && n.row == note.row &&
               (n.of != Note::Of::Moment || n.time == note.time);
    });
    if (same != notes.end()) return m_host.editNote(*same, static_cast<std::size_t>(same - notes.begin()));
    if (notes.size() >= Note::kMost) return m_host.showStatus(tr("A view has at most %1 notes.").arg(Note::kMost));
    m_host.editNote(note, notes.size());
}

void TimelineCommands::setNote(std::size_t index, Note note, const QString& text) {
    note.text = text.simplified().left(Note::kMostLetters);
    if (note.text.isEmpty() || index > state().notes.size()) return;
    ViewState next = state();
    if (index == next.notes.size()) next.notes.push_back(std::move(note));
    else next.notes[index] = std::move(note);
    m_model.change(ViewChange::Note, std::move(next));
}

void TimelineCommands::removeNote(std::size_t index) {
    ViewState next = state();
    next.notes.erase(next.notes.begin() + static_cast<std::ptrdiff_t>(index));
    m_model.change(ViewChange::Note, std::move(next));
}

void TimelineCommands::removeNotes() {
    ViewState next = state();
    next.notes.clear();
    m_model.change(ViewChange::Note, std::move(next));
}

// --- rows

RowPlace TimelineCommands::focusedPlace() const {
    return m_model.focusedRow() ? m_host.geometry().placeOf(*m_model.focusedRow()) : RowPlace{};
}

bool TimelineCommands::runRows(Command c) {
    switch (c) {
    case Command::TogglePin: m_rows.togglePin(RowKey(*m_model.focusedRow())); return true;
    case Command::HideRow: m_rows.hide(RowKey(*m_model.focusedRow())); return true;
    case Command::ShowOnlyRow: m_rows.showOnly(*m_model.focusedRow()); return true;
    case Command::ShowAllRows: m_rows.showAll(); return true;
    case Command::ToggleExpanded: {
        const ViewGeometry g = m_host.geometry();
        const RowPlace place = focusedPlace();
        if (place.isValid() && g.row(place).expandable) m_rows.setExpanded(g.keyOf(place), !g.row(place).expanded);
        return true;
    }
    case Command::ExpandAll: m_rows.expandAll(true); return true;
    case Command::CollapseAll: m_rows.expandAll(false); return true;
    case Command::FindRow: m_host.editRowFilter(); return true;
    default: return false;
    }
}

// --- filters

bool TimelineCommands::runFilter(Command c) {
    switch (c) {
    case Command::FilterThread: {
        const RowPlace place = focusedPlace();
        const model::TrackId row = place.isValid() ? m_host.geometry().row(place).track : model::kNoTrack;
        if (const auto thread = m_rows.threadOf(row, state().selected)) m_rows.filterThread(thread);
        return true;
    }
    case Command::FilterName: {
        const model::Snapshot& s = *m_model.snapshot();
        const std::string_view name = s.text(model::eventAt(s, state().selected).name);
        m_rows.filterName(state().onlyName == name ? std::string() : std::string(name));
        return true;
    }
    case Command::ClearFilters: m_rows.clearFilters(); return true;
    default: return false;
    }
}

// --- copying, undo

void TimelineCommands::copy(const QString& text) const { QGuiApplication::clipboard()->setText(text); }

void TimelineCommands::copyText(EventRef event) const {
    DescribeOptions options;
    options.times = m_model.timeFormat();
    copy(detailText(describeEvent(*m_model.snapshot(), event, options)));
}

void TimelineCommands::copyName(EventRef event) const {
    const model::Snapshot& s = *m_model.snapshot();
    const std::string_view name = s.text(model::eventAt(s, event).name);
    copy(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
}

void TimelineCommands::copyTimes(EventRef event) const {
    const model::Event e = model::eventAt(*m_model.snapshot(), event);
    copy(QStringLiteral("%1\t%2\t%3").arg(rawNumber(e.start), rawNumber(e.end), rawNumber(e.duration())));
}

bool TimelineCommands::runEdit(Command c) {
    const EventRef e = state().selected;
    switch (c) {
    case Command::CopyText:
        if (e.isValid()) copyText(e);
        else
            copy(tr("%1 (%2 to %3)", "length, begin, end")
                     .arg(formatDuration(state().selection->length()),
                          m_model.timeFormat().exact(state().selection->begin),
                          m_model.timeFormat().exact(state().selection->end)));
        return true;
    case Command::CopyName: copyName(e); return true;
    case Command::CopyRawTimes: copyTimes(e); return true;
    case Command::Undo: m_model.undoStack().undo(); return true;
    case Command::Redo: m_model.undoStack().redo(); return true;
    case Command::ShowKeys: m_host.showKeys(); return true;
    default: return false;
    }
}

}  // namespace timeline
