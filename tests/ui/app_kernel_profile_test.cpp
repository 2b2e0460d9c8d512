// SPDX-License-Identifier: GPL-3.0-or-later
// The pane with what a profiler measured of a kernel.
#include <qcustomplot.h>
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QTreeWidget>

#include "app/kit/language.h"
#include "app/kit/metric_text.h"
#include "app/kit/tables/table.h"
#include "app/panes/kernel/kernel_memory_view.h"
#include "app/panes/kernel/kernel_metrics_model.h"
#include "app/panes/kernel/kernel_metrics_view.h"
#include "app/panes/kernel/kernel_occupancy_view.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/panes/kernel/kernel_rules_view.h"
#include "app/panes/kernel/kernel_sections_view.h"
#include "app/panes/kernel/kernel_source_table.h"
#include "app/panes/kernel/kernel_source_view.h"
#include "app/panes/kernel/kernel_summary_view.h"
#include "app/panes/kernel/memory_chart.h"
#include "app/window/arguments.h"
#include "app/window/screenshot.h"
#include "tests/ui/kernel_profile_kit.h"
#include "timeline/look/format.h"

using app::KernelMetricsModel;
using app::KernelProfilePane;
using app::MainWindow;
using app::ReportPage;
using namespace kernel_report;

class AppKernelProfileTest : public KernelProfileTest {
    Q_OBJECT

    static bool saysSomewhere(const QWidget* view, const char* words) {
        for (const QLabel* label : view->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(QLatin1String(words))) return true;
        return false;
    }

private slots:
    void init() {
        QSettings().clear();
        app::setLanguage(QStringLiteral("en"));
    }

    void aReportOfKernelsShowsThePaneAndItsFirstKernel() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, report());
        QVERIFY(page);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        QVERIFY(pane->isVisible());
        QCOMPARE(pane->shown(), page->host());
        QCOMPARE(pane->shownProfile(), 0u);
        QTreeWidget* tree = pane->sections();
        QCOMPARE(tree->topLevelItemCount(), 1);
        QCOMPARE(tree->topLevelItem(0)->text(0), QStringLiteral("Speed of light"));
        QCOMPARE(tree->topLevelItem(0)->childCount(), 2);  // what was not measured is not listed
        QCOMPARE(tree->topLevelItem(0)->child(0)->text(0), QStringLiteral("Duration"));
        QVERIFY(tree->topLevelItem(0)->child(0)->text(1).startsWith("72.19"));
        QVERIFY(tree->topLevelItem(0)->child(1)->text(1).startsWith("79.05"));
        QCOMPARE(
            pane->sections()->asTsv(),
            QStringLiteral(
                "Duration\t72192\tgpu__time_duration.sum\nCompute Throughput\t79.05\tsm__throughput.avg.pct_of_peak_sustained_elapsed\n"));
    }

    void aPictureSaysOfWhichKernelItIsAndAnyCanBeChosen() {
        app::Arguments a;
        a.files = {report("pictured.ncu-rep")};
        a.what = app::PictureWhat::Pane;
        a.format = app::PictureFormat::Svg;
        a.screenshot = file("kernel.svg");
        const auto textOf = [&] {
            QFile svg(a.screenshot);
            QString text = app::takeScreenshot(a) == 0 && svg.open(QIODevice::ReadOnly)
                               ? QString::fromUtf8(svg.readAll())
                               : QString();
            return text;
        };
        a.pane = "kernelProfile:sections:2";
        QString text = textOf();
        QVERIFY2(text.contains("reduce") && text.contains("kernel 2 of 3") && text.contains("Sections"),
                 qPrintable(text));
        a.pane = "kernelProfile:sections:4";
        QCOMPARE(app::takeScreenshot(a), 2);
        a.pane = "kernelProfile:sections:x";
        QCOMPARE(app::takeScreenshot(a), 2);
        // The second gemm is compared with the second one there.
        a.pane = "kernelProfile:sections:3";
        a.baseline = report("before.ncu-rep");
        text = textOf();
        QVERIFY2(text.contains("Compared with") && text.contains("kernel 3 of before.ncu-rep"), qPrintable(text));
    }

    void theSelectedKernelIsShownAndTheArrowsStepThroughThem() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, report());
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        select(page, 1);
        QCOMPARE(pane->shownProfile(), 1u);
        QToolButton* next = nullptr;
        for (auto* button : pane->findChildren<QToolButton*>())
            if (button->arrowType() == Qt::RightArrow) next = button;
        QVERIFY(next && next->isVisible());
        next->click();
        QCOMPARE(pane->shownProfile(), 2u);
        QCOMPARE(page->view()->viewState().selected.row, 2u);
        QVERIFY(!next->isEnabled());
    }

    void theSummaryListsEveryKernelAndOpensTheOneThatIsDoubleClicked() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, report());
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        using Column = app::KernelSummaryModel;
        app::KernelSummaryModel* kernels = pane->summary()->kernels();
        const QAbstractItemModelTester tester(kernels, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(pane->summary()->isVisible());  // first in the list
        QCOMPARE(kernels->rowCount(), 3);
        const auto cell = [&](int row, int column, int role = Qt::DisplayRole) {
            return kernels->index(row, column).data(role).toString();
        };
        QCOMPARE(cell(0, Column::Function), QStringLiteral("gemm"));
        QVERIFY(cell(0, Column::Duration).startsWith("72.19"));
        QCOMPARE(cell(0, Column::Duration, app::kCopyRole), QStringLiteral("72192"));
        QCOMPARE(cell(0, Column::Registers), QStringLiteral("40"));
        QVERIFY(cell(0, Column::Compute).startsWith("79.05"));
        QCOMPARE(cell(0, Column::Memory), QString());        // not measured is not zero
        QVERIFY(cell(0, Column::Speedup).startsWith("42"));  // the greatest of the rules
        QVERIFY(kernels->index(0, Column::Speedup).data(Qt::ToolTipRole).toString().contains("Large"));
        QCOMPARE(cell(0, Column::Gain, app::kCopyRole).toDouble(), 72192 * 0.42);
        pane->summary()->sortByColumn(Column::Duration, Qt::DescendingOrder);
        QCOMPARE(cell(0, Column::Number), QStringLiteral("3"));
        QCOMPARE(cell(2, Column::Function), QStringLiteral("reduce"));
        emit pane->summary()->rowActivated(kernels->index(2, 0));
        QCOMPARE(pane->shownProfile(), 1u);
        QCOMPARE(page->view()->viewState().selected.row, 1u);
        QVERIFY(pane->sections()->isVisible());
    }

    void whatIsOpenedInSectionsStaysOpenFromKernelToKernel() {
        const QString sample = realReport();
        if (sample.isEmpty()) QSKIP("no sample reports");
        MainWindow window;
        window.show();
        ReportPage* page = open(window, sample);
        QVERIFY(page);
        app::KernelSectionsView* view = window.pane<app::KernelProfilePane>()->sections();
        const auto compute = [&] { return view->topLevelItem(0)->child(0); };
        QVERIFY(view->topLevelItem(0)->isExpanded());
        QVERIFY(!compute()->isExpanded());
        QVERIFY(compute()->childCount() > 20);
        QVERIFY(compute()->text(app::KernelSectionsView::Metric).contains("SM: inst executed pipe"));
        compute()->setExpanded(true);
        view->topLevelItem(1)->setExpanded(false);
        select(page, 1);
        QVERIFY(compute()->isExpanded());
        QVERIFY(!view->topLevelItem(1)->isExpanded());
        QCOMPARE(compute()->child(0)->text(0), QStringLiteral("SM: inst executed pipe lsu"));
    }

    void anyKernelCanBeTheBaselineAndEveryNumberShowsItsDifference() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, report("baseline.ncu-rep"));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        QVERIFY(pane->sections()->isColumnHidden(app::KernelSectionsView::Delta));
        pane->pinButton()->click();
        QVERIFY(pane->pinButton()->isChecked());
        QVERIFY(pane->sections()->isColumnHidden(app::KernelSectionsView::Delta));  // not with itself
        select(page, 2);                                                            // 80 µs beside 72.192
        QVERIFY(!pane->pinButton()->isChecked());
        const QTreeWidgetItem* duration = pane->sections()->topLevelItem(0)->child(0);
        QCOMPARE(duration->text(app::KernelSectionsView::Baseline).left(5), QStringLiteral("72.19"));
        QCOMPARE(duration->text(app::KernelSectionsView::Delta).remove(QChar::Nbsp),
                 QStringLiteral("+7.808µs (+10.8%)"));
        QCOMPARE(pane->sections()->topLevelItem(0)->child(1)->text(app::KernelSectionsView::Delta),
                 QStringLiteral("equal"));
        QVERIFY(pane->sections()->asTsv().startsWith("Duration\t80000\t72192\tgpu__time_duration.sum\n"));
        app::KernelSummaryModel* kernels = pane->summary()->kernels();
        QVERIFY(kernels->index(2, app::KernelSummaryModel::Duration)
                    .data()
                    .toString()
                    .endsWith(QStringLiteral("(+10.8%1%)").arg(QChar(QChar::Nbsp))));
        KernelMetricsModel* metrics = pane->metrics()->metrics();
        metrics->setFilter("gpu__time");
        QCOMPARE(metrics->index(0, KernelMetricsModel::Delta).data(app::kCopyRole).toString(), QStringLiteral("7808"));
        QCOMPARE(metrics->index(0, KernelMetricsModel::Baseline).data(app::kCopyRole).toString(),
                 QStringLiteral("72192"));

        // It stays for another report, even when its own is closed.
        ReportPage* other = open(window, report("other.ncu-rep"));
        QVERIFY(other && other != page);
        window.closePage(window.tabs()->indexOf(page));
        select(other, 1);
        QVERIFY(pane->sections()
                    ->topLevelItem(0)
                    ->child(0)
                    ->text(app::KernelSectionsView::Delta)
                    .startsWith(QChar(0x2212)));
        pane->clearBaseline();
        QVERIFY(pane->sections()->isColumnHidden(app::KernelSectionsView::Delta));
        // The list offers it for any kernel, without showing that.
        emit pane->summary()->baselineRequested(0);
        QCOMPARE(pane->shownProfile(), 1u);
        QCOMPARE(pane->baseline().profile, 0u);
        QVERIFY(!pane->sections()->isColumnHidden(app::KernelSectionsView::Delta));
    }

    void besideAnotherReportEveryKernelHasItsOwnBaseline() {
        MainWindow window;
        window.show();
        ReportPage* before =
            open(window, report("each-before.ncu-rep", {{"gemm", 40000}, {"other", 5}, {"gemm", 80000}}));
        ReportPage* now = open(window, report("each-now.ncu-rep"));
        QVERIFY(before && now);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Summary);
        QVERIFY(pane->pinBaselineOf(*before->host()));
        using Column = app::KernelSummaryModel;
        app::KernelSummaryModel* kernels = pane->summary()->kernels();
        const auto cell = [&](int row, int role = Qt::DisplayRole) {
            return kernels->index(row, Column::Duration).data(role).toString().remove(QChar::Nbsp);
        };
        QVERIFY2(cell(0).endsWith("(+80.5%)"), qPrintable(cell(0)));  // 72.192 beside 40
        QVERIFY2(!cell(1).contains('('), qPrintable(cell(1)));
        QVERIFY2(cell(1, Qt::ToolTipRole).contains("each-before.ncu-rep holds no kernel of this name"),
                 qPrintable(cell(1, Qt::ToolTipRole)));
        QVERIFY2(cell(2).endsWith("(=)"),
                 qPrintable(cell(2)));  // 80 beside 80; nothing at all is said where there is no baseline
        QVERIFY2(cell(2, Qt::ToolTipRole).contains("Kernel 3 of each-before.ncu-rep"),
                 qPrintable(cell(2, Qt::ToolTipRole)));
        QVERIFY2(pane->pictureAbout().contains("which holds 2 of 3"), qPrintable(pane->pictureAbout()));
        // Other pages follow the kernel that is shown.
        pane->showView(KernelProfilePane::Sections);
        const auto baseline = [&] {
            return pane->sections()->topLevelItem(0)->child(0)->text(app::KernelSectionsView::Baseline);
        };
        QVERIFY(baseline().startsWith("40"));
        select(now, 2);
        QVERIFY(baseline().startsWith("80"));
        select(now, 1);
        QVERIFY(pane->sections()->isColumnHidden(app::KernelSectionsView::Delta));
        QVERIFY2(pane->pictureAbout().contains("nothing to compare with"), qPrintable(pane->pictureAbout()));
        QVERIFY(!pane->pinBaselineOf(*before->host()));  // of that page
        // One that was pinned by hand is that of all.
        pane->pinBaseline(0);
        pane->showView(KernelProfilePane::Summary);
        QVERIFY(cell(1).contains('(') && cell(2).contains("+10.8%"));
    }

    void occupancyStartsAsTheKernelWasLaunchedAndFollowsWhatIsTyped() {
        const QString sample = realReport();
        if (sample.isEmpty()) QSKIP("no sample reports");
        MainWindow window;
        window.show();
        ReportPage* page = open(window, sample);
        QVERIFY(page);
        select(page, 4);  // 256 threads, 28 registers, 4 224 bytes, 100 KiB
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Occupancy);
        app::KernelOccupancyView* view = pane->occupancy();
        QCOMPARE(view->shape(), (model::LaunchShape{256, 28, 4224, 100 * 1024, 1}));
        QCOMPARE(view->chips()->currentText(), QStringLiteral("9.0"));
        QVERIFY(!view->resetButton()->isEnabled());
        const auto blocks = [&](int row) { return view->limits()->topLevelItem(row)->text(1).toInt(); };
        QCOMPARE(blocks(2), 8);   // registers
        QCOMPARE(blocks(3), 19);  // shared memory
        QVERIFY(saysSomewhere(view, "100.0"));
        QVERIFY(saysSomewhere(view, "As launched. Achieved:"));
        view->registers()->setValue(64);
        QCOMPARE(blocks(2), 4);
        QVERIFY(saysSomewhere(view, "32 of 64 warps, 4 block"));
        QVERIFY(view->limits()->topLevelItem(2)->text(0).contains("the limit"));
        pane->pinBaseline(0);
        QCOMPARE(view->shape().registers, 64u);  // what was typed stays
        QVERIFY(saysSomewhere(view, "Baseline: theoretical 100.0"));
        view->sharedMemory()->setValue(300 * 1024);
        view->threads()->setValue(1024);
        view->registers()->setValue(255);
        QVERIFY(saysSomewhere(view, "cannot run"));
        QVERIFY(view->resetButton()->isEnabled());
        view->resetButton()->click();
        QCOMPARE(view->shape().registers, 28u);
        // Sizes are written in one way.
        const auto ticks = [view] { return view->findChild<QCustomPlot*>()->xAxis->tickVectorLabels(); };
        QTRY_VERIFY(ticks().contains(timeline::formatCount(1024)));
        QVERIFY(!ticks().contains(QStringLiteral("1024")));
        // Another chip has other limits.
        view->chips()->setCurrentIndex(view->chips()->findData(75u));
        QVERIFY(saysSomewhere(view, "of 32 warps"));
        QCOMPARE(view->limits()->topLevelItem(4)->text(1), QStringLiteral("–"));  // barriers, unknown there
        QVERIFY(!view->limits()->topLevelItem(4)->toolTip(0).isEmpty());
    }

    void aDetailsPageHasNoEmptyColumnAndItsRatiosAreNoPercentages() {
        const QString page = realReport("kern_full.details.csv");
        if (page.isEmpty()) QSKIP("no sample reports");
        MainWindow window;
        window.show();
        QVERIFY(open(window, page));
        const auto* sections = window.pane<app::KernelProfilePane>()->sections();
        QStringList ratios, metrics;
        for (QTreeWidgetItemIterator it(const_cast<app::KernelSectionsView*>(sections)); *it; ++it)
            metrics << (*it)->text(app::KernelSectionsView::Metric);
        metrics.removeAll(QString());
        QVERIFY2(sections->isColumnHidden(app::KernelSectionsView::Metric), qPrintable(metrics.join('|')));
        for (QTreeWidgetItemIterator it(const_cast<app::KernelSectionsView*>(sections)); *it; ++it)
            if ((*it)->text(0).endsWith(" Ratio")) ratios << (*it)->text(1);
        QVERIFY2(ratios.size() >= 2 && !ratios.join(' ').contains('%'), qPrintable(ratios.join(' ')));
    }

    void ratesOfBytesHaveFourDigits() {
        auto store = model::EventStore::create();
        const model::SnapshotPtr none = store->publish(true);
        const QChar space(QChar::Nbsp);
        QCOMPARE(app::metricText(*none, model::MetricValue::ofReal(2.6487e12), "byte/s"),
                 QString("2.649") + space + "TB/s");
        QCOMPARE(app::metricText(*none, model::MetricValue::ofReal(512), "byte/s"), QString("512") + space + "B/s");
    }

    void sourceAndAdviceShowHowTheyDifferFromTheBaseline() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, report());
        QVERIFY(page);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        select(page, 2);
        pane->showView(KernelProfilePane::Source);
        const auto cell = [&](int row) {
            return pane->source()->table()->model()->index(row, app::KernelSourceTable::FirstMetric).data().toString();
        };
        QCOMPARE(cell(0), QStringLiteral("15"));
        QVERIFY(!pane->rules()->toPlainText().contains("baseline"));
        pane->pinBaseline(0);
        QVERIFY2(cell(0).startsWith("15 ") && cell(0).contains("+50.0"), qPrintable(cell(0)));
        QVERIFY2(cell(1).endsWith("(=)"), qPrintable(cell(1)));
        QVERIFY2(pane->source()->hint().contains("2 of 2 lines"), qPrintable(pane->source()->hint()));
        const QString advice = pane->rules()->toPlainText();
        QVERIFY2(advice.contains("baseline 42") && advice.contains("+8.00 points"), qPrintable(advice));
        QCOMPARE(advice.count("not in the baseline"), 1);
        const qsizetype only = advice.indexOf("In the baseline only");
        QVERIFY2(only > 0 && advice.indexOf("Info") > only && advice.indexOf("Other") < only, qPrintable(advice));
        // A kernel with other instructions has nothing to compare them with.
        pane->clearBaseline();
        QCOMPARE(cell(0), QStringLiteral("15"));
        QVERIFY(!pane->rules()->toPlainText().contains("baseline"));
    }

    /// What is beside each other does not lie upon each other, and nothing is smaller than it needs.
    static QString squeezed(const QWidget* in) {
        QList<const QWidget*> seen;
        for (const QObject* child : in->children())
            if (const auto* w = qobject_cast<const QWidget*>(child); w && w->isVisible() && !w->isWindow() &&
                                                                     !w->inherits("QAbstractScrollArea") &&
                                                                     !w->inherits("QCustomPlot"))
                seen << w;
        for (const QWidget* w : seen) {
            const QString name = QStringLiteral("%1 “%2” %3×%4")
                                     .arg(w->metaObject()->className(), w->property("text").toString())
                                     .arg(w->width())
                                     .arg(w->height());
            if (w->height() < w->minimumSizeHint().height() || w->width() < w->minimumSizeHint().width())
                return name + " is smaller than it needs";
            for (const QWidget* other : seen)
                if (other < w && !w->geometry().intersected(other->geometry()).isEmpty())
                    return name + " lies upon another";
        }
        return {};
    }

    void everyViewCanBeReadInALowAndInANarrowDock() {
        const QString sample = realReport();
        if (sample.isEmpty()) QSKIP("no sample reports");
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(QString::fromLatin1(language));
            MainWindow window;
            window.show();
            QVERIFY(open(window, sample));
            KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
            pane->setParent(nullptr);  // of any size
            pane->setVisible(true);
            for (const QSize size : {QSize(1000, 250), QSize(360, 500)})
                for (int view = 0; view < KernelProfilePane::ViewCount; ++view) {
                    pane->showView(static_cast<KernelProfilePane::View>(view));
                    pane->resize(size);
                    QTRY_VERIFY(pane->isSettled());
                    QString wrong;
                    const auto isReadable = [&] {
                        wrong.clear();
                        for (const QWidget* w : QList<const QWidget*>{pane} + pane->findChildren<const QWidget*>()) {
                            if (!w->isVisible() || w->inherits("QAbstractItemView") || w->inherits("QScrollBar") ||
                                w->inherits("QAbstractSpinBox") || w->inherits("QComboBox"))
                                continue;
                            if (wrong.isEmpty()) wrong = squeezed(w);
                        }
                        return wrong.isEmpty();
                    };
                    QVERIFY2(QTest::qWaitFor(isReadable, 3000),
                             qPrintable(QStringLiteral("%1 at %2: %3").arg(view).arg(size.width()).arg(wrong)));
                }
            pane->setParent(&window);
        }
        app::setLanguage(QStringLiteral("en"));
    }

    void memoryIsDrawnAndListedAndSaysWhereItWasNotMeasured() {
        const QString sample = realReport();
        if (sample.isEmpty()) QSKIP("no sample reports");
        MainWindow window;
        window.show();
        ReportPage* page = open(window, sample);
        QVERIFY(page);
        select(page, 1);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Memory);
        app::KernelMemoryView* view = pane->memory();
        QVERIFY(view->chart()->isVisible());
        QVERIFY(view->chart()->accessibleDescription().contains(
            QStringLiteral("Device memory to L2 cache: 8.01%1MiB · 0.7%1%").arg(QChar(QChar::Nbsp))));
        QCOMPARE(view->tables()->topLevelItemCount(), 4);
        const QTreeWidgetItem* load = view->tables()->topLevelItem(0)->child(0);
        QCOMPARE(load->text(0), QStringLiteral("Global load"));
        QVERIFY(load->text(5).startsWith("95.04"));
        QVERIFY(load->toolTip(5).contains("lookup_hit"));
        const QImage one = view->chart()->grab().toImage();
        select(page, 0);
        QVERIFY(view->chart()->grab().toImage() != one);
        QVERIFY(open(window, report("unmeasured.ncu-rep")));
        QVERIFY(!view->chart()->isVisible());
        QVERIFY(saysSomewhere(view, "--section MemoryWorkloadAnalysis_Chart"));
    }

    void metricsAreFilteredAsOneTypesAndCopiedWithTheirRawValues() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, report()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Metrics);
        KernelMetricsModel* metrics = pane->metrics()->metrics();
        const QAbstractItemModelTester tester(metrics, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(metrics->rowCount(), 7);
        QCOMPARE(metrics->notMeasured(), 1);
        QLineEdit* filter = pane->metrics()->filter();
        QTest::keyClicks(filter, "DRAM sum");
        QCOMPARE(metrics->rowCount(), 1);
        const QModelIndex value = metrics->index(0, KernelMetricsModel::Value);
        QCOMPARE(value.data().toString(), QStringLiteral("5.12") + QChar(QChar::Nbsp) + QStringLiteral("GiB"));
        QCOMPARE(value.data(app::kCopyRole).toString(), QStringLiteral("5500000000"));
        filter->setText("a word");  // texts are searched, too
        QCOMPARE(metrics->rowCount(), 1);
        filter->setText("no such metric");
        QCOMPARE(metrics->rowCount(), 0);
        filter->clear();
        metrics->sort(KernelMetricsModel::Value, Qt::DescendingOrder);
        QCOMPARE(metrics->index(0, 0).data().toString(), QStringLiteral("dram__bytes.sum"));
        QCOMPARE(metrics->index(6, 1).data().toString(), QStringLiteral("not measured"));
        QVERIFY(!metrics->index(6, 1).data(app::kCopyRole).toString().contains("0"));
    }

    void rulesStandByTheirEstimatedSpeedUpAndTheirMarksAreLinks() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, report()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Rules);
        QCOMPARE(pane->rules()->count(), 3);
        const QString text = pane->rules()->toPlainText();
        QVERIFY(text.indexOf("Large") < text.indexOf("Small"));
        QVERIFY(text.indexOf("Small") < text.indexOf("Just so"));
        QVERIFY(text.contains("See the section"));
        QVERIFY(text.contains("A little <b>faster</b>"));  // shown, not obeyed
        QVERIFY(pane->rules()->toHtml().contains("section:Speed"));
        emit pane->rules()->sectionRequested("Speed");
        QVERIFY(pane->sections()->isVisible());
        QCOMPARE(pane->sections()->currentItem()->text(0), QStringLiteral("Speed of light"));
    }

    void aKernelOfATimelineShowsItsProfileFromAnotherTabAndLeadsThereAndBack() {
        MainWindow window;
        window.show();
        ReportPage* profiles = open(window, report());
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        QSignalSpy matched(pane, &KernelProfilePane::matched);
        ReportPage* timelinePage = open(window, timeline());
        QVERIFY(profiles && timelinePage);
        QVERIFY(matched.count() > 0 || matched.wait(10000));
        select(timelinePage, 2);  // the second launch of gemm is the third kernel that was profiled
        QCOMPARE(pane->shown(), profiles->host());
        QCOMPARE(pane->shownProfile(), 2u);
        QVERIFY(pane->jumpButton()->isVisible());
        QVERIFY(pane->jumpButton()->text().contains("kernels.ncu-rep"));
        pane->jumpButton()->click();
        QCOMPARE(window.currentPage(), profiles);
        QCOMPARE(profiles->view()->viewState().selected.row, 2u);
        QVERIFY(matched.wait(10000));
        QVERIFY(pane->jumpButton()->text().contains("timeline.rep"));
        select(profiles, 1);
        pane->jumpButton()->click();
        QCOMPARE(window.currentPage(), timelinePage);
        QCOMPARE(timelinePage->view()->viewState().selected.row, 1u);
    }

    void emptyStatesSayWhyAndWhatToDo() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, timeline()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        QVERIFY(!pane->shown());
        bool said = false;
        for (const QLabel* label : pane->findChildren<QLabel*>())
            said = said || label->text().contains("ncu --set full");
        QVERIFY(said);
        QCOMPARE(pane->metrics()->metrics()->rowCount(), 0);
    }

    void everyTextFollowsTheLanguage() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, report()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        app::setLanguage(QStringLiteral("zh_CN"));
        QVERIFY(pane->title() != QStringLiteral("Kernel metrics"));
        QCOMPARE(pane->sections()->topLevelItem(0)->text(0),
                 QStringLiteral("Speed of light"));  // the report's own words stay
        app::setLanguage(QStringLiteral("en"));
        QCOMPARE(pane->title(), QStringLiteral("Kernel metrics"));
    }

    /// Pictures to look at, of a real report where it is: SIGHTLINE_PICTURES names the folder.
    void pictures() {
        const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES");
        const QString sample = realReport();
        if (folder.isEmpty() || sample.isEmpty()) QSKIP("pictures were not asked for");
        for (const auto theme : {app::ThemeChoice::Light, app::ThemeChoice::Dark}) {
            app::themeManager()->setChoice(theme);
            app::setLanguage(qEnvironmentVariable("SIGHTLINE_LANG", QStringLiteral("en")));
            MainWindow window(MainWindow::Mode::Picture);
            window.resize(1440, 900);
            window.show();
            ReportPage* page = open(window, sample);
            QVERIFY(page);
            select(page, 1);
            constexpr std::array kViews{"summary", "sections", "memory", "occupancy", "rules", "source", "metrics"};
            for (int view = 0; view < KernelProfilePane::ViewCount; ++view) {
                window.pane<app::KernelProfilePane>()->showView(static_cast<KernelProfilePane::View>(view));
                window.settle();
                const QString name = QStringLiteral("%1/ncu-%2-%3-%4x.png")
                                         .arg(folder, kViews[static_cast<std::size_t>(view)],
                                              theme == app::ThemeChoice::Light ? "light" : "dark")
                                         .arg(window.devicePixelRatio());
                QVERIFY(window.grab().save(name));
            }
            // Lines of PTX and instructions; and everything beside a baseline.
            QComboBox* places = window.pane<app::KernelProfilePane>()->source()->places();
            window.pane<app::KernelProfilePane>()->showView(KernelProfilePane::Source);
            QTRY_VERIFY(window.pane<app::KernelProfilePane>()->isSettled());
            const QString scheme = theme == app::ThemeChoice::Light ? "light" : "dark";
            for (int place = 1; place < places->count(); ++place) {
                places->setCurrentIndex(place);
                window.settle();
                QVERIFY(window.grab().save(QStringLiteral("%1/ncu-source%2-%3-%4x.png")
                                               .arg(folder)
                                               .arg(place)
                                               .arg(scheme)
                                               .arg(window.devicePixelRatio())));
            }
            window.pane<app::KernelProfilePane>()->pinBaseline();
            select(page, 2);
            for (int view = 0; view < KernelProfilePane::ViewCount; ++view) {
                window.pane<app::KernelProfilePane>()->showView(static_cast<KernelProfilePane::View>(view));
                window.settle();
                QVERIFY(window.grab().save(QStringLiteral("%1/ncu-baseline-%2-%3-%4x.png")
                                               .arg(folder, kViews[static_cast<std::size_t>(view)], scheme)
                                               .arg(window.devicePixelRatio())));
            }
        }
        app::themeManager()->setChoice(app::ThemeChoice::Light);
        app::setLanguage(QStringLiteral("en"));
    }
};

SIGHTLINE_QT_TEST(AppKernelProfileTest)
#include "app_kernel_profile_test.moc"
