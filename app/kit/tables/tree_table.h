// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

#include "app/kit/tables/row_text.h"

namespace app {

/// A table whose rows have rows below them. Copies like Table; a right click on the header chooses columns.
class TreeTable : public QTreeView {
    Q_OBJECT

public:
    explicit TreeTable(QWidget* parent = nullptr);
    /// Chosen rows, from top to bottom.
    QString selectionAsText(RowFormat format) const;

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
    QAction* m_copy;
    QAction* m_copyMarkdown;
    QAction* m_copyCell;
    QAction* m_expandAll;
    QAction* m_collapseAll;
    FillRowMenu m_rowMenu;
};

}  // namespace app
