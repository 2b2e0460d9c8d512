// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QMenu>
#include <QMetaMethod>

#include "timeline/look/format.h"
#include "timeline/text/event_text.h"
#include "timeline/view/timeline_view_p.h"

namespace timeline {

using model::EventRef;

namespace {

constexpr int kMostTitleChars = 40;

// A name inside a menu entry: short, and without the mnemonic that "&" would make.
QString inMenu(QString text) {
    if (text.size() > kMostTitleChars)
        text = text.left(kMostTitleChars * 2 / 3) + QStringLiteral("…") + text.right(kMostTitleChars / 4);
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace

// Once the menu is gone and has given the focus back.
void TimelineView::Private::later(std::function<void()> act) { QTimer::singleShot(0, q, std::move(act)); }

void TimelineView::Private::showMenu(QPoint pos, bool fromKeyboard) {
    if (!hasData() || !rows) return;
    tooltip->hideNow();
    QMenu menu(q);
    menu.setObjectName(QStringLiteral("timelineMenu"));
    if (fromKeyboard) {
        // Beside what the keys act on.
        const EventPlace place = state.selected.isValid() ? eventPlace(state.selected) : EventPlace{};
        if (state.selected.isValid() && place.side == EventPlace::kOnScreen) {
            pos = place.bar.intersected(layout.rows).bottomLeft().toPoint();
        } else {
            const RowPlace focused = currentRow();
            pos = focused.isValid() ? focused.rect.bottomLeft() + QPoint(20, 0) : layout.rows.topLeft();
        }
    }
    if (layout.ruler.contains(pos) || layout.overview.contains(pos)) {
        rulerMenu(menu, pos);
    } else {
        EventRef event = fromKeyboard ? state.selected : EventRef{};
        RowPlace place = fromKeyboard ? currentRow() : rowAt(pos.y());
        if (!fromKeyboard) {
            if (const auto under = hoverAt(pos)) event = under->hit.event;
            if (place.isValid()) focusRow(place);
        }
        if (event.isValid()) eventMenu(menu, event, place);
        if (event.isValid() && place.isValid()) menu.addSeparator();
        if (place.isValid()) rowMenu(menu, place);
        if (!menu.isEmpty()) menu.addSeparator();
        for (const Command c : {Command::ZoomToSelection, Command::FitReport, Command::Back, Command::Undo})
            menu.addAction(q->action(c));
    }
    if (state.selection && q->isSignalConnected(QMetaMethod::fromSignal(&TimelineView::selectionSaveRequested))) {
        menu.addSeparator();
        menu.addAction(TimelineView::tr("Save Selection as .rep…"), q, [this] { Q_EMIT q->selectionSaveRequested(); })
            ->setObjectName(QStringLiteral("menu_save_selection"));
    }
    menu.exec(q->mapToGlobal(pos));
}

// Entries act on what was clicked, which need not be what is selected.
void TimelineView::Private::eventMenu(QMenu& menu, EventRef event, const RowPlace& place) {
    const model::Snapshot& s = *snapshot;
    const model::Event e = model::eventAt(s, event);
    const auto add = [&](const char* id, const QString& text, auto&& act) {
        QAction* a = menu.addAction(text, q, act);
        a->setObjectName(QString::fromLatin1(id));
        return a;
    };
    const QString name = inMenu(shortEventName(s, event));
    add("menu_zoom_event", TimelineView::tr("Zoom to “%1”").arg(name), [this, event] { zoomToEvent(event, false); });
    add("menu_select_range", TimelineView::tr("Select its time (%1)").arg(formatDuration(e.duration())), [this, e] {
        q->setSelection(TimeRange{e.start, std::max(e.end, e.start + 1)});
    });
    if (model::hasCorrelation(s, event)) {
        const model::Correlated c = model::correlated(s, event, 1);
        const bool launch = std::find(c.launches.begin(), c.launches.end(), event) != c.launches.end();
        const EventRef target = launch ? (c.work.empty() ? EventRef{} : c.work.front())
                                       : (c.launches.empty() ? EventRef{} : c.launches.front());
        if (target.isValid())
            add("menu_jump", launch ? TimelineView::tr("Go to its GPU work") : TimelineView::tr("Go to its launch"),
                [this, target] { selectEvent(target, true, false); });
    }
    menu.addSeparator();
    const std::string_view full = s.text(e.name);
    if (!full.empty()) {
        if (state.onlyName == full)
            add("menu_all_names", TimelineView::tr("Show all names again"), [this] { filterName({}); });
        else
            add("menu_only_name", TimelineView::tr("Show only “%1”").arg(name),
                [this, wanted = std::string(full)] { filterName(wanted); });
    }
    if (const auto thread = threadOf(place, event)) {
        if (state.layout.onlyThread == thread)
            add("menu_all_threads", TimelineView::tr("Show all threads again"), [this] { filterThread(std::nullopt); });
        else
            add("menu_only_thread", TimelineView::tr("Show only its thread and GPU work"),
                [this, thread] { filterThread(thread); });
    }
    menu.addSeparator();
    add("menu_copy_text", commandText(Command::CopyText),
        [this, event] { copyText(detailText(describeEvent(*snapshot, event))); });
    add("menu_copy_name", commandText(Command::CopyName),
        [this, full] { copyText(QString::fromUtf8(full.data(), static_cast<qsizetype>(full.size()))); });
    add("menu_copy_times", commandText(Command::CopyRawTimes), [this, e] {
        copyText(QStringLiteral("%1\t%2\t%3").arg(rawNumber(e.start), rawNumber(e.end), rawNumber(e.duration())));
    });
}

void TimelineView::Private::rowMenu(QMenu& menu, const RowPlace& place) {
    const Row& r = row(place);
    const RowKey key = keyOf(place);
    const auto add = [&](const char* id, const QString& text, auto&& act) {
        QAction* a = menu.addAction(text, q, act);
        a->setObjectName(QString::fromLatin1(id));
        return a;
    };
    const QString title = inMenu(r.title);
    const bool isPinned =
        std::find(state.layout.pinned.begin(), state.layout.pinned.end(), key) != state.layout.pinned.end();
    add("menu_pin",
        isPinned ? TimelineView::tr("Unpin “%1”").arg(title) : TimelineView::tr("Pin “%1” to the top").arg(title),
        [this, key] { togglePin(key); });
    add("menu_hide", TimelineView::tr("Hide “%1”").arg(title), [this, key] { hideRow(key); });
    if (r.expandable)
        add("menu_expand", r.expanded ? TimelineView::tr("Collapse") : TimelineView::tr("Expand"),
            [this, key, open = !r.expanded] { setExpanded(key, open); });
    if (state.layout.heights.contains(key))
        add("menu_height", TimelineView::tr("Usual row height"), [this, key] { setHeightFactor(key, 1); });
    if (key.kind == TrackKind::Thread && r.role == RowRole::Track && !(state.layout.onlyThread == key))
        add("menu_row_thread", TimelineView::tr("Show only this thread and its GPU work"),
            [this, key] { filterThread(key); });
    // The table of events belongs to the window; without one there is nothing to show.
    if (q->isSignalConnected(QMetaMethod::fromSignal(&TimelineView::eventsRequested)) && r.role == RowRole::Track)
        add("menu_events", TimelineView::tr("List the events of this row"),
            [this, track = r.track] { Q_EMIT q->eventsRequested(track); });
    if (q->isSignalConnected(QMetaMethod::fromSignal(&TimelineView::removalRequested)) &&
        (key.kind == TrackKind::Query || key.kind == TrackKind::Queries))
        add("menu_remove_row",
            key.kind == TrackKind::Query ? TimelineView::tr("Remove “%1”").arg(title)
                                         : TimelineView::tr("Remove all rows of queries"),
            [this, track = r.track] { Q_EMIT q->removalRequested(track); });
    menu.addSeparator();
    for (const Command c : {Command::ShowAllRows, Command::ExpandAll, Command::CollapseAll})
        menu.addAction(q->action(c));
}

void TimelineView::Private::rulerMenu(QMenu& menu, QPoint pos) {
    const auto add = [&](const char* id, const QString& text, auto&& act) {
        QAction* a = menu.addAction(text, q, act);
        a->setObjectName(QString::fromLatin1(id));
        return a;
    };
    const RulerView v = rulerView(frameConst());
    const int mark = layout.ruler.contains(pos) ? markAt(v, pos) : -1;
    if (mark >= 0) {
        const TimeMark& m = state.marks[static_cast<std::size_t>(mark)];
        add("menu_rename_mark", TimelineView::tr("Rename “%1”").arg(inMenu(m.name)),
            [this, mark] { later([this, mark] { renameMark(mark); }); });
        add("menu_remove_mark", TimelineView::tr("Remove “%1”").arg(inMenu(m.name)),
            [this, mark] { removeMark(mark); });
        add("menu_copy_mark", TimelineView::tr("Copy its time in ns"), [this, t = m.time] { copyText(rawNumber(t)); });
        menu.addSeparator();
    } else if (layout.ruler.contains(pos)) {
        add("menu_add_mark", TimelineView::tr("Add a mark here"),
            [this, t = timeAt(pos.x())] { later([this, t] { addMark(t, true); }); });
    }
    if (!state.marks.empty())
        add("menu_remove_marks", TimelineView::tr("Remove all marks"), [this] {
            ViewState next = state;
            next.marks.clear();
            change(ViewChange::Mark, std::move(next));
        });
    if (state.selection) {
        menu.addAction(q->action(Command::ZoomToSelection));
        add("menu_clear_selection", TimelineView::tr("Remove the selected span"),
            [this] { q->setSelection(std::nullopt); });
    }
    menu.addSeparator();
    for (const Command c : {Command::FitReport, Command::Back, Command::Forward}) menu.addAction(q->action(c));
}

}  // namespace timeline
