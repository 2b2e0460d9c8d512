// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "app/preferences/preference_table.h"

class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace app {

/// All commands with their keys, to be changed. Keys that another command has are not set: its name is shown, and a
/// button takes them over.
class ShortcutList : public QWidget {
    Q_OBJECT

public:
    explicit ShortcutList(std::function<QList<KeyedCommand>()> commands, QWidget* parent = nullptr);

    /// Shows only commands with all of these words in their name or keys.
    void search(const QStringList& words);
    int shown() const;
    /// Makes that command the current one; false: there is none.
    bool choose(const QString& id);
    /// Gives the keys that were typed to the current command; false, and it says why, if another one has them.
    bool assign();
    void takeOver();
    void resetCurrent();
    void resetAll();

    QTreeWidget* list() const { return m_list; }
    QKeySequenceEdit* edit() const { return m_edit; }
    QPushButton* takeOverButton() const { return m_takeOver; }
    QString clash() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void showKeys();
    void showCurrent();
    const KeyedCommand* current() const;
    /// The other command with those keys; null = none.
    const KeyedCommand* holderOf(const QKeySequence& keys, const KeyedCommand& besides) const;
    void retranslate();

    std::function<QList<KeyedCommand>()> m_source;
    QList<KeyedCommand> m_commands;
    QTreeWidget* m_list;
    QLabel *m_keysLabel, *m_clash;
    QKeySequenceEdit* m_edit;
    QPushButton *m_assign, *m_takeOver, *m_reset, *m_resetAll;
};

}  // namespace app
