// SPDX-License-Identifier: GPL-3.0-or-later
// The pane that measures the selected span: figures by group, histogram, filter.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDockWidget>

#include <qcustomplot.h>

#include "app/kit/tables/tree_table.h"
#include "app/panes/selection/duration_histogram.h"
#include "app/panes/selection/selection_pane.h"
#include "tests/ui/app_test.h"

using app::MainWindow;
using app::ReportPage;
using app::SelectionModel;
using app::SelectionPane;
using model::GroupBy;

class AppSelectionTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ReportPage* open(MainWindow& window) {
        window.resize(1400, 900);
        window.openPaths(
            {writeReport(smallReport(), m_folder.filePath(QString(QTest::currentTestFunction()) + ".rep"))});
        ReportPage* page = window.currentPage();
        if (!page || !waitReady(page)) return nullptr;
        window.show();
        return window.showPane("selection") ? page : nullptr;
    }
    /// The pane with all figures of a span.
    SelectionPane* select(MainWindow& window, model::TimeRange range) {
        window.currentPage()->view()->setSelection(range);
        SelectionPane* pane = window.pane<app::SelectionPane>();
        pane->refreshNow();
        return settled(pane) ? pane : nullptr;
    }
    static bool settled(SelectionPane* pane) {
        return QTest::qWaitFor([&] { return pane->isSettled() && pane->model()->rowCount() > 0; }, 10000);
    }
    static QModelIndex group(SelectionPane* pane, const QString& name, const QModelIndex& parent = {}) {
        const SelectionModel* m = pane->model();
        for (int r = 0; r < m->rowCount(parent); ++r)
            if (m->index(r, 0, parent).data().toString() == name) return m->index(r, 0, parent);
        return {};
    }
    static QString cell(const QModelIndex& row, int column, int role = Qt::DisplayRole) {
        return row.siblingAtColumn(column).data(role).toString();
    }

private slots:
    void withoutASpanItSaysHowToGetOne() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        QCOMPARE(window.pane<app::SelectionPane>()->model()->rowCount(), 0);
        page->view()->setSelection(model::TimeRange{0, 5000});
        QTRY_VERIFY(window.pane<app::SelectionPane>()->model()->rowCount() > 0);
        page->view()->setSelection(std::nullopt);
        QTRY_COMPARE(window.pane<app::SelectionPane>()->model()->rowCount(), 0);
    }

    // gpu0/s7: kernels at 4–9 and 11–18 µs; the span holds half of the first and all of the second.
    void figuresByKindAndName() {
        MainWindow window;
        QVERIFY(open(window));
        SelectionPane* pane = select(window, {7'000, 22'000});
        QVERIFY(pane);
        QAbstractItemModelTester tester(pane->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QModelIndex kernels = group(pane, "Kernel");
        QVERIFY(kernels.isValid());
        const QModelIndex gemm = group(pane, "gemm_kernel", kernels);
        QVERIFY(gemm.isValid());
        QCOMPARE(cell(gemm, SelectionModel::Count), QString("2"));
        QCOMPARE(cell(gemm, SelectionModel::InSelection, app::kCopyRole), QString("9000"));
        QCOMPARE(cell(gemm, SelectionModel::Wall, app::kCopyRole), QString("9000"));
        QCOMPARE(cell(gemm, SelectionModel::Min, app::kCopyRole), QString("5000"));
        QCOMPARE(cell(gemm, SelectionModel::Max, app::kCopyRole), QString("7000"));
        QCOMPARE(cell(gemm, SelectionModel::Median, app::kCopyRole), QString("6000"));
        QCOMPARE(cell(gemm, SelectionModel::P99, app::kCopyRole), QString("7000"));
        QCOMPARE(cell(gemm, SelectionModel::Share), QString("100\u00A0%"));
        // "backward" from 10 to 22 µs; "dddd" inside it takes four of them.
        const QModelIndex nvtx = group(pane, "NVTX");
        const QModelIndex backward = group(pane, "backward", nvtx);
        QCOMPARE(cell(backward, SelectionModel::InSelection, app::kCopyRole), QString("12000"));
        QCOMPARE(cell(backward, SelectionModel::Self, app::kCopyRole), QString("8000"));
        for (int c = 0; c < SelectionModel::ColumnCount; ++c)
            QVERIFY(!pane->model()->headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
    }

    void groupingsCanBeChosen() {
        MainWindow window;
        QVERIFY(open(window));
        SelectionPane* pane = select(window, {0, 22'000});
        QVERIFY(pane);
        pane->setGrouping(GroupBy::NvtxRange, GroupBy::Kind);
        QTRY_VERIFY(pane->isSettled() && group(pane, "backward").isValid());
        // The wait began in the range inside "backward", both launches in "forward".
        QVERIFY(group(pane, "CUDA API call", group(pane, "d")).isValid());
        QVERIFY(group(pane, "CUDA API call", group(pane, "forward")).isValid());
        QVERIFY(!group(pane, "CUDA API call", group(pane, "backward")).isValid());
        pane->setGrouping(GroupBy::Process, GroupBy::Nothing);
        QTRY_VERIFY(pane->isSettled() && pane->model()->rowCount() >= 1 &&
                    pane->model()->path(pane->model()->index(0, 0)).group->by == GroupBy::Process);
        QCOMPARE(pane->model()->rowCount(pane->model()->index(0, 0)), 0);
    }

    void whatIsUnfoldedAndChosenStaysWhileTheSpanMoves() {
        MainWindow window;
        QVERIFY(open(window));
        SelectionPane* pane = select(window, {0, 20'000});
        QVERIFY(pane);
        pane->table()->collapseAll();
        pane->table()->expand(group(pane, "NVTX"));
        pane->table()->setCurrentIndex(group(pane, "backward", group(pane, "NVTX")));
        QVERIFY(select(window, {0, 21'000}));
        QVERIFY(pane->table()->isExpanded(group(pane, "NVTX")));
        QVERIFY(!pane->table()->isExpanded(group(pane, "Kernel")));
        QCOMPARE(pane->table()->currentIndex().data().toString(), QString("backward"));
    }

    void aPartOfTheHistogramMarksItsEvents() {
        MainWindow window;
        QVERIFY(open(window));
        SelectionPane* pane = select(window, {0, 22'000});
        QVERIFY(pane);
        pane->table()->setCurrentIndex(group(pane, "Kernel"));
        QTRY_VERIFY(pane->isSettled());
        QTRY_COMPARE(pane->histogram()->durations().size(), std::size_t{2});
        std::uint64_t sum = 0;
        for (const std::uint64_t n : pane->histogram()->counts()) sum += n;
        QCOMPARE(sum, std::uint64_t{2});
        QSignalSpy brushed(pane->histogram(), &app::DurationHistogram::brushed);
        QWidget* plot = pane->histogram()->childAt(pane->histogram()->positionOf(6000));
        QVERIFY(plot);
        const QPoint from = plot->mapFrom(pane->histogram(), pane->histogram()->positionOf(6000)),
                     to = plot->mapFrom(pane->histogram(), pane->histogram()->positionOf(7000)) + QPoint(4, 10);
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(plot, (from + to) / 2);
        QTest::mouseMove(plot, to);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, to);
        QCOMPARE(brushed.count(), 1);
        const auto range = brushed[0][0].value<std::optional<std::pair<model::TimeNs, model::TimeNs>>>();
        QVERIFY(range && range->first > 5000 && range->first <= 6200 && range->second >= 7000);
        pane->histogram()->setLogarithmic(false);
        QCOMPARE(pane->histogram()->counts().size(), std::size_t{64});
    }

    void anAxisOfCountsShowsWholeNumbersOnly() {
        app::DurationHistogram histogram;
        histogram.resize(300, 160);
        auto* plot = histogram.findChild<QCustomPlot*>();
        for (const std::size_t events : {1, 2, 3, 7}) {
            histogram.setDurations(QStringLiteral("one"), std::vector<model::TimeNs>(events, 1000));
            plot->replot(QCustomPlot::rpImmediateRefresh);
            const QCPRange range = plot->yAxis->range();
            const QVector<double> ticks = plot->yAxis->tickVector();
            const QVector<QString> labels = plot->yAxis->tickVectorLabels();
            QSet<QString> seen;
            for (qsizetype i = 0; i < ticks.size(); ++i) {
                if (!range.contains(ticks[i])) continue;
                QCOMPARE(labels[i], QString::number(std::llround(ticks[i])));
                QCOMPARE(ticks[i], std::round(ticks[i]));
                QVERIFY2(!seen.contains(labels[i]), qPrintable(labels[i]));
                seen.insert(labels[i]);
            }
            QVERIFY(seen.size() >= 2);
        }
    }

    // Two steps of 10 µs, a kernel of 9 µs in the first.
    void stepsOfTheSpanHaveTheirThreeFigures() {
        const TextReport steps(
            "t1/nvtx: |aaaaaaaaaa/aaaaaaaaaa|\n"
            "gpu0/s7: |ggggggggg|",
            {{'a', "step 1"}, {'g', "gemm"}});
        MainWindow window;
        window.resize(1400, 900);
        window.openPaths({writeReport(steps, m_folder.filePath("steps.rep"))});
        QVERIFY(window.currentPage() && waitReady(window.currentPage()));
        window.show();
        QVERIFY(window.showPane("selection"));
        SelectionPane* pane = select(window, {0, 20'000});
        QVERIFY(pane);
        QCOMPARE(pane->status(),
                 QString("3 events; 2 steps: pace 10.000\u00A0µs, CPU 10.000\u00A0µs, GPU 9.000\u00A0µs"));
        pane = select(window, {0, 5'000});
        QVERIFY(pane);
        QCOMPARE(pane->status(),
                 QString("2 events; 1 step: pace 10.000\u00A0µs, CPU 10.000\u00A0µs, GPU 9.000\u00A0µs"));
    }

    void aFilterLeavesOutEvents() {
        MainWindow window;
        QVERIFY(open(window));
        SelectionPane* pane = select(window, {0, 22'000});
        QVERIFY(pane);
        pane->setFilterText("kernel: dur>6us");
        QTRY_VERIFY(pane->isSettled() && pane->model()->rowCount() == 1);
        QCOMPARE(cell(pane->model()->index(0, 0), SelectionModel::Count), QString("1"));
        pane->setFilterText("dur>soon");
        QVERIFY2(pane->status().contains("dur>soon"), qPrintable(pane->status()));
        pane->setFilterText("");
        QTRY_VERIFY(pane->isSettled() && pane->model()->rowCount() > 1);
    }

    void rowsAreCopied() {
        MainWindow window;
        QVERIFY(open(window));
        SelectionPane* pane = select(window, {0, 22'000});
        QVERIFY(pane);
        pane->table()->setCurrentIndex(group(pane, "Kernel"));
        const QStringList lines = pane->table()->selectionAsText(app::RowFormat::Tsv).split('\n');
        QVERIFY2(lines[0].startsWith("Group\tCount\tIn Selection"), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("Kernel\t2\t12000\t"), qPrintable(lines[1]));
        const QStringList markdown = pane->table()->selectionAsText(app::RowFormat::Markdown).split('\n');
        QVERIFY(markdown[0].startsWith("| Group | Count |"));
        QVERIFY(markdown[1].startsWith("| --- | ---: |"));
        QVERIFY(pane->asTsv().contains("0\t22000\t22000"));
    }
};

SIGHTLINE_QT_TEST(AppSelectionTest)
#include "app_selection_test.moc"
