// SPDX-License-Identifier: GPL-3.0-or-later
// Several files at once: the dialog, separate tabs, one merged view, offsets by hand, capture health.
#include "tests/ui/app_test.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTreeWidget>
#include <QUndoStack>

#include "app/panes/import_log_pane.h"
#include "app/panes/merged_files_view.h"
#include "app/report/health_view.h"
#include "app/window/open_several_dialog.h"

using app::MainWindow;
using app::MergedFilesView;
using app::OpenSeveralDialog;
using app::ReportPage;

class AppOpenSeveralTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// A rank with one all-reduce that ends at `end` us of its own clock.
    QString rank(int number, int end, const QString& name = {}) {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = key.tid = 100;
        key.device = number;
        key.context = 1;
        key.stream = 7;
        const auto string = [&](const char* s) { return store->strings().intern(s); };
        const model::TimeNs e = end * 1000ll;
        store->lane(store->track(model::TrackKind::StreamKernels, key), 0)
            .append({e - 50'000, e, string("ncclDevKernel_AllReduce_Sum"), 0, 5, 0});
        store->lane(store->track(model::TrackKind::StreamKernels, key), 0)
            .append({e + 5'000, e + 90'000, string("gemm"), 0, 6, 0});
        store->lane(store->track(model::TrackKind::CudaApi, key), 0)
            .append({e - 70'000, e - 60'000, string("cudaLaunchKernel"), 0, 5, 0});
        store->lane(store->track(model::TrackKind::CudaApi, key), 0)
            .append({e - 55'000, e - 52'000, string("cudaLaunchKernel"), 0, 6, 0});
        model::Entity gpu;
        gpu.key.device = number;
        gpu.name = "NVIDIA H100";
        store->info().entities.push_back(gpu);
        const QString path = file(name.isEmpty() ? QStringLiteral("rank%1.rep").arg(number) : name);
        return model::writeRep(*store->publish(true), path.toStdString()) ? path : QString();
    }

    static bool scanned(OpenSeveralDialog& dialog) {
        QSignalSpy done(&dialog, &OpenSeveralDialog::scanFinished);
        return done.wait(10000);
    }
    static QTreeWidgetItem* row(const OpenSeveralDialog& dialog, const QString& name) {
        const auto found = dialog.list()->findItems(name, Qt::MatchExactly, OpenSeveralDialog::Name);
        return found.isEmpty() ? nullptr : found.first();
    }
    static OpenSeveralDialog* dialogOf(const MainWindow& window) { return window.findChild<OpenSeveralDialog*>(); }
    static model::TimeNs endOfFirstKernel(const ReportPage* page, std::size_t fileIndex) {
        const model::SnapshotPtr s = page->document()->snapshot();
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == model::TrackKind::StreamKernels && importers::fileOfHost(t.key.host) == fileIndex)
                return s->lane(t.lanes[0]).end(0);
        return -1;
    }
    ReportPage* merged(MainWindow& window) {
        ReportPage* page = window.openMerged({rank(0, 1050), rank(1, 6060)}, importers::Align::Auto);
        return page && waitReady(page) ? page : nullptr;
    }

private slots:
    void init() {
        QSettings().clear();
        for (const QString& name : QDir(m_folder.path()).entryList(QDir::Files)) QFile::remove(file(name));
    }

    void theDialogTellsWhatIsInEachFile() {
        QFile other(file("notes.txt"));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("just text") > 0);
        other.close();
        OpenSeveralDialog dialog({rank(1, 1060), rank(0, 1050), file("notes.txt")}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(scanned(dialog));
        QTreeWidgetItem* one = row(dialog, "rank1.rep");
        QVERIFY(one);
        QCOMPARE(one->text(OpenSeveralDialog::Format), QStringLiteral("Sightline report"));
        QCOMPARE(one->text(OpenSeveralDialog::Rank), QStringLiteral("1"));
        QCOMPARE(one->checkState(OpenSeveralDialog::Name), Qt::Checked);
        // Small files are read to the end.
        QTRY_COMPARE(one->text(OpenSeveralDialog::Device), QStringLiteral("NVIDIA H100"));
        QVERIFY(one->text(OpenSeveralDialog::Span) != QStringLiteral("–"));
        QTreeWidgetItem* text = row(dialog, "notes.txt");
        QVERIFY(text);
        QCOMPARE(text->checkState(OpenSeveralDialog::Name), Qt::Unchecked);
        QVERIFY(!text->toolTip(OpenSeveralDialog::Format).isEmpty());
        QVERIFY(dialog.mergeChoice()->isChecked());    // two ranks belong together
        QVERIFY(dialog.compareChoice()->isEnabled());  // exactly two are chosen
        one->setCheckState(OpenSeveralDialog::Name, Qt::Unchecked);
        QVERIFY(!dialog.compareChoice()->isEnabled());
        one->setCheckState(OpenSeveralDialog::Name, Qt::Checked);
    }

    void filesOfSeveralRunsAreNotSuggestedAsOne() {
        const QString single = writeReport(smallReport(), file("single.rep"));
        OpenSeveralDialog dialog({rank(0, 1050), rank(1, 1060), single}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(scanned(dialog));
        QCOMPARE(dialog.chosen().size(), 3);
        QVERIFY(dialog.tabsChoice()->isChecked());
        row(dialog, "single.rep")->setCheckState(OpenSeveralDialog::Name, Qt::Unchecked);
        QTRY_VERIFY(dialog.mergeChoice()->isChecked());
    }

    void mergedFilesComeInTheOrderOfTheirRanks() {
        OpenSeveralDialog dialog({rank(10, 1050), rank(2, 1050), rank(0, 1050)}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(scanned(dialog));
        QSignalSpy request(&dialog, &OpenSeveralDialog::mergeRequested);
        dialog.show();
        // Only the keyboard: the default button answers Enter.
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(request.count(), 1);
        QCOMPARE(request[0][0].toStringList(), QStringList({file("rank0.rep"), file("rank2.rep"), file("rank10.rep")}));
    }

    void aFolderIsSearchedForReports() {
        QVERIFY(QDir(m_folder.path()).mkpath("runs/rank1"));
        QVERIFY(!rank(0, 1050, "runs/one.rep").isEmpty());
        QVERIFY(!rank(1, 1050, "runs/rank1/two.rep").isEmpty());
        QFile other(file("runs/notes.rep"));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("just text") > 0);
        other.close();
        OpenSeveralDialog dialog({file("runs")}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(scanned(dialog));
        QStringList chosen = dialog.chosen();
        chosen.sort();
        QCOMPARE(chosen, QStringList({file("runs/one.rep"), file("runs/rank1/two.rep")}));
        QVERIFY(QDir(file("runs")).removeRecursively());
    }

    void separateTabsAreStillOneKeyAway() {
        MainWindow window;
        window.show();
        window.openPaths({rank(0, 1050), rank(1, 1050)});
        OpenSeveralDialog* dialog = dialogOf(window);
        QVERIFY(dialog);
        QVERIFY(scanned(*dialog));
        dialog->tabsChoice()->click();
        QTest::keyClick(dialog, Qt::Key_Return);
        QCOMPARE(window.pages().size(), 2);
        // Once they are open there is nothing to ask.
        window.openPaths({file("rank0.rep"), file("rank1.rep")});
        QCOMPARE(window.pages().size(), 2);
    }

    void aMergedViewIsOneTabWithAGroupOfRowsForEachFile() {
        MainWindow window;
        window.show();
        window.openPaths({rank(0, 1050), rank(1, 6060)});
        OpenSeveralDialog* dialog = dialogOf(window);
        QVERIFY(dialog && scanned(*dialog));
        QVERIFY(dialog->mergeChoice()->isChecked());
        QTest::keyClick(dialog, Qt::Key_Return);
        ReportPage* page = window.currentPage();
        QVERIFY(page && waitReady(page));
        QCOMPARE(window.pages().size(), 1);
        QVERIFY(page->document()->isMerged());
        QCOMPARE(page->title(), QStringLiteral("rank0.rep and 1 more"));
        QCOMPARE(page->document()->files()[1].alignment.offset, model::TimeNs(5'010'000));
        QCOMPARE(endOfFirstKernel(page, 1), endOfFirstKernel(page, 0));
        QStringList titles;
        for (const timeline::Row& r : page->view()->rowList()->rows()) titles.append(r.title);
        QVERIFY(titles.contains("rank 0"));
        QVERIFY(titles.contains("rank 1"));
    }

    void manyRanksAreOneRowEach() {
        QStringList paths;
        for (int i = 0; i < 9; ++i) paths.append(rank(i, 1050));
        MainWindow window;
        ReportPage* page = window.openMerged(paths, importers::Align::Auto);
        QVERIFY(waitReady(page));
        int open = 0, closed = 0;
        for (const timeline::Row& r : page->view()->rowList()->rows())
            if (r.title.startsWith("rank ")) {
                ++(r.expanded ? open : closed);
                QVERIFY(r.lineCount >= 1);  // closed, it still shows what its GPUs did
            }
        QCOMPARE(open, 0);
        QCOMPARE(closed, 9);
    }

    void anOffsetCanBeEditedAndTakenBackAndTheViewStays() {
        MainWindow window;
        window.show();
        ReportPage* page = merged(window);
        QVERIFY(page);
        MergedFilesView* files = window.pane<app::ImportLogPane>()->files();
        QCOMPARE(files->files()->rowCount(), 2);
        QStandardItem* cell = files->files()->item(1, MergedFilesView::Offset);
        QCOMPARE(cell->text(), QStringLiteral("+5.010 ms"));
        QVERIFY(!files->files()->item(0, MergedFilesView::Offset)->isEditable());
        page->view()->zoomTo({1'000'000, 1'100'000}, true);
        const auto range = page->view()->viewState().range;
        const model::TimeNs before = endOfFirstKernel(page, 1);

        QSignalSpy changed(page->document(), &app::Document::snapshotChanged);
        cell->setText("5.0 ms");
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(endOfFirstKernel(page, 1), before + 10'000);
        QCOMPARE(files->files()->item(1, MergedFilesView::Offset)->text(), QStringLiteral("+5.000 ms"));
        QCOMPARE(files->files()->item(1, MergedFilesView::AlignedBy)->text(), QStringLiteral("by hand"));
        QCOMPARE(page->view()->viewState().range, range);
        QCOMPARE(page->view()->snapshot().get(), page->document()->snapshot().get());

        page->view()->undoStack()->undo();
        QTRY_COMPARE(changed.count(), 2);
        QCOMPARE(endOfFirstKernel(page, 1), before);
        QCOMPARE(files->files()->item(1, MergedFilesView::AlignedBy)->text(), QStringLiteral("ends of collectives"));
        page->view()->undoStack()->undo();  // the zoom before it
        QVERIFY(!(page->view()->viewState().range == range));
        page->view()->undoStack()->redo();
        page->view()->undoStack()->redo();
        QTRY_COMPARE(changed.count(), 3);
        QCOMPARE(endOfFirstKernel(page, 1), before + 10'000);
    }

    void whatIsNoTimeIsNotTakenAsAnOffset() {
        MainWindow window;
        window.show();
        ReportPage* page = merged(window);
        QVERIFY(page);
        QStandardItem* cell = window.pane<app::ImportLogPane>()->files()->files()->item(1, MergedFilesView::Offset);
        cell->setText("soon");
        QCOMPARE(cell->text(), QStringLiteral("+5.010 ms"));
        QVERIFY(!page->view()->undoStack()->canUndo());
    }

    void offsetsAreWrittenExactlyAndReadBack() {
        for (const model::TimeNs t : {0ll, 1ll, -1ll, 5'010'000ll, -3'599'999'980'000ll, 999'999'999ll, 1'000'000'000ll,
                                      -123'456'789'012'345'678ll})
            QCOMPARE(app::offsetFromText(app::offsetText(t)).value_or(42), t);
        QCOMPARE(app::offsetText(-3'599'999'980'000), QStringLiteral("-3599.99998 s"));
        QCOMPARE(app::offsetFromText("+2.5").value_or(0), model::TimeNs(2'500'000));
        QCOMPARE(app::offsetFromText("−3 us").value_or(0), model::TimeNs(-3'000));
        QVERIFY(!app::offsetFromText(""));
    }

    void aFileThatFailsIsNamedAndTheOthersOpen() {
        QFile other(file("rank1.rep"));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("just text") > 0);
        other.close();
        MainWindow window;
        window.show();
        ReportPage* page = window.openMerged({rank(0, 1050), file("rank1.rep"), rank(2, 1070)}, importers::Align::Auto);
        QVERIFY(waitReady(page));
        QCOMPARE(page->document()->state(), app::Document::State::Ready);
        QVERIFY(page->document()->isPartial());
        QVERIFY(endOfFirstKernel(page, 2) >= 0);
        const QString said =
            window.pane<app::ImportLogPane>()->files()->files()->item(1, MergedFilesView::Format)->text();
        QVERIFY2(said.contains("rank1.rep"), qPrintable(said));
    }

    void aReportThatIsClosedWhileItIsMovedOrReadLeavesNothingBehind() {
        MainWindow window;
        ReportPage* page = merged(window);
        QVERIFY(page);
        page->moveFile(1, 0);
        window.closePage(0);
        window.openMerged({file("rank0.rep"), file("rank1.rep")}, importers::Align::Start);
        window.closePage(window.tabs()->currentIndex());
        QVERIFY(window.pages().isEmpty());
    }

    void aMergedViewComesBackWithTheSession() {
        {
            MainWindow window;
            QVERIFY(merged(window));
            window.close();
        }
        MainWindow again;
        again.restoreSession();
        QCOMPARE(again.pages().size(), 1);
        QVERIFY(again.pages().first()->document()->isMerged());
        QVERIFY(waitReady(again.pages().first()));
    }

    void captureHealthSaysWhatIsMissingAndWhatToDo() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = key.tid = key.stream = 1;
        key.device = 0;
        key.context = 1;
        for (int i = 0; i < 100; ++i) {
            const model::TimeNs t = i * 10'000;
            const auto id = static_cast<std::uint32_t>(i + 1);
            store->lane(store->track(model::TrackKind::CudaApi, key), 0)
                .append({t, t + 1000, store->strings().intern("cudaLaunchKernel"), 0, id, 0});
            if (i < 60)
                store->lane(store->track(model::TrackKind::StreamKernels, key), 0)
                    .append({t + 1000, t + 9000, store->strings().intern("k"), 0, id, 0});
        }
        const QString path = file("gaps.rep");
        QVERIFY(model::writeRep(*store->publish(true), path.toStdString()));
        MainWindow window;
        window.show();
        window.openPaths({path});
        QVERIFY(waitReady(window.currentPage()));
        window.dockOf(window.pane<app::ImportLogPane>())->show();
        window.dockOf(window.pane<app::ImportLogPane>())->raise();
        window.pane<app::ImportLogPane>()->showSection(app::ImportLogPane::Health);
        app::HealthView* health = window.pane<app::ImportLogPane>()->health();
        QTRY_VERIFY(health->findings()->rowCount() > 0);
        QVERIFY2(health->findings()->item(0, 1)->text().contains("40 of 100"),
                 qPrintable(health->findings()->item(0, 1)->text()));
        QVERIFY(!health->findings()->item(0, 2)->text().isEmpty());
        app::setLanguage("zh_CN");
        QTRY_VERIFY(!health->findings()->item(0, 1)->text().contains("Launches"));
        QVERIFY(health->findings()->item(0, 1)->text().contains("100"));
        app::setLanguage("en");
    }

    void picturesOfTheDialogAndTheMergedView() {
        const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES");
        for (const auto theme : {app::ThemeChoice::Light, app::ThemeChoice::Dark}) {
            app::themeManager()->setChoice(theme);
            const QString suffix = theme == app::ThemeChoice::Light ? "light" : "dark";
            QFile other(file("notes.json"));
            QVERIFY(other.open(QIODevice::WriteOnly) && other.write("just text") > 0);
            other.close();
            OpenSeveralDialog dialog({rank(0, 1050), rank(1, 6060), rank(2, 1070), file("notes.json")}, nullptr);
            dialog.setAttribute(Qt::WA_DeleteOnClose, false);
            dialog.show();
            QVERIFY(scanned(dialog));
            QTRY_COMPARE(row(dialog, "rank2.rep")->text(OpenSeveralDialog::Device), QStringLiteral("NVIDIA H100"));
            const QImage asked = dialog.grab().toImage();
            QVERIFY(!asked.isNull());
            MainWindow window(MainWindow::Mode::Picture);
            window.show();
            ReportPage* page = window.openMerged(
                {file("rank0.rep"), file("rank1.rep"), file("notes.json"), file("rank2.rep")}, importers::Align::Auto);
            QVERIFY(waitReady(page));
            window.dockOf(window.pane<app::ImportLogPane>())->raise();
            window.pane<app::ImportLogPane>()->showSection(app::ImportLogPane::Files);
            window.settle();
            QTRY_VERIFY(page->view()->isSettled());
            const QImage view = window.grab().toImage();
            QVERIFY(!view.isNull());
            window.pane<app::ImportLogPane>()->showSection(app::ImportLogPane::Health);
            window.settle();
            const QImage health = window.grab().toImage();
            if (folder.isEmpty()) continue;
            QVERIFY(asked.save(folder + "/open-several-" + suffix + ".png"));
            QVERIFY(view.save(folder + "/merged-" + suffix + ".png"));
            QVERIFY(health.save(folder + "/health-" + suffix + ".png"));
        }
        app::themeManager()->setChoice(app::ThemeChoice::Light);
    }
};

SIGHTLINE_QT_TEST(AppOpenSeveralTest)
#include "app_open_several_test.moc"
