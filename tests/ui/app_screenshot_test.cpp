// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/app_test.h"

#include <QImage>
#include <QLocalServer>

#include "app/window/arguments.h"
#include "app/window/screenshot.h"
#include "app/window/single_instance.h"

class AppScreenshotTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    app::Arguments arguments(const QString& out) {
        app::Arguments a;
        a.screenshot = m_folder.filePath(out);
        a.files = {writeReport(smallReport(), m_folder.filePath("small.rep"))};
        a.size = QSize(900, 600);
        return a;
    }

private slots:
    void aPictureHasTheSizeThatWasAskedFor() {
        const app::Arguments a = arguments("a.png");
        QCOMPARE(app::takeScreenshot(a), 0);
        const QImage image(a.screenshot);
        QCOMPARE(image.size(), QSize(900, 600) * qApp->devicePixelRatio());
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3) colours.insert(image.pixel(x, y));
        QVERIFY2(colours.size() > 30, qPrintable(QString::number(colours.size())));
    }

    void aPictureMayBeSmallerThanAWindow() {
        app::Arguments a = arguments("small.png");
        a.size = QSize(320, 200);
        QCOMPARE(app::takeScreenshot(a), 0);
        QCOMPARE(QImage(a.screenshot).size(), QSize(320, 200) * qApp->devicePixelRatio());
    }

    void theSameCommandGivesTheSamePicture() {
        const app::Arguments a = arguments("a.png"), b = arguments("b.png");
        QCOMPARE(app::takeScreenshot(a), 0);
        QCOMPARE(app::takeScreenshot(b), 0);
        QCOMPARE(QImage(a.screenshot), QImage(b.screenshot));
    }

    void anotherRangeGivesAnotherPicture() {
        const app::Arguments a = arguments("a.png");
        app::Arguments b = arguments("b.png");
        b.range = app::parseRange(u"5us..9us");
        QVERIFY(b.range.has_value());
        QCOMPARE(app::takeScreenshot(a), 0);
        QCOMPARE(app::takeScreenshot(b), 0);
        QVERIFY(QImage(a.screenshot) != QImage(b.screenshot));
    }

    void nothingIsWrittenBesideTheReport() {
        QCOMPARE(app::takeScreenshot(arguments("c.png")), 0);
        QVERIFY(!QFile::exists(m_folder.filePath("small.rep.view.json")));
    }

    void aReportThatCannotBeReadEndsWithThree() {
        app::Arguments a = arguments("d.png");
        a.files = {m_folder.filePath("gone.rep")};
        QCOMPARE(app::takeScreenshot(a), 3);
        QVERIFY(!QFile::exists(a.screenshot));
    }

    void aSecondStartHandsItsFilesToTheFirst() {
        const QString name = QStringLiteral("sightline-test-%1").arg(QCoreApplication::applicationPid());
        app::SingleInstance first(name), second(name);
        QVERIFY(!second.forward({"/a.rep"}));
        QVERIFY(first.listen());
        QVERIFY(!second.listen());
        QSignalSpy asked(&first, &app::SingleInstance::openRequested);
        // The one that hands over waits for the answer, so it needs a thread of its own here.
        bool done = false;
        std::jthread other([&] { done = app::SingleInstance(name).forward({"/a.rep", "/中文.rep"}); });
        QVERIFY(asked.wait(5000));
        other.join();
        QVERIFY(done);
        QCOMPARE(asked.value(0).value(0).toStringList(), QStringList({"/a.rep", QStringLiteral("/中文.rep")}));
    }
};

SIGHTLINE_QT_TEST(AppScreenshotTest)
#include "app_screenshot_test.moc"
