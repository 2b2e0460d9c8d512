// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, the ruler's labels and names as people read them.

#include <map>

#include <QGuiApplication>
#include <QtTest>

#include "tests/kit/qt_tests.h"
#include "timeline/look/format.h"
#include "timeline/look/names.h"
#include "timeline/look/palette.h"
#include "timeline/look/ruler_ticks.h"

using namespace timeline;

namespace {

/// Numbers with plain spaces, to be read in the test.
std::string plain(QString s) {
    return s.replace(QChar(0x202f), QLatin1Char(' ')).replace(QChar(0x00a0), QLatin1Char(' ')).toStdString();
}

QFont textFont() {
    QFont f(QStringLiteral("DejaVu Sans"));
    f.setPixelSize(11);
    return f;
}

}  // namespace

class TimelineTextTest : public QObject {
    Q_OBJECT
private slots:
    void init() { QLocale::setDefault(QLocale::c()); }

    // --- numbers

    void durationsHaveTheUnitInWhichTheyReadWell() {
        QCOMPARE(plain(formatDuration(0)), "0 ns");
        QCOMPARE(plain(formatDuration(812)), "812 ns");
        QCOMPARE(plain(formatDuration(1500)), "1.500 µs");
        QCOMPARE(plain(formatDuration(31'402'118)), "31.402 ms");
        QCOMPARE(plain(formatDuration(999'999'700)), "1.000 s");
        QCOMPARE(plain(formatDuration(1'204'000'000)), "1.204 s");
        QCOMPARE(plain(formatDuration(123'460'000'000)), "2 min 03.5 s");
        QCOMPARE(plain(formatDuration(119'960'000'000)), "2 min 00.0 s");
        QCOMPARE(plain(formatDuration(-1500)), "\u22121.500 µs");
        QVERIFY(!formatDuration(model::kTimeMin).isEmpty());
    }

    void exactTimesShowEveryNanosecondInGroups() {
        QCOMPARE(plain(formatExactTime(12'317'402'518)), "12.317 402 518 s");
        QCOMPARE(plain(formatExactTime(-1)), "\u22120.000 000 001 s");
        QCOMPARE(plain(formatTime(12'317'402'518, 1e7)), "12.317 s");
        QCOMPARE(plain(formatTime(12'317'402'518, 1e4)), "12.317 403 s");
    }

    void countsSizesRatesAndSharesAreGroupedAndRounded() {
        QCOMPARE(plain(formatCount(12480331)), "12 480 331");
        QCOMPARE(plain(formatCount(999)), "999");
        QCOMPARE(plain(formatBytes(812)), "812 B");
        QCOMPARE(plain(formatBytes(1610612736)), "1.50 GiB");
        QCOMPARE(plain(formatRate(12.4e9)), "12.4 GB/s");
        QCOMPARE(plain(formatPercent(0.874)), "87.4 %");
        QCOMPARE(plain(formatPercent(0.9997)), "99.9 %");
        QCOMPARE(plain(formatPercent(1)), "100 %");
        QCOMPARE(plain(formatPercent(1e-6)), "< 0.1 %");
        QCOMPARE(plain(formatValue(1234567)), "1 234 567");
        QCOMPARE(plain(formatValue(2.5)), "2.5");
        QCOMPARE(rawNumber(-12480331), QStringLiteral("-12480331"));
    }

    void theDecimalSignIsThatOfTheLocale() {
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(plain(formatDuration(31'402'118)), "31,402 ms");
        QCOMPARE(plain(formatBytes(1610612736)), "1,50 GiB");
        QCOMPARE(rawNumber(1234567), QStringLiteral("1234567"));
    }

    void rulerLabelsCountFromRoundTimes() {
        const TimeScale s(TimeRange{12'295'000'000, 12'345'000'000}, 1000);
        std::vector<std::string> labels;
        for (const RulerTick& t : rulerTicks(s, 150)) {
            if (t.labelled) labels.push_back(plain(t.label));
            QCOMPARE(t.x, s.x(t.time));
        }
        QCOMPARE(labels, (std::vector<std::string>{"12.200 s", "12.300 s", "+10 ms", "+20 ms", "+30 ms", "+40 ms"}));
    }

    void rulerLabelsDoNotChangeWhilePanning() {
        TimeScale s(TimeRange{12'295'000'000, 12'345'000'000}, 1000);
        std::map<TimeNs, QString> seen;
        for (int i = 0; i < 400; ++i) {
            for (const RulerTick& t : rulerTicks(s, 90)) {
                if (!t.labelled) continue;
                const auto [at, fresh] = seen.emplace(t.time, t.label);
                QVERIFY(fresh || at->second == t.label);
            }
            s = TimeScale(s.pannedBy(7), 1000);
        }
    }

    void rulerTicksAreFarEnoughApartAtEveryZoom() {
        for (double nsPerPx = 1 / kMaxPxPerNs; nsPerPx < 1e11; nsPerPx *= 1.9) {
            const TimeScale s(VisibleRange{77, 0.25, nsPerPx * 1500}, 1500);
            double last = -1e9;
            int labels = 0;
            for (const RulerTick& t : rulerTicks(s, 90)) {
                if (!t.labelled) continue;
                QVERIFY(t.x - last >= 89.9);
                last = t.x;
                ++labels;
            }
            QVERIFY(labels >= 1 && labels <= 18);
        }
    }

    // --- names

    void apiNamesLoseTheirVersion() {
        QCOMPARE(withoutApiVersion("cudaLaunchKernel_v7000"), std::string_view("cudaLaunchKernel"));
        QCOMPARE(withoutApiVersion("cudaMemcpyAsync_ptsz_v7000"), std::string_view("cudaMemcpyAsync_ptsz"));
        QCOMPARE(withoutApiVersion("cuMemAlloc_v2"), std::string_view("cuMemAlloc_v2"));
        QCOMPARE(withoutApiVersion("_v7000"), std::string_view("_v7000"));
        QCOMPARE(withoutApiVersion(""), std::string_view(""));
    }

    void kernelNamesAreShortenedToTheFunction_data() {
        QTest::addColumn<QByteArray>("demangled");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* from, const char* to) {
            QTest::newRow(from) << QByteArray(from) << QByteArray(to);
        };
        row("ampere_sgemm_128x64_nn", "ampere_sgemm_128x64_nn");
        row("vectorAdd(float const*, float const*, float*, int)", "vectorAdd");
        row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>>(int, float)",
            "vectorized_elementwise_kernel");
        row("void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, true, false>(float*, float const*, int)",
            "softmax_warp_forward");
        row("void at::native::(anonymous namespace)::foo<int, (bool)1>(int*)", "foo");
        row("void cutlass::Kernel<cutlass_80_tensorop_s1688gemm>(cutlass_80_tensorop_s1688gemm::Params)",
            "Kernel<cutlass_80_tensorop_s1688gemm>");
        row("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            "ncclDevKernel_AllReduce_Sum_bf16_RING_LL");
        row("void thrust::f<thrust::operator<(int, int)>()", "f");
        row("foo<bar>", "foo");
        row("my kernel", "my kernel");
        row("broken<a, b", "broken<a, b");
        row("void f(int", "void f(int");
        row("", "");
    }
    void kernelNamesAreShortenedToTheFunction() {
        QFETCH(QByteArray, demangled);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(std::string(shortKernelName(demangled.toStdString()))), expected);
    }

    void whatDoesNotFitLosesItsMiddle() {
        const QFontMetricsF metrics(textFont());
        const QString text = QStringLiteral("ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_64x3_tn");
        QCOMPARE(shortenedMiddle(text, 10000, metrics), text);
        for (double width = 30; width < 300; width += 13) {
            const QString s = shortenedMiddle(text, width, metrics);
            QVERIFY(metrics.horizontalAdvance(s) <= width);
            if (s.isEmpty()) continue;
            const qsizetype dots = s.indexOf(QChar(0x2026));
            QVERIFY(dots > 0 && text.startsWith(s.left(dots)) && text.endsWith(s.mid(dots + 1)));
        }
        QVERIFY(shortenedMiddle(text, 12, metrics).isEmpty());
    }

    void aNarrowBarShowsTheStartOfItsName() {
        const QFontMetricsF metrics(textFont());
        const QString text = QStringLiteral("pthread_cond_timedwait_with_a_long_name_of_a_kernel");
        const QString narrow = shortenedLabel(text, 40, metrics);
        QVERIFY2(narrow.endsWith(QChar(0x2026)) && text.startsWith(narrow.chopped(1)), qPrintable(narrow));
        QVERIFY(metrics.horizontalAdvance(narrow) <= 40 && narrow.size() > 3);
        const QString wide = shortenedLabel(text, metrics.horizontalAdvance(text) * 0.8, metrics);
        QVERIFY2(!wide.endsWith(QChar(0x2026)) && text.endsWith(wide.mid(wide.indexOf(QChar(0x2026)) + 1)),
                 qPrintable(wide));
        const QString step = shortenedLabel(QStringLiteral("ProfilerStep#11"), 60, metrics);
        QVERIFY2(step.startsWith("Pro") && step.endsWith(QString(QChar(0x2026)) + "11"), qPrintable(step));
        QVERIFY(shortenedLabel(text, 8, metrics).isEmpty());
        QCOMPARE(shortenedLabel(text, 1000, metrics), text);
    }

    void titlesKeepTheNumberThatTellsThemApart() {
        const QFontMetricsF metrics(textFont());
        const QString first = QStringLiteral("CUDA HW (GPU 0, NVIDIA H100 80GB HBM3)"),
                      second = QStringLiteral("CUDA HW (GPU 11, NVIDIA H100 80GB HBM3)");
        for (double width = 150; width < 300; width += 13) {
            const QString s = shortenedTitle(first, width, metrics), other = shortenedTitle(second, width, metrics);
            QVERIFY(metrics.horizontalAdvance(s) <= width && metrics.horizontalAdvance(other) <= width);
            QVERIFY2(s.startsWith("CUDA HW (GPU 0") && other.startsWith("CUDA HW (GPU 11"), qPrintable(s + other));
            QVERIFY(s == first || s.contains(QChar(0x2026)));
        }
        // No room for the number, or none: as other texts.
        // The name of a device behind its number keeps its start.
        for (const char* device : {"CUDA HW (GPU 0, NVIDIA H200)", "CUDA HW（GPU 0，NVIDIA H200）"}) {
            const QString whole = QString::fromUtf8(device);
            QCOMPARE(shortenedTitle(whole, metrics.horizontalAdvance(whole), metrics), whole);
            const QString s = shortenedTitle(whole, metrics.horizontalAdvance(whole) * 0.8, metrics);
            QVERIFY2(s.endsWith(QChar(0x2026)) && s.size() > 15 && whole.startsWith(s.chopped(1)), qPrintable(s));
        }
        QCOMPARE(shortenedTitle(first, 60, metrics), shortenedMiddle(first, 60, metrics));
        const QString plain = QStringLiteral("profiler overhead of the whole program");
        QCOMPARE(shortenedTitle(plain, 120, metrics), shortenedMiddle(plain, 120, metrics));
    }

    void rangesThatDifferInTheirNumberHaveOneColour() {
        QCOMPARE(colourKey(TrackKind::Nvtx, "step 17"), std::string_view("step"));
        QCOMPARE(colourKey(TrackKind::Nvtx, "layer[3]"), std::string_view("layer"));
        QCOMPARE(colourKey(TrackKind::Nvtx, "forward"), std::string_view("forward"));
        QCOMPARE(colourKey(TrackKind::Nvtx, "2024"), std::string_view("2024"));
        QCOMPARE(colourKey(TrackKind::StreamKernels, "void f<1>(int)"), std::string_view("f"));
    }
};

SIGHTLINE_QT_TEST(TimelineTextTest)

#include "timeline_text_test.moc"
