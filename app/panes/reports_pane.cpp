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
#include "app/kit/preferences.h"
#include "app/kit/tables/choice_list.h"
#include "app/kit/tables/choice_split.h"
#include "app/kit/tables/table.h"
#include "app/pictures/widget_painter.h"
#include "app/report/evidence.h"
#include "app/report/row_menu.h"
#include "app/report/span_choice.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kTypingDelayMs = 150;
constexpr int kWidestReportColumn = 520;
constexpr int kLeastName = 160, kWidestFirstName = 260;  // px: of names behind all numbers, and before them

constexpr int kListWidth = 270;
constexpr auto kLastSubject = model::reports::Subject::Profiles;

QString keyOf(const model::reports::Report& report) {
    return QString::fromUtf8(report.key.data(), static_cast<qsizetype>(report.key.size()));
}

}  // namespace

ReportsPane::ReportsPane(QWidget* parent)
    : Pane(parent), m_list(new ChoiceList), m_names(new QComboBox), m_filter(new QLineEdit),
      m_copyCommand(new QToolButton), m_export(new QToolButton), m_meaning(new QLabel), m_status(new QLabel),
      m_table(new Table(QStringLiteral("reports"))), m_model(new ReportTableModel(this)) {
    m_list->setProperty(kLeadsToContent, true);
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
    m_table->viewport()->installEventFilter(this);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingDelayMs);
    layOut();
    connectSignals();
    fillReports();
    retranslate();
}

void ReportsPane::layOut() {
    auto* content = new QWidget;
    m_split = new ChoiceSplit(m_list, content, kListWidth);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 2);
    top->addWidget(m_split->button());
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
    setContent(m_split);
}

void ReportsPane::connectSignals() {
    connect(&m_typing, &QTimer::timeout, this, [this] {
        m_model->setFilter(m_filter->text());
        emit chipsChanged();
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_list, &ChoiceList::chosen, this, &ReportsPane::choose);
    connect(m_names, &QComboBox::activated, this, &ReportsPane::refresh);
    connect(m_copyCommand, &QToolButton::clicked, this, [this] { copyText(command()); });
    connect(m_export, &QToolButton::clicked, this, &ReportsPane::chooseFile);
    connect(m_model, &ReportTableModel::changed, this, &ReportsPane::updateTexts);
    setSubjects(m_table,
                [this](const QModelIndex& index) { return subjectOf(*host()->report(), m_model->evidence(index)); });
}

void ReportsPane::fillReports() {
    using namespace model::reports;
    QList<Choice> choices;
    for (int subject = 0; subject <= static_cast<int>(kLastSubject); ++subject)
        for (const Report* r : all()) {
            if (static_cast<int>(r->subject) != subject) continue;
            choices.append({keyOf(*r), m_words(r->title), m_words(titleOf(r->subject)), m_words(r->meaning),
                            m_contents ? m_words(lacks(*r, *m_contents)) : QString()});
        }
    m_list->setChoices(choices);
    m_split->updateButton();
}

void ReportsPane::fillNames() {
    const int index = std::max(0, m_names->currentIndex());
    m_names->clear();
    m_names->addItems({tr("Full kernel names"), tr("Base names"), tr("Mangled names")});
    m_names->setCurrentIndex(index);
}

const model::reports::Report* ReportsPane::chosen() const {
    return model::reports::find(m_list->current().toStdString());
}

// What a person chose goes to the next reports and the next start, but for what opens by itself anyway.
void ReportsPane::choose(const QString& key) {
    m_choice = model::reports::find(key.toStdString());
    m_chosenHere = true;
    const bool usual = m_contents && m_choice == &model::reports::opening(*m_contents);
    preferences::kReportsTable.set(usual ? QString() : key);
    refresh();
}

bool ReportsPane::showReport(std::string_view key) {
    const model::reports::Report* report = model::reports::find(key);
    if (!report) return false;
    m_choice = report;
    m_chosenHere = true;
    m_list->setCurrent(keyOf(*report));
    refresh();
    return true;
}

/// Null while nothing is known of the report.
const model::reports::Report* ReportsPane::wanted() const {
    using namespace model::reports;
    if (m_chosenHere) return m_choice;
    if (!m_contents) return nullptr;
    const Report* last = m_choice ? m_choice : model::reports::find(preferences::kReportsTable.value().toStdString());
    return last && lacks(*last, *m_contents).empty() ? last : &opening(*m_contents);
}

void ReportsPane::look(const model::SnapshotPtr& report) {
    m_contentsOf = report;
    m_looking.run([report](const std::stop_token& stop) { return model::reports::Contents(*report, stop); },
                  [this](const model::reports::Contents& contents) {
                      m_contents = contents;
                      fillReports();
                      refresh();
                  });
}

void ReportsPane::hostChanged() {
    m_looking.forget();
    m_contentsOf = nullptr;
    m_contents.reset();
    m_chosenHere = false;
    m_model->show({});
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
    if (m_model->setTimes(host()->times())) fitColumns();
    if (m_contentsOf != request.snapshot) look(request.snapshot);
    setEmptyText({});
    request.report = wanted();
    if (!request.report) return updateTexts();
    m_list->setCurrent(keyOf(*request.report));
    m_split->updateButton();
    request.range = span()->range();
    request.names = static_cast<model::reports::KernelNames>(m_names->currentIndex());
    m_model->show(std::move(request));
    updateTexts();
}

void ReportsPane::fitColumns() {
    m_table->resizeColumnsToContents();
    for (int c = 0; c < m_model->columnCount(); ++c)
        m_table->setColumnWidth(c, std::min(kWidestReportColumn, m_table->columnWidth(c) + 12));
    m_namesFirst = false;
    keepNamesInSight();
}

/// Names stand behind their numbers, as in what the command line prints. Where a pane has no room for both, they come
/// first: numbers without their names say nothing.
void ReportsPane::keepNamesInSight() {
    QHeaderView* header = m_table->horizontalHeader();
    for (int c = 0; c < header->count(); ++c) header->moveSection(header->visualIndex(c), c);
    const model::reports::Report* report = m_model->report();
    if (!report || report->columns.size() != static_cast<std::size_t>(header->count())) return;
    int names = header->count() - 1;  // what is about numbers stands behind the names
    while (names > 0 && report->columns[static_cast<std::size_t>(names)].role != model::reports::Role::Name) --names;
    if (names < 1) return;
    int numbers = 0;
    for (int c = 0; c < names; ++c) numbers += m_table->columnWidth(c);
    const bool first = numbers + kLeastName > m_table->viewport()->width();
    if (first) {
        header->moveSection(header->visualIndex(names), 0);
        if (!m_namesFirst) m_table->setColumnWidth(names, std::min(kWidestFirstName, m_table->columnWidth(names)));
    }
    m_namesFirst = first;
}

bool ReportsPane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table->viewport() && event->type() == QEvent::Resize) keepNamesInSight();
    return Pane::eventFilter(watched, event);
}

void ReportsPane::updateTexts() {
    const model::reports::Report* report = m_model->report();
    if (report && report != m_sized && !m_model->isWorking()) {
        m_sized = report;
        m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
        fitColumns();
    }
    const auto rows = static_cast<std::uint64_t>(m_model->rowCount());
    m_export->setEnabled(rows > 0);
    const model::reports::Report* wanted = chosen();
    if (wanted) setManualPlace(this, "report", wanted->key);
    m_meaning->setText(wanted ? m_words(wanted->meaning) : QString());
    if (m_model->isWorking() || m_looking.isWorking()) return m_status->setText(tr("Counting…"));
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
    QString out = QStringLiteral("sightline stats -r %1").arg(keyOf(*report));
    if (m_names->currentIndex() == 1) out += QStringLiteral(":base");
    if (m_names->currentIndex() == 2) out += QStringLiteral(":mangled");
    if (const auto range = span()->range())
        out += QStringLiteral(" --filter-time %1/%2").arg(range->begin).arg(range->end);
    QString path = host()->path();
    return out + QStringLiteral(" '%1'").arg(path.replace(QLatin1String("'"), QLatin1String("'\\''")));
}

QString ReportsPane::pictureTitle() const {
    const QString chosen = m_list->currentTitle();
    return chosen.isEmpty() ? title() : chosen;
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
    dialog->selectFile(keyOf(*report) + QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_status->setText(exportTo(path) ? tr("Written to %1").arg(path)
                                         : tr("%1 could not be written. Choose another folder.").arg(path));
    });
    dialog->open();
}

void ReportsPane::retranslate() {
    m_list->retranslate(tr("Which table"), tr("Find a table"));
    m_split->button()->setToolTip(tr("Which table"));
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
    fillNames();
    m_model->retranslate();
    refresh();
}

}  // namespace app
