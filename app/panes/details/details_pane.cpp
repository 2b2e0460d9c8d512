// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/details/details_pane.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/elided_label.h"
#include "app/kit/icons.h"
#include "app/kit/tables/table.h"
#include "app/panes/details/chain_view.h"
#include "timeline/look/format.h"

namespace app {
namespace {
constexpr int kRawRole = Qt::UserRole;
constexpr int kColumnWidth = 420;  // logical px that a column of facts wants at least

// Lines with a little air.
class RoomyDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(8, 4);
    }
};
}  // namespace

DetailsPane::DetailsPane(QWidget* parent)
    : Pane(parent), m_name(new ElidedLabel), m_jump(new QToolButton), m_copy(new QToolButton), m_chain(new ChainView) {
    QFont bold = m_name->font();
    bold.setWeight(QFont::DemiBold);
    m_name->setFont(bold);
    for (QToolButton* button : {m_jump, m_copy}) {
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    m_jump->setIcon(icon(QStringLiteral("jump")));
    m_copy->setIcon(icon(QStringLiteral("copy")));
    auto* content = new QWidget;
    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 4, 6, 2);
    top->addWidget(m_name, 1);
    top->addWidget(m_jump);
    top->addWidget(m_copy);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(0);
    for (QTreeWidget*& tree : m_trees) {
        tree = makeTree();
        facts->addWidget(tree, 1);
    }
    auto* left = new QWidget;
    left->setLayout(facts);
    facts->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(m_chain);
    splitter->setSizes({1000, 600});
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(splitter, 1);
    setContent(content);
    connect(m_chain, &ChainView::eventActivated, this, [this](model::EventRef event) {
        if (host()) host()->showEvent(event);
    });
    connect(m_chain, &ChainView::settled, this, [this] {
        arrange();
        emit settled();
    });
    connect(m_copy, &QToolButton::clicked, this, [this] { copyText(asTsv()); });
    connect(m_jump, &QToolButton::clicked, this, [this] {
        if (host()) host()->run(timeline::Command::JumpToCorrelated);
    });
    retranslate();
}

QTreeWidget* DetailsPane::makeTree() {
    auto* tree = new QTreeWidget;
    tree->setColumnCount(2);
    tree->setHeaderHidden(true);
    tree->setItemDelegate(new RoomyDelegate(tree));
    tree->setIndentation(14);
    tree->setUniformRowHeights(true);
    tree->setFrameShape(QFrame::NoFrame);
    tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree->setTextElideMode(Qt::ElideMiddle);
    tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    tree->header()->setStretchLastSection(true);
    tree->setContextMenuPolicy(Qt::CustomContextMenu);
    tree->installEventFilter(this);
    connect(tree, &QWidget::customContextMenuRequested, this,
            [this, tree](const QPoint& where) { showMenu(tree, where); });
    // One selection for all of them.
    connect(tree, &QTreeWidget::itemSelectionChanged, this, [this, tree] {
        if (tree->selectedItems().isEmpty()) return;
        for (QTreeWidget* other : m_trees)
            if (other != tree) other->clearSelection();
    });
    return tree;
}

void DetailsPane::hostChanged() {
    m_event = {};
    if (!host()) return;
    connect(host(), &PaneHost::eventSelected, hostContext(), [this](model::EventRef event) {
        m_event = event;
        refresh();
    });
    connect(host(), &PaneHost::selectionChanged, hostContext(), [this] { refresh(); });
    m_event = host()->selectedEvent();
}

// Without an event: what a selected span is, and what there is to click.
QString DetailsPane::whatToClick() const {
    const QString click = tr("Click an event in the timeline to see everything that the report says about it.");
    const auto span = host()->selection();
    if (!span) return click;
    return tr("Selected: %1, from %2 to %3. The pane “Selection” has its figures.", "length, begin, end")
               .arg(timeline::formatDuration(span->length()), host()->times().exact(span->begin),
                    host()->times().exact(span->end)) +
           u'\n' + click;
}

void DetailsPane::showNothing(const QString& why) {
    m_shown = nullptr;
    m_rows.clear();
    m_chain->setEvent(nullptr, {});
    setEmptyText(why);
}

void DetailsPane::refresh() {
    if (!host()) return showNothing(tr("Open a report to see its events."));
    const model::SnapshotPtr snapshot = host()->snapshot();
    if (!holds(*snapshot, m_event)) return showNothing(whatToClick());
    if (m_shown == snapshot && m_shownEvent == m_event && m_shownTimes == host()->times()) return;
    m_shown = snapshot;
    m_shownEvent = m_event;
    m_shownTimes = host()->times();
    m_columns = 0;
    m_chain->setEvent(snapshot, m_event);
    timeline::DescribeOptions options;
    options.times = m_shownTimes;
    m_rows = timeline::describeEvent(*snapshot, m_event, options);
    m_name->setText(timeline::eventName(*snapshot, m_event));
    m_name->setToolTip(m_name->text());
    m_jump->setVisible(model::hasCorrelation(*snapshot, m_event));
    arrange();
    setEmptyText({});
}

// Spreads the groups over as many columns as fit, in their order and about equally high; a group stays whole.
void DetailsPane::arrange() {
    const int columns = std::clamp((m_chain->isHidden() ? width() : width() - m_chain->width()) / kColumnWidth, 1,
                                   static_cast<int>(m_trees.size()));
    if (columns == m_columns) return;
    m_columns = columns;
    std::size_t first = 0;
    for (int c = 0; c < static_cast<int>(m_trees.size()); ++c) {
        const std::size_t fair =
            (m_rows.size() * static_cast<std::size_t>(c + 1) + static_cast<std::size_t>(columns) - 1) /
            static_cast<std::size_t>(columns);
        std::size_t last = c + 1 >= columns ? m_rows.size() : std::max(first, std::min(fair, m_rows.size()));
        while (last > 0 && last < m_rows.size() && m_rows[last].group == m_rows[last - 1].group) ++last;
        fill(m_trees[static_cast<std::size_t>(c)], first, last);
        m_trees[static_cast<std::size_t>(c)]->setVisible(c < columns);
        first = last;
    }
}

void DetailsPane::fill(QTreeWidget* tree, std::size_t first, std::size_t last) {
    tree->clear();
    QFont bold = tree->font();
    bold.setWeight(QFont::DemiBold);
    QTreeWidgetItem* group = nullptr;
    for (std::size_t i = first; i < last; ++i) {
        const timeline::DetailRow& row = m_rows[i];
        if (!row.group.isEmpty() && (!group || row.group != m_rows[i - 1].group)) {
            group = new QTreeWidgetItem(tree, {row.group});
            group->setFont(0, bold);
            group->setFirstColumnSpanned(true);
            group->setExpanded(true);
        }
        auto* item = row.group.isEmpty() ? new QTreeWidgetItem(tree) : new QTreeWidgetItem(group);
        item->setText(0, row.label);
        item->setText(1, row.value);
        item->setToolTip(1, row.value);
        item->setForeground(0, palette().color(QPalette::PlaceholderText));
        item->setData(1, kRawRole, row.raw.isEmpty() ? row.value : row.raw);
    }
}

void DetailsPane::resizeEvent(QResizeEvent* event) {
    Pane::resizeEvent(event);
    arrange();
}

QString DetailsPane::asTsv() const {
    const bool all = std::all_of(m_trees.begin(), m_trees.end(),
                                 [](const QTreeWidget* tree) { return tree->selectedItems().isEmpty(); });
    QString out;
    for (QTreeWidget* tree : m_trees)
        for (QTreeWidgetItemIterator it(tree); *it; ++it) {
            const QTreeWidgetItem* item = *it;
            if ((!all && !item->isSelected()) || !item->data(1, kRawRole).isValid()) continue;
            out += item->text(0) + u'\t' +
                   item->data(1, kRawRole).toString().replace(u'\t', u' ').replace(u'\n', u' ') + u'\n';
        }
    return out;
}

bool DetailsPane::eventFilter(QObject* watched, QEvent* event) {
    const bool ours = std::find(m_trees.begin(), m_trees.end(), watched) != m_trees.end();
    if (ours && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copyText(asTsv());
        return true;
    }
    return Pane::eventFilter(watched, event);
}

void DetailsPane::showMenu(QTreeWidget* tree, const QPoint& where) {
    QMenu menu(this);
    menu.addAction(tr("Copy"), QKeySequence::Copy, this, [this] { copyText(asTsv()); });
    if (const QTreeWidgetItem* item = tree->itemAt(where); item && item->data(1, kRawRole).isValid()) {
        menu.addAction(tr("Copy Value"), this, [text = item->text(1)] { copyText(text); });
        menu.addAction(tr("Copy Raw Value"), this, [text = item->data(1, kRawRole).toString()] { copyText(text); });
    }
    menu.exec(tree->viewport()->mapToGlobal(where));
}

bool DetailsPane::isSettled() const { return !m_chain->isWorking(); }

void DetailsPane::retranslate() {
    m_chain->retranslate();
    m_jump->setText(tr("Jump"));
    m_jump->setToolTip(tr("Go to the other end: from a launch to its GPU work and back"));
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy as tab-separated text with raw numbers"));
    for (QTreeWidget* tree : m_trees) tree->setAccessibleName(title());
    refresh();
}

}  // namespace app
