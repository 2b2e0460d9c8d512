// SPDX-License-Identifier: GPL-3.0-or-later
// Panes in windows of their own and side by side, in a real X server and in a Wayland compositor.
#include <QDockWidget>
#include <QLineEdit>
#include <QTabBar>

#include "app/panes/details/details_pane.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/report/find_bar.h"
#include "app/window/pane_docks.h"
#include "tests/ui/app_test.h"

using namespace app;

namespace {

bool isWayland() { return QGuiApplication::platformName().startsWith(QLatin1String("wayland")); }

/// A headless compositor has no keyboard that could make a window active.
bool activate(QWidget* window) {
    if (!isWayland()) {
        window->activateWindow();
        return QTest::qWaitForWindowActive(window);
    }
    QApplication::setActiveWindow(window);
    return window->isActiveWindow();
}

}  // namespace

class DocksTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    ReportPage* m_page = nullptr;

    void start() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1400, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->openPaths({writeReport(smallReport(), m_folder.filePath(QStringLiteral("small.rep")))});
        m_page = m_window->currentPage();
        QVERIFY(m_page && waitReady(m_page));
        m_page->view()->setAnimated(false);
        m_window->settle();
    }
    QAction* action(const char* name) { return m_window->findChild<QAction*>(QLatin1String(name)); }
    template <class P>
    QDockWidget* dock() {
        return m_window->dockOf(m_window->pane<P>());
    }
    /// The box into which one types in the Events pane, with the keyboard.
    QLineEdit* focusEvents() {
        m_window->docks()->focus(dock<EventsPane>());
        if (!activate(dock<EventsPane>()->window())) return nullptr;
        auto* edit = m_window->pane<EventsPane>()->findChild<QLineEdit*>();
        edit->setFocus();
        return QTest::qWaitFor([edit] { return QApplication::focusWidget() == edit; }) ? edit : nullptr;
    }

private slots:
    void init() {
        QSettings().clear();
        start();
    }
    void cleanup() { m_window.reset(); }

    void aFloatedPaneIsAWindowWithItsOwnPlaceAndComesBackToItsTabs() {
        QDockWidget* events = dock<EventsPane>();
        m_window->docks()->focus(events);
        action("floatPane")->trigger();
        QVERIFY(events->isFloating() && events->isWindow());
        QVERIFY(QTest::qWaitForWindowExposed(events));
        QVERIFY(events->width() >= 560 && events->height() >= 300);
        QVERIFY(!dock<DetailsPane>()->isFloating());
        m_window->docks()->focus(events);
        action("floatPane")->trigger();
        QVERIFY(!events->isFloating());
        QVERIFY(m_window->tabifiedDockWidgets(dock<DetailsPane>()).contains(events));
        QTRY_VERIFY(PaneDocks::isInFront(events));
    }

    void keysOfTheWindowWorkInAFloatedPane() {
        QDockWidget* events = dock<EventsPane>();
        m_window->docks()->setFloating(events, true);
        QVERIFY(QTest::qWaitForWindowExposed(events));
        const QLineEdit* edit = focusEvents();
        QVERIFY(edit);
        const auto whole = m_page->view()->viewState().range;
        m_page->view()->run(timeline::Command::ZoomIn);
        QVERIFY(!(m_page->view()->viewState().range == whole));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_0, Qt::ControlModifier);
        QTRY_VERIFY(m_page->view()->viewState().range == whole);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(m_page->findBar()->isVisible());
        QVERIFY(activate(m_window.get()));
        QTRY_VERIFY(m_page->findBar()->isAncestorOf(QApplication::focusWidget()));
    }

    void escapeLeavesAFloatedPaneForTheTimeline() {
        m_window->docks()->setFloating(dock<EventsPane>(), true);
        QVERIFY(QTest::qWaitForWindowExposed(dock<EventsPane>()));
        QVERIFY(focusEvents());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(activate(m_window.get()));
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(m_page->view()));
        QVERIFY(dock<EventsPane>()->isVisible());
    }

    void panesStandSideBySideAndAboveEachOther() {
        PaneDocks* docks = m_window->docks();
        QDockWidget *details = dock<DetailsPane>(), *events = dock<EventsPane>(), *selection = dock<SelectionPane>();
        docks->focus(events);
        action("splitRight")->trigger();
        QTRY_VERIFY(PaneDocks::isInFront(events) && PaneDocks::isInFront(details));
        QTRY_VERIFY(events->x() > details->x() + details->width() - 1);
        QCOMPARE(events->y() + events->height(), details->y() + details->height());
        docks->placeBeside(selection, events, PaneDocks::Side::Above);
        QTRY_VERIFY(selection->y() + selection->height() <= events->y());
        QTRY_COMPARE(selection->x(), events->x());
        docks->placeBeside(selection, details, PaneDocks::Side::Left);
        QTRY_VERIFY(selection->x() + selection->width() <= details->x());
        // All others are still tabs of one place.
        QCOMPARE(m_window->tabifiedDockWidgets(details).size(), m_window->panes().size() - 3);
        docks->addToTabs(selection, details);
        docks->addToTabs(events, details);
        QCOMPARE(m_window->tabifiedDockWidgets(details).size(), m_window->panes().size() - 1);
    }

    void anArrangementIsThereAgainAtTheNextStart() {
        QDockWidget* events = dock<EventsPane>();
        m_window->docks()->setFloating(events, true);
        QVERIFY(QTest::qWaitForWindowExposed(events));
        m_window->docks()->moveTo(dock<SelectionPane>(), Qt::RightDockWidgetArea);
        QCoreApplication::processEvents();
        const QSize size = events->size();
        m_window->close();
        start();
        QVERIFY(dock<EventsPane>()->isFloating());
        QTRY_VERIFY(dock<EventsPane>()->isVisible());
        QTRY_COMPARE(dock<EventsPane>()->size(), size);
        QCOMPARE(m_window->dockWidgetArea(dock<SelectionPane>()), Qt::RightDockWidgetArea);
        // Its place among the tabs was kept, too.
        m_window->docks()->setFloating(dock<EventsPane>(), false);
        QVERIFY(m_window->tabifiedDockWidgets(dock<DetailsPane>()).contains(dock<EventsPane>()));
    }
};

SIGHTLINE_QT_TEST(DocksTest)
#include "docks_test.moc"
