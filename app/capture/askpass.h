// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QProcessEnvironment>

class QLineEdit;

namespace app {

/// What a program is run in that may run ssh: ssh asks for passwords and host keys through this application then.
QProcessEnvironment environmentWithAskpass();

/// Whether this process is to ask for a password: ssh has run it so.
bool isAskpass();
/// Shows the question, and prints the answer. Nothing of it is kept. The exit code: 0, or 1 where nothing was answered.
/// Needs a QApplication.
int runAskpass(const QString& question);

/// The question of ssh: a password, or yes or no.
class AskpassDialog : public QDialog {
    Q_OBJECT

public:
    explicit AskpassDialog(const QString& question, QWidget* parent = nullptr);
    /// Once it is accepted.
    QString answer() const;

private:
    QLineEdit* m_password = nullptr;  // null = yes or no
};

}  // namespace app
