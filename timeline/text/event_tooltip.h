// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>

#include "timeline/look/palette.h"
#include "timeline/text/event_text.h"

namespace timeline {

/// The rows of an event as HTML: the name, then two columns. At most `maxRows` rows.
QString tooltipHtml(const std::vector<DetailRow>& rows, Theme theme, int maxRows = 34);

/// A tooltip that never covers its subject. It belongs to the widget that it was made for, takes no focus and no mouse
/// events, and appears after a delay.
class EventTooltip : public QFrame {
    Q_OBJECT
public:
    static constexpr int kDelayMs = 300;

    explicit EventTooltip(QWidget* owner);

    /// Shows `html` after the delay beside `item` (in the coordinates of the owner) near x of `pointer`. Repeating the
    /// same item changes nothing. Once a tooltip is open, the next one appears at once.
    void schedule(const QString& html, const QRect& item, QPoint pointer, Theme theme);
    void hideNow();
    QString html() const { return m_label->text(); }

    /// The position of a box of `size`: below the item, else above, else beside it; inside `screen` as far as possible.
    static QRect placed(QSize size, const QRect& item, QPoint pointer, const QRect& screen);

private:
    void showNow();

    QLabel* m_label;
    QTimer m_delay;
    QRect m_item;
    QPoint m_pointer;
    QString m_next;
    Theme m_theme = Theme::Light;
};

}  // namespace timeline
