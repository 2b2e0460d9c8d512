// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>

class QDockWidget;
class QMainWindow;

namespace app {

class Pane;

/// Where the panes of a window are: as tabs, side by side, above each other, or in windows of their own. All that can
/// be done by dragging can be done here, too, because not every window system lets a pane be dragged back.
class PaneDocks : public QObject {
    Q_OBJECT

public:
    enum class Side { Left, Right, Above, Below };

    /// Belongs to the window, whose panes it arranges.
    explicit PaneDocks(QMainWindow* window);

    /// Makes the dock of a pane, which owns the pane. It has no place before placeAll() or restore().
    QDockWidget* add(Pane* pane);
    const QList<QDockWidget*>& all() const { return m_docks; }
    /// Null: there is none.
    QDockWidget* dockOf(const QWidget* pane) const;
    /// The one that commands are about: it has the keyboard or had it last, or it is the first that can be seen. Null
    /// while none is shown.
    QDockWidget* current() const;
    void setCurrent(QDockWidget* dock);
    /// Whether it can be seen and is not behind another tab.
    static bool isInFront(const QDockWidget* dock);
    /// Whether it is in a window of its own, or in one with others.
    bool isFloating(const QDockWidget* dock) const;
    /// Whether it shares its place with others that are shown.
    bool isAmongTabs(const QDockWidget* dock) const;

    void bringToFront(QDockWidget* dock);
    /// … and gives it the keyboard.
    void focus(QDockWidget* dock);
    /// A pane that is open but lies behind the tab of another. Who has closed it does not want it, and the keyboard
    /// stays where it is.
    void raiseIfOpen(QDockWidget* dock);

    /// All as tabs at the bottom.
    void placeAll();
    void setFloating(QDockWidget* dock, bool floating);
    /// To that side of the window; among the tabs that are there already.
    void moveTo(QDockWidget* dock, Qt::DockWidgetArea area);
    /// Beside another one and its tabs, which must not float.
    void placeBeside(QDockWidget* dock, QDockWidget* target, Side side);
    void addToTabs(QDockWidget* dock, QDockWidget* target);
    /// Takes it out of its tabs and places it beside them. Does nothing where it is alone.
    void split(QDockWidget* dock, Side side);
    /// Others that it can be placed beside: of tabs the one in front.
    QList<QDockWidget*> targetsFor(const QDockWidget* dock) const;
    /// Those that share its place, hidden ones, too, without itself; in the order of the tabs.
    QList<QDockWidget*> tabsWith(const QDockWidget* dock) const;

    QByteArray state() const;
    /// False where it is of another version, or none at all.
    bool restore(const QByteArray& state);

    /// Shows title bars where no tab has the name. Happens by itself once all docks have moved.
    void updateTitles();

signals:
    /// Escape was pressed in a pane that has no use for it.
    void left();
    /// A menu is wanted for that pane, at a place on the screen.
    void menuRequested(QDockWidget* dock, const QPoint& where);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool tryBeside(QDockWidget* dock, const QList<QDockWidget*>& group, Side side);
    QDockWidget* holding(const QWidget* widget) const;
    QDockWidget* dockAt(const QPoint& inWindow) const;

    QMainWindow* m_window;
    QList<QDockWidget*> m_docks;
    QPointer<QDockWidget> m_current;
    QTimer m_titles;
};

}  // namespace app
