// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QProcess>
#include <QWidget>

#include "model/base/message.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace app {

/// One entry of `sightline status -e --json`.
struct MachineCheck {
    enum class State { Fine, Limits, Prevents };
    State state = State::Fine;
    QString what;
    model::Message found, fix;
};
/// Reads what that command prints.
QList<MachineCheck> readMachineChecks(const QByteArray& json);

/// What a machine lets captures see, and what to do about the rest: asked from the command line, which knows where its
/// library is, and how other machines are reached.
class MachineView : public QWidget {
    Q_OBJECT

public:
    explicit MachineView(QWidget* parent = nullptr);
    ~MachineView() override;
    /// Asks about the target of --on, or about this machine; finished() follows.
    void look(const QString& command, const QString& target = {});
    const QString& target() const { return m_target; }
    const QList<MachineCheck>& checks() const { return m_checks; }
    /// Why nothing can be captured, with what to do; empty = something can, or it is not known yet.
    QString obstacle() const;

signals:
    void finished();

protected:
    void changeEvent(QEvent* event) override;

private:
    void ask();
    void answered();
    void show(const QList<MachineCheck>& checks);
    void retranslate();

    QString m_command, m_target, m_asked;
    QProcess m_process;
    QList<MachineCheck> m_checks;
    QLabel* m_title;
    QToolButton* m_again;
    QWidget* m_list = nullptr;
    QVBoxLayout* m_layout;
};

}  // namespace app
