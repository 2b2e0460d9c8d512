// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/app_test.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDateTime>
#include <QDockWidget>
#include <QDropEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTabWidget>

#include "app/compare/compare_window.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/tables/table.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/events/event_table_model.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/import_log_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/report/error_page.h"
#include "app/report/find_bar.h"
#include "app/report/status_panel.h"
#include "app/report/view_file.h"
#include "app/window/open_several_dialog.h"
#include "app/window/pane_table.h"
#include "app/window/recent_files.h"
#include "app/window/start_page.h"
#include "importers/common/importer.h"

using app::CommandPalette;
using app::CompareWindow;
using app::Document;
using app::MainWindow;
using app::ReportPage;

class AppWindowTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QString small(const QString& name = "small.rep") { return writeReport(smallReport(), file(name)); }

    static void drop(QWidget* target, const QStringList& paths, double across = 0.5) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths) urls.append(QUrl::fromLocalFile(path));
        data.setUrls(urls);
        const QPoint middle(static_cast<int>(across * target->width()), target->rect().center().y());
        QDragEnterEvent enter(middle, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent dropped(middle, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &dropped);
        QVERIFY(dropped.isAccepted());
        QCOMPARE(dropped.dropAction(), Qt::CopyAction);
    }

    ReportPage* open(MainWindow& window, const QString& path) {
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }

    /// With the keyboard, and all of its time selected.
    bool openInFront(MainWindow& window) {
        window.resize(1300, 900);
        window.show();
        ReportPage* page = open(window, small());
        if (page) page->view()->setSelection(page->document()->snapshot()->whole());
        return page && QTest::qWaitForWindowActive(&window);
    }

    static void press(QWidget* where, const QKeySequence& keys) {
        QTest::keyClick(where, keys[0].key(), keys[0].keyboardModifiers());
    }

    /// Boxes with text have keys of their own.
    static bool usesItself(QWidget* w, const QKeySequence& keys) {
        const auto* text = qobject_cast<QPlainTextEdit*>(w);
        if (!qobject_cast<QLineEdit*>(w) && !(text && !text->isReadOnly())) return false;
        QKeyEvent event(QEvent::ShortcutOverride, keys[0].key(), keys[0].keyboardModifiers());
        event.ignore();
        QApplication::sendEvent(w, &event);
        return event.isAccepted();
    }

    /// What takes the keyboard in a pane.
    static QWidgetList stopsIn(const QWidget& pane) {
        QWidgetList out;
        for (auto* w : pane.findChildren<QWidget*>())
            if (w->isVisible() && w->isEnabled() && (w->focusPolicy() & Qt::TabFocus)) out.append(w);
        return out;
    }

    static QStringList textsIn(const CommandPalette& palette) {
        QStringList out;
        for (int row = 0; row < palette.list()->count(); ++row) out.append(palette.list()->item(row)->text());
        return out;
    }

private slots:
    void init() {
        QSettings().clear();
        QVERIFY(m_folder.isValid());
        for (const QString& name : QDir(m_folder.path()).entryList(QDir::Files)) QFile::remove(file(name));
    }

    void aFileThatIsDroppedAtTheRightIsComparedWithTheReportInFront() {
        const QString first = small(), second = small("other.rep");
        MainWindow window;
        window.resize(1200, 800);
        window.show();
        drop(&window, {second}, 0.9);  // there is nothing to compare with
        QVERIFY(window.currentPage() && waitReady(window.currentPage()));
        QVERIFY(!window.findChild<app::CompareWindow*>());
        drop(&window, {first}, 0.9);
        QCOMPARE(window.pages().size(), 1);
        auto* both = window.findChild<app::CompareWindow*>();
        QVERIFY(both);
        QTRY_VERIFY_WITH_TIMEOUT(both->isReady(), 20000);
        QCOMPARE(both->page(app::CompareWindow::Side::A)->document()->path(), first);
        QCOMPARE(both->page(app::CompareWindow::Side::B)->document()->path(), second);
        drop(&window, {first}, 0.3);
        QCOMPARE(window.pages().size(), 2);
    }

    void anotherThemeKeepsWhatTheTimelineShows() {
        MainWindow window;
        window.resize(1200, 800);
        window.show();
        app::themeManager()->setChoice(app::ThemeChoice::Light);
        const ReportPage* page = open(window, small());
        QVERIFY(page);
        timeline::TimelineView* view = page->view();
        const auto pictureOf = [&] {
            [&] { QTRY_VERIFY(view->isSettled()); }();
            return view->grab().toImage();
        };
        const QImage light = pictureOf();
        app::themeManager()->setChoice(app::ThemeChoice::Dark);
        QVERIFY(pictureOf() != light);
        app::themeManager()->setChoice(app::ThemeChoice::Light);
        QCOMPARE(pictureOf(), light);
    }

    void aDroppedFileOpensInATab() {
        const QString path = small();
        MainWindow window;
        window.show();
        QVERIFY(!window.currentPage());
        drop(&window, {path});
        QVERIFY(window.currentPage());
        QVERIFY(waitReady(window.currentPage()));
        QCOMPARE(window.tabs()->count(), 1);
        QCOMPARE(window.tabs()->tabText(0), QStringLiteral("small.rep"));
        QCOMPARE(window.tabs()->tabToolTip(0), path);
        QVERIFY(window.currentPage()->document()->snapshot()->eventCount() > 0);
        QVERIFY(window.currentPage()->visibleRowCount() > 0);
    }

    void ofSeveralDroppedFilesTheWindowAsksHowToOpenThemEvenOnTheFilterBox() {
        const QStringList paths{small("a.rep"), small("b.rep"), small("c.rep")};
        MainWindow window;
        window.show();
        QVERIFY(open(window, paths[0]));
        auto* edit = window.currentPage()->view()->findChild<QLineEdit*>();
        drop(edit ? static_cast<QWidget*>(edit) : window.currentPage()->view(), paths);
        auto* dialog = window.findChild<app::OpenSeveralDialog*>();
        QVERIFY(dialog);
        QSignalSpy scanned(dialog, &app::OpenSeveralDialog::scanFinished);
        QVERIFY(scanned.wait(10000));
        QTest::keyClick(dialog, Qt::Key_Return);
        QCOMPARE(window.pages().size(), 3);
        for (ReportPage* page : window.pages()) QVERIFY(waitReady(page));
    }

    void aFileThatIsOpenComesToTheFrontInsteadOfOpeningTwice() {
        const QString a = small("a.rep"), b = small("b.rep");
        MainWindow window;
        QVERIFY(open(window, a));
        QVERIFY(open(window, b));
        window.openPaths({a});
        QCOMPARE(window.pages().size(), 2);
        QCOMPARE(window.currentPage()->document()->path(), a);
    }

    void aPathInTheClipboardOpens() {
        const QString path = small();
        MainWindow window;
        QApplication::clipboard()->setText(QUrl::fromLocalFile(path).toString());
        window.findChild<QAction*>("openFromClipboard")->trigger();
        QVERIFY(window.currentPage());
        QCOMPARE(window.currentPage()->document()->path(), path);
        QVERIFY(waitReady(window.currentPage()));
    }

    void aCancelledLoadKeepsWhatWasReadAndSaysSo() {
        const QString path = writeLargeReport(file("large.rep"), 600000);
        QVERIFY(!path.isEmpty());
        MainWindow window;
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        page->document()->cancel();
        QVERIFY(waitReady(page));
        // On a busy machine the load can be done before it hears of the request; then there is nothing to cancel.
        for (int tries = 0; tries < 20 && !page->document()->isPartial(); ++tries) {
            page->reload();
            page->document()->cancel();
            QVERIFY(waitReady(page));
        }
        QCOMPARE(page->document()->state(), Document::State::Ready);
        QVERIFY(page->document()->isPartial());
        QVERIFY(page->document()->snapshot()->eventCount() < 600000);
        QCOMPARE(window.tabs()->tabText(0), QStringLiteral("large.rep (partial)"));
        page->reload();
        QVERIFY(waitReady(page));
        QCOMPARE(page->document()->snapshot()->eventCount(), 600000);
        QCOMPARE(window.tabs()->tabText(0), QStringLiteral("large.rep"));
    }

    void closingWhileLoadingIsSafe() {
        const QString path = writeLargeReport(file("large.rep"), 600000);
        MainWindow window;
        for (int i = 0; i < 5; ++i) {
            window.openPaths({path});
            QVERIFY(window.currentPage());
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5 * i);
            window.closePage(window.tabs()->currentIndex());
        }
        QVERIFY(!window.currentPage());
        QVERIFY(window.findChild<app::StartPage*>());
    }

    void aForeignFileShowsTheSentenceAndCanBeTriedAgain() {
        QFile text(file("notes.rep"));
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write("these are only notes, not a report at all\n") > 0);
        text.close();
        MainWindow window;
        window.show();
        ReportPage* page = open(window, file("notes.rep"));
        QVERIFY(page);
        QCOMPARE(page->document()->state(), Document::State::Failed);
        QVERIFY(page->errorPage()->isVisible());
        QVERIFY2(page->errorPage()->factText().startsWith("notes.rep is not a report that Sightline can read"),
                 qPrintable(page->errorPage()->factText()));
        QVERIFY2(page->errorPage()->nextText().contains("Nsight Systems"), qPrintable(page->errorPage()->nextText()));
        QVERIFY(window.recent()->files().isEmpty());
        QVERIFY(QFile::remove(file("notes.rep")));  // what is no report is not written over
        QVERIFY(!small("notes.rep").isEmpty());
        emit page->errorPage()->retryRequested();
        QVERIFY(waitReady(page));
        QCOMPARE(page->document()->state(), Document::State::Ready);
        QVERIFY(!page->errorPage()->isVisible());
    }

    void aMissingFileShowsTheReason() {
        MainWindow window;
        ReportPage* page = open(window, file("gone.rep"));
        QVERIFY(page);
        QVERIFY(page->errorPage()->factText().startsWith("gone.rep cannot be opened"));
    }

    void aReportSavedAsRepIsTheSameWhenOpenedAgain() {
        const QString path = small(), copy = file("copy.rep");
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        QSignalSpy saved(page, &ReportPage::saved);
        page->saveAs(copy);
        QVERIFY(saved.wait(10000));
        QFile one(path), two(copy);
        QVERIFY(one.open(QIODevice::ReadOnly) && two.open(QIODevice::ReadOnly));
        QCOMPARE(two.readAll(), one.readAll());
        ReportPage* again = open(window, copy);
        QVERIFY(again);
        QCOMPARE(again->document()->snapshot()->eventCount(), page->document()->snapshot()->eventCount());
    }

    void aReportIsNotSavedOverItsOwnFile() {
        const QString path = small();
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        const QDateTime before = QFileInfo(path).lastModified();
        QSignalSpy saved(page, &ReportPage::saved), changed(page, &ReportPage::savingChanged);
        page->saveAs(path);
        QTRY_COMPARE(changed.count(), 2);
        QCOMPARE(saved.count(), 0);
        QCOMPARE(QFileInfo(path).lastModified(), before);
    }

    void savingToAnUnwritablePlaceSaysWhy() {
        MainWindow window;
        ReportPage* page = open(window, small());
        QVERIFY(page);
        QSignalSpy changed(page, &ReportPage::savingChanged);
        page->saveAs(file("no/such/folder/x.rep"));
        QTRY_COMPARE(changed.count(), 2);
        QVERIFY(!page->isSaving());
        QVERIFY(!QFile::exists(file("no/such/folder/x.rep")));
    }

    void theViewIsKeptInASideCarAndRestored() {
        const QString path = small();
        const model::TimeRange wanted{5000, 9000};
        {
            MainWindow window;
            window.show();
            ReportPage* page = open(window, path);
            QVERIFY(page);
            page->view()->setAnimated(false);
            page->view()->zoomTo(wanted, true);
            page->view()->setSelection(model::TimeRange{6000, 8000});
            QVERIFY(!QFile::exists(path + ".view.json"));  // two seconds have not passed
            window.close();
        }
        QVERIFY(QFile::exists(path + ".view.json"));
        MainWindow window;
        window.show();
        ReportPage* page = open(window, path);
        QVERIFY(page);
        QCOMPARE(page->view()->viewState().range.begin, wanted.begin);
        QCOMPARE(page->view()->viewState().range.length, double(wanted.length()));
        QVERIFY(page->view()->viewState().selection == (model::TimeRange{6000, 8000}));
    }

    void openingAndClosingAReportWritesNothingBesideIt() {
        const QString path = small();
        {
            MainWindow window;
            window.show();
            QVERIFY(open(window, path));
            window.close();
        }
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files), QStringList{"small.rep"});
    }

    void inAReadOnlyFolderTheViewGoesToTheDataFolder() {
        const QString path = small();
        QVERIFY(app::viewFilePath(path) == path + ".view.json");
        QVERIFY(QFile::setPermissions(m_folder.path(), QFile::ReadOwner | QFile::ExeOwner));
        const bool writable = QFileInfo(m_folder.path()).isWritable();  // for root every folder is
        if (!writable) {
            QVERIFY(app::writeViewFile(path, {{"x", 1}}));
            QVERIFY(app::viewFilePath(path).contains("/views/"));
            QCOMPARE(app::readViewFile(path).value("x").toInt(), 1);
        }
        QVERIFY(QFile::setPermissions(m_folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        if (writable) QSKIP("this user may write everywhere");
    }

    void reloadShowsTheNewFileInTheOldView() {
        const QString path = small();
        MainWindow window;
        window.show();
        ReportPage* page = open(window, path);
        QVERIFY(page);
        const auto before = page->document()->snapshot()->eventCount();
        page->view()->setAnimated(false);
        page->view()->zoomTo({5000, 9000}, true);
        QSignalSpy noticed(page->document(), &Document::changedOnDiskChanged);
        QVERIFY(!writeReport(TextReport("gpu0/s7: |aaaabbbbccccddddeeeeff|\n"), path).isEmpty());
        QVERIFY(noticed.count() > 0 || noticed.wait(10000));
        QVERIFY(page->document()->changedOnDisk());
        window.findChild<QAction*>("reload")->trigger();
        QVERIFY(waitReady(page));
        QVERIFY(!page->document()->changedOnDisk());
        QVERIFY(page->document()->snapshot()->eventCount() != before);
        QCOMPARE(page->view()->viewState().range.begin, 5000);
    }

    void recentFilesArePinnedKeptAndRemoved() {
        const QString a = small("a.rep"), b = small("b.rep");
        {
            MainWindow window;
            QVERIFY(open(window, a));
            QVERIFY(open(window, b));
            QCOMPARE(window.recent()->files().value(0).path, b);
            window.recent()->setPinned(a, true);
            QCOMPARE(window.recent()->files().value(0).path, a);
            QVERIFY(!window.recent()->thumbnail(a, timeline::Theme::Light).isNull());
        }
        app::RecentFiles recent;
        QCOMPARE(recent.files().size(), 2);
        recent.clear();
        QCOMPARE(recent.files().size(), 1);
        QVERIFY(recent.isPinned(a));
        QVERIFY(QFile::remove(a));
        QSignalSpy looked(&recent, &QAbstractItemModel::dataChanged);
        recent.refresh();
        QVERIFY(looked.wait(10000));
        QVERIFY(recent.index(0).data(app::RecentFiles::MissingRole).toBool());
        recent.remove(a);
        QVERIFY(recent.files().isEmpty());
    }

    void docksRememberTheirPlace() {
        {
            MainWindow window;
            window.show();
            QVERIFY(open(window, small()));
            window.addDockWidget(Qt::RightDockWidgetArea, window.dockOf(window.pane<app::DetailsPane>()));
            window.dockOf(window.pane<app::SelectionPane>())->hide();
            window.close();
        }
        MainWindow window;
        window.show();
        QVERIFY(open(window, small()));
        QCOMPARE(window.dockWidgetArea(window.dockOf(window.pane<app::DetailsPane>())), Qt::RightDockWidgetArea);
        QVERIFY(window.dockOf(window.pane<app::SelectionPane>())->isHidden());
        window.resetLayout();
        QCOMPARE(window.dockWidgetArea(window.dockOf(window.pane<app::DetailsPane>())), Qt::BottomDockWidgetArea);
        QVERIFY(!window.dockOf(window.pane<app::SelectionPane>())->isHidden());
    }

    void theSessionIsOpenedAgainAfterACleanEndOnly() {
        const QString path = small();
        {
            MainWindow window;
            QVERIFY(open(window, path));
            window.close();
        }
        {
            MainWindow window;
            window.restoreSession();
            QVERIFY(window.currentPage());
            QCOMPARE(window.currentPage()->document()->path(), path);
            QVERIFY(waitReady(window.currentPage()));
            // It ends here without being closed, as in a crash.
        }
        MainWindow window;
        window.restoreSession();
        QVERIFY(!window.currentPage());
    }

    void theLanguageChangesWhileTheWindowIsOpen() {
        MainWindow window;
        QVERIFY(open(window, small()));
        QCOMPARE(window.menuBar()->actions().value(0)->text(), QStringLiteral("&File"));
        window.findChild<QAction*>("language_zh_CN")->trigger();
        QCOMPARE(app::currentLanguage(), QStringLiteral("zh_CN"));
        QTRY_COMPARE(window.menuBar()->actions().value(0)->text(), QStringLiteral("文件(&F)"));
        QCOMPARE(window.dockOf(window.pane<app::DetailsPane>())->windowTitle(), QStringLiteral("详情"));
        QVERIFY2(window.status()->summary().contains("个事件"), qPrintable(window.status()->summary()));
        window.findChild<QAction*>("language_en")->trigger();
        QTRY_COMPARE(window.menuBar()->actions().value(0)->text(), QStringLiteral("&File"));
    }

    void theEventsPaneListsSortsAndCopies() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, small());
        QVERIFY(page);
        window.dockOf(window.pane<app::EventsPane>())->show();
        window.dockOf(window.pane<app::EventsPane>())->raise();
        app::EventTableModel* events = window.pane<app::EventsPane>()->model();
        QAbstractItemModelTester tester(events, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_VERIFY(events->rowCount() > 3 && !events->isSorting());
        QCOMPARE(static_cast<std::uint64_t>(events->rowCount()), events->total());
        window.pane<app::EventsPane>()->table()->sortByColumn(app::EventTableModel::Duration, Qt::DescendingOrder);
        QTRY_VERIFY(!events->isSorting());
        qint64 last = std::numeric_limits<qint64>::max();
        for (int row = 0; row < events->rowCount(); ++row) {
            const qint64 ns = events->index(row, app::EventTableModel::Duration).data(app::kCopyRole).toLongLong();
            QVERIFY(ns <= last);
            last = ns;
        }
        window.pane<app::EventsPane>()->table()->selectRow(0);
        const QStringList lines =
            window.pane<app::EventsPane>()->table()->selectionAsText(app::RowFormat::Tsv).split('\n');
        QCOMPARE(lines.value(0), QStringLiteral("Start\tDuration\tName\tRow"));
        QCOMPARE(lines.value(1).split('\t').value(1),
                 events->index(0, app::EventTableModel::Duration).data(app::kCopyRole).toString());
        emit window.pane<app::EventsPane>()->table()->rowActivated(events->index(0, 0));
        QVERIFY(page->view()->viewState().selected == events->event(events->index(0, 0)));
    }

    void theEventsPaneFollowsTheSelectedSpan() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, small());
        QVERIFY(page);
        window.dockOf(window.pane<app::EventsPane>())->raise();
        QTRY_VERIFY(window.pane<app::EventsPane>()->model()->total() > 5);
        const auto all = window.pane<app::EventsPane>()->model()->total();
        page->view()->setSelection(model::TimeRange{4000, 9000});
        QTRY_VERIFY(window.pane<app::EventsPane>()->model()->total() < all);
        QVERIFY(window.pane<app::EventsPane>()->model()->total() > 0);
    }

    void theDetailsPaneShowsTheSelectedEvent() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, small());
        QVERIFY(page);
        QVERIFY(window.pane<app::DetailsPane>()->rows().empty());
        const model::Snapshot& s = *page->document()->snapshot();
        for (model::LaneId id = 0; id < s.laneCount(); ++id)
            if (s.lane(id).rows && s.lane(id).lane->kind() == model::EventKind::Kernel)
                page->view()->selectEvent({id, 0});
        QVERIFY(!window.pane<app::DetailsPane>()->rows().empty());
        QVERIFY2(window.pane<app::DetailsPane>()->asTsv().contains("gemm_kernel"),
                 qPrintable(window.pane<app::DetailsPane>()->asTsv()));
    }

    void theImportLogCountsWhatIsDrawn() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, small()));
        window.dockOf(window.pane<app::ImportLogPane>())->raise();
        QTRY_VERIFY(window.pane<app::ImportLogPane>()->kinds()->rowCount() > 0);
        QCOMPARE(window.pane<app::ImportLogPane>()->notes()->rowCount(), 1);
    }

    void theStatusLineSaysWhatIsThere() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, small());
        QVERIFY(page);
        page->view()->setSelection(model::TimeRange{4000, 9000});
        QTRY_VERIFY(window.status()->summary().contains("selection"));
        QVERIFY2(window.status()->summary().contains("events") && window.status()->summary().contains("visible rows"),
                 qPrintable(window.status()->summary()));
    }

    void aMiddleClickClosesATab() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, small("a.rep")));
        QVERIFY(open(window, small("b.rep")));
        QTabBar* bar = window.tabs()->tabBar();
        QTest::mouseClick(bar, Qt::MiddleButton, Qt::NoModifier, bar->tabRect(0).center());
        QCOMPARE(window.pages().size(), 1);
        QCOMPARE(window.currentPage()->document()->name(), QStringLiteral("b.rep"));
    }

    void everyKeyOfTheWindowWorksWhereverTheFocusIs() {
        MainWindow window;
        QVERIFY(openInFront(window));
        const QList<QAction*> actions = window.actions();
        int keys = 0, pressed = 0;
        QString called;
        for (QAction* action : actions) {
            QObject::disconnect(action, &QAction::triggered, nullptr, nullptr);  // nothing is opened or closed
            connect(action, &QAction::triggered, this, [&called, action] { called += action->objectName() + u' '; });
            action->setEnabled(true);
            keys += static_cast<int>(action->shortcuts().size());
        }
        QVERIFY(keys > 25);
        for (const app::PaneInfo& info : app::paneTable()) {
            QVERIFY2(window.showPane(info.id), info.id);
            app::Pane* pane = nullptr;
            for (app::Pane* one : window.panes())
                if (one->id() == QLatin1String(info.id)) pane = one;
            QTRY_VERIFY(pane->isVisible());
            for (QWidget* stop : stopsIn(*pane)) {
                stop->setFocus(Qt::TabFocusReason);
                if (!stop->hasFocus()) continue;  // it has a proxy
                for (QAction* action : actions) {
                    action->setEnabled(true);
                    for (const QKeySequence& key : action->shortcuts()) {
                        if (usesItself(stop, key)) continue;
                        called.clear();
                        press(stop, key);
                        ++pressed;
                        QVERIFY2(called == action->objectName() + u' ',
                                 qPrintable(QStringLiteral("%1 in %2 of %3 calls “%4” instead of %5")
                                                .arg(key.toString(), QLatin1String(stop->metaObject()->className()),
                                                     QLatin1String(info.id), called, action->objectName())));
                    }
                }
            }
        }
        QVERIFY(pressed > 10 * keys);
    }

    void theWholeReportIsShownByItsKeyWithTheFocusInATable() {
        MainWindow window;
        QVERIFY(openInFront(window));
        ReportPage* page = window.currentPage();
        page->view()->setAnimated(false);
        QVERIFY(window.showPane("events"));
        app::Table* table = window.pane<app::EventsPane>()->table();
        QTRY_VERIFY(table->isVisible());
        table->setFocus();
        QVERIFY(table->hasFocus());
        page->view()->zoomTo({2, 5}, true);
        const auto zoomed = page->view()->viewState().range;
        press(table, QKeySequence(Qt::CTRL | Qt::Key_0));
        QVERIFY(page->view()->viewState().range.length > zoomed.length);
        const auto whole = page->view()->viewState().range;
        QTest::keyClick(table, Qt::Key_W);  // a letter looks for a row
        QCOMPARE(page->view()->viewState().range.length, whole.length);
    }

    void everyCommandOfTheWindowStandsInAMenuAndInThePalette() {
        MainWindow window;
        QVERIFY(openInFront(window));
        QSet<const QAction*> listed;
        for (const CommandPalette::Entry& entry : CommandPalette::entriesOf(window.menuBar()->actions()))
            listed.insert(entry.action);
        QSet<QString> names;
        int own = 0;
        for (const QAction* action : window.actions()) {
            if (action->parent() != &window || action->objectName().isEmpty()) continue;
            ++own;
            QVERIFY2(listed.contains(action), qPrintable(action->objectName()));
            QVERIFY2(!names.contains(action->objectName()), qPrintable(action->objectName()));
            names.insert(action->objectName());
            QVERIFY(!action->text().isEmpty());
        }
        QVERIFY(own > 20);
    }

    void theCompareWindowHasMenusAndTheKeysOfTheWindow() {
        QPointer<CompareWindow> window = new CompareWindow(small("a.rep"), small("b.rep"), false);
        window->show();
        QTRY_VERIFY_WITH_TIMEOUT(window->isReady(), 20000);
        QVERIFY(QTest::qWaitForWindowActive(window));
        QCOMPARE(window->menuBar()->actions().size(), 5);

        press(window, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
        auto* palette = window->findChild<CommandPalette*>();
        QVERIFY(palette);
        QVERIFY(textsIn(*palette).contains(QStringLiteral("Find Events…")));
        QVERIFY(textsIn(*palette).contains(QStringLiteral("Side by Side")));
        palette->close();

        press(window, QKeySequence(Qt::SHIFT | Qt::Key_F1));
        auto* sheet = window->findChild<QWidget*>("keySheet");
        QVERIFY(sheet && sheet->isVisible());
        sheet->close();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window));

        ReportPage* a = window->page(CompareWindow::Side::A);
        ReportPage* b = window->page(CompareWindow::Side::B);
        a->view()->setFocus();
        press(a->view(), QKeySequence(Qt::CTRL | Qt::Key_F));
        QVERIFY(a->findBar()->isVisible() && !b->findBar()->isVisible());
        b->view()->setFocus();
        press(b->view(), QKeySequence(Qt::CTRL | Qt::Key_F));
        QVERIFY(b->findBar()->isVisible());

        press(window, QKeySequence(Qt::CTRL | Qt::Key_W));
        QTRY_VERIFY(!window);
    }
};

SIGHTLINE_QT_TEST(AppWindowTest)
#include "app_window_test.moc"
#include "importers/open.h"
