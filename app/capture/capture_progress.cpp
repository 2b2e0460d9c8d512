// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/capture_progress.h"

#include <QEvent>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/kit/error_text.h"
#include "app/kit/file_text.h"
#include "app/kit/heading.h"
#include "app/kit/manual/manual_place.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kMostLines = 10'000;
constexpr int kEveryMs = 250;
enum Column { Process, Number, Bytes, Rate, ColumnCount };

/// Colours and movements of a terminal mean nothing here.
QString withoutEscapes(QString text) {
    static const QRegularExpression escapes(
        QStringLiteral("\\x1b(\\[[0-9;?]*[A-Za-z]|\\][^\\x07]*\\x07|[()][A-Z0-9])"));
    return text.remove(escapes);
}

QString stateName(const CaptureRun& run) {
    if (!run.isRunning()) return run.failed() ? CaptureProgress::tr("No report") : CaptureProgress::tr("Done");
    if (!run.session()) return CaptureProgress::tr("Starting…");
    switch (run.session()->state()) {
    case LiveSession::State::Connecting: return CaptureProgress::tr("Starting…");
    case LiveSession::State::Waiting: return CaptureProgress::tr("Waiting for the capture to begin");
    case LiveSession::State::Capturing: return CaptureProgress::tr("Capturing");
    case LiveSession::State::Stopped: return CaptureProgress::tr("The capture has ended; the program goes on");
    case LiveSession::State::Ending: return CaptureProgress::tr("Ending the program…");
    case LiveSession::State::Over: return CaptureProgress::tr("Writing the report…");
    }
    return {};
}

}  // namespace

CaptureProgress::CaptureProgress(QWidget* parent)
    : QWidget(parent), m_state(new QLabel(this)), m_figures(new QLabel(this)), m_note(new QLabel(this)),
      m_outputTitle(new QLabel(this)), m_processes(new QTreeWidget(this)), m_output(new QPlainTextEdit(this)),
      m_stop(new QPushButton(this)), m_abort(new QPushButton(this)), m_back(new QPushButton(this)),
      m_close(new QPushButton(this)) {
    setObjectName(QStringLiteral("captureProgress"));
    addManualKey(this, QStringLiteral("dialog.captureProgress"));
    setHeading(m_state, 1.25, QFont::DemiBold);
    m_figures->setForegroundRole(QPalette::PlaceholderText);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_processes->setColumnCount(ColumnCount);
    m_processes->setRootIsDecorated(false);
    m_processes->setUniformRowHeights(true);
    m_processes->setAlternatingRowColors(true);
    m_processes->setSelectionMode(QAbstractItemView::NoSelection);
    m_processes->setFocusPolicy(Qt::NoFocus);
    m_processes->setMaximumHeight(132);
    m_processes->header()->setStretchLastSection(false);
    m_processes->header()->setSectionResizeMode(Process, QHeaderView::Stretch);
    for (const int c : {Number, Bytes, Rate}) m_processes->setColumnWidth(c, 110);
    setUpOutput();
    m_stop->setObjectName(QStringLiteral("stopCapture"));
    m_abort->setObjectName(QStringLiteral("abortCapture"));
    m_back->setObjectName(QStringLiteral("captureAgain"));
    layOut();
    m_timer.setInterval(kEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &CaptureProgress::refresh);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        m_refusal = {};
        if (m_run) m_run->stop();
        refresh();
    });
    connect(m_abort, &QPushButton::clicked, this, [this] {
        if (m_run) m_run->abort();
        refresh();
    });
    connect(m_back, &QPushButton::clicked, this, &CaptureProgress::backRequested);
    connect(m_close, &QPushButton::clicked, this, &CaptureProgress::closeRequested);
    retranslate();
}

void CaptureProgress::setUpOutput() {
    m_output->setReadOnly(true);
    m_output->setUndoRedoEnabled(false);
    m_output->setMaximumBlockCount(kMostLines);
    m_output->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_output->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_output->setObjectName(QStringLiteral("programOutput"));
}

void CaptureProgress::layOut() {
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_state);
    words->addWidget(m_figures);
    auto* head = new QHBoxLayout;
    head->addLayout(words, 1);
    for (QPushButton* b : {m_stop, m_abort, m_back, m_close}) head->addWidget(b, 0, Qt::AlignVCenter);
    auto* down = new QVBoxLayout(this);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(10);
    down->addLayout(head);
    down->addWidget(m_note);
    down->addWidget(m_processes);
    down->addWidget(m_outputTitle);
    down->addWidget(m_output, 1);
}

void CaptureProgress::setRun(CaptureRun* run) {
    if (m_run) m_run->disconnect(this);
    m_run = run;
    m_drops = 0;
    m_refusal = {};
    m_carriageReturn = false;
    m_output->clear();
    m_processes->clear();
    if (!run) return m_timer.stop();
    connect(run, &CaptureRun::output, this, &CaptureProgress::addOutput);
    connect(run, &CaptureRun::sessionFound, this, &CaptureProgress::refresh);
    connect(run, &CaptureRun::refused, this, [this](const model::Message& why) {
        m_refusal = why;
        refresh();
    });
    connect(run, &CaptureRun::finished, this, [this] {
        m_timer.stop();
        refresh();
    });
    m_timer.start();
    refresh();
}

void CaptureProgress::setDrops(quint64 records) {
    m_drops = records;
    refresh();
}

QString CaptureProgress::stateText() const { return m_state->text(); }
QString CaptureProgress::outputText() const { return m_output->toPlainText(); }

void CaptureProgress::refresh() {
    if (!m_run) return;
    const LiveSession* session = m_run->session();
    const bool running = m_run->isRunning();
    const auto state = session ? session->state() : LiveSession::State::Connecting;
    m_state->setText(stateName(*m_run));
    QStringList figures;
    if (running) figures.append(tr("%1 since the start").arg(clockText(m_run->elapsedMs())));
    if (session && session->elapsedMs() > 0) figures.append(tr("%1 captured").arg(clockText(session->elapsedMs())));
    if (session)
        figures.append(running && !session->isOver() ? timeline::formatBytes(session->bytes()) + QStringLiteral(" · ") +
                                                           timeline::formatRate(session->perSecond())
                                                     : timeline::formatBytes(session->bytes()));
    if (session)
        figures.append(m_drops ? tr("%1 records dropped").arg(timeline::formatCount(m_drops)) : tr("nothing dropped"));
    m_figures->setText(figures.join(QStringLiteral("  ·  ")));
    if (session) fillProcesses(*session);
    m_note->setText(running ? messageText(m_refusal) : m_run->outcome());
    m_note->setVisible(!m_note->text().isEmpty());
    m_stop->setEnabled(running && (state == LiveSession::State::Capturing || state == LiveSession::State::Waiting));
    m_stop->setVisible(running);
    m_abort->setVisible(running);
    m_abort->setEnabled(running && state != LiveSession::State::Ending);
    m_back->setVisible(!running);
    m_abort->setToolTip(state == LiveSession::State::Stopped
                            ? tr("End the program; the capture has its report already")
                            : tr("End the program; what is being captured is discarded"));
}

void CaptureProgress::fillProcesses(const LiveSession& session) {
    const QList<SessionProcess>& all = session.processes();
    while (m_processes->topLevelItemCount() < all.size()) {
        auto* item = new QTreeWidgetItem(m_processes);
        for (const int c : {Number, Bytes, Rate}) item->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
    }
    for (qsizetype i = 0; i < all.size(); ++i) {
        QTreeWidgetItem* item = m_processes->topLevelItem(static_cast<int>(i));
        item->setText(Process, all[i].name.isEmpty() ? QStringLiteral("–") : all[i].name);
        item->setText(Number, QString::number(all[i].pid));
        item->setText(Bytes, timeline::formatBytes(all[i].bytes));
        item->setText(Rate, session.isOver() ? QStringLiteral("–") : timeline::formatRate(all[i].perSecond));
    }
}

/// As a terminal shows it, as far as a line goes: what follows a carriage return replaces the line.
void CaptureProgress::addOutput(const QString& raw, bool isError) {
    const QString text = withoutEscapes(raw);
    QTextCursor cursor(m_output->document());
    QTextCharFormat format;
    if (isError) format.setForeground(palette().color(QPalette::PlaceholderText));
    const bool atEnd = m_output->verticalScrollBar()->value() >= m_output->verticalScrollBar()->maximum() - 1;
    cursor.beginEditBlock();
    cursor.movePosition(QTextCursor::End);
    qsizetype from = 0;
    while (from < text.size()) {
        qsizetype to = text.indexOf(u'\r', from);
        if (to < 0) to = text.size();
        const QString part = text.mid(from, to - from);
        if (m_carriageReturn && !part.isEmpty()) {
            if (part[0] != u'\n') {
                cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
                cursor.removeSelectedText();
            }
            m_carriageReturn = false;
        }
        cursor.insertText(safeText(part), format);
        if (to < text.size()) m_carriageReturn = true;
        from = to + 1;
    }
    cursor.endEditBlock();
    if (atEnd) m_output->verticalScrollBar()->setValue(m_output->verticalScrollBar()->maximum());
}

void CaptureProgress::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void CaptureProgress::retranslate() {
    m_processes->setHeaderLabels({tr("Process"), tr("Number"), tr("Captured"), tr("Rate")});
    for (const int c : {Number, Bytes, Rate})
        m_processes->headerItem()->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
    m_processes->setAccessibleName(tr("Processes"));
    m_outputTitle->setText(tr("What the program prints"));
    m_output->setAccessibleName(m_outputTitle->text());
    m_output->setPlaceholderText(tr(
        "Nothing yet. Programs buffer their output when it does not go to a terminal; Python does not with PYTHONUNBUFFERED=1."));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("End the capture and write its report; the program goes on"));
    m_abort->setText(tr("End Program"));
    m_back->setText(tr("Capture Again…"));
    m_back->setMinimumWidth(m_back->sizeHint().width() + 12);
    m_close->setText(tr("Close"));
    m_close->setToolTip(tr("The capture goes on without this window"));
    refresh();
}

}  // namespace app
