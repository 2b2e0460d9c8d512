// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/single_instance.h"

#include <unistd.h>
#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocalSocket>

#include "app/kit/std_text.h"
#include "model/rep/beside.h"

namespace app {
namespace {
constexpr int kPatienceMs = 1000;
constexpr qint64 kMaxMessage = 1 << 20;  // bytes; more than any command line

/// A folder that nobody else may write to; empty where there is none.
QString ownFolder() {
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (QDir::isAbsolutePath(runtime) && QFileInfo::exists(runtime) && model::makePrivateFolder(nativePath(runtime)))
        return runtime;
    const QString own = QDir::tempPath() + QStringLiteral("/sightline-%1").arg(::getuid());
    return model::makePrivateFolder(nativePath(own)) ? own : QString();
}

/// Whether this account has the other end. Not even root's window is told: it may be that of somebody else at this
/// computer.
bool isOwn(const QLocalSocket& socket) {
    return model::peerOf(static_cast<int>(socket.socketDescriptor())) == ::geteuid();
}
}  // namespace

SingleInstance::SingleInstance(QString path, QObject* parent) : QObject(parent), m_path(std::move(path)) {
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::accept);
}

QString SingleInstance::defaultPath() {
    const QString folder = ownFolder();
    if (folder.isEmpty()) return {};
    // The home folder names the user; the display keeps a remote session from opening windows on the local screen.
    const QByteArray who = QDir::homePath().toUtf8() + '\n' + qgetenv("DISPLAY") + '\n' + qgetenv("WAYLAND_DISPLAY");
    return folder + QStringLiteral("/sightline-window-") +
           QString::fromLatin1(QCryptographicHash::hash(who, QCryptographicHash::Sha1).toHex().left(16));
}

bool SingleInstance::reach(QLocalSocket& socket) const {
    if (m_path.isEmpty()) return false;
    socket.connectToServer(m_path);
    return socket.waitForConnected(kPatienceMs) && isOwn(socket);
}

bool SingleInstance::forward(const QStringList& paths) const {
    QLocalSocket socket;
    if (!reach(socket)) return false;
    QByteArray message;
    QDataStream list(&message, QIODevice::WriteOnly);
    list << paths;
    QDataStream out(&socket);
    out << message;
    // The answer tells a living window from one that hangs.
    return socket.waitForBytesWritten(kPatienceMs) && socket.waitForReadyRead(kPatienceMs) && socket.read(2) == "ok";
}

bool SingleInstance::listen() {
    // On Unix a server takes over a name that is in use without a word: ask first.
    QLocalSocket probe;
    if (m_path.isEmpty() || reach(probe)) return false;
    // What a crash left behind.
    QLocalServer::removeServer(m_path);
    return m_server.listen(m_path);
}

void SingleInstance::accept() {
    while (QLocalSocket* socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        if (!isOwn(*socket)) {
            socket->abort();
            continue;
        }
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            if (socket->bytesAvailable() > kMaxMessage) return socket->abort();
            QByteArray message;
            QDataStream in(socket);
            in.startTransaction();
            in >> message;
            if (!in.commitTransaction()) return;
            QStringList paths;
            QDataStream list(message);
            list >> paths;
            socket->write("ok");
            socket->flush();
            emit openRequested(paths);
        });
    }
}

}  // namespace app
