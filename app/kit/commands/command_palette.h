// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QList>
#include <QPointer>

class QLineEdit;
class QListWidget;

namespace app {

/// Every action by its name: type a few letters, press Enter. Closes when the focus leaves it.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    struct Entry {
        QPointer<QAction> action;
        QString place;  ///< titles of the menus that it is in
    };
    CommandPalette(QList<Entry> entries, QWidget* parent);
    QLineEdit* line() const { return m_text; }
    QListWidget* list() const { return m_list; }

    /// What can be done in these menus and below.
    static QList<Entry> entriesOf(const QList<QAction*>& menuBarActions);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void run();
    QLineEdit* m_text;
    QListWidget* m_list;
    QList<Entry> m_entries;
};

}  // namespace app
