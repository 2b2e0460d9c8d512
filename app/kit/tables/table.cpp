// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/table.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSettings>
#include <algorithm>

#include "app/kit/manual/manual_place.h"
#include "app/kit/pictured.h"

namespace app {

Table::Table(const QString& settingsKey, QWidget* parent)
    : UniformTable(parent), m_key(QStringLiteral("tables/") + settingsKey), m_copy(new QAction(this)),
      m_copyMarkdown(new QAction(this)), m_copyCell(new QAction(this)), m_selectAll(new QAction(this)) {
    setAlternatingRowColors(true);
    setFrameShape(NoFrame);
    setTabKeyNavigation(false);  // Tab leaves the table: panes are walked with it
    setTextElideMode(Qt::ElideMiddle);
    QHeaderView* header = horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &Table::chooseColumns);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    connect(m_copy, &QAction::triggered, this, [this] { copyText(selectionAsText(RowFormat::Tsv)); });
    connect(m_copyMarkdown, &QAction::triggered, this, [this] { copyText(selectionAsText(RowFormat::Markdown)); });
    connect(m_selectAll, &QAction::triggered, this, &QAbstractItemView::selectAll);
    connect(m_copyCell, &QAction::triggered, this, [this] { copyText(m_copyCell->data().toString()); });
    addAction(m_copy);
    connect(this, &QAbstractItemView::doubleClicked, this, &Table::rowActivated);
    retranslate();
}

Table::~Table() {
    if (model() && !m_key.endsWith(u'/')) QSettings().setValue(m_key, horizontalHeader()->saveState());
}

void Table::restoreColumns() {
    const QByteArray state = QSettings().value(m_key).toByteArray();
    if (!state.isEmpty()) horizontalHeader()->restoreState(state);
}

QString Table::selectionAsText(RowFormat format) const {
    if (!model() || !selectionModel()) return {};
    QItemSelection selection = selectionModel()->selection();
    std::sort(selection.begin(), selection.end(), [](const auto& a, const auto& b) { return a.top() < b.top(); });
    QModelIndexList rows;
    for (const QItemSelectionRange& range : std::as_const(selection))
        for (int row = range.top(); row <= range.bottom(); ++row) rows.append(model()->index(row, 0));
    return rowsAsText(*horizontalHeader(), rows, format);
}

void Table::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit rowActivated(currentIndex());
        return;
    }
    UniformTable::keyPressEvent(event);
}

void Table::contextMenuEvent(QContextMenuEvent* event) {
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
    menu.addActions({m_copy, m_copyCell, m_copyMarkdown, m_selectAll});
    if (!m_extra.isEmpty()) {
        menu.addSeparator();
        menu.addActions(m_extra);
    }
    Pictured::addPictureAction(menu, this);
    addManualAction(menu, this);
    menu.exec(event->globalPos());
    m_copy->setEnabled(true);
}

void Table::chooseColumns(const QPoint& where) {
    QMenu menu(this);
    int shown = 0;
    for (int c = 0; c < model()->columnCount(); ++c) shown += !isColumnHidden(c);
    for (int c = 0; c < model()->columnCount(); ++c) {
        QAction* action = menu.addAction(model()->headerData(c, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(c));
        action->setEnabled(isColumnHidden(c) || shown > 1);
        connect(action, &QAction::toggled, this, [this, c](bool on) { setColumnHidden(c, !on); });
    }
    menu.addSeparator();
    const int column = horizontalHeader()->logicalIndexAt(where);
    addManualAction(menu, this, model()->headerData(column, Qt::Horizontal).toString());
    menu.exec(horizontalHeader()->mapToGlobal(where));
}

void Table::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    UniformTable::changeEvent(event);
}

void Table::retranslate() {
    m_copy->setText(tr("Copy"));
    m_copyMarkdown->setText(tr("Copy as Markdown"));
    m_copyCell->setText(tr("Copy Cell"));
    m_selectAll->setText(tr("Select All"));
}

}  // namespace app
