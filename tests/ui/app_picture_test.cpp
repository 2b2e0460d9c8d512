// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of timelines, panes and windows: PNG, SVG, PDF, clipboard, drag, dialog.
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPainter>
#include <QProcess>
#include <QScrollBar>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "app/compare/compare_window.h"
#include "app/compare/difference_pane.h"
#include "app/kit/tables/table.h"
#include "app/panes/reports_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/pictures/picture.h"
#include "app/pictures/picture_dialog.h"
#include "app/pictures/picture_fonts.h"
#include "app/pictures/svg_device.h"
#include "app/pictures/widget_painter.h"
#include "app/report/pane.h"
#include "app/report/view_file.h"
#include "app/window/arguments.h"
#include "app/window/screenshot.h"
#include "tests/ui/picture_kit.h"
#include "tests/ui/picture_test.h"
#include "timeline/look/names.h"

using namespace app;

namespace {

/// A chart as somebody may write one: it paints, and nobody knows its class.
class Chart : public QWidget {
protected:
    void paintEvent(QPaintEvent*) override {
        QPainter p(this);
        p.fillRect(QRect(10, 10, 30, 20), Qt::magenta);
    }
};

/// A picture of one widget.
PictureSource sourceOf(QWidget& widget) {
    PictureSource source;
    source.panes.push_back({&widget, QStringLiteral("Mine"), QString()});
    return source;
}
PictureRequest paneRequest(QWidget& widget, PictureFormat format = PictureFormat::Svg) {
    PictureRequest w;
    w.what = PictureWhat::Pane;
    w.pane = &widget;
    w.format = format;
    return w;
}

}  // namespace

class AppPictureTest : public PictureTest {
    Q_OBJECT

private slots:
    void init() { QVERIFY(open(smallReport())); }
    void cleanup() { m_window.reset(); }

    void anSvgHasRowNamesAsTextAndBarsWhereTheAxisSays() {
        view()->zoomTo({0, 22'000}, true);
        PictureRequest w = request(PictureFormat::Svg);
        w.caption = QStringLiteral("Launches & kernels <one step>");
        const Svg svg = svgOf(w);
        QCOMPARE(svg.error, QString());
        QCOMPARE(svg.images, 0);
        for (const timeline::Row& row : view()->rowList()->rows()) QVERIFY2(svg.says(row.title), qPrintable(row.title));
        QVERIFY(svg.says(w.caption));
        QVERIFY2(svg.allText().contains(QStringLiteral("small.rep")) && svg.says(QStringLiteral("Kernels")),
                 qPrintable(svg.allText()));
        // Two labels of the axis give its scale: each stands 4 px right of its tick.
        const auto labelAt = [&svg](const char* time) {
            for (const Svg::Text& t : svg.texts)
                if (squeezed(t.text) == QLatin1String(time)) return t.at.x();
            return -1.0;
        };
        const double ten = labelAt("0.000010s"), twenty = labelAt("0.000020s");
        QVERIFY2(ten > 0 && twenty > ten, qPrintable(svg.allText()));
        const double perUs = (twenty - ten) / 10, zero = ten - 4 - 10 * perUs;
        const QString fill =
            QColor(timeline::lookOf(timeline::Family::Kernel,
                                    timeline::colourKey(model::TrackKind::StreamKernels, "gemm_kernel"),
                                    timeline::Theme::Light)
                       .fill)
                .name();
        int found = 0;
        for (const Svg::Rect& r : svg.rects)
            found += r.fill == fill && std::abs(r.rect.left() - (zero + 11 * perUs)) <= 0.5 &&
                     std::abs(r.rect.width() - 7 * perUs) <= 1 && r.rect.height() >= 8;
        QVERIFY2(found >= 1, qPrintable(QStringLiteral("%1 px a µs from %2").arg(perUs).arg(zero)));
        // A bar says its name where it lies.
        const Svg::Text* label = svg.find(QStringLiteral("gemm_kernel"));
        QVERIFY(label && (std::abs(label->at.x() - (zero + 4 * perUs + 4)) < 2 ||
                          std::abs(label->at.x() - (zero + 11 * perUs + 4)) < 2));
    }

    void namesThatTryToBeMarkupStayText() {
        const std::string hostile = "</text><script>alert('x')</script>\"&amp;\x01 ]]>";
        QVERIFY(open(
            TextReport("gpu0/s7: |kkkkkkkkkkkkkkkkkkkkkkkk|\nt1/nvtx: |xxxxxxxxxxxxxxxxxxxxxxxx|", {{'x', hostile}}),
            QStringLiteral("hostile.rep")));
        const QByteArray file = fileOf(request(PictureFormat::Svg));
        const Svg svg(file);
        QCOMPARE(svg.error, QString());
        QVERIFY(!file.contains("<script"));
        QVERIFY2(svg.allText().contains(QStringLiteral("</text><script>alert('x')</script>\"&amp;")),
                 qPrintable(svg.allText()));
    }

    void aPdfHasOnePageWithText() {
        const QByteArray file = fileOf(request(PictureFormat::Pdf));
        QVERIFY(file.startsWith("%PDF-"));
        QVERIFY(file.contains("/Count 1\n"));
        QVERIFY(file.contains("/FontFile"));
        const QString tool = QStandardPaths::findExecutable(QStringLiteral("pdftotext")),
                      path = m_folder.filePath("a.pdf");
        if (tool.isEmpty()) QSKIP("pdftotext (poppler-utils) is not installed");
        QVERIFY(!writePicture(file, path));
        QProcess process;
        process.start(tool, {"-layout", path, "-"});
        QVERIFY(process.waitForFinished());
        const QString text = QString::fromUtf8(process.readAllStandardOutput());
        for (const char* word : {"CUDA API", "NVTX", "forward", "gemm_kernel", "small.rep"})
            QVERIFY2(text.contains(QLatin1String(word)), qPrintable(text));
    }

    void aPngHasThePixelsOfItsResolution() {
        PictureRequest w = request(PictureFormat::Png);
        const QSize logical = Picture(m_window->pictureSource(), w).size();
        for (const double scale : {1.0, 3.0}) {
            w.scale = scale;
            const QImage image = QImage::fromData(fileOf(w), "PNG");
            QCOMPARE(image.size(), logical * scale);
            QCOMPARE(image.dotsPerMeterX(), qRound(scale * 96 / 0.0254));
        }
    }

    void theSamePictureHasTheSameBytes() {
        for (const PictureFormat format : {PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf}) {
            const QByteArray one = fileOf(request(format));
            QVERIFY(one.size() > 1000);
            QVERIFY2(one == fileOf(request(format)), qPrintable(endingOf(format)));
        }
        QVERIFY(fileOf(request(PictureFormat::Pdf)).contains("/CreationDate (D:20000101"));  // not today
    }

    void onlyTheSelectionIsInItsPicture() {
        QVERIFY(!m_window->pictureSource().offers(PictureWhat::Selection));
        QVERIFY(
            Picture(m_window->pictureSource(), request(PictureFormat::Svg, PictureWhat::Selection)).size().isEmpty());
        view()->setSelection(model::TimeRange{11'000, 18'000});
        const Svg svg = svgOf(request(PictureFormat::Svg, PictureWhat::Selection));
        QVERIFY2(svg.says(QStringLiteral("gemm_kernel")) && svg.says(QStringLiteral("backward")),
                 qPrintable(svg.allText()));
        QVERIFY(!svg.says(QStringLiteral("forward")));  // ends before it
        QVERIFY2(squeezed(svg.allText()).contains(QStringLiteral("(7.000µs)")), qPrintable(svg.allText()));
        // A selection over the end of the report shows what there is, as wide as the picture.
        const model::TimeNs end = view()->snapshot()->range().end;
        view()->setSelection(model::TimeRange{11'000, end});
        const QString whole = svgOf(request(PictureFormat::Svg, PictureWhat::Selection)).allText();
        view()->setSelection(model::TimeRange{11'000, end * 10});
        QCOMPARE(svgOf(request(PictureFormat::Svg, PictureWhat::Selection)).allText(), whole);
    }

private:
    /// Streams beyond the busiest stand behind one row.
    void openStreams() {
        timeline::ViewState state = view()->viewState();
        for (const model::Track& t : view()->snapshot()->tree().tracks)
            if (t.kind == model::TrackKind::Context)
                state.layout.expanded[timeline::foldedKey(t, model::TrackKind::Stream)] = true;
        view()->setViewState(state);
    }

private slots:
    void theWholeReportHasRowsThatAreNotOnScreen() {
        std::string text;
        for (int s = 1; s <= 60; ++s) text += "gpu0/s" + std::to_string(s) + ": |..kkk..kk.|\n";
        QVERIFY(open(TextReport(text), QStringLiteral("tall.rep")));
        openStreams();
        view()->zoomTo({2000, 4000}, true);
        const Svg seen = svgOf(request(PictureFormat::Svg));
        QVERIFY(seen.says(QStringLiteral("Stream 2")) && !seen.says(QStringLiteral("Stream 60")));
        PictureRequest rows = request(PictureFormat::Svg);
        rows.allRows = true;
        QVERIFY(svgOf(rows).says(QStringLiteral("Stream 60")));
        QVERIFY(svgOf(request(PictureFormat::Svg, PictureWhat::Whole)).says(QStringLiteral("Stream 60")));
        QVERIFY(Picture(m_window->pictureSource(), request(PictureFormat::Svg, PictureWhat::Whole)).notes().isEmpty());
    }

    void tooManyBarsBecomePixelsAndTextsStayTexts() {
        auto store = model::EventStore::create();
        for (int stream = 1; stream <= 12; ++stream) {
            model::TrackKey key;
            key.pid = 1;
            key.device = 0;
            key.context = 1;
            key.stream = stream;
            model::Lane& lane = store->lane(store->track(model::TrackKind::StreamKernels, key), 0);
            for (int i = 0; i < 20'000; ++i) {
                model::Event e;
                e.start = i * 1000ll;
                e.end = e.start + 300 + i % 300;
                e.name = store->strings().intern("kernel" + std::string(1, static_cast<char>('a' + i % 7)));
                lane.append(e);
            }
        }
        const QString path = m_folder.filePath("wide.rep");
        QVERIFY(model::writeRep(*store->publish(true), path.toStdString()).has_value());
        m_window->openPaths({path});
        QVERIFY(waitReady(m_window->currentPage()));
        openStreams();
        PictureRequest w = request(PictureFormat::Svg, PictureWhat::Whole);
        w.width = 6000;
        const Picture picture(m_window->pictureSource(), w);
        QCOMPARE(picture.notes().size(), 1);
        const Svg svg(picture.toSvg());
        QCOMPARE(svg.images, 1);
        QVERIFY(svg.says(QStringLiteral("Stream 12")));
        QVERIFY2(svg.rects.size() < 2000, qPrintable(QString::number(svg.rects.size())));
        w.width = 0;
        w.what = PictureWhat::View;
        view()->zoomTo({0, 50'000}, true);
        QVERIFY(Picture(m_window->pictureSource(), w).notes().isEmpty());
        QCOMPARE(svgOf(w).images, 0);
        w.format = PictureFormat::Png;
        QVERIFY(Picture(m_window->pictureSource(), w).notes().isEmpty());
    }

    void aPaneIsItsContentWithoutControls() {
        QVERIFY(m_window->showPane(QStringLiteral("reports:cuda_gpu_kern_sum")));
        m_window->settle();
        QVERIFY(QTest::qWaitFor([this] { return m_window->pane<app::ReportsPane>()->isSettled(); }, 10000));
        PictureRequest w = request(PictureFormat::Svg, PictureWhat::Pane);
        w.pane = m_window->pane<app::ReportsPane>();
        const Picture picture(m_window->pictureSource(), w);
        const Svg svg(picture.toSvg());
        QVERIFY2(svg.says(QStringLiteral("gemm_kernel")) && svg.says(QStringLiteral("Instances")),
                 qPrintable(svg.allText()));
        QVERIFY2(svg.allText().contains(QStringLiteral("CUDA GPU Kernel Summary")), qPrintable(svg.allText()));
        QVERIFY(!svg.allText().contains(QStringLiteral("Filter")));
        QVERIFY(picture.size().height() < m_window->pane<app::ReportsPane>()->height());  // ends with the last row
        // Columns that do not fit are cut at the edge of the table.
        const QImage image = picture.toImage(1);
        const QRgb ground = QColor(timeline::tokens(timeline::Theme::Light).canvas).rgb();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < 14; ++x)
                QVERIFY2(image.pixel(x, y) == ground && image.pixel(image.width() - 1 - x, y) == ground,
                         qPrintable(QString::number(y)));
        m_window->dockOf(m_window->pane<app::ReportsPane>())->hide();
        QVERIFY(Picture(m_window->pictureSource(), w).size().isEmpty());
    }

    void aChartOfAnyKindIsInThePictureOfItsPane() {
        QWidget pane;
        auto* across = new QHBoxLayout(&pane);
        auto* chart = new Chart;
        auto* table = new Table(QString());
        QStandardItemModel model(2, 1);
        table->setModel(&model);
        across->addWidget(chart, 1);
        across->addWidget(table, 1);
        pane.resize(600, 400);
        pane.show();
        const Svg svg(Picture(sourceOf(pane), paneRequest(pane)).toSvg());
        QVERIFY(std::any_of(svg.rects.begin(), svg.rects.end(),
                            [](const Svg::Rect& r) { return r.fill == QStringLiteral("#ff00ff"); }));
    }

    void whatIsSetInFieldsIsTextInAPicture() {
        QWidget pane;
        auto* column = new QVBoxLayout(&pane);
        auto* number = new QSpinBox;
        number->setValue(37);
        auto* choice = new QComboBox;
        choice->addItem(QStringLiteral("chosen one"));
        column->addWidget(number);
        column->addWidget(choice);
        column->addWidget(new QLineEdit);
        column->addWidget(new Chart, 1);
        pane.resize(300, 200);
        pane.show();
        // Set outside of what a picture shows, it is said below.
        QCOMPARE(Svg(Picture(sourceOf(pane), paneRequest(pane)).toSvg()).allText(),
                 QStringLiteral("Mine · 37 · chosen one"));
        pane.setProperty(kSettingsAreContent, true);
        const Svg svg(Picture(sourceOf(pane), paneRequest(pane)).toSvg());
        QVERIFY2(svg.says(QStringLiteral("37")) && svg.says(QStringLiteral("chosen one")) &&
                     svg.says(QStringLiteral("Mine")),
                 qPrintable(svg.allText()));
        const QImage image = Picture(sourceOf(pane), paneRequest(pane)).toImage(1);
        const int y = 17 + number->y(), right = 16 + number->geometry().right() - 8;  // within the arrows of the box
        for (int line = y; line < y + number->height() - 2; ++line)
            QCOMPARE(image.pixel(right, line), image.pixel(20, 20));
    }

    void aTableIsWholeInItsPictureOrItSaysWhatIsNot() {
        QWidget pane;
        auto* column = new QVBoxLayout(&pane);
        auto* table = new Table(QString());
        QStandardItemModel model(1204, 3);
        for (int row = 0; row < 1204; ++row) {
            model.setItem(row, 0, new QStandardItem(QStringLiteral("row %1").arg(row)));
            model.setItem(
                row, 1,
                new QStandardItem(QStringLiteral("a name that takes much more room than it has got, %1").arg(row)));
            model.setItem(row, 2, new QStandardItem(QStringLiteral("at the right")));
        }
        table->setModel(&model);
        for (int c = 0; c < 3; ++c) table->setColumnWidth(c, 90);
        column->addWidget(table);
        pane.resize(200, 300);
        pane.show();
        table->verticalScrollBar()->setValue(5);
        const Picture part(sourceOf(pane), paneRequest(pane));
        const Svg svg(part.toSvg());
        QVERIFY2(svg.says(QStringLiteral("at the right")) &&
                     svg.says(QStringLiteral("a name that takes much more room than it has got, 5")),
                 qPrintable(svg.allText()));
        QVERIFY2(squeezed(svg.allText()).contains(QStringLiteral("of1204rows")), qPrintable(svg.allText()));
        QCOMPARE(part.notes().size(), 1);
        // On screen nothing has changed.
        QCOMPARE(pane.size(), QSize(200, 300));
        QCOMPARE(table->columnWidth(1), 90);
        QCOMPARE(table->verticalScrollBar()->value(), 5);
        PictureRequest all = paneRequest(pane);
        all.allRows = true;
        model.setRowCount(200);
        const Picture whole(sourceOf(pane), all);
        QVERIFY(Svg(whole.toSvg()).says(QStringLiteral("row 0")) && Svg(whole.toSvg()).says(QStringLiteral("row 199")));
        QVERIFY(whole.notes().isEmpty());
    }

    void longTextsAreShortenedAndThatIsSaid() {
        QWidget pane;
        auto* column = new QVBoxLayout(&pane);
        auto* table = new Table(QString());
        QStandardItemModel model(2, 1);
        model.setItem(0, 0, new QStandardItem(QStringLiteral("kernel_traits<").leftJustified(100, u'x')));
        model.setItem(1, 0, new QStandardItem(QStringLiteral("short")));
        table->setModel(&model);
        table->setColumnWidth(0, 90);
        column->addWidget(table);
        pane.resize(200, 300);
        pane.show();
        const Picture whole(sourceOf(pane), paneRequest(pane));
        QVERIFY(whole.notes().isEmpty() && Svg(whole.toSvg()).says(model.item(0, 0)->text()));
        model.item(0, 0)->setText(QStringLiteral("kernel_traits<").leftJustified(1000, u'x') + QStringLiteral("end"));
        const Picture part(sourceOf(pane), paneRequest(pane));
        QVERIFY2(part.notes().join(u' ').contains(QStringLiteral("shortened")), qPrintable(part.notes().join(u' ')));
        const QString text = Svg(part.toSvg()).allText();
        QVERIFY2(text.contains(QStringLiteral("xend")) && text.contains(QStringLiteral("shortened")),
                 qPrintable(text));  // the middle is left out
    }

    void aCaptionIsNoPictureOfItsOwn() {
        PictureRequest w = request(PictureFormat::Svg);
        w.caption = QStringLiteral("word ").repeated(1600);
        const Picture cut(m_window->pictureSource(), w);
        w.caption = QStringLiteral("word");
        const Picture one(m_window->pictureSource(), w);
        QVERIFY2(cut.size().height() < one.size().height() + 150, qPrintable(QString::number(cut.size().height())));
        QVERIFY(cut.notes().join(u' ').contains(QStringLiteral("caption")) &&
                !one.notes().join(u' ').contains(QStringLiteral("caption")));
        QVERIFY(Svg(cut.toSvg()).allText().contains(u'…'));
    }

    void aWordThatIsWiderThanThePictureIsBroken() {
        PictureRequest w = request(PictureFormat::Svg);
        w.width = 500;
        for (const QString& word : {QString(150, u'W'), QStringLiteral("short ") + QString(120, u'W')}) {
            w.caption = word;
            QStringList lines;
            const Svg svg = svgOf(w);
            for (const Svg::Text& t : svg.texts)
                if (t.text.contains(u'W')) lines.append(t.text);
            QVERIFY(lines.size() > 2);
            QCOMPARE(lines.join(QString()).count(u'W'), word.count(u'W'));
            QFont font = pictureFont();
            font.setPixelSize(16);
            font.setBold(true);
            for (const QString& line : lines)
                QVERIFY2(QFontMetrics(font).horizontalAdvance(line) <= 500, qPrintable(line));
        }
    }

    void aPictureSaysWhatWasSet() {
        QVERIFY(m_window->showPane(QStringLiteral("reports:cuda_gpu_kern_sum")));
        view()->setSelection(model::TimeRange{0, 11'000});
        m_window->pane<app::ReportsPane>()->filter()->setText(QStringLiteral("gemm"));
        m_window->settle();
        QVERIFY(QTest::qWaitFor([this] { return m_window->pane<app::ReportsPane>()->isSettled(); }, 10000));
        PictureRequest w = request(PictureFormat::Svg, PictureWhat::Pane);
        w.pane = m_window->pane<app::ReportsPane>();
        const QString text = squeezed(svgOf(w).allText());
        QVERIFY2(text.contains(QStringLiteral("filter“gemm”")) && text.contains(QStringLiteral("(11.000µs)")),
                 qPrintable(text));
    }

    void aListThatLeadsToContentIsNotInItsPicture() {
        QVERIFY(m_window->showPane(QStringLiteral("importLog")));
        m_window->settle();
        PictureRequest w = request(PictureFormat::Svg, PictureWhat::Pane);
        for (const PictureSource::Pane& pane : m_window->pictureSource().panes)
            if (pane.widget->objectName() == QStringLiteral("importLogPane")) w.pane = pane.widget;
        QVERIFY(w.pane);
        const Svg svg = svgOf(w);
        QVERIFY2(!svg.says(QStringLiteral("Capture health")), qPrintable(svg.allText()));
        QVERIFY2(svg.says(QStringLiteral("Severity")), qPrintable(svg.allText()));
    }

    void chartsOfPanesAreShapes() {
        QVERIFY(m_window->showPane(QStringLiteral("selection")));
        view()->setSelection(model::TimeRange{0, 22'000});
        m_window->settle();
        Pane* pane = nullptr;
        for (Pane* p : m_window->panes())
            if (p->objectName() == QStringLiteral("selectionPane")) pane = p;
        QVERIFY(pane && QTest::qWaitFor([pane] { return pane->isSettled(); }, 10000));
        PictureRequest w = request(PictureFormat::Svg, PictureWhat::Pane);
        w.pane = pane;
        w.theme = timeline::Theme::Dark;
        const QByteArray before = m_window->grab().toImage().isNull() ? QByteArray() : QByteArray("shown");
        const Svg svg = svgOf(w);
        QVERIFY(!before.isEmpty() && svg.error.isEmpty());
        QVERIFY(svg.texts.size() > 10);
        QCOMPARE(themeManager()->theme(), timeline::Theme::Light);  // as it was
        const QString dark = QColor(timeline::tokens(timeline::Theme::Dark).canvas).name();
        QVERIFY(
            std::any_of(svg.rects.begin(), svg.rects.end(), [&dark](const Svg::Rect& r) { return r.fill == dark; }));
    }

    void aWindowIsWhatTheScreenShows() {
        const QImage image = QImage::fromData(fileOf([this] {
            PictureRequest w = request(PictureFormat::Png, PictureWhat::Window);
            w.footer = false;
            w.legend = timeline::LegendBy::Nothing;
            return w;
        }()));
        QCOMPARE(image.size(), m_window->size() * m_window->devicePixelRatioF());
        PictureRequest w = request(PictureFormat::Svg, PictureWhat::Window);
        w.footer = false;
        const Svg svg = svgOf(w);
        QVERIFY(svg.says(QStringLiteral("CUDA API")) && svg.says(QStringLiteral("Details")));
    }

    void clipStaysInTheSvg() {
        SvgDevice device(QSize(100, 100), QStringLiteral("t"));
        QPainter p(&device);
        p.translate(10, 0);
        p.setClipRect(QRect(0, 0, 20, 20));
        p.fillRect(QRect(0, 0, 90, 90), Qt::blue);
        p.setClipping(false);
        p.fillRect(QRect(0, 0, 5, 5), Qt::green);
        p.end();
        const QByteArray file = device.svg();
        QVERIFY(Svg(file).error.isEmpty());
        const qsizetype group = file.indexOf("<g clip-path=\"url(#c1)\">"), blue = file.indexOf("#0000ff"),
                        end = file.indexOf("</g>"), green = file.indexOf("#00ff00");
        QVERIFY2(group > 0 && group < blue && blue < end && end < green, file.constData());
        QVERIFY(file.contains("<clipPath id=\"c1\"><path d=\"M10 0L30 0L30 20L10 20Z\"/></clipPath>"));
    }

    void textIsInTheFontThatTheProgramCarries() {
        if (!QFile::exists(QStringLiteral(":/fonts"))) QVERIFY(pictureFont().families().size() >= 1);  // built without
        else QCOMPARE(pictureFont().families().value(0), QStringLiteral("DejaVu Sans"));
        QVERIFY(fileOf(request(PictureFormat::Svg))
                    .contains("font-family=\"'" + pictureFont().families().value(0).toUtf8()));
    }

    void bothComparedReportsAreInOnePictureAtOneScale() {
        const QString a = writeReport(smallReport(), m_folder.filePath("a.rep"));
        const QString b =
            writeReport(TextReport("gpu0/s7: |.....................kkkkkkk............................kkkkkkk...|",
                                   {{'k', "gemm_kernel"}}),
                        m_folder.filePath("b.rep"));
        CompareWindow window(a, b, false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        for (const auto side : {CompareWindow::Side::A, CompareWindow::Side::B})
            window.page(side)->view()->setAnimated(false);
        window.resize(1200, 900);
        window.show();
        QVERIFY(QTest::qWaitFor([&] { return window.isSettled(); }, 20000));
        // Both lie on their first kernels, 17 µs apart: the picture of what is selected in A shows of B what lies below
        // it.
        QCOMPARE(qint64(window.links()->alignment().offset()), qint64(-17'000));
        window.page(CompareWindow::Side::A)->view()->setSelection(model::TimeRange{11'000, 18'000});
        const Svg selected(
            Picture(window.pictureSource(), request(PictureFormat::Svg, PictureWhat::Selection)).toSvg());
        QVERIFY2(squeezed(selected.allText()).count(QStringLiteral("(7.000µs)")) == 2, qPrintable(selected.allText()));
        QVERIFY2(squeezed(selected.allText()).contains(QStringLiteral("b.rep·0.000028000s")),
                 qPrintable(selected.allText()));
        for (const PictureWhat what : {PictureWhat::View, PictureWhat::Whole}) {
            const Svg svg(Picture(window.pictureSource(), request(PictureFormat::Svg, what)).toSvg());
            QVERIFY2(svg.says(QStringLiteral("a.rep")) && svg.says(QStringLiteral("b.rep")), qPrintable(svg.allText()));
            const QString fill =
                QColor(timeline::lookOf(timeline::Family::Kernel,
                                        timeline::colourKey(model::TrackKind::StreamKernels, "gemm_kernel"),
                                        timeline::Theme::Light)
                           .fill)
                    .name();
            const double border = svg.find(QStringLiteral("b.rep"))->at.y();
            double widest[2] = {0, 0};
            for (const Svg::Rect& r : svg.rects)
                if (r.fill == fill && r.rect.height() >= 8 && r.rect.bottom() < border + 500)
                    widest[r.rect.top() > border] = std::max(widest[r.rect.top() > border], r.rect.width());
            // The kernel takes 7 µs in both.
            if (what == PictureWhat::Whole)
                QVERIFY2(widest[0] > 20 && std::abs(widest[0] - widest[1]) <= 1.5,
                         qPrintable(QStringLiteral("%1 %2").arg(widest[0]).arg(widest[1])));
        }
        auto* action = window.findChild<QAction*>(QStringLiteral("exportPicture"));
        action->trigger();
        QVERIFY(window.findChild<PictureDialog*>());
    }
};

SIGHTLINE_QT_TEST(AppPictureTest)
#include "app_picture_test.moc"
