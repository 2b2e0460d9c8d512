// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QProcess>
#include <QStringDecoder>
#include <QTemporaryDir>
#include <QTimer>
#include <memory>
#include <vector>

#include "app/capture/capture_form.h"
#include "app/report/live_session.h"

namespace app {

/// The command line that runs captures: what the setting "capture/command" says, or `sightline` beside this
/// application. Empty where there is none.
QString sightlineCommand();

/// One capture: `sightline profile …` as a process of its own. Its output goes through files, so that neither a slow
/// window holds the program up nor the end of the application ends it.
class CaptureRun : public QObject {
    Q_OBJECT

public:
    explicit CaptureRun(QObject* parent = nullptr);
    ~CaptureRun() override;

    void start(const QString& command, const CaptureForm& form);
    /// While it runs; null before its session is there.
    LiveSession* session() const { return m_session; }
    bool isRunning() const { return m_process && m_process->state() != QProcess::NotRunning; }
    /// Since start().
    qint64 elapsedMs() const { return m_clock.elapsed(); }
    const QStringList& reports() const { return m_reports; }
    /// What became of it, in a sentence; once it has ended.
    const QString& outcome() const { return m_outcome; }
    /// It ended without a report, or could not be begun.
    bool failed() const { return m_failed; }
    /// Of the program, or what the command line says with it; -1 = it was ended by a signal, or never began.
    int exitCode() const { return m_exitCode; }

    void stop();
    void abort();

signals:
    void output(const QString& text, bool isError);
    void sessionFound();
    void reportWritten(const QString& path);
    void refused(const model::Message& why);
    void finished();

private:
    void look();
    void findSession();
    void readAll();
    void read(bool isError, qint64 most);
    void readMessages();
    void end();
    void fail(const QString& sentence);
    void noteReport(const QString& path);

    QProcess* m_process = nullptr;
    LiveSession* m_session = nullptr;
    QTimer m_timer;
    QElapsedTimer m_clock;
    QString m_name, m_folder, m_program;
    std::unique_ptr<QTemporaryDir> m_outputs;
    QFile m_output[2];  ///< standard output, standard error
    QStringDecoder m_decode[2];
    QFile m_messages;          ///< what the command line tells, as data: a line each
    QByteArray m_messageLine;  ///< of them, not yet ended
    QStringList m_reports;
    std::vector<model::Message> m_told;  ///< the last that the command line told of something amiss
    QString m_outcome;
    bool m_failed = false, m_aborted = false;
    int m_exitCode = -1;
};

}  // namespace app
