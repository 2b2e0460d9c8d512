// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include "app/report/bars/live_bar.h"
#include "app/report/document.h"
#include "app/report/live_session.h"
#include "timeline/view/timeline_view.h"

namespace app {

/// Keeps a tab at what a running session has written. Its spools are read again when they have grown, beside what is
/// shown, and for a fifth of the time at most; the program notices nothing of it. When the session has written its
/// report, the tab becomes that.
class LiveView : public QObject {
    Q_OBJECT

public:
    /// `document` is that of the session's folder. All three outlive this.
    LiveView(Document* document, timeline::TimelineView* view, LiveBar* bar, QObject* parent);

    const LiveSession& session() const { return m_session; }
    bool isPaused() const { return m_paused; }
    void setPaused(bool paused);
    void setFollowing(bool following);
    /// Reads now, even while paused.
    void readNow();
    /// The session has written a report, which replaces its spools, or has a tab of its own while the session goes on.
    /// False: another one has replaced them already.
    bool handleReport(const QString& report);
    /// Records that processes had to leave out, as far as was read.
    quint64 drops() const { return m_drops; }
    /// How often the spools were read.
    int reads() const { return m_reads; }

signals:
    void refreshed();
    /// A report of what is kept; the capture goes on.
    void snapshotWritten(const QString& path);
    /// Nothing will change any more: the document is the finished report, or what was read of one that never came.
    void ended(bool asReport);

private:
    void look();
    bool become(const QString& report);
    void showSnapshots();
    void onRefreshed(bool ok);
    void follow();
    timeline::VisibleRange wholeRange() const;
    void updateBar();
    void endWithout();

    Document* m_document;
    timeline::TimelineView* m_view;
    LiveBar* m_bar;
    LiveSession m_session;
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_startedAt = 0, m_nextAt = 0;  ///< of reading, ms of m_clock
    qint64 m_overAt = -1;                  ///< when the session was over; -1 = it is not
    quint64 m_readBytes = 0;
    double m_length = 10e9;  ///< of the visible range while following, ns
    bool m_paused = false, m_placing = false, m_began = false, m_ended = false;
    QString m_report;         ///< that this becomes
    QStringList m_snapshots;  ///< of a session that may have written its last one
    QSet<QString> m_known;    ///< all that it has written
    int m_answersThen = 0;    ///< when the last of them was known
    model::Message m_refusal;
    quint64 m_drops = 0;
    int m_reads = 0;
};

}  // namespace app
