// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/tree_table.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QStyledItemDelegate>
#include <algorithm>

#include "app/kit/manual/manual_place.h"
#include "app/kit/pictured.h"

namespace app {
namespace {

/// Rows as high as those of a Table.
class RowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + kRowPadding};
    }
    static constexpr int kRowPadding = 6;
};

}  // namespace

TreeTable::TreeTable(QWidget* parent)
    : QTreeView(parent), m_copy(new QAction(this)), m_copyMarkdown(new QAction(this)), m_copyCell(new QAction(this)),
      m_expandAll(new QAction(this)), m_collapseAll(new QAction(this)) {
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setAlternatingRowColors(true);
    setUniformRowHeights(true);
    setItemDelegate(new RowDelegate(this));
    setFrameShape(NoFrame);
    setExpandsOnDoubleClick(false);  // a double click goes to the timeline
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollMode(ScrollPerPixel);
    header()->setHighlightSections(false);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QWidget::customContextMenuRequested, this, &TreeTable::chooseColumns);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    connect(m_copyCell, &QAction::triggered, this, [this] { copyText(m_copyCell->data().toString()); });
    addAction(m_copy);
    connect(m_copy, &QAction::triggered, this, [this] { copyText(selectionAsText(RowFormat::Tsv)); });
    connect(m_copyMarkdown, &QAction::triggered, this, [this] { copyText(selectionAsText(RowFormat::Markdown)); });
    connect(m_expandAll, &QAction::triggered, this, &QTreeView::expandAll);
    connect(m_collapseAll, &QAction::triggered, this, &QTreeView::collapseAll);
    connect(this, &QTreeView::doubleClicked, this, &TreeTable::rowActivated);
    retranslate();
}

QString TreeTable::selectionAsText(RowFormat format) const {
    if (!selectionModel()) return {};
    QModelIndexList rows = selectionModel()->selectedRows();
    // As they stand: by the rows on the way from the top.
    std::vector<std::pair<std::vector<int>, QModelIndex>> placed;
    for (const QModelIndex& row : std::as_const(rows)) {
        std::vector<int> way;
        for (QModelIndex i = row; i.isValid(); i = i.parent()) way.insert(way.begin(), i.row());
        placed.emplace_back(std::move(way), row);
    }
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    rows.clear();
    for (const auto& [way, row] : placed) rows.append(row);
    return rowsAsText(*header(), rows, format);
}

void TreeTable::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit rowActivated(currentIndex());
        return;
    }
    QTreeView::keyPressEvent(event);
}

void TreeTable::contextMenuEvent(QContextMenuEvent* event) {
    const bool any = selectionModel() && selectionModel()->hasSelection();
    m_copy->setEnabled(any);
    m_copyMarkdown->setEnabled(any);
    // The key for menus means the row that keys act on.
    const QModelIndex row = event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
    m_copyCell->setEnabled(row.isValid());
    m_copyCell->setData(row.isValid() ? cellText(row) : QString());
    QMenu menu(this);
    if (m_rowMenu && row.isValid()) m_rowMenu(menu, row);
    if (!menu.isEmpty()) menu.addSeparator();
    menu.addActions({m_copy, m_copyCell, m_copyMarkdown});
    menu.addSeparator();
    menu.addActions({m_expandAll, m_collapseAll});
    Pictured::addPictureAction(menu, this);
    addManualAction(menu, this);
    menu.exec(event->globalPos());
    m_copy->setEnabled(true);
}

void TreeTable::chooseColumns(const QPoint& where) {
    QMenu menu(this);
    for (int c = 1; c < model()->columnCount(); ++c) {  // the first one holds the tree
        QAction* action = menu.addAction(model()->headerData(c, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(c));
        connect(action, &QAction::toggled, this, [this, c](bool on) { setColumnHidden(c, !on); });
    }
    menu.addSeparator();
    addManualAction(menu, this, model()->headerData(header()->logicalIndexAt(where), Qt::Horizontal).toString());
    menu.exec(header()->mapToGlobal(where));
}

void TreeTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QTreeView::changeEvent(event);
}

void TreeTable::retranslate() {
    m_copy->setText(tr("Copy"));
    m_copyMarkdown->setText(tr("Copy as Markdown"));
    m_copyCell->setText(tr("Copy Cell"));
    m_expandAll->setText(tr("Expand All"));
    m_collapseAll->setText(tr("Collapse All"));
}

}  // namespace app
