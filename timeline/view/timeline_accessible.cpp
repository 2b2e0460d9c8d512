// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWindow>

#include <map>
#include <utility>
#include <vector>

#include "model/query/query.h"
#include "timeline/look/format.h"
#include "timeline/rows/row_list.h"
#include "timeline/text/event_text.h"
#include "timeline/view/timeline_view.h"

namespace timeline {
namespace {

using model::EventRef;

QAccessibleInterface* interfaceOf(TimelineView& view) { return QAccessible::queryAccessibleInterface(&view); }

/// Sentences of a view, joined.
QString joined(std::initializer_list<QString> sentences) {
    QString out;
    for (const QString& s : sentences) {
        if (s.isEmpty()) continue;
        if (!out.isEmpty()) out += TimelineView::tr(". ", "between two sentences");
        out += s;
    }
    return out;
}

QString spanText(model::TimeRange span, const TimeFormat& times) {
    return TimelineView::tr("%1 selected, from %2 to %3")
        .arg(formatDuration(span.length()), times.exact(span.begin), times.exact(span.end));
}

QString valueOf(const TimelineView& view) {
    if (!view.snapshot()) return TimelineView::tr("Nothing is selected");
    const model::Snapshot& s = *view.snapshot();
    const ViewState& state = view.viewState();
    QString event;
    if (state.selected.isValid())
        event = joined({trackTitle(s, s.track(model::trackOf(s, state.selected))),
                        eventSentence(s, state.selected, view.timeFormat())});
    const QString span = state.selection ? spanText(*state.selection, view.timeFormat()) : QString();
    return event.isEmpty() && span.isEmpty() ? TimelineView::tr("Nothing is selected") : joined({event, span});
}

/// Pinned rows first, as on screen.
std::size_t rowCount(const RowList& list) { return list.pinned().size() + list.rows().size(); }
const Row& rowAt(const RowList& list, std::size_t i) {
    return i < list.pinned().size() ? list.pinned()[i] : list.rows()[i - list.pinned().size()];
}

/// A row of a list that may be replaced at any time: it is found again by its key.
struct FoundRow {
    RowListPtr list;
    std::size_t index = 0;  ///< as rowAt() counts
    const Row* row = nullptr;
};

FoundRow find(const TimelineView& view, const RowKey& key) {
    FoundRow out{view.rowList(), 0, nullptr};
    if (!out.list || !view.snapshot()) return out;
    const RowList::Place place = out.list->find(*view.snapshot(), key);
    if (place.index == kNoRow) return out;
    out.index = place.index + (place.pinned ? 0 : out.list->pinned().size());
    out.row = &rowAt(*out.list, out.index);
    return out;
}

/// The row that shows the selected event; none: no event is selected, or its row is hidden.
std::optional<RowKey> rowOfSelected(const TimelineView& view) {
    const EventRef e = view.viewState().selected;
    const RowListPtr list = view.rowList();
    if (!e.isValid() || !list || !view.snapshot()) return std::nullopt;
    const RowList::Spot spot = list->spotOf(e.lane);
    if (spot.row == kNoRow) return std::nullopt;
    return list->key(*view.snapshot(), list->rows()[spot.row]);
}

QRect onScreen(const TimelineView& view, QRect r) {
    return r.isEmpty() ? r : QRect(view.mapToGlobal(r.topLeft()), r.size());
}

/// What rows and the selected event have in common: they are no objects of their own.
class PartAccessible : public QAccessibleInterface {
public:
    explicit PartAccessible(TimelineView& view) : m_view(&view) {}
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
    void setText(QAccessible::Text, const QString&) override {}

protected:
    QPointer<TimelineView> m_view;
};

/// An event, as long as it is the selected one.
class EventAccessible final : public PartAccessible {
public:
    EventAccessible(TimelineView& view, EventRef event) : PartAccessible(view), m_event(event) {}

    bool isValid() const override { return m_view && m_view->snapshot() && m_view->viewState().selected == m_event; }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QRect rect() const override { return isValid() ? onScreen(*m_view, m_view->eventGeometry(m_event)) : QRect(); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State s;
        s.invalid = !isValid();
        if (s.invalid) return s;
        s.selectable = s.selected = s.focusable = true;
        s.focused = m_view->hasFocus();
        s.offscreen = rect().isEmpty();
        return s;
    }
    QString text(QAccessible::Text t) const override {
        if (!isValid()) return {};
        const model::Snapshot& s = *m_view->snapshot();
        if (t == QAccessible::Name) return eventName(s, m_event);
        if (t == QAccessible::Value) return eventSentence(s, m_event, m_view->timeFormat());
        if (t != QAccessible::Description) return {};
        const model::Event e = model::eventAt(s, m_event);
        return joined({e.end > e.start ? formatDuration(e.duration()) : QString(),
                       TimelineView::tr("at %1", "time of an event").arg(m_view->timeFormat().exact(e.start)),
                       TimelineView::tr("Event %1 of %2 of its line")
                           .arg(formatCount(m_event.row + 1), formatCount(s.lane(m_event.lane).rows))});
    }

private:
    EventRef m_event;
};

/// The strip above the ruler: which part of the report the timeline shows, and what is marked in all of it.
class OverviewAccessible final : public PartAccessible {
public:
    using PartAccessible::PartAccessible;

    bool isValid() const override { return m_view && m_view->snapshot(); }
    QAccessibleInterface* parent() const override { return m_view ? interfaceOf(*m_view) : nullptr; }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QRect rect() const override { return m_view ? onScreen(*m_view, m_view->overviewGeometry()) : QRect(); }
    QAccessible::Role role() const override { return QAccessible::Chart; }
    QAccessible::State state() const override {
        QAccessible::State s;
        s.invalid = !isValid();
        s.readOnly = true;
        return s;
    }
    QString text(QAccessible::Text t) const override {
        if (!isValid()) return {};
        if (t == QAccessible::Name) return TimelineView::tr("Overview of the report");
        if (t == QAccessible::Value) return value();
        return t == QAccessible::Description ? joined({value(), marked()}) : QString();
    }

private:
    QString value() const {
        const model::TimeRange all = m_view->snapshot()->range(), shown = m_view->viewState().range.outer();
        return TimelineView::tr("%1 of %2 on screen, from %3 to %4")
            .arg(formatDuration(shown.length()), formatDuration(all.length()), m_view->timeFormat().exact(shown.begin),
                 m_view->timeFormat().exact(shown.end));
    }
    QString marked() const {
        const auto marks = m_view->viewState().marks.size();
        return marks > 0 ? TimelineView::tr("%Ln mark(s)", nullptr, static_cast<int>(marks)) : QString();
    }
};

class RowAccessible final : public PartAccessible, public QAccessibleActionInterface {
public:
    RowAccessible(TimelineView& view, RowKey key) : PartAccessible(view), m_key(std::move(key)) {}

    bool isValid() const override { return m_view && find(*m_view, m_key).row; }
    QAccessibleInterface* parent() const override { return m_view ? interfaceOf(*m_view) : nullptr; }
    QAccessibleInterface* child(int i) const override;
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return m_view && rowOfSelected(*m_view) == m_key ? 1 : 0; }
    int indexOfChild(const QAccessibleInterface* of) const override { return childCount() && child(0) == of ? 0 : -1; }
    QRect rect() const override {
        if (!m_view) return {};
        QRect r = m_view->headerGeometry(m_key);
        if (!r.isEmpty()) r.setRight(m_view->rowsGeometry().right());
        return onScreen(*m_view, r);
    }
    QAccessible::Role role() const override { return QAccessible::TreeItem; }
    QAccessible::State state() const override {
        QAccessible::State s;
        const FoundRow found = m_view ? find(*m_view, m_key) : FoundRow{};
        s.invalid = !found.row;
        if (!found.row) return s;
        s.focusable = s.selectable = true;
        s.selected = m_view->focusedRow() == m_key;
        s.focused = s.selected && m_view->hasFocus() && !m_view->viewState().selected.isValid();
        s.expandable = found.row->expandable;
        s.expanded = found.row->expandable && found.row->expanded;
        s.collapsed = found.row->expandable && !found.row->expanded;
        s.offscreen = rect().isEmpty();
        return s;
    }
    QString text(QAccessible::Text t) const override {
        const FoundRow found = m_view ? find(*m_view, m_key) : FoundRow{};
        if (!found.row) return {};
        switch (t) {
        case QAccessible::Name: return found.row->title;
        case QAccessible::Value: return value(found);
        case QAccessible::Description: return position(found);
        default: return {};
        }
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override {
        const FoundRow found = m_view ? find(*m_view, m_key) : FoundRow{};
        QStringList out{setFocusAction()};
        if (found.row && found.row->expandable) out << toggleAction();
        return out;
    }
    void doAction(const QString& name) override {
        if (!isValid()) return;
        m_view->focusRow(m_key);
        if (name == setFocusAction()) m_view->setFocus();
        else if (name == toggleAction()) m_view->run(Command::ToggleExpanded);
    }
    QStringList keyBindingsForAction(const QString& name) const override {
        if (!m_view || name != toggleAction()) return {};
        return {m_view->action(Command::ToggleExpanded)->shortcut().toString()};
    }

private:
    /// How busy it is in the time on screen.
    QString value(const FoundRow& found) const {
        if (!found.row->utilisation) return {};
        const model::TimeRange shown = m_view->viewState().range.outer();
        const Utilisation u = utilisation(m_view->rowSource(), *found.list, *found.row, shown);
        return TimelineView::tr("%1 busy").arg(formatPercent(u.fraction));
    }
    static QString position(const FoundRow& found) {
        const Row& row = *found.row;
        QString folds;
        if (row.expandable) folds = row.expanded ? TimelineView::tr("open") : TimelineView::tr("closed");
        return joined({row.breadcrumb,
                       TimelineView::tr("Row %1 of %2, level %3")
                           .arg(formatCount(found.index + 1), formatCount(rowCount(*found.list)))
                           .arg(row.depth + 1),
                       row.pinned ? TimelineView::tr("pinned") : QString(), folds});
    }

    RowKey m_key;
};

/// The tree of rows. Its parts are made when somebody looks at them, and kept as long as their rows exist, because an
/// assistive technology goes on using them.
class TimelineAccessible final : public QAccessibleWidget {
public:
    explicit TimelineAccessible(TimelineView* view) : QAccessibleWidget(view, QAccessible::Tree) {}
    ~TimelineAccessible() override {
        forget(m_event.part);
        for (const QAccessible::Id id : m_before) forget(id);
        forget(m_overview);
        for (const auto& [key, id] : m_rows) QAccessible::deleteAccessibleInterface(id);
    }

    QString text(QAccessible::Text t) const override {
        if (t == QAccessible::Value) return valueOf(view());
        if (t == QAccessible::Description) return joined({QAccessibleWidget::text(t), valueOf(view())});
        return QAccessibleWidget::text(t);
    }

    int childCount() const override { return overviewAt() + (hasOverview() ? 1 : 0); }
    QAccessibleInterface* child(int i) const override {
        const int widgets = QAccessibleWidget::childCount();
        if (i < widgets) return QAccessibleWidget::child(i);
        if (i == overviewAt()) return hasOverview() ? overview() : nullptr;
        const RowListPtr list = view().rowList();
        const auto index = static_cast<std::size_t>(i - widgets);
        if (!list || !view().snapshot() || index >= rowCount(*list)) return nullptr;
        return row(list->key(*view().snapshot(), rowAt(*list, index)));
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        if (m_overview && QAccessible::accessibleInterface(m_overview) == child) return overviewAt();
        for (const auto& [key, id] : m_rows) {
            if (QAccessible::accessibleInterface(id) != child) continue;
            const FoundRow found = find(view(), key);
            return found.row ? QAccessibleWidget::childCount() + static_cast<int>(found.index) : -1;
        }
        return QAccessibleWidget::indexOfChild(child);
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        if (hasOverview() && onScreen(view(), view().overviewGeometry()).contains(x, y)) return overview();
        const RowListPtr list = view().rowList();
        if (list && view().snapshot()) {
            for (std::size_t i = 0; i < rowCount(*list); ++i) {
                const RowKey key = list->key(*view().snapshot(), rowAt(*list, i));
                QRect r = view().headerGeometry(key);
                r.setRight(view().rowsGeometry().right());
                if (onScreen(view(), r).contains(x, y)) return row(key);
            }
        }
        return QAccessibleWidget::childAt(x, y);
    }
    QAccessibleInterface* focusChild() const override {
        if (!view().hasFocus()) return QAccessibleWidget::focusChild();
        if (QAccessibleInterface* e = event()) return e;
        if (view().focusedRow() && find(view(), *view().focusedRow()).row) return row(*view().focusedRow());
        return const_cast<TimelineAccessible*>(this);
    }

    /// Kept by the registry of Qt, which deletes it.
    QAccessibleInterface* row(const RowKey& key) const {
        auto& id = m_rows[key];
        if (!id) id = QAccessible::registerAccessibleInterface(new RowAccessible(view(), key));
        return QAccessible::accessibleInterface(id);
    }
    /// Of the selected event; null if there is none on any row.
    QAccessibleInterface* event() const {
        if (!rowOfSelected(view())) return nullptr;
        const EventRef selected = view().viewState().selected;
        if (m_event.part && m_event.ref != selected) m_before.push_back(std::exchange(m_event.part, 0));
        if (!m_event.part)
            m_event = {selected, QAccessible::registerAccessibleInterface(new EventAccessible(view(), selected))};
        return QAccessible::accessibleInterface(m_event.part);
    }
    QAccessibleInterface* overview() const {
        if (!m_overview) m_overview = QAccessible::registerAccessibleInterface(new OverviewAccessible(view()));
        return QAccessible::accessibleInterface(m_overview);
    }
    /// Discards the parts of events that were selected before the last one. Nobody is being answered meanwhile.
    void discardEvents() const {
        if (m_before.size() < 2) return;
        for (std::size_t i = 0; i + 1 < m_before.size(); ++i) forget(m_before[i]);
        m_before.erase(m_before.begin(), m_before.end() - 1);
    }
    /// Discards the parts whose rows are gone.
    void sweep() const {
        std::erase_if(m_rows, [&](const auto& entry) {
            if (find(view(), entry.first).row) return false;
            QAccessible::deleteAccessibleInterface(entry.second);
            return true;
        });
    }

private:
    TimelineView& view() const { return *static_cast<TimelineView*>(widget()); }
    bool hasOverview() const { return view().snapshot() && !view().overviewGeometry().isEmpty(); }
    /// Behind widgets and rows.
    int overviewAt() const {
        const RowListPtr list = view().rowList();
        return QAccessibleWidget::childCount() + (list ? static_cast<int>(rowCount(*list)) : 0);
    }
    static void forget(QAccessible::Id id) {
        if (id) QAccessible::deleteAccessibleInterface(id);
    }
    mutable std::map<RowKey, QAccessible::Id> m_rows;
    struct EventPart {
        EventRef ref;
        QAccessible::Id part = 0;
    };
    /// Each event is a part of its own: a reader says nothing when the focus comes to the part where it is.
    mutable EventPart m_event;
    mutable std::vector<QAccessible::Id> m_before;  ///< of events that were selected, for who asks about them once more
    mutable QAccessible::Id m_overview = 0;
};

TimelineAccessible* accessibleOf(TimelineView& view) { return static_cast<TimelineAccessible*>(interfaceOf(view)); }

QAccessibleInterface* EventAccessible::parent() const {
    if (!m_view) return nullptr;
    const std::optional<RowKey> key = rowOfSelected(*m_view);
    return key ? accessibleOf(*m_view)->row(*key) : interfaceOf(*m_view);
}

QAccessibleInterface* RowAccessible::child(int i) const {
    return i == 0 && childCount() ? accessibleOf(*m_view)->event() : nullptr;
}

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* view = qobject_cast<TimelineView*>(object);
    return view ? new TimelineAccessible(view) : nullptr;
}

void focusOn(QAccessibleInterface* part) {
    if (!part) return;
    QAccessibleEvent event(part, QAccessible::Focus);
    QAccessible::updateAccessibility(&event);
}

/// What is selected stands in the description, as AT-SPI has no values that are texts.
void descriptionChanged(TimelineView& view) {
    QAccessibleEvent event(&view, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

}  // namespace

void installAccessibility() { QAccessible::installFactory(make); }

void announce(TimelineView& view, Heard heard) {
    if (!QAccessible::isActive()) return;
    TimelineAccessible* const tree = accessibleOf(view);
    switch (heard) {
    case Heard::Event:
        descriptionChanged(view);
        if (view.hasFocus()) focusOn(tree->focusChild());
        tree->discardEvents();
        return;
    case Heard::Span: return descriptionChanged(view);
    case Heard::Row:
        if (view.hasFocus()) focusOn(tree->focusChild());
        return;
    case Heard::Rows: return tree->sweep();
    }
}

}  // namespace timeline
