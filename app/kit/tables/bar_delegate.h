// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace app {

/// Draws a bar in cells that have one, behind their text; `room` is added to the size of each cell.
class BarDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// Roles: the bar's length (0–1), and where a mark stands on it: what it is compared with.
    static constexpr int kShare = Qt::UserRole + 50, kMark = Qt::UserRole + 51;

    explicit BarDelegate(QObject* parent, QSize room = {}) : QStyledItemDelegate(parent), m_room(room) {}
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + m_room;
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    QSize m_room;
};

}  // namespace app
