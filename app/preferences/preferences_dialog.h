// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

#include "app/preferences/preference_table.h"

class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;

namespace app {

class ShortcutList;
class StorageList;

/// The dialog for preferences: pages on the left, what is on one at the right. Everything is applied and kept at once,
/// and the dialog follows what is changed elsewhere. Not modal.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    explicit PreferencesDialog(PreferenceSources sources, QWidget* parent = nullptr);

    void showPage(PreferencePage page);
    /// By its name in the command line; false: there is none.
    bool showPage(const QString& name);
    static QStringList pageNames();
    /// Shows only pages and lines with these words.
    void search(const QString& words);
    QListWidget* pages() const { return m_list; }
    QLineEdit* searchLine() const { return m_search; }
    ShortcutList* shortcuts() const { return m_shortcuts; }
    StorageList* storage() const { return m_storage; }

protected:
    void changeEvent(QEvent* event) override;

private:
    /// What a line of the table became.
    struct Line {
        const PreferenceItem* item;
        QLabel* label;  ///< null for a box that is ticked
        QWidget* control;
        QLabel* hint;  ///< null where there is none
    };
    QWidget* makePage(PreferencePage page);
    QWidget* makeControl(const PreferenceItem& item);
    void addLine(const PreferenceItem& item, QFormLayout* form);
    void fill(const Line& line);
    void onChanged(const QString& key);
    void retranslate();

    PreferenceSources m_sources;
    QLineEdit* m_search;
    QListWidget* m_list;
    QStackedWidget* m_stack;
    ShortcutList* m_shortcuts = nullptr;
    StorageList* m_storage = nullptr;
    QList<Line> m_lines;
};

}  // namespace app
