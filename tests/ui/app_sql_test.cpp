// SPDX-License-Identifier: GPL-3.0-or-later
// The SQL console, and the checklist.
#include <QAbstractItemModelTester>
#include <QCompleter>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <QUndoStack>

#include "app/kit/tables/row_text.h"
#include "app/kit/tables/table.h"
#include "app/panes/checklist_pane.h"
#include "app/panes/sql/result_chart.h"
#include "app/panes/sql/sql_editor.h"
#include "app/panes/sql/sql_pane.h"
#include "tests/ui/app_test.h"
#include "timeline/rows/row_list.h"

using app::ChecklistModel;
using app::ChecklistPane;
using app::MainWindow;
using app::ReportPage;
using app::SqlPane;

class AppSqlTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ReportPage* open(MainWindow& window, const QString& path) {
        window.resize(1400, 900);
        window.show();
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    ReportPage* open(MainWindow& window) {
        return open(window,
                    writeReport(smallReport(), m_folder.filePath(QString(QTest::currentTestFunction()) + ".rep")));
    }
    static SqlPane* show(MainWindow& window) {
        if (!window.showPane("sql")) return nullptr;
        return QTest::qWaitFor(
                   [&] {
                       return window.pane<app::SqlPane>()->isSettled() &&
                              window.pane<app::SqlPane>()->tables()->topLevelItemCount() > 0;
                   },
                   10000)
                   ? window.pane<app::SqlPane>()
                   : nullptr;
    }
    QByteArray csvOf(SqlPane* pane) {
        const QString path = m_folder.filePath("result.csv");
        pane->writeCsv(path);
        if (!QTest::qWaitFor([pane] { return pane->isSettled(); }, 20000)) return {};
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Tracks of rows that were made of queries and have events.
    static std::vector<model::TrackId> queryRows(ReportPage* page) {
        std::vector<model::TrackId> out;
        const model::Snapshot& s = *page->document()->snapshot();
        for (const model::Track& t : s.tree().tracks)
            if (t.kind == model::TrackKind::Query &&
                std::any_of(t.lanes.begin(), t.lanes.end(), [&](model::LaneId l) { return s.lane(l).rows > 0; }))
                out.push_back(t.id);
        return out;
    }
    static bool add(SqlPane* pane) {
        QTest::mouseClick(pane->addRowButton(), Qt::LeftButton);
        return QTest::qWaitFor([pane] { return pane->isSettled(); }, 20000);
    }
    /// Opens the context menu of a row's header and takes an entry of it.
    static bool choose(timeline::TimelineView* view, model::TrackId track, const char* entry) {
        bool done = false;
        const QPoint at = view->headerGeometry(timeline::rowKey(view->snapshot()->track(track))).center();
        QTimer::singleShot(0, view, [&] {
            auto* menu = view->findChild<QMenu*>("timelineMenu");
            auto* action = menu ? menu->findChild<QAction*>(entry) : nullptr;
            if ((done = action)) action->trigger();
            if (menu) menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view->mapToGlobal(at));
        QApplication::sendEvent(view, &event);
        return done;
    }
    static bool ask(SqlPane* pane, const QString& sql) {
        pane->run(sql);
        return QTest::qWaitFor([pane] { return pane->isSettled(); }, 20000);
    }

private slots:
    void aStatementGivesATable() {
        MainWindow window;
        QVERIFY(open(window));
        SqlPane* pane = show(window);
        QVERIFY(pane);
        QAbstractItemModelTester tester(pane->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        pane->editor()->setPlainText(
            "SELECT s.value, k.start, k.end FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.demangledName ORDER BY k.start");
        QTest::keyClick(pane->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(pane->isSettled() && pane->model()->rowCount() == 2);
        QCOMPARE(pane->model()->index(0, 0).data().toString(), QString("gemm_kernel"));
        QCOMPARE(pane->model()->index(1, 1).data().toString(), QString("11000"));
        QVERIFY2(pane->status().startsWith("2 rows"), qPrintable(pane->status()));
        pane->table()->sortByColumn(1, Qt::DescendingOrder);
        QTRY_VERIFY(pane->isSettled());
        QCOMPARE(pane->model()->index(0, 1).data().toString(), QString("11000"));
        QVERIFY(csvOf(pane).startsWith("value,start,end\ngemm_kernel,11000,18000\n"));
        QCOMPARE(pane->history().first(), pane->editor()->toPlainText());
    }

    void aRowLeadsToItsTime() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        SqlPane* pane = show(window);
        QVERIFY(pane && ask(pane, "SELECT start, end FROM CUPTI_ACTIVITY_KIND_KERNEL ORDER BY start"));
        emit pane->table()->rowActivated(pane->model()->index(1, 0));
        const model::EventRef shown = page->view()->viewState().selected;
        QVERIFY(shown.isValid());
        QCOMPARE(model::eventAt(*page->document()->snapshot(), shown).start, 11'000);
        QVERIFY(!page->view()->viewState().selection);
    }

    void aRowWithTimesOfNoEventIsASpan() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        SqlPane* pane = show(window);
        QVERIFY(pane && ask(pane, "SELECT min(start) AS start, max(end) AS end FROM CUPTI_ACTIVITY_KIND_KERNEL"));
        emit pane->table()->rowActivated(pane->model()->index(0, 0));
        QVERIFY(page->view()->viewState().selection == (model::TimeRange{4'000, 18'000}));
        QVERIFY(!page->view()->viewState().selected.isValid());
    }

    void mistakesAreShownWhereTheyAre() {
        MainWindow window;
        QVERIFY(open(window));
        SqlPane* pane = show(window);
        QVERIFY(pane && ask(pane, "SELECT 1 FROM nosuchtable"));
        QVERIFY2(pane->status().contains("nosuchtable"), qPrintable(pane->status()));
        QVERIFY(ask(pane, "SELECT name FROM events WHERE nosuchcolumn = 1"));
        QCOMPARE(pane->editor()->textCursor().selectedText(), QString("nosuchcolumn"));
        QVERIFY(ask(pane, "DELETE FROM events"));
        QVERIFY(pane->model()->result().error.has_value());
        QCOMPARE(pane->model()->rowCount(), 0);
    }

    void aQueryWithoutEndIsCancelled() {
        MainWindow window;
        QVERIFY(open(window));
        SqlPane* pane = show(window);
        QVERIFY(pane);
        pane->run("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n");
        QVERIFY(pane->model()->isWorking());
        pane->model()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(pane->isSettled(), 10000);
        QVERIFY(pane->model()->result().error && pane->model()->result().error->cancelled);
    }

    void longTextsAndOddTimesDoNoHarm() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        SqlPane* pane = show(window);
        QVERIFY(
            pane &&
            ask(pane,
                "SELECT printf('%.*c', 3000000, 'x') AS a, -9223372036854775808 AS start, 9223372036854775807 AS end"));
        QVERIFY(pane->model()->index(0, 0).data().toString().size() < 2000);
        QCOMPARE(pane->model()->index(0, 0).data(app::kCopyRole).toString().size(), 3'000'000);
        emit pane->table()->rowActivated(pane->model()->index(0, 0));
        QVERIFY(!page->view()->viewState().selection);
    }

    void resultsAreDrawn() {
        MainWindow window;
        QVERIFY(open(window));
        SqlPane* pane = show(window);
        QVERIFY(pane && ask(pane, "SELECT name, count(*) FROM events GROUP BY 1"));
        pane->showChart(true);
        QVERIFY(pane->chart()->isVisible());
        QCOMPARE(pane->chart()->drawn(), pane->model()->rowCount());
        QVERIFY(ask(pane, "SELECT start, dur FROM events"));
        QCOMPARE(pane->chart()->drawn(), pane->model()->rowCount());
        QVERIFY(ask(pane, "SELECT name FROM events"));
        QCOMPARE(pane->chart()->drawn(), 0);
    }

    void aResultBecomesARow() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        const quint64 events = page->document()->snapshot()->eventCount();
        SqlPane* pane = show(window);
        QVERIFY(
            pane &&
            ask(pane,
                "-- slow ones\nSELECT start, end, demangledName AS nameId FROM CUPTI_ACTIVITY_KIND_KERNEL ORDER BY 1"));
        QCOMPARE(pane->rowName()->placeholderText(),
                 QString("SELECT start, end, demangledName AS nameId FROM CUPTI_ACTIVITY_KIND_KERNEL ORDER"));
        pane->rowName()->setText("Slow kernels");
        QVERIFY(add(pane));
        QVERIFY2(pane->status().startsWith("2 event"), qPrintable(pane->status()));
        const auto rows = queryRows(page);
        QCOMPARE(rows.size(), std::size_t{1});
        const model::SnapshotPtr s = page->document()->snapshot();
        QVERIFY(page->view()->snapshot() == s);
        QCOMPARE(s->eventCount(), events);
        QCOMPARE(timeline::trackTitle(*s, s->track(rows[0])), QString("Slow kernels"));
        const auto shown = page->view()->rowList()->rows();
        QVERIFY(shown.size() > 2 && s->track(shown[0].track).kind == model::TrackKind::Queries &&
                shown[1].track == rows[0]);
        QCOMPARE(shown[0].title, QString("Queries"));
        // It is drawn, can be hit and selected, and its details are shown.
        const model::EventRef second{s->track(rows[0]).lanes[0], 1};
        QCOMPARE(s->text(s->lane(second.lane).name(1)), std::string_view("gemm_kernel"));
        const QRect bar = page->view()->eventGeometry(second);
        QVERIFY(bar.width() > 10);
        QTest::mouseClick(page->view(), Qt::LeftButton, {}, bar.center());
        QVERIFY(page->view()->viewState().selected == second);
        // What is computed of the report, asked or written knows nothing of it.
        QVERIFY(ask(pane, "SELECT count(*) FROM events WHERE kind = 'query'"));
        QCOMPARE(pane->model()->index(0, 0).data().toString(), QString("0"));
        QCOMPARE(page->document()->report()->laneCount() + 1, s->laneCount());
        QVERIFY(!QJsonDocument(timeline::toJson(page->view()->viewState(), *s)).toJson().contains("query"));
        // The header's menu takes it away, and the selection with it.
        QVERIFY(choose(page->view(), rows[0], "menu_remove_row"));
        QVERIFY(queryRows(page).empty());
        QVERIFY(!page->view()->viewState().selected.isValid());
        QVERIFY(page->view()->rowList()->rows()[0].track != shown[0].track);
        page->view()->undoStack()->undo();
        QVERIFY(!page->view()->viewState().selected.isValid());
    }

    void rowsOfQueriesOverlapAndKeepToTheReport() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        SqlPane* pane = show(window);
        const QString values = "SELECT column1 AS start, column2 AS dur, column3 AS name FROM (VALUES %1)";
        QVERIFY(
            pane &&
            ask(pane,
                values.arg(
                    "(1000,5000,'a'),(2000,1000,'b'),(-500,1500,'c'),(3000,9223372036854775807,'x'),(90000000,5,'x'),(NULL,1,'x'),(4000,-1,'x'),(1.5,1,'x'),(20000,90000,'d'),(7000,NULL,5)")));
        QVERIFY(add(pane));
        QCOMPARE(pane->status().section(' ', 0, 0), QString("5"));
        for (const char* part : {"2 event", "1 event", "4 row"})
            QVERIFY2(pane->status().contains(part), qPrintable(pane->status()));
        const model::SnapshotPtr s = page->document()->snapshot();
        const model::Track& track = s->track(queryRows(page).at(0));
        QCOMPARE(track.lanes.size(), std::size_t{2});
        for (const model::LaneId l : track.lanes)
            for (std::size_t i = 0; i < s->lane(l).rows; ++i)
                QVERIFY(s->lane(l).start(i) >= s->range().begin && s->lane(l).end(i) <= s->range().end);
        // A second row, and both go at once.
        QVERIFY(add(pane));
        QCOMPARE(queryRows(page).size(), std::size_t{2});
        QVERIFY(choose(page->view(), s->track(queryRows(page)[0]).parent, "menu_remove_row"));
        QVERIFY(queryRows(page).empty());
        // Nothing to add, too much at a time.
        QVERIFY(ask(pane, "SELECT 'soon' AS start"));
        QVERIFY(add(pane));
        QVERIFY2(pane->status().startsWith("There is nothing to add"), qPrintable(pane->status()));
        QVERIFY(ask(
            pane,
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300) SELECT 1000 AS start, 9000 AS end FROM n"));
        QVERIFY(add(pane));
        QVERIFY2(pane->status().startsWith("More than 256"), qPrintable(pane->status()));
        QVERIFY(queryRows(page).empty());
    }

    void onlyTimesCanBecomeARow() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        SqlPane* pane = show(window);
        QVERIFY(pane && ask(pane, "SELECT name, dur FROM events"));
        QVERIFY(!pane->addRowButton()->isEnabled() && pane->addRowButton()->toolTip().contains("start"));
        QVERIFY(!pane->rowName()->isVisible());
        QVERIFY(ask(pane, "SELECT start FROM events"));
        QVERIFY(pane->addRowButton()->isEnabled() && pane->rowName()->isVisible());
        QVERIFY(add(pane));
        QCOMPARE(queryRows(page).size(), std::size_t{1});
        // Not kept: neither in a report that is written nor when it is read again.
        const QString copy = m_folder.filePath("copy.rep");
        QSignalSpy saved(page, &ReportPage::saved);
        page->saveAs(copy);
        QVERIFY(saved.wait(20000));
        page->reload();
        QVERIFY(waitReady(page));
        QVERIFY(queryRows(page).empty());
        ReportPage* other = open(window, copy);
        QVERIFY(other && queryRows(other).empty());
        QCOMPARE(other->document()->snapshot()->eventCount(), page->document()->snapshot()->eventCount());
    }

    void largeResultsAreSortedAndWrittenBesideTheWindow() {
        MainWindow window;
        QVERIFY(open(window));
        SqlPane* pane = show(window);
        QVERIFY(
            pane &&
            ask(pane,
                "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < 199999) SELECT x, (x * 7919) % 200003 AS y, x / 10.0 AS z FROM n"));
        QCOMPARE(pane->model()->rowCount(), 200'000);
        pane->table()->sortByColumn(1, Qt::DescendingOrder);
        QVERIFY(pane->model()->isSorting());  // what was there is shown until then
        QCOMPARE(pane->model()->index(1, 0).data().toString(), QString("1"));
        QTRY_VERIFY_WITH_TIMEOUT(pane->isSettled(), 20000);
        qint64 before = INT64_MAX;
        for (int r = 0; r < pane->model()->rowCount(); ++r) {
            const qint64 y = pane->model()->index(r, 1).data().toLongLong();
            QVERIFY(y < before);
            before = y;
        }
        const QByteArray csv = csvOf(pane);
        QCOMPARE(csv.count('\n'), 200'001);
        QVERIFY(csv.startsWith("x,y,z\n" + pane->model()->index(0, 0).data().toString().toUtf8() + ','));
        // Another result comes as it is, and says so.
        QVERIFY(ask(pane, "SELECT 0.1 + 0.2 AS a, 1.0 AS b, 1e300 AS c, -1.5 AS d, 5e-324 AS e"));
        QCOMPARE(pane->table()->horizontalHeader()->sortIndicatorSection(), -1);
        QCOMPARE(csvOf(pane), QByteArray("a,b,c,d,e\n0.30000000000000004,1.0,1e+300,-1.5,5e-324\n"));
        QCOMPARE(pane->model()->index(0, 0).data().toString(), QString("0.3"));
        QCOMPARE(pane->model()->index(0, 0).data(app::kCopyRole).toString(), QString("0.30000000000000004"));
        pane->writeCsv(m_folder.filePath("no/such/folder.csv"));
        QTRY_VERIFY(pane->isSettled());
        QVERIFY2(pane->status().contains("could not be written"), qPrintable(pane->status()));
    }

    void headingsAreReadWhole() {
        MainWindow window;
        QVERIFY(open(window));
        SqlPane* pane = show(window);
        const QString heading = "a heading that says a good deal more than the cells that stand below it";
        QVERIFY(pane && ask(pane, "SELECT 1 AS \"" + heading + "\", printf('%.*c', 5000, 'x') AS b"));
        QVERIFY(pane->table()->columnWidth(0) >
                pane->table()->horizontalHeader()->fontMetrics().horizontalAdvance(heading));
        QVERIFY(pane->table()->columnWidth(1) < 500);
    }

    void aWindowClosesWhileAQueryRuns() {
        QElapsedTimer clock;
        {
            MainWindow window;
            QVERIFY(open(window));
            SqlPane* pane = show(window);
            QVERIFY(pane);
            pane->run("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n");
            QVERIFY(pane->model()->isWorking());
            clock.start();
        }
        QVERIFY2(clock.elapsed() < 10'000, "the query was not stopped");
    }

    void namesAreCompleted() {
        MainWindow window;
        QVERIFY(open(window));
        SqlPane* pane = show(window);
        QVERIFY(pane);
        pane->editor()->setFocus();
        QTest::keyClicks(pane->editor(), "SELECT * FROM CUPTI_ACTIVITY_KIND_KER");
        QCompleter* completer = pane->editor()->completer();
        QCOMPARE(completer->currentCompletion(), QString("CUPTI_ACTIVITY_KIND_KERNEL"));
        emit completer->activated(completer->currentCompletion());
        QCOMPARE(pane->editor()->toPlainText(), QString("SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL"));
    }

    void theChecklistAnswersWithNumbers() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        QVERIFY(window.showPane("checklist"));
        ChecklistPane* pane = window.pane<app::ChecklistPane>();
        QTRY_VERIFY(pane->isSettled() && pane->model()->rowCount() > 0);
        QAbstractItemModelTester tester(pane->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(pane->model()->rowCount(), static_cast<int>(model::checklist::all().size()));
        int busy = -1;
        for (std::size_t i = 0; i < model::checklist::all().size(); ++i)
            if (model::checklist::all()[i].key == "gpu_busy") busy = static_cast<int>(i);
        QVERIFY(busy >= 0);
        QVERIFY(!pane->model()->index(busy, ChecklistModel::Number).data().toString().isEmpty());
        for (int r = 0; r < pane->model()->rowCount(); ++r) {
            QVERIFY(!pane->model()->index(r, ChecklistModel::Verdict).data().toString().isEmpty());
            QVERIFY(!pane->model()->index(r, ChecklistModel::Advice).data().toString().isEmpty());
        }
        page->view()->setSelection(model::TimeRange{4'000, 9'000});  // a kernel all the time
        QTRY_VERIFY(pane->isSettled() &&
                    pane->model()->answers()[static_cast<std::size_t>(busy)].verdict == model::checklist::Verdict::Yes);
    }
};

SIGHTLINE_QT_TEST(AppSqlTest)
#include "app_sql_test.moc"
