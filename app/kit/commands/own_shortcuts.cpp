// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/commands/own_shortcuts.h"

#include "app/kit/preferences.h"

namespace app {
namespace {

/// An entry is the id and the keys, separated by tabs: sequences of several keys have spaces.
QString entryOf(const QString& id, const QList<QKeySequence>& keys) {
    QStringList parts{id};
    for (const QKeySequence& key : keys) parts.append(key.toString(QKeySequence::PortableText));
    return parts.join(u'\t');
}

QList<QKeySequence> keysIn(const QString& entry) {
    QList<QKeySequence> out;
    const QStringList parts = entry.split(u'\t');
    for (const QString& key : parts.mid(1))
        if (const QKeySequence keys = QKeySequence::fromString(key, QKeySequence::PortableText); !keys.isEmpty())
            out.append(keys);
    return out;
}

QStringList without(const QString& id) {
    QStringList kept = preferences::kShortcuts.value();
    kept.removeIf([&id](const QString& entry) { return entry.section(u'\t', 0, 0) == id; });
    return kept;
}

}  // namespace

QString timelineKeyId(timeline::Command command) {
    return QStringLiteral("timeline.") + QLatin1String(timeline::commandInfo(command).id);
}

std::optional<QList<QKeySequence>> ownKeys(const QString& id) {
    for (const QString& entry : preferences::kShortcuts.value())
        if (entry.section(u'\t', 0, 0) == id) return keysIn(entry);
    return {};
}

void setOwnKeys(const QString& id, const QList<QKeySequence>& keys) {
    preferences::kShortcuts.set(without(id) + QStringList{entryOf(id, keys)});
}

void clearOwnKeys(const QString& id) { preferences::kShortcuts.set(without(id)); }

void clearAllOwnKeys() { preferences::kShortcuts.set({}); }

timeline::KeyBindings timelineKeys() {
    timeline::KeyBindings keys(timeline::keySchemeFromId(preferences::kKeys.value()));
    for (const timeline::CommandInfo& command : timeline::commands())
        if (const auto own = ownKeys(timelineKeyId(command.command))) keys.setOwn(command.command, *own);
    return keys;
}

}  // namespace app
