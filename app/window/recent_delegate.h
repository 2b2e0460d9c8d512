// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace app {

/// Draws one recent report: thumbnail, name, folder, size and date, with a pin and a remove button under the pointer.
class RecentDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit RecentDelegate(QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

signals:
    void openClicked(const QModelIndex& index);
    void pinClicked(const QString& path);
    void removeClicked(const QString& path);
};

}  // namespace app
