// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kit/tables/row_text.h"
#include "app/kit/tables/uniform_table.h"

namespace app {

/// The table of every pane: Ctrl+C copies the chosen rows as tab-separated text with a header (the context menu also as
/// Markdown), a right click on the header chooses columns, columns remember their widths under `settingsKey`.
class Table : public UniformTable {
    Q_OBJECT

public:
    explicit Table(const QString& settingsKey, QWidget* parent = nullptr);
    ~Table() override;

    /// Chosen rows (all columns shown, in their order) with a header line.
    QString selectionAsText(RowFormat format) const;
    /// Restores widths; call once the model is set.
    void restoreColumns();
    /// Actions of the context menu; the ones of the table itself come first.
    void setContextActions(const QList<QAction*>& actions) { m_extra = actions; }

    /// Entries of the context menu about the row under the pointer, above those of the table itself.
    void setRowMenu(FillRowMenu fill) { m_rowMenu = std::move(fill); }

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
    QAction* m_copyMarkdown;
    QAction* m_copyCell;
    QAction* m_selectAll;
    QList<QAction*> m_extra;
    FillRowMenu m_rowMenu;
};

}  // namespace app
