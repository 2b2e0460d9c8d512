// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/commands/command_info.h"

#include <QCoreApplication>
#include <QWidget>

#include "app/kit/commands/own_shortcuts.h"
#include "app/kit/icons.h"
#include "app/kit/preferences.h"

namespace app {

QList<QKeySequence> usualKeysOf(const CommandInfo& command) {
    if (command.standard != QKeySequence::UnknownKey) return QKeySequence::keyBindings(command.standard);
    QList<QKeySequence> out;
    for (const QString& key : QString::fromLatin1(command.keys).split(u' ', Qt::SkipEmptyParts))
        out.append(QKeySequence::fromString(key, QKeySequence::PortableText));
    return out;
}

QList<QKeySequence> keysOf(const CommandInfo& command) {
    const auto own = ownKeys(QLatin1String(command.id));
    return own ? *own : usualKeysOf(command);
}

QString textOf(const CommandInfo& command) { return QCoreApplication::translate("Commands", command.text); }

QAction* makeAction(const CommandInfo& command, QWidget* window) {
    auto* action = new QAction(textOf(command), window);
    action->setObjectName(QLatin1String(command.id));
    const auto followKeys = [action, command] { action->setShortcuts(keysOf(command)); };
    followKeys();
    QObject::connect(preferenceChanges(), &PreferenceChanges::changed, action, [followKeys](const QString& key) {
        if (preferences::kShortcuts.is(key)) followKeys();
    });
    action->setCheckable(command.isCheckable);
    if (*command.icon) action->setIcon(icon(QLatin1String(command.icon)));
    window->addAction(action);
    return action;
}

}  // namespace app
