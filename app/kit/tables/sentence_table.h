// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kit/tables/table.h"

namespace app {

/// A table with columns of sentences, which go on in further lines where they are wider than their column: a row is as
/// high as that makes it. For some hundred rows: heights are not kept.
class SentenceTable : public Table {
    Q_OBJECT

public:
    SentenceTable(const QString& settingsKey, QList<int> columns, QWidget* parent = nullptr);
    bool holdsSentences(int column) const { return m_columns.contains(column); }

    QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint& point) const override;

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) override;
    void updateGeometries() override;
    void paintEvent(QPaintEvent* event) override;

private:
    int rows() const { return model() ? model()->rowCount() : 0; }
    int heightOf(int row) const;
    int topOf(int row) const;             ///< px in the viewport
    int rowAt(int y) const;               ///< that has those px of the viewport; rows() behind the last
    int rowsThatFitAbove(int end) const;  ///< of those before it, one at least
    void paintRow(QPainter& p, const QStyleOptionViewItem& base, int row, int top, int height);

    QList<int> m_columns;
};

}  // namespace app
