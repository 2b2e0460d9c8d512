// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace app {

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

bool ElidedLabel::isCut() const { return fontMetrics().horizontalAdvance(text()) > width(); }

QSize ElidedLabel::sizeHint() const { return {fontMetrics().horizontalAdvance(text()) + 2, fontMetrics().height()}; }

QSize ElidedLabel::minimumSizeHint() const {
    return {fontMetrics().horizontalAdvance(QStringLiteral("MMM…")), fontMetrics().height()};
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !isCut()) return QLabel::event(event);
    const QString more = toolTip().isEmpty() ? QString() : u'\n' + toolTip();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text() + more, this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(text(), m_mode, width()));
}

}  // namespace app
