// SPDX-License-Identifier: GPL-3.0-or-later
// Giving away a part of a report, a scrubbed copy, or a page about it: from the window, beside other work, over nothing
// that is there.
#include <QAction>
#include <QCheckBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QTimer>

#include "app/compare/compare_window.h"
#include "app/kit/error_text.h"
#include "app/kit/file_text.h"
#include "app/pictures/picture.h"
#include "app/share/share.h"
#include "importers/open.h"
#include "tests/ui/app_test.h"
#include "timeline/look/format.h"

using app::MainWindow;
using app::ReportPage;
using app::ShareDialog;
using importers::ScrubPart;

class AppShareTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_files = 0;

    QString file(const QString& name) const { return m_folder.filePath(name); }
    /// A report in a folder of its own.
    QString fresh() {
        const QString folder = QStringLiteral("r%1").arg(++m_files);
        QDir(m_folder.path()).mkdir(folder);
        return writeReport(smallReport(), file(folder + QStringLiteral("/small.rep")));
    }
    static ReportPage* open(MainWindow& window, const QString& path) {
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    static model::SnapshotPtr read(const QString& path) {
        const auto store = model::EventStore::create();
        return importers::openReport(path.toStdString(), *store) ? store->snapshot() : nullptr;
    }
    static QByteArray bytes(const QString& path) {
        QFile in(path);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    /// For people to look at.
    static void keep(QWidget* widget, const char* name) {
        const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES");
        if (!folder.isEmpty()) widget->grab().save(folder + u'/' + QLatin1String(name));
    }
    static ShareDialog* trigger(MainWindow& window, const char* action) {
        auto* found = window.findChild<QAction*>(QLatin1String(action));
        if (!found || !found->isEnabled()) return nullptr;
        found->trigger();
        return window.findChild<ShareDialog*>();
    }

private slots:
    void theSelectionIsSavedAsAReportOfItsOwn() {
        const QString path = fresh();
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        QVERIFY(!window.findChild<QAction*>("saveSelection")->isEnabled());
        page->view()->setSelection(model::TimeRange{4000, 8000});
        ShareDialog* dialog = trigger(window, "saveSelection");
        QVERIFY(dialog);
        QVERIFY(dialog->selectionChoice()->isChecked());
        QVERIFY(dialog->selectionChoice()->text().contains(timeline::formatDuration(4000)));
        QVERIFY(dialog->pathEdit()->text().endsWith("/small.part.rep"));
        keep(dialog, "share-selection.png");
        const QString target = dialog->request().path;
        QSignalSpy saved(page, &ReportPage::saved);
        dialog->saveButton()->click();
        QVERIFY(saved.wait(10000));
        const model::SnapshotPtr part = read(target);
        QVERIFY(part);
        QVERIFY(part->range() == (model::TimeRange{4000, 8000}));
        QCOMPARE(QString::fromStdString(part->info().cut.of), QStringLiteral("small.rep"));
        QVERIFY(part->eventCount() < page->document()->snapshot()->eventCount());
    }

    void theMenuOfTheTimelineOffersItWhileSomethingIsSelected() {
        MainWindow window;
        ReportPage* page = open(window, fresh());
        QVERIFY(page);
        window.show();
        const auto offered = [&] {
            bool found = false;
            QTimer::singleShot(0, &window, [&] {
                if (auto* menu = page->view()->findChild<QMenu*>("timelineMenu")) {
                    found = menu->findChild<QAction*>("menu_save_selection");
                    menu->close();
                }
            });
            const QPoint middle = page->view()->rect().center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, middle, page->view()->mapToGlobal(middle));
            QApplication::sendEvent(page->view(), &event);
            return found;
        };
        QVERIFY(!offered());
        page->view()->setSelection(model::TimeRange{4000, 8000});
        QVERIFY(offered());
    }

    void whatIsThereIsReplacedOnlyAfterAQuestion() {
        const QString path = fresh();
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        ShareDialog* dialog = trigger(window, "saveCopy");
        QVERIFY(dialog);
        QVERIFY(dialog->wholeChoice()->isChecked() && !dialog->selectionChoice()->isEnabled());
        for (std::size_t i = 0; i < importers::kScrubParts; ++i)
            dialog->part(static_cast<ScrubPart>(i))->setChecked(false);
        const QString target = dialog->request().path;
        QVERIFY(QFile::copy(path, target));
        QFile mine(target);
        QVERIFY(mine.open(QIODevice::Append) && mine.write("mine") == 4);
        mine.close();
        const QByteArray before = bytes(target);
        dialog->saveButton()->click();
        auto* box = dialog->findChild<QMessageBox*>("replaceBox");
        QVERIFY(box && box->text().contains("small.copy.rep is there already"));
        box->button(QMessageBox::Cancel)->click();
        QCOMPARE(bytes(target), before);
        QVERIFY(dialog->isVisible());
        QTRY_VERIFY(!dialog->findChild<QMessageBox*>("replaceBox"));
        dialog->saveButton()->click();
        box = dialog->findChild<QMessageBox*>("replaceBox");
        QVERIFY(box);
        QSignalSpy saved(page, &ReportPage::saved);
        for (QAbstractButton* button : box->buttons())
            if (box->buttonRole(button) == QMessageBox::AcceptRole) button->click();
        QVERIFY(saved.wait(10000));
        QCOMPARE(bytes(target), bytes(path));
    }

    void theReportItselfIsNoTarget() {
        const QString path = fresh();
        MainWindow window;
        QVERIFY(open(window, path));
        ShareDialog* dialog = trigger(window, "saveCopy");
        QVERIFY(dialog);
        dialog->pathEdit()->setText(path);
        QVERIFY(!dialog->saveButton()->isEnabled());
        QVERIFY(dialog->hint()->text().contains("report itself"));
        dialog->pathEdit()->setText(file("no/such/folder/x.rep"));
        QVERIFY(!dialog->saveButton()->isEnabled());
        dialog->pathEdit()->setText("beside");
        QVERIFY(dialog->saveButton()->isEnabled());
        QCOMPARE(dialog->request().path, QFileInfo(path).dir().filePath("beside.rep"));
    }

    void aScrubbedCopyHasNoNamesAndSaysHowMany() {
        MainWindow window;
        ReportPage* page = open(window, fresh());
        QVERIFY(page);
        ShareDialog* dialog = trigger(window, "saveCopy");
        QVERIFY(dialog);
        dialog->part(ScrubPart::Names)->setChecked(true);
        QVERIFY(dialog->pathEdit()->text().endsWith("/small.scrubbed.rep"));
        const QString target = dialog->request().path;
        QSignalSpy saved(page, &ReportPage::saved);
        dialog->saveButton()->click();
        QVERIFY(saved.wait(10000));
        const model::SnapshotPtr copy = read(target);
        QVERIFY(copy);
        QCOMPARE(copy->store().strings().find("gemm_kernel"), 0u);
        QVERIFY(copy->store().strings().find("kernel1") != 0 && copy->store().strings().find("cudaLaunchKernel") != 0);
        QCOMPARE(copy->eventCount(), page->document()->snapshot()->eventCount());
        keep(page, "share-said.png");
        bool said = false;
        for (const QLabel* label : page->findChildren<QLabel*>())
            said |= label->text().contains("Taken out: Names of kernels, ranges, functions …: ");
        QVERIFY(said);
    }

    void aPictureOfAScrubbedCopyHoldsNoSecret() {
        const QString path =
            writeReport(TextReport("gpu0/s7: |kkkkkkkkkkkkkkkkkkkk|\nt42/nvtx: |ffffffffffffffffffff|\n",
                                   {{'k', "10.1.2.3 x"}, {'f', "--password hunter2x"}}),
                        file("secrets.rep"));
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        ShareDialog::Request request;
        request.path = file("secrets.scrubbed.rep");
        request.scrub = importers::kUsualScrub;
        QSignalSpy saved(page, &ReportPage::saved);
        page->write(request.path, app::savingCopy(page->document()->report(), request, {path},
                                                  std::make_shared<importers::ScrubCounts>()));
        QVERIFY(saved.wait(10000));
        const auto pictureOf = [](ReportPage* of) {
            app::PictureRequest picture;
            picture.what = app::PictureWhat::Whole;
            picture.format = app::PictureFormat::Svg;
            picture.width = 1600;
            return app::Picture({of->window(), {of}, {}}, picture).toSvg();
        };
        QVERIFY(pictureOf(page).contains("10.1.2.3") && pictureOf(page).contains("hunter2x"));
        ReportPage* copy = open(window, request.path);
        QVERIFY(copy && copy != page);
        const QByteArray svg = pictureOf(copy);
        QVERIFY(!svg.contains("10.1.2.3") && !svg.contains("hunter2x"));
        QVERIFY(svg.contains("address_1") && svg.contains("--password"));
    }

    void aNameThatTurnsTheDirectionOfWritingIsShownAndNotObeyed() {
        const QString mark = QString(QChar(0x202e)),
                      path = writeReport(TextReport("gpu0/s7: |kkkkkkkkkkkkkkkkkkkk|\n", {{'k', "load\u202egnp"}}),
                                         file("rtl" + mark + "gnp.rep"));
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        QVERIFY(!page->title().contains(mark) && page->title().contains("rtl\\u202egnp"));
        QVERIFY(!window.windowTitle().contains(mark));
        const model::Error error{model::ErrorCode::CannotOpen, path.toStdString(), "quotes \u2028"};
        const app::ErrorMessage said = app::errorMessage(error, app::FileAs::Name);
        QVERIFY(!(said.fact + said.next + said.details).contains(mark) && !said.details.contains(QChar(0x2028)));
        QCOMPARE(app::csvCell("=1+1"), QByteArray("\"'=1+1\""));
        QCOMPARE(app::csvCell("-12.5"), QByteArray("-12.5"));
    }

    void aReportIsSharedAsAPage() {
        MainWindow window;
        ReportPage* page = open(window, fresh());
        QVERIFY(page);
        page->view()->setSelection(model::TimeRange{4000, 8000});
        ShareDialog* dialog = trigger(window, "shareHtml");
        QVERIFY(dialog && dialog->wholeChoice()->isChecked() && dialog->selectionChoice()->isEnabled());
        const QString target = dialog->request().path;
        QVERIFY(target.endsWith("/small.scrubbed.html"));
        QSignalSpy saved(page, &ReportPage::saved);
        dialog->saveButton()->click();
        QVERIFY(saved.wait(20000));
        const QByteArray html = bytes(target);
        QVERIFY(html.startsWith("<!DOCTYPE html>\n<html lang=\"en"));
        QVERIFY(html.contains("gemm_kernel") && html.contains("<svg class=\"timeline\"") && html.endsWith("</html>\n"));
    }

    void thePageShowsNotesUnlessTheyAreTakenOut() {
        MainWindow window;
        ReportPage* page = open(window, fresh());
        QVERIFY(page);
        ShareDialog* dialog = trigger(window, "shareHtml");
        QVERIFY(dialog && dialog->notesPart()->isHidden());  // there are none
        dialog->reject();
        QTRY_VERIFY(!window.findChild<ShareDialog*>());
        timeline::ViewState state = page->view()->viewState();
        state.notes.push_back({timeline::Note::Of::Moment, 5000, {}, {}, QStringLiteral("look <here>")});
        state.colours = timeline::ColourBy::Stream;
        page->view()->setViewState(state);
        QByteArray html;
        const auto write = [&](bool takeOut) {
            ShareDialog* asked = trigger(window, "shareHtml");
            QVERIFY(asked && !asked->notesPart()->isHidden() && !asked->notesPart()->isChecked());
            QVERIFY(asked->notesPart()->text().contains(u'1'));
            keep(asked, "share-notes.png");
            asked->notesPart()->setChecked(takeOut);
            asked->pathEdit()->setText(file(takeOut ? "without.html" : "with.html"));
            const QString target = asked->request().path;
            QSignalSpy saved(page, &ReportPage::saved);
            asked->saveButton()->click();
            QVERIFY(saved.wait(20000));
            html = bytes(target);
            QTRY_VERIFY(!window.findChild<ShareDialog*>());
        };
        write(false);
        QVERIFY(html.contains("<b>look &lt;here&gt;</b>") && html.contains("Coloured by stream"));
        write(true);
        QVERIFY(!html.contains("look &lt;") && html.contains("Coloured by stream"));
        // "Everything" takes them out, "Usual" does not.
        ShareDialog* last = trigger(window, "shareHtml");
        QVERIFY(last);
        for (QPushButton* button : last->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Everything")) button->click();
        QVERIFY(last->notesPart()->isChecked() && !last->request().notes);
        for (QPushButton* button : last->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Usual")) button->click();
        QVERIFY(!last->notesPart()->isChecked() && last->request().notes);
    }

    void thePageShowsNotesAtRowsEventsAndAddedRows() {
        MainWindow window;
        ReportPage* page = open(window, fresh());
        QVERIFY(page);
        app::Document* document = page->document();
        model::StringTable& strings = *document->strings();
        auto row = model::AddedRow::of(document->nextRow(), strings.intern("my row"),
                                       {{2000, 4000, strings.intern("mine"), 0, 0, 0}});
        QVERIFY(row && document->addRow(document->report(), std::move(*row)));
        const model::Snapshot& s = *document->snapshot();
        timeline::ViewState state = page->view()->viewState();
        const auto added = static_cast<model::TrackId>(s.trackCount() - 1);
        state.notes.push_back(
            {timeline::Note::Of::Event, 2000, {}, {s.track(added).lanes.at(0), 0}, QStringLiteral("of mine")});
        for (const model::Track& t : s.tree().tracks)
            if (t.kind == model::TrackKind::Stream)
                state.notes.push_back(
                    {timeline::Note::Of::Row, 0, timeline::rowKey(t), {}, QStringLiteral("a stream")});
        const app::HtmlView view = app::htmlViewOf(state, document->snapshot(), document->report(), true);
        QVERIFY(view.shown == document->snapshot() && view.notes.size() >= 2);
        QVERIFY(view.notes[0].of == model::look::Note::Of::Event && view.notes[1].of == model::look::Note::Of::Row);
        QVERIFY(app::htmlViewOf(state, document->snapshot(), document->report(), false).notes.empty());
        ShareDialog::Request request;
        request.path = file("rows.html");
        QSignalSpy saved(page, &ReportPage::saved);
        page->write(request.path, app::writingHtml(document->report(), nullptr, request, document->paths(),
                                                   std::make_shared<importers::ScrubCounts>(), view));
        QVERIFY(saved.wait(20000));
        const QByteArray html = bytes(request.path);
        QVERIFY(html.contains("[\"my row\",1,") && html.contains("<b>of mine</b> <span class=\"note\">mine"));
        QVERIFY(html.contains("<b>a stream</b>"));
    }

    void aComparisonIsSharedAsAPage() {
        app::CompareWindow window(fresh(), fresh(), false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(!window.shareAction()->isEnabled());
        window.show();
        QVERIFY(QTest::qWaitFor([&] { return window.isSettled(); }, 10000));
        QVERIFY(window.shareAction()->isEnabled());
        window.shareAction()->trigger();
        auto* dialog = window.findChild<ShareDialog*>();
        QVERIFY(dialog && !dialog->wholeChoice()->isVisible());
        const QString target = dialog->request().path;
        QVERIFY(target.endsWith("/small-small.scrubbed.html"));
        keep(dialog, "share-comparison.png");
        QSignalSpy saved(window.page(app::CompareWindow::Side::B), &ReportPage::saved);
        dialog->saveButton()->click();
        QVERIFY(saved.wait(20000));
        QVERIFY(bytes(target).contains("id=\"changed\""));
    }

    void whatIsCancelledLeavesNothing() {
        const QString path = writeLargeReport(file("large.rep"), 3'000'000);
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        const QString target = file("stopped.rep");
        ShareDialog::Request request;
        request.path = target;
        request.scrub = importers::kFullScrub;
        QSignalSpy changed(page, &ReportPage::savingChanged), saved(page, &ReportPage::saved);
        page->write(target, app::savingCopy(page->document()->report(), request, {path},
                                            std::make_shared<importers::ScrubCounts>()));
        QVERIFY(page->isSaving());
        for (QPushButton* button : page->findChildren<QPushButton*>())
            if (button->text() == "Cancel" || button->text() == "&Cancel") button->click();
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 2, 20000);
        QCOMPARE(saved.count(), 0);
        QVERIFY(!QFile::exists(target));
    }
};

SIGHTLINE_QT_TEST(AppShareTest)
#include "app_share_test.moc"
