// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QObject>
#include <QString>
#include <QStringList>

namespace app {

/// One window for one person: a second start hands its files to the first and ends.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    /// `name` tells sessions apart; the default belongs to this user and display.
    explicit SingleInstance(QString name = defaultName(), QObject* parent = nullptr);
    static QString defaultName();

    /// Hands absolute paths to a running instance. False when there is none that answers within a second.
    bool forward(const QStringList& paths) const;
    /// Becomes the instance that others forward to. False when another one already is.
    bool listen();

signals:
    /// Another start asked to open these; an empty list means "come to the front".
    void openRequested(const QStringList& paths);

private:
    void accept();

    QString m_name;
    QLocalServer m_server;
};

}  // namespace app
