// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/live_session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>

#include "app/cli/capture/control.h"
#include "app/cli/capture/session_folder.h"
#include "app/cli/capture/target.h"
#include "app/kit/std_text.h"
#include "app/text/json.h"
#include "importers/capture/capture.h"
#include "model/base/messages.h"

namespace app {
namespace {

constexpr int kLiveLookEveryMs = 250;
constexpr int kMostFailures = 40;  // before it has ever answered: ten seconds

QString shownPath(const std::filesystem::path& path) { return QFile::decodeName(path.string().c_str()); }
QByteArray line(const QStringList& words) { return words.join(QLatin1Char(capture::kWordEnd)).toUtf8() + '\n'; }

LiveSession::State stateOf(const QString& word) {
    if (word == QLatin1String("capturing")) return LiveSession::State::Capturing;
    if (word == QLatin1String("waiting")) return LiveSession::State::Waiting;
    if (word == QLatin1String("ending")) return LiveSession::State::Ending;
    return LiveSession::State::Stopped;
}

/// Whether this user's session, or root's, has the other end.
bool isTrusted(const QLocalSocket& socket) {
    return capture::isTrustedPeer(static_cast<int>(socket.socketDescriptor()));
}

}  // namespace

QString clockText(qint64 ms) {
    const qint64 s = ms / 1000;
    const QString tail = QStringLiteral("%1:%2")
                             .arg(s / 60 % 60, s >= 3600 ? 2 : 1, 10, QLatin1Char('0'))
                             .arg(s % 60, 2, 10, QLatin1Char('0'));
    return s >= 3600 ? QStringLiteral("%1:%2").arg(s / 3600).arg(tail) : tail;
}

LiveSession::LiveSession(QString folder, QObject* parent) : QObject(parent), m_folder(std::move(folder)) {
    connect(&m_status, &QLocalSocket::connected, this, [this] { isTrusted(m_status) ? look() : m_status.abort(); });
    connect(&m_status, &QLocalSocket::readyRead, this, &LiveSession::readStatus);
    connect(&m_status, &QLocalSocket::disconnected, this, [this] {
        measure();
        handleReports();
        m_state = State::Over;
        emit changed();
        emit over();
    });
    connect(&m_timer, &QTimer::timeout, this, &LiveSession::look);
    m_sinceMeasured.start();
    m_program = capture::sessionName(nativePath(m_folder)).c_str();  // until its program is known
    handleProgram(capture::factOf(capture::readFacts(nativePath(m_folder)), "program"));
    m_timer.start(kLiveLookEveryMs);
    connectStatus();
}

LiveSession::~LiveSession() { m_status.disconnect(this); }

bool LiveSession::isSession(const QString& folder) {
    return QFileInfo(folder).isDir() && importers::capture::isSession(nativePath(folder));
}
bool LiveSession::isRunning(const QString& folder) { return capture::isRunning(nativePath(folder)); }

QString LiveSession::folderOf(const QString& name) {
    for (const capture::FoundSession& s : capture::findSessions())
        if (s.running && s.name == name.toStdString() && isSession(shownPath(s.folder))) return shownPath(s.folder);
    return {};
}

void LiveSession::connectStatus() { m_status.connectToServer(m_folder + QStringLiteral("/control")); }

void LiveSession::look() {
    if (m_state == State::Over) {
        // It writes its last report now; the folder goes after that.
        handleReports();
        if (!QFileInfo::exists(m_folder)) m_timer.stop();
        return;
    }
    if (m_status.state() == QLocalSocket::UnconnectedState) {
        if (++m_failures > kMostFailures) {
            m_state = State::Over;
            emit over();
        } else {
            connectStatus();
        }
        return;
    }
    measure();
    handleReports();
    if (m_status.state() == QLocalSocket::ConnectedState && !m_asked) {
        m_asked = true;
        m_status.write(line({QStringLiteral("status")}));
    }
    emit changed();
}

void LiveSession::readStatus() {
    while (m_status.canReadLine()) {
        const QString got = QString::fromUtf8(m_status.readLine()).trimmed();
        if (got != QLatin1String("done") && !got.startsWith(QLatin1String("failed"))) {
            m_answer.append({got.section(u' ', 0, 0), got.section(u' ', 1)});
            continue;
        }
        m_asked = false;
        for (const auto& [key, value] : std::as_const(m_answer)) {
            if (key == QLatin1String("state")) m_state = stateOf(value);
            if (key == QLatin1String("keeps")) m_keepsNs = value.toLongLong();
            if (key == QLatin1String("since")) m_elapsedMs = value.toLongLong() / 1'000'000;
        }
        m_answer.clear();
        ++m_answers;
        emit changed();
    }
}

/// "<pid>-<number>.spool": a process may have left several.
void LiveSession::measure() {
    QHash<qint64, quint64> before;
    for (const SessionProcess& p : std::as_const(m_processes)) before.insert(p.pid, p.bytes);
    QMap<qint64, quint64> now;
    for (const QFileInfo& spool : QDir(m_folder).entryInfoList({QStringLiteral("*.spool")}, QDir::Files))
        now[spool.fileName().section(u'-', 0, 0).toLongLong()] += static_cast<quint64>(spool.size());
    if (now.isEmpty()) return;  // … or the folder is gone: what was known last stays
    const QFileInfo file(m_folder + QStringLiteral("/session"));
    const std::pair stamp(file.lastModified(), file.size());
    if (stamp != m_factsStamp) {  // it may be long, and this is the thread of the window
        m_factsStamp = stamp;
        const capture::SessionFacts facts = capture::readFacts(nativePath(m_folder));
        handleProgram(capture::factOf(facts, "program"));
        m_isElsewhere = !capture::factOf(facts, capture::kTargetFact).empty();
        for (const auto& [key, name] : facts)
            if (key.starts_with("joined."))
                m_names.insert(QString::fromStdString(key.substr(7)).toLongLong(), QString::fromStdString(name));
    }
    const double seconds = std::max(0.05, static_cast<double>(m_sinceMeasured.restart()) / 1000);
    QList<SessionProcess> all;
    for (auto at = now.begin(); at != now.end(); ++at) {
        SessionProcess p{at.key(), m_names.value(at.key()), at.value(), 0};
        if (p.name.isEmpty() && !m_isElsewhere)
            p.name = QString::fromStdString(capture::processName(static_cast<pid_t>(p.pid)));
        const double fresh = static_cast<double>(p.bytes - std::min(p.bytes, before.value(p.pid, p.bytes))) / seconds;
        for (const SessionProcess& old : std::as_const(m_processes))
            if (old.pid == p.pid) p.perSecond = old.perSecond * 0.75 + fresh * 0.25;  // about a second's worth
        all.append(p);
    }
    m_processes = all;
}

quint64 LiveSession::bytes() const {
    quint64 out = 0;
    for (const SessionProcess& p : m_processes) out += p.bytes;
    return out;
}

double LiveSession::perSecond() const {
    double out = 0;
    for (const SessionProcess& p : m_processes) out += p.perSecond;
    return out;
}

void LiveSession::handleProgram(const std::string& words) {
    if (!words.empty()) m_program = QFileInfo(QString::fromStdString(words).section(u' ', 0, 0)).fileName();
}

bool LiveSession::isWriting() const { return m_state == State::Over && QFileInfo::exists(m_folder) && endedInOrder(); }

bool LiveSession::endedInOrder() const {
    return !QFileInfo::exists(m_folder) ||
           !capture::factOf(capture::readFacts(nativePath(m_folder)), "ended.monotonic").empty();
}

void LiveSession::handleReports() {
    for (const std::string& path : capture::reportsOf(nativePath(m_folder)))
        if (!path.empty()) noteReport(QFile::decodeName(path.c_str()));
}

void LiveSession::noteReport(const QString& path) {
    if (m_reports.contains(path)) return;
    m_reports.append(path);
    emit reportWritten(path);
}

void LiveSession::abort() {
    send({QStringLiteral("cancel")}, false, {QStringLiteral("shutdown"), QStringLiteral("sigterm")});
}

// A connection of its own for each: the answer to `stop` comes when the report is written, and status goes on
// meanwhile.
void LiveSession::send(const QStringList& words, bool reportRefusal, const QStringList& then) {
    auto* socket = new QLocalSocket(this);
    connect(socket, &QLocalSocket::connected, this, [this, socket, words, then, reportRefusal] {
        if (!isTrusted(*socket)) {
            if (reportRefusal) emit refused(model::MessageCode::SessionHasEnded);
            return socket->abort();
        }
        socket->write(line(words) + (then.isEmpty() ? QByteArray() : line(then)));
    });
    connect(socket, &QLocalSocket::readyRead, this, [this, socket, reportRefusal, more = !then.isEmpty()] {
        while (socket->canReadLine()) {
            const QString got = QString::fromUtf8(socket->readLine()).trimmed();
            const bool failed = got.startsWith(QLatin1String("failed "));
            if (got.startsWith(QLatin1String("report "))) noteReport(got.mid(7));
            if (failed && reportRefusal) emit refused(messageFromJson(got.mid(7).toStdString()));
            if (!more && (failed || got == QLatin1String("done"))) socket->disconnectFromServer();
        }
    });
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QLocalSocket::errorOccurred, this,
            [this, socket, reportRefusal](QLocalSocket::LocalSocketError error) {
                if (error == QLocalSocket::PeerClosedError) return;  // that is how it says that it has ended
                if (reportRefusal) emit refused(model::MessageCode::SessionHasEnded);
                socket->deleteLater();
            });
    socket->connectToServer(m_folder + QStringLiteral("/control"));
}

}  // namespace app
