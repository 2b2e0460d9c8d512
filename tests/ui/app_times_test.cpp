// SPDX-License-Identifier: GPL-3.0-or-later
// How times of events are written, in all views of a report at once.
#include "tests/ui/app_test.h"

#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStandardItemModel>
#include <QTreeWidget>
#include <QUndoStack>

#include "app/compare/compare_window.h"
#include "app/kit/preferences.h"
#include "app/kit/tables/row_text.h"
#include "app/kit/tables/table.h"
#include "app/panes/advice_pane.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/events/event_table_model.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/reports_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/report/health_view.h"
#include "app/report/time_bar.h"
#include "model/rules/rule.h"
#include "model/store/wall_clock.h"

using app::MainWindow;
using app::ReportPage;
using timeline::Command;

namespace {

constexpr model::TimeNs kMorning = 1'796'032'710'000'000'000;  // 2026-11-30 09:58:30 in UTC

/// The small report with a clock, in India or nobody knows where.
QString writeClocked(const QString& path, bool zone) {
    TextReport report = smallReport();
    report.store()->info().utcEpochNs = kMorning;
    if (zone) report.store()->info().session_facts.emplace_back(model::kUtcOffsetFact, "19800");
    return model::writeRep(*report.store()->publish(true), path.toStdString()) ? path : QString();
}

QString plain(QString s) { return s.replace(QChar(0x202f), QLatin1Char(' ')).replace(QChar(0x00a0), QLatin1Char(' ')); }

}  // namespace

class AppTimesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ReportPage* open(MainWindow& window, const QString& path) {
        window.resize(1300, 900);
        window.show();
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    QString clocked(bool zone = true) {
        return writeClocked(m_folder.filePath(zone ? QStringLiteral("zone.rep") : QStringLiteral("clock.rep")), zone);
    }
    QString small() { return writeReport(smallReport(), m_folder.filePath(QStringLiteral("small.rep"))); }

    /// The first kernel of the report.
    static model::EventRef kernel(const ReportPage& page) {
        const model::Snapshot& s = *page.document()->snapshot();
        for (model::LaneId lane = 0; lane < s.laneCount(); ++lane)
            if (s.lane(lane).lane->kind() == model::EventKind::Kernel) return {lane, 0};
        return {};
    }
    static QAction* inMenu(const MainWindow& window, const char* name) {
        for (QAction* action : window.menuBar()->actions()) emit action->menu()->aboutToShow();
        return window.findChild<QAction*>(QLatin1String(name));
    }
    /// What a pane says as the start of the selected event.
    static QString startInDetails(const MainWindow& window) {
        auto* details = window.pane<app::DetailsPane>();
        details->refreshNow();
        for (const auto* tree : details->findChildren<QTreeWidget*>())
            for (QTreeWidgetItemIterator it(const_cast<QTreeWidget*>(tree)); *it; ++it)
                if ((*it)->text(0) == QLatin1String("Start")) return plain((*it)->text(1));
        return {};
    }

private slots:
    void init() {
        QSettings().clear();
        emit app::preferenceChanges()->changed(QLatin1String(app::preferences::kTimes.key));
    }

    void allViewsWriteTimesTheSameWay() {
        MainWindow window;
        ReportPage* page = open(window, clocked());
        QVERIFY(page);
        const model::EventRef event = kernel(*page);
        QVERIFY(event.isValid());
        const model::TimeNs start = model::eventAt(*page->document()->snapshot(), event).start;
        page->view()->selectEvent(event);
        page->view()->setSelection(page->document()->snapshot()->whole());
        QVERIFY(window.showPane(QStringLiteral("events")));
        auto* events = window.pane<app::EventsPane>();
        auto* selection = window.pane<app::SelectionPane>();
        events->setRows(app::EventsPane::Rows::Report);
        events->refreshNow();
        QTRY_VERIFY(events->isSettled() && events->model()->rowCount() > 0);
        for (const char* style : {"offset", "utc", "captured"}) {
            QAction* choice = inMenu(window, (std::string("times_") + style).c_str());
            QVERIFY(choice && choice->isEnabled());
            choice->trigger();
            const timeline::TimeFormat& times = page->view()->timeFormat();
            QCOMPARE(times.isClock(), std::string(style) != "offset");
            QCOMPARE(startInDetails(window), plain(times.exact(start)));
            selection->refreshNow();
            QVERIFY(selection->headline().contains(times.exact(page->document()->snapshot()->whole().begin)));
            const int row = events->model()->rowOf(event);
            QVERIFY(row >= 0);
            const QModelIndex cell = events->model()->index(row, app::EventTableModel::Start);
            QCOMPARE(cell.data().toString(), times.exact(start));
            QCOMPARE(cell.data(app::kCopyRole).toString(), times.raw(start));
            page->view()->run(Command::CopyText);
            QVERIFY(QApplication::clipboard()->text().contains(times.exact(start)));
            page->view()->run(Command::CopyRawTimes);
            QCOMPARE(QApplication::clipboard()->text().section(u'\t', 0, 0), QString::number(start));
            QVERIFY(inMenu(window, (std::string("times_") + style).c_str())->isChecked());
        }
        QVERIFY(startInDetails(window).startsWith(QLatin1String("15:28:30.")));
    }

    /// A report without a clock is shown with offsets, whatever is preferred: the menu of comparisons tells so, too.
    void theMenuOfComparisonsChecksWhatIsShown() {
        app::preferences::kTimes.set(timeline::timeStyleId(timeline::TimeStyle::Utc));
        app::CompareWindow window(clocked(), small(), false);  // the second one is in front
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        QTRY_VERIFY(window.isSettled());
        for (const QAction* menu : window.menuBar()->actions()) emit menu->menu()->aboutToShow();
        const auto* utc = window.findChild<QAction*>(QStringLiteral("times_utc"));
        const auto* offset = window.findChild<QAction*>(QStringLiteral("times_offset"));
        QVERIFY(utc && !utc->isEnabled() && !utc->isChecked());
        QVERIFY(offset && offset->isEnabled() && offset->isChecked());
    }

    /// Each column of moments in Reports and Advice, on screen and copied, and the sentence of Health.
    void tablesAndSentencesFollow() {
        TextReport report = smallReport();
        report.store()->info().utcEpochNs = kMorning;
        report.store()->info().session_facts.emplace_back(model::kUtcOffsetFact, "19800");
        report.store()->info().cut.times = {1'000, 20'000};
        report.store()->info().cut.of = "whole.rep";
        const QString path = m_folder.filePath(QStringLiteral("cut.rep"));
        QVERIFY(model::writeRep(*report.store()->publish(true), path.toStdString()));
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        const auto compareMoments = [&](const app::ReportTableModel& model, int& found) {
            const timeline::TimeFormat& times = page->view()->timeFormat();
            const auto& columns = model.report()->columns;
            for (int column = 0; column < model.columnCount(); ++column) {
                if (columns[static_cast<std::size_t>(column)].unit != model::reports::Unit::Instant) continue;
                for (int row = 0; row < model.rowCount(); ++row) {
                    const QModelIndex cell = model.index(row, column);
                    const auto value = model.table().cell(model.tableRow(cell), static_cast<std::size_t>(column));
                    if (!std::holds_alternative<std::int64_t>(value)) continue;
                    const auto moment = std::get<std::int64_t>(value);
                    QCOMPARE(cell.data().toString(), times.exact(moment));
                    QCOMPARE(cell.data(app::kCopyRole).toString(), times.raw(moment));
                    ++found;
                }
            }
        };
        for (const char* style : {"offset", "utc", "captured"}) {
            inMenu(window, (std::string("times_") + style).c_str())->trigger();
            QCOMPARE(page->view()->timeFormat().isClock(), std::string(style) != "offset");
            int moments = 0;
            QVERIFY(window.showPane(QStringLiteral("reports:cuda_gpu_trace")));
            auto* reports = window.pane<app::ReportsPane>();
            reports->refreshNow();
            QTRY_VERIFY(reports->isSettled() && reports->model()->rowCount() > 0);
            compareMoments(*reports->model(), moments);
            QVERIFY(moments > 0);
            QVERIFY(window.showPane(QStringLiteral("advice")));
            auto* advice = window.pane<app::AdvicePane>();
            advice->refreshNow();
            QTRY_VERIFY_WITH_TIMEOUT(advice->isSettled(), 10000);
            moments = 0;
            for (int rule = 0; rule < static_cast<int>(model::rules::all().size()); ++rule)
                if (advice->found(rule)->rowCount() > 0) compareMoments(*advice->found(rule), moments);
            QVERIFY(moments > 0);
            QVERIFY(window.showPane(QStringLiteral("importLog")));
            auto* health = window.findChild<app::HealthView*>();
            QVERIFY(health);
            health->refreshNow();
            QString said;
            for (int row = 0; row < health->findings()->rowCount(); ++row)
                said += health->findings()->item(row, 1)->text();
            QVERIFY2(said.contains(page->view()->timeFormat().exact(20'000)), qPrintable(said));
        }
        // From a mark, in the table that is in front already.
        QVERIFY(window.showPane(QStringLiteral("reports:cuda_gpu_trace")));
        page->view()->setTimeZero(model::TimeNs(7'000));
        auto* reports = window.pane<app::ReportsPane>();
        QTRY_VERIFY(reports->isSettled());
        int moments = 0;
        compareMoments(*reports->model(), moments);
        QVERIFY(moments > 0 && !page->view()->timeFormat().isClock());
    }

    void timesCountFromAnEventUntilThatIsTakenBack() {
        MainWindow window;
        ReportPage* page = open(window, clocked());
        QVERIFY(page);
        inMenu(window, "times_utc")->trigger();
        const model::EventRef event = kernel(*page);
        page->view()->selectEvent(event);
        QVERIFY(page->view()->action(Command::UseTimeZero)->isEnabled());
        QVERIFY(!page->view()->action(Command::ClearTimeZero)->isEnabled());
        page->view()->run(Command::UseTimeZero);
        QCOMPARE(startInDetails(window), QStringLiteral("0.000 000 000 s"));
        page->view()->undoStack()->undo();
        QVERIFY(startInDetails(window).startsWith(QLatin1String("09:58:30.")));
        page->view()->undoStack()->redo();
        page->view()->run(Command::ClearTimeZero);
        QVERIFY(startInDetails(window).startsWith(QLatin1String("09:58:30.")));
        // Whoever chooses a style wants to see it.
        page->view()->run(Command::UseTimeZero);
        inMenu(window, "times_offset")->trigger();
        QVERIFY(!page->view()->viewState().zero);
    }

    void theZeroIsKeptWithTheViewAndTheStyleWithThePerson() {
        const QString path = clocked();
        {
            MainWindow window;
            ReportPage* page = open(window, path);
            QVERIFY(page);
            page->view()->setTimeZero(7'000);
            window.close();
        }
        {
            MainWindow window;
            ReportPage* page = open(window, path);
            QVERIFY(page);
            QCOMPARE(page->view()->viewState().zero, std::optional<model::TimeNs>(7'000));
            inMenu(window, "times_utc")->trigger();
            window.close();
        }
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        QVERIFY(!page->view()->viewState().zero);
        QVERIFY(page->view()->timeFormat().isClock());
    }

    void whatAReportDoesNotKnowIsGreyAndSaysWhy() {
        MainWindow window;
        app::preferences::kTimes.set(QStringLiteral("utc"));
        ReportPage* page = open(window, small());
        QVERIFY(page);
        for (const char* name : {"times_utc", "times_local", "times_captured"}) {
            QVERIFY(!inMenu(window, name)->isEnabled());
            QVERIFY(inMenu(window, name)->toolTip().contains(QLatin1String("does not say")));
        }
        QVERIFY(inMenu(window, "times_offset")->isEnabled());
        QVERIFY(inMenu(window, "times_offset")->isChecked());  // so it is shown
        QVERIFY(!page->view()->timeFormat().isClock());
        QVERIFY(open(window, clocked(false)));
        QVERIFY(inMenu(window, "times_utc")->isChecked());
        QVERIFY(!inMenu(window, "times_captured")->isEnabled());
    }

    void theBarGoesToATimeInAnyNotation() {
        MainWindow window;
        ReportPage* page = open(window, clocked());
        QVERIFY(page);
        const model::TimeRange whole = page->view()->reach();
        page->view()->zoomTo({whole.begin, whole.begin + whole.length() / 4}, true);
        inMenu(window, "goToTime")->trigger();
        app::TimeBar* bar = page->timeBar();
        QVERIFY(bar->isVisible());
        const model::TimeNs wanted = whole.begin + whole.length() / 2;
        const auto middle = [page] {
            const model::TimeRange shown = page->view()->viewState().range.outer();
            return shown.begin + shown.length() / 2;
        };
        for (const auto style :
             {timeline::TimeStyle::Offset, timeline::TimeStyle::Utc, timeline::TimeStyle::Captured}) {
            page->view()->setTimeStyle(style);
            page->view()->zoomTo({whole.begin, whole.begin + whole.length() / 4}, true);
            bar->line()->setText(page->view()->timeFormat().exact(wanted));
            QVERIFY(bar->go());
            QVERIFY(std::abs(middle() - wanted) <= 2);
        }
        page->view()->zoomTo({whole.begin, whole.begin + whole.length() / 4}, true);
        bar->line()->setText(QString::number(wanted) + QStringLiteral(" ns"));
        QTest::keyClick(bar->line(), Qt::Key_Return);
        QVERIFY(std::abs(middle() - wanted) <= 2);
        bar->line()->setText(QStringLiteral("tomorrow"));
        QVERIFY(!bar->go());
        QVERIFY(bar->status().contains(QLatin1String("no time")));
        bar->line()->setText(QStringLiteral("1h"));
        QVERIFY(!bar->go());
        QVERIFY(bar->status().contains(QLatin1String("from")));
        QTest::keyClick(bar->line(), Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
    }
};

SIGHTLINE_QT_TEST(AppTimesTest)
#include "app_times_test.moc"
