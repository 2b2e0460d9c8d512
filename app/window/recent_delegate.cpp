// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recent_delegate.h"

#include <QAbstractItemView>
#include <QDateTime>
#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "app/kit/icons.h"
#include "app/kit/theme.h"
#include "app/window/recent_files.h"
#include "timeline/look/format.h"

namespace app {
namespace {
constexpr int kRowHeight = 68;  // logical px
constexpr QSize kPicture(160, 52);
constexpr int kButton = 24;

QRect removeRect(const QRect& item) {
    return {item.right() - kButton - 8, item.center().y() - kButton / 2, kButton, kButton};
}
QRect pinRect(const QRect& item) { return removeRect(item).translated(-kButton - 4, 0); }

QString dateText(const QDateTime& when) {
    if (!when.isValid()) return {};
    return QLocale().toString(when.date(), QLocale::ShortFormat) + u' ' +
           QLocale().toString(when.time(), QLocale::ShortFormat);
}

void paintButton(QPainter* painter, const QRect& rect, const QString& name, QPalette::ColorRole role,
                 const QPoint& pointer) {
    if (rect.contains(pointer)) painter->fillRect(rect, QColor(128, 128, 128, 48));
    icon(name, role).paint(painter, rect.adjusted(4, 4, -4, -4));
}

QRect pictureRect(const QRect& item) { return {item.left() + 6, item.top() + 6, kPicture.width(), kPicture.height()}; }

void paintPicture(QPainter* painter, const QPalette& p, const QRect& item, const QModelIndex& index) {
    const QRect frame = pictureRect(item);
    const auto* files = qobject_cast<const RecentFiles*>(index.model());
    const QImage picture =
        files ? files->thumbnail(index.data(RecentFiles::PathRole).toString(), themeManager()->theme()) : QImage();
    painter->setOpacity(index.data(RecentFiles::MissingRole).toBool() ? 0.35 : 1.0);
    if (picture.isNull()) {
        painter->fillRect(frame, p.color(QPalette::AlternateBase));
        icon(QStringLiteral("report"), QPalette::PlaceholderText)
            .paint(painter, QRect(frame.center() - QPoint(11, 11), QSize(24, 24)));
    } else {
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        painter->drawImage(frame, picture);
    }
    painter->setOpacity(1);
}

/// Name and folder at the left; size and date at the right; the name gives way first.
void paintTexts(QPainter* painter, const QStyleOptionViewItem& option, const QRect& item, const QModelIndex& index) {
    const QPalette& p = option.palette;
    const QRect frame = pictureRect(item);
    const bool missing = index.data(RecentFiles::MissingRole).toBool();
    const int right = pinRect(item).left() - 12;
    const QFontMetrics metrics = option.fontMetrics;
    const QString size = missing ? RecentDelegate::tr("not found")
                         : index.data(RecentFiles::BytesRole).toLongLong() >= 0
                             ? timeline::formatBytes(index.data(RecentFiles::BytesRole).toULongLong())
                             : QString();
    const QString date = missing ? QString() : dateText(index.data(RecentFiles::ModifiedRole).toDateTime());
    const int facts = std::max(metrics.horizontalAdvance(size), metrics.horizontalAdvance(date));
    const int line = metrics.height();
    const int top = item.center().y() - line - 1;
    const QRect nameRect(frame.right() + 14, top, right - facts - frame.right() - 30, line);
    QFont bold = option.font;
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    painter->setPen(p.color(missing ? QPalette::Disabled : QPalette::Active, QPalette::Text));
    painter->drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(bold).elidedText(index.data().toString(), Qt::ElideMiddle, nameRect.width()));
    painter->setFont(option.font);
    painter->setPen(p.color(QPalette::PlaceholderText));
    const QRect folderRect = nameRect.translated(0, line + 3);
    painter->drawText(
        folderRect, Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(index.data(RecentFiles::FolderRole).toString(), Qt::ElideMiddle, folderRect.width()));
    const QRect factsRect(right - facts, top, facts, line);
    painter->drawText(factsRect, Qt::AlignRight | Qt::AlignVCenter, size);
    painter->drawText(factsRect.translated(0, line + 3), Qt::AlignRight | Qt::AlignVCenter, date);
}

}  // namespace

RecentDelegate::RecentDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

QSize RecentDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {400, kRowHeight}; }

void RecentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    const QPalette& p = option.palette;
    const QRect item = option.rect.adjusted(0, 0, 0, -4);
    const bool hovered = option.state & QStyle::State_MouseOver;
    const bool focused = (option.state & QStyle::State_HasFocus) || (option.state & QStyle::State_Selected);
    painter->fillRect(item, p.color(QPalette::Base));
    if (hovered) {
        QColor tint = p.color(QPalette::Highlight);
        tint.setAlphaF(0.06F);
        painter->fillRect(item, tint);
    }
    painter->setPen(p.color(focused ? QPalette::Highlight : QPalette::Mid));
    painter->drawRect(item.adjusted(0, 0, -1, -1));

    paintPicture(painter, p, item, index);

    const QPoint pointer = option.widget ? option.widget->mapFromGlobal(QCursor::pos()) : QPoint();
    const bool pinned = index.data(RecentFiles::PinnedRole).toBool();
    if (hovered || pinned)
        paintButton(painter, pinRect(item), pinned ? QStringLiteral("pinned") : QStringLiteral("pin"),
                    pinned ? QPalette::Highlight : QPalette::PlaceholderText, pointer);
    if (hovered) paintButton(painter, removeRect(item), QStringLiteral("close"), QPalette::PlaceholderText, pointer);

    paintTexts(painter, option, item, index);
    painter->restore();
}

bool RecentDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) {
    if (event->type() != QEvent::MouseButtonRelease && event->type() != QEvent::MouseButtonPress)
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const QRect item = option.rect.adjusted(0, 0, 0, -4);
    const bool pin = pinRect(item).contains(mouse->pos()), remove = removeRect(item).contains(mouse->pos());
    if (mouse->button() != Qt::LeftButton) return false;
    if (!pin && !remove) {
        if (event->type() == QEvent::MouseButtonRelease) emit openClicked(index);
        return false;
    }
    if (event->type() == QEvent::MouseButtonRelease) {
        const QString path = index.data(RecentFiles::PathRole).toString();
        // The list changes under the view that is handling this very click.
        QMetaObject::invokeMethod(
            this, [this, path, pin] { pin ? emit pinClicked(path) : emit removeClicked(path); }, Qt::QueuedConnection);
    }
    return true;
}

bool RecentDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
    const QRect item = option.rect.adjusted(0, 0, 0, -4);
    if (index.isValid() && event->type() == QEvent::ToolTip) {
        if (pinRect(item).contains(event->pos())) {
            QToolTip::showText(
                event->globalPos(),
                index.data(RecentFiles::PinnedRole).toBool() ? tr("Unpin") : tr("Keep on top of the list"), view);
            return true;
        }
        if (removeRect(item).contains(event->pos())) {
            QToolTip::showText(event->globalPos(), tr("Remove from the list; the file stays"), view);
            return true;
        }
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

}  // namespace app
