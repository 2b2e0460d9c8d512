// SPDX-License-Identifier: GPL-3.0-or-later
// The pane about memory: curves, their peak, what held it.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>

#include "app/kit/tables/table.h"
#include "app/panes/memory_curve.h"
#include "app/panes/memory_pane.h"
#include "tests/ui/app_test.h"

using app::MainWindow;
using app::MemoryPane;
using app::ReportPage;

namespace {

/// 900 bytes are there; 512 and 256 more are taken by an operator, 512 given back. µs.
constexpr const char* kTrace = R"json({"traceEvents":[
    {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":10,"dur":50},
    {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":200,"args":{"device":0,"stream":7,"correlation":7}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":5,"args":{"Device Type":1,"Device Id":0,"Addr":16,"Bytes":-100,"Total Allocated":900,"Total Reserved":2000}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":26,"args":{"Device Type":1,"Device Id":0,"Addr":32,"Bytes":512,"Total Allocated":1412,"Total Reserved":2000}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":52,"args":{"Device Type":1,"Device Id":0,"Addr":64,"Bytes":256,"Total Allocated":1668,"Total Reserved":2000}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":115,"args":{"Device Type":1,"Device Id":0,"Addr":32,"Bytes":-512,"Total Allocated":1156,"Total Reserved":2000}},
    {"ph":"C","name":"resident [bytes]","pid":1,"ts":20,"args":{"heap":4096}},
    {"ph":"C","name":"written [bytes/s]","pid":1,"ts":20,"args":{"disk":70}},
    {"ph":"C","name":"loss","pid":1,"ts":20,"args":{"value":3}}]})json";

}  // namespace

class AppMemoryTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    MemoryPane* open(MainWindow& window) {
        const QString path = m_folder.filePath(QString(QTest::currentTestFunction()) + ".json");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(kTrace) < 0) return nullptr;
        file.close();
        window.resize(1400, 900);
        window.show();
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        if (!page || !waitReady(page) || !window.showPane("memory")) return nullptr;
        return settled(window) ? window.pane<app::MemoryPane>() : nullptr;
    }
    static bool settled(MainWindow& window) {
        return QTest::qWaitFor([&] { return window.pane<app::MemoryPane>()->isSettled(); }, 10000);
    }
    static void choose(MemoryPane* pane, const QString& part) {
        for (int i = 0; i < pane->curves()->count(); ++i)
            if (pane->curves()->itemText(i).contains(part)) {
                pane->curves()->setCurrentIndex(i);
                emit pane->curves()->activated(i);
            }
    }

private slots:
    void theCurveHasItsPeakAndTheTableWhatHeldIt() {
        MainWindow window;
        MemoryPane* pane = open(window);
        QVERIFY(pane);
        QAbstractItemModelTester tester(pane->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(pane->curves()->count() >= 2);
        choose(pane, "llocated");
        QVERIFY(pane->curve()->points() > 100);
        QVERIFY(pane->curve()->peak());
        QCOMPARE(pane->curve()->peak()->second, 1668.0);
        QCOMPARE(pane->curve()->peak()->first - window.currentPage()->document()->snapshot()->range().begin,
                 model::TimeNs{47'000});
        QVERIFY2(pane->status().startsWith("Peak 1.63"), qPrintable(pane->status()));
        QVERIFY(pane->model()->rowCount() >= 2);  // the operator, and what was there before
        choose(pane, "eserved");
        QCOMPARE(pane->curve()->peak()->second, 2000.0);
        pane->setView(MemoryPane::View::Events);
        QVERIFY(settled(window));
        QCOMPARE(pane->model()->rowCount(), 4);
    }

    void processesHaveCurvesToo() {
        MainWindow window;
        MemoryPane* pane = open(window);
        QVERIFY(pane);
        QStringList curves;
        for (int i = 0; i < pane->curves()->count(); ++i) curves += pane->curves()->itemText(i);
        QVERIFY2(curves.size() == 3 && curves.last().startsWith("resident [bytes] heap"),
                 qPrintable(curves.join("; ")));
        choose(pane, "resident");
        QVERIFY(pane->curve()->peak());
        QCOMPARE(pane->curve()->peak()->second, 4096.0);
    }

    void aSelectedSpanIsLookedAtAndDraggingSelectsOne() {
        MainWindow window;
        MemoryPane* pane = open(window);
        QVERIFY(pane);
        choose(pane, "llocated");
        const model::TimeNs begin = window.currentPage()->document()->snapshot()->range().begin;
        window.currentPage()->view()->setSelection(model::TimeRange{begin + 20'000, begin + 40'000});
        QTRY_VERIFY(pane->isSettled() && pane->curve()->peak() && pane->curve()->peak()->second == 1412.0);
        window.currentPage()->view()->setSelection(std::nullopt);
        QTRY_VERIFY(pane->isSettled() && pane->curve()->peak() && pane->curve()->peak()->second == 1668.0);
        QWidget* plot = pane->curve()->findChild<QWidget*>();
        QVERIFY(plot);
        const QPoint from(plot->width() / 2, plot->height() / 2), to(plot->width() * 3 / 4, plot->height() / 2);
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(plot, to);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, to);
        QTRY_VERIFY(window.currentPage()->view()->viewState().selection);
    }

    void aReportWithoutMemorySaysHowToGetIt() {
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        window.openPaths({writeReport(smallReport(), m_folder.filePath("none.rep"))});
        QVERIFY(waitReady(window.currentPage()));
        QVERIFY(window.showPane("memory"));
        window.pane<app::MemoryPane>()->refreshNow();
        QStringList texts;
        for (const QLabel* label : window.pane<app::MemoryPane>()->findChildren<QLabel*>())
            if (label->isVisible()) texts.append(label->text());
        QVERIFY2(texts.join('|').contains("profile_memory=True"), qPrintable(texts.join('|')));
    }
};

SIGHTLINE_QT_TEST(AppMemoryTest)
#include "app_memory_test.moc"
