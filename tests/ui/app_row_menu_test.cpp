// SPDX-License-Identifier: GPL-3.0-or-later
// From a row of a table to the timeline: what a double click shows, and the menu that all tables share.
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

#include "app/compare/compare_window.h"
#include "app/compare/comparison_list.h"
#include "app/compare/difference_pane.h"
#include "app/compare/recent_comparisons.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/filter_text.h"
#include "app/kit/tables/table.h"
#include "app/kit/tables/tree_table.h"
#include "app/panes/details/chain_view.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/functions/functions_pane.h"
#include "app/panes/reports_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/report/find_bar.h"
#include "app/report/measure_command.h"
#include "tests/ui/app_test.h"

using app::CompareWindow;
using app::EventsPane;
using app::MainWindow;
using app::ReportPage;
using Side = app::CompareWindow::Side;
using timeline::TimelineView;

namespace {

QAction* entry(const QMenu& menu, const QString& name) {
    for (QAction* action : menu.actions()) {
        if (action->objectName() == name) return action;
        if (action->menu())
            if (QAction* below = entry(*action->menu(), name)) return below;
    }
    return nullptr;
}

/// Opens the context menu of a row, as a right click does, and calls use(menu) while it is open.
template <class Use>
void withMenu(QAbstractItemView* table, const QModelIndex& index, Use use) {
    QTimer::singleShot(0, table, [use] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        use(*menu);
        menu->close();
    });
    const QPoint at = table->visualRect(index).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, table->viewport()->mapToGlobal(at));
    QCoreApplication::sendEvent(table->viewport(), &event);
}

/// Whether the menu has that entry; chooses it.
bool choose(QAbstractItemView* table, const QModelIndex& index, const char* name) {
    bool found = false;
    withMenu(table, index, [&found, name](const QMenu& menu) {
        QAction* action = entry(menu, QLatin1String(name));
        found = action;
        if (action) action->trigger();
    });
    return found;
}

QStringList entries(QAbstractItemView* table, const QModelIndex& index) {
    QStringList out;
    withMenu(table, index, [&out](const QMenu& menu) {
        for (const QAction* action : menu.actions())
            if (action->objectName().startsWith(QLatin1String("row"))) out.append(action->objectName());
    });
    return out;
}

}  // namespace

class AppRowMenuTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const {
        return m_folder.filePath(QString(QTest::currentTestFunction()) + name + QStringLiteral(".rep"));
    }
    ReportPage* open(MainWindow& window, const QString& name = {}) {
        window.resize(1400, 900);
        window.show();
        window.openPaths({writeReport(smallReport(), path(name))});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    /// The list of all events.
    EventsPane* list(MainWindow& window) {
        if (!window.showPane("events")) return nullptr;
        EventsPane* pane = window.pane<EventsPane>();
        pane->setRows(EventsPane::Rows::Report);
        return QTest::qWaitFor([pane] { return pane->isSettled() && pane->model()->rowCount() > 5; }, 10000) ? pane
                                                                                                             : nullptr;
    }
    static QModelIndex rowOf(const EventsPane* pane, const QString& name) {
        for (int row = 0; row < pane->model()->rowCount(); ++row)
            if (const QModelIndex i = pane->model()->index(row, app::EventTableModel::Name); i.data() == name) return i;
        return {};
    }
    static model::Event selected(ReportPage* page) {
        const model::EventRef e = page->view()->viewState().selected;
        return e.isValid() ? model::eventAt(*page->document()->snapshot(), e) : model::Event();
    }
    /// Of the width of the view, what the selected event takes.
    static double share(ReportPage* page) {
        return static_cast<double>(selected(page).duration()) / page->view()->viewState().range.length;
    }
    static bool isWide(ReportPage* page) { return share(page) > 0.33 && share(page) < 0.5; }

    /// Kernels of 100 us, one each millisecond.
    QString kernels(const QString& name, int kernels) {
        QByteArray text = R"({"traceEvents":[)";
        for (int i = 0; i < kernels; ++i)
            text +=
                QStringLiteral(
                    R"(%1{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":%2,"dur":100,"args":{"device":0,"stream":7,"correlation":%3}})")
                    .arg(i ? "," : "")
                    .arg(i * 1000)
                    .arg(i + 1)
                    .toUtf8();
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text + "]}") < 0) return {};
        return file.fileName();
    }
    std::unique_ptr<CompareWindow> openTwo() {
        auto window = std::make_unique<CompareWindow>(kernels("a.json", 10), kernels("b.json", 20), false);
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        for (const Side side : {Side::A, Side::B}) view(*window, side)->setAnimated(false);
        window->show();
        if (!QTest::qWaitFor([&] { return window->isSettled(); }, 10000)) return nullptr;
        return window;
    }
    static TimelineView* view(const CompareWindow& window, Side side) { return window.page(side)->view(); }
    static double length(const CompareWindow& window, Side side) {
        return view(window, side)->viewState().range.length;
    }

private slots:
    void aDoubleClickOrEnterOnAnEventMakesItWideAndUndoLeadsBack() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        EventsPane* pane = list(window);
        QVERIFY(pane);
        const timeline::VisibleRange before = page->view()->viewState().range;
        const QModelIndex row = rowOf(pane, "gemm_kernel");
        pane->table()->scrollTo(row);
        const QPoint at = pane->table()->visualRect(row).center();
        QTest::mouseClick(pane->table()->viewport(), Qt::LeftButton, {}, at);
        QVERIFY(page->view()->viewState().range == before);  // a click selects the row and moves nothing
        QTest::mouseDClick(pane->table()->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(selected(page).start, 4'000);
        QVERIFY2(isWide(page), qPrintable(QString::number(share(page))));
        page->view()->undoStack()->undo();
        QVERIFY(page->view()->viewState().range == before);
        pane->table()->setCurrentIndex(rowOf(pane, "cudaDeviceSynchronize"));
        QTest::keyClick(pane->table(), Qt::Key_Return);
        QCOMPARE(selected(page).start, 13'000);
        QVERIFY(isWide(page));
        page->view()->run(timeline::Command::Back);
        QVERIFY(page->view()->viewState().range == before);
    }

    void soDoNestedEventsReportsFunctionsAndTheChain() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        EventsPane* events = list(window);
        QVERIFY(events);
        events->setNested(true);
        QTRY_VERIFY_WITH_TIMEOUT(events->nested()->rowCount() == 1 && events->isSettled(), 10000);
        const QModelIndex inside = events->nested()->index(0, 0, events->nested()->index(0, 0));
        QVERIFY(inside.isValid());
        emit events->tree()->rowActivated(inside);
        QVERIFY(selected(page).duration() > 0 && isWide(page));
        page->view()->fit();

        QVERIFY(window.showPane("reports:cuda_gpu_trace"));
        auto* reports = window.pane<app::ReportsPane>();
        QTRY_VERIFY_WITH_TIMEOUT(reports->isSettled() && reports->model()->rowCount() >= 2, 10000);
        emit reports->table()->rowActivated(reports->model()->index(0, 0));
        QVERIFY(isWide(page));
        page->view()->fit();

        QVERIFY(window.showPane("functions"));
        auto* functions = window.pane<app::FunctionsPane>();
        functions->setSource(app::FunctionsPane::Source::Nvtx);
        functions->setView(app::FunctionsPane::View::Flat);
        QTRY_VERIFY_WITH_TIMEOUT(functions->isSettled() && functions->model()->rowCount() > 1, 10000);
        emit functions->table()->rowActivated(functions->model()->index(0, 0));
        QTRY_VERIFY_WITH_TIMEOUT(isWide(page), 10000);

        const model::EventRef before = page->view()->viewState().selected;
        page->view()->fit();
        emit window.pane<app::DetailsPane>()->chain()->eventActivated(before);
        QVERIFY(isWide(page));
    }

    void theMenuOfAnEventIsTheSameInAllTables() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        EventsPane* pane = list(window);
        QVERIFY(pane);
        const QStringList kernel{"rowShow", "rowZoom", "rowAllOfName", "rowFilter", "rowAdd", "rowMeasure"};
        QCOMPARE(entries(pane->table(), rowOf(pane, "gemm_kernel")), kernel);
        QVERIFY(window.showPane("reports:cuda_gpu_trace"));
        auto* reports = window.pane<app::ReportsPane>();
        QTRY_VERIFY_WITH_TIMEOUT(reports->isSettled() && reports->model()->rowCount() >= 2, 10000);
        QVERIFY(entries(reports->table(), reports->model()->index(0, 0)).startsWith(QString("rowShow")));
        QVERIFY(window.showPane("events"));
        const QStringList call = entries(pane->table(), rowOf(pane, "cudaDeviceSynchronize"));
        QVERIFY(call.contains("rowZoom") && !call.contains("rowMeasure"));
        // The cell under the pointer is copied, raw where it is a number.
        QVERIFY(choose(pane->table(), rowOf(pane, "gemm_kernel").siblingAtColumn(0), "rowShow"));
        QCOMPARE(selected(page).start, 4'000);
        withMenu(pane->table(), rowOf(pane, "gemm_kernel").siblingAtColumn(0), [](const QMenu& menu) {
            for (QAction* action : menu.actions())
                if (action->text() == QLatin1String("Copy Cell")) action->trigger();
        });
        QCOMPARE(QApplication::clipboard()->text(), QString("4000"));
    }

    void aNameIsFilteredFoundAndBecomesARow() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        EventsPane* pane = list(window);
        QVERIFY(pane);
        const QModelIndex row = rowOf(pane, "gemm_kernel");
        QVERIFY(choose(pane->table(), row, "rowFilter"));
        QCOMPARE(page->view()->viewState().onlyName, std::string("gemm_kernel"));
        QVERIFY(choose(pane->table(), row, "rowFilter"));  // … and says that it shows all again
        QCOMPARE(page->view()->viewState().onlyName, std::string());

        QVERIFY(choose(pane->table(), row, "rowAllOfName"));
        QVERIFY(page->findBar()->isVisible());
        QTRY_COMPARE(page->findBar()->total(), std::uint64_t{2});

        const std::size_t tracks = page->document()->snapshot()->trackCount();
        QVERIFY(choose(pane->table(), row, "rowAdd"));
        QTRY_VERIFY_WITH_TIMEOUT(page->document()->snapshot()->trackCount() > tracks, 10000);
        const model::SnapshotPtr shown = page->document()->snapshot();
        const model::Track& added = shown->track(static_cast<model::TrackId>(shown->trackCount() - 1));
        QVERIFY(added.kind == model::TrackKind::Query && added.lanes.size() == 1);
        QCOMPARE(shown->lane(added.lanes[0]).rows, std::size_t{2});
    }

    void aKernelIsMeasuredByACommandThatOnlyTheProgramOfTheReportIsIn() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        EventsPane* pane = list(window);
        QVERIFY(pane);
        pane->table()->sortByColumn(app::EventTableModel::Duration, Qt::DescendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(pane->isSettled(), 10000);
        const QModelIndex second = rowOf(pane, "gemm_kernel");  // the longer one, which comes later
        QVERIFY(choose(pane->table(), second, "rowMeasureNcu"));
        QTRY_VERIFY_WITH_TIMEOUT(QApplication::clipboard()->text().startsWith("ncu "), 10000);
        const QString ncu = QApplication::clipboard()->text();
        QVERIFY2(ncu.contains("--kernel-name gemm_kernel --launch-skip 1 --launch-count 1"), qPrintable(ncu));
        QVERIFY2(ncu.endsWith("PROGRAM ARGUMENTS"), qPrintable(ncu));
        QVERIFY(choose(pane->table(), second, "rowMeasureSightline"));
        QTRY_COMPARE(
            QApplication::clipboard()->text(),
            QString("sightline profile --kernel-metrics=roofline --kernel-metrics-launches=2 PROGRAM ARGUMENTS"));
    }

    /// Of HIP, with the tools of AMD.
    void aKernelOfHipIsMeasuredWithTheToolsOfRocm() {
        const TextReport hip(
            "gpu0/s7: |....kkkkk..kkkkkkk..|\n"
            "t4242/api: |LLL.S.S.L...SSSSSSSS.|\n",
            {{'k', "void scale<float>(float*, int)"}, {'L', "hipLaunchKernel"}, {'S', "hipDeviceSynchronize"}});
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        window.openPaths({writeReport(hip, path("hip"))});
        QVERIFY(waitReady(window.currentPage()));
        EventsPane* pane = list(window);
        QVERIFY(pane);
        pane->table()->sortByColumn(app::EventTableModel::Duration, Qt::DescendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(pane->isSettled(), 10000);
        QModelIndex second;  // the longer one, which comes later
        for (int row = pane->model()->rowCount() - 1; row >= 0; --row)
            if (const QModelIndex i = pane->model()->index(row, app::EventTableModel::Name);
                i.data().toString().contains("scale"))
                second = i;
        QVERIFY(second.isValid());
        QVERIFY(!choose(pane->table(), second, "rowMeasureNcu"));
        QVERIFY(choose(pane->table(), second, "rowMeasureRocprof"));
        QTRY_VERIFY_WITH_TIMEOUT(QApplication::clipboard()->text().startsWith("rocprofv3 "), 10000);
        const QString command = QApplication::clipboard()->text();
        QVERIFY2(command.contains("--kernel-include-regex scale --kernel-iteration-range '[2]'"), qPrintable(command));
        QVERIFY2(command.contains("--pmc SQ_WAVES") && command.endsWith(" -- PROGRAM ARGUMENTS"), qPrintable(command));
        QVERIFY(choose(pane->table(), second, "rowMeasureRocprofCompute"));
        QTRY_COMPARE(QApplication::clipboard()->text(),
                     QString("rocprof-compute profile --name scale --kernel scale -- PROGRAM ARGUMENTS"));
    }

    void whatAReportCallsItsProgramIsNoCommandOfTheShell() {
        auto store = model::EventStore::create();
        store->info().session_facts = {{"program", "python train.py; rm -rf $HOME\n`id` --lr=0.1"}};
        const model::SnapshotPtr report = store->publish(true);
        const QString command =
            app::measureCommand(*report, "void ns::k'<int>(float*)", 3, app::MeasureWith::NsightCompute);
        QVERIFY2(command.endsWith("python 'train.py;' rm -rf '$HOME' '`id`' --lr=0.1"), qPrintable(command));
        QVERIFY2(!command.contains('\n') && command.contains("--launch-skip 3"), qPrintable(command));
    }

    /// Theme, language and preferences, as in the main window; the latter where there is one.
    void menusOfAComparisonHaveWhatAppliesToAllWindows() {
        CompareWindow window(kernels("a.json", 10), kernels("b.json", 20), false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        const auto actionIn = [&](const QString& id) -> QAction* {
            for (const app::CommandPalette::Entry& entry : app::CommandPalette::entriesOf(window.menuBar()->actions()))
                if (entry.action->objectName() == id) return entry.action;
            return nullptr;
        };
        QVERIFY(actionIn("window/theme/dark") && !actionIn("window/theme/dark")->isChecked());
        actionIn("window/theme/dark")->trigger();
        QCOMPARE(app::themeManager()->theme(), timeline::Theme::Dark);
        QVERIFY(actionIn("window/theme/dark")->isChecked() && !actionIn("window/theme/light")->isChecked());
        actionIn("window/theme/light")->trigger();
        QCOMPARE(app::themeManager()->theme(), timeline::Theme::Light);
        actionIn("window/language/zh_CN")->trigger();
        QCOMPARE(app::currentLanguage(), QString("zh_CN"));
        QVERIFY(actionIn("window/language/zh_CN")->isChecked());
        actionIn("window/language/en")->trigger();
        QCOMPARE(app::currentLanguage(), QString("en"));
        QVERIFY(!actionIn("preferences")->isEnabled());
        int shown = 0;
        window.setPreferences([&] { ++shown; });
        actionIn("preferences")->trigger();
        QCOMPARE(shown, 1);
        QSettings().remove("window");
    }

    void comparisonsAreListedAndOpenedAgain() {
        app::RecentComparisons::clear();
        QVERIFY(app::RecentComparisons::all().isEmpty());
        const QString a = kernels("a.json", 10), b = kernels("b.json", 20);
        const auto compared = [](const QString& first, const QString& second) {
            auto window = std::make_unique<CompareWindow>(first, second, true);
            window->setAttribute(Qt::WA_DeleteOnClose, false);
            window->show();
            if (!QTest::qWaitFor([&] { return window->isSettled(); }, 10000)) window.reset();
            return window;
        };
        QVERIFY(compared(a, b) && compared(b, a) && compared(a, b));
        const QList<app::RecentComparison> expected{{a, b}, {b, a}};
        QCOMPARE(app::RecentComparisons::all(), expected);
        QStringList opened;
        QMenu menu;
        app::RecentComparisons::fill(menu, [&](const QString& x, const QString& y) { opened << x << y; });
        QVERIFY(menu.actions()[1]->text().contains("a.json") && menu.actions()[1]->toolTip().contains(b));
        menu.actions()[1]->trigger();
        QCOMPARE(opened, (QStringList{b, a}));
        // The window of two that are compared offers them, too, and so does the main window.
        const auto window = compared(a, b);
        QVERIFY(window);
        MainWindow main;
        for (const QMainWindow* owner : {static_cast<QMainWindow*>(window.get()), static_cast<QMainWindow*>(&main)}) {
            int offered = 0;
            for (QMenu* each : owner->findChildren<QMenu*>()) {
                emit each->aboutToShow();
                for (const QAction* action : each->actions())
                    offered += action->objectName() == QLatin1String("recentComparison");
            }
            QCOMPARE(offered, 2);
        }
        // So does the start page, where one is removed, too.
        auto* list = main.findChild<app::ComparisonList*>();
        QVERIFY(list);
        list->refresh();
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->item(0)->text(), QString("b.json with a.json"));
        QSignalSpy requested(list, &app::ComparisonList::openRequested);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested.first(), (QVariantList{a, b}));
        auto* again = main.findChild<CompareWindow*>();
        QVERIFY(again && again->page(CompareWindow::Side::B)->document()->path() == b);
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(app::RecentComparisons::all(), (QList<app::RecentComparison>{{b, a}}));
        QVERIFY(!list->parentWidget()->isHidden());
        QTest::mouseClick(main.findChild<QToolButton*>("clearComparisons"), Qt::LeftButton);
        QVERIFY(app::RecentComparisons::all().isEmpty() && list->parentWidget()->isHidden());
        for (qsizetype i = 0; i < app::RecentComparisons::kMost + 3; ++i)
            app::RecentComparisons::add(a, QString::number(i));
        QCOMPARE(app::RecentComparisons::all().size(), app::RecentComparisons::kMost);
        app::RecentComparisons::clear();
    }

    /// A row can be shown, zoomed to, filtered by and copied in either timeline, as in all tables.
    void rowsHaveTheMenuOfAllTables() {
        const auto window = openTwo();
        QVERIFY(window);
        app::DifferencePane* pane = window->differences();
        QVERIFY(pane->showTab(QStringLiteral("kernels")));
        auto* table = pane->findChild<app::Table*>(QStringLiteral("kernels"));
        view(*window, Side::A)->zoomTo({0, 20'000'000}, true);
        const auto chooseIn = [&](app::Table* from, const char* side, const char* what, int row = 0) {
            bool found = false;
            QTimer::singleShot(0, from, [&] {
                const auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                QVERIFY(menu);
                const QMenu* scope = menu;
                for (const QAction* action : menu->actions())
                    if (action->menu() && action->objectName() == QLatin1String(side)) scope = action->menu();
                for (QAction* action : scope->actions())
                    if (action->objectName() == QLatin1String(what)) {
                        found = true;
                        action->trigger();
                    }
                QApplication::activePopupWidget()->close();  // the whole menu
            });
            const QPoint at = from->visualRect(from->model()->index(row, 0)).center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, from->viewport()->mapToGlobal(at));
            QCoreApplication::sendEvent(from->viewport(), &event);
            return found;
        };
        QVERIFY(chooseIn(table, "rowInA", "rowFilter"));
        QCOMPARE(view(*window, Side::A)->viewState().onlyName, std::string("gemm"));
        QVERIFY(view(*window, Side::B)->viewState().onlyName.empty());
        QVERIFY(chooseIn(table, "rowInB", "rowZoom"));
        const model::EventRef selected = view(*window, Side::B)->viewState().selected;
        QVERIFY(selected.isValid() && length(*window, Side::B) < 2e6);
        QVERIFY(chooseIn(table, "rowInB", "rowAllOfName"));
        QTRY_COMPARE(window->page(Side::B)->findBar()->total(), std::uint64_t(20));
        QVERIFY(chooseIn(table, "", "rowShowBoth"));
        QVERIFY(view(*window, Side::A)->viewState().selected.isValid());
        const QString folder = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        CompareWindow other(folder + "compare-before.rep", folder + "compare-after.rep", false);
        other.setAttribute(Qt::WA_DeleteOnClose, false);
        other.show();
        QTRY_VERIFY_WITH_TIMEOUT(other.isSettled(), 20000);
        int withEvents = 0;  // a sentence about the set-up has none
        for (int row = 0; row < other.differences()->findings()->rowCount(); ++row)
            withEvents += chooseIn(other.differences()->findingsTable(), "rowInB", "rowShow", row);
        QVERIFY(withEvents > 0 && withEvents < other.differences()->findings()->rowCount());
    }

    /// A click on an event shows what is known about it, A beside B.
    void detailsOfTheClickedEvent() {
        const auto window = openTwo();
        QVERIFY(window);
        TimelineView* b = view(*window, Side::B);
        view(*window, Side::A)->zoomTo({0, 3'000'000}, true);
        const model::Snapshot& s = *b->snapshot();
        model::EventRef event;
        for (const model::Track& t : s.tree().tracks)
            if (t.kind == model::TrackKind::StreamKernels) event = {t.lanes.front(), 1};
        b->selectEvent(event, true);
        QTRY_VERIFY(window->isSettled() && !b->eventGeometry(event).isEmpty());
        b->selectEvent({}, false);
        QTest::mouseClick(b, Qt::LeftButton, {}, b->eventGeometry(event).center());
        QCOMPARE(b->viewState().selected, event);
        QVERIFY(window->details(Side::B)->isVisible() && window->details(Side::A)->isVisible());
        QTRY_VERIFY(!window->details(Side::B)->rows().empty());
        QVERIFY(window->details(Side::B)->asTsv().contains("gemm"));
        QVERIFY(!window->details(Side::A)->whyEmpty().isEmpty() || window->details(Side::A)->rows().empty());
    }

    void aNameIsComparedWithTheReportOfAnotherTab() {
        MainWindow window;
        QVERIFY(open(window, "a"));
        ReportPage* page = open(window, "b");
        QVERIFY(page);
        EventsPane* pane = list(window);
        QVERIFY(pane);
        QVERIFY(choose(pane->table(), rowOf(pane, "gemm_kernel"), "rowCompareWith"));
        auto* compare = window.findChild<app::CompareWindow*>();
        QVERIFY(compare);
        QCOMPARE(compare->differences()->filterEdit()->text(), QString("gemm_kernel"));
        QCOMPARE(compare->page(app::CompareWindow::Side::B)->document()->path(), page->document()->path());
        QTRY_VERIFY_WITH_TIMEOUT(compare->isReady(), 20000);
    }

    void exactNamesAreFoundWhateverTheyHold() {
        for (const char* name : {"gemm", "void f<int, 2>(a::b*)", "say \"hi\" [x]", "two\nlines"}) {
            const auto filter = model::EventFilter::parse(app::filterOfName(QString::fromUtf8(name)).toStdString());
            QVERIFY2(filter, name);
            auto store = model::EventStore::create();
            model::Lane& lane = store->lane(store->track(model::TrackKind::Nvtx, {}), 0);
            int at = 0;
            for (const std::string& text : {std::string(name), name + std::string("2"), std::string("x") + name})
                lane.append({at, ++at, store->strings().intern(text), 0, 0, 0});
            const model::SnapshotPtr s = store->publish(true);
            const model::Hits hits = model::findEvents(*s, *filter, std::vector<model::LaneId>{0},
                                                       {model::kTimeMin, model::kTimeMax}, 10, {});
            QCOMPARE(hits.total, std::uint64_t{1});
        }
    }

    void aSpanBringsUpSelectionAndAClickDetailsUnlessClosedAndTheKeyboardStays() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        const auto isInFront = [&window](const app::Pane* pane) {
            return pane->isVisible() && !pane->visibleRegion().isEmpty() && !window.dockOf(pane)->isHidden();
        };
        auto* selection = window.pane<app::SelectionPane>();
        auto* details = window.pane<app::DetailsPane>();
        QVERIFY(window.showPane("sql"));
        timeline::TimelineView* view = page->view();
        view->setFocus();
        const auto drag = [view] {
            const QPoint from = view->rowsGeometry().bottomRight() - QPoint(300, 5), to = from - QPoint(150, 0);
            QTest::mousePress(view, Qt::LeftButton, {}, from);
            QMouseEvent move(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(view, &move);
            QTest::mouseRelease(view, Qt::LeftButton, {}, to);
        };
        drag();
        QTRY_VERIFY(isInFront(selection));
        QVERIFY(view->hasFocus());
        QVERIFY(window.showPane("details"));
        const auto texts = details->findChildren<QLabel*>();
        QVERIFY(std::any_of(texts.begin(), texts.end(),
                            [](const QLabel* label) { return label->text().startsWith("Selected: "); }));
        QVERIFY(window.showPane("sql"));
        page->view()->goToEvent({0, 0});
        view->setFocus();
        const QRect bar = view->eventGeometry({0, 0});
        QVERIFY(!bar.isEmpty());
        QTest::mouseClick(view, Qt::LeftButton, {}, bar.center());
        QTRY_VERIFY(isInFront(details));
        QVERIFY(view->hasFocus());
        window.dockOf(selection)->close();
        view->setSelection({});
        view->fit();
        drag();
        QVERIFY(page->view()->viewState().selection);
        QVERIFY(window.dockOf(selection)->isHidden());
        QVERIFY(isInFront(details));
    }
};

SIGHTLINE_QT_TEST(AppRowMenuTest)
#include "app_row_menu_test.moc"
