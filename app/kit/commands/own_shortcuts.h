// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <optional>

#include "timeline/look/key_scheme.h"

namespace app {

/// Keys that a person gave a command, in preferences::kShortcuts. Commands of the timeline are called by
/// timelineKeyId(), those of windows by their own id.
QString timelineKeyId(timeline::Command command);
/// Nothing: the usual ones. An empty list: none.
std::optional<QList<QKeySequence>> ownKeys(const QString& id);
void setOwnKeys(const QString& id, const QList<QKeySequence>& keys);
/// Gives the command its usual keys again.
void clearOwnKeys(const QString& id);
void clearAllOwnKeys();

/// The keys of the timeline: the chosen scheme with the person's own.
timeline::KeyBindings timelineKeys();

}  // namespace app
