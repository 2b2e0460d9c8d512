// SPDX-License-Identifier: GPL-3.0-or-later
// A tab that follows a capture while it runs.
#include "tests/ui/app_capture_kit.h"

#include <QPushButton>
#include <QTabWidget>

#include "app/capture/machine_view.h"
#include "app/kit/info_bar.h"
#include "app/kit/language.h"
#include "app/report/bars/live_bar.h"
#include "app/report/live_view.h"
#include "app/window/recent_files.h"
#include "importers/open.h"

using app::CaptureDialog;
using app::LiveSession;
using app::LiveView;
using app::MainWindow;
using app::ReportPage;

class AppLiveTest : public QObject {
    Q_OBJECT

    static bool hasRange(const ReportPage* page, const char* name) {
        const model::SnapshotPtr s = page->document()->snapshot();
        for (model::LaneId lane = 0; lane < s->laneCount(); ++lane)
            for (std::uint32_t row = 0; row < s->lane(lane).rows; ++row)
                if (s->store().strings().at(s->lane(lane).name(row)) == name) return true;
        return false;
    }

    /// A window with a capture that waits, and the tab that follows it.
    struct Live {
        CaptureKit kit;
        MainWindow window;
        CaptureDialog* dialog = nullptr;
        ReportPage* page = nullptr;

        bool start(const QString& words) {
            dialog = window.showCapture();
            dialog->setForm(kit.waitingForm(words));
            window.show();
            dialog->start();
            const bool found =
                QTest::qWaitFor([this] { return window.currentPage() && window.currentPage()->live(); }, 20000);
            page = window.currentPage();
            return found;
        }
        bool shows(const char* name) const {
            return QTest::qWaitFor([&] { return hasRange(page, name); }, 20000);
        }
        bool ends() const {
            return QTest::qWaitFor([&] { return !page->live() && !dialog->run()->isRunning(); }, 30000);
        }
        QString state() const { return dialog->progress()->stateText(); }
    };

private slots:
    void initTestCase() {
        if (!CaptureKit().capturesNvtx()) QSKIP("capture was not built");
    }
    void init() { QSettings().clear(); }

    void theTabGrowsAndBecomesTheReport() {
        Live live;
        QVERIFY(live.start("range alpha read range beta read"));
        QVERIFY(live.page->title().contains("(live)"));
        QVERIFY(live.shows("alpha"));
        QVERIFY(!hasRange(live.page, "beta"));
        const model::StringTable* before = &live.page->document()->snapshot()->store().strings();
        QVERIFY(live.page->liveBar()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(live.page->liveBar()->text().contains("events"), 10000);
        live.kit.goOn();
        QVERIFY(live.shows("beta"));
        QVERIFY(hasRange(live.page, "alpha"));
        QVERIFY(before != &live.page->document()->snapshot()->store().strings());
        live.kit.goOn();
        QVERIFY(live.ends());
        QCOMPARE(live.page->document()->path(), live.kit.file("report1.rep"));
        QCOMPARE(live.page->title(), QString("report1.rep"));
        QVERIFY(live.page->liveBar()->isHidden());
        QVERIFY(hasRange(live.page, "alpha") && hasRange(live.page, "beta"));
        QCOMPARE(live.window.pages().size(), 1);
        QCOMPARE(live.dialog->run()->exitCode(), 0);
        QVERIFY(QFile::exists(live.kit.file("report1.rep")));
    }

    void theViewIsKeptWhileItGrows() {
        Live live;
        QVERIFY(live.start("range alpha range alpha range alpha read range beta read"));
        QVERIFY(live.shows("alpha"));
        timeline::TimelineView* view = live.page->view();
        const model::TimeRange report = live.page->document()->snapshot()->range();
        view->zoomTo({report.begin, report.begin + std::max<model::TimeNs>(report.length() / 2, 2000)}, true);
        const model::SnapshotPtr s = live.page->document()->snapshot();
        for (model::LaneId lane = 0; lane < s->laneCount() && !view->viewState().selected.isValid(); ++lane)
            if (s->lane(lane).rows > 1 && s->store().strings().at(s->lane(lane).name(1)) == "alpha")
                view->selectEvent({lane, 1}, false);
        QVERIFY(view->viewState().selected.isValid());
        const timeline::VisibleRange range = view->viewState().range;
        const model::TimeNs start = s->lane(view->viewState().selected.lane).start(view->viewState().selected.row);
        QVERIFY(!view->viewState().follow);
        live.kit.goOn();
        QVERIFY(live.shows("beta"));
        QVERIFY(view->viewState().range == range);
        const model::EventRef selected = view->viewState().selected;
        QVERIFY(selected.isValid());
        QCOMPARE(live.page->document()->snapshot()->lane(selected.lane).start(selected.row), start);
        live.kit.goOn();
        QVERIFY(live.ends());
        QVERIFY(view->viewState().range == range);
        QVERIFY(view->viewState().selected.isValid());
    }

    void theEndIsFollowedUntilOneMovesAway() {
        Live live;
        QVERIFY(live.start("range alpha read range beta read range gamma read"));
        QVERIFY(live.shows("alpha"));
        timeline::TimelineView* view = live.page->view();
        QTRY_VERIFY_WITH_TIMEOUT(view->viewState().follow, 5000);
        QVERIFY(live.page->liveBar()->followButton()->isChecked());
        const model::TimeRange report = live.page->document()->snapshot()->range();
        view->zoomTo({report.begin, report.begin + report.length() / 2 + 100}, true);
        const double length = view->viewState().range.length;
        QVERIFY(!live.page->liveBar()->followButton()->isChecked());
        live.page->liveBar()->followButton()->click();
        QVERIFY(view->viewState().follow);
        live.kit.goOn();
        QVERIFY(live.shows("beta"));
        QVERIFY(view->viewState().follow);
        const model::TimeNs end = live.page->document()->snapshot()->range().end;
        const model::TimeRange seen = view->viewState().range.outer();
        QVERIFY(seen.begin < end && seen.end >= end);
        QVERIFY(std::abs(view->viewState().range.length - length) < 2);
        live.kit.goOn();
        live.kit.goOn();
        QVERIFY(live.ends());
        QVERIFY(!view->viewState().follow);
    }

    void nothingIsReadWhilePaused() {
        Live live;
        QVERIFY(live.start("range alpha read range beta read"));
        QVERIFY(live.shows("alpha"));
        LiveView* following = live.page->live();
        QTRY_VERIFY_WITH_TIMEOUT(!live.page->document()->isRefreshing(), 5000);
        live.page->liveBar()->pauseButton()->click();
        QVERIFY(following->isPaused());
        const int reads = following->reads();
        const quint64 bytes = following->session().bytes();
        live.kit.goOn();
        QTRY_VERIFY_WITH_TIMEOUT(following->session().bytes() > bytes, 10000);
        QVERIFY(live.page->liveBar()->text().startsWith("Paused"));
        QCOMPARE(following->reads(), reads);
        QVERIFY(!hasRange(live.page, "beta"));
        live.page->liveBar()->pauseButton()->click();
        QVERIFY(live.shows("beta"));
        live.kit.goOn();
        QVERIFY(live.ends());
    }

    void stopWritesTheReportAndTheProgramGoesOn() {
        Live live;
        QVERIFY(live.start("range alpha read out read"));
        QVERIFY(live.shows("alpha"));
        auto* stop = live.dialog->findChild<QPushButton*>("stopCapture");
        QTRY_VERIFY_WITH_TIMEOUT(stop->isEnabled(), 10000);
        stop->click();
        QTRY_VERIFY_WITH_TIMEOUT(!live.page->live(), 20000);
        QCOMPARE(live.page->document()->path(), live.kit.file("report1.rep"));
        QVERIFY(hasRange(live.page, "alpha"));
        QVERIFY(live.dialog->run()->isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(live.state().contains("goes on"), 10000);
        live.kit.goOn();
        QTRY_VERIFY_WITH_TIMEOUT(live.dialog->progress()->outputText().contains("to standard output"), 10000);
        live.kit.goOn();
        QVERIFY(live.ends());
        QCOMPARE(live.dialog->run()->exitCode(), 0);
        QCOMPARE(live.window.pages().size(), 1);
    }

    void stopInTheTabDoesTheSame() {
        Live live;
        QVERIFY(live.start("range alpha read"));
        QVERIFY(live.shows("alpha"));
        QTRY_VERIFY_WITH_TIMEOUT(live.page->liveBar()->stopButton()->isEnabled(), 10000);
        live.page->liveBar()->stopButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(!live.page->live(), 20000);
        QCOMPARE(live.page->document()->path(), live.kit.file("report1.rep"));
        live.kit.goOn();
        QVERIFY(live.ends());
    }

    void abortEndsTheProgramWithoutAReport() {
        Live live;
        QVERIFY(live.start("range alpha read forever"));
        QVERIFY(live.shows("alpha"));
        live.dialog->findChild<QPushButton*>("abortCapture")->click();
        QVERIFY(CaptureKit::waitEnd(*live.dialog));
        QCOMPARE(live.state(), QString("No report"));
        QVERIFY2(live.dialog->run()->outcome().contains("aborted"), qPrintable(live.dialog->run()->outcome()));
        QVERIFY(!QFile::exists(live.kit.file("report1.rep")));
        // What had been read stays to be looked at.
        QTRY_VERIFY_WITH_TIMEOUT(live.page->liveBar()->text().contains("ended"), 10000);
        QVERIFY(hasRange(live.page, "alpha"));
    }

    void aSessionThatRunsElsewhereCanBeOpened() {
        CaptureKit kit;
        app::CaptureRun run;
        QSignalSpy found(&run, &app::CaptureRun::sessionFound), finished(&run, &app::CaptureRun::finished);
        run.start(app::sightlineCommand(), kit.waitingForm("range alpha read range beta"));
        QVERIFY(found.wait(20000));
        MainWindow window;
        window.openPaths({run.session()->folder()});
        ReportPage* page = window.currentPage();
        QVERIFY(page && page->live());
        QTRY_VERIFY_WITH_TIMEOUT(hasRange(page, "alpha"), 20000);
        kit.goOn();
        QVERIFY(finished.wait(20000));
        QVERIFY(!run.failed());
        // Its report, where it was seen in time; otherwise what had been read.
        QTRY_VERIFY_WITH_TIMEOUT(!page->live() || page->liveBar()->text().contains("ended"), 20000);
        QVERIFY(hasRange(page, "alpha"));
        QVERIFY(window.recent()->files().isEmpty() || window.recent()->files().first().path.endsWith(".rep"));
    }

    void whatAKilledSessionLeftOpensLikeAReport() {
        CaptureKit kit;
        QString folder;
        {
            QProcess cli;
            cli.setWorkingDirectory(kit.file({}));
            const app::CaptureForm form = kit.waitingForm("range alpha read");
            cli.start(app::sightlineCommand(), app::captureWords(form, "killed"));
            QVERIFY(QTest::qWaitFor([&] { return !(folder = LiveSession::folderOf("killed")).isEmpty(); }, 20000));
            const auto written = [&] {
                auto store = model::EventStore::create();
                return importers::openReport(folder.toStdString(), *store).has_value() &&
                       store->snapshot()->eventCount() > 0;
            };
            QVERIFY(QTest::qWaitFor(written, 20000));
            cli.kill();
            QVERIFY(cli.waitForFinished());
            kit.goOn();
        }
        MainWindow window;
        window.openPaths({folder});
        ReportPage* page = window.currentPage();
        QVERIFY(page && !page->live());
        QVERIFY(waitReady(page));
        QVERIFY(hasRange(page, "alpha"));
        QVERIFY(window.recent()->files().isEmpty());
        QStringList said;
        for (const app::InfoBar* bar : page->findChildren<app::InfoBar*>())
            if (!bar->isHidden()) said.append(bar->text());
        QVERIFY2(said.join(' ').contains("without a report"), qPrintable(said.join(' ')));
    }

    void theCaptureGoesOnWithoutTheWindow() {
        CaptureKit kit;
        {
            CaptureDialog dialog;
            dialog.setForm(kit.waitingForm("range alpha read out"));
            dialog.start();
            QSignalSpy found(dialog.run(), &app::CaptureRun::sessionFound);
            QVERIFY(found.wait(20000));
        }
        kit.goOn();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(kit.file("report1.rep")), 20000);
    }

    void closingTheTabLeavesTheCaptureAlone() {
        Live live;
        QVERIFY(live.start("range alpha read range beta"));
        QVERIFY(live.shows("alpha"));
        live.window.closePage(live.window.tabs()->indexOf(live.page));
        live.kit.goOn();
        QVERIFY(CaptureKit::waitEnd(*live.dialog));
        QVERIFY(!live.dialog->run()->failed());
        QTRY_VERIFY_WITH_TIMEOUT(live.window.currentPage(), 10000);
        QVERIFY(waitReady(live.window.currentPage()));
        QCOMPARE(live.window.currentPage()->document()->path(), live.kit.file("report1.rep"));
    }

    void aRecordingSessionWritesReportsBesideItsTab() {
        Live live;
        live.dialog = live.window.showCapture();
        app::CaptureForm form = live.kit.waitingForm("range alpha read range beta read");
        form.options["flight-recorder"] = "30";
        live.dialog->setForm(form);
        live.window.show();
        live.dialog->start();
        QVERIFY(QTest::qWaitFor([&] { return live.window.currentPage() && live.window.currentPage()->live(); }, 20000));
        live.page = live.window.currentPage();
        QPushButton* button = live.page->liveBar()->snapshotButton();
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), 10000);
        QVERIFY(live.page->liveBar()->text().contains("keeps the last 30"));
        QVERIFY(live.shows("alpha"));
        button->click();
        QTRY_COMPARE_WITH_TIMEOUT(live.window.pages().size(), 2, 20000);
        QVERIFY(live.page->live());
        ReportPage* first = live.window.pages().last();
        QVERIFY(waitReady(first));
        QVERIFY(hasRange(first, "alpha"));
        live.kit.goOn();
        QVERIFY(live.shows("beta"));
        live.kit.goOn();
        QVERIFY(live.ends());
        QCOMPARE(live.window.pages().size(), 2);
        QVERIFY(hasRange(live.page, "beta"));
        QVERIFY(!hasRange(first, "beta"));
        QVERIFY(live.page->document()->path() != first->document()->path());
    }

    /// Pictures to look at: SIGHTLINE_PICTURES names the folder.
    void pictures() {
        const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES");
        if (folder.isEmpty()) QSKIP("pictures were not asked for");
        for (const auto& [theme, language] :
             {std::pair(app::ThemeChoice::Light, "en"), std::pair(app::ThemeChoice::Dark, "zh_CN")}) {
            app::themeManager()->setChoice(theme);
            app::setLanguage(language);
            const auto save = [&, language = language](QWidget* w, const char* name) {
                QVERIFY(w->grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, language)));
            };
            CaptureKit gpu;
            // What it answers on a machine with a GPU.
            gpu.useCommand(
                "printf '%-8s %-20s %s\\n' ok collector /usr/lib/sightline/libsightline-inject.so ok 'NVIDIA driver' 'NVIDIA UNIX Open Kernel Module for x86_64 580.159.04' "
                "ok CUPTI libcupti.so.13 ok 'GPU counters' 'open to you' ok 'CPU sampling' 'perf_event_paranoid is 2' ok 'space for captures' '68.7 GB in /tmp/sightline-0'");
            app::CaptureDialog dialog;
            dialog.setForm({"python3", "train.py --steps 100", "/tmp", {}, {}, {}});
            dialog.choosePreset("pytorch");
            dialog.show();
            QTRY_VERIFY_WITH_TIMEOUT(dialog.machine()->checks().size() >= 5, 20000);
            save(&dialog, "capture-dialog");
            auto* pages = dialog.findChild<QTabWidget*>(QStringLiteral("captureOptions"));
            pages->setCurrentIndex(1);
            save(&dialog, "capture-machine");
            pages->setCurrentIndex(0);
            Live live;
            QString words;
            for (int i = 0; i < 40; ++i)
                words += QStringLiteral(
                    "push step push forward range matmul range softmax pop push backward range matmul pop push optimizer range adam pop pop ");
            QVERIFY(live.start(words + QStringLiteral("ready read")));
            live.window.resize(1400, 860);
            QVERIFY(live.shows("adam"));
            live.window.settle();
            save(&live.window, "live-tab");
            save(live.dialog, "capture-progress");
            live.kit.goOn();
            QVERIFY(live.ends());
            save(live.dialog, "capture-done");
        }
        app::themeManager()->setChoice(app::ThemeChoice::Light);
        app::setLanguage(QStringLiteral("en"));
    }
};

SIGHTLINE_QT_TEST(AppLiveTest)
#include "app_live_test.moc"
