// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of a kernel beside a baseline: every number says how it differs, and where nothing is compared the page says
// so.
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>

#include "app/kit/language.h"
#include "app/kit/side_by_side.h"
#include "app/kit/signed_text.h"
#include "app/kit/tables/table.h"
#include "app/panes/kernel/kernel_memory_view.h"
#include "app/panes/kernel/kernel_metrics_model.h"
#include "app/panes/kernel/kernel_metrics_view.h"
#include "app/panes/kernel/kernel_occupancy_view.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/panes/kernel/kernel_summary_view.h"
#include "app/panes/kernel/kernel_view.h"
#include "app/panes/kernel/memory_chart.h"
#include "tests/kit/kernel_report.h"
#include "tests/ui/app_test.h"

using app::KernelProfilePane;
using app::MainWindow;
using app::ReportPage;
using namespace kernel_report;

namespace {

/// Everything that the page of memory draws, of one kernel: `factor` times as much.
std::string memoryReport(double factor) {
    std::vector<std::string> names{"gpu__time_duration.sum", "l1tex__t_sector_hit_rate.pct",
                                   "lts__t_sector_hit_rate.pct"};
    std::vector<double> values{72192, 40 * factor, 0};
    const auto add = [&](std::string name, double value) { names.push_back(std::move(name)), values.push_back(value); };
    for (const char* way :
         {"l1tex__t_requests_pipe_lsu_mem_global_op_st", "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
          "smsp__sass_inst_executed_op_shared_st", "smsp__sass_inst_executed_op_shared_ld",
          "l1tex__m_l1tex2xbar_write_bytes", "l1tex__m_xbar2l1tex_read_bytes", "dram__bytes_write", "dram__bytes_read",
          "lts__t_sectors_srcunit_tex_aperture_sysmem_op_write_lookup_miss",
          "lts__t_sectors_srcunit_tex_aperture_sysmem_op_read_lookup_miss",
          "lts__t_sectors_srcunit_tex_aperture_peer_op_write_lookup_miss",
          "lts__t_sectors_srcunit_tex_aperture_peer_op_read_lookup_miss"}) {
        add(way + std::string(".sum"), 128 * 1048576 * factor);
        add(way + std::string(".sum.pct_of_peak_sustained_elapsed"), 60 * factor);
    }
    for (const char* share : {"sm__throughput.avg.pct_of_peak_sustained_elapsed",
                              "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"})
        add(share, 70.25 * factor);
    add("dram__sectors_read.sum", factor > 1 ? 524288 : 0);
    Message k = kernel("gemm");
    for (unsigned i = 0; i < names.size(); ++i) k.message(13, metric(i, realValue(values[i])));
    return Report().block(names, {}, {k.str()}).bytes();
}

}  // namespace

class AppKernelBaselineTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ReportPage* open(MainWindow& window, const QString& name, const std::string& bytes) {
        QFile out(m_folder.filePath(name));
        if (!out.open(QIODevice::WriteOnly) || out.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0)
            return nullptr;
        out.close();
        window.openPaths({out.fileName()});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }

    model::SnapshotPtr memory(double factor) {
        MainWindow window;
        ReportPage* page = open(window, QStringLiteral("memory.ncu-rep"), memoryReport(factor));
        return page ? page->document()->snapshot() : nullptr;
    }
    static model::MemoryChart chartOf(const model::Snapshot& s) {
        return model::memoryChart(s, s.kernelProfiles().at(0));
    }

    static QString plain(QString text) { return text.remove(QChar::Nbsp); }

    /// Texts of the chart that are cut or lie upon each other.
    static QString wrongTexts(const app::MemoryChartWidget& chart) {
        const auto texts = chart.texts();
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (texts[i].text.contains(QChar(0x2026))) return texts[i].text;
            for (std::size_t k = 0; k < i; ++k)
                if (texts[i].area.intersects(texts[k].area)) return texts[i].text + " lies upon " + texts[k].text;
        }
        return texts.size() < 12 ? QStringLiteral("there are too few") : QString();
    }

private slots:
    void init() {
        QSettings().clear();
        app::setLanguage(QStringLiteral("en"));
    }

    void differencesBesideNumbersAreShortAndSayWhatIsEqual() {
        using app::deltaBeside;
        const double none = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(plain(deltaBeside(150, 100, "byte")), QStringLiteral("+50.0%"));
        QCOMPARE(plain(deltaBeside(34.08, 1.27, "%")), QStringLiteral("+32.81 points"));  // no per cent of per cents
        QCOMPARE(plain(deltaBeside(7, 0, "")), QStringLiteral("+7"));
        QCOMPARE(deltaBeside(7, 7, "byte"), QStringLiteral("="));
        QCOMPARE(deltaBeside(0, 0, "%"), QStringLiteral("="));
        QCOMPARE(deltaBeside(100000, 100001, ""), QStringLiteral("≈"));
        QCOMPARE(deltaBeside(50, 50.001, "%"), QStringLiteral("≈"));
        QCOMPARE(deltaBeside(7, none, ""), QString());
        QCOMPARE(deltaBeside(none, 7, ""), QString());
    }

    /// "1.03 %" and "1.02 %" are not equal, and nothing has no sign.
    void noDifferenceIsRoundedToNothing() {
        using app::deltaText;
        QCOMPARE(plain(deltaText(1.0251, 1.0249, "%")), QStringLiteral("+0.0002 points"));
        QCOMPARE(plain(deltaText(1.0249, 1.0253, "%")), QStringLiteral("−0.0004 points"));
        QCOMPARE(plain(deltaText(34.08, 1.27, "%")), QStringLiteral("+32.81 points"));
        QCOMPARE(plain(deltaText(0.25, 0.5, "ns")), QStringLiteral("−0.25ns (−50.0%)"));
        QCOMPARE(deltaText(0.1 + 0.2, 0.3, "%"), QStringLiteral("equal"));
        QCOMPARE(app::withSign(-0.004, QStringLiteral("0.00 ms")), QStringLiteral("0.00 ms"));
        QCOMPARE(app::withSign(-4, QStringLiteral("4.00 ms")), QStringLiteral("−4.00 ms"));
    }

    void everyNumberOfMemoryShowsHowItDiffers() {
        MainWindow window;
        window.show();
        ReportPage* before = open(window, "before.ncu-rep", memoryReport(1));
        QVERIFY(before && open(window, "now.ncu-rep", memoryReport(1.25)));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Memory);
        QVERIFY(pane->pinBaselineOf(*before->host()));
        const QTreeWidget* tables = pane->memory()->tables();
        QStringList cells, without;
        for (QTreeWidgetItemIterator it(const_cast<QTreeWidget*>(tables)); *it; ++it)
            for (int column = 1; (*it)->parent() && column < tables->columnCount(); ++column) {
                const QString text = plain((*it)->text(column));
                cells << text;
                if (!text.isEmpty() && !text.endsWith(')')) without << text;
            }
        QVERIFY2(without.isEmpty(), qPrintable(without.join('|')));
        QVERIFY2(cells.contains("160.0MiB  (+25.0%)"), qPrintable(cells.join('|')));
        QVERIFY2(cells.contains("75.00%  (+15.00 points)"), qPrintable(cells.join('|')));
        QVERIFY2(cells.join('|').contains("(+524"), qPrintable(cells.join('|')));  // beside 0
        app::MemoryChartWidget chart;
        const model::SnapshotPtr now = window.currentPage()->document()->snapshot();
        chart.setChart(chartOf(*now), chartOf(*before->document()->snapshot()));
        chart.resize(1600, 900);
        QStringList texts;
        for (const auto& text : chart.texts()) texts << plain(text.text);
        QCOMPARE(texts.count("160.0MiB  (+25.0%)"), 4);
        QCOMPARE(texts.count("75.0%  (+15.00 points)"), 8);
        QVERIFY(pane->memory()->note().isEmpty());
    }

    void textsOfTheMemoryChartNeitherTouchNorAreCut() {
        const model::SnapshotPtr before = memory(1), now = memory(1.25);
        QVERIFY(before && now);
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(QString::fromLatin1(language));
            for (const bool compared : {false, true}) {
                app::MemoryChartWidget chart;
                chart.setChart(chartOf(*now), compared ? std::optional(chartOf(*before)) : std::nullopt);
                const QSize least = chart.minimumSizeHint();
                for (const QSize size : {least, QSize(700, least.height()), QSize(700, 700),
                                         QSize(1600, least.height()), QSize(1600, 1000)}) {
                    chart.resize(size);
                    QString wrong = wrongTexts(chart);
                    int differences = 0;
                    for (const auto& text : chart.texts()) differences += text.text.contains("25.0");
                    if (compared && differences != 12) wrong = QStringLiteral("%1 differences").arg(differences);
                    QVERIFY2(wrong.isEmpty(),
                             qPrintable(QStringLiteral("%1×%2: %3").arg(size.width()).arg(size.height()).arg(wrong)));
                }
            }
        }
        app::setLanguage(QStringLiteral("en"));
    }

    void whereTheBaselineHasNothingOfMemoryThePageAndItsPictureSaySo() {
        MainWindow window;
        window.show();
        ReportPage* before = open(window, "without.ncu-rep", reportBytes(usual()));
        QVERIFY(before && open(window, "now.ncu-rep", memoryReport(1.25)));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Memory);
        QVERIFY(pane->pinBaselineOf(*before->host()));
        QVERIFY2(pane->memory()->note().contains("without.ncu-rep has none of these numbers"),
                 qPrintable(pane->memory()->note()));
        QVERIFY(pane->pictureAbout().contains(pane->memory()->note()));
        pane->showView(KernelProfilePane::Sections);
        QVERIFY(!pane->pictureAbout().contains("none of these numbers"));
        pane->clearBaseline();
        QVERIFY(pane->memory()->note().isEmpty());
    }

    void bytesOfAnotherProfilerAreNotTakenForThoseOfTheKernel() {
        QFile own(QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/kernels-own-h200.rep"));
        QVERIFY(own.open(QIODevice::ReadOnly));
        MainWindow window;
        window.show();
        ReportPage* before = open(window, "own.rep", own.readAll().toStdString());
        QVERIFY(before && open(window, "now.ncu-rep", memoryReport(1)));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Memory);
        pane->pinBaseline();
        QVERIFY(pane->memory()->note().isEmpty());
        window.tabs()->setCurrentIndex(window.tabs()->indexOf(before));
        pane->showView(KernelProfilePane::Memory);
        QTRY_COMPARE(pane->shown(), before->host());
        QVERIFY2(pane->memory()->note().contains("with warm caches, of the baseline with cleared ones"),
                 qPrintable(pane->memory()->note()));
    }

    void occupancyShowsHowItDiffers() {
        const auto launched = [](std::uint64_t registers, double achieved) {
            Message k = kernel("gemm");
            k.message(13, metric(0, realValue(72192)))
                .message(13, metric(1, intValue(registers)))
                .message(13, metric(2, realValue(achieved)));
            k.message(13, metric(3, intValue(9))).message(13, metric(4, intValue(0)));
            return Report()
                .block({"gpu__time_duration.sum", "launch__registers_per_thread",
                        "sm__warps_active.avg.pct_of_peak_sustained_active",
                        "device__attribute_compute_capability_major", "device__attribute_compute_capability_minor"},
                       {}, {k.str()})
                .bytes();
        };
        MainWindow window;
        window.show();
        ReportPage* before = open(window, "before.ncu-rep", launched(128, 20));
        QVERIFY(before && open(window, "now.ncu-rep", launched(64, 45.5)));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Occupancy);
        const auto texts = [&] {
            QStringList out;
            for (const QLabel* label : pane->occupancy()->findChildren<QLabel*>())
                if (label->isVisible()) out << plain(label->text());
            for (int row = 0; row < pane->occupancy()->limits()->topLevelItemCount(); ++row)
                out << plain(pane->occupancy()->limits()->topLevelItem(row)->text(1));
            return out.join('|');
        };
        QVERIFY2(!texts().contains('('), qPrintable(texts()));
        QVERIFY(pane->pinBaselineOf(*before->host()));
        const QString now = texts();
        for (const char* wanted :
             {"occupancy 50.0%  (+25.00 points)", "Achieved: 45.5%  (+25.50 points)",
              "Baseline: theoretical 25.0%, achieved 20.0%", "(−50.0%)", "|8  (+100.0%)", "32  (=)", "|(=)|"})
            QVERIFY2(now.contains(QString::fromUtf8(wanted)),
                     qPrintable(QString::fromUtf8(wanted) + " is not in " + now));
    }

    void theSummaryComparesGainsAndLaunchesToo() {
        MainWindow window;
        window.show();
        ReportPage* before = open(window, "before.ncu-rep", reportBytes({{"gemm", 60000}}));
        QVERIFY(before && open(window, "now.ncu-rep", reportBytes({{"gemm", 80000}})));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Summary);
        QVERIFY(pane->pinBaselineOf(*before->host()));
        using Column = app::KernelSummaryModel;
        const auto cell = [&](int column, int role = Qt::DisplayRole) {
            return plain(pane->summary()->kernels()->index(0, column).data(role).toString());
        };
        QCOMPARE(cell(Column::Duration), QStringLiteral("80.000µs  (+33.3%)"));
        QCOMPARE(cell(Column::Speedup), QStringLiteral("50.00%  (+8.00 points)"));
        QCOMPARE(cell(Column::Gain), QStringLiteral("40.000µs  (+58.7%)"));
        QCOMPARE(cell(Column::Registers), QStringLiteral("40  (=)"));
        QCOMPARE(cell(Column::Grid), QStringLiteral("(4, 1, 1)  (=)"));
        QCOMPARE(cell(Column::Grid, app::kCopyRole), QStringLiteral("(4, 1, 1)"));
        QVERIFY2(cell(Column::Speedup, Qt::ToolTipRole).contains("Large") &&
                     cell(Column::Speedup, Qt::ToolTipRole).contains("Baseline 42"),
                 qPrintable(cell(Column::Speedup, Qt::ToolTipRole)));
        QVERIFY(cell(Column::Grid, Qt::ToolTipRole).contains("Baseline (4, 1, 1)"));
    }

    void beforeABaselineNumbersAreWholeInANarrowPane() {
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(QString::fromLatin1(language));
            MainWindow window;
            window.show();
            ReportPage* before = open(window, "before.ncu-rep", memoryReport(1));
            QVERIFY(before && open(window, "now.ncu-rep", memoryReport(1.25)));
            KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
            pane->setParent(nullptr);
            pane->setVisible(true);
            pane->resize(900, 500);
            pane->showView(KernelProfilePane::Metrics);
            auto* metrics = pane->metrics()->findChild<app::Table*>();
            QTRY_VERIFY(metrics->viewport()->width() > 600);
            const int names = metrics->columnWidth(app::KernelMetricsModel::Name);
            QVERIFY(pane->pinBaselineOf(*before->host()));
            QVERIFY2(metrics->horizontalHeader()->length() <= metrics->viewport()->width(),
                     qPrintable(QString::number(metrics->horizontalHeader()->length())));
            pane->showView(KernelProfilePane::Summary);
            const app::KernelSummaryView* summary = pane->summary();
            for (const int column : {app::KernelSummaryModel::Duration, app::KernelSummaryModel::Compute,
                                     app::KernelSummaryModel::Memory}) {
                const QString text = summary->kernels()->index(0, column).data().toString();
                QVERIFY2(
                    text.contains('(') && summary->columnWidth(column) > summary->fontMetrics().horizontalAdvance(text),
                    qPrintable(text));
            }
            pane->clearBaseline();
            QCOMPARE(metrics->columnWidth(app::KernelMetricsModel::Name), names);
            pane->setParent(&window);
        }
        app::setLanguage(QStringLiteral("en"));
    }

    void aTableIsBelowItsChartWhereItWouldBeCutBesideIt() {
        auto* chart = new QWidget;
        chart->setMinimumSize(400, 100);
        auto* table = new QWidget;
        app::SideBySide parts(chart, table, {600, 400, 150, true});
        parts.resize(900, 500);
        parts.show();
        QVERIFY(!parts.isStacked());
        parts.setSecondWidth(600);
        QVERIFY(parts.isStacked());
        parts.resize(1100, 500);  // the chart gives way
        QTRY_VERIFY(!parts.isStacked() && table->width() >= 600);
        parts.resize(900, 120);  // too low for both above each other
        QTRY_VERIFY(!parts.isStacked());
        parts.resize(640, 120);  // nearly nothing would be left
        QTRY_VERIFY(parts.isStacked());
    }
};

SIGHTLINE_QT_TEST(AppKernelBaselineTest)
#include "app_kernel_baseline_test.moc"
