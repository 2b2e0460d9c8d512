// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QElapsedTimer>
#include <QHash>
#include <QList>
#include <QLocalSocket>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include "model/base/message.h"

namespace app {

/// A process in a session, by the spool that it writes.
struct SessionProcess {
    qint64 pid = 0;
    QString name;  ///< empty = not known yet
    quint64 bytes = 0;
    double perSecond = 0;  ///< bytes; over the last second
};

/// A capture session of this machine: what it writes into its folder, and what its control socket says. It is asked,
/// never held up: all of this goes through the event loop.
class LiveSession : public QObject {
    Q_OBJECT

public:
    enum class State {
        Connecting,  ///< it has not answered yet
        Waiting,     ///< for what begins the capture
        Capturing,
        Stopped,  ///< the capture has ended, the program goes on
        Ending,   ///< the program is being ended
        Over,     ///< its process does not answer any more
    };

    explicit LiveSession(QString folder, QObject* parent = nullptr);
    ~LiveSession() override;

    /// Whether a folder is that of a session, and whether a process answers for it.
    static bool isSession(const QString& folder);
    static bool isRunning(const QString& folder);
    /// Where sessions of a name run; empty = nowhere.
    static QString folderOf(const QString& name);

    const QString& folder() const { return m_folder; }
    State state() const { return m_state; }
    bool isOver() const { return m_state == State::Over; }
    const QList<SessionProcess>& processes() const { return m_processes; }
    quint64 bytes() const;
    double perSecond() const;
    /// Since the capture began; 0 = it has not.
    qint64 elapsedMs() const { return m_elapsedMs; }
    /// The name of its program, without folders.
    const QString& program() const { return m_program; }
    /// Reports that it has written so far, as far as this was seen.
    const QStringList& reports() const { return m_reports; }
    /// It keeps the last seconds only, and writes reports of them while it goes on.
    bool isRecording() const { return m_keepsNs > 0; }
    /// How often it has said what it does.
    int answers() const { return m_answers; }
    qint64 keepsNs() const { return m_keepsNs; }
    /// Over, and a report may still come.
    bool isWriting() const;
    /// It reported its end itself; otherwise it was killed.
    bool endedInOrder() const;

    /// End the capture and write its report; the program goes on. reportWritten() follows, or refused().
    void stop() { command({QStringLiteral("stop")}); }
    /// Write a report of what is kept; the capture goes on. reportWritten() follows, or refused().
    void snapshot() { command({QStringLiteral("snapshot")}); }
    /// End the capture without a report; the program goes on.
    void cancel() { command({QStringLiteral("cancel")}); }
    /// End the session and its program; what is being captured becomes a report.
    void shutdown() { command({QStringLiteral("shutdown")}); }
    /// End the program, and the session without a report of what is being captured.
    void abort();

signals:
    void changed();
    void reportWritten(const QString& path);
    /// What was asked could not be done, and why.
    void refused(const model::Message& why);
    /// Its process does not answer any more.
    void over();

private:
    void connectStatus();
    void look();
    void readStatus();
    void measure();
    void handleReports();
    void handleProgram(const std::string& words);
    void noteReport(const QString& path);
    void command(const QStringList& words) { send(words, true); }
    void send(const QStringList& words, bool reportRefusal, const QStringList& then = {});

    QString m_folder, m_program;
    QLocalSocket m_status;
    QTimer m_timer;
    QElapsedTimer m_sinceMeasured;
    State m_state = State::Connecting;
    bool m_asked = false;        ///< an answer to `status` is due
    bool m_isElsewhere = false;  ///< its processes are none of this machine
    int m_failures = 0;
    QList<SessionProcess> m_processes;
    QHash<qint64, QString> m_names;             ///< of processes, as the session tells them …
    std::pair<QDateTime, qint64> m_factsStamp;  ///< … in a file that was like this
    QList<std::pair<QString, QString>> m_answer;
    qint64 m_keepsNs = 0;
    int m_answers = 0;
    qint64 m_elapsedMs = 0;
    QStringList m_reports;
};

/// "2:03", "1:02:03".
QString clockText(qint64 ms);

}  // namespace app
