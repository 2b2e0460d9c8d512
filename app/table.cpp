// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/table.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSettings>
#include <algorithm>

namespace app {

void copyText(const QString& text) { QApplication::clipboard()->setText(text); }

Table::Table(const QString& settingsKey, QWidget* parent)
    : QTableView(parent), m_key(QStringLiteral("tables/") + settingsKey), m_copy(new QAction(this)),
      m_selectAll(new QAction(this)) {
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setFrameShape(NoFrame);
    setTabKeyNavigation(false);  // Tab leaves the table: panes are walked with it
    setHorizontalScrollMode(ScrollPerPixel);
    setTextElideMode(Qt::ElideMiddle);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    QHeaderView* header = horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionsMovable(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &Table::chooseColumns);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    connect(m_copy, &QAction::triggered, this, [this] { copyText(selectionAsTsv()); });
    connect(m_selectAll, &QAction::triggered, this, &QTableView::selectAll);
    addAction(m_copy);
    connect(this, &QTableView::doubleClicked, this, &Table::rowActivated);
    retranslate();
}

Table::~Table() {
    if (model() && !m_key.endsWith(u'/')) QSettings().setValue(m_key, horizontalHeader()->saveState());
}

void Table::restoreColumns() {
    const QByteArray state = QSettings().value(m_key).toByteArray();
    if (!state.isEmpty()) horizontalHeader()->restoreState(state);
}

QString Table::selectionAsTsv() const {
    if (!model() || !selectionModel()) return {};
    QList<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column)) columns.append(column);
    }
    QString out;
    const auto line = [&](const auto& cell) {
        for (qsizetype i = 0; i < columns.size(); ++i) {
            // A tab or line break inside a cell would shift the columns of the reader.
            out += cell(columns[i]).replace(u'\t', u' ').replace(u'\n', u' ');
            out += i + 1 < columns.size() ? u'\t' : u'\n';
        }
    };
    line([&](int column) { return model()->headerData(column, Qt::Horizontal).toString(); });
    QItemSelection selection = selectionModel()->selection();
    std::sort(selection.begin(), selection.end(), [](const auto& a, const auto& b) { return a.top() < b.top(); });
    for (const QItemSelectionRange& range : selection)
        for (int row = range.top(); row <= range.bottom(); ++row)
            line([&](int column) {
                const QModelIndex index = model()->index(row, column);
                const QVariant raw = index.data(kCopyRole);
                return (raw.isValid() ? raw : index.data()).toString();
            });
    return out;
}

void Table::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit rowActivated(currentIndex());
        return;
    }
    QTableView::keyPressEvent(event);
}

void Table::contextMenuEvent(QContextMenuEvent* event) {
    m_copy->setEnabled(selectionModel() && selectionModel()->hasSelection());
    QMenu menu(this);
    menu.addActions({m_copy, m_selectAll});
    if (!m_extra.isEmpty()) {
        menu.addSeparator();
        menu.addActions(m_extra);
    }
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
    menu.exec(horizontalHeader()->mapToGlobal(where));
}

void Table::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    QTableView::changeEvent(event);
}

void Table::retranslate() {
    m_copy->setText(tr("Copy"));
    m_selectAll->setText(tr("Select All"));
}

}  // namespace app
