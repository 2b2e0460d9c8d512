// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>

#include <array>
#include <functional>

#include "timeline/view/timeline_commands.h"

namespace timeline {

/// The action of each command: text, keys of the scheme, enabled state.
class CommandActions {
public:
    /// The actions belong to `view`, and work while it or a child of it has the focus.
    CommandActions(QWidget* view, const std::function<void(Command)>& run);

    QAction* of(Command command) const { return m_actions[static_cast<std::size_t>(command)]; }
    /// The one with the keys that other widgets of a window have no use for: no letters, no arrows. Where a command has
    /// keys of both kinds, of() has those of its first one.
    QAction* everywhere(Command command) const;
    QList<QAction*> all() const { return {m_actions.begin(), m_actions.end()}; }
    /// Updates the texts to the language, and the keys to the scheme.
    void setKeys(const KeyBindings& bindings);
    /// Updates what is possible now, and what undo would revert.
    void update(const TimelineCommands& commands, const QUndoStack& steps);

private:
    std::array<QAction*, kCommandCount> m_actions{};
    std::array<QAction*, kCommandCount> m_others{};  ///< with the keys of the other kind
};

}  // namespace timeline
