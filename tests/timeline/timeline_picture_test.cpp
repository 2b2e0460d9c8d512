// SPDX-License-Identifier: GPL-3.0-or-later
// Whole pictures of the rows. With SIGHTLINE_PICTURES naming a folder they are written there, to be looked at.

#include <QGuiApplication>
#include <QtTest>
#include <map>

#include "tests/kit/qt_tests.h"
#include "tests/ui/training_report.h"
#include "timeline/look/format.h"
#include "timeline/look/ruler_ticks.h"
#include "timeline/paint/lane_area.h"
#include "timeline/paint/legend.h"

using namespace timeline;

namespace {

QFont labelFont() {
    QFont f(QStringLiteral("DejaVu Sans"));
    f.setPixelSize(11);
    return f;
}

AreaView viewOf(const TrainingReport& report, RowListPtr rows, Theme theme, double dpr = 1) {
    AreaView v;
    v.source.snapshot = report.snapshot();
    v.rows = std::move(rows);
    v.width = static_cast<int>(1400 * dpr);
    v.height = static_cast<int>(820 * dpr);
    v.dpr = dpr;
    v.theme = theme;
    v.font = labelFont();
    v.range = wholeReport(report.snapshot()->range(), v.width);
    return v;
}

/// The picture with titles left of it, for people.
void keep(const QString& name, const AreaView& view, const QImage& area) {
    const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES");
    if (folder.isEmpty()) return;
    constexpr int kTitles = 260, kTimes = 28;
    const Tokens& t = tokens(view.theme);
    QImage all(area.width() + static_cast<int>(kTitles * view.dpr), area.height() + static_cast<int>(kTimes * view.dpr),
               QImage::Format_RGB32);
    all.setDevicePixelRatio(view.dpr);
    all.fill(QColor::fromRgb(t.header));
    QPainter p(&all);
    p.setFont(view.font);
    p.drawImage(QPointF(kTitles, kTimes), area);
    for (const Row& r : view.rows->rows()) {
        p.setPen(QColor::fromRgb(t.text));
        p.drawText(QRectF(8 + 14 * r.depth, kTimes + r.y - view.scrollY, kTitles, std::min(r.height, 22)),
                   Qt::AlignVCenter, QString::fromUtf8(r.expandable ? (r.expanded ? "▾ " : "▸ ") : "   ") + r.title);
        if (!r.utilisation) continue;
        p.setPen(QColor::fromRgb(t.secondaryText));
        const Utilisation u = utilisation(view.source, *view.rows, r, view.range.outer());
        p.drawText(QRectF(0, kTimes + r.y - view.scrollY, kTitles - 8, std::min(r.height, 22)),
                   Qt::AlignVCenter | Qt::AlignRight, formatPercent(u.fraction));
    }
    for (const RulerTick& k : rulerTicks(TimeScale(view.range, view.width), 90 * view.dpr)) {
        p.setPen(QColor::fromRgb(k.anchor ? t.text : t.secondaryText));
        if (k.labelled) p.drawText(QPointF(kTitles + std::max(0.0, k.x / view.dpr) + 3, 18), k.label);
    }
    p.end();
    QVERIFY(all.save(folder + QLatin1Char('/') + name + QStringLiteral(".png")));
}

int countColour(const QImage& image, QRgb colour) {
    int n = 0;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        n += static_cast<int>(std::count(line, line + image.width(), colour));
    }
    return n;
}

}  // namespace

class TimelinePictureTest : public QObject {
    Q_OBJECT
private slots:
    void aPictureHasTheColoursOfItsTheme_data() {
        QTest::addColumn<int>("theme");
        QTest::addColumn<double>("zoom");
        QTest::newRow("light, whole") << 0 << 1.0;
        QTest::newRow("dark, whole") << 1 << 1.0;
        QTest::newRow("light, a step") << 0 << 0.16;
        QTest::newRow("dark, a step") << 1 << 0.16;
        QTest::newRow("light, kernels") << 0 << 0.02;
        QTest::newRow("dark, kernels") << 1 << 0.02;
    }
    void aPictureHasTheColoursOfItsTheme() {
        QFETCH(int, theme);
        QFETCH(double, zoom);
        const TrainingReport report;
        const RowListPtr rows = buildRows({report.snapshot(), nullptr}, {});
        AreaView view = viewOf(report, rows, static_cast<Theme>(theme));
        view.range = TimeScale(view.range, view.width).zoomedAt(view.width * 0.43, zoom);
        LaneArea area;
        const QImage& image = area.render(view);
        const Tokens& t = tokens(view.theme);
        QVERIFY(countColour(image, t.canvas) > image.width() * 20);
        QVERIFY(countColour(image, t.alternateRow) > image.width() * 20);
        const Look attention = area.looks().look(TrackKind::StreamKernels,
                                                 report.snapshot()->store().strings().find(TrainingReport::kAttention));
        QVERIFY(countColour(image, attention.fill) > 500);
        keep(QString::fromLatin1("%1-%2").arg(QLatin1String(theme ? "dark" : "light")).arg(zoom), view, image);
    }

    void aScreenWithTwicePixelsShowsTheSameAtTwiceTheSize() {
        const TrainingReport report;
        const RowListPtr rows = buildRows({report.snapshot(), nullptr}, {});
        AreaView one = viewOf(report, rows, Theme::Light), two = viewOf(report, rows, Theme::Light, 2);
        one.range = two.range = TimeScale(one.range, one.width).zoomedAt(600, 0.02);
        LaneArea area, big;
        const QImage a = area.render(one), b = big.render(two);
        QCOMPARE(b.width(), 2 * a.width());
        QCOMPARE(big.labelCount(), area.labelCount());
        for (const Row& row : rows->rows()) {
            const DrawList &x = area.drawList(row), &y = big.drawList(row);
            QCOMPARE(y.height, 2 * x.height);
            QCOMPARE(y.strips.size(), x.strips.size());
        }
        keep(QStringLiteral("light-dpr2"), two, b);
    }

    void shapesAreWhereThePixelsAre_data() {
        QTest::addColumn<double>("zoom");
        QTest::addColumn<double>("dpr");
        for (const double zoom : {1.0, 0.16, 0.02})
            for (const double dpr : {1.0, 2.0}) QTest::addRow("%g of the time, %g px", zoom, dpr) << zoom << dpr;
    }
    void shapesAreWhereThePixelsAre() {
        QFETCH(double, zoom);
        QFETCH(double, dpr);
        const TrainingReport report;
        AreaView view = viewOf(report, buildRows({report.snapshot(), nullptr}, {}), Theme::Light, dpr);
        view.range = TimeScale(view.range, view.width).zoomedAt(view.width * 0.43, zoom);
        LaneArea area;
        QImage pixels(view.width, view.height, QImage::Format_RGB32),
            shapes(view.width, view.height, QImage::Format_RGB32);
        for (const bool asShapes : {false, true}) {
            QImage& image = asShapes ? shapes : pixels;
            image.setDevicePixelRatio(dpr);
            image.fill(Qt::red);
            QPainter p(&image);
            area.paint(p, view, asShapes);
        }
        int other = 0;
        for (int y = 0; y < view.height; ++y)
            for (int x = 0; x < view.width; ++x) other += pixels.pixel(x, y) != shapes.pixel(x, y);
        // Curves and the edges of slanted hatches lie on other pixels by a hair.
        QVERIFY2(other < view.width * view.height / 250, qPrintable(QString::number(other)));
        keep(QStringLiteral("shapes-%1-%2").arg(zoom).arg(dpr), view, shapes);
    }

    void aLegendNamesWhatIsDrawnByItsShare() {
        const TrainingReport report;
        AreaView view = viewOf(report, buildRows({report.snapshot(), nullptr}, {}), Theme::Light);
        LaneArea area;
        area.prepare(view);
        LegendMaker maker(report.snapshot()->store());
        for (const LaneArea::Shown& row : area.shown()) maker.add(*row.list);
        QVERIFY(maker.legend(LegendBy::Nothing, 9).empty());
        QStringList kinds, names;
        for (const LegendEntry& e : maker.legend(LegendBy::Kinds, 99)) {
            kinds.append(e.text);
            QVERIFY(!e.colours.empty() && e.colours.size() <= 3);
            if (e.text == familyText(Family::Communication)) QCOMPARE(e.pattern, Pattern::Hatch);
        }
        QVERIFY2(kinds.contains(QStringLiteral("Kernels")) && kinds.contains(QStringLiteral("Communication")) &&
                     kinds.contains(QStringLiteral("NVTX")),
                 qPrintable(kinds.join(u',')));
        QCOMPARE(kinds.removeDuplicates(), 0);
        for (const LegendEntry& e : maker.legend(LegendBy::Names, 5)) names.append(e.text);
        QCOMPARE(names.size(), 5);
        // Steps look alike: one entry for all of them.
        QStringList all;
        for (const LegendEntry& e : maker.legend(LegendBy::Names, 999)) all.append(e.text);
        QCOMPARE(all.filter(QRegularExpression(QStringLiteral("^step"))).size(), 1);
    }

    void samplesOfCpusAndOfPythonHaveColoursOfTheirOwnAndAreInTheLegend() {
        const auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = key.tid = 1;
        model::TimeNs at = 0;
        for (const TrackKind kind : {TrackKind::CpuSamples, TrackKind::PythonSamples}) {
            model::Lane& lane = store->lane(store->track(kind, key), 0);
            for (int i = 0; i < 50; ++i, at += 1000)
                lane.append({at, at, store->strings().intern(i % 2 ? "alpha" : "beta"), 0, 0, 0});
        }
        AreaView view;
        view.source.snapshot = store->publish(true);
        view.rows = buildRows(view.source, {});
        view.width = 1400, view.height = 400, view.dpr = 1;
        view.font = labelFont();
        view.range = wholeReport(view.source.snapshot->range(), view.width);
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            view.theme = theme;
            LaneArea area;
            area.prepare(view);
            LegendMaker maker(*store);
            for (const LaneArea::Shown& row : area.shown()) maker.add(*row.list);
            for (const LegendBy by : {LegendBy::Kinds, LegendBy::Names}) {
                std::map<QString, LegendEntry> entries;
                for (const LegendEntry& e : maker.legend(by, 99)) entries[e.text] = e;
                QCOMPARE(entries.size(), std::size_t{2});
                const LegendEntry &cpu = entries[QStringLiteral("CPU samples")],
                                  &python = entries[QStringLiteral("Python samples")];
                QVERIFY(!cpu.colours.empty() && !python.colours.empty());
                const QColor a(cpu.colours[0]), b(python.colours[0]);
                QVERIFY(std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) >
                        200);
            }
        }
    }

    void whatIsPinnedIsDrawnAboveWhatScrolls() {
        const TrainingReport report;
        RowLayout layout;
        for (const model::Track& t : report.snapshot()->tree().tracks)
            if (t.kind == TrackKind::Stream && t.key.stream == 13) layout.pinned.push_back(rowKey(t));
        const RowListPtr rows = buildRows({report.snapshot(), nullptr}, layout);
        QCOMPARE(rows->pinned().size(), std::size_t{2});  // one per GPU
        AreaView view = viewOf(report, rows, Theme::Light);
        LaneArea area;
        const QImage top = area.render(view).copy();
        view.scrollY = 120;
        const QImage scrolled = area.render(view).copy();
        const int pinned = rows->pinnedHeight();
        QCOMPARE(scrolled.copy(0, 0, view.width, pinned), top.copy(0, 0, view.width, pinned));
        QCOMPARE(scrolled.copy(0, pinned, view.width, 300), top.copy(0, pinned + 120, view.width, 300));
    }

    void panningByPixelsMovesThePictureByThosePixels() {
        const TrainingReport report;
        const RowListPtr rows = buildRows({report.snapshot(), nullptr}, {});
        AreaView view = viewOf(report, rows, Theme::Light);
        view.labels = false;  // they keep to the visible part
        LaneArea area;
        for (const double zoom : {1.0, 0.1, 0.001}) {
            view.range = TimeScale(wholeReport(report.snapshot()->range(), view.width), view.width).zoomedAt(500, zoom);
            const QImage before = area.render(view).copy();
            view.range = TimeScale(view.range, view.width).pannedBy(37);
            const QImage after = area.render(view).copy();
            // Hatches and bars alike; the outermost pixels hold what was cut off.
            QCOMPARE(after.copy(2, 0, view.width - 41, view.height), before.copy(39, 0, view.width - 41, view.height));
        }
    }
};

SIGHTLINE_QT_TEST(TimelinePictureTest)

#include "timeline_picture_test.moc"
