// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/window_place.h"

#include <QApplication>
#include <QEvent>
#include <QScreen>
#include <QStyle>
#include <QWidget>
#include <algorithm>

namespace app {
namespace {

/// What the window system puts around a window; a guess before the window was shown.
QMargins frameOf(const QWidget& window) {
    const QRect inside = window.geometry(), all = window.frameGeometry();
    if (all != inside)
        return {inside.left() - all.left(), inside.top() - all.top(), all.right() - inside.right(),
                all.bottom() - inside.bottom()};
    return {0, window.style()->pixelMetric(QStyle::PM_TitleBarHeight), 0, 0};
}

int within(int at, int length, int begin, int room) { return std::max(begin, std::min(at, begin + room - length)); }

}  // namespace

void fitToScreen(QWidget* window) {
    const QScreen* screen = window->screen();
    if (!screen || window->isMaximized() || window->isFullScreen()) return;
    const QRect room = screen->availableGeometry() - frameOf(*window);
    window->resize(window->size().boundedTo(room.size()));
    if (!window->testAttribute(Qt::WA_Moved)) return;  // the window system chooses a place
    const QRect now = window->geometry();
    window->setGeometry({within(now.x(), now.width(), room.x(), room.width()),
                         within(now.y(), now.height(), room.y(), room.height()), now.width(), now.height()});
}

WindowPlacer::WindowPlacer(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool WindowPlacer::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show && !event->spontaneous() && watched->isWidgetType())
        if (auto* widget = static_cast<QWidget*>(watched);
            widget->isWindow() && (widget->windowType() == Qt::Window || widget->windowType() == Qt::Dialog))
            fitToScreen(widget);
    return QObject::eventFilter(watched, event);
}

}  // namespace app
