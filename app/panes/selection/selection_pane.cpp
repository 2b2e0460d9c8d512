// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/selection/selection_pane.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <climits>
#include <cmath>
#include <numeric>

#include "app/kit/elided_label.h"
#include "app/kit/filter_text.h"
#include "app/kit/icons.h"
#include "app/kit/tables/tree_table.h"
#include "app/panes/selection/duration_histogram.h"
#include "app/report/row_menu.h"
#include "model/store/added_rows.h"
#include "timeline/look/format.h"

namespace app {
namespace {

using model::GroupBy;
constexpr int kRefreshDelayMs = 16;  // while a span is dragged: one frame
constexpr GroupBy kGroupings[] = {GroupBy::Kind,   GroupBy::Name,      GroupBy::ShortName,
                                  GroupBy::Row,    GroupBy::Device,    GroupBy::Process,
                                  GroupBy::Thread, GroupBy::NvtxRange, GroupBy::Nothing};

GroupBy chosen(const QComboBox* box) { return static_cast<GroupBy>(box->currentData().toInt()); }

}  // namespace

SelectionPane::SelectionPane(QWidget* parent)
    : Pane(parent), m_length(new QLabel), m_borders(new ElidedLabel), m_copy(new QToolButton), m_zoom(new QToolButton),
      m_clear(new QToolButton), m_scope(new QComboBox), m_first(new QComboBox), m_second(new QComboBox),
      m_filter(new FilterEdit), m_status(new ElidedLabel(nullptr, Qt::ElideRight)), m_table(new TreeTable),
      m_model(new SelectionModel(this)), m_histogram(new DurationHistogram) {
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_zoom->setIcon(icon(QStringLiteral("zoom-selection")));
    m_clear->setIcon(icon(QStringLiteral("close")));
    for (QToolButton* button : {m_zoom, m_copy, m_clear}) {
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    m_length->setTextFormat(Qt::RichText);
    m_borders->setForegroundRole(QPalette::PlaceholderText);
    m_borders->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);  // a part of a time says nothing
    m_filter->setMaximumWidth(260);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    for (QComboBox* box : {m_scope, m_first, m_second}) box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(SelectionModel::InSelection, Qt::DescendingOrder);
    m_table->header()->setStretchLastSection(false);
    m_table->setColumnWidth(SelectionModel::Group, 300);
    for (int c = SelectionModel::Count; c < SelectionModel::ColumnCount; ++c) m_table->setColumnWidth(c, 92);
    setRefreshDelay(kRefreshDelayMs);
    layOut();
    connectSignals();
    fillChoices();
    retranslate();
}

void SelectionPane::layOut() {
    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 4, 8, 4);
    top->addWidget(m_length);
    top->addSpacing(8);
    top->addWidget(m_borders);
    for (QToolButton* button : {m_zoom, m_copy, m_clear}) top->addWidget(button);
    for (QWidget* w : std::initializer_list<QWidget*>{m_scope, m_first, m_second, m_filter}) top->addWidget(w);
    top->addStretch(1);
    top->addWidget(m_status);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_table);
    splitter->addWidget(m_histogram);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({1000, 320});
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(splitter, 1);
    setContent(content);
}

void SelectionPane::connectSignals() {
    connect(m_copy, &QToolButton::clicked, this, [this] { copyText(asTsv()); });
    connect(m_zoom, &QToolButton::clicked, this, [this] {
        if (host()) host()->run(timeline::Command::ZoomToSelection);
    });
    connect(m_clear, &QToolButton::clicked, this, [this] {
        if (host()) host()->setSelection(std::nullopt);
    });
    for (QComboBox* box : {m_scope, m_first, m_second})
        connect(box, &QComboBox::activated, this, &SelectionPane::refresh);
    connect(m_filter, &FilterEdit::requestChanged, this, &SelectionPane::refresh);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &SelectionPane::remember);
    connect(m_model, &QAbstractItemModel::modelReset, this, &SelectionPane::restore);
    connect(m_model, &SelectionModel::changed, this, &SelectionPane::onChanged);
    connect(m_table, &TreeTable::rowActivated, this, &SelectionPane::activate);
    offerRowMenu(m_table, [this](const QModelIndex& index) {
        const SelectionModel::Path at = m_model->path(index);
        const bool isName = at.group && at.last()->by == GroupBy::Name && m_model->request();
        return subjectNamed(isName ? std::string(m_model->request()->snapshot->text(at.last()->id)) : std::string());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        const SelectionModel::Path at = m_model->path(now);
        if (!at.group) return;
        m_chosenGroup = at.group->id;
        m_chosenInside = at.inside ? std::optional(at.inside->id) : std::nullopt;
        startSpread();
    });
    connect(m_histogram, &DurationHistogram::brushed, this, &SelectionPane::markBrushed);
}

void SelectionPane::hostChanged() {
    // Nothing of the report before stays: its events are others here.
    m_spreading.forget();
    m_marking.forget();
    m_spread.reset();
    m_spreadReport = nullptr;
    m_stepping.forget();
    m_steps.reset();
    m_stepsReport = nullptr;
    m_histogram->setDurations({}, {});
    m_model->show(std::nullopt);
    m_expanded.clear();
    m_anyExpanded = false;
    m_chosenGroup.reset();
    if (!host()) return;
    connect(host(), &PaneHost::selectionChanged, hostContext(), [this] { refreshSoon(); });
    connect(host(), &PaneHost::viewChanged, hostContext(), [this] {
        if (m_scope->currentIndex() == 1) refreshSoon();  // which rows are on screen
    });
}

std::vector<model::LaneId> SelectionPane::lanes() const {
    const model::SnapshotPtr s = host()->snapshot();
    if (m_scope->currentIndex() == 1) return model::withoutAdded(*s, host()->visibleLanes());
    std::vector<model::LaneId> all(s->laneCount());
    std::iota(all.begin(), all.end(), 0u);
    return model::withoutAdded(*s, std::move(all));
}

void SelectionPane::refresh() {
    const auto selection = hasReport() ? host()->selection() : std::nullopt;
    if (!selection) {
        m_model->show(std::nullopt);
        return setEmptyText(hasReport() ? tr("Drag with the left button across the timeline to select a span of time.")
                                        : tr("Open a report to measure in it."));
    }
    m_length->setText(QStringLiteral("<b>%1</b>").arg(timeline::formatDuration(selection->length())));
    m_borders->setText(tr("%1 to %2", "borders of a span")
                           .arg(host()->times().exact(selection->begin), host()->times().exact(selection->end)));
    m_length->setToolTip(
        tr("If it repeated: %1 per second")
            .arg(timeline::formatValue(1e9 / static_cast<double>(std::max<model::TimeNs>(1, selection->length())))));
    setEmptyText({});
    if (!isVisible()) return;
    emit chipsChanged();
    if (m_filter->mistake().isEmpty())
        m_model->show(SelectionModel::Request{host()->snapshot(), *selection, lanes(), chosen(m_first),
                                              chosen(m_second), m_filter->request(), m_filter->filter()});
    startSteps();
    onChanged();
}

void SelectionPane::startSteps() {
    const model::SnapshotPtr report = host()->snapshot();
    if (report == m_stepsReport) return;
    m_stepsReport = report;
    m_stepping.run(
        [report](const std::stop_token& stop) {
            return std::make_shared<const model::reports::StepFigures>(model::reports::stepFigures(*report, stop));
        },
        [this](auto steps) {
            m_steps = std::move(steps);
            onChanged();
        });
}

/// The steps of the span, if it has some.
QString SelectionPane::stepText() const {
    const auto selection = host() ? host()->selection() : std::nullopt;
    if (!selection || !m_steps) return {};
    const model::reports::StepMedians m = m_steps->medians(*selection);
    if (m.steps == 0) return {};
    const auto duration = [](std::optional<double> ns) {
        return ns ? timeline::formatDuration(static_cast<model::TimeNs>(std::llround(*ns))) : QStringLiteral("–");
    };
    return tr("%1 step(s): pace %2, CPU %3, GPU %4", nullptr, static_cast<int>(std::min<std::size_t>(m.steps, INT_MAX)))
        .arg(timeline::formatCount(m.steps), duration(m.pace), duration(m.cpu), duration(m.gpu));
}

void SelectionPane::onChanged() {
    m_status->setText(status());
    if (isSettled()) emit settled();
}

QString SelectionPane::headline() const { return m_borders->text(); }

QString SelectionPane::status() const {
    if (!m_filter->mistake().isEmpty()) return m_filter->mistake();
    const model::SelectionFigures& all = m_model->table().all;
    const auto selection = host() ? host()->selection() : std::nullopt;
    if (!selection) return {};
    if (all.count == 0) {
        if (m_model->isWorking()) return tr("Counting…");
        const QString hint =
            m_model->request() ? filterHint(m_filter->filter(), *m_model->request()->snapshot) : QString();
        return hint.isEmpty() ? tr("No events in this span") : tr("No events: %1").arg(hint);
    }
    const QString events = tr("%1 event(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(all.count, INT_MAX)))
                               .arg(timeline::formatCount(all.count));
    const QString steps = stepText();
    if (m_model->isWorking()) return tr("%1, counting…").arg(events);
    return steps.isEmpty() ? events : tr("%1; %2", "events; steps").arg(events, steps);
}

// The numbers change while a span is dragged; what is unfolded and chosen stays.
void SelectionPane::remember() {
    if (m_model->table().groups.empty()) return;
    m_expanded.clear();
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const QModelIndex i = m_model->index(row, 0); m_table->isExpanded(i) && m_model->path(i).group)
            m_expanded.push_back(m_model->path(i).group->id);
    m_anyExpanded = true;
}

void SelectionPane::restore() {
    if (m_model->table().groups.empty()) return;
    if (!m_anyExpanded) m_expanded = {m_model->table().groups.front().id};
    for (const std::uint32_t id : m_expanded)
        if (const QModelIndex i = m_model->indexOf(id, {}); i.isValid()) m_table->expand(i);
    QModelIndex current = m_chosenGroup ? m_model->indexOf(*m_chosenGroup, m_chosenInside) : QModelIndex();
    if (!current.isValid()) current = m_model->index(0, 0);
    const QSignalBlocker quiet(m_table->selectionModel());
    m_table->setCurrentIndex(current);
    const SelectionModel::Path at = m_model->path(current);
    if (at.group) {
        m_chosenGroup = at.group->id;
        m_chosenInside = at.inside ? std::optional(at.inside->id) : std::nullopt;
    }
    if (!m_model->isWorking()) startSpread();
}

void SelectionPane::startSpread() {
    const SelectionModel::Path at =
        m_chosenGroup ? m_model->path(m_model->indexOf(*m_chosenGroup, m_chosenInside)) : SelectionModel::Path();
    if (!at.group || !m_model->request()) {
        m_spreading.forget();
        return m_histogram->setDurations({}, {});
    }
    model::SelectionGroup group = *at.group;
    group.inside.clear();
    const std::optional<model::SelectionGroup> inside = at.inside ? std::optional(*at.inside) : std::nullopt;
    m_spreading.run(
        [group = std::move(group), inside, request = *m_model->request()](const std::stop_token& stop) {
            std::vector<model::EventRef> events =
                model::eventsOfGroup(request.request(stop), group, inside ? &*inside : nullptr);
            std::vector<model::TimeNs> durations;
            durations.reserve(events.size());
            for (const model::EventRef& e : events) {
                const model::LaneView lane = request.snapshot->lane(e.lane);
                durations.push_back(lane.end(e.row) - lane.start(e.row));
            }
            if (!stop.stop_requested()) std::sort(durations.begin(), durations.end());
            return std::make_pair(std::make_shared<const std::vector<model::EventRef>>(std::move(events)),
                                  std::move(durations));
        },
        [this, title = m_model->groupText(*at.last()), report = m_model->request()->snapshot](auto spread) {
            m_spread = std::move(spread.first);
            m_spreadReport = report;
            m_histogram->setDurations(title, std::move(spread.second));
            onChanged();
        });
}

void SelectionPane::markBrushed(std::optional<std::pair<model::TimeNs, model::TimeNs>> range) {
    if (!host() || !m_spreadReport) return;
    if (!range) {
        m_marking.forget();
        return host()->setHits({});
    }
    mark(*range);
}

// Those whose durations lie between, both included.
void SelectionPane::mark(std::pair<model::TimeNs, model::TimeNs> durations) {
    m_marking.run(
        [events = m_spread, report = m_spreadReport, durations](const std::stop_token& stop) {
            std::vector<model::TimeNs> times;
            for (const model::EventRef& e : *events) {
                const model::LaneView lane = report->lane(e.lane);
                const model::TimeNs d = lane.end(e.row) - lane.start(e.row);
                if (d >= durations.first && d <= durations.second) times.push_back(lane.start(e.row));
            }
            if (!stop.stop_requested()) std::sort(times.begin(), times.end());
            return times;
        },
        [this](std::vector<model::TimeNs> times) {
            if (host()) host()->setHits(std::move(times));
            if (isSettled()) emit settled();
        });
}

// Marks the events of a group; the first one is selected, and an only one is shown.
void SelectionPane::activate(const QModelIndex& index) {
    if (!host() || !m_model->path(index).group || m_spreading.isWorking() || !m_spreadReport || m_spread->empty())
        return;
    mark({0, model::kTimeMax});
    if (m_spread->size() == 1) host()->showEvent(m_spread->front());
    else host()->selectEvent(m_spread->front());
}

QString SelectionPane::asTsv() const {
    const auto selection = host() ? host()->selection() : std::nullopt;
    if (!selection) return {};
    return QStringLiteral("start_ns\tend_ns\tlength_ns\n%1\t%2\t%3\n")
        .arg(selection->begin)
        .arg(selection->end)
        .arg(selection->length());
}

void SelectionPane::setGrouping(GroupBy first, GroupBy second) {
    m_first->setCurrentIndex(m_first->findData(static_cast<int>(first)));
    m_second->setCurrentIndex(m_second->findData(static_cast<int>(second)));
    refresh();
}

void SelectionPane::setFilter(const FilterRequest& filter) { m_filter->setRequest(filter); }

void SelectionPane::setFilterText(const QString& text) { setFilter({text, {}}); }

void SelectionPane::setAllRows(bool all) {
    m_scope->setCurrentIndex(all ? 0 : 1);
    refresh();
}

void SelectionPane::fillChoices() {
    const int scope = std::max(0, m_scope->currentIndex());
    m_scope->clear();
    m_scope->addItems({tr("All rows"), tr("Rows on screen")});
    m_scope->setCurrentIndex(scope);
    const GroupBy was[] = {m_first->count() ? chosen(m_first) : GroupBy::Kind,
                           m_second->count() ? chosen(m_second) : GroupBy::Name};
    m_first->clear();
    m_second->clear();
    for (const GroupBy by : kGroupings) {
        const QString text = SelectionModel::groupingText(by);
        if (by != GroupBy::Nothing) m_first->addItem(tr("By: %1", "first grouping").arg(text), static_cast<int>(by));
        m_second->addItem(tr("then by: %1", "second grouping").arg(text), static_cast<int>(by));
    }
    m_first->setCurrentIndex(m_first->findData(static_cast<int>(was[0])));
    m_second->setCurrentIndex(m_second->findData(static_cast<int>(was[1])));
}

void SelectionPane::retranslate() {
    m_copy->setToolTip(tr("Copy start, end and length in nanoseconds"));
    m_zoom->setToolTip(tr("Zoom to the selected span"));
    m_clear->setToolTip(tr("Select no span"));
    m_status->setToolTip(tr(
        "Steps that the span touches, as medians. Pace: from the end of the former step's work, or its own begin where that is later, to the end of its own. CPU: its range. GPU: from the first start to the last end of the work that it launched."));
    for (QToolButton* button : {m_copy, m_zoom, m_clear}) button->setAccessibleName(button->toolTip());
    m_scope->setToolTip(tr("Which rows are counted"));
    m_first->setToolTip(tr("What events are put together by"));
    m_second->setToolTip(tr("What the events of a group are divided by"));
    for (QComboBox* box : {m_scope, m_first, m_second}) box->setAccessibleName(box->toolTip());
    m_filter->retranslate(tr("Filter events"));
    m_table->setAccessibleName(title());
    fillChoices();
    m_model->retranslate();
    refresh();
}

}  // namespace app
