// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/events/events_pane.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QSaveFile>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <climits>
#include <numeric>

#include "app/kit/filter_text.h"
#include "app/kit/icons.h"
#include "app/kit/tables/table.h"
#include "app/kit/tables/tree_table.h"
#include "app/report/row_menu.h"
#include "app/report/span_choice.h"
#include "timeline/look/format.h"
#include "timeline/rows/row_list.h"

namespace app {
namespace {
constexpr int kArgumentWidth = 120;  // logical px, where its heading needs no more

void collectLanes(const model::Snapshot& s, model::TrackId track, std::vector<model::LaneId>& out) {
    const model::Track& t = s.track(track);
    out.insert(out.end(), t.lanes.begin(), t.lanes.end());
    out.insert(out.end(), t.overflow.begin(), t.overflow.end());
    for (const model::TrackId child : t.children) collectLanes(s, child, out);
}
}  // namespace

EventsPane::EventsPane(QWidget* parent)
    : Pane(parent), m_scope(new QComboBox), m_filter(new FilterEdit), m_export(new QToolButton), m_status(new QLabel),
      m_nest(new QToolButton), m_views(new QStackedWidget), m_table(new Table(QStringLiteral("events"))),
      m_tree(new TreeTable), m_nested(new NestedEventsModel(this)), m_model(new EventTableModel(this)) {
    m_scope->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_scope->setMaximumWidth(420);
    m_filter->setMaximumWidth(320);
    m_export->setIcon(icon(QStringLiteral("save")));
    m_export->setAutoRaise(true);
    m_nest->setAutoRaise(true);
    m_nest->setCheckable(true);
    m_tree->setModel(m_nested);
    m_tree->setColumnWidth(NestedEventsModel::Name, 480);
    m_tree->setColumnWidth(NestedEventsModel::Start, 170);
    m_tree->setColumnWidth(NestedEventsModel::Duration, 110);
    m_views->addWidget(m_table);
    m_views->addWidget(m_tree);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(EventTableModel::Start, Qt::AscendingOrder);
    m_table->setColumnWidth(EventTableModel::Start, 170);
    m_table->setColumnWidth(EventTableModel::Duration, 110);
    m_table->setColumnWidth(EventTableModel::Name, 480);
    m_table->setColumnWidth(EventTableModel::Row, 240);
    m_table->restoreColumns();
    layOut();
    connectParts();
    retranslate();
}

void EventsPane::layOut() {
    auto* content = new QWidget;
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(m_scope);
    top->addWidget(makeSpan());
    top->addWidget(m_nest);
    top->addWidget(m_filter);
    top->addStretch();
    top->addWidget(m_status);
    top->addSpacing(12);
    top->addWidget(m_export);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_views, 1);
    setContent(content);
}

void EventsPane::connectParts() {
    connect(m_scope, &QComboBox::activated, this, &EventsPane::refresh);
    connect(m_filter, &FilterEdit::requestChanged, this, &EventsPane::refresh);
    connect(m_export, &QToolButton::clicked, this, &EventsPane::chooseFile);
    connect(m_nest, &QToolButton::toggled, this, [this](bool on) {
        m_views->setCurrentIndex(on);
        m_filter->setEnabled(!on);
        m_shownSnapshot = nullptr;
        refresh();
    });
    connect(m_nested, &NestedEventsModel::changed, this, [this] {
        if (m_nested->rowCount() == 1) m_tree->expand(m_nested->index(0, 0));
        updateStatus();
        if (isSettled()) emit settled();
    });
    setSubjects(m_tree,
                [this](const QModelIndex& index) { return subjectOf(*host()->snapshot(), m_nested->event(index)); });
    connect(m_model, &EventTableModel::columnsChanged, this, [this] {
        for (int c = EventTableModel::FirstArgument; c < m_model->columnCount(); ++c)
            m_table->setColumnWidth(c, std::max(kArgumentWidth, m_table->horizontalHeader()->sectionSizeHint(c)));
    });
    connect(m_model, &EventTableModel::sortingChanged, this, [this] {
        updateStatus();
        if (m_model->isSorting()) return;
        if (host() && m_shownSnapshot) revealSelected();
        emit settled();
    });
    setSubjects(m_table,
                [this](const QModelIndex& index) { return subjectOf(*host()->snapshot(), m_model->event(index)); });
}

void EventsPane::hostChanged() {
    m_track = model::kNoTrack;
    if (host()) {
        connect(host(), &PaneHost::viewChanged, hostContext(), [this] {
            if (rows() == Rows::Screen) refreshSoon();  // which rows that are
        });
        connect(host(), &PaneHost::eventSelected, hostContext(), [this](model::EventRef event) {
            if (!event.isValid()) return;
            m_reveal = true;
            const model::TrackId track = model::trackOf(*host()->snapshot(), event);
            if (rows() == Rows::One || m_track == model::kNoTrack) m_track = track;
            fillScopes();
            refreshSoon();
        });
        const model::EventRef selected = host()->selectedEvent();
        if (selected.isValid()) m_track = model::trackOf(*host()->snapshot(), selected);
    }
    fillScopes();
}

void EventsPane::showTrack(model::TrackId track) {
    m_track = track;
    fillScopes();
    setRows(Rows::One);
}

EventsPane::Rows EventsPane::rows() const { return static_cast<Rows>(std::max(0, m_scope->currentIndex())); }

void EventsPane::setRows(Rows rows) {
    m_scope->setCurrentIndex(std::min(static_cast<int>(rows), m_scope->count() - 1));
    refresh();
}

void EventsPane::fillScopes() {
    const int chosen = std::max(0, m_scope->currentIndex());
    m_scope->clear();
    m_scope->addItems({tr("Rows on screen"), tr("All rows")});
    if (host() && m_track < host()->snapshot()->trackCount()) {
        const model::Snapshot& s = *host()->snapshot();
        m_scope->addItem(tr("Row “%1”").arg(timeline::trackTitle(s, s.track(m_track))));
    }
    m_scope->setCurrentIndex(std::min(chosen, m_scope->count() - 1));
}

model::EventScope EventsPane::scope() const {
    const model::Snapshot& s = *host()->snapshot();
    model::EventScope out;
    switch (rows()) {
    case Rows::Screen: out.lanes = host()->visibleLanes(); break;
    case Rows::Report:
        out.lanes.resize(s.laneCount());
        std::iota(out.lanes.begin(), out.lanes.end(), 0u);
        break;
    case Rows::One: collectLanes(s, m_track, out.lanes); break;
    }
    std::erase_if(out.lanes, [&](model::LaneId id) { return id >= s.laneCount(); });
    out.range = span()->range();
    return out;
}

void EventsPane::refresh() {
    if (!hasReport()) {
        m_shownSnapshot = nullptr;
        return setEmptyText(tr("Open a report to list its events."));
    }
    if (!isVisible()) return;
    emit chipsChanged();
    m_nested->setTimes(host()->times());
    m_model->setTimes(host()->times());
    const model::EventScope wanted = scope();
    const model::SnapshotPtr snapshot = host()->snapshot();
    const FilterRequest filter = m_filter->request();
    if (m_filter->mistake().isEmpty() &&
        (snapshot != m_shownSnapshot || !(wanted == m_shown) || !(filter == m_shownFilter))) {
        m_shown = wanted;
        m_shownSnapshot = snapshot;
        m_shownFilter = filter;
        m_exported.clear();
        if (m_nest->isChecked()) m_nested->setEvents(snapshot, wanted);
        else m_model->setEvents(snapshot, wanted, m_filter->filter());
    }
    if (!m_model->isSorting()) revealSelected();
    setEmptyText({});
    updateStatus();
}

// The event that was selected in the timeline, if it is listed: once, so that the list stays where somebody scrolled it
// to.
void EventsPane::revealSelected() {
    if (!std::exchange(m_reveal, false)) return;
    const model::EventRef selected = host()->selectedEvent();
    const int row = selected.isValid() && !m_nest->isChecked() ? m_model->rowOf(selected) : -1;
    if (row < 0) return;
    m_table->selectRow(row);
    m_table->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
}

void EventsPane::updateStatus() {
    m_status->setText(status());
    m_export->setEnabled(!m_nest->isChecked() && m_model->rowCount() > 0 && !m_model->isSorting());
}

QString EventsPane::status() const {
    if (!m_filter->mistake().isEmpty()) return m_filter->mistake();
    if (!m_exported.isEmpty()) return m_exported;
    const bool nested = m_nest->isChecked();
    const std::uint64_t total = nested ? m_nested->total() : m_model->total();
    if (nested && m_nested->isWorking()) return tr("Nesting…");
    if (nested && m_nested->isTooMuch()) return tr("Too many events to nest; select a shorter span of time");
    if (nested && total == 0) return tr("No ranges or calls of threads among these rows");
    if (!nested && m_model->isSorting())
        return total ? tr("Sorting %1 events…").arg(timeline::formatCount(total)) : tr("Searching…");
    if (const QString hint =
            total == 0 && !nested && m_shownSnapshot ? filterHint(m_filter->filter(), *m_shownSnapshot) : QString();
        !hint.isEmpty())
        return tr("No events: %1").arg(hint);
    return tr("%1 event(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(total, INT_MAX)))
        .arg(timeline::formatCount(total));
}

void EventsPane::setNested(bool on) { m_nest->setChecked(on); }

void EventsPane::setFilter(const FilterRequest& filter) {
    m_nest->setChecked(false);  // filters are about the list
    m_filter->setRequest(filter);
}

void EventsPane::setFilterText(const QString& text) { setFilter({text, {}}); }

QList<Chip> EventsPane::chips() const { return chipsOf(m_filter); }

void EventsPane::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Export the Events"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Comma-separated values (*.csv)"));
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(QStringLiteral("events.csv"));
    connect(dialog, &QFileDialog::fileSelected, this, &EventsPane::exportTo);
    dialog->open();
}

void EventsPane::exportTo(const QString& path) {
    m_exported = tr("Writing %1…").arg(path);
    updateStatus();
    m_exporting.run(
        [path, csv = m_model->csv()](const std::stop_token& stop) {
            QSaveFile file(path);
            const auto write = [&file](const QByteArray& piece) { return file.write(piece) == piece.size(); };
            const bool done = file.open(QIODevice::WriteOnly) && csv(write, stop) && file.commit();
            return std::make_pair(done, file.errorString());
        },
        [this, path](const std::pair<bool, QString>& written) {
            m_exported = written.first
                             ? tr("Written to %1").arg(path)
                             : tr("%1 could not be written: %2. Choose another folder.").arg(path, written.second);
            updateStatus();
        });
}

void EventsPane::retranslate() {
    m_scope->setToolTip(tr("Which rows the list is about"));
    m_scope->setAccessibleName(m_scope->toolTip());
    m_filter->retranslate(tr("Filter events"));
    m_nest->setText(tr("Nested"));
    m_nest->setToolTip(tr(
        "Show events below the NVTX ranges, operators and calls around them, and GPU work below the call that launched it"));
    m_tree->setAccessibleName(title());
    m_nested->retranslate();
    m_export->setToolTip(tr("Write the list as CSV, times in nanoseconds"));
    m_export->setAccessibleName(m_export->toolTip());
    m_table->setAccessibleName(title());
    m_model->retranslate();
    fillScopes();
    refresh();
}

}  // namespace app
