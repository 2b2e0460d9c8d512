// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QObject>
#include <QString>
#include <QStringList>

class QLocalSocket;

namespace app {

/// One window for one person: a second start hands its files to the first and ends. They meet at a socket in a folder
/// that nobody else may write to, and each makes sure that the other one is this account: what somebody opens is told
/// to nobody else.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    /// `path` of the socket; the default belongs to this user and display. Where it is empty each start is on its own.
    explicit SingleInstance(QString path = defaultPath(), QObject* parent = nullptr);
    /// In $XDG_RUNTIME_DIR, or else in "sightline-<uid>" in the temporary folder. Empty where neither is a folder of
    /// this user alone.
    static QString defaultPath();

    /// Hands absolute paths to a running instance. False when there is none of this account that answers within a
    /// second.
    bool forward(const QStringList& paths) const;
    /// Becomes the instance that others forward to. False when another one already is.
    bool listen();

signals:
    /// Another start asked to open these; an empty list means "come to the front".
    void openRequested(const QStringList& paths);

private:
    bool reach(QLocalSocket& socket) const;
    void accept();

    QString m_path;
    QLocalServer m_server;
};

}  // namespace app
