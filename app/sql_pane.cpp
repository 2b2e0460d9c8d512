// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sql_pane.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QSaveFile>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QThreadPool>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <climits>

#include "app/icons.h"
#include "app/result_chart.h"
#include "app/sql_editor.h"
#include "app/table.h"
#include "timeline/format.h"

namespace app {
namespace {

constexpr qsizetype kKept = 50;  // statements of the history
constexpr int kWidestColumn = 420;
const QString kHistoryKey = QStringLiteral("sql/history");

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
    : Pane(parent), m_run(new QToolButton), m_cancel(new QToolButton), m_examples(new QToolButton), m_historyButton(new QToolButton), m_chartButton(new QToolButton), m_mark(new QToolButton),
      m_export(new QToolButton), m_examplesMenu(new QMenu(this)), m_historyMenu(new QMenu(this)), m_status(new QLabel), m_tables(new QTreeWidget), m_editor(new SqlEditor), m_views(new QStackedWidget),
      m_table(new Table(QString())), m_model(new SqlResultModel(this)), m_chart(new ResultChart) {
    setObjectName(QStringLiteral("sqlPane"));
    m_mark->setIcon(icon(QStringLiteral("mark")));
    m_export->setIcon(icon(QStringLiteral("save")));
    m_chartButton->setCheckable(true);
    m_examples->setMenu(m_examplesMenu);
    m_historyButton->setMenu(m_historyMenu);
    for (QToolButton* b : {m_examples, m_historyButton}) b->setPopupMode(QToolButton::InstantPopup);
    for (QToolButton* b : {m_run, m_cancel, m_examples, m_historyButton, m_chartButton, m_mark, m_export}) b->setAutoRaise(true);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setMinimumWidth(40);
    m_tables->setHeaderHidden(true);
    m_tables->setFrameShape(QFrame::NoFrame);
    m_tables->setUniformRowHeights(true);
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_views->addWidget(m_table);
    m_views->addWidget(m_chart);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 2, 8, 2);
    for (QToolButton* b : {m_run, m_cancel, m_examples, m_historyButton}) top->addWidget(b);
    top->addSpacing(8);
    top->addWidget(m_status, 1);
    for (QToolButton* b : {m_chartButton, m_mark, m_export}) top->addWidget(b);
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

    connect(m_run, &QToolButton::clicked, this, qOverload<>(&SqlPane::run));
    connect(m_editor, &SqlEditor::runRequested, this, qOverload<>(&SqlPane::run));
    connect(m_cancel, &QToolButton::clicked, m_model, &SqlResultModel::cancel);
    connect(m_chartButton, &QToolButton::toggled, this, [this](bool on) { m_views->setCurrentIndex(on); });
    connect(m_mark, &QToolButton::clicked, this, &SqlPane::markInTimeline);
    connect(m_export, &QToolButton::clicked, this, &SqlPane::chooseFile);
    connect(m_model, &SqlResultModel::changed, this, &SqlPane::onChanged);
    connect(m_table, &Table::rowActivated, this, &SqlPane::activate);
    connect(m_tables, &QTreeWidget::itemDoubleClicked, this, [this](const QTreeWidgetItem* item) {
        m_editor->insertPlainText(item->data(0, Qt::UserRole).toString());
        m_editor->setFocus();
    });
    retranslate();
}

SqlPane::~SqlPane() { m_stopListing.request_stop(); }

void SqlPane::pageChanged() {
    m_model->clear();
    if (page()) connect(page()->document(), &Document::stateChanged, pageContext(), [this] { refresh(); });
    refresh();
}

void SqlPane::refresh() {
    if (!page() || page()->document()->state() == Document::State::Failed) return setEmptyText(tr("Open a report to ask it in SQL."));
    if (page()->document()->state() == Document::State::Loading) return setEmptyText(tr("Questions can be asked when the report is loaded."));
    setEmptyText({});
    if (!isVisible()) return;
    if (m_listed != page()->document()->snapshot()) startListing();
    onChanged();
}

void SqlPane::startListing() {
    m_stopListing.request_stop();
    m_stopListing = std::stop_source();
    m_listed = page()->document()->snapshot();
    m_listing = true;
    QThreadPool::globalInstance()->start([report = m_listed, stop = m_stopListing.get_token(), self = QPointer<SqlPane>(this)] {
        std::vector<importers::SqlTableInfo> tables = importers::SqlSession(report).tables();
        if (stop.stop_requested()) return;
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, stop, tables = std::move(tables)]() mutable {
                if (self && !stop.stop_requested()) self->takeTables(std::move(tables));
            },
            Qt::QueuedConnection);
    });
}

void SqlPane::takeTables(std::vector<importers::SqlTableInfo> tables) {
    m_listing = false;
    m_tables->clear();
    QStringList names;
    for (const importers::SqlTableInfo& t : tables) {
        const QString name = QString::fromStdString(t.name);
        auto* item = new QTreeWidgetItem(m_tables, {tr("%1 (%2)", "table and its number of rows").arg(name, timeline::formatCount(t.rows))});
        item->setData(0, Qt::UserRole, name);
        names.append(name);
        for (const auto& c : t.columns) {
            const QString column = QString::fromStdString(c.name);
            auto* below = new QTreeWidgetItem(item, {column + (c.type.empty() ? QString() : u' ' + QString::fromStdString(c.type))});
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
    if (!page() || sql.isEmpty() || page()->document()->state() != Document::State::Ready) return;
    m_exported.clear();
    remember(sql);
    m_model->run(page()->document()->snapshot(), m_editor->toPlainText());
}

void SqlPane::run(const QString& sql) {
    m_editor->setPlainText(sql);
    run();
}

void SqlPane::showChart(bool on) { m_chartButton->setChecked(on); }

void SqlPane::onChanged() {
    const bool working = m_model->isWorking();
    m_run->setEnabled(!working);
    m_cancel->setEnabled(working);
    m_status->setText(status());
    m_status->setToolTip(m_status->text());
    m_export->setEnabled(m_model->rowCount() > 0);
    m_mark->setEnabled(m_model->rowCount() > 0 && m_model->result().column(QStringLiteral("start")) >= 0);
    if (working) return;
    m_table->resizeColumnsToContents();
    for (int c = 0; c < m_model->columnCount(); ++c) m_table->setColumnWidth(c, std::min(kWidestColumn, m_table->columnWidth(c)));
    m_chart->setRows(m_model->result());
    if (const auto& error = m_model->result().error; error && !error->cancelled) m_editor->showMistake(error->offset);
    if (isSettled()) emit settled();
}

QString SqlPane::status() const {
    if (!m_exported.isEmpty()) return m_exported;
    if (m_model->isWorking()) return tr("Running…");
    const SqlRows& r = m_model->result();
    if (r.error) return QCoreApplication::translate("Sql", r.error->message.c_str());
    if (r.columns.isEmpty()) return tr("Ctrl+Enter runs the statement; times are in nanoseconds.");
    const QString rows = tr("%1 row(s)", nullptr, static_cast<int>(std::min<std::size_t>(r.rows(), INT_MAX))).arg(timeline::formatCount(r.rows()));
    const QString time = timeline::formatDuration(static_cast<model::TimeNs>(r.seconds * 1e9));
    return r.more ? tr("The first %1 in %2; there are more").arg(rows, time) : tr("%1 in %2", "rows, duration of the query").arg(rows, time);
}

void SqlPane::markInTimeline() {
    const SqlRows& r = m_model->result();
    const int start = r.column(QStringLiteral("start"));
    if (!page() || start < 0) return;
    std::vector<model::TimeNs> times;
    for (std::size_t row = 0; row < r.rows(); ++row)
        if (const auto* t = std::get_if<qint64>(&r.at(row, start)); t && isTime(*t)) times.push_back(*t);
    page()->view()->setHits(std::move(times));
}

// A row with a start and an end is a span of time.
void SqlPane::activate(const QModelIndex& index) {
    const SqlRows& r = m_model->result();
    const int start = r.column(QStringLiteral("start")), end = r.column(QStringLiteral("end"));
    if (!page() || start < 0) return;
    const std::size_t row = m_model->source(index.row());
    const auto* from = std::get_if<qint64>(&r.at(row, start));
    const auto* to = end >= 0 ? std::get_if<qint64>(&r.at(row, end)) : nullptr;
    if (!from || !isTime(*from) || (to && (*to < *from || !isTime(*to)))) return;
    const model::TimeRange range{*from, to ? std::max(*to, *from + 1) : *from + 1};
    page()->view()->setSelection(range);
    page()->view()->zoomTo(range);
}

QStringList SqlPane::history() const { return QSettings().value(kHistoryKey).toStringList(); }

void SqlPane::remember(const QString& sql) {
    QStringList kept = history();
    kept.removeAll(sql);
    kept.prepend(sql);
    QSettings().setValue(kHistoryKey, kept.first(std::min(kept.size(), kKept)));
    fillMenus();
}

void SqlPane::fillMenus() {
    m_examplesMenu->clear();
    for (const Example& e : kExamples) m_examplesMenu->addAction(tr(e.title), this, [this, &e] { run(QString::fromUtf8(e.sql)); });
    m_historyMenu->clear();
    for (const QString& sql : history()) {
        QString line = sql.simplified().left(100);
        m_historyMenu->addAction(line.replace(u'&', QStringLiteral("&&")), this, [this, sql] { m_editor->setPlainText(sql); });
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
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        QSaveFile file(path);
        const QByteArray text = m_model->csv();
        const bool done = file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
        m_exported = done ? tr("Written to %1").arg(path) : tr("%1 could not be written: %2. Choose another folder.").arg(path, file.errorString());
        onChanged();
    });
    dialog->open();
}

void SqlPane::showEvent(QShowEvent* event) {
    Pane::showEvent(event);
    refresh();
}

void SqlPane::retranslate() {
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Run the statement (Ctrl+Enter)"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop the query; what it gave so far stays"));
    m_examples->setText(tr("Examples"));
    m_historyButton->setText(tr("History"));
    m_chartButton->setText(tr("Chart"));
    m_chartButton->setToolTip(tr("Draw the first column of numbers over the first column"));
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
