// SPDX-License-Identifier: GPL-3.0-or-later
// Flame graph and function tables.
#include <QAbstractItemModelTester>
#include <QDockWidget>

#include "app/kit/tables/choice_list.h"
#include "app/kit/tables/tree_table.h"
#include "app/panes/functions/flame_view.h"
#include "app/panes/functions/functions_pane.h"
#include "tests/ui/app_test.h"

using app::CallTreeModel;
using app::FlameView;
using app::FunctionsPane;
using app::MainWindow;
using app::ReportPage;
using model::CallTree;

class AppFunctionsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    FunctionsPane* open(MainWindow& window) {
        window.resize(1400, 900);
        window.show();
        window.openPaths(
            {writeReport(smallReport(), m_folder.filePath(QString(QTest::currentTestFunction()) + ".rep"))});
        ReportPage* page = window.currentPage();
        if (!page || !waitReady(page) || !window.showPane("functions")) return nullptr;
        window.pane<app::FunctionsPane>()->setSource(FunctionsPane::Source::Nvtx);
        return settled(window) ? window.pane<app::FunctionsPane>() : nullptr;
    }
    static bool settled(MainWindow& window) {
        return QTest::qWaitFor([&] { return window.pane<app::FunctionsPane>()->isSettled(); }, 10000);
    }
    static QString cell(CallTreeModel* m, int row, int column, const QModelIndex& parent = {},
                        int role = Qt::DisplayRole) {
        return m->index(row, column, parent).data(role).toString();
    }

private slots:
    /// What a person chose comes first in the next report of that kind, and in no other; what the program chose does
    /// not.
    void theSourceIsRememberedByTheKindOfReport() {
        const auto write = [this](const QString& name) {
            QFile file(m_folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly)) return QString();
            file.write(
                R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":90},)"
                R"({"ph":"X","cat":"python_function","name":"train.py(3): main","pid":1,"tid":1,"ts":0,"dur":95,)"
                R"("args":{"Python id":1}}]})");
            return file.fileName();
        };
        const auto opened = [](MainWindow& window, const QString& path) -> FunctionsPane* {
            window.resize(1400, 900);
            window.show();
            window.openPaths({path});
            return waitReady(window.currentPage()) && window.showPane("functions") && settled(window)
                       ? window.pane<FunctionsPane>()
                       : nullptr;
        };
        QSettings().remove("functions");
        using Source = FunctionsPane::Source;
        Source other = Source::Operators;
        {
            MainWindow window;
            FunctionsPane* pane = opened(window, write("a.json"));
            QVERIFY(pane);
            const Source first = pane->source();
            QVERIFY(first == Source::Operators || first == Source::Python);
            if (first == other) other = Source::Python;
            pane->setSource(other);
            QVERIFY(QSettings().value("functions/source/chrome").isNull());
            const QString key = QString::fromStdString(std::string(model::infoOf(other).key));
            emit pane->sources()->chosen(key);
            QCOMPARE(QSettings().value("functions/source/chrome").toString(), key);
        }
        {
            MainWindow window;
            FunctionsPane* pane = opened(window, write("b.json"));
            QVERIFY(pane);
            QVERIFY(pane->source() == other);
            pane->setView(FunctionsPane::View::TopDown);
            QTRY_COMPARE(cell(pane->model(), 0, CallTreeModel::Name),
                         other == Source::Python ? QString("train.py(3): main") : QString("aten::mm"));
        }
        // Another kind begins as it did, and so does one that lacks the source.
        for (const char* kept : {"chrome", "rep"}) {
            QSettings().setValue(QLatin1String("functions/source/") + kept, "operators");
            MainWindow window;
            FunctionsPane* pane = opened(window, writeReport(smallReport(), m_folder.filePath("other.rep")));
            QVERIFY(pane);
            QVERIFY(pane->source() == Source::Nvtx);
        }
        QSettings().remove("functions");
    }

    // |ffffffffffbbbbbbbbbbbb| 10 and 12 µs; inside aa, c and dddd.
    void rangesAreATreeWithSelfAndTotal() {
        MainWindow window;
        FunctionsPane* pane = open(window);
        QVERIFY(pane);
        pane->setView(FunctionsPane::View::TopDown);
        CallTreeModel* m = pane->model();
        QAbstractItemModelTester tester(m, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m->rowCount(), 2);
        QCOMPARE(cell(m, 0, CallTreeModel::Name), QString("backward"));
        QCOMPARE(cell(m, 0, CallTreeModel::Total, {}, app::kCopyRole), QString("12000"));
        QCOMPARE(cell(m, 0, CallTreeModel::Self, {}, app::kCopyRole), QString("8000"));
        QCOMPARE(cell(m, 0, CallTreeModel::Name, m->index(0, 0)), QString("d"));
        QCOMPARE(m->rowCount(m->index(1, 0)), 2);
        pane->table()->sortByColumn(CallTreeModel::Name, Qt::DescendingOrder);
        QCOMPARE(cell(m, 0, CallTreeModel::Name), QString("forward"));
        QVERIFY(m->csv().startsWith("depth,name,total"));
        QVERIFY(m->csv().contains("\n1,d,4000,"));
    }

    void bottomUpAndFlat() {
        MainWindow window;
        FunctionsPane* pane = open(window);
        QVERIFY(pane);
        pane->setView(FunctionsPane::View::BottomUp);
        CallTreeModel* m = pane->model();
        QAbstractItemModelTester tester(m, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QModelIndex d;
        for (int r = 0; r < m->rowCount(); ++r)
            if (cell(m, r, CallTreeModel::Name) == "d") d = m->index(r, 0);
        QVERIFY(d.isValid());
        QCOMPARE(cell(m, 0, CallTreeModel::Name, d), QString("backward"));
        pane->setView(FunctionsPane::View::Flat);
        QCOMPARE(m->rowCount(), 5);
        QCOMPARE(m->rowCount(m->index(0, 0)), 0);
        QCOMPARE(cell(m, 0, CallTreeModel::Name), QString("backward"));
    }

    void aClickMakesABarAsWideAsTheView() {
        MainWindow window;
        FunctionsPane* pane = open(window);
        QVERIFY(pane);
        FlameView* flame = pane->flame();
        QVERIFY(flame->isVisible());
        const std::uint32_t wide = flame->nodeAt({10, FlameView::kLine / 2});
        QVERIFY(wide != CallTree::kNone);
        QVERIFY(flame->rectOf(wide).width() < flame->width() * 2 / 3);
        QTest::mouseClick(flame, Qt::LeftButton, {}, flame->rectOf(wide).center());
        QCOMPARE(flame->zoomed(), wide);
        QCOMPARE(flame->rectOf(wide).width(), flame->width());
        QTest::keyClick(flame, Qt::Key_Escape);
        QCOMPARE(flame->zoomed(), CallTree::kNone);
        QSignalSpy hovered(flame, &FlameView::hovered);
        QTest::mouseMove(flame, flame->rectOf(wide).center());
        QTRY_VERIFY(!hovered.isEmpty() && hovered.last()[0].toString().startsWith("backward: "));
    }

    void whatIsSoughtStandsOut() {
        MainWindow window;
        FunctionsPane* pane = open(window);
        QVERIFY(pane);
        pane->setSearch("FORW");
        QVERIFY(std::abs(pane->flame()->found() - 10.0 / 22) < 1e-9);
        QVERIFY2(pane->status().contains("45.5"), qPrintable(pane->status()));
        pane->setSearch({});
        QCOMPARE(pane->flame()->found(), 0.0);
    }

    void theSelectedSpanCounts() {
        MainWindow window;
        FunctionsPane* pane = open(window);
        QVERIFY(pane);
        window.currentPage()->view()->setSelection(model::TimeRange{0, 10'000});
        pane->setView(FunctionsPane::View::TopDown);
        QTRY_COMPARE(pane->model()->rowCount(), 1);
        QCOMPARE(cell(pane->model(), 0, CallTreeModel::Name), QString("forward"));
    }

    void itIsExported() {
        MainWindow window;
        FunctionsPane* pane = open(window);
        QVERIFY(pane);
        const QString folded = m_folder.filePath("f.txt"), svg = m_folder.filePath("f.svg"),
                      png = m_folder.filePath("f.png");
        QVERIFY(pane->exportTo(folded) && pane->exportTo(svg) && pane->exportTo(png));
        QFile file(folded);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().split('\n').contains("backward;d 4000"));
        QFile picture(svg);
        QVERIFY(picture.open(QIODevice::ReadOnly) && picture.readAll().contains("<svg"));
        QVERIFY(!QImage(png).isNull());
        QVERIFY(!pane->exportTo(m_folder.filePath("no/folder/f.txt")));
    }

    void nothingOfAClosedReportStays() {
        MainWindow window;
        FunctionsPane* pane = open(window);
        QVERIFY(pane);
        pane->setSearch("forw");
        window.closePage(0);
        QCOMPARE(pane->model()->rowCount(), 0);
        pane->setView(FunctionsPane::View::Flat);
        QVERIFY(!pane->exportTo(m_folder.filePath("gone.txt")));
        QTest::qWait(0);
        QCOMPARE(pane->flame()->found(), 0.0);
    }

    void slicesOfTraceEventsAreASource() {
        MainWindow window;
        QFile file(m_folder.filePath("slices.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            R"json([{"ph":"B","name":"outer","pid":1,"tid":1,"ts":0},{"ph":"X","name":"inner","pid":1,"tid":1,"ts":2,"dur":3},{"ph":"E","pid":1,"tid":1,"ts":10}])json");
        file.close();
        window.resize(1400, 900);
        window.show();
        window.openPaths({file.fileName()});
        QVERIFY(waitReady(window.currentPage()) && window.showPane("functions") && settled(window));
        FunctionsPane* pane = window.pane<app::FunctionsPane>();
        QCOMPARE(pane->source(), FunctionsPane::Source::Slices);
        pane->setView(FunctionsPane::View::TopDown);
        CallTreeModel* m = pane->model();
        QTRY_COMPARE(m->rowCount(), 1);
        QCOMPARE(cell(m, 0, CallTreeModel::Self, {}, app::kCopyRole), QString("7000"));
        QCOMPARE(cell(m, 0, CallTreeModel::Name, m->index(0, 0)), QString("inner"));
        QCOMPARE(cell(m, 0, CallTreeModel::Total, m->index(0, 0), app::kCopyRole), QString("3000"));
        pane->setSource(FunctionsPane::Source::Nvtx);
        QVERIFY(settled(window));
        QVERIFY2(pane->status().contains("NVTX"), qPrintable(pane->status()));
    }

    void whatIsMissingIsSaid() {
        MainWindow window;
        FunctionsPane* pane = open(window);
        QVERIFY(pane);
        pane->setSource(FunctionsPane::Source::Samples);
        QVERIFY(settled(window));
        QVERIFY2(pane->status().contains("CPU sampling"), qPrintable(pane->status()));
    }
};

SIGHTLINE_QT_TEST(AppFunctionsTest)
#include "app_functions_test.moc"
