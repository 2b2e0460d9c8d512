// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/sql/sql_pane.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QSaveFile>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <climits>

#include "app/kit/icons.h"
#include "app/kit/preferences.h"
#include "app/kit/tables/table.h"
#include "app/panes/sql/query_row.h"
#include "app/panes/sql/result_chart.h"
#include "app/panes/sql/sql_editor.h"
#include "app/pictures/widget_painter.h"
#include "app/report/row_menu.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr qsizetype kKept = 50;  // statements of the history
// Logical px, of what cells say and of what headings say.
constexpr int kWidestColumn = 420, kWidestHeading = 900, kSortArrow = 20, kCellPadding = 16;
constexpr int kMeasuredRows = 100;
constexpr qsizetype kMeasuredLetters = 100;
constexpr int kThreads = 2;

bool isTime(qint64 ns) { return ns > -model::kTimeLimit && ns < model::kTimeLimit; }

struct Example {
    const char* title;
    const char* sql;
};
constexpr Example kExamples[] = {
    {QT_TRANSLATE_NOOP("app::SqlPane", "Kernels by time"),
     "SELECT s.value AS kernel, count(*) AS n, sum(k.end - k.start) AS ns\nFROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.shortName\nGROUP BY 1 ORDER BY 3 DESC"},
    {QT_TRANSLATE_NOOP("app::SqlPane", "Longest launch to start"),
     "SELECT s.value AS kernel, k.start - r.end AS queued_ns, r.start, k.end\nFROM CUPTI_ACTIVITY_KIND_KERNEL k\nJOIN CUPTI_ACTIVITY_KIND_RUNTIME r USING (correlationId)\nJOIN StringIds s ON s.id = k.shortName\n"
     "ORDER BY 2 DESC LIMIT 100"},
    {QT_TRANSLATE_NOOP("app::SqlPane", "Copies by direction and size"),
     "SELECT o.label, count(*) AS n, sum(m.bytes) AS bytes, sum(m.end - m.start) AS ns\nFROM CUPTI_ACTIVITY_KIND_MEMCPY m JOIN ENUM_CUDA_MEMCPY_OPER o ON o.id = m.copyKind\nGROUP BY 1 ORDER BY 4 DESC"},
    {QT_TRANSLATE_NOOP("app::SqlPane", "NVTX ranges by time"),
     "SELECT coalesce(n.text, s.value) AS range, count(*) AS n, sum(n.end - n.start) AS ns\nFROM NVTX_EVENTS n LEFT JOIN StringIds s ON s.id = n.textId\nWHERE n.end IS NOT NULL GROUP BY 1 ORDER BY 3 DESC"},
    {QT_TRANSLATE_NOOP("app::SqlPane", "Everything that there is, by kind"),
     "SELECT kind, count(*) AS n, sum(dur) AS ns FROM events GROUP BY 1 ORDER BY 2 DESC"},
};

}  // namespace

SqlPane::SqlPane(QWidget* parent)
    : Pane(parent), m_run(new QToolButton), m_cancel(new QToolButton), m_examples(new QToolButton),
      m_historyButton(new QToolButton), m_chartButton(new QToolButton), m_addRow(new QToolButton),
      m_mark(new QToolButton), m_export(new QToolButton), m_rowName(new QLineEdit), m_examplesMenu(new QMenu(this)),
      m_historyMenu(new QMenu(this)), m_status(new QLabel), m_tables(new QTreeWidget), m_editor(new SqlEditor),
      m_views(new QStackedWidget), m_table(new Table(QString())), m_model(new SqlResultModel(this)),
      m_chart(new ResultChart), m_background(kThreads) {
    m_mark->setIcon(icon(QStringLiteral("mark")));
    m_export->setIcon(icon(QStringLiteral("save")));
    m_chartButton->setCheckable(true);
    m_examples->setMenu(m_examplesMenu);
    m_historyButton->setMenu(m_historyMenu);
    for (QToolButton* b : {m_examples, m_historyButton}) b->setPopupMode(QToolButton::InstantPopup);
    for (QToolButton* b : {m_run, m_cancel, m_examples, m_historyButton, m_chartButton, m_addRow, m_mark, m_export})
        b->setAutoRaise(true);
    m_rowName->setMaximumWidth(180);
    m_rowName->setMaxLength(256);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setMinimumWidth(40);
    m_tables->setHeaderHidden(true);
    m_tables->setProperty(kLeadsToContent, true);
    m_tables->setFrameShape(QFrame::NoFrame);
    m_tables->setUniformRowHeights(true);
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_views->addWidget(m_table);
    m_views->addWidget(m_chart);
    layOut();
    connectSignals();
    retranslate();
}

void SqlPane::layOut() {
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 2, 8, 2);
    for (QToolButton* b : {m_run, m_cancel, m_examples, m_historyButton}) top->addWidget(b);
    top->addSpacing(8);
    top->addWidget(m_status, 1);
    for (QWidget* w : std::initializer_list<QWidget*>{m_chartButton, m_rowName, m_addRow, m_mark, m_export})
        top->addWidget(w);
    auto* right = new QSplitter(Qt::Vertical);
    right->addWidget(m_editor);
    right->addWidget(m_views);
    right->setStretchFactor(1, 1);
    right->setSizes({70, 160});
    right->setChildrenCollapsible(false);
    auto* splitter = new QSplitter;
    splitter->addWidget(m_tables);
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({320, 1000});
    splitter->setChildrenCollapsible(false);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(splitter, 1);
    setContent(content);
}

void SqlPane::connectSignals() {
    connect(m_run, &QToolButton::clicked, this, qOverload<>(&SqlPane::run));
    connect(m_editor, &SqlEditor::runRequested, this, qOverload<>(&SqlPane::run));
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        m_model->cancel();
        stopJobs();
    });
    connect(m_chartButton, &QToolButton::toggled, this, [this](bool on) {
        m_views->setCurrentIndex(on);
        drawChart();
    });
    connect(m_addRow, &QToolButton::clicked, this, &SqlPane::addRow);
    connect(m_rowName, &QLineEdit::returnPressed, this, &SqlPane::addRow);
    connect(m_mark, &QToolButton::clicked, this, &SqlPane::markInTimeline);
    connect(m_export, &QToolButton::clicked, this, &SqlPane::chooseFile);
    connect(m_model, &SqlResultModel::taken, this, &SqlPane::onTaken);
    connect(m_model, &SqlResultModel::changed, this, &SqlPane::onChanged);
    setSubjects(m_table, [this](const QModelIndex& index) { return subject(index); });
    connect(m_tables, &QTreeWidget::itemDoubleClicked, this, [this](const QTreeWidgetItem* item) {
        m_editor->insertPlainText(item->data(0, Qt::UserRole).toString());
        m_editor->setFocus();
    });
}

SqlPane::~SqlPane() { stopJobs(); }

void SqlPane::stopJobs() {
    m_stopJob.request_stop();
    m_stopFile.request_stop();
}

void SqlPane::hostChanged() {
    m_stopJob.request_stop();  // a file that is being written goes on
    m_said.clear();
    m_model->clear();
}

void SqlPane::refresh() {
    if (!hasReport()) return setEmptyText(tr("Open a report to query it in SQL."));
    if (isLoading()) return setEmptyText(tr("Queries can be run once the report is loaded."));
    setEmptyText({});
    if (!isVisible()) return;
    if (m_listed != host()->report()) startListing();
    onChanged();
}

void SqlPane::startListing() {
    m_listed = host()->report();
    m_listing.run([report = m_listed](const std::stop_token&) { return importers::SqlSession(report).tables(); },
                  [this](std::vector<importers::SqlTableInfo> tables) { showTables(std::move(tables)); });
}

void SqlPane::showTables(std::vector<importers::SqlTableInfo> tables) {
    m_tables->clear();
    QStringList names;
    for (const importers::SqlTableInfo& t : tables) {
        const QString name = QString::fromStdString(t.name);
        auto* item = new QTreeWidgetItem(
            m_tables, {tr("%1 (%2)", "table and its number of rows").arg(name, timeline::formatCount(t.rows))});
        item->setData(0, Qt::UserRole, name);
        names.append(name);
        for (const auto& c : t.columns) {
            const QString column = QString::fromStdString(c.name);
            auto* below = new QTreeWidgetItem(
                item, {column + (c.type.empty() ? QString() : u' ' + QString::fromStdString(c.type))});
            below->setData(0, Qt::UserRole, column);
            names.append(column);
        }
    }
    names.removeDuplicates();
    m_editor->setNames(names);
    onChanged();
}

void SqlPane::run() {
    const QString sql = m_editor->toPlainText().trimmed();
    if (sql.isEmpty() || !hasReport() || isLoading()) return;
    m_said.clear();
    remember(sql);
    m_model->run(host()->report(), m_editor->toPlainText());
}

void SqlPane::run(const QString& sql) {
    m_editor->setPlainText(sql);
    run();
}

bool SqlPane::showPart(const QString& sql) {
    run(sql);
    return true;
}

void SqlPane::showChart(bool on) { m_chartButton->setChecked(on); }

void SqlPane::onChanged() {
    const bool working = m_model->isWorking();
    m_run->setEnabled(!working);
    m_cancel->setEnabled(working || m_jobs > 0);
    m_status->setText(status());
    m_status->setToolTip(m_status->text());
    m_export->setEnabled(m_model->rowCount() > 0 && m_jobs == 0);
    m_mark->setEnabled(m_model->rowCount() > 0 && m_jobs == 0 &&
                       m_model->result().column(QStringLiteral("start")) >= 0);
    updateAddRow();
    if (isSettled()) emit settled();
}

void SqlPane::onTaken() {
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    fitColumns();
    drawChart();
    m_rowName->clear();
    m_rowName->setPlaceholderText(titleOfQuery(m_model->sql()));
    if (const auto& error = m_model->result().error; error && !error->cancelled) m_editor->showMistake(error->offset);
}

// A heading is read before its cells: it has room for all of it, and for the arrow.
void SqlPane::fitColumns() {
    const QFontMetrics metrics(m_table->fontMetrics());
    for (int c = 0; c < m_model->columnCount(); ++c) {
        int cells = 0;
        for (int r = 0; r < std::min(m_model->rowCount(), kMeasuredRows); ++r)
            cells = std::max(cells,
                             metrics.horizontalAdvance(m_model->index(r, c).data().toString().left(kMeasuredLetters)) +
                                 kCellPadding);
        const int heading = m_table->horizontalHeader()->sectionSizeHint(c) + kSortArrow;
        m_table->setColumnWidth(c, std::max(std::min(kWidestColumn, cells), std::min(kWidestHeading, heading)));
    }
}

void SqlPane::drawChart() {
    if (m_chartButton->isChecked()) m_chart->setPoints(m_model->points());
}

void SqlPane::updateAddRow() {
    const bool can = m_model->rowCount() > 0 && EventColumns(m_model->result()).areEnough();
    m_rowName->setVisible(can);
    m_addRow->setEnabled(can && m_jobs == 0 && !m_model->isWorking());
    m_addRow->setToolTip(
        can ? tr("Show these events as a row of the timeline, above the others")
            : tr("A result whose column “start” holds nanoseconds can be a row of the timeline; “end” or “dur” gives the length, “name” the label"));
}

// From the rows that are there: at most SqlResultModel::kMostRows.
void SqlPane::addRow() {
    if (!host() || !m_addRow->isEnabled() || m_model->report() != host()->report()) return;
    const QString title =
        m_rowName->text().trimmed().isEmpty() ? m_rowName->placeholderText() : m_rowName->text().trimmed();
    m_stopJob = std::stop_source();
    m_doing = tr("Adding the row…");
    ++m_jobs;
    onChanged();
    m_background.run(
        this,
        [rows = m_model->sharedResult(), report = host()->report(), strings = host()->strings(),
         track = host()->nextRow(), title,
         stop = m_stopJob.get_token()] { return makeQueryRow(*rows, *report, *strings, track, title, stop); },
        [this, to = QPointer<PaneHost>(host()), report = host()->report(), stop = m_stopJob.get_token(),
         more = m_model->result().more](QueryRow made) {
            --m_jobs;
            const bool shown = to && made.done && !stop.stop_requested() && to->addRow(report, std::move(made.row));
            made.done = shown;
            m_said = made.sentence();
            if (shown && more)
                m_said += u' ' + tr("The result has more rows than can be shown; the rest of them is not in it.");
            if (shown && host() == to) to->scrollToTop();  // rows of queries stand above all others
            onChanged();
        });
}

QString SqlPane::status() const {
    if (m_model->isWorking()) return tr("Running…");
    if (m_jobs > 0) return m_doing;
    if (!m_said.isEmpty()) return m_said;
    const SqlRows& r = m_model->result();
    if (r.error) return QCoreApplication::translate("Sql", r.error->message.c_str());
    if (r.columns.isEmpty()) return tr("Ctrl+Enter runs the statement; times are in nanoseconds.");
    const QString rows = tr("%1 row(s)", nullptr, static_cast<int>(std::min<std::size_t>(r.rows(), INT_MAX)))
                             .arg(timeline::formatCount(r.rows()));
    const QString time = timeline::formatDuration(static_cast<model::TimeNs>(r.seconds * 1e9));
    return r.more ? tr("The first %1 in %2; there are more").arg(rows, time)
                  : tr("%1 in %2", "rows, duration of the query").arg(rows, time);
}

QString SqlPane::whyEmpty() const {
    const QString why = Pane::whyEmpty();
    return why.isEmpty() && m_model->result().error ? status() : why;
}

void SqlPane::markInTimeline() {
    const int start = m_model->result().column(QStringLiteral("start"));
    if (!host() || start < 0) return;
    m_stopJob = std::stop_source();
    m_doing = tr("Marking…");
    ++m_jobs;
    onChanged();
    m_background.run(
        this,
        [rows = m_model->sharedResult(), start] {
            std::vector<model::TimeNs> times;
            for (std::size_t row = 0; row < rows->rows(); ++row)
                if (const auto* t = std::get_if<qint64>(&rows->at(row, start)); t && isTime(*t)) times.push_back(*t);
            std::sort(times.begin(), times.end());
            return times;
        },
        [this, stop = m_stopJob.get_token()](std::vector<model::TimeNs> times) {
            --m_jobs;
            if (host() && !stop.stop_requested()) host()->setHits(std::move(times));
            onChanged();
        });
}

// An event, a name, or no more than a span of time.
RowSubject SqlPane::subject(const QModelIndex& index) const {
    const model::SnapshotPtr report = host()->report();
    if (m_model->report() != report) return {};
    const SqlRows& rows = m_model->result();
    const std::size_t row = m_model->source(index.row());
    if (const model::EventRef event = eventOfRow(rows, row, *report); event.isValid()) return subjectOf(*report, event);
    RowSubject out = subjectNamed(nameOfRow(rows, row, *report));
    if (const auto time = timeOfRow(rows, row)) out.evidence.range = *time;
    return out;
}

QStringList SqlPane::history() const { return preferences::kSqlHistory.value(); }

void SqlPane::remember(const QString& sql) {
    QStringList kept = history();
    kept.removeAll(sql);
    kept.prepend(sql);
    preferences::kSqlHistory.set(kept.first(std::min(kept.size(), kKept)));
    fillMenus();
}

void SqlPane::fillMenus() {
    m_examplesMenu->clear();
    for (const Example& e : kExamples)
        m_examplesMenu->addAction(tr(e.title), this, [this, &e] { run(QString::fromUtf8(e.sql)); });
    m_historyMenu->clear();
    for (const QString& sql : history()) {
        QString line = sql.simplified().left(100);
        m_historyMenu->addAction(line.replace(u'&', QStringLiteral("&&")), this,
                                 [this, sql] { m_editor->setPlainText(sql); });
    }
    m_historyButton->setEnabled(!m_historyMenu->isEmpty());
}

void SqlPane::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Export the Table"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Comma-separated values (*.csv)"));
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(QStringLiteral("query.csv"));
    connect(dialog, &QFileDialog::fileSelected, this, &SqlPane::writeCsv);
    dialog->open();
}

void SqlPane::writeCsv(const QString& path) {
    m_stopFile = std::stop_source();
    m_doing = tr("Writing %1…").arg(path);
    ++m_jobs;
    onChanged();
    m_background.run(
        this,
        [path, rows = m_model->sharedResult(), order = m_model->order(), stop = m_stopFile.get_token()] {
            QSaveFile file(path);
            if (!file.open(QIODevice::WriteOnly)) return file.errorString();
            const QString wrong = app::writeCsv(*rows, *order, file, stop);
            if (stop.stop_requested() || !wrong.isEmpty()) return wrong;  // what is not committed is not there
            return file.commit() ? QString() : file.errorString();
        },
        [this, path, stop = m_stopFile.get_token()](const QString& wrong) {
            --m_jobs;
            if (stop.stop_requested()) m_said = tr("Writing was cancelled; %1 is as it was.").arg(path);
            else
                m_said = wrong.isEmpty() ? tr("Written to %1").arg(path)
                                         : tr("%1 could not be written: %2. Choose another folder.").arg(path, wrong);
            onChanged();
        });
}

void SqlPane::retranslate() {
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Run the statement (Ctrl+Enter)"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop the query and keep the rows that it has returned so far"));
    m_examples->setText(tr("Examples"));
    m_historyButton->setText(tr("History"));
    m_chartButton->setText(tr("Chart"));
    m_chartButton->setToolTip(tr("Draw the first column of numbers over the first column"));
    m_addRow->setText(tr("Add as row"));
    m_rowName->setToolTip(tr("What the row will be called"));
    m_rowName->setAccessibleName(m_rowName->toolTip());
    m_mark->setToolTip(tr("Mark the times of the column “start” in the timeline"));
    m_export->setToolTip(tr("Write the result as CSV"));
    for (QToolButton* b : {m_mark, m_export}) b->setAccessibleName(b->toolTip());
    m_editor->setPlaceholderText(tr("SELECT … FROM events"));
    m_editor->setAccessibleName(tr("SQL statement"));
    m_tables->setAccessibleName(tr("Tables of the report"));
    m_tables->setToolTip(tr("A double click puts the name into the statement"));
    m_table->setAccessibleName(title());
    fillMenus();
    refresh();
}

}  // namespace app
