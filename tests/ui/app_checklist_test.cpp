// SPDX-License-Identifier: GPL-3.0-or-later
// The pane with questions to a report; and in whose words panes speak of it.
#include <QListWidget>

#include "app/kit/tables/choice_list.h"
#include "app/kit/tables/row_text.h"
#include "app/panes/advice_pane.h"
#include "app/panes/checklist_pane.h"
#include "app/panes/functions/functions_pane.h"
#include "app/panes/reports_pane.h"
#include "model/rules/rule.h"
#include "tests/ui/app_test.h"

using app::ChecklistModel;
using app::MainWindow;
using app::ReportPage;

class AppChecklistTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ReportPage* open(MainWindow& window, const TextReport& report) {
        const QString path = m_folder.filePath(QString(QTest::currentTestFunction()) + ".rep");
        window.openPaths({writeReport(report, path)});
        ReportPage* page = window.currentPage();
        window.show();
        return page && waitReady(page) ? page : nullptr;
    }
    static ChecklistModel* answered(MainWindow& window) {
        if (!window.showPane(QStringLiteral("checklist"))) return nullptr;
        ChecklistModel* model = window.pane<app::ChecklistPane>()->model();
        return QTest::qWaitFor([&] { return model->rowCount() > 0 && !model->isWorking(); }, 10000) ? model : nullptr;
    }
    static QString text(const ChecklistModel* model, std::string_view key, int column, int role = Qt::DisplayRole) {
        const auto all = model::checklist::all();
        const auto at = std::find_if(all.begin(), all.end(), [&](const auto& check) { return check.key == key; });
        return model->index(static_cast<int>(at - all.begin()), column).data(role).toString();
    }
    /// Ten short kernels and a long one of the same name: it holds most of the time.
    static TextReport giant() {
        return TextReport(
            "gpu0/s7: |k.k.k.k.k.k.k.k.k.k.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkk|\n"
            "t1/api: |L.L.L.L.L.L.L.L.L.L.L.............................|",
            {{'k', "reduce"}, {'L', "cudaLaunchKernel"}});
    }
    static TextReport hip() {
        return TextReport(
            "gpu0/s7: |....k..k..k..k..k......|\n"
            "t1/api: |L...L..L..L..L..S......|",
            {{'k', "gemm"}, {'L', "hipLaunchKernel"}, {'S', "hipDeviceSynchronize"}});
    }

private slots:
    void answersThatDependOnADoubtfulMeasurementSaySo() {
        MainWindow window;
        QVERIFY(open(window, giant()));
        const ChecklistModel* model = answered(window);
        QVERIFY(model);
        const QString care("Take this with care: one instance of a kernel holds much of all GPU time.");
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(app::kCopyRole)})
            QVERIFY2(text(model, "gpu_busy", ChecklistModel::Advice, role).startsWith(care),
                     qPrintable(text(model, "gpu_busy", ChecklistModel::Advice, role)));
        QVERIFY(!text(model, "complete", ChecklistModel::Advice).contains("care"));
        // What has no answer is not to be believed with care.
        QVERIFY(text(model, "communication_hidden", ChecklistModel::Verdict).endsWith("Unknown"));
        QVERIFY(!text(model, "communication_hidden", ChecklistModel::Advice).contains("care"));
    }

    void nothingIsSaidOfAMeasurementThatIsPlausible() {
        MainWindow window;
        QVERIFY(open(window, TextReport("gpu0/s7: |kkkkkkkkkkkk|")));
        const ChecklistModel* model = answered(window);
        QVERIFY(model);
        for (int row = 0; row < model->rowCount(); ++row)
            QVERIFY(!model->index(row, ChecklistModel::Advice).data().toString().contains("care"));
    }

    void panesSpeakOfAmdInItsOwnWords() {
        MainWindow window;
        QVERIFY(open(window, hip()));
        const ChecklistModel* model = answered(window);
        QVERIFY(model);
        QVERIFY(text(model, "kernels_long", ChecklistModel::Number, Qt::ToolTipRole).contains("no HIP graph launched"));
        for (int row = 0; row < model->rowCount(); ++row)
            for (int column = 0; column < model->columnCount(); ++column)
                for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole)})
                    QVERIFY(!model->index(row, column).data(role).toString().contains("CUDA"));

        QVERIFY(window.showPane(QStringLiteral("reports:cuda_api_sum")));
        const app::ChoiceList* tables = window.pane<app::ReportsPane>()->list();
        QTRY_COMPARE(tables->currentTitle(), QString("HIP API Summary"));
        for (const app::Choice& table : tables->choices())
            QVERIFY(!(table.title + table.group + table.meaning + table.why).contains("CUDA"));
        QCOMPARE(window.pane<app::ReportsPane>()->pictureTitle(), QString("HIP API Summary"));

        QVERIFY(window.showPane(QStringLiteral("advice")));
        app::AdvicePane* advice = window.pane<app::AdvicePane>();
        QTRY_VERIFY(advice->isSettled() && advice->found(0)->report());
        for (int i = 0; i < static_cast<int>(model::rules::all().size()); ++i) {
            advice->chooseRule(i);
            const QString shown = advice->adviceText() + advice->rules()->item(advice->rowOf(i))->toolTip();
            QVERIFY2(!shown.contains("CUDA"), qPrintable(shown));
        }

        QVERIFY(window.showPane(QStringLiteral("functions")));
        QTRY_VERIFY(window.pane<app::FunctionsPane>()->sources()->choices().value(4).title ==
                    QString("Operators and HIP calls"));
    }

    void aReportOfNvidiaInFrontGetsItsWordsBack() {
        MainWindow window;
        QVERIFY(open(window, hip()));
        QVERIFY(window.showPane(QStringLiteral("reports:cuda_api_sum")));
        const app::ChoiceList* tables = window.pane<app::ReportsPane>()->list();
        QTRY_COMPARE(tables->currentTitle(), QString("HIP API Summary"));
        const QString other = writeReport(smallReport(), m_folder.filePath("cuda.rep"));
        window.openPaths({other});
        QVERIFY(waitReady(window.currentPage()));
        QTRY_COMPARE(tables->currentTitle(), QString("CUDA API Summary"));
    }
};

SIGHTLINE_QT_TEST(AppChecklistTest)
#include "app_checklist_test.moc"
