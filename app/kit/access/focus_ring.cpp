// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/access/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>

namespace app {
namespace {

template <class... Kinds>
bool isOneOf(const QWidget* widget) {
    return (qobject_cast<const Kinds*>(widget) || ...);
}

/// The style draws their focus.
bool showsFocusItself(const QWidget* widget) {
    return isOneOf<QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QMenu, QMenuBar, QTabBar>(
        widget);
}

}  // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

FocusRing::~FocusRing() { delete m_frame; }

void FocusRing::follow(QWidget* now) {
    const bool wanted =
        now && !now->isWindow() && !showsFocusItself(now) && now->window()->testAttribute(Qt::WA_KeyboardFocusChange);
    if (!wanted) {
        if (m_frame) m_frame->setWidget(nullptr);
        return;
    }
    // It is a child of the parent of what it frames, and goes with that.
    if (!m_frame) m_frame = new QFocusFrame;
    m_frame->setWidget(now);
}

}  // namespace app
