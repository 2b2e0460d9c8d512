// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

class QUndoStack;

namespace app {

/// The steps of several undo stacks in the order in which they were made: what was done last is undone first, whichever
/// stack holds it. Follows the stacks when something else uses them.
class UndoOrder : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Steps from now on count. The stack outlives this, or ends before it with its steps.
    void add(QUndoStack* stack);
    void undo();
    void redo();
    bool canUndo() const { return !m_done.empty(); }
    bool canRedo() const { return !m_undone.empty(); }
    /// The stack whose step that is; null = none.
    QUndoStack* nextUndo() const { return canUndo() ? m_done.back() : nullptr; }
    QUndoStack* nextRedo() const { return canRedo() ? m_undone.back() : nullptr; }

signals:
    void changed();

private:
    struct Followed {
        QUndoStack* stack;
        int index;  ///< that is known here
    };
    void follow(QUndoStack* stack, int index);
    void forget(const QUndoStack* stack);
    void keep(const QUndoStack* stack);

    std::vector<Followed> m_stacks;
    std::vector<QUndoStack*> m_done, m_undone;  ///< the next one to be used is the last
};

}  // namespace app
