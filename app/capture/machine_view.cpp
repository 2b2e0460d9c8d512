// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/machine_view.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/capture/askpass.h"
#include "app/kit/error_text.h"
#include "app/kit/icons.h"
#include "app/text/json.h"

namespace app {
namespace {

constexpr int kTextWidth = 226;  // logical px

/// What the command line looks at, as a title.
QString titleOf(const QString& what) {
    static constexpr const char* kTitles[] = {QT_TRANSLATE_NOOP("app::MachineView", "Collector"),
                                              QT_TRANSLATE_NOOP("app::MachineView", "NVIDIA driver"),
                                              QT_TRANSLATE_NOOP("app::MachineView", "CUPTI"),
                                              QT_TRANSLATE_NOOP("app::MachineView", "GPU counters"),
                                              QT_TRANSLATE_NOOP("app::MachineView", "CPU sampling"),
                                              QT_TRANSLATE_NOOP("app::MachineView", "Python samples"),
                                              QT_TRANSLATE_NOOP("app::MachineView", "Space for captures"),
                                              QT_TRANSLATE_NOOP("app::MachineView", "Connection")};
    for (const char* title : kTitles)
        if (what.compare(QLatin1String(title), Qt::CaseInsensitive) == 0) return MachineView::tr(title);
    return what;
}

model::Message messageIn(const QJsonObject& o, const char* key) {
    return messageFromJson(QJsonDocument(o.value(QLatin1String(key)).toObject()).toJson().toStdString());
}

QString iconOf(MachineCheck::State state) {
    return state == MachineCheck::State::Fine     ? QStringLiteral("check")
           : state == MachineCheck::State::Limits ? QStringLiteral("info")
                                                  : QStringLiteral("warning");
}
QPalette::ColorRole colourOf(MachineCheck::State state) {
    return state == MachineCheck::State::Fine     ? QPalette::Link
           : state == MachineCheck::State::Limits ? QPalette::PlaceholderText
                                                  : QPalette::BrightText;
}

QLabel* words(const QString& text, QPalette::ColorRole role) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setForegroundRole(role);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A layout guesses the height of words that wrap too high.
    label->setFixedSize(kTextWidth, label->heightForWidth(kTextWidth));
    return label;
}

}  // namespace

QList<MachineCheck> readMachineChecks(const QByteArray& json) {
    QList<MachineCheck> out;
    for (const QJsonValue& value : QJsonDocument::fromJson(json).array()) {
        const QJsonObject check = value.toObject(), messages = check.value(QLatin1String("messages")).toObject();
        const QString state = check.value(QLatin1String("state")).toString();
        if (state != QLatin1String("ok") && state != QLatin1String("limited") && state != QLatin1String("missing"))
            continue;
        const auto grade = state == QLatin1String("ok")        ? MachineCheck::State::Fine
                           : state == QLatin1String("limited") ? MachineCheck::State::Limits
                                                               : MachineCheck::State::Prevents;
        out.append({grade, check.value(QLatin1String("what")).toString(), messageIn(messages, "found"),
                    messageIn(messages, "fix")});
    }
    return out;
}

MachineView::MachineView(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_again(new QToolButton(this)), m_layout(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("machine"));
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_again->setAutoRaise(true);
    m_again->setIcon(icon(QStringLiteral("reload")));
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_again);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(6);
    m_layout->addLayout(head);
    m_layout->setAlignment(Qt::AlignTop);
    connect(m_again, &QToolButton::clicked, this, [this] { look(m_command, m_target); });
    connect(&m_process, &QProcess::finished, this, &MachineView::answered);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) show({});
    });
    retranslate();
}

// Nothing is lost by ending a question whose answer nobody wants.
MachineView::~MachineView() {
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning) return;
    m_process.kill();
    m_process.waitForFinished();
}

void MachineView::look(const QString& command, const QString& target) {
    const bool isOther = target != m_target;
    m_command = command, m_target = target;
    if (isOther) retranslate(), show({});
    if (m_process.state() == QProcess::NotRunning) ask();
    else if (isOther) m_process.kill();  // nobody wants that answer; answered() asks again
}

void MachineView::ask() {
    if (m_command.isEmpty()) return show({});
    m_asked = m_target;
    QStringList words{QStringLiteral("status"), QStringLiteral("-e"), QStringLiteral("--json")};
    if (!m_target.isEmpty()) words.append({QStringLiteral("--on"), m_target});
    m_process.setProcessEnvironment(environmentWithAskpass());
    m_process.start(m_command, words);
}

void MachineView::answered() {
    if (m_asked != m_target) return ask();
    QList<MachineCheck> checks = readMachineChecks(m_process.readAllStandardOutput());
    const QString said = QString::fromUtf8(m_process.readAllStandardError()).trimmed().section(u'\n', -1);
    // That it cannot be reached now prevents nothing: who starts a capture is asked for the password again.
    if (checks.isEmpty() && !m_target.isEmpty())
        checks.append({MachineCheck::State::Limits,
                       QStringLiteral("Connection"),
                       said.section(QStringLiteral("sightline: "), -1).toStdString(),
                       {}});
    show(checks);
}

void MachineView::show(const QList<MachineCheck>& checks) {
    m_checks = checks;
    delete m_list;
    m_list = new QWidget;
    auto* grid = new QGridLayout(m_list);
    grid->setContentsMargins(0, 0, 6, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const MachineCheck& c : checks) {
        grid->addWidget(new IconLabel(icon(iconOf(c.state), colourOf(c.state)), 14), row, 0, Qt::AlignTop);
        grid->addWidget(words(titleOf(c.what), QPalette::WindowText), row++, 1);
        grid->addWidget(words(messageText(c.found), QPalette::PlaceholderText), row++, 1);
        if (!c.fix.empty())
            grid->addWidget(words(messageText(c.fix), c.state == MachineCheck::State::Prevents ? QPalette::BrightText
                                                                                               : QPalette::WindowText),
                            row++, 1);
        grid->setRowMinimumHeight(row++, 7);
    }
    grid->setRowStretch(row, 1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(m_title->text());
    scroll->setWidget(m_list);
    m_list = scroll;
    m_layout->addWidget(scroll, 1);
    emit finished();
}

QString MachineView::obstacle() const {
    QStringList out;
    for (const MachineCheck& c : m_checks)
        if (c.state == MachineCheck::State::Prevents)
            out.append(c.fix.empty() ? titleOf(c.what) + QStringLiteral(": ") + messageText(c.found)
                                     : messageText(c.fix));
    return out.join(u' ');
}

void MachineView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void MachineView::retranslate() {
    m_title->setText(m_target.isEmpty() ? tr("This machine")
                                        : m_title->fontMetrics().elidedText(m_target, Qt::ElideRight, kTextWidth));
    m_title->setToolTip(m_target);
    m_again->setToolTip(tr("Look again"));
    m_again->setAccessibleName(m_again->toolTip());
    if (m_list) show(m_checks);
}

}  // namespace app
