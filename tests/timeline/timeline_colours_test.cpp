// SPDX-License-Identifier: GPL-3.0-or-later
// Colours by something else than the kind: groups, their colours, what stays as it is, commands, the view file.
#include <QSet>

#include "tests/kit/qt_tests.h"
#include "tests/kit/text_report.h"
#include "tests/timeline/timeline_view_fixture.h"
#include "timeline/paint/lane_area.h"
#include "timeline/paint/legend.h"

namespace {

constexpr ColourBy kAll[] = {ColourBy::Kind,     ColourBy::Name,    ColourBy::Stream,
                             ColourBy::Duration, ColourBy::Process, ColourBy::Category};

/// What is drawn of a report at a size, with those colours.
class ColouredPicture {
public:
    ColouredPicture(model::SnapshotPtr snapshot, ColourBy by, Theme theme = Theme::Light,
                    std::optional<TimeRange> range = {}) {
        RowLayout layout;
        layout.open = OpenRows::All;
        m_view.source = {std::move(snapshot), nullptr};
        m_view.rows = buildRows(m_view.source, layout);
        m_view.range = range ? VisibleRange::of(*range) : wholeReport(m_view.source.snapshot->range(), 1200);
        m_view.width = 1200, m_view.height = 3000, m_view.dpr = 1;
        m_view.theme = theme;
        m_view.colours = by;
        m_area.prepare(m_view);
    }
    const LaneArea& area() const { return m_area; }
    /// Colours of all bars and inks of that kind of row.
    QSet<QRgb> fills(TrackKind kind) const {
        QSet<QRgb> out;
        const model::Snapshot& s = *m_view.source.snapshot;
        for (const LaneArea::Shown& row : m_area.shown())
            for (const Rect& r : row.list->rects)
                if (!isDerived(r.lane) && s.track(s.lane(r.lane).lane->track()).kind == kind) out.insert(r.fill);
        return out;
    }
    QRgb fillOf(EventRef event) const {
        for (const LaneArea::Shown& row : m_area.shown())
            for (const Rect& r : row.list->rects)
                if (r.lane == event.lane && r.row == event.row) return r.fill;
        return 0;
    }
    std::vector<LegendEntry> legend(LegendBy by = LegendBy::Kinds) const {
        LegendMaker maker(m_view.source.snapshot->store());
        for (const LaneArea::Shown& row : m_area.shown()) maker.add(*row.list, m_area.colouring());
        return maker.legend(by, 99);
    }
    QStringList legendTexts(LegendBy by = LegendBy::Kinds) const {
        QStringList out;
        for (const LegendEntry& e : legend(by)) out.append(e.text);
        return out;
    }

private:
    AreaView m_view;
    LaneArea m_area;
};

TextReport twoStreams() {
    return TextReport(
        "gpu0/s7: |kkkk....kkkk........|\n"
        "gpu0/s8: |....kkkk....kkkkkkkk|\n"
        "t1/api: |LLL.....L...........|\n",
        {{'k', "gemm"}, {'L', "cudaLaunchKernel"}});
}

}  // namespace

class TimelineColoursTest : public TimelineViewFixture {
    Q_OBJECT

private slots:
    void initTestCase() { startReport(); }
    void init() { openView(); }
    void cleanup() { closeView(); }

    void eachStreamHasItsColourAndWhatIsOnNoneKeepsQuiet() {
        const TextReport report = twoStreams();
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            const ColouredPicture usual(report.snapshot(), ColourBy::Kind, theme),
                streams(report.snapshot(), ColourBy::Stream, theme);
            QCOMPARE(usual.fills(TrackKind::StreamKernels).size(), 1);
            QCOMPARE(streams.fills(TrackKind::StreamKernels).size(), 2);
            QCOMPARE(streams.fills(TrackKind::CudaApi), QSet<QRgb>{lookOfNone(theme).fill});
            const QStringList legend = streams.legendTexts();
            // As their rows are called.
            QVERIFY2(legend.size() == 3 && legend[0].startsWith("Default stream (7), ") &&
                         legend[1].startsWith("Stream 8, ") && legend[2] == QLatin1String("On no stream"),
                     qPrintable(legend.join(u'|')));
        }
    }

    void durationsAreAScaleOfLightnessThatALegendExplains() {
        const TextReport report(
            "gpu0/s7: |a.bbbbbbbbbbbbbbb...................................................................."
            "............................................................................................|\n",
            {{'a', "x"}, {'b', "x"}});
        const ColouredPicture drawn(report.snapshot(), ColourBy::Duration, Theme::Light, TimeRange{0, 40'000});
        QCOMPARE(drawn.fills(TrackKind::StreamKernels).size(), 2);  // one name, 1 and 15 µs
        const QStringList legend = drawn.legendTexts();
        QCOMPARE(legend.size(), 2);
        QVERIFY2(legend[0].contains("10") && legend[1].contains("100"), qPrintable(legend.join(u'|')));
        for (const Theme theme : {Theme::Light, Theme::Dark})
            for (std::size_t i = 1; i < 7; ++i) {
                const auto light = [&](std::size_t n) { return qGray(lookOfStep(n, 7, theme).fill); };
                QVERIFY(theme == Theme::Light ? light(i) < light(i - 1) : light(i) > light(i - 1));
            }
        // Events below a pixel have the colour of one of them.
        const ColouredPicture far(report.snapshot(), ColourBy::Duration, Theme::Light, TimeRange{0, 100'000'000});
        QCOMPARE(far.legend().size(), std::size_t{1});
    }

    void processesAndCategoriesAreGroups() {
        const ColouredPicture process(m_report->snapshot(), ColourBy::Process);
        QVERIFY(!process.legend().empty());
        const ColouredPicture category(m_report->snapshot(), ColourBy::Category);
        QVERIFY2(category.legendTexts().contains("CUDA API"), qPrintable(category.legendTexts().join(u'|')));
        auto store = model::EventStore::create();
        const auto id = [&](const char* text) { return store->strings().intern(text); };
        model::TrackKey key;
        key.pid = key.tid = 1;
        model::Lane& lane = store->lane(store->track(TrackKind::Slices, key), 0);
        for (int i = 0; i < 4; ++i) {
            const model::Arg arg{id("category"), model::Arg::Type::String, id(i % 2 ? "io" : "math")};
            lane.append({i * 1000, i * 1000 + 900, id("same"), store->args().intern(std::span(&arg, 1)), 0, 0});
        }
        const ColouredPicture own(store->publish(true), ColourBy::Category);
        QCOMPARE(own.fills(TrackKind::Slices).size(), 2);
        QStringList texts = own.legendTexts();
        texts.sort();
        QCOMPARE(texts, QStringList({"io", "math"}));
    }

    void namesShareTheWholeWheelAndStatesKeepTheirColours() {
        const TimeRange step{20'000'000, 29'000'000};
        const ColouredPicture usual(m_report->snapshot(), ColourBy::Kind, Theme::Light, step);
        QVERIFY(!usual.fills(TrackKind::ThreadState).isEmpty());
        for (const ColourBy by : kAll) {
            const ColouredPicture drawn(m_report->snapshot(), by, Theme::Light, step);
            QCOMPARE(drawn.fills(TrackKind::ThreadState), usual.fills(TrackKind::ThreadState));
        }
        const auto hues = [](const QSet<QRgb>& fills) {
            QSet<int> out;
            for (const QRgb fill : fills) out.insert(QColor(fill).hslHue() / 40);
            return out.size();
        };
        const ColouredPicture names(m_report->snapshot(), ColourBy::Name, Theme::Light, step);
        QVERIFY(hues(names.fills(TrackKind::StreamKernels)) > hues(usual.fills(TrackKind::StreamKernels)));
    }

    void coloursAreTheSameInEveryRunAndLabelsStayReadable() {
        const EventRef k = kernel(3);
        for (const Theme theme : {Theme::Light, Theme::Dark})
            for (const ColourBy by : kAll) {
                const TrainingReport again;
                const TimeRange range{at(k).start - 50'000, at(k).end + 50'000};
                const QRgb fill = ColouredPicture(m_report->snapshot(), by, theme, range).fillOf(k);
                QVERIFY(fill != 0);
                QCOMPARE(ColouredPicture(again.snapshot(), by, theme, range).fillOf(k), fill);
            }
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            QSet<QRgb> seen;
            for (std::size_t i = 0; i < 24; ++i) {
                const Look look = lookOfNumber(i, theme);
                QVERIFY(contrast(look.fill, look.text) >= 4.5);
                seen.insert(look.fill);
            }
            QCOMPARE(seen.size(), 24);
            for (std::size_t i = 0; i < 7; ++i) {
                const Look look = lookOfStep(i, 7, theme);
                QVERIFY(contrast(look.fill, look.text) >= 4.5);
            }
        }
    }

    void commandsChooseTheColoursAndTheViewKeepsThem() {
        QVERIFY(view().action(Command::ColourByKind)->isChecked());
        const QImage before = view().grab().toImage();
        isUndoable([&] { view().run(Command::ColourByStream); });
        QCOMPARE(state().colours, ColourBy::Stream);
        QVERIFY(view().action(Command::ColourByStream)->isChecked());
        QVERIFY(!view().action(Command::ColourByKind)->isChecked());
        QVERIFY(view().grab().toImage() != before);
        QTest::keyClick(&view(), Qt::Key_4, Qt::AltModifier);
        QCOMPARE(state().colours, ColourBy::Duration);
        view().action(Command::ColourByDuration)->trigger();  // once more: it stays chosen
        QVERIFY(view().action(Command::ColourByDuration)->isChecked());
        for (const ColourBy by : kAll) {
            ViewState s = state();
            s.colours = by;
            QCOMPARE(viewStateFromJson(toJson(s, report()), report(), {}).colours, by);
        }
        QJsonObject odd = toJson(state(), report());
        odd[QStringLiteral("colours")] = QStringLiteral("of the rainbow");
        QCOMPARE(viewStateFromJson(odd, report(), {}).colours, ColourBy::Kind);
    }
};

SIGHTLINE_QT_TEST(TimelineColoursTest)
#include "timeline_colours_test.moc"
