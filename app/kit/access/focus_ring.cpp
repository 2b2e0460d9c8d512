// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/access/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFocusEvent>
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

/// In a pane that has others in front of it, or the tabs of panes while there is none. Qt keeps those beyond the edge
/// of the window, and takes them for visible.
bool isBehind(const QWidget* widget) {
    if (qobject_cast<const QTabBar*>(widget) && widget->visibleRegion().isEmpty()) return true;
    for (; widget && !widget->isWindow(); widget = widget->parentWidget())
        if (qobject_cast<const QDockWidget*>(widget)) return widget->visibleRegion().isEmpty();
    return false;
}

QWidget* nextInFront(QWidget* from, bool backwards) {
    const auto step = [backwards](QWidget* w) { return backwards ? w->previousInFocusChain() : w->nextInFocusChain(); };
    for (QWidget* w = step(from); w && w != from; w = step(w))
        if (w->window() == from->window() && (w->focusPolicy() & Qt::TabFocus) && w->isEnabled() && w->isVisible() &&
            !w->focusProxy() && !isBehind(w))
            return w;
    return nullptr;
}

}  // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

FocusRing::~FocusRing() { delete m_frame; }

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn && watched->isWidgetType()) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        auto* const widget = static_cast<QWidget*>(watched);
        const bool byTab = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
        // Qt does so only after the first step, which would show nothing.
        if (byTab) widget->window()->setAttribute(Qt::WA_KeyboardFocusChange);
        if (byTab && isBehind(widget))
            if (QWidget* const next = nextInFront(widget, reason == Qt::BacktabFocusReason)) next->setFocus(reason);
    }
    return QObject::eventFilter(watched, event);
}

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
