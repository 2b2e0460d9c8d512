// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace app {

/// The layouts that have names: choose, rename, delete. Everything is kept at once; deletes itself when it is closed.
class LayoutsDialog : public QDialog {
    Q_OBJECT

public:
    explicit LayoutsDialog(QWidget* parent = nullptr);
    QListWidget* list() const { return m_list; }
    QPushButton* renameButton() const { return m_rename; }
    QPushButton* removeButton() const { return m_remove; }

signals:
    void chosen(const QString& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void onEdited(QListWidgetItem* item);
    void retranslate();

    QListWidget* m_list;
    QLabel* m_why;  ///< why a name was refused, or that there are none
    QPushButton *m_use, *m_rename, *m_remove;
};

}  // namespace app
