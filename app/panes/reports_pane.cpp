// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/reports_pane.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSaveFile>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/icons.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/tables/table.h"
#include "app/report/evidence.h"
#include "app/report/span_choice.h"
#include "model/workload/call_tree.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kTypingDelayMs = 150;
constexpr int kWidestColumn = 520;

const model::reports::Report* reportAt(int index) {
    const auto all = model::reports::all();
    return index >= 0 && static_cast<std::size_t>(index) < all.size() ? all[static_cast<std::size_t>(index)] : nullptr;
}

int indexOf(const model::reports::Report* report) {
    const auto all = model::reports::all();
    return static_cast<int>(std::find(all.begin(), all.end(), report) - all.begin());
}

/// Of the tables that look at certain rows the first whose rows are there; where there are only samples those.
int firstWithRows(const model::Snapshot& s) {
    for (const model::reports::Report* r : model::reports::all()) {
        if (r->needs.has(model::TrackKind::Host)) continue;  // it looks at everything
        for (const model::Track& t : s.tree().tracks)
            if (r->needs.has(t.kind) && !t.lanes.empty() && !s.lane(t.lanes[0]).isEmpty()) return indexOf(r);
    }
    for (const auto& [source, key] : {std::pair(model::CallSource::Samples, "cpu_sample_sum"),
                                      std::pair(model::CallSource::PythonSamples, "python_sample_sum")})
        if (isThere(s, source)) return indexOf(model::reports::find(key));
    return 0;
}

}  // namespace

ReportsPane::ReportsPane(QWidget* parent)
    : Pane(parent), m_report(new QComboBox), m_names(new QComboBox), m_filter(new QLineEdit),
      m_copyCommand(new QToolButton), m_export(new QToolButton), m_meaning(new QLabel), m_status(new QLabel),
      m_table(new Table(QStringLiteral("reports"))), m_model(new ReportTableModel(this)) {
    m_report->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_report->setMaxVisibleItems(30);
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(240);
    m_filter->setMinimumWidth(60);
    m_copyCommand->setIcon(icon(QStringLiteral("copy")));
    m_export->setIcon(icon(QStringLiteral("save")));
    for (QToolButton* button : {m_copyCommand, m_export}) {
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    m_meaning->setForegroundRole(QPalette::PlaceholderText);
    m_meaning->setWordWrap(true);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);

    auto* content = new QWidget;
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 2);
    top->addWidget(m_report);
    top->addWidget(m_names);
    top->addWidget(makeSpan());
    top->addWidget(m_filter);
    top->addStretch();
    top->addWidget(m_status);
    top->addSpacing(12);
    top->addWidget(m_copyCommand);
    top->addWidget(m_export);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(12, 0, 12, 4);
    below->addWidget(m_meaning);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addLayout(below);
    column->addWidget(m_table, 1);
    setContent(content);

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingDelayMs);
    connect(&m_typing, &QTimer::timeout, this, [this] {
        m_model->setFilter(m_filter->text());
        emit chipsChanged();
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_report, &QComboBox::activated, this, [this] {
        m_chosen = true;
        refresh();
    });
    connect(m_names, &QComboBox::activated, this, &ReportsPane::refresh);
    connect(m_copyCommand, &QToolButton::clicked, this, [this] { copyText(command()); });
    connect(m_export, &QToolButton::clicked, this, &ReportsPane::chooseFile);
    connect(m_model, &ReportTableModel::changed, this, &ReportsPane::updateTexts);
    connect(m_table, &Table::rowActivated, this, [this](const QModelIndex& index) {
        if (host()) showEvidence(*host(), m_model->evidence(index));
    });
    fillReports();
    retranslate();
}

void ReportsPane::fillReports() {
    const int chosenIndex = std::max(0, m_report->currentIndex());
    const int namesIndex = std::max(0, m_names->currentIndex());
    m_report->clear();
    for (const model::reports::Report* r : model::reports::all()) {
        m_report->addItem(m_words(r->title));
        m_report->setItemData(m_report->count() - 1,
                              QString::fromUtf8(r->key.data(), static_cast<qsizetype>(r->key.size())), Qt::ToolTipRole);
    }
    m_report->setCurrentIndex(chosenIndex);
    m_names->clear();
    m_names->addItems({tr("Full kernel names"), tr("Base names"), tr("Mangled names")});
    m_names->setCurrentIndex(namesIndex);
}

const model::reports::Report* ReportsPane::chosen() const { return reportAt(m_report->currentIndex()); }

bool ReportsPane::showReport(std::string_view key) {
    const model::reports::Report* report = model::reports::find(key);
    if (!report) return false;
    m_chosen = true;
    m_report->setCurrentIndex(indexOf(report));
    refresh();
    return true;
}

QString ReportsPane::whyNoPart(const QString& key) const {
    return tr("There is no table “%1”; “sightline stats --help-reports” lists them.").arg(key);
}

void ReportsPane::refresh() {
    if (!hasReport()) {
        m_model->show({});
        return setEmptyText(tr("Open a report to see its statistics."));
    }
    if (isLoading()) return setEmptyText(tr("Statistics are made when the report is loaded."));
    if (!isVisible()) return;
    emit chipsChanged();
    ReportTableModel::Request request;
    request.snapshot = host()->report();
    if (const ReportWords words(request.snapshot); words != m_words) {
        m_words = words;
        fillReports();
    }
    if (!m_chosen) m_report->setCurrentIndex(firstWithRows(*request.snapshot));
    request.report = chosen();
    request.range = span()->range();
    request.names = static_cast<model::reports::KernelNames>(m_names->currentIndex());
    m_model->show(std::move(request));
    setEmptyText({});
    updateTexts();
}

void ReportsPane::updateTexts() {
    const model::reports::Report* report = m_model->report();
    if (report && report != m_sized && !m_model->isWorking()) {
        m_sized = report;
        m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
        m_table->resizeColumnsToContents();
        for (int c = 0; c < m_model->columnCount(); ++c)
            m_table->setColumnWidth(c, std::min(kWidestColumn, m_table->columnWidth(c) + 12));
    }
    const auto rows = static_cast<std::uint64_t>(m_model->rowCount());
    m_export->setEnabled(rows > 0);
    const model::reports::Report* wanted = chosen();
    if (wanted) setManualPlace(this, "report", wanted->key);
    m_meaning->setText(wanted ? m_words(wanted->meaning) : QString());
    if (m_model->isWorking()) return m_status->setText(tr("Counting…"));
    emit settled();
    if (const model::Message why = m_model->why(); !why.empty()) return m_status->setText(m_words(why));
    m_status->setText(
        rows < m_model->total()
            ? tr("%1 of %2 rows").arg(timeline::formatCount(rows), timeline::formatCount(m_model->total()))
            : tr("%1 row(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(rows, INT_MAX)))
                  .arg(timeline::formatCount(rows)));
}

QString ReportsPane::whyEmpty() const {
    const QString why = Pane::whyEmpty();
    return why.isEmpty() ? m_words(m_model->why()) : why;
}

QList<Chip> ReportsPane::chips() const {
    QList<Chip> out = chipsOf(nullptr);
    if (!m_filter->text().isEmpty())
        out.append({tr("%1: %2", "pane and its filter").arg(title(), m_filter->text()),
                    tr("Only rows that hold this text are in the table"), [this] { m_filter->clear(); }});
    return out;
}

QString ReportsPane::command() const {
    const model::reports::Report* report = chosen();
    if (!host() || !report) return {};
    QString out = QStringLiteral("sightline stats -r %1")
                      .arg(QString::fromUtf8(report->key.data(), static_cast<qsizetype>(report->key.size())));
    if (m_names->currentIndex() == 1) out += QStringLiteral(":base");
    if (m_names->currentIndex() == 2) out += QStringLiteral(":mangled");
    if (const auto range = span()->range())
        out += QStringLiteral(" --filter-time %1/%2").arg(range->begin).arg(range->end);
    QString path = host()->path();
    return out + QStringLiteral(" '%1'").arg(path.replace(QLatin1String("'"), QLatin1String("'\\''")));
}

QString ReportsPane::pictureTitle() const {
    return m_report->currentText().isEmpty() ? title() : m_report->currentText();
}

bool ReportsPane::exportTo(const QString& path) const {
    QSaveFile file(path);
    const std::string text = m_model->csv();
    return file.open(QIODevice::WriteOnly) &&
           file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) &&
           file.commit();
}

void ReportsPane::chooseFile() {
    const model::reports::Report* report = m_model->report();
    if (!report) return;
    auto* dialog = new QFileDialog(this, tr("Export the Table"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Comma-separated values (*.csv)"));
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(QString::fromUtf8(report->key.data(), static_cast<qsizetype>(report->key.size())) +
                       QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_status->setText(exportTo(path) ? tr("Written to %1").arg(path)
                                         : tr("%1 could not be written. Choose another folder.").arg(path));
    });
    dialog->open();
}

void ReportsPane::retranslate() {
    m_report->setToolTip(tr("Which table"));
    m_report->setAccessibleName(m_report->toolTip());
    m_names->setToolTip(tr("How kernels are named"));
    m_names->setAccessibleName(m_names->toolTip());
    m_filter->setPlaceholderText(tr("Filter rows"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_copyCommand->setText(tr("Copy Command"));
    m_copyCommand->setToolTip(tr("Copy the command that prints this table"));
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("Write the table as CSV, times in nanoseconds"));
    m_table->setAccessibleName(title());
    fillReports();
    m_model->retranslate();
    refresh();
}

}  // namespace app
