// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/undo_order.h"

#include <QUndoStack>
#include <algorithm>
#include <utility>

namespace app {
namespace {

/// Moves the newest entry of that stack; false where there is none.
bool moveLast(std::vector<QUndoStack*>& from, std::vector<QUndoStack*>& to, QUndoStack* stack) {
    const auto at = std::find(from.rbegin(), from.rend(), stack);
    if (at == from.rend()) return false;
    from.erase(std::prev(at.base()));
    to.push_back(stack);
    return true;
}

}  // namespace

void UndoOrder::add(QUndoStack* stack) {
    m_stacks.push_back({stack, stack->index()});
    connect(stack, &QUndoStack::indexChanged, this, [this, stack](int index) { follow(stack, index); });
    connect(stack, &QObject::destroyed, this, [this, stack] { forget(stack); });
}

void UndoOrder::undo() {
    if (canUndo()) m_done.back()->undo();
}

void UndoOrder::redo() {
    if (canRedo()) m_undone.back()->redo();
}

void UndoOrder::forget(const QUndoStack* stack) {
    for (auto* steps : {&m_done, &m_undone}) std::erase(*steps, stack);
}

// No more entries than the stack has steps: it may have dropped the oldest ones, or those that a new step replaced.
void UndoOrder::keep(const QUndoStack* stack) {
    const auto drop = [stack](std::vector<QUndoStack*>& steps, int most) {
        for (auto excess = std::count(steps.begin(), steps.end(), stack) - most; excess > 0; --excess)
            steps.erase(std::find(steps.begin(), steps.end(), stack));
    };
    drop(m_done, stack->index());
    drop(m_undone, stack->count() - stack->index());
}

// A stack says its index only. One that stands at its end has a new step, unless that step was undone before.
void UndoOrder::follow(QUndoStack* stack, int index) {
    const auto known =
        std::find_if(m_stacks.begin(), m_stacks.end(), [stack](const Followed& f) { return f.stack == stack; });
    const int steps = index - std::exchange(known->index, index);
    for (int i = steps; i < 0; ++i) moveLast(m_done, m_undone, stack);
    for (int i = 0; i < steps; ++i)
        if (!moveLast(m_undone, m_done, stack)) {
            m_undone.clear();  // nothing can be redone beyond a new step
            m_done.push_back(stack);
        }
    keep(stack);
    emit changed();
}

}  // namespace app
