// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/bar_delegate.h"

#include <QPainter>
#include <algorithm>

#include "app/kit/theme.h"

namespace app {
namespace {
constexpr int kSide = 4, kTop = 4;                            // between bar and cell
constexpr int kBehindText = 70, kAlone = 190, kGround = 120;  // opacity of 255
constexpr int kMarkWidth = 2;
}  // namespace

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QVariant share = index.data(kShare);
    if (!share.isValid()) return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem above(option);
    const bool isSelected = option.state & QStyle::State_Selected;
    if (isSelected) {  // the ground of a selected row belongs under the bar
        painter->fillRect(option.rect, option.palette.highlight());
        above.state &= ~QStyle::State_Selected;
        above.palette.setBrush(QPalette::Text, option.palette.highlightedText());
    }
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    const QRect track = option.rect.adjusted(kSide, kTop, -kSide, -kTop);
    const bool hasText = !index.data(Qt::DisplayRole).toString().isEmpty();
    QColor fill(t.accent), ground(t.grid);
    // A text upon it keeps its contrast: the bar goes away from the colour of the text.
    if (isSelected)
        fill = !hasText                                           ? option.palette.highlightedText().color()
               : themeManager()->theme() == timeline::Theme::Dark ? QColor(Qt::white)
                                                                  : QColor(Qt::black);
    fill.setAlpha(hasText ? kBehindText : kAlone);
    ground.setAlpha(isSelected ? 0 : kGround);
    const auto x = [&](double part) { return qRound(std::clamp(part, 0.0, 1.0) * track.width()); };
    painter->fillRect(track, ground);
    painter->fillRect(
        QRect(track.left(), track.top(), std::max(x(share.toDouble()), share.toDouble() > 0 ? 1 : 0), track.height()),
        fill);
    if (const QVariant mark = index.data(kMark); mark.isValid())
        painter->fillRect(QRect(track.left() + std::min(x(mark.toDouble()), track.width() - kMarkWidth),
                                track.top() - 2, kMarkWidth, track.height() + 4),
                          QColor(t.text));
    QStyledItemDelegate::paint(painter, above, index);
}

}  // namespace app
