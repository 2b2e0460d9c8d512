// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace app {

/// Role under which a model gives the text to copy where it differs from the one shown: raw nanoseconds, bytes.
inline constexpr int kCopyRole = Qt::UserRole + 100;

/// The table of every pane: Ctrl+C copies the chosen rows as tab-separated text with a header, a right click on the
/// header chooses columns, columns remember their widths under `settingsKey`.
class Table : public QTableView {
    Q_OBJECT

public:
    explicit Table(const QString& settingsKey, QWidget* parent = nullptr);
    ~Table() override;

    /// Chosen rows (all columns shown, in their order) as tab-separated text with a header line.
    QString selectionAsTsv() const;
    /// Restores widths; call once the model is set.
    void restoreColumns();
    /// Actions of the context menu; the ones of the table itself come first.
    void setContextActions(const QList<QAction*>& actions) { m_extra = actions; }

signals:
    /// Double click or Enter.
    void rowActivated(const QModelIndex& index);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void chooseColumns(const QPoint& where);
    QString m_key;
    QAction* m_copy;
    QAction* m_selectAll;
    QList<QAction*> m_extra;
};

/// Puts a text on the clipboard, where it is kept.
void copyText(const QString& text);

}  // namespace app
