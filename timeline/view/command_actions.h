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
    QList<QAction*> all() const { return {m_actions.begin(), m_actions.end()}; }
    /// Updates the texts to the language, and the keys to the scheme.
    void setKeys(KeyScheme scheme);
    /// Updates what is possible now, and what undo would revert.
    void update(const TimelineCommands& commands, const QUndoStack& steps);

private:
    std::array<QAction*, kCommandCount> m_actions{};
};

}  // namespace timeline
