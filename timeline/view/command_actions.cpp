// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/command_actions.h"

#include <QUndoStack>
#include <QWidget>

#include "timeline/state/view_history.h"
#include "timeline/view/timeline_view.h"

namespace timeline {

CommandActions::CommandActions(QWidget* view, const std::function<void(Command)>& run) {
    for (const CommandInfo& c : commands()) {
        auto* action = new QAction(view);
        action->setObjectName(QString::fromLatin1(c.id));
        // Keys reach the canvas first (see TimelineView::event()); as shortcuts they work from its child widgets.
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setAutoRepeat(c.repeats);
        QObject::connect(action, &QAction::triggered, view, [run, command = c.command] { run(command); });
        m_actions[static_cast<std::size_t>(c.command)] = action;
        view->addAction(action);
    }
}

void CommandActions::setKeys(KeyScheme scheme) {
    for (const CommandInfo& c : commands()) {
        of(c.command)->setText(commandText(c.command));
        of(c.command)->setShortcuts(keysOf(c.command, scheme));
    }
}

void CommandActions::update(const TimelineCommands& possible, const QUndoStack& steps) {
    for (const CommandInfo& c : commands()) of(c.command)->setEnabled(possible.isPossible(c.command));
    const auto name = [this](Command c, const QString& what) {
        of(c)->setText(what.isEmpty() ? commandText(c)
                                      : TimelineView::tr("%1: %2", "Undo or Redo: what").arg(commandText(c), what));
    };
    name(Command::Undo, stepText(steps.command(steps.index() - 1)));
    name(Command::Redo, stepText(steps.command(steps.index())));
}

}  // namespace timeline
