// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/single_instance.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QLocalSocket>

namespace app {
namespace {
constexpr int kPatienceMs = 1000;
constexpr qint64 kMaxMessage = 1 << 20;  // bytes; more than any command line
}  // namespace

SingleInstance::SingleInstance(QString name, QObject* parent) : QObject(parent), m_name(std::move(name)) {
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::accept);
}

QString SingleInstance::defaultName() {
    // The home folder names the user; the display keeps a remote session from opening windows on the local screen.
    const QByteArray who = QDir::homePath().toUtf8() + '\n' + qgetenv("DISPLAY") + '\n' + qgetenv("WAYLAND_DISPLAY");
    return QStringLiteral("sightline-") +
           QString::fromLatin1(QCryptographicHash::hash(who, QCryptographicHash::Sha1).toHex().left(16));
}

bool SingleInstance::forward(const QStringList& paths) const {
    QLocalSocket socket;
    socket.connectToServer(m_name);
    if (!socket.waitForConnected(kPatienceMs)) return false;
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
    probe.connectToServer(m_name);
    if (probe.waitForConnected(kPatienceMs)) return false;
    // What a crash left behind.
    QLocalServer::removeServer(m_name);
    return m_server.listen(m_name);
}

void SingleInstance::accept() {
    while (QLocalSocket* socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
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
