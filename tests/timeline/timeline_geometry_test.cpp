// SPDX-License-Identifier: GPL-3.0-or-later
// From time to draw lists: scale, colours, geometry of single rows.

#include <cmath>
#include <random>

#include <QGuiApplication>
#include <QtTest>

#include "tests/kit/qt_tests.h"
#include "tests/kit/text_report.h"
#include "timeline/paint/overview_strip.h"
#include "timeline/paint/raster.h"
#include "timeline/rows/row_geometry.h"

using namespace timeline;
using model::TimeNs;

namespace {

QFont testFont() {
    QFont f(QStringLiteral("DejaVu Sans"));
    f.setPixelSize(11);
    return f;
}

/// Draw lists of the rows of a text report.
class Drawn {
public:
    explicit Drawn(const TextReport& report, double dpr = 1, RowLayout layout = {})
        : m_source{report.snapshot(), nullptr}, m_rows(buildRows(m_source, layout)),
          m_looks(Theme::Light, report.store().get()), m_labels(testFont()), m_dpr(dpr) {}

    DrawList row(const QString& title, TimeScale scale, StringId only = 0, bool labels = true) {
        for (const Row& r : m_rows->rows())
            if (r.title == title)
                return rowGeometry({m_source, *m_rows, scale, m_dpr, m_looks, m_labels, only, labels}, r);
        throw std::invalid_argument("no row " + title.toStdString());
    }
    std::string text(const QString& title, TimeScale scale) {
        return toText(row(title, scale), m_source.snapshot->store());
    }
    const Row& rowOf(const QString& title) const {
        for (const Row& r : m_rows->rows())
            if (r.title == title) return r;
        throw std::invalid_argument("no row " + title.toStdString());
    }
    const RowList& rows() const { return *m_rows; }
    const RowSource& source() const { return m_source; }

private:
    RowSource m_source;
    RowListPtr m_rows;
    LookTable m_looks;
    LabelCache m_labels;
    double m_dpr;
};

constexpr TimeNs kUs = 1000;

}  // namespace

class TimelineGeometryTest : public QObject {
    Q_OBJECT
private slots:
    // --- scale

    void zoomingKeepsTheTimeUnderThePointerWithinAPixel() {
        std::mt19937_64 random(7);
        for (int i = 0; i < 2000; ++i) {
            VisibleRange r{static_cast<TimeNs>(random() % 1'000'000'000'000), 0,
                           1e3 + static_cast<double>(random() % 1'000'000'000)};
            const int width = 200 + static_cast<int>(random() % 4000);
            const double px = static_cast<double>(random() % 10000) / 10000 * width;
            const TimeScale before(r, width);
            const TimeScale after(before.zoomedAt(px, i % 2 ? 0.7 : 1.4), width);
            const TimeNs t = before.timeIn(px);
            QVERIFY(std::fabs(after.x(t) - before.x(t)) <= 1 + std::fabs(after.pxPerNs() - before.pxPerNs()));
        }
    }

    void zoomingDeepDownAndBackArrivesWhereItBegan() {
        const VisibleRange start{123'456'789'012, 0, 5e9};
        TimeScale s(start, 1920);
        for (int i = 0; i < 60; ++i) s = TimeScale(s.zoomedAt(700, 0.8), 1920);
        QVERIFY(s.pxPerNs() > 0.1);
        for (int i = 0; i < 60; ++i) s = TimeScale(s.zoomedAt(700, 1.25), 1920);
        QVERIFY(std::fabs(static_cast<double>(s.range().begin - start.begin)) < 100);
        QVERIFY(std::fabs(s.range().length - start.length) < 100);
    }

    void oneNanosecondIsNeverWiderThan64Pixels() {
        TimeScale s(TimeRange{0, 1000}, 1920);
        for (int i = 0; i < 100; ++i) s = TimeScale(s.zoomedAt(3, 0.5), 1920);
        QCOMPARE(s.pxPerNs(), kMaxPxPerNs);
    }

    void nanosecondsAreExactADayAfterTheStart() {
        const TimeNs day = 86'400'000'000'000;
        const TimeScale s(TimeRange{day, day + 30}, 30 * 64);
        for (TimeNs i = 0; i < 30; ++i) QCOMPARE(s.pixel(day + i), static_cast<int>(i * 64));
    }

    void bucketsAreOneToTwoPixelsWideAtEveryZoom() {
        for (double nsPerPx = 1.01; nsPerPx < 1e12; nsPerPx *= 1.37) {
            const TimeScale s(VisibleRange{5, 0, nsPerPx * 1000}, 1000);
            const double px = std::ldexp(1.0, s.bucketShift()) * s.pxPerNs();
            QVERIFY2(px >= 1 - 1e-9 && px <= 2 + 1e-9, qPrintable(QString::number(nsPerPx)));
        }
    }

    void aViewIsKeptWithinTheReportAndAMargin() {
        const TimeRange report{1000, 1'001'000};
        const VisibleRange whole = wholeReport(report, 1000);
        QVERIFY(whole.begin < report.begin && whole.outer().end > report.end);
        const VisibleRange right = clampedTo({5'000'000, 0, 1000}, report, 1000);
        QVERIFY(right.outer().end <= report.end + 51 && right.outer().end >= report.end);
        const VisibleRange left = clampedTo({-5'000'000, 0, 1000}, report, 1000);
        QCOMPARE(left.begin, TimeNs{950});
        QCOMPARE(clampedTo({2000, 0.5, 500}, report, 1000), (VisibleRange{2000, 0.5, 500}));
    }

    // --- colours

    void labelsAreReadableOnEveryBar() {
        std::mt19937 random(3);
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            for (int f = 0; f < 16; ++f)
                for (int i = 0; i < 200; ++i) {
                    const Look k = lookOf(static_cast<Family>(f), "name" + std::to_string(i), theme);
                    QVERIFY2(contrast(k.fill, k.text) >= 4.5,
                             qPrintable(QStringLiteral("%1 %2").arg(f).arg(k.fill, 0, 16)));
                }
            for (int i = 0; i < 3000; ++i) {
                const Look k = lookOfReportColour(0xff000000u | (random() & 0xffffff), Family::Nvtx, theme);
                QVERIFY2(contrast(k.fill, k.text) >= 4.5, qPrintable(QString::number(k.fill, 16)));
                QVERIFY(contrast(k.fill, tokens(theme).canvas) >= 1.25);
            }
            for (const char* state : {"Running", "Blocked", "Runnable", "uninterruptible sleep"}) {
                const Look k = lookOfState(state, theme);
                QVERIFY(contrast(k.fill, k.text) >= 4.5);
            }
            QVERIFY(contrast(tokens(theme).text, tokens(theme).canvas) >= 7);
            QVERIFY(contrast(tokens(theme).secondaryText, tokens(theme).canvas) >= 4.5);
        }
    }

    void aNameHasTheSameColourInEveryReport() {
        const TextReport one("gpu0/s7: |aabb|", {{'a', "void gemm<4>(int)"}, {'b', "softmax"}});
        const TextReport two("t1/nvtx: |xxyyzz|\ngpu1/s9: |bb..aa|", {{'a', "void gemm<8>(float*)"}, {'b', "softmax"}});
        LookTable x(Theme::Light, one.store().get()), y(Theme::Light, two.store().get());
        const auto fill = [](LookTable& t, const char* name) {
            return t.look(TrackKind::StreamKernels, t.store()->strings().find(name)).fill;
        };
        QCOMPARE(fill(x, "void gemm<4>(int)"), fill(y, "void gemm<8>(float*)"));
        QCOMPARE(fill(x, "softmax"), fill(y, "softmax"));
        QVERIFY(fill(x, "softmax") != fill(x, "void gemm<4>(int)"));
    }

    void collectivesCopiesAndWaitingAreToldApart() {
        QCOMPARE(familyOf(TrackKind::StreamKernels, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)"),
                 Family::Communication);
        QCOMPARE(familyOf(TrackKind::StreamKernels, "void rcclGenericKernel<1>(x)"), Family::Communication);
        QCOMPARE(familyOf(TrackKind::StreamKernels, "gemm"), Family::Kernel);
        QCOMPARE(familyOf(TrackKind::StreamMemory, "Memcpy HtoD"), Family::MemcpyHtoD);
        QCOMPARE(familyOf(TrackKind::StreamMemory, "[CUDA memcpy Device-to-Host]"), Family::MemcpyDtoH);
        QCOMPARE(familyOf(TrackKind::StreamMemory, "CopyHostToDevice"), Family::MemcpyHtoD);
        QCOMPARE(familyOf(TrackKind::StreamMemory, "MEMORY_COPY_DEVICE_TO_HOST"), Family::MemcpyDtoH);
        QCOMPARE(familyOf(TrackKind::StreamMemory, "FillBuffer"), Family::Memset);
        QCOMPARE(familyOf(TrackKind::StreamMemory, "Memcpy PtoP"), Family::MemcpyDtoD);
        QCOMPARE(familyOf(TrackKind::StreamMemory, "Memset"), Family::Memset);
        QCOMPARE(familyOf(TrackKind::CudaApi, "cudaStreamSynchronize_v3020"), Family::Synchronization);
        QCOMPARE(familyOf(TrackKind::CudaApi, "cudaLaunchKernel_v7000"), Family::Api);
        QCOMPARE(patternOf(Family::Communication), Pattern::Hatch);
        QCOMPARE(patternOf(Family::Overhead), Pattern::Dots);
    }

    void workHasTheColourOfWhatTheBreakdownCountsItAs() {
        // One name, twice with arguments that say a collective and once without; and one that no argument tells.
        auto store = model::EventStore::create();
        const auto id = [&](const char* text) { return store->strings().intern(text); };
        const model::Arg said{id("Collective name"), model::Arg::Type::String, id("allreduce")};
        const model::ArgsId args = store->args().intern(std::span(&said, 1));
        model::TrackKey key;
        key.pid = 1;
        key.device = 0;
        key.context = key.stream = 1;
        model::Lane& lane = store->lane(store->track(TrackKind::StreamKernels, key), 0);
        for (const auto& [start, name, told] : {std::tuple(0, "kernel_17", true), std::tuple(200, "kernel_17", false),
                                                std::tuple(400, "kernel_17", true), std::tuple(600, "gemm", false)})
            lane.append({start * kUs, (start + 100) * kUs, id(name), told ? args : 0, 0, 0});
        const RowSource source{store->publish(true), nullptr};
        const auto communication = model::reports::CommunicationWork::of(*source.snapshot);
        QVERIFY(communication);
        const RowListPtr rows = buildRows(source, {});
        LookTable looks(Theme::Light, store.get());
        LabelCache labels(testFont());
        const auto draw = [&](TimeNs length) {
            const TimeScale scale(TimeRange{0, length}, 800);
            return rowGeometry({source, *rows, scale, 1, looks, labels, 0, true, communication}, rows->rows().back());
        };
        const DrawList bars = draw(800 * kUs);
        QCOMPARE(bars.rects.size(), std::size_t{4});
        for (std::size_t i = 0; i < bars.rects.size(); ++i) {
            const bool is = i == 0 || i == 2;
            QCOMPARE(bars.rects[i].family, is ? Family::Communication : Family::Kernel);
            QCOMPARE(bars.rects[i].pattern, is ? Pattern::Hatch : Pattern::None);
        }
        QCOMPARE(bars.rects[0].fill, lookOf(Family::Communication, "kernel", Theme::Light).fill);
        QCOMPARE(bars.labels.size(), std::size_t{4});
        QCOMPARE(bars.labels[1].colour, lookOf(Family::Kernel, "kernel_17", Theme::Light).text);
        // Many in a pixel: as most of their name.
        const DrawList ink = draw(800'000 * kUs);
        QCOMPARE(ink.inks.size(), std::size_t{1});
        QCOMPARE(ink.inks[0].family, Family::Communication);
        const ReportDensity density = reportDensity(source.snapshot, Theme::Light, 800, communication);
        const TimeScale scale = overviewScale(*source.snapshot, 800);
        QCOMPARE(density.gpu[static_cast<std::size_t>(scale.pixel(50 * kUs))].colour, bars.rects[0].fill);
    }

    void kindsStayApartWithoutRedOrGreenVision() {
        const Family together[] = {Family::Kernel, Family::MemcpyHtoD,    Family::MemcpyDtoH,     Family::MemcpyDtoD,
                                   Family::Memset, Family::Communication, Family::Synchronization};
        // Machado, Oliveira, Fernandes 2009: full protanopia and deuteranopia, on linear RGB.
        const double sight[3][9] = {
            {1, 0, 0, 0, 1, 0, 0, 0, 1},
            {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
            {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881}};
        for (const Theme theme : {Theme::Light, Theme::Dark})
            for (const auto& m : sight)
                for (const Family a : together)
                    for (const Family b : together) {
                        if (a >= b || patternOf(a) != patternOf(b)) continue;
                        const double d = distance(seen(familyColour(a, theme), m), seen(familyColour(b, theme), m));
                        QVERIFY2(d >= 0.07,
                                 qPrintable(QStringLiteral("families %1 and %2: %3").arg(int(a)).arg(int(b)).arg(d)));
                    }
    }

    void kindsStayFurtherApartInTheColoursForOtherEyes() {
        const Family together[] = {Family::Kernel, Family::MemcpyHtoD,    Family::MemcpyDtoH,     Family::MemcpyDtoD,
                                   Family::Memset, Family::Communication, Family::Synchronization};
        // Machado, Oliveira, Fernandes 2009: full protanopia, deuteranopia and tritanopia, on linear RGB.
        const double protan[9] = {0.152286, 1.052583,  -0.204868, 0.114503, 0.786281,
                                  0.099216, -0.003882, -0.048116, 1.051998},
                     deutan[9] = {0.367322, 0.860646,  -0.227968, 0.280085, 0.672501,
                                  0.047413, -0.011820, 0.042940,  0.968881},
                     tritan[9] = {1.255528, -0.076749, -0.178779, -0.078411, 0.930809,
                                  0.147602, 0.004733,  0.691367,  0.303900};
        const auto nearest = [&](Sight sight, Theme theme, const double(&eyes)[9]) {
            double least = 1;
            for (const Family a : together)
                for (const Family b : together)
                    if (a < b && patternOf(a) == patternOf(b))
                        least = std::min(least, distance(seen(familyColour(a, theme, sight), eyes),
                                                         seen(familyColour(b, theme, sight), eyes)));
            return least;
        };
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            QVERIFY(nearest(Sight::RedGreen, theme, protan) >= 0.2);
            QVERIFY(nearest(Sight::RedGreen, theme, deutan) >= 0.2);
            QVERIFY(nearest(Sight::RedGreen, theme, protan) > nearest(Sight::Usual, theme, protan));
            QVERIFY(nearest(Sight::RedGreen, theme, deutan) > nearest(Sight::Usual, theme, deutan));
            QVERIFY(nearest(Sight::BlueYellow, theme, tritan) >= 0.2);
            QVERIFY(nearest(Sight::BlueYellow, theme, tritan) > nearest(Sight::Usual, theme, tritan));
        }
    }

    void colorsForOtherEyesAreThoseThatAreDrawn() {
        setSight(Sight::BlueYellow);
        const QRgb other = lookOf(Family::MemcpyHtoD, "copy", Theme::Light).fill;
        LookTable looks(Theme::Light, nullptr);
        QVERIFY(looks.isFor(Theme::Light, nullptr));
        setSight(Sight::Usual);
        QVERIFY(!looks.isFor(Theme::Light, nullptr));
        QVERIFY(lookOf(Family::MemcpyHtoD, "copy", Theme::Light).fill != other);
        for (std::size_t i = 0; i < model::look::kSightCount; ++i)
            QCOMPARE(sightFromId(sightId(static_cast<Sight>(i))), static_cast<Sight>(i));
    }

    void aColourThatTheReportGivesIsKept() {
        TextReport r("t1/nvtx: |aabb|", {{'a', "mine"}, {'b', "other"}});
        const StringId mine = r.store()->strings().find("mine");
        r.store()->setNameColour(mine, 0xff3c78d8);
        LookTable looks(Theme::Light, r.store().get());
        const QRgb fill = looks.look(TrackKind::Nvtx, mine).fill;
        QVERIFY(qBlue(fill) > qGreen(fill) && qGreen(fill) > qRed(fill));
        QVERIFY(looks.look(TrackKind::Nvtx, r.store()->strings().find("other")).fill != fill);
    }

    // --- rows

    void aStreamIsDrawnAsBarsWithLabels() {
        Drawn d(TextReport("gpu0/s8: |aaaa..bb|", {{'a', "void gemm<1>(int)"}}));
        QCOMPARE(d.text(QStringLiteral("Stream 8"), TimeScale(TimeRange{0, 8 * kUs}, 400)),
                 "400 x 20\n"
                 "strip 2+16\n"
                 "rect 0..200 strip 0 kernel void gemm<1>(int)\n"
                 "rect 300..400 strip 0 kernel b\n"
                 "label 4+192 strip 0 gemm\n"
                 "label 304+92 strip 0 b\n");
    }

    void barsThatTouchHaveAnEdgeBetweenThem() {
        Drawn d(TextReport("gpu0/s8: |aabb.c|"));
        const DrawList list = d.row(QStringLiteral("Stream 8"), TimeScale(TimeRange{0, 6 * kUs}, 60));
        QCOMPARE(list.rects.size(), std::size_t{3});
        QVERIFY(!(list.rects[0].flags & Rect::kEdgeLeft));
        QVERIFY(list.rects[1].flags & Rect::kEdgeLeft);
        QVERIFY(!(list.rects[2].flags & Rect::kEdgeLeft));
    }

    void whatIsCutOffIsMarkedAndItsLabelKeepsToTheVisiblePart() {
        Drawn d(TextReport("gpu0/s8: |aaaaaaaa|"));
        const DrawList list = d.row(QStringLiteral("Stream 8"), TimeScale(TimeRange{2 * kUs, 4 * kUs}, 100));
        QCOMPARE(list.rects.size(), std::size_t{1});
        QCOMPARE(int(list.rects[0].flags), Rect::kCutLeft | Rect::kCutRight);
        QCOMPARE(list.labels.at(0).x, 4);
        QCOMPARE(list.labels.at(0).width, 92);
    }

    void levelsOfRangesAreLinesBelowEachOther() {
        Drawn d(TextReport("t5/nvtx: |aaaaaaaa|\n|.bb.ccc.|\n|.d......|"));
        QCOMPARE(d.text(QStringLiteral("NVTX"), TimeScale(TimeRange{0, 8 * kUs}, 80)),
                 "80 x 60\n"
                 "strip 2+16\nstrip 22+16\nstrip 42+16\n"
                 "rect 0..80 strip 0 nvtx a\n"
                 "rect 10..30 strip 1 nvtx b\n"
                 "rect 40..70 strip 1 nvtx c\n"
                 "rect 10..20 strip 2 nvtx d\n"
                 "label 4+72 strip 0 a\n"
                 "label 44+22 strip 1 c\n");
    }

    void aClosedStreamOverlaysItsWorkAndTheShorterIsOnTop() {
        Drawn d(TextReport("gpu0/s8: |aaaaaaaa|\ngpu0/s8/mem: |...HH...|", {{'H', "Memcpy HtoD"}}));
        QCOMPARE(d.text(QStringLiteral("Stream 8"), TimeScale(TimeRange{0, 8 * kUs}, 80)),
                 "80 x 20\nstrip 2+16\n"
                 "rect 0..30 strip 0 kernel a\n"
                 "rect 30..50 strip 0 htod Memcpy HtoD edge\n"
                 "rect 50..80 strip 0 kernel a edge\n"
                 "label 4+22 strip 0 a\n"
                 "label 54+22 strip 0 a\n");
    }

    void narrowEventsAreInkAsHighAsTheyAreBusy() {
        Drawn d(TextReport("gpu0/s8: |a.........b|"));
        // 4 µs are a bucket of 4096 ns, 1 to 2 px.
        const DrawList list = d.row(QStringLiteral("Stream 8"), TimeScale(TimeRange{0, 4096 * 100}, 100));
        QCOMPARE(list.rects.size(), std::size_t{0});
        QCOMPARE(list.inks.size(), std::size_t{2});
        QCOMPARE(int(list.inks[0].busy), int(std::lround(1000 / 4096.0 * 255)));
        QCOMPARE(list.inks[0].x1 - list.inks[0].x0, 1);
    }

    void nothingThatExistsVanishes() {
        // Single events of any length at any zoom: at least one pixel of ink, a bar or a tick.
        std::mt19937_64 random(11);
        for (int i = 0; i < 300; ++i) {
            auto store = model::EventStore::create();
            model::TrackKey key;
            key.pid = 1;
            key.device = key.context = key.stream = 1;
            model::Lane& lane = store->lane(store->track(TrackKind::StreamKernels, key), 0);
            const auto start = static_cast<TimeNs>(random() % 1'000'000'000);
            model::Event e;
            e.start = start;
            e.end = start + static_cast<TimeNs>(random() % 3 ? random() % 10 : random() % 1'000'000);
            e.name = store->strings().intern("k");
            lane.append(e);
            const RowSource source{store->publish(true), nullptr};
            const RowListPtr rows = buildRows(source, {});
            LookTable looks(Theme::Light, store.get());
            LabelCache labels(testFont());
            for (double length = 100; length < 1e12; length *= 7) {
                const TimeScale scale(VisibleRange{start - static_cast<TimeNs>(length / 3), 0, length}, 777);
                for (const Row& r : rows->rows()) {
                    if (r.lineCount == 0) continue;
                    const DrawList list = rowGeometry({source, *rows, scale, 1, looks, labels, 0, true}, r);
                    QVERIFY(list.inks.size() + list.rects.size() + list.ticks.size() >= 1);
                    for (const Rect& b : list.rects) QVERIFY(b.x1 > b.x0);
                    for (const Ink& k : list.inks) QVERIFY(k.x1 > k.x0 && k.busy > 0);
                }
            }
        }
    }

    void panningMovesInkButDoesNotChangeIt() {
        auto store = model::EventStore::create();
        fillDense(*store, 40000);
        const RowSource source{store->publish(true), nullptr};
        const RowListPtr rows = buildRows(source, {});
        const Row& row = rows->rows().back();
        LookTable looks(Theme::Light, store.get());
        LabelCache labels(testFont());
        for (const double nsPerPx : {70'000.0, 22'222.2, 5000.0}) {
            const TimeScale scale(VisibleRange{0, 0, nsPerPx * 900}, 900);
            const auto inkAt = [&](const TimeScale& s) {
                std::map<std::int64_t, std::pair<int, StringId>> out;
                for (const Ink& k : rowGeometry({source, *rows, s, 1, looks, labels, 0, false}, row).inks)
                    for (int x = std::max(2, k.x0); x < std::min(898, k.x1); ++x)
                        out[x + std::llround(s.range().begin / nsPerPx + s.range().fraction / nsPerPx)] = {k.busy,
                                                                                                           k.name};
                return out;
            };
            const auto before = inkAt(scale);
            QVERIFY(before.size() > 500);
            for (const int step : {1, 13, 200}) {
                int compared = 0;
                for (const auto& [x, ink] : inkAt(TimeScale(scale.pannedBy(step), 900))) {
                    const auto same = before.find(x);
                    if (same == before.end()) continue;
                    QCOMPARE(ink, same->second);
                    ++compared;
                }
                QVERIFY(compared > 400);
            }
        }
    }

    void onAScreenWithTwiceThePixelsBarsAreExactToThoseHalves() {
        TextReport r("gpu0/s8: |aaaa..bb|");
        Drawn one(r), two(r, 2);
        const DrawList a = one.row(QStringLiteral("Stream 8"), TimeScale(TimeRange{0, 8 * kUs}, 101)),
                       b = two.row(QStringLiteral("Stream 8"), TimeScale(TimeRange{0, 8 * kUs}, 202));
        QCOMPARE(a.rects[1].x0, 75);
        QCOMPARE(b.rects[1].x0, 151);
        QCOMPARE(b.height, 40);
        QCOMPARE(b.strips[0], (Strip{4, 32}));
        QCOMPARE(b.labels[0].x, 8);
    }

    void instantsAreTicks() {
        Drawn d(TextReport("gpu0/s8/events: |e..e|\ngpu0/s8: |aaaa|", {}), 1, openAll());
        const DrawList list = d.row(QStringLiteral("CUDA events"), TimeScale(TimeRange{0, 4 * kUs}, 40));
        QCOMPARE(list.ticks.size(), std::size_t{2});
        QCOMPARE(list.ticks[0].x, 0);
        QCOMPARE(list.ticks[1].x, 30);
    }

    void aSpikeOfACounterIsSeenAtEveryZoom() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.device = 0;
        key.domain = 1;
        model::CounterSeries& c = store->counter(store->track(TrackKind::GpuMetric, key));
        for (TimeNs t = 0; t < 100'000; ++t) c.append(t * 100, t == 54'321 ? 50 : 1);
        const RowSource source{store->publish(true), nullptr};
        const RowListPtr rows = buildRows(source, {});
        const Row& row = rows->rows().back();
        LookTable looks(Theme::Light, store.get());
        LabelCache labels(testFont());
        for (double length = 1e4; length <= 1e9; length *= 10) {
            const TimeScale scale(VisibleRange{5'432'100 - static_cast<TimeNs>(length / 2), 0, length}, 800);
            const DrawList list = rowGeometry({source, *rows, scale, 1, looks, labels, 0, true}, row);
            int top = 1000;
            for (const CounterStep& s : list.curves.at(0).steps) top = std::min(top, s.yMax);
            QCOMPARE(top, 0);
            QCOMPARE(list.labels.at(0).text, QStringLiteral("50"));
        }
    }

    void otherNamesAreFaintWhileOneIsSoughtFor() {
        TextReport r("gpu0/s8: |aaaabbbb|");
        Drawn d(r);
        const DrawList list =
            d.row(QStringLiteral("Stream 8"), TimeScale(TimeRange{0, 8 * kUs}, 400), r.store()->strings().find("b"));
        QVERIFY(list.rects[0].flags & Rect::kFaint);
        QVERIFY(!(list.rects[1].flags & Rect::kFaint));
        QCOMPARE(list.labels.size(), std::size_t{1});
    }

    // --- what is under the mouse

    void aClickFindsTheExactEventAndTheNearestWithinThreePixels() {
        Drawn d(TextReport("gpu0/s8: |aaaa......bb|"));
        const TimeScale scale(TimeRange{0, 12 * kUs}, 120);
        const Row& row = d.rowOf(QStringLiteral("Stream 8"));
        const auto at = [&](double x) { return hitTest(d.source(), d.rows(), row, scale, 1, x, 10); };
        QVERIFY(at(20) && at(20)->row == 0 && !at(20)->bucket);
        QVERIFY(at(42.5) && at(42.5)->row == 0);
        QVERIFY(!at(60));
        QVERIFY(at(98) && at(98)->row == 1);
        QCOMPARE(eventRect(d.source(), d.rows(), row, at(105)->line, scale, 1, at(105)->event), QRect(100, 2, 20, 16));
    }

    void aClickOnABucketFindsTheLongestOfIt() {
        Drawn d(TextReport("gpu0/s8: |a.bbb.c.................................|"));
        const TimeScale scale(VisibleRange{0, 0, 8192.0 * 50}, 50);
        const auto hit = hitTest(d.source(), d.rows(), d.rowOf(QStringLiteral("Stream 8")), scale, 1, 0.5, 10);
        QVERIFY(hit.has_value());
        QCOMPARE(hit->row, 1u);
        QVERIFY(hit->bucket);
    }

    // --- pixels

    void inkFillsTheStripFromTheBottom() {
        DrawList list;
        list.width = 10;
        list.height = 20;
        list.strips = {{2, 16}};
        list.inks = {{2, 4, 0, 128, Pattern::None, Family::Kernel, 0, 0xff0000ff, 0xffccccff, 1},
                     {6, 7, 0, 1, Pattern::None, Family::Kernel, 0, 0xff0000ff, 0xffccccff, 1}};
        QImage image(10, 20, QImage::Format_RGB32);
        image.fill(0);
        Raster raster;
        const int grid[] = {9};
        raster.paintRow(image, 0, 0, 0, 20, list, {0xffffffff, 0xffe0e0e0, grid});
        const auto count = [&](int x, QRgb c) {
            int n = 0;
            for (int y = 0; y < 20; ++y) n += image.pixel(x, y) == c;
            return n;
        };
        QCOMPARE(count(2, 0xff0000ff), 8);
        QCOMPARE(count(2, 0xffccccff), 8);
        QCOMPARE(image.pixel(2, 17), 0xff0000ffu);
        QCOMPARE(image.pixel(2, 18), 0xffffffffu);
        QCOMPARE(count(6, 0xff0000ff), 1);
        QCOMPARE(count(0, 0xffffffff), 20);
        QCOMPARE(count(9, 0xffe0e0e0), 20);
    }

    void nothingIsPaintedOutsideTheClip() {
        DrawList list;
        list.width = 8;
        list.height = 20;
        list.strips = {{2, 16}};
        list.rects.resize(1);
        list.rects[0].x1 = 8;
        list.rects[0].fill = 0xff112233;
        list.rects[0].pattern = Pattern::Hatch;
        QImage image(8, 30, QImage::Format_RGB32);
        image.fill(0xff00ff00);
        Raster().paintRow(image, 0, -5, 3, 9, list, {0xffffffff, 0xffe0e0e0, {}});
        for (int y = 0; y < 30; ++y) QCOMPARE(image.pixel(0, y) != 0xff00ff00u, y >= 3 && y < 9);
    }

private:
    static RowLayout openAll() {
        RowLayout layout;
        RowKey stream;
        stream.kind = TrackKind::Stream;
        stream.key.pid = 1000;
        stream.key.device = 0;
        stream.key.context = 1;
        stream.key.stream = 8;
        layout.expanded[stream] = true;
        return layout;
    }

    static void fillDense(model::EventStore& store, int events) {
        model::TrackKey key;
        key.pid = 1;
        key.device = key.context = key.stream = 1;
        model::Lane& lane = store.lane(store.track(TrackKind::StreamKernels, key), 0);
        std::mt19937_64 random(5);
        TimeNs t = 0;
        for (int i = 0; i < events; ++i) {
            model::Event e;
            e.start = t += static_cast<TimeNs>(random() % 900);
            e.end = t += 200 + static_cast<TimeNs>(random() % 1500);
            e.name = store.strings().intern("k" + std::to_string(random() % 9));
            lane.append(e);
        }
    }

    /// The overview's bands as text: the greatest share of each microsecond, 0 … 9; '.' is nothing. The report has ten
    /// of them.
    static QString strip(const char* report, bool gpu = false) {
        const TextReport r(report);
        const ReportDensity d = reportDensity(r.snapshot(), Theme::Light, 1200);
        const TimeScale scale = overviewScale(*r.snapshot(), 1200);
        QString out;
        for (int i = 0; i < 10; ++i) {
            int most = 0;
            for (int x = std::max(0, scale.pixel(i * 1000 + 50)); x < std::min(1200, scale.pixel(i * 1000 + 950)); ++x)
                most = std::max<int>(most, (gpu ? d.gpu : d.host).at(static_cast<std::size_t>(x)).busy);
            out += most == 0 ? QLatin1Char('.') : QLatin1Char(static_cast<char>('0' + most * 9 / 255));
        }
        return out;
    }

private slots:
    void theOverviewShowsWhateverAReportHolds() {
        QCOMPARE(strip("gpu0/s7: |aaaa......|\nt1/api: |......LLLL|", true), "9999......");
        QCOMPARE(strip("gpu0/s7: |aaaa......|\nt1/api: |......LLLL|\nt1/state: |RRRRRRRRRR|"), "......9999");
        QCOMPARE(strip("counter: |0505000000|"), "090900000.");  // the report ends with its last value
        QCOMPARE(strip("t1/state: |RR......RR|\ncounter: |0505000000|"), "99......99");
        QCOMPARE(strip("gpu0/s7: |aaaa......|\ncounter: |0505000000|"), "..........");  // the strip above is not empty
        // Samples stand at the middle of their character, and the report reaches from the first to the last.
        const TextReport samples("t1/samples: |s.s.s.s.ss|\nt2/samples: |s.......ss|\n");
        const ReportDensity d = reportDensity(samples.snapshot(), Theme::Light, 1200);
        int least = 255, most = 0, columns = 0;
        for (const DensityColumn& c : d.host)
            if (c.busy) ++columns, least = std::min<int>(least, c.busy), most = std::max<int>(most, c.busy);
        QCOMPARE(most, 255);
        QCOMPARE(least, 128);  // one of the two threads
        QVERIFY(columns >= 5);
        QVERIFY(std::all_of(d.gpu.begin(), d.gpu.end(), [](const DensityColumn& c) { return c.busy == 0; }));
    }

private:
    struct Lab {
        double l, a, b;
    };
    static double linear(int c) {
        const double v = c / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    }
    static Lab seen(QRgb c, const double (&m)[9]) {
        const double in[3] = {linear(qRed(c)), linear(qGreen(c)), linear(qBlue(c))};
        double v[3];
        for (int i = 0; i < 3; ++i)
            v[i] = std::clamp(m[3 * i] * in[0] + m[3 * i + 1] * in[1] + m[3 * i + 2] * in[2], 0.0, 1.0);
        const double l = std::cbrt(0.4122214708 * v[0] + 0.5363325363 * v[1] + 0.0514459929 * v[2]);
        const double k = std::cbrt(0.2119034982 * v[0] + 0.6806995451 * v[1] + 0.1073969566 * v[2]);
        const double s = std::cbrt(0.0883024619 * v[0] + 0.2817188376 * v[1] + 0.6299787005 * v[2]);
        return {0.2104542553 * l + 0.7936177850 * k - 0.0040720468 * s,
                1.9779984951 * l - 2.4285922050 * k + 0.4505937099 * s,
                0.0259040371 * l + 0.7827717662 * k - 0.8086757660 * s};
    }
    static double distance(const Lab& x, const Lab& y) { return std::hypot(x.l - y.l, x.a - y.a, x.b - y.b); }
};

SIGHTLINE_QT_TEST(TimelineGeometryTest)

#include "timeline_geometry_test.moc"
