// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QStringList>

class QCompleter;
class QStringListModel;

namespace app {

/// Where a statement is typed: words of SQL stand out, names of tables and columns are completed.
class SqlEditor : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit SqlEditor(QWidget* parent = nullptr);
    /// Names that are completed, beside the words of SQL.
    void setNames(const QStringList& names);
    /// Puts the cursor to that byte of the UTF-8 text and marks the word there.
    void showMistake(qint64 byte);
    QCompleter* completer() const { return m_completer; }

signals:
    /// Ctrl+Enter or F9.
    void runRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString wordBeforeCursor() const;
    void complete(const QString& word);
    void offer(bool always);

    QCompleter* m_completer;
    QStringListModel* m_names;
};

}  // namespace app
