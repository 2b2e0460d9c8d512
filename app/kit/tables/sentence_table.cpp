// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/sentence_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace app {
namespace {

constexpr int kMargin = 4,
              kRowPadding = 6;  // px beside a text, and above and below together, as other tables have them

/// Lines below each other, broken between words, and within one that is wider than the cell; returns px that they take.
double layOut(QTextLayout& layout, int cellWidth) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, cellWidth - 2 * kMargin));
        line.setPosition({0, y});
        y += line.height();
    }
    layout.endLayout();
    return y;
}

class Lines : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        const QString text = std::exchange(cell.text, QString());
        cell.widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
        QTextLayout layout(text, cell.font);
        const double height = layOut(layout, cell.rect.width());
        painter->save();
        painter->setPen(
            cell.palette.color(cell.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Text));
        layout.draw(painter, QPointF(cell.rect.left() + kMargin,
                                     cell.rect.top() + std::max(0.0, std::floor((cell.rect.height() - height) / 2))));
        painter->restore();
    }
};

}  // namespace

SentenceTable::SentenceTable(const QString& settingsKey, QList<int> columns, QWidget* parent)
    : Table(settingsKey, parent), m_columns(std::move(columns)) {
    auto* lines = new Lines(this);
    for (const int column : m_columns) setItemDelegateForColumn(column, lines);
}

int SentenceTable::heightOf(int row) const {
    int height = rowHeight();
    for (const int column : m_columns) {
        if (isColumnHidden(column)) continue;
        QTextLayout layout(model()->index(row, column).data().toString(), font());
        height = std::max(height, kRowPadding + static_cast<int>(std::ceil(layOut(layout, columnWidth(column)))));
    }
    return height;
}

int SentenceTable::topOf(int row) const {
    const int first = verticalScrollBar()->value();
    int y = 0;
    for (int r = first; r < row; ++r) y += heightOf(r);
    for (int r = first; r > row; --r) y -= heightOf(r - 1);
    return y;
}

int SentenceTable::rowAt(int y) const {
    int row = verticalScrollBar()->value(), top = 0;
    while (y < top && row > 0) top -= heightOf(--row);
    for (; row < rows(); ++row) {
        top += heightOf(row);
        if (y < top) break;
    }
    return row;
}

int SentenceTable::rowsThatFitAbove(int end) const {
    int fit = 0;
    for (int taken = 0; fit < end && (taken += heightOf(end - fit - 1)) <= viewport()->height();) ++fit;
    return std::max(1, fit);
}

QRect SentenceTable::visualRect(const QModelIndex& index) const {
    if (!index.isValid() || isColumnHidden(index.column())) return {};
    return {horizontalHeader()->sectionViewportPosition(index.column()), topOf(index.row()),
            columnWidth(index.column()), heightOf(index.row())};
}

void SentenceTable::scrollTo(const QModelIndex& index, ScrollHint hint) {
    if (!index.isValid()) return;
    const int first = verticalScrollBar()->value(), row = index.row(), fit = rowsThatFitAbove(row + 1);
    if (hint == PositionAtTop || (hint == EnsureVisible && row < first)) verticalScrollBar()->setValue(row);
    else if (hint == PositionAtBottom || (hint == EnsureVisible && row >= first + fit))
        verticalScrollBar()->setValue(row - fit + 1);
    else if (hint == PositionAtCenter) verticalScrollBar()->setValue(row - fit / 2);
}

QModelIndex SentenceTable::indexAt(const QPoint& point) const {
    const int row = point.y() < 0 ? rows() : rowAt(point.y()), column = horizontalHeader()->logicalIndexAt(point.x());
    return row < rows() && column >= 0 ? model()->index(row, column) : QModelIndex();
}

QModelIndex SentenceTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    const QModelIndex at = currentIndex();
    if (!at.isValid() || (action != MovePageUp && action != MovePageDown)) return Table::moveCursor(action, modifiers);
    const int page = action == MovePageUp ? -rowsThatFitAbove(at.row()) : verticalScrollBar()->pageStep();
    return at.siblingAtRow(std::clamp(at.row() + page, 0, rows() - 1));
}

void SentenceTable::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) {
    if (!selectionModel() || rows() == 0) return;
    const QRect all = rect.normalized();
    const int first = std::clamp(rowAt(all.top()), 0, rows() - 1),
              last = std::clamp(rowAt(all.bottom()), 0, rows() - 1);
    selectionModel()->select(QItemSelection(model()->index(first, 0), model()->index(last, model()->columnCount() - 1)),
                             flags);
}

void SentenceTable::updateGeometries() {
    Table::updateGeometries();
    const int fit = rowsThatFitAbove(rows());
    verticalScrollBar()->setRange(0, std::max(0, rows() - fit));
    verticalScrollBar()->setPageStep(fit);
}

void SentenceTable::paintRow(QPainter& p, const QStyleOptionViewItem& base, int row, int top, int height) {
    QStyleOptionViewItem whole = base;
    whole.rect = QRect(0, top, viewport()->width(), height);
    whole.features.setFlag(QStyleOptionViewItem::Alternate, alternatingRowColors() && row % 2);
    whole.state.setFlag(QStyle::State_Selected, selectionModel() && selectionModel()->isRowSelected(row, {}));
    style()->drawPrimitive(QStyle::PE_PanelItemViewRow, &whole, &p, this);
    for (int column = 0; column < model()->columnCount(); ++column) {
        if (isColumnHidden(column)) continue;
        const QModelIndex index = model()->index(row, column);
        QStyleOptionViewItem cell = whole;
        cell.rect = QRect(horizontalHeader()->sectionViewportPosition(column), top, columnWidth(column), height);
        cell.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
        itemDelegateForIndex(index)->paint(&p, cell, index);
    }
}

void SentenceTable::paintEvent(QPaintEvent*) {
    QPainter p(viewport());
    QStyleOptionViewItem base;
    initViewItemOption(&base);
    base.showDecorationSelected = true;
    for (int row = verticalScrollBar()->value(), top = 0; row < rows() && top < viewport()->height(); ++row) {
        const int height = heightOf(row);
        paintRow(p, base, row, top, height);
        top += height;
    }
}

}  // namespace app
