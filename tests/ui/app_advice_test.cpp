// SPDX-License-Identifier: GPL-3.0-or-later
// The pane with what the rules find.
#include <QAbstractItemModelTester>
#include <QDockWidget>
#include <QListWidget>
#include <algorithm>

#include "app/kit/tables/table.h"
#include "app/panes/advice_pane.h"
#include "model/rules/rule.h"
#include "tests/ui/app_test.h"

using app::AdvicePane;
using app::MainWindow;
using app::ReportPage;

class AppAdviceTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ReportPage* open(MainWindow& window) {
        const QString path = m_folder.filePath(QString(QTest::currentTestFunction()) + ".rep");
        window.openPaths({writeReport(smallReport(), path)});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    static AdvicePane* show(MainWindow& window) {
        window.show();
        if (!window.showPane(QStringLiteral("advice"))) return nullptr;
        AdvicePane* pane = window.pane<app::AdvicePane>();
        return QTest::qWaitFor([&] { return pane->isSettled() && pane->found(0)->report(); }, 10000) ? pane : nullptr;
    }
    static int ruleOf(std::string_view key) {
        const auto all = model::rules::all();
        return static_cast<int>(std::find(all.begin(), all.end(), model::rules::find(key)) - all.begin());
    }

private slots:
    void rulesSayHowMuchTheyFound() {
        MainWindow window;
        QVERIFY(open(window));
        AdvicePane* pane = show(window);
        QVERIFY(pane);
        QCOMPARE(pane->rules()->count(), static_cast<int>(model::rules::all().size()));
        const int sync = ruleOf("cuda_api_sync");
        QVERIFY(pane->found(pane->rules()->item(0)->data(Qt::UserRole).toInt())->total() >
                0);  // what found something is at the top
        QVERIFY2(pane->rules()->item(pane->rowOf(sync))->text().endsWith("(1)"),
                 qPrintable(pane->rules()->item(pane->rowOf(sync))->text()));
        pane->chooseRule(sync);
        QVERIFY(pane->adviceText().contains("cudaStreamWaitEvent"));
        QVERIFY(pane->table()->isVisible());
        QAbstractItemModelTester tester(pane->found(sync), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(pane->table()->model()->index(0, 4).data().toString(), QString("cudaDeviceSynchronize"));
        pane->chooseRule(ruleOf("cuda_memset_sync"));
        QCOMPARE(pane->adviceText(), QString("No memset that blocks a thread was found."));
        QVERIFY(!pane->table()->isVisible());
    }

    void aFindingLeadsToItsEvent() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        AdvicePane* pane = show(window);
        QVERIFY(pane);
        pane->chooseRule(ruleOf("cuda_api_sync"));
        emit pane->table()->rowActivated(pane->table()->model()->index(0, 0));
        const model::EventRef selected = page->view()->viewState().selected;
        QVERIFY(selected.isValid());
        QCOMPARE(page->document()->snapshot()->text(model::eventAt(*page->document()->snapshot(), selected).name),
                 std::string_view("cudaDeviceSynchronize"));
    }

    void aStretchOfTimeBecomesTheSelection() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        AdvicePane* pane = show(window);
        QVERIFY(pane);
        const int util = ruleOf("gpu_time_util");
        QVERIFY(pane->found(util)->total() > 0);
        pane->chooseRule(util);
        emit pane->table()->rowActivated(pane->table()->model()->index(0, 0));
        QVERIFY(page->view()->viewState().selection.has_value());
    }

    void theSelectedSpanIsLookedThrough() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        AdvicePane* pane = show(window);
        QVERIFY(pane);
        const int sync = ruleOf("cuda_api_sync");
        page->view()->setSelection(model::TimeRange{0, 2000});
        QTRY_COMPARE(pane->found(sync)->total(), std::size_t{0});
        page->view()->setSelection(std::nullopt);
        QTRY_COMPARE(pane->found(sync)->total(), std::size_t{1});
    }
};

SIGHTLINE_QT_TEST(AppAdviceTest)
#include "app_advice_test.moc"
