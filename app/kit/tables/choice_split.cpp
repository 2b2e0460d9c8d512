// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/choice_split.h"

#include <QFrame>
#include <QLineEdit>
#include <QScreen>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/tables/choice_list.h"

namespace app {
namespace {
constexpr int kLeastContent = 480;  // px beside the list
constexpr QSize kPopup(340, 420);
}  // namespace

ChoiceSplit::ChoiceSplit(ChoiceList* list, QWidget* content, int width, QWidget* parent)
    : QSplitter(parent), m_list(list), m_width(width), m_button(new QToolButton),
      m_popup(new QFrame(m_button, Qt::Popup)) {
    m_popup->setFrameShape(QFrame::StyledPanel);
    auto* column = new QVBoxLayout(m_popup);
    column->setContentsMargins(1, 1, 1, 1);
    m_button->setArrowType(Qt::DownArrow);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setAutoRaise(true);
    m_button->hide();
    addWidget(list);
    addWidget(content);
    setStretchFactor(1, 1);
    setChildrenCollapsible(false);
    setSizes({width, 3 * width});
    connect(m_button, &QToolButton::clicked, this, &ChoiceSplit::openList);
    connect(list, &ChoiceList::accepted, m_popup, &QWidget::hide);
}

void ChoiceSplit::updateButton() { m_button->setText(m_list->currentTitle()); }

void ChoiceSplit::resizeEvent(QResizeEvent* event) {
    QSplitter::resizeEvent(event);
    arrange();
}

void ChoiceSplit::arrange() {
    const bool beside = width() >= m_width + kLeastContent;
    if (beside == m_beside) return;
    m_beside = beside;
    m_button->setVisible(!beside);
    if (beside) {
        m_popup->hide();
        insertWidget(0, m_list);
        m_list->show();
        setSizes({m_width, std::max(1, width() - m_width)});
    } else {
        m_popup->layout()->addWidget(m_list);
    }
}

void ChoiceSplit::openList() {
    const QRect room = screen()->availableGeometry();
    const QSize size = kPopup.boundedTo(room.size());
    QRect place(m_button->mapToGlobal(QPoint(0, m_button->height())), size);
    if (place.bottom() > room.bottom())  // panes are at the bottom of the window
        place.moveBottom(std::max(room.top() + size.height(), m_button->mapToGlobal(QPoint()).y()));
    if (place.right() > room.right()) place.moveRight(room.right());
    m_popup->setGeometry(place);
    m_popup->show();
    QWidget* first = m_list->box()->isVisibleTo(m_list) ? static_cast<QWidget*>(m_list->box()) : m_list->tree();
    first->setFocus(Qt::PopupFocusReason);
}

}  // namespace app
