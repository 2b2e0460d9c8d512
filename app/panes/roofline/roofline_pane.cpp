// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/roofline/roofline_pane.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QSaveFile>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/error_text.h"
#include "app/kit/icons.h"
#include "app/kit/tables/report_table_model.h"
#include "app/kit/tables/table.h"
#include "app/panes/roofline/roofline_chart.h"
#include "app/pictures/picture.h"
#include "app/pictures/picture_room.h"
#include "app/report/evidence.h"
#include "app/report/row_menu.h"
#include "app/report/span_choice.h"
#include "model/reports/roofline.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kWidestRooflineColumn = 240,
              kWidestName = 190;  // px; names give way in their middle, so that numbers are seen beside them
constexpr int kChartShare = 800, kTableShare = 600;  // of the width, beside each other
constexpr int kHigh = 440,
              kLeastChart = 240;  // px of a pane that has room for both above each other, of the chart then
using model::reports::ColumnInfo;
using model::roofline::Level;

}  // namespace

RooflinePane::RooflinePane(QWidget* parent)
    : Pane(parent), m_group(new QComboBox), m_levels(new QComboBox), m_colour(new QComboBox), m_chip(new QComboBox),
      m_baselines(new QComboBox), m_fit(new QToolButton), m_export(new QToolButton), m_status(new QLabel),
      m_parts(new QSplitter), m_chart(new RooflineChart), m_table(new Table(QStringLiteral("roofline"))),
      m_model(new ReportTableModel(this)) {
    for (QComboBox* box : {m_group, m_levels, m_colour, m_chip, m_baselines})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_chip->setMaximumWidth(280);
    m_chip->hide();  // until there is a choice
    m_baselines->hide();
    m_baselines->setMaximumWidth(240);
    m_baselines->setObjectName(QStringLiteral("rooflineBaseline"));
    m_fit->setIcon(icon(QStringLiteral("fit")));
    m_export->setIcon(icon(QStringLiteral("save")));
    for (QToolButton* button : {m_fit, m_export}) button->setAutoRaise(true);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setMinimumWidth(40);
    m_table->setModel(m_model);
    m_table->setProperty(kKeepsWidth, true);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    for (QWidget* w : std::initializer_list<QWidget*>{m_chip, m_group, m_levels, m_colour, m_baselines, makeSpan()})
        top->addWidget(w);
    top->addSpacing(8);
    top->addWidget(m_status, 1);
    top->addWidget(m_fit);
    top->addWidget(m_export);
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(m_chart);
    m_parts->addWidget(m_table);
    m_parts->setSizes({kChartShare, kTableShare});
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_parts, 1);
    setContent(content);
    connectParts();
    retranslate();
}

void RooflinePane::connectParts() {
    connect(m_group, &QComboBox::activated, this, &RooflinePane::refresh);
    for (QComboBox* box : {m_levels, m_colour, m_chip})
        connect(box, &QComboBox::activated, this, &RooflinePane::showChart);
    connect(m_baselines, &QComboBox::activated, this,
            [this](int chosen) { setBaseline(m_baselines->itemData(chosen).value<PaneHost*>()); });
    connect(m_fit, &QToolButton::clicked, m_chart, &RooflineChart::fit);
    connect(m_export, &QToolButton::clicked, this, &RooflinePane::chooseFile);
    connect(m_chart, &RooflineChart::pointClicked, this, &RooflinePane::choosePoint);
    connect(m_chart, &RooflineChart::pointsMarked, this, &RooflinePane::markPoints);
    connect(m_model, &ReportTableModel::changed, this, [this] {
        hideEmptyColumns();
        sizeColumns();
        arrange();
        if (isSettled()) emit settled();
    });
    connect(m_table, &Table::rowActivated, this,
            [this](const QModelIndex& index) { choosePoint(m_model->tableRow(index)); });
    offerRowMenu(m_table,
                 [this](const QModelIndex& index) { return subjectOf(*host()->report(), m_model->evidence(index)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_following) return;
        std::set<std::size_t> points;
        for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
            points.insert(m_model->tableRow(index));
        m_chart->setChosen(std::move(points));
    });
}

bool RooflinePane::isSettled() const {
    return Pane::isSettled() && !m_work.isWorking() && !m_baselineWork.isWorking() && !m_model->isWorking();
}

void RooflinePane::setLevels(Levels levels) {
    m_levels->setCurrentIndex(static_cast<int>(levels));
    showChart();
}

void RooflinePane::setColour(RooflineColour colour) {
    m_colour->setCurrentIndex(static_cast<int>(colour));
    showChart();
}

void RooflinePane::setEachLaunch(bool on) {
    m_group->setCurrentIndex(on ? 1 : 0);
    refresh();
}

void RooflinePane::hostChanged() {
    if (host())
        connect(host(), &PaneHost::eventSelected, hostContext(), [this](model::EventRef e) { followTimeline(e); });
}

void RooflinePane::clear(const QString& why) {
    m_work.forget();
    m_request = {};
    m_result = nullptr;
    m_chart->setView({});
    m_model->show({});
    m_sized = false;  // the header forgets its columns with them
    m_empty.clear();
    setEmptyText(why);
}

void RooflinePane::refresh() {
    if (!hasReport()) return clear(tr("Open a report to see how far its kernels are from what the chip can do."));
    if (isLoading()) return clear(tr("Kernels are measured against their chip when the report is loaded."));
    if (!isVisible()) return;
    emit chipsChanged();
    fillBaselines();
    measureBaseline();
    const Request request{host()->report(), span()->range(), m_group->currentIndex() == 1};
    if (request == m_request) return;
    m_request = request;
    m_exported.clear();
    m_work.run(
        [request](const std::stop_token& stop) -> Result {
            const model::TimeRange whole = request.report->whole();
            const model::reports::Request measured{
                *request.report,    request.range.value_or(whole), {}, 0, stop, false,
                request.eachLaunch, &request.peaks->table};
            return std::make_shared<const model::roofline::Result>(model::roofline::measure(measured));
        },
        [this](Result result) { setResult(std::move(result)); });
    m_status->setText(status());
}

void RooflinePane::setResult(Result result) {
    m_result = std::move(result);
    m_model->show(
        {m_request.report,
         model::reports::find("roofline"),
         m_request.range,
         {},
         m_request.eachLaunch,
         std::make_shared<const model::reports::Table>(model::reports::rooflineTable(*m_request.report, m_result))});
    setEmptyText(emptyText());
    fillChips();
    showChart();
    if (host()) followTimeline(host()->selectedEvent());
    if (isSettled()) emit settled();
}

QString RooflinePane::emptyText() const {
    if (!m_result || !m_result->points.empty()) return {};
    if (m_result->kernels == 0) return tr("There are no kernels in this time. Capture with CUDA tracing switched on.");
    if (m_request.report->profileCount() > 0)
        return tr(
            "The kernels were profiled without the metrics of a roofline. Collect them with: ncu --set roofline (or --set full)");
    return tr(
        "The report says nothing of the work of its kernels. Profile the kernels with Nsight Compute (ncu --set roofline), or the program with PyTorch's profiler and record_shapes=True: then work is counted from the sizes of operators.");
}

// The chip that most of the time was spent on comes first; one of them needs no choice.
void RooflinePane::fillChips() {
    const QString chosen = m_chip->currentText();
    m_chip->clear();
    std::vector<double> seconds(m_result->chips.size());
    for (const auto& p : m_result->points) seconds[p.chip] += p.seconds;
    std::vector<std::uint32_t> order(seconds.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return seconds[a] > seconds[b]; });
    for (const std::uint32_t c : order) {
        const QString name = QString::fromStdString(m_result->chips[c].name);
        m_chip->addItem(name.isEmpty() ? tr("Unknown device") : name, c);
    }
    m_chip->setCurrentIndex(std::max(0, m_chip->findText(chosen)));
    m_chip->setVisible(m_chip->count() > 1);
}

// Two tabs may have one name: the host tells them apart.
void RooflinePane::fillBaselines() {
    m_baselines->clear();
    m_baselines->addItem(tr("No baseline"));
    for (PaneHost* other : otherHosts()) {
        m_baselines->addItem(tr("Baseline: %1").arg(other->name()), QVariant::fromValue(other));
        if (other == m_before) m_baselines->setCurrentIndex(m_baselines->count() - 1);
    }
    if (m_baselines->currentIndex() <= 0) m_before = nullptr;
    m_baselines->setVisible(m_baselines->count() > 1);
}

void RooflinePane::setBaseline(PaneHost* other) {
    m_before = other;
    fillBaselines();
    measureBaseline();
}

void RooflinePane::measureBaseline() {
    const model::SnapshotPtr report = m_before ? m_before->report() : nullptr;
    const Request request{report, {}, report && m_group->currentIndex() == 1};
    if (request == m_measured) return;
    m_measured = request;
    m_baseline = nullptr;
    m_baselineWork.forget();
    showChart();
    if (!report) return;
    m_baselineWork.run(
        [request](const std::stop_token& stop) -> Result {
            return std::make_shared<const model::roofline::Result>(model::roofline::measure({*request.report,
                                                                                             request.report->whole(),
                                                                                             {},
                                                                                             0,
                                                                                             stop,
                                                                                             false,
                                                                                             request.eachLaunch,
                                                                                             &request.peaks->table}));
        },
        [this](Result result) {
            m_baseline = std::move(result);
            showChart();
            if (isSettled()) emit settled();
        });
}

void RooflinePane::showChart() {
    if (!m_result) return;
    RooflineView view;
    view.result = m_result;
    view.baseline = m_baseline;
    view.baselineName = baselineName();
    view.chip = m_chip->currentData().toUInt();
    view.colour = static_cast<RooflineColour>(std::max(0, m_colour->currentIndex()));
    const auto levels = static_cast<Levels>(std::max(0, m_levels->currentIndex()));
    view.levels = levels == Levels::All ? std::vector{Level::Dram, Level::L2, Level::L1}
                                        : std::vector{static_cast<Level>(levels)};
    if (m_chart->view().result == m_result) view.marked = m_chart->view().marked, view.chosen = m_chart->view().chosen;
    m_chart->setView(std::move(view));
    m_status->setText(status());
    m_status->setToolTip(m_status->text());
}

QString RooflinePane::status() const {
    if (!m_exported.isEmpty()) return m_exported;
    if (m_work.isWorking()) return tr("Counting…");
    if (!m_result) return {};
    QStringList parts;
    const auto& points = m_result->points;
    const auto still = std::count_if(points.begin(), points.end(), [](const auto& p) { return !(p.flop > 0); });
    parts += tr("Points: %1").arg(timeline::formatCount(points.size() - static_cast<std::size_t>(still)));
    if (std::any_of(points.begin(), points.end(), [](const auto& p) { return p.isModel; }))
        parts += tr("a model: counted from the sizes of inputs");
    if (m_chart->item().marks().empty() && static_cast<std::size_t>(still) < points.size())
        parts += tr("the bytes of this memory are not known");
    if (m_baseline) {
        parts += arrows() > 0 ? tr("arrows from the baseline: %1").arg(timeline::formatCount(arrows()))
                              : tr("the baseline has none of these kernels");
    }
    if (const QString note = m_chart->item().cachesNote(); !note.isEmpty()) parts += note;
    if (still > 0)
        parts += tr("%1 without floating-point work, in the table only")
                     .arg(timeline::formatCount(static_cast<std::uint64_t>(still)));
    if (m_result->without > 0)
        parts += tr("nothing is known of %1 of %2 kernels")
                     .arg(timeline::formatCount(m_result->without), timeline::formatCount(m_result->kernels));
    if (const std::size_t hidden = m_chart->item().hidden(); hidden > 0)
        parts += tr("the shortest %1 are not drawn").arg(timeline::formatCount(hidden));
    const bool noSheet =
        std::any_of(m_result->chips.begin(), m_result->chips.end(), [](const auto& c) { return c.peaks == nullptr; });
    if (noSheet) parts += tr("no data sheet of this device is known");
    if (const model::Message& notUsed = importers::devicePeaks().notUsed; !notUsed.empty())
        parts += messageText(notUsed);
    return parts.join(QStringLiteral("  ·  "));
}

QString RooflinePane::baselineName() const { return m_before ? m_before->name() : QString(); }

std::size_t RooflinePane::arrows() const {
    const auto& matches = m_chart->view().matches;
    return static_cast<std::size_t>(
        std::count_if(matches.begin(), matches.end(), [](const auto& match) { return match.has_value(); }));
}

bool RooflinePane::isStacked() const { return m_parts->orientation() == Qt::Vertical; }

// A table that would lose columns lies below the chart, as high as its rows need and half of all at most.
void RooflinePane::arrange() {
    const int beside = width() * kTableShare / (kChartShare + kTableShare);
    const bool stacks = height() >= kHigh && m_model->rowCount() > 0 && m_table->horizontalHeader()->length() > beside;
    if (stacks == isStacked()) return;
    m_parts->setOrientation(stacks ? Qt::Vertical : Qt::Horizontal);
    if (!stacks) return m_parts->setSizes({kChartShare * width(), kTableShare * width()});
    const int rows = std::min(m_model->rowCount(), kHigh) + 3;  // with the headings and a scroll bar
    const int table = std::min({rows * m_table->rowHeight(), height() / 2, height() - kLeastChart});
    m_parts->setSizes({height() - table, table});
}

void RooflinePane::resizeEvent(QResizeEvent* event) {
    Pane::resizeEvent(event);
    arrange();
}

// What no row has, like the sizes of operators beside kernels, takes no room; who shows such a column by hand keeps it.
void RooflinePane::hideEmptyColumns() {
    if (m_model->isWorking() || m_model->rowCount() > UniformTable::kSampledRows) return;
    for (int c = 0; c < m_model->columnCount() && m_model->rowCount() > 0; ++c) {
        bool isEmpty = true;
        for (int row = 0; row < m_model->rowCount() && isEmpty; ++row) {
            const QString text = m_model->index(row, c).data().toString();
            isEmpty = text.isEmpty() || text == QStringLiteral("–");
        }
        if (isEmpty && !m_empty.contains(c) && !m_table->isColumnHidden(c))
            m_empty.insert(c), m_table->setColumnHidden(c, true);
        else if (!isEmpty && m_empty.erase(c) > 0) m_table->setColumnHidden(c, false);
    }
}

void RooflinePane::sizeColumns() {
    if (m_sized || m_model->isWorking() || m_model->rowCount() == 0) return;
    m_sized = true;
    QHeaderView* header = m_table->horizontalHeader();
    const auto& columns = m_model->report()->columns;
    int place = 0;
    const auto moveUp = [&](auto&& belongs) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (belongs(columns[c])) header->moveSection(header->visualIndex(static_cast<int>(c)), place++);
    };
    const auto isName = [](const ColumnInfo& c) { return c.role == model::reports::Role::Name; };
    moveUp(isName);
    moveUp([&](const ColumnInfo& c) { return c.first && !isName(c); });
    m_table->resizeColumnsToContents();
    for (int c = 0; c < m_model->columnCount(); ++c) {
        const ColumnInfo& column = columns[static_cast<std::size_t>(c)];
        const int widest = column.unit != model::reports::Unit::Text ? QWIDGETSIZE_MAX
                           : isName(column)                          ? kWidestName
                                                                     : kWidestRooflineColumn;
        m_table->setColumnWidth(c, std::min(widest, m_table->columnWidth(c) + 12));
    }
}

// A choice in the chart or table: the kernel in the timeline, its launches as ticks.
void RooflinePane::choosePoint(std::size_t point) {
    if (!host() || !m_result || point >= m_result->points.size()) return;
    {
        const QScopedValueRollback guard(m_following, true);
        const auto& events = m_result->points[point].events;
        model::reports::Evidence evidence{events, {}};
        for (const model::EventRef e : events) {
            const model::Event event = model::eventAt(*m_request.report, e);
            evidence.range = e == events.front() ? model::TimeRange{event.start, event.end}
                                                 : model::TimeRange{std::min(evidence.range.begin, event.start),
                                                                    std::max(evidence.range.end, event.end)};
        }
        showEvidence(*host(), evidence);
    }
    m_chart->setChosen({point});
    selectRows({point});
}

void RooflinePane::markPoints(const std::set<std::size_t>& points) {
    if (!host() || !m_result) return;
    std::vector<model::TimeNs> times;
    for (const std::size_t p : points)
        for (const model::EventRef e : m_result->points[p].events)
            times.push_back(model::eventAt(*m_request.report, e).start);
    host()->setHits(std::move(times));
    selectRows(points);
}

void RooflinePane::selectRows(const std::set<std::size_t>& points) {
    const QScopedValueRollback guard(m_following, true);
    // Rows that follow each other are one range: thousands of single ones take the selection seconds.
    QItemSelection rows;
    QModelIndex first, from;
    for (int row = 0; !points.empty() && row <= m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const bool wanted = index.isValid() && points.contains(m_model->tableRow(index));
        if (wanted && !from.isValid()) from = index;
        if (wanted && !first.isValid()) first = index;
        if (!wanted && from.isValid()) rows.append(QItemSelectionRange(from, m_model->index(row - 1, 0))), from = {};
    }
    m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (first.isValid()) m_table->scrollTo(first.siblingAtColumn(m_table->horizontalHeader()->logicalIndex(0)));
}

// What is selected in the timeline: its points, if it has some.
void RooflinePane::followTimeline(model::EventRef event) {
    if (m_following || !m_result) return;
    std::set<std::size_t> points;
    for (std::size_t p = 0; event.isValid() && p < m_result->points.size(); ++p) {
        const auto& events = m_result->points[p].events;
        if (std::find(events.begin(), events.end(), event) != events.end()) points.insert(p);
    }
    selectRows(points);
    m_chart->setChosen(std::move(points));
}

bool RooflinePane::exportTo(const QString& path) {
    if (!m_result) return false;
    if (!path.endsWith(QLatin1String(".csv"))) return writePictureOf(*m_chart, title(), host(), path);
    QSaveFile file(path);
    const QByteArray text = QByteArray::fromStdString(m_model->csv());
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
}

void RooflinePane::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Export the Roofline"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Comma-separated values (*.csv)"), tr("Picture of the chart (*.png)"),
                            tr("Picture of the chart (*.svg)"), tr("Picture of the chart (*.pdf)")});
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        for (const char* ending : {"csv", "png", "svg", "pdf"})
            if (filter.contains(QLatin1String("*.") + QLatin1String(ending)))
                dialog->setDefaultSuffix(QLatin1String(ending));
    });
    dialog->selectFile(QStringLiteral("roofline.csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_exported = exportTo(path) ? tr("Written to %1").arg(path)
                                    : tr("%1 could not be written. Choose another folder.").arg(path);
        m_status->setText(status());
    });
    dialog->open();
}

void RooflinePane::fillChoices() {
    const auto fill = [](QComboBox* box, const QStringList& texts) {
        const int chosen = std::max(0, box->currentIndex());
        box->clear();
        box->addItems(texts);
        box->setCurrentIndex(chosen);
    };
    fill(m_group, {tr("By name"), tr("Each launch")});
    fill(m_levels, {tr("DRAM"), tr("L2"), tr("L1"), tr("All levels")});
    fill(m_colour, {tr("Colour: precision"), tr("Colour: bound")});
}

void RooflinePane::retranslate() {
    fillChoices();
    m_chip->setToolTip(tr("Which device"));
    m_group->setToolTip(tr("What a point is: all launches of a name, or one launch"));
    m_levels->setToolTip(tr("Whose bytes are counted"));
    m_colour->setToolTip(tr("What colours and shapes tell apart"));
    m_baselines->setToolTip(tr("Another open report, to see from where to where each kernel went"));
    for (QComboBox* box : {m_chip, m_group, m_levels, m_colour, m_baselines}) box->setAccessibleName(box->toolTip());
    m_fit->setToolTip(tr("Show all points and roofs"));
    m_export->setToolTip(tr("Export as table or picture"));
    for (QToolButton* button : {m_fit, m_export}) button->setAccessibleName(button->toolTip());
    m_table->setAccessibleName(title());
    m_model->retranslate();
    fillBaselines();
    if (m_result) setEmptyText(emptyText());
    m_status->setText(status());
    m_status->setToolTip(m_status->text());
}

}  // namespace app
