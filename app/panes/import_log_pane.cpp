// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/import_log_pane.h"

#include <QDateTime>
#include <QFile>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTreeWidget>
#include <algorithm>
#include <climits>
#include <utility>

#include "app/kit/error_text.h"
#include "app/kit/icons.h"
#include "app/kit/tables/sentence_table.h"
#include "app/panes/merged_files_view.h"
#include "app/pictures/picture_fonts.h"
#include "app/pictures/widget_painter.h"
#include "app/report/health_view.h"
#include "importers/open.h"
#include "model/query/drawn.h"
#include "model/store/file_facts.h"
#include "model/store/process_number.h"
#include "timeline/look/format.h"
#include "timeline/text/event_text.h"

namespace app {
namespace {

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

QStandardItem* item(const QString& shown, const QString& copied = {}) {
    auto* out = new QStandardItem(shown);
    out->setData(copied.isNull() ? shown : copied, kCopyRole);
    return out;
}

// Sorts by value, not by text.
QStandardItem* number(std::uint64_t n) {
    auto* out = item(timeline::formatCount(n), QString::number(n));
    out->setData(QVariant::fromValue<qulonglong>(n), Qt::UserRole);
    out->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return out;
}

Table* makeTable(const QString& key, QStandardItemModel* model, QList<int> sentences) {
    auto* table = new SentenceTable(key, std::move(sentences));
    table->setModel(model);
    model->setSortRole(Qt::UserRole);
    table->setSortingEnabled(true);
    table->sortByColumn(-1, Qt::AscendingOrder);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

QString severityIcon(model::Severity severity) {
    return severity == model::Severity::Info ? QStringLiteral("info") : QStringLiteral("warning");
}

}  // namespace

ImportLogPane::ImportLogPane(QWidget* parent)
    : Pane(parent), m_sections(new QListWidget), m_notes(new QStandardItemModel(this)),
      m_kinds(new QStandardItemModel(this)), m_session(new QStandardItemModel(this)),
      m_notesTable(makeTable(QStringLiteral("notes"), m_notes, {1, 3})),
      m_kindsTable(makeTable(QStringLiteral("kinds"), m_kinds, {0, 3})),
      m_sessionTable(makeTable(QStringLiteral("session"), m_session, {1})), m_health(new HealthView),
      m_files(new MergedFilesView), m_devices(new QTreeWidget), m_outputs(new QListWidget),
      m_outputText(new QPlainTextEdit) {
    m_sections->setFrameShape(QFrame::NoFrame);
    m_sections->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (int i = 0; i < SectionCount; ++i) {
        m_sections->addItem(QString());
        m_sections->item(i)->setSizeHint(QSize(0, m_sections->fontMetrics().height() + 10));
    }
    m_devices->setFrameShape(QFrame::NoFrame);
    m_devices->setHeaderHidden(true);
    m_devices->setColumnCount(2);
    m_devices->setUniformRowHeights(true);
    m_devices->setIndentation(14);
    m_devices->setAlternatingRowColors(true);
    m_devices->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_outputs->setFrameShape(QFrame::NoFrame);
    m_outputText->setFrameShape(QFrame::NoFrame);
    m_outputText->setReadOnly(true);
    m_outputText->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_outputText->setFont(fixedFont());

    auto* output = new QSplitter;
    output->addWidget(m_outputs);
    output->addWidget(m_outputText);
    output->setStretchFactor(1, 1);
    output->setSizes({220, 600});
    auto* stack = new QStackedWidget;
    for (QWidget* w : std::initializer_list<QWidget*>{m_notesTable, m_health, m_files, m_kindsTable, m_sessionTable,
                                                      m_devices, output})
        stack->addWidget(w);
    auto* content = new QWidget;
    auto* across = new QHBoxLayout(content);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(1);
    across->addWidget(m_sections);
    across->addWidget(stack, 1);
    setContent(content);

    m_sections->setProperty(kLeadsToContent, true);
    connect(m_sections, &QListWidget::currentRowChanged, stack, &QStackedWidget::setCurrentIndex);
    connect(m_outputs, &QListWidget::currentRowChanged, this, &ImportLogPane::readOutput);
    m_sections->setCurrentRow(Notes);
    retranslate();
}

void ImportLogPane::showSection(Section section) { m_sections->setCurrentRow(section); }

void ImportLogPane::hostChanged() {
    m_health->setHost(host());
    m_files->setHost(host());
    const bool merged = host() && host()->isMerged();
    m_sections->item(Files)->setHidden(!merged);
    if (!merged && m_sections->currentRow() == Files) m_sections->setCurrentRow(Notes);
    // The output of another report has the same place in its list.
    m_reading.forget();
    m_outputs->clear();
}

void ImportLogPane::refreshNow() {
    if (isVisible()) m_health->refreshNow();
    Pane::refreshNow();
}

void ImportLogPane::refresh() {
    if (!host()) return setEmptyText(tr("Open a report to see how it was read."));
    if (!hasReport()) return setEmptyText(errorMessage(host()->error()).fact);
    if (!isVisible()) return;
    const model::SnapshotPtr s = host()->report();
    m_health->refresh();
    fillNotes(*s);
    fillKinds(*s);
    fillSession(*s);
    fillDevices(*s);
    fillOutput(*s);
    setEmptyText({});
}

void ImportLogPane::fillNotes(const model::Snapshot& s) {
    m_notes->setRowCount(0);
    m_notes->setHorizontalHeaderLabels({tr("Severity"), tr("Note"), tr("Count"), tr("First example"), tr("Position")});
    for (const model::Diagnostic& d : s.store().diagnostics().list()) {
        const model::Severity severity = model::noteInfo(d.note).severity;
        auto* weight = item(severityText(severity));
        weight->setIcon(icon(severityIcon(severity),
                             severity == model::Severity::DataLoss ? QPalette::BrightText : QPalette::PlaceholderText));
        weight->setData(static_cast<int>(severity), Qt::UserRole);
        auto* note = item(noteText(d));
        note->setData(note->text(), Qt::UserRole);
        note->setToolTip(note->text());
        auto* example = item(messageText(d.example));
        example->setData(example->text(), Qt::UserRole);
        auto* position = d.offset >= 0 ? number(static_cast<std::uint64_t>(d.offset)) : item({});
        m_notes->appendRow({weight, note, number(d.count), example, position});
    }
    if (m_notes->rowCount() == 0) {
        auto* fine = item(tr("Nothing to note: everything in the file was read and is drawn."));
        m_notes->appendRow({item({}), fine, item({}), item({}), item({})});
    }
    constexpr int kSeverity = 130, kCount = 90, kExample = 260, kPosition = 110;  // logical px
    const int rest = m_notesTable->viewport()->width() - kSeverity - kCount - kExample - kPosition;
    m_notesTable->setColumnWidth(0, kSeverity);
    m_notesTable->setColumnWidth(1, std::max(kExample, rest));
    m_notesTable->setColumnWidth(2, kCount);
    m_notesTable->setColumnWidth(3, kExample);
    m_notesTable->restoreColumns();
}

void ImportLogPane::fillKinds(const model::Snapshot& s) {
    m_kinds->setRowCount(0);
    m_kinds->setHorizontalHeaderLabels({tr("Kind"), tr("In the file"), tr("Drawn"), tr("Remark")});
    const auto drawn = model::drawnOf(s).byKind;
    const auto& inFile = s.info().eventsInFile;
    for (std::size_t k = 0; k < model::kEventKindCount; ++k) {
        if (!inFile[k] && !drawn[k]) continue;
        const auto kind = static_cast<model::EventKind>(k);
        QString remark;
        if (isLoading()) remark = tr("still reading");
        else if (drawn[k] == inFile[k]) remark = tr("all drawn");
        else if (kind == model::EventKind::Sched) remark = tr("“in” and “out” are drawn as one state");
        else if (kind == model::EventKind::Flow) remark = tr("the file has ends of arrows, and arrows are drawn");
        else if (drawn[k] < inFile[k])
            remark = tr("%Ln not drawn; the notes say why", nullptr,
                        static_cast<int>(std::min<std::uint64_t>(inFile[k] - drawn[k], INT_MAX)));
        else remark = tr("one entry of the file can be several events");
        auto* name = item(timeline::eventKindText(s, kind));
        name->setData(name->text(), Qt::UserRole);
        m_kinds->appendRow({name, number(inFile[k]), number(drawn[k]), item(remark)});
    }
    for (const auto& [reason, count] : s.info().skipped) {
        auto* name = item(tr("Left out: %1").arg(messageText(reason)));
        name->setData(name->text(), Qt::UserRole);
        m_kinds->appendRow({name, number(count), number(0), item({})});
    }
    m_kindsTable->setColumnWidth(0, 320);
    m_kindsTable->setColumnWidth(1, 130);
    m_kindsTable->setColumnWidth(2, 130);
    m_kindsTable->restoreColumns();
}

void ImportLogPane::fillSession(const model::Snapshot& s) {
    m_session->setRowCount(0);
    m_session->setHorizontalHeaderLabels({tr("Fact"), tr("Value")});
    const auto add = [this](const QString& name, const QString& value, const QString& raw = {}) {
        if (value.isEmpty()) return;
        auto* first = item(name);
        first->setData(name, Qt::UserRole);
        auto* second = item(value, raw.isEmpty() ? value : raw);
        second->setData(value, Qt::UserRole);
        second->setToolTip(value);
        m_session->appendRow({first, second});
    };
    const model::ReportInfo& info = s.info();
    add(tr("File"), host()->paths().join(u'\n'));
    add(tr("Format"), text(info.format));
    add(tr("Recorded by"), text(info.productVersion.empty() ? info.product : info.product + ' ' + info.productVersion));
    add(tr("Schema"), text(info.schemaVersion));
    if (info.fileBytes) add(tr("Size"), timeline::formatBytes(info.fileBytes), QString::number(info.fileBytes));
    add(tr("Length"), timeline::formatDuration(s.range().length()), QString::number(s.range().length()));
    if (info.utcEpochNs) {
        const QDateTime when = QDateTime::fromMSecsSinceEpoch(info.utcEpochNs / 1'000'000);
        add(tr("Time 0 of the report"), QLocale().toString(when, QLocale::LongFormat),
            when.toUTC().toString(Qt::ISODateWithMs));
    }
    for (const auto& [key, value] : info.session_facts) {
        const model::FactText fact = model::factText(key, value);
        add(messageText(fact.title), messageText(fact.value));
    }
    m_sessionTable->setColumnWidth(0, 240);
    m_sessionTable->restoreColumns();
}

void ImportLogPane::fillDevices(const model::Snapshot& s) {
    m_devices->clear();
    for (const model::Entity& entity : s.info().entities) {
        QString type;
        const auto id = [](std::int64_t v) { return v == model::TrackKey::kNone ? QString() : QString::number(v); };
        switch (entity.type) {
        case model::Entity::Type::Device: type = tr("GPU %1").arg(id(entity.key.device)); break;
        case model::Entity::Type::Process:
            type = tr("Process %1").arg(id(model::processNumber(s.info(), entity.key)));
            break;
        case model::Entity::Type::Thread: type = tr("Thread %1").arg(id(entity.key.tid)); break;
        case model::Entity::Type::Context: type = tr("Context %1").arg(id(entity.key.context)); break;
        case model::Entity::Type::Stream: type = tr("Stream %1").arg(id(entity.key.stream)); break;
        case model::Entity::Type::Host: type = tr("Host"); break;
        }
        auto* top = new QTreeWidgetItem(m_devices, {type, text(entity.name)});
        for (const auto& [key, value] : entity.facts) {
            const model::FactText fact = model::factText(key, value);
            new QTreeWidgetItem(top, {messageText(fact.title), messageText(fact.value)});
        }
        // GPUs are what people look for here; threads and streams are many.
        top->setExpanded(entity.type == model::Entity::Type::Device);
    }
    if (s.info().entities.empty()) new QTreeWidgetItem(m_devices, {tr("The report names no devices or processes.")});
}

void ImportLogPane::fillOutput(const model::Snapshot& s) {
    const auto& attachments = s.info().attachments;
    const int chosen = m_outputs->currentRow();
    const QSignalBlocker quiet(m_outputs);
    m_outputs->clear();
    for (const auto& a : attachments)
        m_outputs->addItem(a.pid ? tr("%1 of process %2").arg(text(a.name)).arg(a.pid) : text(a.name));
    m_outputs->setCurrentRow(chosen < m_outputs->count() ? chosen : -1);
    if (m_outputs->currentRow() < 0)
        m_outputText->setPlainText(attachments.empty() ? tr("The report holds no captured output.")
                                                       : tr("Choose one at the left; it is read from the file then."));
}

void ImportLogPane::readOutput(int row) {
    if (row < 0 || !host()) return;
    const model::SnapshotPtr s = host()->report();
    const auto& attachments = s->info().attachments;
    if (static_cast<std::size_t>(row) >= attachments.size()) return;
    m_outputText->setPlainText(tr("Reading…"));
    m_reading.run(
        [source = host()->source(attachments[static_cast<std::size_t>(row)])](const std::stop_token&) {
            const auto& [path, attachment] = source;
            return importers::readAttachment(QFile::encodeName(path).toStdString(), attachment);
        },
        [this](auto result) {
            if (result)
                return m_outputText->setPlainText(
                    QString::fromUtf8(result->data(), static_cast<qsizetype>(result->size())));
            const ErrorMessage message = errorMessage(result.error());
            m_outputText->setPlainText(message.fact + u' ' + message.next);
        });
}

void ImportLogPane::retranslate() {
    m_sections->item(Notes)->setText(tr("Notes"));
    m_sections->item(Health)->setText(tr("Capture health"));
    m_sections->item(Files)->setText(tr("Files and clocks"));
    m_sections->item(Kinds)->setText(tr("Events by kind"));
    m_sections->item(Session)->setText(tr("Session"));
    m_sections->item(Devices)->setText(tr("Devices and processes"));
    m_sections->item(Output)->setText(tr("Captured output"));
    int width = 0;
    for (int i = 0; i < SectionCount; ++i)
        width = std::max(width, m_sections->fontMetrics().horizontalAdvance(m_sections->item(i)->text()));
    m_sections->setFixedWidth(width + 28);
    m_sections->setAccessibleName(title());
    for (const auto& [table, section] :
         {std::pair(m_notesTable, Notes), std::pair(m_kindsTable, Kinds), std::pair(m_sessionTable, Session)})
        table->setAccessibleName(m_sections->item(section)->text());
    m_health->retranslate();
    m_files->refresh();
    refresh();
}

}  // namespace app
