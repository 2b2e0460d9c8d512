// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures from the command line, without a display.
#include <QHeaderView>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardItemModel>
#include <QStandardPaths>

#include "app/compare/compare_window.h"
#include "app/compare/difference_pane.h"
#include "app/kit/tables/table.h"
#include "app/panes/reports_pane.h"
#include "app/pictures/picture.h"
#include "app/pictures/picture_fonts.h"
#include "app/report/view_file.h"
#include "app/window/arguments.h"
#include "app/window/screenshot.h"
#include "tests/ui/picture_kit.h"

using namespace app;

class AppPictureCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    timeline::TimelineView* view() const { return m_window->currentPage()->view(); }
    bool open(const TextReport& report, const QString& name = QStringLiteral("small.rep")) {
        m_window = std::make_unique<MainWindow>(MainWindow::Mode::Picture);
        m_window->resize(1200, 800);
        m_window->show();
        m_window->openPaths({writeReport(report, m_folder.filePath(name))});
        view()->setAnimated(false);
        return waitReady(m_window->currentPage()) && QTest::qWaitFor([this] { return view()->isSettled(); }, 10000);
    }

private slots:
    void init() { QVERIFY(open(smallReport())); }
    void cleanup() { m_window.reset(); }

    void withoutADisplayTheEndingIsTheFormat() {
        app::Arguments a;
        a.files = {m_folder.filePath("small.rep")};
        a.what = PictureWhat::View;
        a.caption = QStringLiteral("No display");
        for (const PictureFormat format : {PictureFormat::Svg, PictureFormat::Pdf, PictureFormat::Png}) {
            a.format = format;
            a.screenshot = m_folder.filePath("out." + endingOf(format));
            QCOMPARE(takeScreenshot(a), 0);
            const QByteArray one = readAll(a.screenshot);
            QVERIFY(one.size() > 1000);
            QCOMPARE(takeScreenshot(a), 0);
            QVERIFY(readAll(a.screenshot) == one);
        }
        QVERIFY(Svg(readAll(m_folder.filePath("out.svg"))).says(a.caption));
        a.what = PictureWhat::Pane;
        a.pane = QStringLiteral("reports:cuda_gpu_kern_sum");
        a.screenshot = m_folder.filePath("pane.svg");
        a.format = PictureFormat::Svg;
        QCOMPARE(takeScreenshot(a), 0);
        QVERIFY(Svg(readAll(a.screenshot)).says(QStringLiteral("gemm_kernel")));
    }

    void theFontsOfTheMachineChangeNothing() {
        const QString ui = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../app/sightline-ui"));
        if (!QFile::exists(ui) || !QFile::exists(QStringLiteral(":/fonts")))
            QSKIP("sightline-ui is not built here, or without its fonts");
        // No fonts at all, and others with the hints and colours of a screen.
        const char* const machines[] = {
            "", R"(<match target="font"><edit name="hintstyle" mode="assign"><const>hintfull</const></edit>
            <edit name="rgba" mode="assign"><const>rgb</const></edit></match><dir>/usr/share/fonts</dir>
            <alias><family>sans-serif</family><prefer><family>DejaVu Serif</family></prefer></alias>)"};
        for (const char* what : {"view", "window"}) {
            QByteArray first;
            for (const char* machine : machines) {
                QFile config(m_folder.filePath("fonts.conf"));
                QVERIFY(config.open(QIODevice::WriteOnly));
                config.write(
                    QByteArray(R"(<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>)") +
                    machine + "</fontconfig>");
                config.close();
                QProcess process;
                QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
                environment.insert(QStringLiteral("FONTCONFIG_FILE"), config.fileName());
                process.setProcessEnvironment(environment);
                const QString out = m_folder.filePath("machine.png");
                process.start(ui,
                              {"--screenshot", out, "--what", what, "--lang", "zh_CN", m_folder.filePath("small.rep")});
                QVERIFY(process.waitForFinished(60000));
                QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
                if (first.isEmpty()) first = readAll(out);
                QVERIFY(!first.isEmpty());
                QVERIFY2(readAll(out) == first, what);
            }
        }
    }

    void withoutADisplayASavedViewIsApplied() {
        view()->zoomTo({10'000, 14'000}, true);
        view()->setSelection(model::TimeRange{11'000, 12'000});
        const QString kept = m_folder.filePath("mine.view.json");
        QFile file(kept);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(timeline::toJson(view()->viewState(), *view()->snapshot())).toJson());
        file.close();
        app::Arguments a;
        a.files = {m_folder.filePath("small.rep")};
        a.what = PictureWhat::View;
        a.format = PictureFormat::Svg;
        a.screenshot = m_folder.filePath("kept.svg");
        a.view = kept;
        QCOMPARE(takeScreenshot(a), 0);
        QVERIFY(squeezed(Svg(readAll(a.screenshot)).allText()).contains(QStringLiteral("(4.000µs)")));
        a.what = PictureWhat::Selection;
        QCOMPARE(takeScreenshot(a), 0);
        QVERIFY(squeezed(Svg(readAll(a.screenshot)).allText()).contains(QStringLiteral("(1.000µs)")));
        a.view = m_folder.filePath("small.rep");
        QCOMPARE(takeScreenshot(a), 3);  // holds no view
    }

    void aFileThatIsNoViewIsRefusedWithWhatIsWrong() {
        const QString path = m_folder.filePath("some.view.json");
        const auto whyNot = [&path](const QByteArray& text) {
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                return QStringLiteral("not written");
            file.close();
            QString why;
            return readView(path, why) ? QString() : why;
        };
        QString why;
        QVERIFY(!readView(m_folder.filePath("none.json"), why) &&
                why.contains(QStringLiteral("none.json does not exist")));
        QVERIFY(whyNot("{\"version\": 1, ").contains(QStringLiteral("is not JSON")));
        for (const auto& [text, word] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"[1, 2]", "version"},
                 {"{\"name\": \"package\"}", "version"},
                 {"{\"version\": 99}", "newer"},
                 {"{\"version\": 1, \"length\": \"long\"}", "length"},
                 {"{\"version\": 1, \"begin\": \"soon\"}", "begin"},
                 {"{\"version\": 1, \"selection\": [1]}", "selection"},
                 {"{\"version\": 1, \"rows\": {\"hidden\": true}}", "hidden"},
                 {"{\"version\": 1, \"marks\": {}}", "marks"}})
            QVERIFY2(whyNot(text).contains(QLatin1String(word)) &&
                         whyNot(text).contains(QStringLiteral("some.view.json holds no view")),
                     qPrintable(whyNot(text)));
        QCOMPARE(whyNot("{\"version\": 1, \"begin\": \"10\", \"length\": 5}"), QString());
    }

    void aComparisonHasTheTabThatWasAskedFor() {
        app::Arguments a;
        a.files = {writeReport(smallReport(), m_folder.filePath("a.rep")),
                   writeReport(TextReport("gpu0/s7: |..kkkkkkk....kkkkkkkkkkk...|", {{'k', "gemm_kernel"}}),
                               m_folder.filePath("b.rep"))};
        a.compare = true;
        a.what = PictureWhat::Pane;
        a.format = PictureFormat::Svg;
        a.screenshot = m_folder.filePath("tab.svg");
        a.pane = QStringLiteral("kernels");
        QCOMPARE(takeScreenshot(a), 0);
        const QString text = Svg(readAll(a.screenshot)).allText();
        QVERIFY2(
            text.contains(QStringLiteral("gemm_kernel")) && text.contains(QStringLiteral("What Changed · Kernels")),
            qPrintable(text));
        QVERIFY(!Svg(readAll(a.screenshot)).says(QStringLiteral("Kernels")));  // the tab itself
        // What both reports show stands once, and which ones they are below.
        QVERIFY2(text.contains(QStringLiteral("A: a.rep")) && text.contains(QStringLiteral("B: b.rep")) &&
                     !text.contains(QStringLiteral("a.rep · What Changed")),
                 qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("Choose a line")), qPrintable(text));  // nobody can
        a.screenshot = m_folder.filePath("notab.svg");
        a.pane = QStringLiteral("foo");
        QCOMPARE(takeScreenshot(a), 2);
        QVERIFY(!QFile::exists(a.screenshot));
    }

    void everyTabOfAComparisonIsReadyAtSomeTime() {
        const QString captures = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        app::Arguments a;
        a.files = {captures + QStringLiteral("compare-before.rep"), captures + QStringLiteral("compare-after.rep")};
        a.compare = true;
        a.what = PictureWhat::Pane;
        a.format = PictureFormat::Svg;
        for (const char* tab : {"events", "findings", "flame"}) {  // single events are listed when somebody looks
            a.pane = QLatin1String(tab);
            a.screenshot = m_folder.filePath(a.pane + ".svg");
            QCOMPARE(takeScreenshot(a, std::chrono::minutes(1)), 0);
        }
        QVERIFY(Svg(readAll(m_folder.filePath("events.svg"))).allText().contains(QStringLiteral("A beside B")));
        // However low the window: what changed is said to its end.
        a.pane = QStringLiteral("findings");
        a.size = QSize(500, 400);
        QCOMPARE(takeScreenshot(a, std::chrono::minutes(1)), 0);
        QVERIFY2(!Svg(readAll(a.screenshot)).allText().contains(QRegularExpression(QStringLiteral("\\d of \\d+ rows"))),
                 qPrintable(Svg(readAll(a.screenshot)).allText()));
    }

    /// Of one report and of two: what lies elsewhere, is called otherwise or is not found is no picture.
    void whatIsNotThereIsRefused() {
        const QString other =
            writeReport(TextReport("gpu0/s9: |....kkkkkkk....|\nt7/api: |LLLL...|", {{'k', "only_in_b"}}),
                        m_folder.filePath("other.rep"));
        app::Arguments a;
        a.what = PictureWhat::Window;
        a.screenshot = m_folder.filePath("there.png");
        const auto code = [&](bool compare, auto&& set) {
            app::Arguments one = a;
            one.compare = compare;
            one.files = {m_folder.filePath("small.rep")};
            if (compare) one.files.append(other);
            set(one);
            QFile::remove(a.screenshot);
            const int out = takeScreenshot(one, std::chrono::minutes(1));
            return QFile::exists(a.screenshot) == (out == 0) ? out : -1;
        };
        for (const bool compare : {false, true}) {
            for (const PictureWhat what : {PictureWhat::Window, PictureWhat::View, PictureWhat::Selection})
                QCOMPARE(
                    code(compare, [&](app::Arguments& one) { one.what = what, one.selection = parseRange(u"5s..6s"); }),
                    2);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.selection = parseRange(u"2us..4us"); }), 0);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.range = parseRange(u"5s..6s"); }), 2);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.range = parseRange(u"5s.."); }), 2);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.range = parseRange(u"2us..4us"); }), 0);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.rows = QStringLiteral("zzz"); }), 2);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.rows = QStringLiteral("stream"); }), 0);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.find = QStringLiteral("zzz"); }), 2);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.find = QStringLiteral("dur>"); }), 2);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.find = QStringLiteral("gemm"); }), 0);
            QCOMPARE(code(compare, [](app::Arguments& one) { one.find = QStringLiteral("only_in_b"); }),
                     compare ? 0 : 2);
        }
    }

    /// Both timelines of a comparison have the rows and the hits that were asked for.
    void rowsAndHitsAreThoseOfBothReports() {
        app::Arguments a;
        a.files = {m_folder.filePath("small.rep"),
                   writeReport(TextReport("gpu0/s9: |....kkkkkkk....|\nt7/api: |LLLL...|", {{'k', "only_in_b"}}),
                               m_folder.filePath("other.rep"))};
        a.compare = true;
        a.what = PictureWhat::View;
        a.format = PictureFormat::Svg;
        a.screenshot = m_folder.filePath("rows.svg");
        a.rows = QStringLiteral("stream");
        QCOMPARE(takeScreenshot(a), 0);
        QVERIFY2(!Svg(readAll(a.screenshot)).allText().contains(QStringLiteral("CUDA API")),
                 qPrintable(Svg(readAll(a.screenshot)).allText()));
        a.what = PictureWhat::Window;
        a.format = PictureFormat::Png;
        a.rows.clear();
        QByteArray pictures[2];
        for (QByteArray& picture : pictures) {
            a.screenshot = m_folder.filePath("hits.png");
            QCOMPARE(takeScreenshot(a), 0);
            picture = readAll(a.screenshot);
            a.find = QStringLiteral("only_in_b");
        }
        QVERIFY(pictures[0] != pictures[1]);
    }

    /// Each once, with the folder.
    void reportsThatCannotBeReadAreNamed() {
        const QString ui = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../app/sightline-ui"));
        if (!QFile::exists(ui)) QSKIP("sightline-ui is not built here");
        const auto said = [&](const QStringList& words) {
            QProcess process;
            process.start(ui, QStringList{"--screenshot", m_folder.filePath("none.png")} + words);
            if (!process.waitForFinished(60000) || process.exitCode() != 3) return QStringLiteral("not refused");
            return QString::fromUtf8(process.readAllStandardError());
        };
        const QString one = said({"/no/such/a.rep"}), both = said({"--compare", "/no/such/a.rep", "/nor/this/a.rep"});
        QVERIFY2(one.count(u'\n') == 1 && one.contains("/no/such/a.rep cannot be opened"), qPrintable(one));
        QVERIFY2(both.count(u'\n') == 2 && both.contains("/no/such/a.rep cannot be opened") &&
                     both.contains("/nor/this/a.rep cannot be opened"),
                 qPrintable(both));
        const QString second = said({"--compare", m_folder.filePath("small.rep"), "/no/such/a.rep"});
        QVERIFY2(second.count(u'\n') == 1 && second.contains("/no/such/a.rep"), qPrintable(second));
    }

    void aPictureThatIsNeverReadyEndsWithASentence() {
        app::Arguments a;
        a.files = {m_folder.filePath("small.rep")};
        a.what = PictureWhat::View;
        a.format = PictureFormat::Svg;
        a.screenshot = m_folder.filePath("late.svg");
        QCOMPARE(takeScreenshot(a, std::chrono::milliseconds(0)), 3);
        QVERIFY(!QFile::exists(a.screenshot));
    }

    void settingsOfAPersonStayUnreadAndUnwritten() {
        const QString ui = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../app/sightline-ui"));
        if (!QFile::exists(ui)) QSKIP("sightline-ui is not built here");
        QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
        const auto run = [&](const QString& out) {
            QProcess process;
            process.setProcessEnvironment(environment);
            process.start(ui, {"--screenshot", out, "--what", "pane", "--pane", "reports:cuda_gpu_kern_sum",
                               m_folder.filePath("small.rep")});
            return process.waitForFinished(60000) && process.exitCode() == 0;
        };
        QVERIFY(run(m_folder.filePath("clean.png")));
        QVERIFY(QDir(home.path()).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot));
        // Somebody who has made columns wide and hidden some.
        {
            QSettings settings(home.filePath("sightline/sightline.ini"), QSettings::IniFormat);
            Table table(QStringLiteral("reports"));
            QStandardItemModel model(1, 12);
            table.setModel(&model);
            for (int c = 0; c < 12; ++c) table.setColumnWidth(c, 300);
            table.setColumnHidden(1, true);
            for (const char* key : {"tables/reports", "tables/reports/cuda_gpu_kern_sum", "tables/events"})
                settings.setValue(QLatin1String(key), table.horizontalHeader()->saveState());
        }
        const QByteArray kept = readAll(home.filePath("sightline/sightline.ini"));
        QVERIFY(run(m_folder.filePath("used.png")));
        QVERIFY(readAll(m_folder.filePath("used.png")) == readAll(m_folder.filePath("clean.png")));
        QVERIFY(!kept.isEmpty() && readAll(home.filePath("sightline/sightline.ini")) == kept);
    }

    void aChosenRowIsNotPartOfAPicture() {
        QVERIFY(m_window->showPane(QStringLiteral("reports:cuda_gpu_kern_sum")));
        QVERIFY(QTest::qWaitFor(
            [&] {
                return m_window->pane<app::ReportsPane>()->isSettled() &&
                       m_window->pane<app::ReportsPane>()->table()->model()->rowCount() > 0;
            },
            10000));
        const auto picture = [&] {
            PictureRequest request;
            request.what = PictureWhat::Pane;
            request.pane = m_window->pane<app::ReportsPane>();
            return Picture(m_window->pictureSource(), request).toImage();
        };
        app::Table* table = m_window->pane<app::ReportsPane>()->table();
        table->clearSelection();
        const QImage before = picture();
        table->selectRow(0);
        QVERIFY(picture() == before);
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);  // on screen it still is
    }

    void aPaneWithNothingToShowMakesNoPicture() {
        app::Arguments a;
        a.files = {m_folder.filePath("small.rep")};
        a.what = PictureWhat::Pane;
        a.format = PictureFormat::Svg;
        a.screenshot = m_folder.filePath("empty.svg");
        // Nothing is selected, profiled, used or counted in that report; and a statement is wrong.
        for (const char* pane : {"details", "selection", "kernelProfile", "roofline", "memory", "reports:roofline",
                                 "sql:SELECT bogus", "sql:SELECT * FROM nothing"}) {
            a.pane = QLatin1String(pane);
            QVERIFY2(takeScreenshot(a) == 2, pane);
            QVERIFY2(!QFile::exists(a.screenshot), pane);
        }
        // Nor is a window with a wrong statement what somebody asked for; without one it is.
        a.what = PictureWhat::Window;
        a.pane = QStringLiteral("sql:SELECT bogus");
        QCOMPARE(takeScreenshot(a), 2);
        a.pane = QStringLiteral("details");
        QCOMPARE(takeScreenshot(a), 0);
        a.what = PictureWhat::Pane;
        a.pane = QStringLiteral("sql:SELECT 1 AS one WHERE 0");  // an answer
        QCOMPARE(takeScreenshot(a), 0);
    }

    void pagesOfAKernelThatWereNotMeasuredAreRefusedWithWhatIsMissing() {
        const QString ui = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../app/sightline-ui"));
        if (!QFile::exists(ui)) QSKIP("sightline-ui is not built here");
        const QString report = m_folder.filePath("counted.rep");
        QVERIFY(QFile::copy(QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/kernels-own-h200.rep"), report));
        const auto said = [&](const QStringList& more) {
            QProcess process;
            process.start(ui, QStringList{"--screenshot", m_folder.filePath("page.png"), "--what", "pane"} + more +
                                  QStringList{report});
            if (!process.waitForFinished(60000)) return QStringLiteral("not ended");
            return QStringLiteral("%1 %2")
                .arg(process.exitCode())
                .arg(QString::fromUtf8(process.readAllStandardError()));
        };
        const QString source = said({"--pane", "kernelProfile:source:1"}),
                      rules = said({"--pane", "kernelProfile:rules:1"}), sql = said({"--pane", "sql:SELECT bogus"});
        QVERIFY2(source.startsWith("2 ") && source.contains("by line or instruction"), qPrintable(source));
        QVERIFY2(rules.startsWith("2 ") && rules.contains("no rules"), qPrintable(rules));
        QVERIFY2(sql.startsWith("2 ") && sql.contains("bogus"), qPrintable(sql));
        QVERIFY(!QFile::exists(m_folder.filePath("page.png")));
        QVERIFY(said({"--pane", "kernelProfile:summary"}).startsWith("0"));
        QVERIFY(said({"--pane", "roofline"}).startsWith("0"));
        // A baseline without any of the kernels.
        const QString other = m_folder.filePath("small.rep"), alone = said({"--pane", "roofline", "--baseline", other});
        QVERIFY2(alone.startsWith("2 ") && alone.contains("small.rep has no point"), qPrintable(alone));
    }

    void withoutADisplayErrorsHaveTheirCodes() {
        app::Arguments a;
        a.files = {m_folder.filePath("small.rep")};
        a.what = PictureWhat::View;
        a.format = PictureFormat::Svg;
        a.screenshot = m_folder.filePath("no/folder/a.svg");
        QCOMPARE(takeScreenshot(a), 3);
        a.screenshot = m_folder.filePath("a.svg");
        a.what = PictureWhat::Pane;
        for (const char* pane : {"foo", "reports:foo", "kernelProfile:foo", "kernelProfile:memory:1", "details:foo"}) {
            a.pane = QLatin1String(pane);
            QCOMPARE(takeScreenshot(a), 2);
        }
        a.what = PictureWhat::Selection;
        a.pane.clear();
        QCOMPARE(takeScreenshot(a), 2);  // nothing is selected
        QVERIFY(!QFile::exists(a.screenshot));
    }
};

SIGHTLINE_QT_TEST(AppPictureCommandTest)
#include "app_picture_command_test.moc"
