// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/app_test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <QCheckBox>
#include <cerrno>

#include "app/capture/capture_dialog.h"
#include "app/capture/capture_progress.h"
#include "app/capture/capture_run.h"

/// The real command line with sessions in a folder of their own, and a program that goes on when it is told to.
class CaptureKit {
public:
    CaptureKit() {
        m_before = qgetenv("TMPDIR");
        qputenv("TMPDIR", m_folder.path().toUtf8());
        QSettings().setValue("capture/command", qEnvironmentVariable("SIGHTLINE_CLI"));
    }
    ~CaptureKit() {
        if (m_fifo >= 0) ::close(m_fifo);
        m_before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", m_before);
    }
    QString file(const QString& name) const { return QFileInfo(m_folder.path()).canonicalFilePath() + '/' + name; }
    QString program() const { return qEnvironmentVariable("SIGHTLINE_CAPTURE_PROGRAM"); }
    bool isThere() const { return QFile::exists(qEnvironmentVariable("SIGHTLINE_CLI")); }
    /// Capture was built.
    bool captures() const {
        if (!isThere()) return false;
        QProcess ask;
        ask.start(qEnvironmentVariable("SIGHTLINE_CLI"), {"status", "-e"});
        return ask.waitForFinished() && ask.exitCode() == 0;
    }
    bool capturesNvtx() const { return captures() && QFile::exists(program()); }

    /// A command line of our own: a script.
    void useCommand(const QByteArray& script) const {
        QFile out(file("command"));
        if (!out.open(QIODevice::WriteOnly)) return;
        out.write("#!/bin/sh\n" + script + "\n");
        out.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QSettings().setValue("capture/command", file("command"));
    }

    app::CaptureForm form(const QString& program, const QString& arguments) const {
        app::CaptureForm f;
        f.program = program;
        f.arguments = arguments;
        f.folder = m_folder.path();
        return f;
    }
    /// The test program with what it does; each "read" waits for goOn().
    app::CaptureForm waitingForm(const QString& words) {
        const QByteArray path = file("fifo").toUtf8();
        if (::mkfifo(path, 0600) == 0) m_fifo = ::open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
        return form("/bin/sh", QStringLiteral("-c 'exec %1 %2 < fifo'").arg(program(), words));
    }
    void goOn() const { QCOMPARE(::write(m_fifo, "\n", 1), 1); }

    static bool waitEnd(const app::CaptureDialog& dialog) {
        if (!dialog.run()) return false;
        if (!dialog.run()->isRunning() && !dialog.run()->outcome().isEmpty()) return true;
        QSignalSpy finished(dialog.run(), &app::CaptureRun::finished);
        return finished.wait(30000);
    }

private:
    QTemporaryDir m_folder{QStringLiteral("/tmp/sl-XXXXXX")};
    QByteArray m_before;
    int m_fifo = -1;
};
