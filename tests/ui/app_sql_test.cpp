// SPDX-License-Identifier: GPL-3.0-or-later
// The SQL console, and the checklist.
#include <QAbstractItemModelTester>
#include <QCompleter>
#include <QDockWidget>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>

#include "app/checklist_pane.h"
#include "app/result_chart.h"
#include "app/sql_editor.h"
#include "app/sql_pane.h"
#include "app/table.h"
#include "tests/ui/app_test.h"

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
    ReportPage* open(MainWindow& window) { return open(window, writeReport(smallReport(), m_folder.filePath(QString(QTest::currentTestFunction()) + ".rep"))); }
    static SqlPane* show(MainWindow& window) {
        if (!window.showPane("sql")) return nullptr;
        return QTest::qWaitFor([&] { return window.sql()->isSettled() && window.sql()->tables()->topLevelItemCount() > 0; }, 10000) ? window.sql() : nullptr;
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
        pane->editor()->setPlainText("SELECT s.value, k.start, k.end FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.demangledName ORDER BY k.start");
        QTest::keyClick(pane->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(pane->isSettled() && pane->model()->rowCount() == 2);
        QCOMPARE(pane->model()->index(0, 0).data().toString(), QString("gemm_kernel"));
        QCOMPARE(pane->model()->index(1, 1).data().toString(), QString("11000"));
        QVERIFY2(pane->status().startsWith("2 rows"), qPrintable(pane->status()));
        pane->table()->sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(pane->model()->index(0, 1).data().toString(), QString("11000"));
        QVERIFY(pane->model()->csv().startsWith("value,start,end\ngemm_kernel,11000,18000\n"));
        QCOMPARE(pane->history().first(), pane->editor()->toPlainText());
    }

    void aRowLeadsToItsTime() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        SqlPane* pane = show(window);
        QVERIFY(pane && ask(pane, "SELECT start, end FROM CUPTI_ACTIVITY_KIND_KERNEL ORDER BY start"));
        emit pane->table()->rowActivated(pane->model()->index(1, 0));
        QVERIFY(page->view()->viewState().selection == (model::TimeRange{11'000, 18'000}));
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
        QVERIFY(pane && ask(pane, "SELECT printf('%.*c', 3000000, 'x') AS a, -9223372036854775808 AS start, 9223372036854775807 AS end"));
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
        ChecklistPane* pane = window.checklist();
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
        QTRY_VERIFY(pane->isSettled() && pane->model()->answers()[static_cast<std::size_t>(busy)].verdict == model::checklist::Verdict::Yes);
    }
};

SIGHTLINE_APP_TEST_MAIN(AppSqlTest)
#include "app_sql_test.moc"
