// SPDX-License-Identifier: GPL-3.0-or-later
// Charts are read point by point: by keys, and by assistive technologies.
#include <qcustomplot.h>

#include <QAccessible>
#include <QToolTip>

#include "app/compare/difference_histogram.h"
#include "app/kit/access/spoken_points.h"
#include "app/panes/functions/flame_view.h"
#include "app/panes/kernel/memory_chart.h"
#include "app/panes/memory_curve.h"
#include "app/panes/memory_pane.h"
#include "app/panes/roofline/roofline_chart.h"
#include "app/panes/selection/duration_histogram.h"
#include "app/panes/sql/chart_points.h"
#include "app/panes/sql/result_chart.h"
#include "tests/ui/app_test.h"

using app::SpokenPoints;

namespace {

QAccessibleInterface* accessible(QWidget* widget) { return QAccessible::queryAccessibleInterface(widget); }

/// With usual spaces within numbers.
QString plain(QString text) { return text.replace(QChar::Nbsp, u' '); }

/// What a screen reader reads: the name of the part with the focus.
QString heard(QWidget* chart) {
    QAccessibleInterface* const part = accessible(chart)->focusChild();
    return part ? plain(part->text(QAccessible::Name)) : QString();
}

bool focus(QWidget& window, QWidget* chart) {
    window.show();
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window)) return false;
    chart->setFocus(Qt::TabFocusReason);
    return chart->hasFocus();
}

void press(QWidget* widget, Qt::Key key) {
    QTest::keyClick(widget, key);
    QCoreApplication::processEvents();
}

}  // namespace

class AppChartAccessTest : public QObject {
    Q_OBJECT

    /// What holds for each chart with that many points. `texts`: of the first and of the last one.
    void check(QWidget& window, QWidget* chart, int points, const QStringList& texts) {
        QVERIFY(focus(window, chart));
        QAccessibleInterface* const a = accessible(chart);
        QVERIFY(a);
        QCOMPARE(a->role(), QAccessible::Chart);
        QVERIFY(!a->text(QAccessible::Name).isEmpty());
        QCOMPARE(a->childCount(), points);
        QVERIFY2(a->text(QAccessible::Value).contains(QString::number(points)),
                 qPrintable(a->text(QAccessible::Value)));
        const QImage before = chart->grab().toImage();
        press(chart, Qt::Key_Right);
        const QString first = QStringLiteral("1 of %1: %2").arg(points).arg(texts.first());
        QCOMPARE(heard(chart), first);
        QVERIFY2(chart->grab().toImage() != before, "a point has a ring");
        QCOMPARE(plain(QToolTip::text()), first);
        QCOMPARE(plain(a->text(QAccessible::Value)), first);
        QVERIFY(plain(a->text(QAccessible::Description)).startsWith(first));
        QAccessibleInterface* const part = a->focusChild();
        QVERIFY(part && part == a->child(0) && part->parent() == a && a->indexOfChild(part) == 0);
        QCOMPARE(part->role(), QAccessible::ListItem);
        QVERIFY(part->state().focused && part->state().selected);
        QVERIFY(QRect(chart->mapToGlobal(QPoint()), chart->size()).contains(part->rect().center()));
        press(chart, Qt::Key_End);
        QCOMPARE(heard(chart), QStringLiteral("%1 of %1: %2").arg(points).arg(texts.last()));
        press(chart, Qt::Key_Home);
        QCOMPARE(heard(chart), first);
        QVERIFY(a->child(1) && !a->child(1)->state().selected);
        // An assistive technology leads there itself.
        a->child(1)->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
        QCOMPARE(SpokenPoints::of(chart)->current(), 1);
    }

private slots:
    void aRoofline() {
        auto result = std::make_shared<model::roofline::Result>();
        result->chips.emplace_back();
        for (const auto& [name, flop, seconds] :
             {std::tuple("gemm", 4e9, 2e-3), std::tuple("axpy", 1e8, 1e-3), std::tuple("norm", 1e7, 1e-4)}) {
            model::roofline::Point p;
            p.name = name;
            p.flop = flop;
            p.seconds = seconds;
            p.bytes[model::roofline::indexOf(model::roofline::Level::Dram)] = 1e8;
            p.launches = 1;
            result->points.push_back(p);
        }
        app::RooflineChart chart;
        chart.resize(700, 500);
        app::RooflineView view;
        view.result = result;
        chart.setView(view);
        check(chart, chart.plot(), 3,
              {"gemm, 2 TFLOP/s, 40 FLOP/byte of DRAM, bound by: Unknown",
               "norm, 100 GFLOP/s, 0.1 FLOP/byte of DRAM, bound by: Unknown"});
        QSignalSpy clicked(&chart, &app::RooflineChart::pointClicked);
        press(chart.plot(), Qt::Key_Return);
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked.first().first().value<std::size_t>(), std::size_t{1});
        chart.setView({});  // nothing is told of what is gone
        QCOMPARE(accessible(chart.plot())->childCount(), 0);
        QCOMPARE(SpokenPoints::of(chart.plot())->current(), -1);
    }

    void aHistogram() {
        app::DurationHistogram histogram;
        histogram.resize(500, 200);
        histogram.setDurations("gemm", {1000, 1000, 5000, 100'000});
        auto* plot = histogram.findChild<QCustomPlot*>();
        check(histogram, plot, 3, {"1.000 µs to 1.000 µs: 2 events", "100.000 µs to 100.000 µs: 1 event"});
        QSignalSpy brushed(&histogram, &app::DurationHistogram::brushed);
        press(plot, Qt::Key_Return);
        QCOMPARE(brushed.size(), 1);
        const auto range = brushed.first().first().value<std::optional<std::pair<model::TimeNs, model::TimeNs>>>();
        QVERIFY(range && range->first == 5000 && range->second == 5000);
    }

    void aHistogramOfTwoReports() {
        app::DifferenceHistogram histogram;
        histogram.resize(500, 260);
        histogram.show("gemm", {1000, 1000, 1000, 10'000}, {1000, 10'000});
        auto* plot = histogram.findChild<QCustomPlot*>();
        check(histogram, plot, 2,
              {"1.000 µs to 1.049 µs: 75.0 % of A, 50.0 % of B", "9.532 µs to 10.000 µs: 25.0 % of A, 50.0 % of B"});
        QVERIFY(accessible(plot)->text(QAccessible::Description).contains("gemm. A: 4, median 1.000"));
        histogram.show({}, {}, {});  // nothing is told of what is gone
        QCOMPARE(accessible(plot)->childCount(), 0);
        QCOMPARE(SpokenPoints::of(plot)->current(), -1);
    }

    void aChartOfAQuery() {
        app::ResultChart chart;
        chart.resize(500, 300);
        app::ChartPoints points;
        points.keys = {0, 1, 2};
        points.values = {10, 30, 20};
        points.labels = QStringList{"a", "b", "c"};
        points.valueTitle = "count";
        chart.setPoints(points);
        check(chart, chart.findChild<QCustomPlot*>(), 3, {"a: count 10", "c: count 20"});
        points.labels.clear();
        chart.setPoints(points);
        press(chart.findChild<QCustomPlot*>(), Qt::Key_End);
        QCOMPARE(heard(chart.findChild<QCustomPlot*>()), QString("3 of 3: 2: count 20"));
    }

    void aMemoryChart() {
        app::MemoryChartWidget chart;
        chart.resize(800, 400);
        model::MemoryChart flows;
        flows.hitRate.fill(std::numeric_limits<double>::quiet_NaN());
        for (const double bytes : {1048576.0, 2097152.0}) {
            model::MemoryFlow flow;
            flow.from = bytes > 2e6 ? model::MemoryPlace::L1 : model::MemoryPlace::L2;
            flow.to = bytes > 2e6 ? model::MemoryPlace::L2 : model::MemoryPlace::Device;
            flow.unit = "byte";
            flow.amount = bytes;
            flows.flows.push_back(flow);
        }
        chart.setChart(flows, {});
        check(chart, &chart, 2, {"L2 cache to Device memory: 1.00 MiB", "L1 cache to L2 cache: 2.00 MiB"});
    }

    void aFlameGraphLeadsToCallersAndCallees() {
        const TextReport report("t1/nvtx: |aaaabbbb|\n         |cc..dd..|\n");
        const model::SnapshotPtr s = report.snapshot();
        auto tree = std::make_shared<model::CallTree>(model::CallTree::Unit::Ns);
        const auto add = [&](std::uint32_t parent, model::StringId name, std::int64_t time) {
            model::Function f;
            f.name = name;
            const std::uint32_t node = tree->child(parent, f);
            tree->add(node, time, 1);
            return node;
        };
        const std::uint32_t outer = add(model::CallTree::kNone, 1, 60);
        add(outer, 2, 30);
        add(model::CallTree::kNone, 3, 10);
        tree->finish();
        app::FlameView flame;
        flame.setAccessibleName("Flame graph");
        flame.resize(600, 120);
        flame.setTree(s, tree, model::TrackKind::Nvtx);
        flame.setPaint({[](std::uint32_t) { return 0xff3060a0u; },
                        [&](std::uint32_t node) { return QString::number(tree->nodes()[node].total); },
                        [](std::uint32_t) { return QString(); }});
        check(flame, &flame, 3, {"90", "30"});
        QStringList told;
        press(&flame, Qt::Key_Home);
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Up, Qt::Key_Right, Qt::Key_Right, Qt::Key_Left}) {
            press(&flame, key);
            told.append(SpokenPoints::of(&flame)->text(SpokenPoints::of(&flame)->current()));
        }
        QCOMPARE(told, (QStringList{"30", "90", "10", "10", "90"}));
        press(&flame, Qt::Key_Return);
        QCOMPARE(flame.zoomed(), outer);
        QCOMPARE(SpokenPoints::of(&flame)->text(SpokenPoints::of(&flame)->current()), QString("90"));
        press(&flame, Qt::Key_Escape);
        QCOMPARE(flame.zoomed(), model::CallTree::kNone);
    }

    void aCurveOfMemory() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = 1;
        key.device = 0;
        model::CounterSeries& series = store->counter(store->track(model::TrackKind::MemoryUsage, key));
        series.append(0, 1024);
        series.append(1'000'000, 4096);
        series.append(2'000'000, 2048);
        app::MemoryCurve curve;
        curve.resize(400, 200);
        curve.setCurve(store->publish(true), 0, {0, 3'000'000});
        QCoreApplication::processEvents();
        const int points = curve.points();
        QVERIFY(points > 100);
        auto* plot = curve.findChild<QCustomPlot*>();
        QVERIFY(focus(curve, plot));
        QCOMPARE(accessible(plot)->childCount(), curve.points());
        press(plot, Qt::Key_Right);
        QVERIFY2(heard(plot).startsWith("1 of ") && heard(plot).endsWith("1.00 KiB"), qPrintable(heard(plot)));
        bool most = false;
        for (int i = 0; i < curve.points(); ++i)
            most = most ||
                   SpokenPoints::of(plot)->text(i).replace(QChar::Nbsp, u' ').endsWith("4.00 KiB, the most in use");
        QVERIFY(most);
    }
};

SIGHTLINE_QT_TEST(AppChartAccessTest)
#include "app_chart_access_test.moc"
