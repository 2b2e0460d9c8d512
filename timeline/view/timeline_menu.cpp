// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_menu.h"

#include <QAction>
#include <QMenu>
#include <QMetaMethod>
#include <QTimer>

#include "timeline/look/format.h"
#include "timeline/paint/note_flags.h"
#include "timeline/paint/timeline_painter.h"
#include "timeline/text/event_text.h"
#include "timeline/view/timeline_view.h"

namespace timeline {

using model::EventRef;

namespace {

constexpr int kMostTitleChars = 40;

/// A name inside a menu entry: short, and without the mnemonic that "&" would make.
QString inMenu(QString text) {
    if (text.size() > kMostTitleChars)
        text = text.left(kMostTitleChars * 2 / 3) + QStringLiteral("…") + text.right(kMostTitleChars / 4);
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace

template <class Act>
void TimelineMenu::add(QMenu& menu, const char* id, const QString& text, Act&& act) {
    menu.addAction(text, &m_view, std::forward<Act>(act))->setObjectName(QString::fromLatin1(id));
}

void TimelineMenu::addCommands(QMenu& menu, std::initializer_list<Command> commands) {
    for (const Command c : commands) menu.addAction(m_view.action(c));
}

QPoint TimelineMenu::besideWhatKeysActOn(const ViewGeometry& g) const {
    if (state().selected.isValid()) {
        const EventPlace place = g.placeOf(state().selected);
        if (place.side == EventPlace::kOnScreen) return place.bar.intersected(g.layout.rows).bottomLeft().toPoint();
    }
    const RowPlace focused = m_commands.focusedPlace();
    return focused.isValid() ? focused.rect.bottomLeft() + QPoint(20, 0) : g.layout.rows.topLeft();
}

void TimelineMenu::open(const Frame& frame, QPoint pos, bool fromKeyboard) {
    const ViewGeometry& g = frame.geometry;
    QMenu menu(&m_view);
    menu.setObjectName(QStringLiteral("timelineMenu"));
    if (fromKeyboard) pos = besideWhatKeysActOn(g);
    if (g.layout.ruler.contains(pos) || g.layout.overview.contains(pos)) {
        addTime(menu, frame, pos);
    } else {
        const Hover under = fromKeyboard ? Hover{m_commands.focusedPlace(), {}, {}} : g.under(pos);
        const EventRef event = fromKeyboard ? state().selected : under.event();
        const bool hasRow = under.place.isValid();
        if (const int note = fromKeyboard ? -1 : noteAt(frame, pos); note >= 0) {
            addNote(menu, static_cast<std::size_t>(note));
            menu.addSeparator();
        }
        if (hasRow && !fromKeyboard) m_model.focusRow(g.keyOf(under.place));
        if (event.isValid()) addEvent(menu, event, hasRow ? g.row(under.place).track : model::kNoTrack);
        if (event.isValid() && hasRow) menu.addSeparator();
        if (hasRow) addRow(menu, g.row(under.place), g.keyOf(under.place));
        if (!menu.isEmpty()) menu.addSeparator();
        addCommands(menu, {Command::ZoomToSelection, Command::FitReport, Command::Back, Command::Undo});
        addColours(menu);
    }
    if (state().selection && m_view.isSignalConnected(QMetaMethod::fromSignal(&TimelineView::selectionSaveRequested))) {
        menu.addSeparator();
        add(menu, "menu_save_selection", TimelineView::tr("Save Selection as .rep…"),
            [this] { Q_EMIT m_view.selectionSaveRequested(); });
    }
    menu.exec(m_view.mapToGlobal(pos));
}

void TimelineMenu::addColours(QMenu& menu) {
    QMenu* below = menu.addMenu(TimelineView::tr("Colour by"));
    for (const CommandInfo& c : commands())
        if (c.group == CommandGroup::Colours) below->addAction(m_view.action(c.command));
}

// Texts are typed once the menu is gone and has given the focus back.
void TimelineMenu::addNote(QMenu& menu, std::size_t note) {
    add(menu, "menu_edit_note", TimelineView::tr("Edit the note…"), [this, note] {
        QTimer::singleShot(0, &m_view, [this, note] {
            if (note < state().notes.size()) m_host.editNote(state().notes[note], note);
        });
    });
    add(menu, "menu_copy_note", TimelineView::tr("Copy the note"),
        [this, note] { m_commands.copy(state().notes[note].text); });
    add(menu, "menu_remove_note", TimelineView::tr("Remove the note"), [this, note] { m_commands.removeNote(note); });
}

void TimelineMenu::addEvent(QMenu& menu, EventRef event, model::TrackId row) {
    const model::Snapshot& s = *m_model.snapshot();
    const model::Event e = model::eventAt(s, event);
    const QString name = inMenu(shortEventName(s, event));
    add(menu, "menu_zoom_event", TimelineView::tr("Zoom to “%1”").arg(name),
        [this, event] { m_navigation.zoomToEvent(event, false); });
    add(menu, "menu_select_range", TimelineView::tr("Select its time (%1)").arg(formatDuration(e.duration())),
        [this, e] { m_model.setSelection(spanOf(e)); });
    add(menu, "menu_zero_event", commandText(Command::UseTimeZero), [this, e] { m_commands.setZero(e.start); });
    if (model::hasCorrelation(s, event)) {
        const model::Correlated c = model::correlated(s, event, 1);
        const bool launch = std::find(c.launches.begin(), c.launches.end(), event) != c.launches.end();
        const EventRef target = launch ? (c.work.empty() ? EventRef{} : c.work.front())
                                       : (c.launches.empty() ? EventRef{} : c.launches.front());
        if (target.isValid())
            add(menu, "menu_jump",
                launch ? TimelineView::tr("Go to its GPU work") : TimelineView::tr("Go to its launch"),
                [this, target] { m_navigation.select(target, true); });
    }
    menu.addSeparator();
    if (const std::string_view full = s.text(e.name); !full.empty()) {
        if (state().onlyName == full)
            add(menu, "menu_all_names", TimelineView::tr("Show all names again"), [this] { m_rows.filterName({}); });
        else
            add(menu, "menu_only_name", TimelineView::tr("Show only “%1”").arg(name),
                [this, wanted = std::string(full)] { m_rows.filterName(wanted); });
    }
    if (const auto thread = m_rows.threadOf(row, event)) {
        if (state().layout.onlyThread == thread)
            add(menu, "menu_all_threads", TimelineView::tr("Show all threads again"),
                [this] { m_rows.filterThread(std::nullopt); });
        else
            add(menu, "menu_only_thread", TimelineView::tr("Show only its thread and GPU work"),
                [this, thread] { m_rows.filterThread(thread); });
    }
    menu.addSeparator();
    add(menu, "menu_note_event", TimelineView::tr("Write a note at “%1”…").arg(name), [this, event] {
        QTimer::singleShot(0, &m_view, [this, event] {
            if (m_model.source().has(event)) m_commands.addNote(m_commands.noteOf(event));
        });
    });
    menu.addSeparator();
    add(menu, "menu_copy_text", commandText(Command::CopyText), [this, event] { m_commands.copyText(event); });
    add(menu, "menu_copy_name", commandText(Command::CopyName), [this, event] { m_commands.copyName(event); });
    add(menu, "menu_copy_times", commandText(Command::CopyRawTimes), [this, event] { m_commands.copyTimes(event); });
}

void TimelineMenu::addRow(QMenu& menu, const Row& r, const RowKey& key) {
    const QString title = inMenu(r.title);
    add(menu, "menu_pin",
        m_rows.isPinned(key) ? TimelineView::tr("Unpin “%1”").arg(title)
                             : TimelineView::tr("Pin “%1” to the top").arg(title),
        [this, key] { m_rows.togglePin(key); });
    add(menu, "menu_hide", TimelineView::tr("Hide “%1”").arg(title), [this, key] { m_rows.hide(key); });
    add(menu, "menu_only_row", TimelineView::tr("Show only the row “%1”").arg(title),
        [this, key] { m_rows.showOnly(key); });
    add(menu, "menu_note_row", TimelineView::tr("Write a note at the row “%1”…").arg(title), [this, key] {
        QTimer::singleShot(0, &m_view, [this, key] {
            m_commands.addNote({Note::Of::Row, state().range.begin, key, {}, {}});
        });
    });
    if (r.expandable)
        add(menu, "menu_expand", r.expanded ? TimelineView::tr("Collapse") : TimelineView::tr("Expand"),
            [this, key, open = !r.expanded] { m_rows.setExpanded(key, open); });
    if (state().layout.heights.contains(key))
        add(menu, "menu_height", TimelineView::tr("Usual row height"), [this, key] { m_rows.setHeightFactor(key, 1); });
    if (key.kind == TrackKind::Thread && r.role == RowRole::Track && !(state().layout.onlyThread == key))
        add(menu, "menu_row_thread", TimelineView::tr("Show only this thread and its GPU work"),
            [this, key] { m_rows.filterThread(key); });
    // The table of events belongs to the window; without one there is nothing to show.
    if (m_view.isSignalConnected(QMetaMethod::fromSignal(&TimelineView::eventsRequested)) && r.role == RowRole::Track)
        add(menu, "menu_events", TimelineView::tr("List the events of this row"),
            [this, track = r.track] { Q_EMIT m_view.eventsRequested(track); });
    if (m_view.isSignalConnected(QMetaMethod::fromSignal(&TimelineView::removalRequested)) &&
        (key.kind == TrackKind::Query || key.kind == TrackKind::Queries))
        add(menu, "menu_remove_row",
            key.kind == TrackKind::Query ? TimelineView::tr("Remove “%1”").arg(title)
                                         : TimelineView::tr("Remove all rows of queries"),
            [this, track = r.track] { Q_EMIT m_view.removalRequested(track); });
    menu.addSeparator();
    addCommands(menu, {Command::ShowAllRows, Command::ExpandAll, Command::CollapseAll});
}

void TimelineMenu::addTime(QMenu& menu, const Frame& frame, QPoint pos) {
    // Names are typed once the menu is gone and has given the focus back.
    const auto later = [this](auto act) { QTimer::singleShot(0, &m_view, act); };
    const ViewGeometry& g = frame.geometry;
    const bool onRuler = g.layout.ruler.contains(pos);
    const int at = onRuler ? markAt(frame.ruler(), pos) : -1;
    if (at >= 0) {
        const auto mark = static_cast<std::size_t>(at);
        const TimeMark& m = state().marks[mark];
        add(menu, "menu_rename_mark", TimelineView::tr("Rename “%1”").arg(inMenu(m.name)),
            [this, later, mark] { later([this, mark] { m_host.editMark(mark); }); });
        add(menu, "menu_remove_mark", TimelineView::tr("Remove “%1”").arg(inMenu(m.name)),
            [this, mark] { m_commands.removeMark(mark); });
        add(menu, "menu_copy_mark", TimelineView::tr("Copy its time in ns"),
            [this, t = m.time] { m_commands.copy(rawNumber(t)); });
        add(menu, "menu_zero_mark", commandText(Command::UseTimeZero), [this, t = m.time] { m_commands.setZero(t); });
        menu.addSeparator();
    } else if (onRuler) {
        add(menu, "menu_add_mark", TimelineView::tr("Add a mark here"),
            [this, later, t = g.timeAt(pos.x())] { later([this, t] { m_commands.addMark(t); }); });
        add(menu, "menu_note_moment", TimelineView::tr("Write a note here…"), [this, later, t = g.timeAt(pos.x())] {
            later([this, t] { m_commands.addNote({Note::Of::Moment, t, {}, {}, {}}); });
        });
        add(menu, "menu_zero_here", commandText(Command::UseTimeZero),
            [this, t = g.timeAt(pos.x())] { m_commands.setZero(t); });
    }
    if (!state().marks.empty())
        add(menu, "menu_remove_marks", TimelineView::tr("Remove all marks"), [this] { m_commands.removeMarks(); });
    if (!state().notes.empty())
        add(menu, "menu_remove_notes", TimelineView::tr("Remove all notes"), [this] { m_commands.removeNotes(); });
    if (state().selection) {
        addCommands(menu, {Command::ZoomToSelection});
        add(menu, "menu_clear_selection", TimelineView::tr("Remove the selected span"),
            [this] { m_model.setSelection(std::nullopt); });
    }
    if (state().zero) addCommands(menu, {Command::ClearTimeZero});
    menu.addSeparator();
    addCommands(menu, {Command::FitReport, Command::Back, Command::Forward});
}

}  // namespace timeline
