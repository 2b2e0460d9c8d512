// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/live_view.h"

#include <QFileInfo>
#include <algorithm>

#include "app/kit/error_text.h"
#include "importers/capture/capture.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kLookEveryMs = 250;
constexpr qint64 kRestsPerRead = 4;         // so long as reading took, times this
constexpr qint64 kReportWithinMs = 60'000;  // a session that is over writes one, or never will

}  // namespace

LiveView::LiveView(Document* document, timeline::TimelineView* view, LiveBar* bar, QObject* parent)
    : QObject(parent), m_document(document), m_view(view), m_bar(bar), m_session(document->path()) {
    m_clock.start();
    m_timer.start(kLookEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &LiveView::look);
    connect(&m_session, &LiveSession::changed, this, &LiveView::updateBar);
    connect(&m_session, &LiveSession::reportWritten, this, &LiveView::handleReport);
    connect(&m_session, &LiveSession::refused, this, [this](const model::Message& why) {
        m_refusal = why;
        updateBar();
    });
    connect(m_document, &Document::refreshed, this, &LiveView::onRefreshed);
    connect(m_view, &timeline::TimelineView::viewStateChanged, this, [this] {
        if (!m_placing) m_bar->setFollowing(m_view->viewState().follow);
    });
    connect(m_bar, &LiveBar::followToggled, this, &LiveView::setFollowing);
    connect(m_bar, &LiveBar::pauseToggled, this, &LiveView::setPaused);
    connect(m_bar, &LiveBar::snapshotRequested, &m_session, &LiveSession::snapshot);
    connect(m_bar, &LiveBar::stopRequested, &m_session, &LiveSession::stop);
    connect(m_bar, &LiveBar::cancelRequested, &m_session, &LiveSession::cancel);
    m_bar->show();
    updateBar();
    readNow();
}

void LiveView::setPaused(bool paused) {
    m_paused = paused;
    m_bar->setPaused(paused);
    updateBar();
    look();
}

// From where the person is: the length of what they see stays.
void LiveView::setFollowing(bool following) {
    if (following && m_began) m_length = m_view->viewState().range.length;
    timeline::ViewState state = m_view->viewState();
    state.follow = following;
    m_view->setViewState(state);
    m_bar->setFollowing(following);
    if (following) follow();
}

void LiveView::readNow() {
    if (!m_report.isEmpty() || m_ended || m_document->isRefreshing()) return;
    m_startedAt = m_clock.elapsed();
    m_readBytes = m_session.bytes();
    ++m_reads;
    m_document->refresh();
}

void LiveView::look() {
    if (m_ended || !m_report.isEmpty()) return;
    if (m_session.isOver()) {
        if (m_overAt < 0) m_overAt = m_clock.elapsed();
        if (!m_snapshots.isEmpty() && !m_session.isWriting()) {
            const QString last = m_snapshots.takeLast();
            showSnapshots();
            if (become(last)) return;
        }
        if (!m_session.isWriting() || m_clock.elapsed() - m_overAt > kReportWithinMs) endWithout();
        return;  // all of it comes with the report
    }
    if (m_session.state() == LiveSession::State::Capturing && m_session.answers() > m_answersThen) showSnapshots();
    if (m_paused || m_document->isRefreshing() || m_clock.elapsed() < m_nextAt || m_session.bytes() == m_readBytes)
        return;
    readNow();
}

// Of a session that goes on the reports have tabs of their own. Whether it does, its next answer tells.
bool LiveView::handleReport(const QString& report) {
    if (!m_session.isRecording()) return become(report);
    if (m_known.contains(report)) return true;
    m_known.insert(report);
    m_snapshots.append(report);
    m_answersThen = m_session.answers();
    return true;
}

void LiveView::showSnapshots() {
    for (const QString& path : std::exchange(m_snapshots, {})) emit snapshotWritten(path);
}

bool LiveView::become(const QString& report) {
    const QString file = QFileInfo(report).canonicalFilePath();
    if (file.isEmpty()) return false;
    if (!m_report.isEmpty()) return m_report == file;
    m_report = file;
    m_ended = false;
    updateBar();
    m_document->refresh(file);
    return true;
}

void LiveView::onRefreshed(bool ok) {
    m_nextAt = m_clock.elapsed() + std::max<qint64>(kLookEveryMs, kRestsPerRead * (m_clock.elapsed() - m_startedAt));
    if (ok) m_drops = importers::capture::droppedRecords(m_document->report()->info());
    const bool following = m_view->viewState().follow || !m_began;
    if (ok && m_document->report()->eventCount() > 0) {
        m_began = true;
        if (following) follow();
    }
    if (!m_report.isEmpty()) {
        m_ended = true;
        m_timer.stop();
        timeline::ViewState state = m_view->viewState();
        if (ok && following) state.range = wholeRange();
        state.follow = false;
        m_view->setViewState(state);
        m_bar->setVisible(!ok);
        if (!ok)
            m_bar->setMode(LiveBar::Mode::Ended),
                m_bar->setTexts(tr("The report cannot be read"),
                                tr("What is shown was read from the session. The report: %1").arg(m_report));
        emit ended(ok);
        return;
    }
    updateBar();
    emit refreshed();
}

timeline::VisibleRange LiveView::wholeRange() const {
    return timeline::wholeReport(m_document->report()->range(),
                                 static_cast<int>(m_view->width() * m_view->devicePixelRatioF()));
}

void LiveView::follow() {
    if (!m_began) return;
    timeline::ViewState state = m_view->viewState();
    state.follow = true;
    state.range = wholeRange();
    if (m_length < state.range.length)
        state.range = timeline::VisibleRange{m_document->report()->range().end, 0, m_length}.movedBy(-m_length * 0.97);
    m_placing = true;
    m_view->setViewState(state);
    m_placing = false;
    m_bar->setFollowing(true);
}

void LiveView::endWithout() {
    if (!m_paused && m_session.bytes() != m_readBytes && QFileInfo::exists(m_session.folder())) readNow();
    m_ended = true;
    m_timer.stop();
    m_bar->setMode(LiveBar::Mode::Ended);
    m_bar->setTexts(tr("The session has ended"),
                    m_session.endedInOrder()
                        ? tr("What is shown was read before it did.")
                        : tr("It was killed. What it left is shown; File ▸ Save as Sightline Report keeps it."));
    emit ended(false);
}

void LiveView::updateBar() {
    if (m_ended) return;
    const LiveSession::State state = m_session.state();
    const quint64 events = m_document->report()->eventCount();
    const bool waits = state == LiveSession::State::Waiting || (state == LiveSession::State::Connecting && events == 0);
    const bool ends = state == LiveSession::State::Ending || state == LiveSession::State::Over || !m_report.isEmpty();
    m_bar->setMode(ends || state == LiveSession::State::Stopped ? LiveBar::Mode::Ending : LiveBar::Mode::Running);
    const QString word = ends                                   ? tr("Writing the report…")
                         : state == LiveSession::State::Stopped ? tr("Capture ended")
                         : m_paused                             ? tr("Paused")
                         : waits                                ? tr("Waiting")
                                                                : tr("Live");
    m_bar->setRecording(m_session.isRecording());
    QStringList figures;
    if (!m_refusal.empty()) figures.append(messageText(m_refusal));
    if (m_session.elapsedMs() > 0) figures.append(clockText(m_session.elapsedMs()));
    if (m_session.isRecording())
        figures.append(tr("keeps the last %1").arg(timeline::formatDuration(m_session.keepsNs())));
    if (events > 0) figures.append(tr("%1 events").arg(timeline::formatCount(events)));
    else if (waits) figures.append(tr("for what begins the capture"));
    else figures.append(tr("no CUDA or NVTX call yet"));
    if (m_session.bytes() > 0) figures.append(timeline::formatBytes(m_session.bytes()));
    if (m_drops > 0) figures.append(tr("%1 records dropped").arg(timeline::formatCount(m_drops)));
    if (m_paused) figures.append(tr("the capture goes on"));
    m_bar->setTexts(word, figures.join(QStringLiteral("  ·  ")));
}

}  // namespace app
