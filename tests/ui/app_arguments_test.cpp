// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "app/window/arguments.h"
#include "tests/ui/app_test.h"

using app::parseArguments;
using app::parseRange;
using app::parseTime;
using app::PictureFormat;
using app::PictureWhat;

class AppArgumentsTest : public QObject {
    Q_OBJECT

private slots:
    void timesAreReadExactly_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("plain ns") << "17" << qint64(17);
        QTest::newRow("ns") << "17ns" << qint64(17);
        QTest::newRow("us") << "3us" << qint64(3000);
        QTest::newRow("ms") << "500ms" << qint64(500'000'000);
        QTest::newRow("decimals") << "1.2s" << qint64(1'200'000'000);
        QTest::newRow("nine decimals") << "12.317402518s" << qint64(12'317'402'518);
        QTest::newRow("below a ns") << "0.0000000019s" << qint64(1);
        QTest::newRow("minutes") << "1.5min" << qint64(90'000'000'000);
        QTest::newRow("hours") << "0.5h" << qint64(1'800'000'000'000);
        QTest::newRow("days") << "1.000000001d" << qint64(86'400'000'086'400);
        QTest::newRow("negative") << "-5us" << qint64(-5000);
        QTest::newRow("space") << " 2 ms " << qint64(2'000'000);
        QTest::newRow("18 digits of ns") << "123456789012345678" << qint64(123456789012345678);
    }
    void timesAreReadExactly() {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto time = parseTime(text);
        QVERIFY(time.has_value());
        QCOMPARE(qint64(*time), ns);
    }

    void otherTextIsNoTime() {
        for (const char* text : {"", "s", "1.2.3s", "1,5s", "1y", "999999999999s", "0x10", "1e3"})
            QVERIFY2(!parseTime(QString::fromLatin1(text)), text);
    }

    void rangesMayBeOpenAtEitherEnd() {
        const model::TimeRange report{100, 1000};
        QCOMPARE(parseRange(u"200..300")->within(report).begin, 200);
        QCOMPARE(parseRange(u"200..")->within(report).end, 1000);
        QCOMPARE(parseRange(u"..300")->within(report).begin, 100);
        QCOMPARE(parseRange(u"1.2s..1.3s")->within(report).end, 1'300'000'000);
        for (const char* text : {"5", "5..4", "5..5", "1...2", "a..b", "1s-2s"})
            QVERIFY2(!parseRange(QString::fromLatin1(text)), text);
    }

    void aPictureTakesOneReport() {
        const auto good =
            parseArguments({"sightline-ui", "--screenshot", "out.png", "--size", "800x600", "--scale", "2", "--range",
                            "1ms..2ms", "--rows", "Stream", "--theme", "dark", "--lang", "zh_CN", "/data/a.rep"});
        QVERIFY2(good.error.isEmpty(), qPrintable(good.error));
        QCOMPARE(good.size, QSize(800, 600));
        QCOMPARE(good.scale, 2.0);
        QCOMPARE(good.rows, QStringLiteral("Stream"));
        QCOMPARE(good.files, QStringList{"/data/a.rep"});
        QVERIFY(!parseArguments({"sightline-ui", "--screenshot", "out.png"}).error.isEmpty());
        QVERIFY(!parseArguments({"sightline-ui", "--screenshot", "out.png", "a", "b"}).error.isEmpty());
    }

    void theEndingOfAPictureIsItsFormat() {
        const auto svg = parseArguments({"x", "--screenshot", "a.SVG", "--what", "selection", "--select", "1ms..2ms",
                                         "--legend", "names", "--all-rows", "--caption", "A step", "r.rep"});
        QVERIFY2(svg.error.isEmpty(), qPrintable(svg.error));
        QCOMPARE(svg.format, PictureFormat::Svg);
        QCOMPARE(svg.what, PictureWhat::Selection);
        QCOMPARE(svg.legend, timeline::LegendBy::Names);
        QCOMPARE(svg.caption, QStringLiteral("A step"));
        QVERIFY(svg.allRows);
        QCOMPARE(parseArguments({"x", "--screenshot", "a.pdf", "r.rep"}).format, PictureFormat::Pdf);
        QCOMPARE(parseArguments({"x", "--screenshot", "a.png", "r.rep"}).what, PictureWhat::Window);
    }

    void whatDoesNotGoTogetherIsSaid() {
        for (const QStringList& words :
             {QStringList{"--screenshot", "a.jpg"},
              {"--screenshot", "a"},
              {"--what", "view"},
              {"--caption", "x"},
              {"--view", "a.view.json"},
              {"--screenshot", "a.svg", "--what", "everything"},
              {"--screenshot", "a.svg", "--what", "pane"},
              {"--screenshot", "a.svg", "--what", "selection"},
              {"--screenshot", "a.svg", "--what", "whole", "--all-rows"},
              {"--screenshot", "a.svg", "--all-rows"},
              {"--screenshot", "a.svg", "--what", "pane", "--pane", "memory", "--baseline", "b.rep"},
              {"--screenshot", "a.svg", "--what", "pane", "--pane", "roofline", "--baseline", "r.rep"},
              {"--baseline", "b.rep"},
              {"--range", "1ms..2ms"},
              {"--find", "gemm"},
              {"--pane", "roofline"},
              {"--size", "800x600"},
              {"--screenshot", "a.svg", "--what", "whole", "--range", "1ms..2ms"},
              {"--screenshot", "a.svg", "--what", "whole", "--select", "1ms..2ms"},
              {"--screenshot", "a.svg", "--what", "selection", "--select", "1ms..2ms", "--range", "1ms..2ms"},
              {"--screenshot", "a.svg", "--what", "pane", "--pane", "reports", "--range", "1ms..2ms"},
              {"--screenshot", "a.svg", "--what", "view", "--find", "gemm"},
              {"--screenshot", "a.svg", "--legend", "kinds"},
              {"--screenshot", "a.svg", "--what", "view", "--legend", "x"},
              {"--screenshot", "a.svg", "--what", "view", "--scale", "0.5"}})
            QVERIFY2(!parseArguments(QStringList{"x"} + words + QStringList{"r.rep"}).error.isEmpty(),
                     qPrintable(words.join(' ')));
        QCOMPARE(
            parseArguments({"x", "--screenshot", "a.svg", "--what", "pane", "--pane", "reports", "--all-rows", "r.rep"})
                .error,
            QString());
        const auto with = parseArguments({"x", "--screenshot", "a.svg", "--what", "pane", "--pane",
                                          "kernelProfile:memory:3", "--baseline", "b.rep", "r.rep"});
        QCOMPARE(with.error, QString());
        QCOMPARE(QFileInfo(with.baseline).fileName(), QStringLiteral("b.rep"));
        QVERIFY(!parseArguments({"x", "--screenshot", "a.svg", "--compare", "--view", "v.json", "a.rep", "b.rep"})
                     .error.isEmpty());
        // What differs is that of whole reports.
        for (const QStringList& words :
             {QStringList{"--select", "1ms..2ms"}, {"--range", "1ms..2ms"}, {"--rows", "Stream"}, {"--find", "gemm"}}) {
            QVERIFY2(
                !parseArguments(
                     QStringList{"x", "--screenshot", "a.svg", "--what", "pane", "--compare", "a.rep", "b.rep"} + words)
                     .error.isEmpty(),
                qPrintable(words.join(' ')));
            QCOMPARE(parseArguments(
                         QStringList{"x", "--screenshot", "a.png", "--what", "window", "--compare", "a.rep", "b.rep"} +
                         words)
                         .error,
                     QString());
        }
        QCOMPARE(parseArguments({"x", "--screenshot", "a.svg", "--what", "pane", "--pane", "selection", "--select",
                                 "1ms..2ms", "--rows", "Stream", "r.rep"})
                     .error,
                 QString());
    }

    void wrongValuesAreExplained() {
        for (const QStringList& words : {QStringList{"x", "--size", "12"},
                                         {"x", "--size", "9x9"},
                                         {"x", "--scale", "40"},
                                         {"x", "--range", "5"},
                                         {"x", "--theme", "blue"},
                                         {"x", "--lang", "fr"},
                                         {"x", "--nonsense"}})
            QVERIFY2(!parseArguments(words).error.isEmpty(), qPrintable(words.join(' ')));
    }

    void filesBecomeAbsolute() {
        const auto arguments = parseArguments({"sightline-ui", "a.rep", "--new-window"});
        QVERIFY(arguments.newWindow);
        QVERIFY(QDir::isAbsolutePath(arguments.files.value(0)));
    }
};

SIGHTLINE_QT_TEST(AppArgumentsTest)
#include "app_arguments_test.moc"
