// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog of pictures, and the other ways to one: files, the clipboard, a drag, menus.
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSpinBox>
#include <QUrl>

#include "app/panes/reports_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/pictures/picture.h"
#include "app/pictures/picture_dialog.h"
#include "app/report/pane.h"
#include "tests/ui/picture_test.h"

using namespace app;

namespace {

/// For people: with SIGHTLINE_PICTURES naming a folder.
void keep(const QString& name, QWidget& widget) {
    const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES");
    if (!folder.isEmpty()) QVERIFY(widget.grab().save(folder + u'/' + name + QStringLiteral(".png")));
}

}  // namespace

class AppPictureDialogTest : public PictureTest {
    Q_OBJECT

private slots:
    void init() { QVERIFY(open(smallReport())); }
    void cleanup() { m_window.reset(); }

    void theDialogMakesWhatIsChosen() {
        auto* action = m_window->findChild<QAction*>(QStringLiteral("exportPicture"));
        QVERIFY(action && action->isEnabled());
        QCOMPARE(action->shortcut(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
        view()->setFocus();
        action->trigger();
        auto* dialog = m_window->findChild<PictureDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->refreshNow();
        QCOMPARE(dialog->request().what, PictureWhat::View);
        const QImage light = dialog->preview();
        QVERIFY(!light.isNull());
        dialog->themeBox()->setCurrentIndex(1);
        dialog->refreshNow();
        QVERIFY(dialog->preview() != light);
        QVERIFY(qGray(dialog->preview().pixel(2, 2)) < 60);
        dialog->themeBox()->setCurrentIndex(0);
        QTest::keyClicks(dialog->captionEdit(), "Step 1");
        dialog->legendBox()->setCurrentIndex(2);
        dialog->widthBox()->setValue(900);
        dialog->formatBox()->setCurrentIndex(1);
        QVERIFY(!dialog->scaleBox()->isEnabled());  // shapes have no resolution
        const QString path = m_folder.filePath("dialog.svg");
        QSignalSpy written(dialog, &PictureDialog::written);
        dialog->saveTo(path);
        QVERIFY(written.wait(20000));
        const Svg svg(readAll(path));
        QVERIFY2(svg.says(QStringLiteral("Step 1")) && svg.says(QStringLiteral("gemm_kernel")),
                 qPrintable(svg.allText()));
        QVERIFY2(dialog->status().contains(QStringLiteral("dialog.svg")), qPrintable(dialog->status()));
        QVERIFY(readAll(path).contains("width=\"932\""));  // with its margins
        dialog->refreshNow();
        // The whole picture is in the preview: its margin is on all sides.
        const QImage small = dialog->preview();
        QVERIFY(small.width() < 932);
        for (int y = 0; y < small.height(); ++y) QCOMPARE(small.pixel(small.width() - 4, y), small.pixel(3, 3));
        for (int x = 0; x < small.width(); ++x) QCOMPARE(small.pixel(x, small.height() - 4), small.pixel(3, 3));
        keep(QStringLiteral("picture-dialog"), *dialog);
        // A selection becomes something to show.
        const int before = dialog->whatBox()->count();
        view()->setSelection(model::TimeRange{11'000, 18'000});
        dialog->refreshNow();
        QCOMPARE(dialog->whatBox()->count(), before + 1);
    }

    void aPngIsWrittenBesideTheWindow() {
        PictureDialog* dialog = m_window->exportPicture(PictureWhat::Whole);
        dialog->scaleBox()->setCurrentIndex(2);
        QSignalSpy written(dialog, &PictureDialog::written);
        const QString path = m_folder.filePath("dialog.png");
        dialog->saveTo(path);
        QVERIFY(written.wait(20000));
        QCOMPARE(QImage(path).size(), Picture(m_window->pictureSource(), dialog->request()).size() * 3);
    }

    void theWindowGoesOnWhileAFileIsPacked() {
        PictureDialog* dialog = m_window->exportPicture(PictureWhat::Whole);
        for (const int format : {0, 1, 2}) {
            dialog->formatBox()->setCurrentIndex(format);
            const QString path = m_folder.filePath("packed." + endingOf(dialog->request().format));
            QSignalSpy written(dialog, &PictureDialog::written);
            int ticks = 0;
            QTimer timer;
            connect(&timer, &QTimer::timeout, this, [&] { ticks += written.isEmpty(); });
            timer.start(0);
            dialog->saveTo(path);
            QVERIFY(written.isEmpty());  // it is made elsewhere
            QVERIFY(written.wait(20000));
            QVERIFY(ticks > 0);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            // As if it had been painted at once.
            const Picture picture(m_window->pictureSource(), dialog->request());
            if (format == 0) QCOMPARE(bytes, pngOf(picture.toImage()));
            else if (format == 1) QCOMPARE(bytes, picture.toSvg());
            else QCOMPARE(drawn(bytes), drawn(picture.toPdf()));  // strokes of one colour may be drawn together
        }
    }

    void aFolderThatIsMissingIsSaid() {
        PictureDialog* dialog = m_window->exportPicture(PictureWhat::View);
        for (const int format : {0, 1, 2}) {
            dialog->formatBox()->setCurrentIndex(format);
            QSignalSpy written(dialog, &PictureDialog::written);
            dialog->saveTo(m_folder.filePath("none/there.x"));
            QVERIFY(written.size() > 0 || written.wait(20000));
            QVERIFY2(dialog->status().contains(QStringLiteral("cannot be written")), qPrintable(dialog->status()));
        }
    }

    void aCopyIsAnImageAndSvg() {
        PictureDialog* dialog = m_window->exportPicture(PictureWhat::View);
        QApplication::clipboard()->clear();
        dialog->copy();
        const QMimeData* mime = QApplication::clipboard()->mimeData();
        QVERIFY(mime->hasImage());
        QCOMPARE(qvariant_cast<QImage>(mime->imageData()).size(),
                 Picture(m_window->pictureSource(), dialog->request()).size() * 2);
        QVERIFY(Svg(mime->data(QStringLiteral("image/svg+xml"))).says(QStringLiteral("CUDA API")));
        // The quick one of the menu, too.
        QApplication::clipboard()->clear();
        m_window->findChild<QAction*>(QStringLiteral("copyTimelinePicture"))->trigger();
        QVERIFY(QApplication::clipboard()->mimeData()->hasImage());
    }

    void aDragCarriesThePictureAndItsFile() {
        PictureDialog* dialog = m_window->exportPicture(PictureWhat::View);
        dialog->formatBox()->setCurrentIndex(2);
        const std::unique_ptr<QMimeData> mime(dialog->dragData());
        QVERIFY(mime && mime->hasImage() && mime->hasUrls());
        QVERIFY(mime->data(QStringLiteral("application/pdf")).startsWith("%PDF-"));
        const QString path = mime->urls().value(0).toLocalFile();
        QCOMPARE(QFileInfo(path).fileName(), QStringLiteral("small.pdf"));
        QVERIFY(readAll(path).startsWith("%PDF-"));
    }

    void aRightClickOnAChartOffersItsPicture() {
        QVERIFY(m_window->showPane(QStringLiteral("selection")));
        view()->setSelection(model::TimeRange{0, 22'000});
        m_window->settle();
        Pane* pane = m_window->pane<app::SelectionPane>();
        QVERIFY(QTest::qWaitFor([pane] { return pane->isSettled(); }, 10000));
        QWidget* plot = nullptr;
        for (QWidget* w : pane->findChildren<QWidget*>())
            if (w->inherits("QCustomPlot") && w->isVisible()) plot = w;
        QVERIFY(plot);
        QSignalSpy asked(pane, &Pane::pictureRequested);
        QContextMenuEvent event(QContextMenuEvent::Mouse, plot->rect().center(),
                                plot->mapToGlobal(plot->rect().center()));
        QApplication::sendEvent(plot, &event);
        auto* menu = pane->findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(menu && menu->actions().size() == 1);
        menu->actions().first()->trigger();
        menu->close();
        QCOMPARE(asked.size(), 1);
    }

    void aPaneOffersItsPicture() {
        QVERIFY(m_window->showPane(QStringLiteral("reports")));
        emit m_window->pane<app::ReportsPane>()->pictureRequested();
        auto* dialog = m_window->findChild<PictureDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->request().what, PictureWhat::Pane);
        QCOMPARE(dialog->request().pane.data(), m_window->pane<app::ReportsPane>());
    }
};

SIGHTLINE_QT_TEST(AppPictureDialogTest)
#include "app_picture_dialog_test.moc"
