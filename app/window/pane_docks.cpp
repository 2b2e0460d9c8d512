// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pane_docks.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMainWindow>
#include <QTabBar>
#include <algorithm>

#include "app/kit/window_place.h"
#include "app/report/pane.h"

namespace app {
namespace {

constexpr int kVersion = 5;                // grows when docks change in a way that an older saved layout cannot know
constexpr int kHeight = 200;               // logical px, at first
constexpr int kWidth = 420;                // … of one at a side
constexpr QSize kLeastFloating(560, 300);  // … of a window that a pane gets

bool isUpright(PaneDocks::Side side) { return side == PaneDocks::Side::Above || side == PaneDocks::Side::Below; }
bool isBefore(PaneDocks::Side side) { return side == PaneDocks::Side::Left || side == PaneDocks::Side::Above; }

}  // namespace

PaneDocks::PaneDocks(QMainWindow* window) : QObject(window), m_window(window) {
    m_window->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_window->installEventFilter(this);
    m_titles.setSingleShot(true);
    m_titles.setInterval(0);
    connect(&m_titles, &QTimer::timeout, this, &PaneDocks::updateTitles);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        if (QDockWidget* dock = holding(now)) m_current = dock;
    });
}

QDockWidget* PaneDocks::add(Pane* pane) {
    auto* dock = new QDockWidget(m_window);
    dock->setObjectName(pane->objectName() + QStringLiteral("Dock"));
    dock->setWidget(pane);
    dock->installEventFilter(this);
    m_docks.append(dock);
    // Docks say of each move that they move; where they all ended up is known after that.
    for (auto signal : {&QDockWidget::topLevelChanged, &QDockWidget::visibilityChanged})
        connect(dock, signal, &m_titles, qOverload<>(&QTimer::start));
    connect(dock, &QDockWidget::dockLocationChanged, &m_titles, qOverload<>(&QTimer::start));
    return dock;
}

QDockWidget* PaneDocks::dockOf(const QWidget* pane) const {
    for (QDockWidget* dock : m_docks)
        if (dock->widget() == pane) return dock;
    return nullptr;
}

QDockWidget* PaneDocks::holding(const QWidget* widget) const {
    for (; widget; widget = widget->parentWidget())
        for (QDockWidget* dock : m_docks)
            if (dock == widget) return dock;
    return nullptr;
}

bool PaneDocks::isInFront(const QDockWidget* dock) { return dock->isVisible() && !dock->visibleRegion().isEmpty(); }

bool PaneDocks::isFloating(const QDockWidget* dock) const {
    return dock->isFloating() || dock->parentWidget() != m_window;
}

QDockWidget* PaneDocks::current() const {
    if (m_current && isInFront(m_current)) return m_current;
    const auto seen = std::find_if(m_docks.begin(), m_docks.end(), isInFront);
    if (seen != m_docks.end()) return *seen;
    const auto open =
        std::find_if(m_docks.begin(), m_docks.end(), [](const QDockWidget* dock) { return !dock->isHidden(); });
    return open == m_docks.end() ? nullptr : *open;
}

void PaneDocks::setCurrent(QDockWidget* dock) { m_current = dock; }

void PaneDocks::bringToFront(QDockWidget* dock) {
    dock->show();
    dock->raise();
}

void PaneDocks::focus(QDockWidget* dock) {
    bringToFront(dock);
    dock->window()->activateWindow();
    m_current = dock;
    // The first thing in the pane that takes the keyboard; a pane with nothing to show takes it itself.
    for (QWidget* child : dock->widget()->findChildren<QWidget*>())
        if (child->isVisible() && child->isEnabled() && (child->focusPolicy() & Qt::TabFocus))
            return child->setFocus(Qt::ShortcutFocusReason);
    dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

void PaneDocks::raiseIfOpen(QDockWidget* dock) {
    if (!dock->isHidden() && !dock->isFloating()) dock->raise();
}

void PaneDocks::placeAll() {
    for (QDockWidget* dock : std::as_const(m_docks)) {
        dock->setFloating(false);
        m_window->addDockWidget(Qt::BottomDockWidgetArea, dock);
        dock->show();
    }
    for (qsizetype i = 1; i < m_docks.size(); ++i) m_window->tabifyDockWidget(m_docks[i - 1], m_docks[i]);
    m_docks.first()->raise();
    m_window->resizeDocks({m_docks.first()}, {kHeight}, Qt::Vertical);
}

void PaneDocks::setFloating(QDockWidget* dock, bool floating) {
    if (floating == isFloating(dock)) return;
    if (floating) {
        bringToFront(dock);  // one behind another tab has no place on the screen that its window could begin at
        dock->setFloating(true);
        dock->resize(dock->size().expandedTo(kLeastFloating));
        fitToScreen(dock);
        bringToFront(dock);
    } else if (dock->isFloating()) {
        dock->setFloating(false);
        bringToFront(dock);
    } else {
        moveTo(dock, Qt::BottomDockWidgetArea);  // out of a window with several
    }
}

QList<QDockWidget*> PaneDocks::tabsWith(const QDockWidget* dock) const {
    return isFloating(dock) ? QList<QDockWidget*>() : m_window->tabifiedDockWidgets(const_cast<QDockWidget*>(dock));
}

void PaneDocks::moveTo(QDockWidget* dock, Qt::DockWidgetArea area) {
    QDockWidget* there = nullptr;
    for (QDockWidget* other : std::as_const(m_docks))
        if (other != dock && !other->isHidden() && !isFloating(other) && m_window->dockWidgetArea(other) == area &&
            (!there || isInFront(other)))
            there = other;
    if (there) return addToTabs(dock, there);
    if (dock->isFloating()) dock->setFloating(false);
    m_window->addDockWidget(area, dock);
    bringToFront(dock);
    const bool aside = area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
    m_window->resizeDocks({dock}, {aside ? std::min(kWidth, m_window->width() / 3) : kHeight},
                          aside ? Qt::Horizontal : Qt::Vertical);
}

void PaneDocks::addToTabs(QDockWidget* dock, QDockWidget* target) {
    if (dock == target || isFloating(target)) return;
    if (dock->isFloating()) dock->setFloating(false);
    m_window->tabifyDockWidget(target, dock);
    bringToFront(dock);
}

// QMainWindow puts a dock beside a single one, but makes it a tab where there are tabs. So all but one of them step
// aside for the moment: to another side, because one that was only removed would still have its place among the tabs.
bool PaneDocks::tryBeside(QDockWidget* dock, const QList<QDockWidget*>& group, Side side) {
    QDockWidget* const first = group.first();
    const auto direction = isUpright(side) ? Qt::Vertical : Qt::Horizontal;
    QList<QDockWidget*> open;
    for (QDockWidget* other : group)
        if (!other->isHidden()) open.append(other);
    const auto aside =
        m_window->dockWidgetArea(first) == Qt::TopDockWidgetArea ? Qt::BottomDockWidgetArea : Qt::TopDockWidgetArea;
    m_window->addDockWidget(aside, dock);
    for (QDockWidget* other : group.mid(1)) m_window->addDockWidget(aside, other);
    m_window->splitDockWidget(first, dock, direction);
    const bool done = !m_window->tabifiedDockWidgets(first).contains(dock);
    if (done && isBefore(side)) {
        m_window->addDockWidget(aside, first);
        m_window->splitDockWidget(dock, first, direction);
    }
    for (qsizetype i = 1; i < group.size(); ++i) m_window->tabifyDockWidget(group[i - 1], group[i]);
    for (QDockWidget* other : std::as_const(open)) other->show();
    dock->show();
    return done;
}

void PaneDocks::placeBeside(QDockWidget* dock, QDockWidget* target, Side side) {
    if (dock == target || isFloating(target)) return;
    QList<QDockWidget*> group = tabsWith(target);
    group.removeAll(dock);
    // The tabs have an order, which the list without the target does not tell the place of.
    group.append(target);
    std::sort(group.begin(), group.end(), [this](const QDockWidget* a, const QDockWidget* b) {
        return m_docks.indexOf(const_cast<QDockWidget*>(a)) < m_docks.indexOf(const_cast<QDockWidget*>(b));
    });
    QDockWidget* front = target;
    for (QDockWidget* other : std::as_const(group))
        if (isInFront(other) && !other->isFloating()) front = other;
    const QSize room = (isInFront(front) ? front : dock)->size();  // what is behind a tab has none
    const int length = isUpright(side) ? room.height() : room.width();
    const int across = isUpright(side) ? room.width() : room.height();
    m_window->setUpdatesEnabled(false);
    if (dock->isFloating()) dock->setFloating(false);
    if (!tryBeside(dock, group, side)) {
        // Where a pane was dragged out of the tabs its place is kept, and counts as a tab. Being told a place ends
        // that.
        for (QDockWidget* other : std::as_const(m_docks))
            if (other != dock && other->isFloating()) m_window->tabifyDockWidget(group.last(), other);
        for (QDockWidget* other : std::as_const(m_docks))
            if (other != dock && other->isFloating() && !group.contains(other)) group.append(other);
        tryBeside(dock, group, side);
    }
    front->raise();
    dock->raise();
    const auto direction = isUpright(side) ? Qt::Vertical : Qt::Horizontal;
    m_window->resizeDocks({front, dock}, {length / 2, length / 2}, direction);
    if (isUpright(side)) m_window->resizeDocks({dock}, {across}, Qt::Horizontal);
    else m_window->resizeDocks({dock}, {across}, Qt::Vertical);
    m_window->setUpdatesEnabled(true);
}

bool PaneDocks::isAmongTabs(const QDockWidget* dock) const {
    const QList<QDockWidget*> tabs = tabsWith(dock);
    return std::any_of(tabs.begin(), tabs.end(),
                       [](const QDockWidget* other) { return !other->isHidden() && !other->isFloating(); });
}

void PaneDocks::split(QDockWidget* dock, Side side) {
    if (!isAmongTabs(dock)) return;
    for (QDockWidget* other : tabsWith(dock))
        if (!other->isHidden() && !other->isFloating()) return placeBeside(dock, other, side);
}

QList<QDockWidget*> PaneDocks::targetsFor(const QDockWidget* dock) const {
    QList<QDockWidget*> out, known;
    for (QDockWidget* other : m_docks) {
        if (other == dock || other->isHidden() || isFloating(other) || known.contains(other)) continue;
        QList<QDockWidget*> group = tabsWith(other);
        known += group;
        group.prepend(other);
        QDockWidget* front = other;
        for (QDockWidget* tab : std::as_const(group))
            if (tab != dock && !tab->isFloating() && isInFront(tab)) front = tab;
        out.append(front);
    }
    return out;
}

QByteArray PaneDocks::state() const { return m_window->saveState(kVersion); }
bool PaneDocks::restore(const QByteArray& state) { return m_window->restoreState(state, kVersion); }

// A dock among tabs has its name on its tab, and is moved by dragging that: a title bar would only repeat it.
void PaneDocks::updateTitles() {
    for (QDockWidget* dock : std::as_const(m_docks)) {
        const bool bare = !dock->isFloating() && isAmongTabs(dock);
        if (bare == (dock->titleBarWidget() != nullptr)) continue;
        QWidget* old = dock->titleBarWidget();
        dock->setTitleBarWidget(bare ? new QWidget(dock) : nullptr);
        delete old;
    }
}

// Tabs of docks belong to the window, and have the names of the docks.
QDockWidget* PaneDocks::dockAt(const QPoint& inWindow) const {
    const auto* bar = qobject_cast<QTabBar*>(m_window->childAt(inWindow));
    if (!bar || bar->parentWidget() != m_window) return nullptr;
    const int tab = bar->tabAt(bar->mapFrom(m_window, inWindow));
    for (QDockWidget* dock : m_docks)
        if (tab >= 0 && dock->windowTitle() == bar->tabText(tab)) return dock;
    return nullptr;
}

bool PaneDocks::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && watched != m_window) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && key->modifiers() == Qt::NoModifier) {
            emit left();
            return true;
        }
    }
    if (event->type() == QEvent::ContextMenu) {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        QDockWidget* dock = watched == m_window ? dockAt(menu->pos()) : qobject_cast<QDockWidget*>(watched);
        if (dock) {
            emit menuRequested(dock, menu->globalPos());
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace app
