// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/comparison_list.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "app/compare/recent_comparisons.h"
#include "app/kit/file_text.h"

namespace app {
namespace {

constexpr int kARole = Qt::UserRole, kBRole = Qt::UserRole + 1;
constexpr int kCardHeight = 68, kCardPadding = 12;  // logical px

/// B, and below it what it was compared with, as the cards of reports look.
class ComparisonDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {160, kCardHeight}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        painter->save();
        const QPalette& p = option.palette;
        const QRect card = option.rect.adjusted(0, 0, 0, -4);
        painter->fillRect(card, p.color(QPalette::Base));
        if (option.state & QStyle::State_MouseOver) {
            QColor tint = p.color(QPalette::Highlight);
            tint.setAlphaF(0.06F);
            painter->fillRect(card, tint);
        }
        const bool focused = option.state & (QStyle::State_HasFocus | QStyle::State_Selected);
        painter->setPen(p.color(focused ? QPalette::Highlight : QPalette::Mid));
        painter->drawRect(card.adjusted(0, 0, -1, -1));
        const int line = option.fontMetrics.height();
        const QRect upper(card.left() + kCardPadding, card.center().y() - line - 1, card.width() - 2 * kCardPadding,
                          line);
        QFont bold = option.font;
        bold.setWeight(QFont::DemiBold);
        painter->setFont(bold);
        painter->setPen(p.color(QPalette::Text));
        painter->drawText(
            upper, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(bold).elidedText(shownFile(index.data(kBRole).toString()), Qt::ElideMiddle, upper.width()));
        painter->setFont(option.font);
        painter->setPen(p.color(QPalette::PlaceholderText));
        painter->drawText(
            upper.translated(0, line + 3), Qt::AlignLeft | Qt::AlignVCenter,
            option.fontMetrics.elidedText(ComparisonList::tr("with %1").arg(shownFile(index.data(kARole).toString())),
                                          Qt::ElideMiddle, upper.width()));
        painter->restore();
    }
};

}  // namespace

ComparisonList::ComparisonList(QWidget* parent) : QListWidget(parent) {
    setObjectName(QStringLiteral("recentComparisons"));
    setItemDelegate(new ComparisonDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    connect(this, &QListWidget::itemClicked, this, &ComparisonList::open);
    refresh();
}

void ComparisonList::refresh() {
    const int current = currentRow();
    clear();
    for (const RecentComparison& c : RecentComparisons::all()) {
        auto* item = new QListWidgetItem(RecentComparisons::text(c), this);
        item->setToolTip(shownPath(c.b) + u'\n' + shownPath(c.a));
        item->setData(kARole, c.a);
        item->setData(kBRole, c.b);
    }
    if (count() > 0) setCurrentRow(std::clamp(current, 0, count() - 1), QItemSelectionModel::NoUpdate);
    emit refreshed();
}

void ComparisonList::open(const QListWidgetItem* item) {
    if (item) emit openRequested(item->data(kARole).toString(), item->data(kBRole).toString());
}

void ComparisonList::remove(const QListWidgetItem* item) {
    if (!item) return;
    RecentComparisons::remove({item->data(kARole).toString(), item->data(kBRole).toString()});
    refresh();
}

void ComparisonList::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return open(currentItem());
    if (event->key() == Qt::Key_Delete) return remove(currentItem());
    QListWidget::keyPressEvent(event);
}

// The key for menus means the card that keys act on.
void ComparisonList::contextMenuEvent(QContextMenuEvent* event) {
    const bool mouse = event->reason() == QContextMenuEvent::Mouse;
    QListWidgetItem* item = mouse ? itemAt(event->pos()) : currentItem();
    if (!item) return;
    QMenu menu(this);
    const QAction* again = menu.addAction(tr("Compare Again"));
    const QAction* out = menu.addAction(tr("Remove from List"));
    const QPoint at = mouse ? event->globalPos() : viewport()->mapToGlobal(visualItemRect(item).center());
    const QAction* chosen = menu.exec(at);
    if (chosen == again) open(item);
    if (chosen == out) remove(item);
}

void ComparisonList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    QListWidget::changeEvent(event);
}

}  // namespace app
