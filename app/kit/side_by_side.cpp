// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/side_by_side.h"

#include <QBoxLayout>
#include <QEvent>
#include <QScrollBar>
#include <algorithm>

namespace app {

SideBySide::SideBySide(QWidget* first, QWidget* second, const Sizes& sizes)
    : m_sizes(sizes), m_first(new QScrollArea), m_second(second) {
    auto* content = new QWidget;
    m_line = new QBoxLayout(QBoxLayout::LeftToRight, content);
    m_line->setContentsMargins(0, 0, 0, 0);
    m_line->addWidget(m_first);
    m_line->addWidget(second, 1);
    m_first->setWidget(first);
    setWidget(content);
    for (QScrollArea* area : {static_cast<QScrollArea*>(this), m_first}) {
        area->setWidgetResizable(true);
        area->setFrameShape(QFrame::NoFrame);
        area->setFocusPolicy(Qt::NoFocus);
        area->viewport()->setAutoFillBackground(false);
        area->widget()->setAutoFillBackground(false);
    }
    first->installEventFilter(this);
}

void SideBySide::resizeEvent(QResizeEvent* event) {
    arrange();
    QScrollArea::resizeEvent(event);
}

bool SideBySide::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_first->widget() && event->type() == QEvent::LayoutRequest) arrange();
    return QScrollArea::eventFilter(watched, event);
}

bool SideBySide::isStacked() const {
    const QSize room = viewport()->size(), least = m_first->widget()->minimumSizeHint();
    if (room.width() < std::max(m_sizes.wide, leastFirst() + std::min(m_secondWidth, kLeastSecond))) return true;
    return room.width() < leastFirst() + m_line->spacing() + m_secondWidth &&
           room.height() >= least.height() + m_sizes.secondHeight;
}

void SideBySide::setSecondWidth(int width) {
    m_secondWidth = width;
    arrange();
}

// With a scroll bar, if it needs one.
int SideBySide::leastFirst() const {
    return m_sizes.half ? std::max(m_sizes.first, m_first->widget()->minimumSizeHint().width() +
                                                      verticalScrollBar()->sizeHint().width())
                        : m_sizes.first;
}

/// Beside the second, which is not cut for what the first would take of its half.
int SideBySide::firstWidth() const {
    const int width = viewport()->width();
    return m_sizes.half ? std::max(leastFirst(), std::min(width / 2, width - m_secondWidth - m_line->spacing()))
                        : m_sizes.first;
}

void SideBySide::arrange() {
    const QWidget* first = m_first->widget();
    const bool stacked = isStacked();
    m_line->setDirection(stacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    const int width = viewport()->width(), least = first->minimumSizeHint().height(), beside = firstWidth();
    const int bar = first->minimumSizeHint().width() > width ? m_first->horizontalScrollBar()->sizeHint().height() : 0;
    m_first->setMinimumHeight(
        stacked ? std::max(first->hasHeightForWidth() ? first->heightForWidth(width) : 0, least) + bar : 0);
    m_second->setMinimumHeight(stacked ? m_sizes.secondHeight : 0);
    m_first->setMinimumWidth(stacked ? 0 : beside);
    m_first->setMaximumWidth(stacked ? QWIDGETSIZE_MAX : beside);
}

}  // namespace app
