// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/askpass.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <cstdio>

namespace app {
namespace {

constexpr const char* kIsAskpass = "SIGHTLINE_ASKPASS";
constexpr int kQuestionWidth = 460;  // logical px

}  // namespace

QProcessEnvironment environmentWithAskpass() {
    QProcessEnvironment out = QProcessEnvironment::systemEnvironment();
    out.insert(QStringLiteral("SSH_ASKPASS"), QCoreApplication::applicationFilePath());
    out.insert(QStringLiteral("SSH_ASKPASS_REQUIRE"), QStringLiteral("force"));
    out.insert(QLatin1String(kIsAskpass), QStringLiteral("1"));
    return out;
}

bool isAskpass() { return qEnvironmentVariable(kIsAskpass) == QLatin1String("1"); }

AskpassDialog::AskpassDialog(const QString& question, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Connect by ssh"));
    auto* text = new QLabel(question);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setMinimumWidth(kQuestionWidth);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* buttons = new QDialogButtonBox;
    auto* down = new QVBoxLayout(this);
    down->addWidget(text);
    if (question.contains(QLatin1String("(yes/no"))) {
        buttons->addButton(tr("&Yes"), QDialogButtonBox::AcceptRole);
        QPushButton* const no = buttons->addButton(tr("&No"), QDialogButtonBox::RejectRole);
        no->setDefault(true);  // nobody trusts a machine by pressing Enter
    } else {
        m_password = new QLineEdit;
        m_password->setEchoMode(QLineEdit::Password);
        m_password->setAccessibleName(question);
        down->addWidget(m_password);
        buttons->setStandardButtons(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    }
    down->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString AskpassDialog::answer() const { return m_password ? m_password->text() : QStringLiteral("yes"); }

int runAskpass(const QString& question) {
    AskpassDialog dialog(question);
    if (dialog.exec() != QDialog::Accepted) return 1;
    const QByteArray answer = dialog.answer().toLocal8Bit() + '\n';
    const bool fine = std::fwrite(answer.constData(), 1, static_cast<std::size_t>(answer.size()), stdout) ==
                      static_cast<std::size_t>(answer.size());
    return fine && std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace app
