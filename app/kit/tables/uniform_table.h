// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>

class QHeaderView;

namespace app {

/// A table whose rows have one height. Unlike QTableView it keeps nothing for each row, so that millions of rows cost
/// nothing but what the model needs: showing, scrolling and resetting do not depend on their number.
class UniformTable : public QAbstractItemView {
    Q_OBJECT

public:
    explicit UniformTable(QWidget* parent = nullptr);

    QHeaderView* horizontalHeader() const { return m_header; }
    void setColumnWidth(int column, int width);
    int columnWidth(int column) const;
    void setColumnHidden(int column, bool hidden);
    bool isColumnHidden(int column) const;
    /// Fits columns to their headings and the first kSampledRows rows.
    void resizeColumnsToContents();
    void setSortingEnabled(bool on);
    void sortByColumn(int column, Qt::SortOrder order);
    void selectRow(int row);
    int rowHeight() const { return m_rowHeight; }
    /// Rows of which at least a part is on screen: first, and one behind the last.
    std::pair<int, int> visibleRows() const;

    void setModel(QAbstractItemModel* model) override;
    QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint& point) const override;
    void reset() override;

    static constexpr int kSampledRows = 500;

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    int horizontalOffset() const override;
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex& index) const override;
    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) override;
    QRegion visualRegionForSelection(const QItemSelection& selection) const override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int rows() const;
    int rowsThatFit() const;
    void setGeometries();
    void paintRow(QPainter& p, const QStyleOptionViewItem& base, int row);
    QList<int> shownColumns() const;  ///< logical, from left to right

    QHeaderView* m_header;
    int m_rowHeight = 20;
    bool m_sorting = false;
    bool m_updating = false, m_changed = false;  ///< geometries, and that once more
};

}  // namespace app
