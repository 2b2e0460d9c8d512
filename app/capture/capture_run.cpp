// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/capture_run.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <cstring>

#include "app/capture/askpass.h"
#include "app/cli/capture/options.h"
#include "app/cli/capture/output_name.h"
#include "app/kit/error_text.h"
#include "app/kit/preferences.h"
#include "app/kit/shell_words.h"
#include "app/text/json.h"
#include "model/base/messages.h"

namespace app {
namespace {

constexpr int kLookEveryMs = 100;
constexpr qint64 kMostAtOnce = 1 << 20;  // of output, bytes; what came before is skipped, nobody could read it

/// The name of the session: what the form itself asks for, or one that nobody else has.
QString nameFor(const CaptureForm& form, bool& ownName) {
    std::vector<std::string> words;
    for (const QString& word : captureWords(form).mid(1)) words.push_back(word.toStdString());
    capture::CaptureOptions options;
    const bool fits = capture::parseOptions(words, capture::kProfile, options).empty();
    ownName = !fits || options.sessionName.empty();
    if (!ownName) return QString::fromStdString(capture::newSessionName(options));
    static int number = 0;
    return QStringLiteral("window-%1-%2").arg(QCoreApplication::applicationPid()).arg(++number);
}

/// Where what the command line prints cannot be kept.
QString noRoomFor(const QFile& file) {
    return CaptureRun::tr("The output of the program cannot be kept in %1: %2. Set TMPDIR to a folder with room.")
        .arg(QDir::tempPath(), file.errorString());
}

QString toldText(const std::vector<model::Message>& told) {
    QStringList out;
    for (const model::Message& m : told) out.append(messageText(m));
    return out.join(u' ');
}

}  // namespace

QString sightlineCommand() {
    const QString here = QCoreApplication::applicationDirPath();
    // In a build folder it lies in a folder of its own.
    for (const QString& path : {preferences::kCaptureCommand.value(), here + QStringLiteral("/sightline"),
                                here + QStringLiteral("/cli/sightline")})
        if (!path.isEmpty() && QFileInfo(path).isExecutable()) return path;
    return QStandardPaths::findExecutable(QStringLiteral("sightline"));
}

CaptureRun::CaptureRun(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kLookEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &CaptureRun::look);
}

CaptureRun::~CaptureRun() {
    if (!m_process) return;
    m_process->disconnect(this);
    if (!isRunning()) return;
    // What runs goes on and writes its report without us. The destructor of QProcess would end it.
    m_process->setParent(nullptr);
    m_outputs->setAutoRemove(false);
}

void CaptureRun::start(const QString& command, const CaptureForm& form) {
    m_clock.start();
    m_program = QFileInfo(form.program).fileName();
    m_folder = form.folder.isEmpty() ? QDir::currentPath() : form.folder;
    if (!QFileInfo(m_folder).isDir())
        return fail(tr("There is no folder %1. Choose another one for the program to run in.")
                        .arg(QDir::toNativeSeparators(m_folder)));
    bool ownName = true;
    m_name = nameFor(form, ownName);
    QProcessEnvironment environment = form.options.contains(QStringLiteral("on"))
                                          ? environmentWithAskpass()
                                          : QProcessEnvironment::systemEnvironment();
    for (const QString& variable : commandEnvironment(form))
        environment.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
    m_outputs = std::make_unique<QTemporaryDir>(QDir::tempPath() + QStringLiteral("/sightline-output-XXXXXX"));
    m_process = new QProcess(this);
    m_process->setProcessEnvironment(environment);
    m_process->setWorkingDirectory(m_folder);
    m_process->setStandardInputFile(QProcess::nullDevice());
    for (const bool isError : {false, true}) {
        QFile& file = m_output[isError];
        file.setFileName(m_outputs->filePath(isError ? QStringLiteral("err") : QStringLiteral("out")));
        if (!m_outputs->isValid() || !file.open(QIODevice::ReadWrite)) return fail(noRoomFor(file));
        m_decode[isError] = QStringDecoder(QStringDecoder::Utf8);
    }
    m_messages.setFileName(m_outputs->filePath(QStringLiteral("messages")));
    if (!m_messages.open(QIODevice::ReadWrite)) return fail(noRoomFor(m_messages));
    m_process->setStandardOutputFile(m_output[0].fileName(), QIODevice::Append);
    m_process->setStandardErrorFile(m_output[1].fileName(), QIODevice::Append);
    connect(m_process, &QProcess::finished, this, &CaptureRun::end);
    connect(m_process, &QProcess::errorOccurred, this, [this, command](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(tr("%1 cannot be run: %2. Install Sightline again.")
                     .arg(QDir::toNativeSeparators(command), m_process->errorString()));
    });
    m_process->start(command, QStringList{QStringLiteral("--messages=") + m_messages.fileName()} +
                                  captureWords(form, ownName ? m_name : QString()));
    m_timer.start();
}

void CaptureRun::look() {
    if (!m_session) findSession();
    readAll();
}

void CaptureRun::findSession() {
    const QString folder = LiveSession::folderOf(m_name);
    if (folder.isEmpty()) return;
    m_session = new LiveSession(folder, this);
    connect(m_session, &LiveSession::reportWritten, this, &CaptureRun::noteReport);
    connect(m_session, &LiveSession::refused, this, &CaptureRun::refused);
    emit sessionFound();
}

void CaptureRun::stop() {
    if (m_session) m_session->stop();
}

void CaptureRun::abort() {
    if (!isRunning()) return;
    m_aborted = true;
    if (m_session && !m_session->isOver()) m_session->abort();
    else m_process->terminate();  // there is no session yet; or it writes its report, which this interrupts
}

void CaptureRun::readAll() {
    for (const bool isError : {false, true}) read(isError, kMostAtOnce);
    readMessages();
}

void CaptureRun::read(bool isError, qint64 most) {
    QFile& file = m_output[isError];
    if (const qint64 waiting = file.size() - file.pos(); waiting > most) file.seek(file.size() - most);
    const QString text = m_decode[isError](file.read(most));
    if (text.isEmpty()) return;
    emit output(text, isError);
}

/// What it tells of reports and of what is amiss; what a report is kept in belongs to what was told before.
void CaptureRun::readMessages() {
    m_messageLine += m_messages.readAll();
    for (qsizetype end; (end = m_messageLine.indexOf('\n')) >= 0; m_messageLine.remove(0, end + 1)) {
        model::Message m = messageFromJson(m_messageLine.left(end).toStdString());
        if (m.code == model::MessageCode::ReportWritten && !m.arguments.empty()) {
            noteReport(QDir(m_folder).absoluteFilePath(QFile::decodeName(m.arguments.front().text.c_str())));
            continue;
        }
        if (m.code != model::MessageCode::CaptureIsKept) m_told.clear();
        m_told.push_back(std::move(m));
    }
}

void CaptureRun::noteReport(const QString& path) {
    const QString file = QFileInfo(path).canonicalFilePath();
    if (file.isEmpty() || m_reports.contains(file)) return;
    m_reports.append(file);
    emit reportWritten(file);
}

void CaptureRun::end() {
    readAll();
    m_timer.stop();
    const bool bySignal = m_process->exitStatus() == QProcess::CrashExit;
    m_exitCode = bySignal ? -1 : m_process->exitCode();
    m_failed = m_reports.isEmpty();
    if (m_aborted && m_failed) m_outcome = tr("The capture was aborted; there is no report.");
    else if (m_failed && !m_told.empty()) m_outcome = toldText(m_told);
    else if (m_failed) m_outcome = tr("The capture ended without a report.");
    else if (bySignal)
        m_outcome = tr("%1 was ended by signal %2 (%3). What it did before is in the report.")
                        .arg(m_program)
                        .arg(m_process->exitCode())
                        .arg(QString::fromLocal8Bit(::strsignal(m_process->exitCode())));
    else if (m_exitCode != 0)
        m_outcome = tr("%1 ended with exit code %2. %3 is written.")
                        .arg(m_program)
                        .arg(m_exitCode)
                        .arg(QFileInfo(m_reports.last()).fileName());
    else {
        m_outcome = tr("%1 is written.").arg(QDir::toNativeSeparators(m_reports.last()));
    }
    emit finished();
}

void CaptureRun::fail(const QString& sentence) {
    m_timer.stop();
    m_failed = true;
    m_outcome = sentence;
    emit finished();
}

}  // namespace app
