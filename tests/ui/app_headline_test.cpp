// SPDX-License-Identifier: GPL-3.0-or-later
// The line on top of a report that has just been opened.
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "app/kit/preferences.h"
#include "app/panes/advice_pane.h"
#include "app/report/bars/headline_bar.h"
#include "app/report/pane_host.h"
#include "model/rules/rule.h"
#include "tests/ui/app_test.h"

using app::HeadlineBar;
using app::MainWindow;
using app::ReportPage;

class AppHeadlineTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ReportPage* open(MainWindow& window, const TextReport& report = smallReport()) {
        window.show();
        window.openPaths({writeReport(report, m_folder.filePath(QString(QTest::currentTestFunction()) + ".rep"))});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    static HeadlineBar* told(ReportPage* page) {
        HeadlineBar* bar = page->headlineBar();
        return QTest::qWaitFor([bar] { return !bar->isWorking(); }, 10000) ? bar : nullptr;
    }
    static QPushButton* button(HeadlineBar* bar, const QString& text) {
        for (QPushButton* b : bar->findChildren<QPushButton*>())
            if (b->text() == text && b->isVisible()) return b;
        return nullptr;
    }

private slots:
    void init() {
        QSettings().clear();
        app::setLanguage(QStringLiteral("en"));
    }
    void cleanup() { app::setLanguage(QStringLiteral("en")); }

    void itSaysWhatTheReportIsAndLeadsToWhatPromisesMost() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        HeadlineBar* bar = told(page);
        QVERIFY(bar && bar->isVisible());
        const model::rules::Rule* rule = bar->headline().rule;
        QVERIFY(rule);
        const QString title =
            QString::fromUtf8(rule->table.title.data(), static_cast<qsizetype>(rule->table.title.size()));
        QVERIFY2(bar->text().startsWith("A program on a GPU: ") && bar->text().contains("kernels") &&
                     bar->text().contains(title),
                 qPrintable(bar->text()));
        QPushButton* show = button(bar, QStringLiteral("Show"));
        QVERIFY(show);
        show->click();
        app::AdvicePane* advice = window.pane<app::AdvicePane>();
        QTRY_VERIFY(advice->isVisible() && advice->isSettled());
        const auto all = model::rules::all();
        QCOMPARE(advice->rules()->currentRow(),
                 advice->rowOf(static_cast<int>(std::find(all.begin(), all.end(), rule) - all.begin())));
        QVERIFY(page->view()->viewState().selected.isValid() || page->view()->viewState().selection);
    }

    void itIsInTheLanguageOfTheWindow() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        HeadlineBar* bar = told(page);
        QVERIFY(bar);
        app::setLanguage(QStringLiteral("zh_CN"));
        QTRY_VERIFY2(!bar->text().contains("program") && bar->text().contains(QStringLiteral("GPU")),
                     qPrintable(bar->text()));
    }

    void itIsClosedForOneReportAndForAll() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        HeadlineBar* bar = told(page);
        QVERIFY(bar && bar->isVisible());
        bar->findChild<QToolButton*>()->click();
        QVERIFY(!bar->isVisible());
        page->reload();
        QVERIFY(waitReady(page));
        QVERIFY(!bar->isVisible());  // of this report
        QVERIFY(app::preferences::kHeadline.value());

        MainWindow other;
        ReportPage* next = open(other);
        QVERIFY(next && told(next) && next->headlineBar()->isVisible());
        button(next->headlineBar(), QStringLiteral("Don’t Show for Any Report"))->click();
        QVERIFY(!next->headlineBar()->isVisible() && !app::preferences::kHeadline.value());
        MainWindow third;
        ReportPage* last = open(third);
        QVERIFY(last && !last->headlineBar()->isVisible() && !last->headlineBar()->isWorking());
    }

    void nothingIsMadeUpWhereNothingWasFound() {
        MainWindow window;
        ReportPage* page = open(window, TextReport("t1/osrt: |oo.o|\n"));
        QVERIFY(page);
        HeadlineBar* bar = told(page);
        QVERIFY(bar);
        QVERIFY2(bar->text().contains("cannot be told"), qPrintable(bar->text()));
        QVERIFY(!button(bar, QStringLiteral("Show")));
    }

    void picturesOfAWindowHaveNone() {
        MainWindow window(MainWindow::Mode::Picture);
        ReportPage* page = open(window);
        QVERIFY(page && !page->headlineBar()->isVisible());
    }
};

SIGHTLINE_QT_TEST(AppHeadlineTest)
#include "app_headline_test.moc"
