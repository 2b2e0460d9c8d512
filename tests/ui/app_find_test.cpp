// SPDX-License-Identifier: GPL-3.0-or-later
// Looking for events, lists of them in any number, and the command palette.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>

#include "app/kit/chip_bar.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/tables/table.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/report/find_bar.h"
#include "app/report/span_choice.h"
#include "tests/ui/app_test.h"

using app::EventTableModel;
using app::FindBar;
using app::MainWindow;
using app::ReportPage;

class AppFindTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString file(const char* suffix) const { return m_folder.filePath(QString(QTest::currentTestFunction()) + suffix); }

    ReportPage* open(MainWindow& window, const QString& path) {
        window.resize(1400, 900);
        window.show();
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    ReportPage* open(MainWindow& window) { return open(window, writeReport(smallReport(), file(".rep"))); }
    static QString name(ReportPage* page, model::EventRef e) {
        const model::Snapshot& s = *page->document()->snapshot();
        return e.isValid() ? QString::fromStdString(std::string(s.text(model::eventAt(s, e).name))) : QString();
    }
    static bool found(FindBar* bar) {
        return QTest::qWaitFor([bar] { return !bar->isWorking(); }, 10000);
    }

private slots:
    void hitsAreCountedAndWalkedThrough() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        window.findChild<QAction*>("find")->trigger();
        FindBar* bar = page->findBar();
        QVERIFY(bar->isVisible());
        QTest::keyClicks(bar->line(), "gemm");
        QTest::keyClick(bar->line(), Qt::Key_Return);
        QTRY_COMPARE(bar->status(), QString("1 of 2"));
        QCOMPARE(name(page, page->view()->viewState().selected), QString("gemm_kernel"));
        const model::EventRef first = page->view()->viewState().selected;
        window.findChild<QAction*>("findNext")->trigger();
        QCOMPARE(bar->status(), QString("2 of 2"));
        QVERIFY(!(page->view()->viewState().selected == first));
        bar->next();  // around the end
        QCOMPARE(page->view()->viewState().selected, first);
        QTest::keyClick(bar->line(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(bar->status(), QString("2 of 2"));
        QTest::keyClick(bar->line(), Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
        QCOMPARE(bar->total(), std::uint64_t{0});
    }

    void hitsComeInOrderOfTime() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        page->findBar()->find("-kernel:");
        QVERIFY(found(page->findBar()));
        const auto& hits = page->findBar()->hits();
        QVERIFY(hits.size() > 5);
        const model::Snapshot& s = *page->document()->snapshot();
        for (std::size_t i = 1; i < hits.size(); ++i)
            QVERIFY(model::eventAt(s, hits[i - 1]).start <= model::eventAt(s, hits[i]).start);
    }

    void theScopeIsObeyedAndMistakesAreSaid() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        FindBar* bar = page->findBar();
        bar->find("kernel:");
        QVERIFY(found(bar));
        QCOMPARE(bar->total(), std::uint64_t{2});
        page->view()->setSelection(model::TimeRange{0, 9'000});
        bar->setScope(FindBar::Scope::Selection);
        QVERIFY(found(bar));
        QCOMPARE(bar->total(), std::uint64_t{1});
        bar->find("~(");
        QVERIFY2(bar->status().startsWith("Not a regular expression: ~("), qPrintable(bar->status()));
        bar->find("nosuchthing");
        QVERIFY(found(bar));
        QCOMPARE(bar->status(), QString("Nothing found"));
    }

    void hitsAreShownAsTableAndAsStatistics() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        FindBar* bar = page->findBar();
        bar->find("kernel:gemm");
        QVERIFY(found(bar));
        const auto button = [&](const QString& text) {
            for (QToolButton* b : bar->findChildren<QToolButton*>())
                if (b->text() == text) return b;
            return static_cast<QToolButton*>(nullptr);
        };
        button("List")->click();
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() &&
                    window.pane<app::EventsPane>()->model()->rowCount() == 2);
        QVERIFY(window.pane<app::EventsPane>()->isVisible());
        button("Statistics")->click();
        QTRY_VERIFY(window.pane<app::SelectionPane>()->isSettled() &&
                    window.pane<app::SelectionPane>()->model()->rowCount() == 1);
        QCOMPARE(window.pane<app::SelectionPane>()->model()->table().all.count, std::uint64_t{2});
        // Case, regular expressions and the scope come along; the list is of the whole report although few rows are on
        // screen.
        page->view()->setSelection(std::nullopt);
        bar->find(app::FilterRequest{"GEMM", {true, false}});
        QVERIFY(found(bar));
        QCOMPARE(bar->total(), std::uint64_t{0});
        bar->find(app::FilterRequest{"^cuda.*Kernel$|gem+_k", {true, true}});
        QVERIFY(found(bar));
        const int all = static_cast<int>(bar->total());
        QVERIFY(all >= 4);
        page->view()->setRowFilter("NVTX");
        button("List")->click();
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() &&
                    window.pane<app::EventsPane>()->model()->rowCount() == all);
        page->view()->setSelection(model::TimeRange{0, 9'000});
        bar->setScope(FindBar::Scope::Selection);
        QVERIFY(found(bar));
        const int part = static_cast<int>(bar->total());
        QVERIFY(part > 0 && part < all);
        button("List")->click();
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() &&
                    window.pane<app::EventsPane>()->model()->rowCount() == part);
    }

    void everyFilterHasAChipThatEndsIt() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        QVERIFY(window.showPane("events"));
        auto* bar = window.findChild<app::ChipBar*>();
        QVERIFY(bar && bar->isVisible());
        QCOMPARE(bar->chips().size(), 0);
        page->view()->setSelection(model::TimeRange{0, 9'000});
        page->view()->setRowFilter("NVTX");
        window.pane<app::EventsPane>()->setFilterText("kernel:");
        window.pane<app::SelectionPane>()->setFilterText("gemm");
        const auto texts = [bar] {
            QStringList out;
            for (const app::Chip& c : bar->chips()) out.append(c.text);
            return out;
        };
        QTRY_COMPARE(bar->chips().size(), 4);
        QVERIFY2(texts().contains("Events: kernel:") && texts().contains("Rows: NVTX") &&
                     texts().contains("Selection: gemm"),
                 qPrintable(texts().join('|')));
        while (!bar->chips().isEmpty()) {
            const qsizetype before = bar->chips().size();
            auto buttons = bar->findChildren<QToolButton*>();
            const auto shown = std::find_if(buttons.begin(), buttons.end(),
                                            [](QToolButton* b) { return b->isVisible() && !b->menu(); });
            QVERIFY(shown != buttons.end());
            (*shown)->click();
            QTRY_COMPARE(bar->chips().size(), before - 1);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        QVERIFY(!page->view()->viewState().selection);
        QVERIFY(page->view()->filters().isEmpty());
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() &&
                    window.pane<app::EventsPane>()->model()->rowCount() > 5);
    }

    void aPaneIsAboutTheSelectionTheScreenOrEverything() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        QVERIFY(window.showPane("events"));
        app::EventsPane* pane = window.pane<app::EventsPane>();
        pane->setRows(app::EventsPane::Rows::Report);
        pane->setFilterText("kernel:");
        const auto rows = [pane] { return pane->model()->rowCount(); };
        QTRY_VERIFY(pane->isSettled() && rows() == 2);
        page->view()->setSelection(model::TimeRange{0, 9'000});
        QTRY_VERIFY(pane->isSettled() && rows() == 1);
        QVERIFY2(pane->span()->currentText().startsWith("Selected span (9"), qPrintable(pane->span()->currentText()));
        pane->span()->setSpan(app::SpanChoice::Span::Whole);
        QTRY_VERIFY(pane->isSettled() && rows() == 2);
        pane->span()->setSpan(app::SpanChoice::Span::View);
        page->view()->setAnimated(false);
        page->view()->zoomTo({0, 9'000}, true);
        QTRY_VERIFY(pane->isSettled() && rows() == 1);
        QCOMPARE(window.findChild<app::ChipBar*>()->chips().size(), 3);  // the selection, the filter, the visible span
    }

    void theListStaysWhereItWasScrolledTo() {
        constexpr int kEvents = 20'000;
        MainWindow window;
        ReportPage* page = open(window, writeLargeReport(file(".rep"), kEvents));
        QVERIFY(page);
        QVERIFY(window.showPane("events"));
        app::EventsPane* pane = window.pane<app::EventsPane>();
        QTRY_VERIFY(pane->isSettled() && pane->model()->rowCount() == kEvents);
        page->view()->selectEvent(pane->model()->event(pane->model()->index(3, 0)), true);
        QTRY_COMPARE(pane->table()->currentIndex().row(), 3);
        pane->table()->scrollTo(pane->model()->index(kEvents - 1, 0));
        const int there = pane->table()->verticalScrollBar()->value();
        page->view()->zoomTo({0, 50'000}, true);  // the view changes, the list does not
        pane->refreshNow();
        QTRY_VERIFY(pane->isSettled());
        QCOMPARE(pane->table()->verticalScrollBar()->value(), there);
    }

    void aWordThatNothingKnowsIsNamed() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        page->findBar()->find("kernl:gemm");
        QVERIFY(found(page->findBar()));
        QCOMPARE(page->findBar()->status(),
                 QString("Nothing found: no event has an argument “kernl”; did you mean “kernel”?"));
    }

    void eventsAreFilteredAndTheirArgumentsHaveColumns() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        QVERIFY(window.showPane("events"));
        EventTableModel* events = window.pane<app::EventsPane>()->model();
        QAbstractItemModelTester tester(events, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() && events->rowCount() > 5);
        const int all = events->rowCount();
        window.pane<app::EventsPane>()->setFilterText("-kernel:");
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() && events->rowCount() == all - 2);
        window.pane<app::EventsPane>()->setFilterText("dur>");
        QVERIFY2(window.pane<app::EventsPane>()->status().contains("dur>"),
                 qPrintable(window.pane<app::EventsPane>()->status()));
        window.pane<app::EventsPane>()->setFilterText("nosuchthing");
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() && events->rowCount() == 0);
        QCOMPARE(window.pane<app::EventsPane>()->status(), QString("0 events"));
    }

    // |ffffffffffbbbbbbbbbbbb| with aa, c and dddd inside; the launches at 0 and 8 lie in "forward", their kernels
    // below them.
    void eventsAreNestedInTheRangesAroundThem() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        QVERIFY(window.showPane("events"));
        window.pane<app::EventsPane>()->setNested(true);
        app::NestedEventsModel* m = window.pane<app::EventsPane>()->nested();
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() && m->rowCount() == 1);
        QAbstractItemModelTester tester(m, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QModelIndex thread = m->index(0, 0);
        QCOMPARE(m->rowCount(thread), 2);
        const QModelIndex forward = m->index(0, 0, thread), backward = m->index(1, 0, thread);
        QCOMPARE(forward.data().toString(), QString("forward"));
        QCOMPARE(backward.data().toString(), QString("backward"));
        QStringList inside;
        for (int r = 0; r < m->rowCount(forward); ++r) inside.append(m->index(r, 0, forward).data().toString());
        QVERIFY2(inside.contains("cudaLaunchKernel"), qPrintable(inside.join('|')));
        // The wait began in "d" and ended behind it: only "backward" holds it whole.
        QCOMPARE(m->rowCount(backward), 2);
        QCOMPARE(m->index(0, 0, backward).data().toString(), QString("d"));
        QCOMPARE(m->index(1, 0, backward).data().toString(), QString("cudaDeviceSynchronize"));
        QCOMPARE(forward.siblingAtColumn(app::NestedEventsModel::Duration).data(app::kCopyRole).toString(),
                 QString("10000"));
        page->view()->setSelection(model::TimeRange{11'000, 20'000});
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() && m->rowCount(m->index(0, 0)) == 1);
        window.pane<app::EventsPane>()->setFilterText("kernel:");  // the list again
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() &&
                    window.pane<app::EventsPane>()->table()->isVisible());
    }

    void theListIsWrittenAsCsv() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        QVERIFY(window.showPane("events"));
        window.pane<app::EventsPane>()->setFilterText("kernel:");
        QTRY_VERIFY(window.pane<app::EventsPane>()->isSettled() &&
                    window.pane<app::EventsPane>()->model()->rowCount() == 2);
        const QString path = file(".csv");
        window.pane<app::EventsPane>()->exportTo(path);
        QTRY_VERIFY2(window.pane<app::EventsPane>()->status().startsWith("Written to"),
                     qPrintable(window.pane<app::EventsPane>()->status()));
        QFile csv(path);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = csv.readAll().split('\n');
        QVERIFY2(lines[0].startsWith("start_ns,duration_ns,name,row"), lines[0].constData());
        QVERIFY2(lines[1].startsWith("4000,5000,gemm_kernel,"), lines[1].constData());
        QCOMPARE(lines.size(), 4);  // the last one is empty
        window.pane<app::EventsPane>()->exportTo(m_folder.filePath("no/such/folder/x.csv"));
        QTRY_VERIFY2(window.pane<app::EventsPane>()->status().contains("could not be written"),
                     qPrintable(window.pane<app::EventsPane>()->status()));
    }

    // Ten million rows scroll to their end, sort and reset without the window waiting.
    void aListOfMillions() {
        constexpr int kEvents = 3'000'000;
        MainWindow window;
        ReportPage* page = open(window, writeLargeReport(file(".rep"), kEvents));
        QVERIFY(page);
        QVERIFY(window.showPane("events"));
        EventTableModel* events = window.pane<app::EventsPane>()->model();
        QTRY_VERIFY_WITH_TIMEOUT(window.pane<app::EventsPane>()->isSettled() && events->rowCount() == kEvents, 30000);
        app::Table* table = window.pane<app::EventsPane>()->table();
        table->scrollTo(events->index(kEvents - 1, 0));
        QCOMPARE(table->visibleRows().second, kEvents);
        QCOMPARE(table->verticalScrollBar()->value(), table->verticalScrollBar()->maximum());
        QVERIFY(table->visualRect(events->index(kEvents - 1, 0)).bottom() <= table->viewport()->height());
        table->sortByColumn(EventTableModel::Start, Qt::DescendingOrder);
        QSignalSpy sorting(events, &EventTableModel::sortingChanged);
        QTRY_VERIFY_WITH_TIMEOUT(window.pane<app::EventsPane>()->isSettled(), 30000);
        QCOMPARE(events->index(0, 0).data(app::kCopyRole).toString(), QString::number((kEvents - 1) * 1000ll));
        QCOMPARE(events->rowCount(), kEvents);
        QVERIFY(sorting.count() >= 2);  // the first ones came before the rest
        table->selectAll();
        QCOMPARE(table->selectionModel()->selection().size(), 1);
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(table->currentIndex().row(), 1);
        QTest::keyClick(table, Qt::Key_End);
        QCOMPARE(table->currentIndex().row(), kEvents - 1);
        QTest::keyClick(table, Qt::Key_Home);
        QCOMPARE(table->currentIndex().row(), 0);
        QTest::keyClick(table, Qt::Key_PageDown);
        QVERIFY(table->currentIndex().row() > 2);
    }

    void thePaletteRunsWhatIsTyped() {
        MainWindow window;
        QVERIFY(open(window));
        window.findChild<QAction*>("commandPalette")->trigger();
        auto* palette = window.findChild<app::CommandPalette*>();
        QVERIFY(palette && palette->isVisible());
        const int all = palette->list()->count();
        QVERIFY(all > 30);
        QTest::keyClicks(palette->line(), "find ev");
        QVERIFY(palette->list()->count() >= 1 && palette->list()->count() < all);
        QCOMPARE(palette->list()->item(0)->text(), QString("Find Events…"));
        QTest::keyClick(palette->line(), Qt::Key_Return);
        QTRY_VERIFY(window.currentPage()->findBar()->isVisible());
        QTRY_VERIFY(!window.findChild<app::CommandPalette*>());
        // Arrows move in the list while the keyboard stays in the line.
        window.findChild<QAction*>("commandPalette")->trigger();
        palette = window.findChild<app::CommandPalette*>();
        QTest::keyClick(palette->line(), Qt::Key_Down);
        QCOMPARE(palette->list()->currentRow(), 1);
        QTest::keyClicks(palette->line(), "no such command at all");
        QCOMPARE(palette->list()->count(), 0);
        QTest::keyClick(palette->line(), Qt::Key_Return);
        QTest::keyClick(palette->line(), Qt::Key_Escape);
    }
};

SIGHTLINE_QT_TEST(AppFindTest)
#include "app_find_test.moc"
