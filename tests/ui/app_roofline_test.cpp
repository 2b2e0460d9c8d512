// SPDX-License-Identifier: GPL-3.0-or-later
// The pane with the roofline: its marks, and how it goes along with timeline and table.
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QTranslator>
#include <cmath>

#include "app/kit/tables/report_table_model.h"
#include "app/kit/tables/table.h"
#include "app/panes/kernel/roofline_text.h"
#include "app/panes/roofline/roofline_chart.h"
#include "app/panes/roofline/roofline_pane.h"
#include "app/pictures/picture.h"
#include "app/pictures/picture_room.h"
#include "tests/ui/picture_kit.h"

using app::MainWindow;
using app::ReportPage;
using app::RooflineItem;
using app::RooflinePane;

namespace {

/// A product that takes 10 µs twice, an addition of 40 µs, and a kernel of no operator, on a known chip. µs.
constexpr const char* kTrace =
    R"json({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3","numSms":132,"totalGlobalMem":85000000000}],"traceEvents":[
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":40,"args":{"External id":2,"Input Dims":[[1000,1000],[1000,1000]],"Input type":["c10::BFloat16","c10::BFloat16"]}},
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":60,"dur":40,"args":{"External id":3,"Input Dims":[[1000,1000],[1000,1000]],"Input type":["c10::BFloat16","c10::BFloat16"]}},
    {"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":110,"dur":40,"args":{"External id":4,"Input Dims":[[5000,1000],[5000,1000],[]],"Input type":["float","float","Scalar"]}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":20,"dur":5,"args":{"correlation":7}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":70,"dur":5,"args":{"correlation":8}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":120,"dur":5,"args":{"correlation":9}},
    {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":200,"dur":10,"args":{"device":0,"stream":7,"correlation":7}},
    {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":220,"dur":10,"args":{"device":0,"stream":7,"correlation":8}},
    {"ph":"X","cat":"kernel","name":"add","pid":0,"tid":7,"ts":240,"dur":40,"args":{"device":0,"stream":7,"correlation":9}},
    {"ph":"X","cat":"kernel","name":"alone","pid":0,"tid":7,"ts":300,"dur":5,"args":{"device":0,"stream":7,"correlation":99}}]})json";

}  // namespace

class AppRooflineTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    RooflinePane* open(MainWindow& window) {
        const QString path = m_folder.filePath(QString(QTest::currentTestFunction()) + ".json");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(kTrace) < 0) return nullptr;
        file.close();
        window.resize(1600, 1000);
        window.show();
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        if (!page || !waitReady(page) || !window.showPane("roofline")) return nullptr;
        return settled(window) && !window.pane<app::RooflinePane>()->chart()->item().marks().empty()
                   ? window.pane<app::RooflinePane>()
                   : nullptr;
    }
    /// A copy of a report of an H100, where that is.
    QString realReport() {
        const QString sample =
                          qEnvironmentVariable("SIGHTLINE_SAMPLES") + QStringLiteral("/h100/ncu/kern_full.ncu-rep"),
                      file = m_folder.filePath("kernels.ncu-rep");
        return QFile::exists(file) || QFile::copy(sample, file) ? file : QString();
    }
    static bool settled(MainWindow& window) {
        return QTest::qWaitFor([&] { return window.pane<app::RooflinePane>()->isSettled(); }, 10000);
    }
    /// The mark of the operator of that name.
    static const RooflineItem::Mark* markOf(const RooflinePane* pane, const std::string& name) {
        for (const RooflineItem::Mark& m : pane->chart()->item().marks())
            if (pane->chart()->view().result->points[m.point].name == name) return &m;
        return nullptr;
    }
    static QString chosenRow(const RooflinePane* pane) {
        const QModelIndexList rows = pane->table()->selectionModel()->selectedRows();
        QStringList out;
        for (const QModelIndex& row : rows)
            for (int c = 0; c < pane->model()->columnCount(); ++c)
                if (pane->model()->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString() == "Name")
                    out += row.siblingAtColumn(c).data().toString();
        out.sort();
        return out.join(' ');
    }
    static QString selectedName(MainWindow& window) {
        const model::SnapshotPtr s = window.currentPage()->view()->snapshot();
        const model::EventRef e = window.currentPage()->view()->viewState().selected;
        return e.isValid() ? QString::fromStdString(std::string(s->text(model::eventAt(*s, e).name))) : QString();
    }

private slots:
    void pointsStandWhereTheirNumbersSay() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        QAbstractItemModelTester tester(pane->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(pane->chart()->item().marks().size(), std::size_t{2});
        const RooflineItem::Mark *mm = markOf(pane, "aten::mm"), *add = markOf(pane, "aten::add");
        QVERIFY(mm && add);
        QCOMPARE(mm->at.x(), 2e9 / 6e6);  // operations a byte
        QVERIFY(std::abs(mm->at.y() / (2e9 / 10e-6) - 1) < 1e-9);
        QVERIFY(std::abs(add->at.x() - 1.0 / 12) < 1e-9);
        // Areas are times: 20 and 40 µs.
        QVERIFY(std::abs(add->radius * add->radius / (mm->radius * mm->radius) - 2) < 0.01);
        QVERIFY2(pane->status().contains("Points: 2") && pane->status().contains("1 of 4 kernels"),
                 qPrintable(pane->status()));
        for (const RooflineItem::Mark& m : pane->chart()->item().marks())
            QVERIFY(pane->chart()->plot()->rect().contains(pane->chart()->item().pixelOf(m).toPoint()));
        const QString text = app::pointText(pane->chart()->view().result->points[mm->point]);
        QVERIFY2(text.contains("Model") && text.contains("M 1000 N 1000 K 1000") && text.contains("2 B M N K"),
                 qPrintable(text));
        bool practical = false;
        for (const auto& roof : pane->chart()->item().roofs())
            practical |= roof.origin == model::roofline::Origin::Practical;
        QVERIFY(practical);
        pane->setEachLaunch(true);
        QVERIFY(settled(window));
        QCOMPARE(pane->chart()->item().marks().size(), std::size_t{3});
        QCOMPARE(pane->model()->rowCount(), 3);
    }

    void pointsHaveNamesThatLieUponNothing() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        pane->chart()->plot()->toPixmap();
        const RooflineItem& item = pane->chart()->item();
        QStringList names;
        for (const auto& name : item.names()) {
            names << name.text;
            for (const auto& other : item.names()) QVERIFY(&other == &name || !other.area.intersects(name.area));
            for (const RooflineItem::Mark& m : item.marks())
                QVERIFY(m.point == name.point ||
                        !QRectF(item.pixelOf(m) - QPointF(m.radius, m.radius), QSizeF(2 * m.radius, 2 * m.radius))
                             .intersects(name.area));
        }
        names.sort();
        QCOMPARE(names, QStringList({"aten::add", "aten::mm"}));
        const auto& labels = item.labels();
        QVERIFY(labels.size() > 4);  // legend, roofs and ridges beside the names
        for (std::size_t i = 0; i < labels.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const QRectF both = labels[i].intersected(labels[j]).boundingRect();
                QVERIFY(both.width() < 1 || both.height() < 1);  // lines of the legend touch
            }
    }

    void noTextLiesUponAnotherAMarkOrALine() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        app::RooflineView view = pane->chart()->view();
        auto before = std::make_shared<model::roofline::Result>(*view.result);
        for (auto& p : before->points) p.seconds *= 3, p.bytes[0] *= 2;
        before->chips[0].name = "Another chip";
        view.baseline = before;
        view.baselineName = QStringLiteral("before.json");
        // Roofs that lie close to each other, as those of a data sheet and what was measured do.
        auto dense = std::make_shared<model::roofline::Result>(*view.result);
        const auto roofs = dense->roofs;
        for (model::roofline::Roof roof : roofs)
            for (const double part : {0.99, 0.93})
                roof.rate *= part, roof.origin = model::roofline::Origin::Measured, dense->roofs.push_back(roof);
        view.result = dense;
        app::RooflineChart chart;
        chart.setView(view);
        chart.show();
        const auto overlap = [](const QPolygonF& a, const QPolygonF& b) {
            const QRectF both = a.intersected(b).boundingRect();
            return both.width() > 1 && both.height() > 1;  // lines of the legend touch
        };
        for (const QSize size : {QSize(1200, 900), QSize(700, 600), QSize(900, 300), QSize(520, 150)}) {
            chart.resize(size);
            QCoreApplication::processEvents();
            chart.plot()->toPixmap();
            const RooflineItem& item = chart.item();
            const auto& labels = item.labels();
            QVERIFY(item.obstacles().size() >= 4 && item.lines().size() > 4);  // the baseline's, too
            for (std::size_t i = 0; i < labels.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) QVERIFY(!overlap(labels[i], labels[j]));
                for (const QRectF& mark : item.obstacles())
                    QVERIFY2(size.height() < 300 || !overlap(labels[i], QPolygonF(mark)),
                             qPrintable(QString::number(size.height())));
                for (const QLineF& line : item.lines())
                    for (int edge = 0; edge < 4 && size.height() >= 300; ++edge)
                        QVERIFY2(QLineF(labels[i][edge], labels[i][(edge + 1) % 4]).intersects(line, nullptr) !=
                                     QLineF::BoundedIntersection,
                                 qPrintable(QStringLiteral("%1 %2").arg(i).arg(size.height())));
            }
        }
        // What is hollow is explained, with the chip that it is of.
        chart.resize(1200, 900);
        app::PictureSource source;
        source.panes.push_back({&chart, QStringLiteral("Chart"), QString()});
        app::PictureRequest request;
        request.what = app::PictureWhat::Pane;
        request.pane = &chart;
        QVERIFY(
            Svg(app::Picture(source, request).toSvg()).says(QStringLiteral("Baseline: before.json (Another chip)")));
    }

    void noTwoKindsOfArithmeticShareAColour() {
        std::set<QRgb> colours;
        for (const auto& kind : model::roofline::precisions())
            colours.insert(RooflineItem::colourOf(kind.precision).rgb());
        QCOMPARE(colours.size(), model::roofline::kPrecisions);
    }

    void aTableThatDoesNotFitBesideTheChartLiesBelow() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        window.floatPane("roofline", {1500, 900});
        QTRY_VERIFY(pane->isStacked());
        QVERIFY(pane->chart()->height() > 400 && pane->chart()->width() > 1400 && pane->table()->width() > 1400);
        window.floatPane("roofline", {1500, 300});
        QTRY_VERIFY(!pane->isStacked());  // there is no height for both
        // A column that no row fills is hidden, one of the others is not.
        const auto isHidden = [&](const char* title) {
            for (int c = 0; c < pane->model()->columnCount(); ++c)
                if (pane->model()->report()->columns[static_cast<std::size_t>(c)].title == title)
                    return pane->table()->isColumnHidden(c);
            return false;
        };
        QVERIFY(isHidden("L1 GB/s") && !isHidden("DRAM GB/s") && !isHidden("Shape"));
    }

    void wordsOfTheTableAreInTheLanguageOfTheWindow() {
        struct Translator : QTranslator {
            bool isEmpty() const override { return false; }
            QString translate(const char* context, const char* text, const char*, int) const override {
                const bool known = QLatin1String(context) == QLatin1String("Reports") ||
                                   QLatin1String(context) == QLatin1String("Messages");
                return known ? QString::fromUtf8(text).toUpper() : QString();
            }
        } translator;
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        QCoreApplication::installTranslator(&translator);
        QStringList words;
        for (int row = 0; row < pane->model()->rowCount(); ++row)
            for (int c = 0; c < pane->model()->columnCount(); ++c) {
                const std::string_view title = pane->model()->report()->columns[static_cast<std::size_t>(c)].title;
                if (title == "Notes" || title == "Peaks" || title == "Name")
                    words += pane->model()->index(row, c).data().toString();
            }
        QCoreApplication::removeTranslator(&translator);
        QVERIFY2(words.contains("DATA SHEET") && words.filter("MODEL: WORK").size() == 2, qPrintable(words.join('|')));
        QVERIFY(words.contains("aten::mm"));  // a name is none
    }

    void aLowChartCutsNoMarkAndSaysWhatIsPractical() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        app::RooflineChart chart;
        chart.setView(pane->chart()->view());
        chart.show();
        for (const QSize size : {QSize(520, 150), QSize(900, 190), QSize(700, 600), QSize(1500, 900)}) {
            chart.resize(size);
            QCoreApplication::processEvents();
            chart.plot()->toPixmap();
            for (const RooflineItem::Mark& m : chart.item().marks())
                QVERIFY2(chart.item().pixelOf(m).y() + m.radius <= chart.plot()->axisRect()->bottom() + 3 &&
                             chart.item().pixelOf(m).y() - m.radius >= chart.plot()->axisRect()->top() - 3,
                         qPrintable(QString::number(size.height())));
            app::PictureSource source;
            source.panes.push_back({&chart, QStringLiteral("Chart"), QString()});
            app::PictureRequest request;
            request.what = app::PictureWhat::Pane;
            request.pane = &chart;
            const Svg svg(app::Picture(source, request).toSvg());
            int practical = 0;
            for (const auto& roof : chart.item().roofs()) {
                if (roof.origin != model::roofline::Origin::Practical) continue;
                QVERIFY2(size.width() < 1500 || svg.says(app::roofText(roof)),
                         qPrintable(svg.allText()));  // where there is room
                ++practical;
            }
            QVERIFY(practical > 0);
        }
    }

    void clickingAPointSelectsItsKernelAndItsRow() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        QTest::mouseClick(pane->chart()->plot(), Qt::LeftButton, {},
                          pane->chart()->item().pixelOf(*markOf(pane, "aten::add")).toPoint());
        QTRY_COMPARE(selectedName(window), QString("add"));
        QCOMPARE(chosenRow(pane), QString("aten::add"));
        QCOMPARE(pane->chart()->view().chosen, std::set<std::size_t>{markOf(pane, "aten::add")->point});
    }

    void whatIsSelectedInTheTimelineIsChosenHere() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        const auto point = markOf(pane, "aten::mm")->point;
        window.currentPage()->view()->selectEvent(pane->chart()->view().result->points[point].events.back());
        QTRY_COMPARE(pane->chart()->view().chosen, std::set<std::size_t>{point});
        QCOMPARE(chosenRow(pane), QString("aten::mm"));
        window.currentPage()->view()->selectEvent({});
        QTRY_VERIFY(pane->chart()->view().chosen.empty());
    }

    void draggingMarksWhatIsInside() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        QCustomPlot* plot = pane->chart()->plot();
        const QPoint at = pane->chart()->item().pixelOf(*markOf(pane, "aten::mm")).toPoint();
        QTest::mousePress(plot, Qt::LeftButton, {}, at - QPoint(30, 30));
        QTest::mouseMove(plot, at);
        QTest::mouseMove(plot, at + QPoint(20, 20));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, at + QPoint(20, 20));
        QTRY_COMPARE(pane->chart()->view().marked, std::set<std::size_t>{markOf(pane, "aten::mm")->point});
        QCOMPARE(chosenRow(pane), QString("aten::mm"));
    }

    void theWheelZoomsDraggingMovesAndFitShowsAll() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        QCustomPlot* plot = pane->chart()->plot();
        QWidget* widget = plot;
        const RooflineItem::Mark mark = *markOf(pane, "aten::mm");
        const QPointF at = pane->chart()->item().pixelOf(mark);
        const auto ratio = [&] { return plot->xAxis->range().upper / plot->xAxis->range().lower; };
        const double whole = ratio();
        QWheelEvent wheel(at, widget->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &wheel);
        QVERIFY(ratio() < whole);
        QVERIFY((pane->chart()->item().pixelOf(mark) - at).manhattanLength() < 1);  // what is under the pointer stays
        const double zoomed = ratio();
        QTest::mousePress(widget, Qt::LeftButton, Qt::ControlModifier, at.toPoint());
        QTest::mouseMove(widget, at.toPoint() + QPoint(-40, 25));
        QTest::mouseRelease(widget, Qt::LeftButton, Qt::ControlModifier, at.toPoint() + QPoint(-40, 25));
        QVERIFY2((pane->chart()->item().pixelOf(mark) - at - QPointF(-40, 25)).manhattanLength() < 2,
                 "the mark goes along with the pointer");
        QVERIFY(std::abs(ratio() / zoomed - 1) < 1e-6);
        QVERIFY(pane->chart()->view().marked.empty());
        pane->chart()->fit();
        QVERIFY(std::abs(ratio() / whole - 1) < 1e-6);
    }

    void aMemoryWithoutNumbersIsNamedAndKeepsTheTable() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        pane->setLevels(RooflinePane::Levels::L2);
        QVERIFY(pane->chart()->item().marks().empty());
        QVERIFY2(pane->status().contains("not known"), qPrintable(pane->status()));
        QCOMPARE(pane->model()->rowCount(), 2);
        pane->setLevels(RooflinePane::Levels::All);
        QCOMPARE(pane->chart()->item().marks().size(), std::size_t{2});
    }

    void aSecondReportIsDrawnBeneathAndMovesNothing() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        const auto picture = [&] { return pane->chart()->plot()->toPixmap().toImage(); };
        const QImage alone = picture();
        app::RooflineView view = pane->chart()->view();
        auto slower = std::make_shared<model::roofline::Result>(*view.result);
        for (auto& p : slower->points) p.seconds *= 3;
        view.baseline = slower;
        pane->chart()->setView(view);
        QVERIFY(picture() != alone);
        QCOMPARE(pane->chart()->item().marks().size(), std::size_t{2});
        view.baseline = nullptr;
        pane->chart()->setView(view);
        QCOMPARE(picture(), alone);
    }

    void arrowsFromAnotherProfilerSayThatItsCachesWereOthers() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        using model::roofline::Caches;
        app::RooflineView view = pane->chart()->view();
        const auto with = [&](Caches caches, double seconds) {
            auto result = std::make_shared<model::roofline::Result>(*view.result);
            result->caches = caches;
            for (auto& p : result->points) p.seconds *= seconds;
            return result;
        };
        const RooflineItem& item = pane->chart()->item();
        const auto isWritten = [&] {
            const double width =
                QFontMetrics(pane->chart()->plot()->xAxis->tickLabelFont()).horizontalAdvance(item.cachesNote());
            return std::any_of(item.labels().begin(), item.labels().end(),
                               [&](const QPolygonF& label) { return label.boundingRect().width() > width; });
        };
        const auto compare = [&](Caches now, Caches before) {
            view.result = with(now, 1), view.baseline = with(before, 3);
            pane->chart()->setView(view);
            pane->chart()->plot()->toPixmap();
        };
        compare(Caches::Warm, Caches::Warm);
        QVERIFY(item.cachesNote().isEmpty());
        compare(Caches::Unknown, Caches::Cleared);
        QVERIFY(item.cachesNote().isEmpty());
        QVERIFY(!pane->status().contains("Bytes of DRAM: with"));
        compare(Caches::Warm, Caches::Cleared);
        QVERIFY(item.cachesNote().contains("of the baseline with cleared ones") && isWritten());
        QVERIFY2(pane->status().contains("Bytes of DRAM: with"), qPrintable(pane->status()));
        compare(Caches::Cleared, Caches::Warm);
        QVERIFY(item.cachesNote().contains("of the baseline with warm ones") && isWritten());
        // Of other memories nothing is to be said.
        view.levels = {model::roofline::Level::L2};
        compare(Caches::Cleared, Caches::Warm);
        QVERIFY(item.cachesNote().isEmpty());
    }

    void namesOfRoofsOnOneLineKeepApart() {
        const QString path = realReport();
        if (path.isEmpty()) QSKIP("the sample report is not there");
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(QLatin1String(language));
            MainWindow window;
            window.resize(1600, 1000);
            window.show();
            window.openPaths({path});
            QVERIFY(waitReady(window.currentPage()) && window.showPane("roofline") && settled(window));
            QCustomPlot* plot = window.pane<app::RooflinePane>()->chart()->plot();
            for (const int width : {500, 700, 900, 1200, 1600}) {
                plot->toPixmap(width, 400);
                const auto& labels = window.pane<app::RooflinePane>()->chart()->item().labels();
                const double least = QFontMetrics(plot->xAxis->tickLabelFont()).averageCharWidth();
                for (std::size_t a = 0; a < labels.size(); ++a)
                    for (std::size_t b = 0; b < a; ++b) {
                        const QRectF x = labels[a].boundingRect(), y = labels[b].boundingRect();
                        const bool sameLine = std::abs(x.center().y() - y.center().y()) < 2 &&
                                              x.height() < 2 * least * 2 && y.height() < 2 * least * 2;
                        const double between = std::max(x.left(), y.left()) - std::min(x.right(), y.right());
                        QVERIFY2(!sameLine || between >= least, qPrintable(QStringLiteral("%1 at %2: %3 px")
                                                                               .arg(QLatin1String(language))
                                                                               .arg(width)
                                                                               .arg(between)));
                    }
            }
        }
        app::setLanguage(QStringLiteral("en"));
    }

    void anotherReportIsTheBaseline() {
        const QString path = m_folder.filePath("before.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(kTrace)
                       .replace("\"ts\":200,\"dur\":10", "\"ts\":190,\"dur\":20")
                       .replace("\"ts\":220,\"dur\":10", "\"ts\":215,\"dur\":20"));
        file.close();
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        ReportPage* now = window.currentPage();
        QVERIFY(pane->baselineBox()->isHidden());  // there is nothing to choose
        window.openPaths({path});
        ReportPage* before = window.currentPage();
        QVERIFY(waitReady(before));
        window.tabs()->setCurrentWidget(now);
        QVERIFY(settled(window));
        QCOMPARE(pane->baselineBox()->count(), 2);
        // The columns are in their order beside the second report, too.
        QHeaderView* header = pane->table()->horizontalHeader();
        QCOMPARE(pane->model()->headerData(header->logicalIndex(0), Qt::Horizontal, Qt::DisplayRole).toString(),
                 QString("Name"));
        QVERIFY(!pane->chart()->view().baseline);
        pane->baselineBox()->setCurrentIndex(1);
        emit pane->baselineBox()->activated(1);
        QVERIFY(settled(window));
        QVERIFY(pane->chart()->view().baseline);
        const RooflineItem::Mark* mark = markOf(pane, "aten::mm");
        QVERIFY(mark);
        const model::roofline::Point& point = pane->chart()->view().result->points[mark->point];
        const model::roofline::Point* then = app::pointBefore(pane->chart()->view(), mark->point);
        QVERIFY(then);
        QVERIFY(std::abs(then->seconds / point.seconds - 2) < 1e-9);
        QVERIFY2(app::beforeText(*then, point).contains("50"), qPrintable(app::beforeText(*then, point)));
        QVERIFY2(pane->status().contains("arrows from the baseline: 2"), qPrintable(pane->status()));
        window.closePage(window.tabs()->indexOf(before));
        pane->refreshNow();
        QVERIFY(settled(window));
        QVERIFY(!pane->chart()->view().baseline && pane->baselineBox()->isHidden());
    }

    void aSpanIsLookedAtAlone() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        const model::TimeNs begin = window.currentPage()->document()->snapshot()->range().begin;
        window.currentPage()->view()->setSelection(model::TimeRange{begin + 225'000, begin + 275'000});  // the addition
        const bool alone =
            QTest::qWaitFor([&] { return pane->isSettled() && pane->chart()->item().marks().size() == 1; });
        QVERIFY2(alone,
                 qPrintable(QString("%1 marks; %2").arg(pane->chart()->item().marks().size()).arg(pane->status())));
        QCOMPARE(pane->chart()->view().result->points[0].name, std::string("aten::add"));
    }

    void tablesAndPicturesAreExported() {
        MainWindow window;
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        for (const char* ending : {"csv", "png", "svg"}) {
            const QString path = m_folder.filePath(QString("roofline.") + ending);
            QVERIFY(pane->exportTo(path));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            QVERIFY(QString(ending) == "png" ? QImage(path).width() > 400
                                             : bytes.contains(QString(ending) == "csv" ? "aten::mm" : "<svg"));
        }
        QVERIFY(!pane->exportTo(m_folder.filePath("none/roofline.csv")));
    }

    void aPictureIsAsWideAsItWasAskedForAndItsChartTakesThatWidth() {
        MainWindow window(MainWindow::Mode::Picture);
        RooflinePane* pane = open(window);
        QVERIFY(pane);
        window.floatPane("roofline", {700, 700});
        window.settle();
        QVERIFY(settled(window));
        const app::PictureRoom room(*pane, false);
        QCOMPARE(pane->width(), 700);
        QCOMPARE(pane->chart()->width(), 700);
        const auto* table = pane->findChild<app::Table*>();
        for (int column = 0; column < table->model()->columnCount();
             ++column)  // numbers are whole, texts are what gives way
            for (int row = 0; row < table->model()->rowCount() && !table->isColumnHidden(column); ++row) {
                const QModelIndex index = table->model()->index(row, column);
                const bool isNumber = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
                QVERIFY2(!isNumber || table->columnWidth(column) >
                                          table->fontMetrics().horizontalAdvance(index.data().toString()),
                         qPrintable(index.data().toString()));
            }
        QVERIFY2(room.leftOut().contains(QStringLiteral("columns at the right are left out")),
                 qPrintable(room.leftOut().join(u'|')));
    }

    void aReportWithoutWorkSaysHowToGetIt() {
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        window.openPaths({writeReport(smallReport(), m_folder.filePath("none.rep"))});
        QVERIFY(waitReady(window.currentPage()));
        QVERIFY(window.showPane("roofline"));
        QVERIFY(settled(window));
        QStringList texts;
        for (const QLabel* label : window.pane<app::RooflinePane>()->findChildren<QLabel*>())
            if (label->isVisible()) texts.append(label->text());
        QVERIFY2(texts.join('|').contains("ncu --set roofline") && texts.join('|').contains("record_shapes=True"),
                 qPrintable(texts.join('|')));
    }
};

SIGHTLINE_QT_TEST(AppRooflineTest)
#include "app_roofline_test.moc"
