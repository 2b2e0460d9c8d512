// SPDX-License-Identifier: GPL-3.0-or-later
// Several windows of one program.
#include "tests/ui/app_test.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QPointer>
#include <QTabWidget>

#include "app/kit/preferences.h"
#include "app/panes/details/details_pane.h"
#include "app/window/pane_docks.h"
#include "app/window/recent_files.h"

using app::MainWindow;
using app::ReportPage;
namespace preferences = app::preferences;

class AppWindowsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString report(const char* name) { return writeReport(smallReport(), m_folder.filePath(QLatin1String(name))); }
    static bool open(MainWindow& window, const QString& path) {
        window.openPaths({path});
        return window.currentPage() && waitReady(window.currentPage());
    }
    static MainWindow* first() {
        auto* window = new MainWindow;
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->show();
        return window;
    }
    static QAction* action(const MainWindow* window, const char* name) {
        return window->findChild<QAction*>(QLatin1String(name));
    }
    static QStringList files(const MainWindow* window) {
        QStringList out;
        for (const ReportPage* page : window->pages()) out.append(QFileInfo(page->document()->path()).fileName());
        return out;
    }

private slots:
    void init() {
        QSettings().clear();
        QVERIFY(MainWindow::openWindows().isEmpty());
    }
    void cleanup() {
        MainWindow::quit();
        QTRY_VERIFY(MainWindow::openWindows().isEmpty());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    void aSecondWindowHasReportsOfItsOwnAndTheSameRecentOnes() {
        MainWindow* one = first();
        QVERIFY(open(*one, report("a.rep")));
        action(one, "newWindow")->trigger();
        QCOMPARE(MainWindow::openWindows().size(), 2);
        MainWindow* two = nullptr;
        for (MainWindow* window : MainWindow::openWindows())
            if (window != one) two = window;
        QVERIFY(two && two->isVisible() && two->pages().isEmpty());
        QVERIFY(two->pos() != one->pos());
        QVERIFY(open(*two, report("b.rep")));
        QCOMPARE(files(one), QStringList{QStringLiteral("a.rep")});
        QCOMPARE(files(two), QStringList{QStringLiteral("b.rep")});
        QCOMPARE(one->recent(), two->recent());
        QCOMPARE(QFileInfo(one->recent()->files().value(0).path).fileName(), QStringLiteral("b.rep"));
        // All commands are there.
        for (const QAction* each : one->findChildren<QAction*>())
            if (!each->objectName().isEmpty() && each->parent() == one)
                QVERIFY2(two->findChild<QAction*>(each->objectName()), qPrintable(each->objectName()));
    }

    void preferencesApplyToBoth() {
        MainWindow *one = first(), *two = one->openWindow();
        QVERIFY(open(*one, report("a.rep")) && open(*two, report("b.rep")));
        action(one, "theme_dark")->trigger();
        QCOMPARE(one->currentPage()->view()->theme(), timeline::Theme::Dark);
        QCOMPARE(two->currentPage()->view()->theme(), timeline::Theme::Dark);
        QVERIFY(action(two, "theme_dark")->isChecked());
        preferences::kKeys.set(QStringLiteral("tracy"));
        QCOMPARE(two->currentPage()->view()->keys().scheme(), timeline::KeyScheme::Tracy);
        action(one, "headline")->setChecked(true);
        action(one, "headline")->trigger();
        QVERIFY(!action(two, "headline")->isChecked());
        one->chooseLanguage(QStringLiteral("zh_CN"));
        QTRY_COMPARE(two->dockOf(two->pane<app::DetailsPane>())->windowTitle(), QStringLiteral("详情"));
        one->chooseLanguage(QStringLiteral("en"));
        action(one, "theme_light")->trigger();
    }

    void theProgramEndsWithTheLastWindow() {
        MainWindow *one = first(), *two = one->openWindow();
        bool goesOn = false;
        connect(one, &QObject::destroyed, two, [&goesOn, two] {
            goesOn = true;
            QTimer::singleShot(0, two, &QWidget::close);
        });
        QTimer::singleShot(0, one, &QWidget::close);
        QTimer::singleShot(20000, two, [] { QApplication::exit(1); });
        QCOMPARE(QApplication::exec(), 0);
        QVERIFY(goesOn);
        QVERIFY(MainWindow::openWindows().isEmpty());
    }

    void whatWasClosedBeforeDoesNotOpenAgain() {
        MainWindow *one = first(), *two = one->openWindow();
        QVERIFY(open(*one, report("a.rep")) && open(*two, report("b.rep")));
        QVERIFY(!preferences::kEndedCleanly.value());
        one->close();
        QVERIFY(!preferences::kEndedCleanly.value());  // the other one may still crash
        two->close();
        QVERIFY(preferences::kEndedCleanly.value());
        MainWindow* next = first();
        next->restoreSession();
        QCOMPARE(MainWindow::openWindows().size(), 1);
        QCOMPARE(files(next), QStringList{QStringLiteral("b.rep")});
    }

    void allWindowsOpenAgainAfterQuit() {
        MainWindow *one = first(), *two = one->openWindow();
        QVERIFY(open(*one, report("a.rep")) && open(*one, report("c.rep")) && open(*two, report("b.rep")));
        action(two, "quit")->trigger();
        QVERIFY(MainWindow::openWindows().isEmpty());
        MainWindow* next = first();
        next->restoreSession();
        QCOMPARE(MainWindow::openWindows().size(), 2);
        QStringList all;
        for (const MainWindow* window : MainWindow::openWindows()) all.append(files(window).join(u'+'));
        all.sort();
        QCOMPARE(all, QStringList({QStringLiteral("a.rep+c.rep"), QStringLiteral("b.rep")}));
    }

    void theNewWindowLooksLikeTheOneBefore() {
        MainWindow* one = first();
        QVERIFY(open(*one, report("a.rep")));
        one->docks()->moveTo(one->dockOf(one->pane<app::DetailsPane>()), Qt::LeftDockWidgetArea);
        MainWindow* two = one->openWindow();
        QVERIFY(open(*two, report("b.rep")));
        QCOMPARE(two->dockWidgetArea(two->dockOf(two->pane<app::DetailsPane>())), Qt::LeftDockWidgetArea);
    }
};

SIGHTLINE_QT_TEST(AppWindowsTest)
#include "app_windows_test.moc"
