// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/details_pane.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/elided_label.h"
#include "app/icons.h"
#include "app/table.h"

namespace app {
namespace {
constexpr int kRawRole = Qt::UserRole;
}

DetailsPane::DetailsPane(QWidget* parent)
    : Pane(parent), m_name(new ElidedLabel), m_jump(new QToolButton), m_copy(new QToolButton), m_tree(new QTreeWidget) {
    setObjectName(QStringLiteral("detailsPane"));
    QFont bold = m_name->font();
    bold.setWeight(QFont::DemiBold);
    m_name->setFont(bold);
    for (QToolButton* button : {m_jump, m_copy}) {
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    m_jump->setIcon(icon(QStringLiteral("jump")));
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_tree->setColumnCount(2);
    m_tree->setHeaderHidden(true);
    m_tree->setRootIsDecorated(true);
    m_tree->setIndentation(14);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAlternatingRowColors(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(true);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->installEventFilter(this);

    auto* content = new QWidget;
    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 4, 6, 2);
    top->addWidget(m_name, 1);
    top->addWidget(m_jump);
    top->addWidget(m_copy);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_tree, 1);
    setContent(content);
    connect(m_copy, &QToolButton::clicked, this, [this] { copyText(asTsv()); });
    connect(m_jump, &QToolButton::clicked, this, [this] {
        if (page()) page()->view()->run(timeline::Command::JumpToCorrelated);
    });
    connect(m_tree, &QWidget::customContextMenuRequested, this, &DetailsPane::showMenu);
    retranslate();
}

void DetailsPane::pageChanged() {
    m_event = {};
    if (page()) {
        connect(page()->view(), &timeline::TimelineView::eventSelected, pageContext(), [this](model::EventRef event) { setEvent(event); });
        connect(page()->document(), &Document::stateChanged, pageContext(), [this] { refresh(); });
        m_event = page()->view()->viewState().selected;
    }
    refresh();
}

void DetailsPane::setEvent(model::EventRef event) {
    m_event = event;
    refresh();
}

void DetailsPane::refresh() {
    m_tree->clear();
    m_rows.clear();
    if (!page()) return setEmptyText(tr("Open a report to see its events."));
    const model::SnapshotPtr snapshot = page()->document()->snapshot();
    if (!m_event.isValid() || m_event.lane >= snapshot->laneCount() || m_event.row >= snapshot->lane(m_event.lane).rows)
        return setEmptyText(tr("Click an event in the timeline to see everything that the report says about it."));
    m_rows = timeline::describeEvent(*snapshot, m_event);
    m_name->setText(timeline::eventName(*snapshot, m_event));
    m_name->setToolTip(m_name->text());
    m_jump->setVisible(model::hasCorrelation(*snapshot, m_event));
    QTreeWidgetItem* group = nullptr;
    QString groupName;
    for (const timeline::DetailRow& row : m_rows) {
        if (!row.group.isEmpty() && (!group || row.group != groupName)) {
            group = new QTreeWidgetItem(m_tree, {row.group});
            groupName = row.group;
            QFont bold = m_tree->font();
            bold.setWeight(QFont::DemiBold);
            group->setFont(0, bold);
            group->setFirstColumnSpanned(true);
            group->setExpanded(true);
        }
        auto* item = row.group.isEmpty() ? new QTreeWidgetItem(m_tree) : new QTreeWidgetItem(group);
        item->setText(0, row.label);
        item->setText(1, row.value);
        item->setToolTip(1, row.value);
        item->setForeground(0, palette().color(QPalette::PlaceholderText));
        item->setData(1, kRawRole, row.raw.isEmpty() ? row.value : row.raw);
    }
    setEmptyText({});
}

QString DetailsPane::asTsv() const {
    const bool all = m_tree->selectedItems().isEmpty();
    QString out;
    for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
        const QTreeWidgetItem* item = *it;
        if ((!all && !item->isSelected()) || !item->data(1, kRawRole).isValid()) continue;
        out += item->text(0) + u'\t' + item->data(1, kRawRole).toString().replace(u'\t', u' ').replace(u'\n', u' ') + u'\n';
    }
    return out;
}

bool DetailsPane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_tree && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copyText(asTsv());
        return true;
    }
    return Pane::eventFilter(watched, event);
}

void DetailsPane::showMenu(const QPoint& where) {
    QMenu menu(this);
    menu.addAction(tr("Copy"), QKeySequence::Copy, this, [this] { copyText(asTsv()); });
    if (const QTreeWidgetItem* item = m_tree->itemAt(where); item && item->data(1, kRawRole).isValid()) {
        menu.addAction(tr("Copy Value"), this, [text = item->text(1)] { copyText(text); });
        menu.addAction(tr("Copy Raw Value"), this, [text = item->data(1, kRawRole).toString()] { copyText(text); });
    }
    menu.exec(m_tree->viewport()->mapToGlobal(where));
}

void DetailsPane::retranslate() {
    m_jump->setText(tr("Jump"));
    m_jump->setToolTip(tr("Go to the other end: from a launch to its GPU work and back"));
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy as tab-separated text with raw numbers"));
    m_tree->setAccessibleName(title());
    refresh();
}

}  // namespace app
