// SPDX-License-Identifier: GPL-3.0-or-later
// Panes are arranged and reached by commands, and their keys belong to nobody else.
#include "tests/ui/app_test.h"

#include <QDockWidget>
#include <QKeySequenceEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTextBrowser>
#include <QTreeWidget>

#include "app/kit/commands/command_palette.h"
#include "app/kit/commands/key_sheet.h"
#include "app/kit/commands/own_shortcuts.h"
#include "app/kit/preferences.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/panes/sql/sql_pane.h"
#include "app/preferences/preferences_dialog.h"
#include "app/preferences/shortcut_list.h"
#include "app/window/pane_docks.h"
#include "app/window/pane_table.h"

using app::MainWindow;
using app::PaneDocks;
using app::ReportPage;

class AppDocksTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ReportPage* open(MainWindow& window) {
        window.resize(1400, 900);
        window.show();
        window.openPaths({writeReport(smallReport(), m_folder.filePath(QStringLiteral("small.rep")))});
        ReportPage* page = window.currentPage();
        if (!page || !waitReady(page)) return nullptr;
        window.settle();
        return QTest::qWaitForWindowActive(&window) ? page : nullptr;
    }
    static QAction* action(const MainWindow& window, const char* name) {
        return window.findChild<QAction*>(QLatin1String(name));
    }
    static QMenu* menu(const MainWindow& window, const QString& title) {
        for (const QAction* top : window.menuBar()->actions())
            if (app::withoutMnemonic(top->text()) == QLatin1String("View")) emit top->menu()->aboutToShow();
        for (QMenu* each : window.findChildren<QMenu*>())
            if (app::withoutMnemonic(each->title()) == title) return each;
        return nullptr;
    }

private slots:
    void init() { QSettings().clear(); }
    void cleanup() {
        QSettings().clear();
        emit app::preferenceChanges()->changed(QLatin1String(app::preferences::kKeys.key));
    }

    void everyPaneHasAKeyThatGoesThereAndBack() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        page->view()->setFocus();
        for (std::size_t i = 0; i < app::paneTable().size(); ++i) {
            const app::PaneInfo& info = app::paneTable()[i];
            app::Pane* pane = window.panes()[static_cast<qsizetype>(i)];
            window.dockOf(pane)->hide();  // it comes back, too
            const QKeySequence keys = app::usualKeysOf(info.go).value(0);
            QVERIFY2(!keys.isEmpty(), info.id);
            const QKeyCombination one = keys[0];
            QTest::keyClick(QApplication::focusWidget(), one.key(), one.keyboardModifiers());
            QTRY_VERIFY2(PaneDocks::isInFront(window.dockOf(pane)), info.id);
            QVERIFY2(pane == QApplication::focusWidget() || pane->isAncestorOf(QApplication::focusWidget()), info.id);
            QTest::keyClick(QApplication::focusWidget(), one.key(), one.keyboardModifiers());
            QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(page->view()));
        }
    }

    void keysOfPanesCanBeChangedAndAreListed() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        app::PreferencesDialog* dialog = window.showPreferences();
        app::ShortcutList* list = dialog->shortcuts();
        QVERIFY(list->choose(QStringLiteral("goEvents")));
        QCOMPARE(list->list()->currentItem()->text(0), QStringLiteral("Pane: Events"));
        list->edit()->setKeySequence(QKeySequence(QStringLiteral("Ctrl+1")));
        QVERIFY(!list->assign());
        QVERIFY2(list->clash().contains(QLatin1String("Pane: Details")), qPrintable(list->clash()));
        list->edit()->setKeySequence(QKeySequence(QStringLiteral("Ctrl+Alt+E")));
        QVERIFY(list->assign());
        dialog->close();
        action(window, "keys")->trigger();
        const auto* sheet = window.findChild<app::KeySheet*>();
        QVERIFY(sheet);
        const QString text = sheet->findChild<QTextBrowser*>()->toPlainText();
        QVERIFY(text.contains(QLatin1String("Pane: Events")) && text.contains(QLatin1String("Ctrl+Alt+E")));
        QVERIFY(text.contains(QLatin1String("Pane: Import log")));
    }

    void noKeyBelongsToTwoCommands_data() {
        QTest::addColumn<QString>("scheme");
        for (std::size_t i = 0; i < timeline::kKeySchemeCount; ++i) {
            const QString id = timeline::keySchemeId(static_cast<timeline::KeyScheme>(i));
            QTest::newRow(qPrintable(id)) << id;
        }
    }
    void noKeyBelongsToTwoCommands() {
        QFETCH(QString, scheme);
        app::preferences::kKeys.set(scheme);
        MainWindow window;
        QMap<QKeySequence, QString> owners;
        for (const timeline::CommandInfo& command : timeline::commands())
            for (const QKeySequence& keys : app::timelineKeys().keysOf(command.command)) {
                QVERIFY2(!owners.contains(keys), qPrintable(keys.toString() + u' ' + owners.value(keys)));
                owners[keys] = timeline::commandText(command.command);
            }
        for (const QAction* each : window.findChildren<QAction*>()) {
            if (each->shortcutContext() != Qt::WindowShortcut) continue;
            for (const QKeySequence& keys : each->shortcuts()) {
                QVERIFY2(!owners.contains(keys),
                         qPrintable(keys.toString() + u' ' + owners.value(keys) + u' ' + each->text()));
                owners[keys] = each->text();
            }
        }
        QVERIFY(owners.contains(QKeySequence(QStringLiteral("Ctrl+Shift+N"))));
    }

    void theMenuIsAboutThePaneWithTheKeyboard() {
        MainWindow window;
        QVERIFY(open(window));
        const auto* sql = window.pane<app::SqlPane>();
        window.docks()->focus(window.dockOf(sql));
        QMenu* arrange = menu(window, QStringLiteral("Arrange “SQL”"));
        QVERIFY(arrange && arrange->menuAction()->isEnabled());
        QCOMPARE(app::withoutMnemonic(action(window, "floatPane")->text()), QStringLiteral("Float"));
        action(window, "paneToRight")->trigger();
        QCOMPARE(window.dockWidgetArea(window.dockOf(sql)), Qt::RightDockWidgetArea);
        QTRY_VERIFY(sql->isAncestorOf(QApplication::focusWidget()));
        // Beside any other place.
        arrange = menu(window, QStringLiteral("Arrange “SQL”"));
        QMenu* below = nullptr;
        for (QMenu* each : arrange->findChildren<QMenu*>())
            if (each->title() == QLatin1String("Above")) below = each;
        QVERIFY(below);
        QCOMPARE(below->actions().size(), 1);  // all others are tabs of one place
        QCOMPARE(below->actions().first()->text(), QStringLiteral("Details"));
        below->actions().first()->trigger();
        QCOMPARE(window.dockWidgetArea(window.dockOf(sql)), Qt::BottomDockWidgetArea);
        const QDockWidget* details = window.dockOf(window.pane<app::DetailsPane>());
        QTRY_VERIFY(window.dockOf(sql)->geometry().bottom() < details->y());
        action(window, "floatPane")->trigger();
        QVERIFY(window.dockOf(sql)->isFloating());
        menu(window, QString());
        QCOMPARE(app::withoutMnemonic(action(window, "floatPane")->text()), QStringLiteral("Dock It Again"));
        action(window, "floatPane")->trigger();
        QVERIFY(!window.dockOf(sql)->isFloating());
    }

    void aPaneIsSplitFromTabsOutOfWhichAnotherWasDragged() {
        MainWindow window;
        QVERIFY(open(window));
        QTabBar* bar = nullptr;
        for (auto* one : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            if (one->isVisible() && one->count() == window.panes().size()) bar = one;
        QVERIFY(bar);
        const QPoint from = bar->tabRect(2).center();
        QTest::mousePress(bar, Qt::LeftButton, {}, from);
        for (const int up : {8, 30, 80, 160, 240, 400}) {
            QTest::mouseMove(bar, from - QPoint(0, up));
            QCoreApplication::processEvents();
        }
        QTest::mouseRelease(bar, Qt::LeftButton, {}, from - QPoint(0, 400));
        QDockWidget *dragged = window.dockOf(window.panes()[2]),
                    *events = window.dockOf(window.pane<app::EventsPane>()),
                    *details = window.dockOf(window.pane<app::DetailsPane>());
        window.docks()->setFloating(dragged, true);  // wherever it was dropped
        window.docks()->placeBeside(events, details, PaneDocks::Side::Right);
        QVERIFY(!window.tabifiedDockWidgets(details).contains(events));
        QTRY_VERIFY(events->x() >= details->geometry().right());
        QVERIFY(dragged->isFloating());
        window.resetLayout();
        QCOMPARE(window.tabifiedDockWidgets(details).size(), window.panes().size() - 1);
    }

    void aPaneAloneHasATitleEvenIfAnotherOneFloats() {
        MainWindow window;
        QVERIFY(open(window));
        QDockWidget *details = window.dockOf(window.pane<app::DetailsPane>()),
                    *events = window.dockOf(window.pane<app::EventsPane>());
        for (QDockWidget* dock : window.docks()->all())
            if (dock != details && dock != events) dock->hide();
        window.settle();
        QVERIFY(details->titleBarWidget());  // the tab has its name
        window.docks()->setFloating(events, true);
        window.settle();
        QVERIFY(!details->titleBarWidget());
    }

    void aPaneWithoutContentTakesTheKeyboardItself() {
        MainWindow window;
        QVERIFY(open(window));
        const auto* selection = window.pane<app::SelectionPane>();
        QVERIFY(!selection->whyEmpty().isEmpty());
        window.docks()->focus(window.dockOf(selection));
        QVERIFY(selection == QApplication::focusWidget() || selection->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(window.currentPage()->view()));
    }
};

SIGHTLINE_QT_TEST(AppDocksTest)
#include "app_docks_test.moc"
