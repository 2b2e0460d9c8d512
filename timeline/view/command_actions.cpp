// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/command_actions.h"

#include <QActionGroup>
#include <QUndoStack>
#include <QWidget>
#include <algorithm>
#include <iterator>

#include "timeline/state/view_history.h"
#include "timeline/view/timeline_view.h"

namespace timeline {

namespace {

/// Whether it is typed, or moves about in a list or a text.
bool isPlain(const QKeySequence& keys) {
    const QKeyCombination key = keys[0];
    if (key.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
    return key.key() < Qt::Key_Escape || (key.key() >= Qt::Key_Home && key.key() <= Qt::Key_PageDown);
}

}  // namespace

CommandActions::CommandActions(QWidget* view, const std::function<void(Command)>& run) {
    const auto make = [&](const CommandInfo& c, const char* name) {
        auto* action = new QAction(view);
        action->setObjectName(QLatin1String(c.id) + QLatin1String(name));
        // Keys reach the canvas first (see TimelineView::event()); as shortcuts they work from its child widgets.
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setAutoRepeat(c.repeats);
        QObject::connect(action, &QAction::triggered, view, [run, command = c.command] { run(command); });
        view->addAction(action);
        return action;
    };
    auto* colours = new QActionGroup(view);
    for (const CommandInfo& c : commands()) {
        QAction* action = m_actions[static_cast<std::size_t>(c.command)] = make(c, "");
        if (c.group == CommandGroup::Colours) {
            action->setCheckable(true);
            colours->addAction(action);
        }
        m_others[static_cast<std::size_t>(c.command)] = make(c, "_other_keys");
    }
}

QAction* CommandActions::everywhere(Command command) const {
    const QList<QKeySequence> keys = of(command)->shortcuts();
    return keys.isEmpty() || !isPlain(keys.first()) ? of(command) : m_others[static_cast<std::size_t>(command)];
}

void CommandActions::setKeys(const KeyBindings& bindings) {
    for (const CommandInfo& c : commands()) {
        QList<QKeySequence> keys = bindings.keysOf(c.command), others;
        const bool plain = !keys.isEmpty() && isPlain(keys.first());
        std::copy_if(keys.begin(), keys.end(), std::back_inserter(others),
                     [plain](const QKeySequence& key) { return isPlain(key) != plain; });
        keys.removeIf([plain](const QKeySequence& key) { return isPlain(key) != plain; });
        of(c.command)->setText(commandText(c.command));
        of(c.command)->setShortcuts(keys);
        m_others[static_cast<std::size_t>(c.command)]->setShortcuts(others);
    }
}

void CommandActions::update(const TimelineCommands& possible, const QUndoStack& steps) {
    for (const CommandInfo& c : commands())
        for (QAction* action : {of(c.command), m_others[static_cast<std::size_t>(c.command)]})
            action->setEnabled(possible.isPossible(c.command));
    for (const CommandInfo& c : commands())
        if (possible.isChosen(c.command)) of(c.command)->setChecked(true);
    const auto name = [this](Command c, const QString& what) {
        of(c)->setText(what.isEmpty() ? commandText(c)
                                      : TimelineView::tr("%1: %2", "Undo or Redo: what").arg(commandText(c), what));
    };
    name(Command::Undo, stepText(steps.command(steps.index() - 1)));
    name(Command::Redo, stepText(steps.command(steps.index())));
}

}  // namespace timeline
