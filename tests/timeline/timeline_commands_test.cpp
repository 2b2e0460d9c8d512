// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry and commands of the timeline without a widget.
#include <QClipboard>
#include <QGuiApplication>
#include <QTest>

#include <array>

#include "tests/kit/qt_tests.h"
#include "tests/ui/training_report.h"
#include "timeline/look/format.h"
#include "timeline/text/event_text.h"
#include "timeline/view/timeline_commands.h"

using namespace timeline;
using model::EventRef;

namespace {

constexpr int kHeader = 200;

/// What commands are run in here: a view of a fixed size, and notes of what it was asked for.
class Host final : public CommandHost {
public:
    explicit Host(ViewModel& model, double dpr = 1) : m_model(model) {
        m_layout = ViewLayout::of({1200, 900}, kHeader, ViewLayout::kOverviewHeight, ViewLayout::kRulerHeight, 0, dpr);
        m_model.setViewport(m_layout.deviceWidth(), m_layout.rows.height());
    }
    ViewGeometry geometry() const override {
        return {m_layout,
                m_model.scale(),
                m_model.source(),
                m_model.rows(),
                m_model.state().scrollY,
                m_model.pinnedScroll(),
                m_model.pinnedHeight()};
    }
    const Pointing& pointing() const override { return at; }
    void editMark(std::size_t mark) override { editedMark = mark; }
    void editNote(const Note& note, std::size_t) override { editedNote = note; }
    void editRowFilter() override { editsFilter = true; }
    void showKeys() override { showsKeys = true; }
    void showStatus(const QString& text) override { said = text; }

    Pointing at;
    std::optional<std::size_t> editedMark;
    std::optional<Note> editedNote;
    bool editsFilter = false, showsKeys = false;
    QString said;

private:
    ViewModel& m_model;
    ViewLayout m_layout;
};

}  // namespace

class TimelineCommandsTest : public QObject {
    Q_OBJECT

    struct View {
        explicit View(const model::SnapshotPtr& snapshot, double dpr = 1) : host(model, dpr) {
            model.setSnapshot(snapshot);
        }
        ViewModel model;
        RowEdits rows{model};
        Navigation navigation{model, rows};
        Host host;
        TimelineCommands commands{model, rows, navigation, host};
    };
    std::unique_ptr<TrainingReport> m_report = std::make_unique<TrainingReport>();
    std::unique_ptr<View> m_view;

    ViewModel& view() { return m_view->model; }
    const ViewState& state() { return m_view->model.state(); }
    TimelineCommands& commands() { return m_view->commands; }
    const model::Snapshot& report() { return *m_report->snapshot(); }
    EventRef kernel(std::size_t n = 40) {
        return m_report->find(model::TrackKind::StreamKernels, TrainingReport::kGemm, n);
    }
    model::Event at(EventRef e) { return model::eventAt(report(), e); }
    /// Shows the event as a good bar.
    QRectF show(EventRef e, TimeNs around = 150'000) {
        m_view->navigation.zoomTo({at(e).start - around, at(e).end + around}, false);
        m_view->navigation.select(e, true);
        return m_view->host.geometry().placeOf(e).bar;
    }

private slots:
    void init() { m_view = std::make_unique<View>(m_report->snapshot()); }
    void cleanup() { m_view.reset(); }

    // --- geometry
    void timesAndPlacesAreInverse() {
        for (const double dpr : {1.0, 1.5, 2.0}) {
            View v(m_report->snapshot(), dpr);
            const ViewGeometry g = v.host.geometry();
            QCOMPARE(g.layout.rows.left(), kHeader);
            for (const double x : {200.0, 640.0, 1199.0}) {
                const TimeNs t = g.timeAt(x);
                QVERIFY(std::abs(g.x(t) - x) < 1e-3);
            }
            QCOMPARE(g.deviceX(kHeader + 10), 10 * dpr);
        }
    }

    void everyRowOnScreenIsFoundByItsHeightAndItsKey() {
        m_view->rows.togglePin(rowKey(report().track(m_report->trackOf(model::TrackKind::Gpu))));
        view().scrollTo(37);
        const ViewGeometry g = m_view->host.geometry();
        QVERIFY(g.pinnedHeight > 0);
        int found = 0;
        for (int y = 0; y < 900; ++y) {
            const RowPlace place = g.rowAt(y);
            QCOMPARE(place.isValid() && place.pinned, place.isValid() && g.isInPinnedArea(y));
            if (!place.isValid()) continue;
            ++found;
            QVERIFY(y >= place.rect.top() && y <= place.rect.bottom());
            QCOMPARE(place.rect, g.rowRect(g.row(place), place.pinned));
            const RowPlace again = g.placeOf(g.keyOf(place));  // of a row that is pinned, too: where it scrolls
            QCOMPARE(g.keyOf(again), g.keyOf(place));
        }
        QVERIFY(found > 400);
        QVERIFY(!g.rowAt(g.layout.rows.top() - 1).isValid());
    }

    void aBarIsUnderThePointerWhereItIsDrawn() {
        const EventRef e = kernel();
        const QRectF bar = show(e);
        const ViewGeometry g = m_view->host.geometry();
        QCOMPARE(g.placeOf(e).side, std::uint8_t{EventPlace::kOnScreen});
        const Hover hover = g.under(bar.center());
        QVERIFY(hover.event() == e);
        QCOMPARE(hover.bar, bar);
        QVERIFY(hover.place.isValid());
        const Hover header = g.under({20, bar.center().y()});
        QVERIFY(header.place.isValid() && !header.hit);  // the row alone
        QVERIFY(!g.under({bar.center().x(), 5}).place.isValid());
    }

    void anEventOffScreenSaysOnWhichSide() {
        const EventRef e = kernel();
        show(e);
        view().changeRange(ViewChange::Pan, VisibleRange{at(e).end + 1'000'000, 0, 100'000}, false, false);
        QVERIFY(m_view->host.geometry().placeOf(e).side & EventPlace::kLeft);
        view().changeRange(ViewChange::Pan, VisibleRange{at(e).start - 1'000'000, 0, 100'000}, false, false);
        QVERIFY(m_view->host.geometry().placeOf(e).side & EventPlace::kRight);
        QCOMPARE(m_view->host.geometry().placeOf({1u << 20, 0}).side, std::uint8_t{EventPlace::kNotShown});
    }

    void timesSnapToBordersAndToWhatIsGiven() {
        const EventRef e = kernel();
        const QRectF bar = show(e, 20'000);
        const ViewGeometry g = m_view->host.geometry();
        QCOMPARE(g.snappedTime({g.x(at(e).start) + 3, bar.center().y()}, {}), at(e).start);
        const TimeNs mark = g.timeAt(bar.center().x());
        const QPointF besides(g.x(mark) + 4, g.layout.ruler.top() + 2);
        QCOMPARE(g.snappedTime(besides, std::array{mark}), mark);
        QCOMPARE(g.snappedTime(besides, {}), g.timeAt(besides.x()));
    }

    void aDraggedRowGoesAmongItsSiblings() {
        const ViewGeometry g = m_view->host.geometry();
        const RowKey first = rowKey(report().track(m_report->trackOf(model::TrackKind::CudaHw, 0)));
        const RowKey second = rowKey(report().track(m_report->trackOf(model::TrackKind::CudaHw, 1)));
        const auto drop = g.dropOf(second, false, g.placeOf(first).rect.top() - 1);
        QVERIFY(drop.has_value());
        const auto place = [&](const RowKey& k) { return std::find(drop->order.begin(), drop->order.end(), k); };
        QVERIFY(place(first) != drop->order.end() && place(second) < place(first));
        QVERIFY(!g.dropOf(second, true, 100));  // is not pinned
    }

    // --- commands
    void nothingIsPossibleWithoutAReportButTheKeys() {
        View empty(nullptr);
        for (const CommandInfo& c : timeline::commands()) {
            QCOMPARE(empty.commands.isPossible(c.command), c.command == Command::ShowKeys);
            empty.commands.run(c.command);
        }
        QVERIFY(empty.host.showsKeys && !empty.host.editsFilter);
    }

    void whatIsPossibleFollowsTheState() {
        for (const Command c : {Command::FitSelected, Command::CopyName, Command::Back, Command::Undo,
                                Command::TogglePin, Command::NextMark, Command::ZoomToSelection})
            QVERIFY(!commands().isPossible(c));
        show(kernel());
        for (const Command c : {Command::FitSelected, Command::CopyName, Command::Back, Command::Undo,
                                Command::TogglePin, Command::JumpToCorrelated})
            QVERIFY(commands().isPossible(c));
        commands().run(Command::SelectEventRange);
        QVERIFY(commands().isPossible(Command::ZoomToSelection));
        QCOMPARE(state().selection->begin, at(kernel()).start);
    }

    void zoomingKeepsTheTimeUnderThePointer() {
        const double x = 700;
        m_view->host.at.pointer = QPointF(x, 300);
        const TimeNs before = m_view->host.geometry().timeAt(x);
        const double length = state().range.length;
        commands().run(Command::ZoomIn);
        QVERIFY(state().range.length < length);
        QVERIFY(std::abs(m_view->host.geometry().x(before) - x) < 1);
        commands().run(Command::ZoomOut);
        QVERIFY(std::abs(state().range.length / length - 1) < 1e-9);
        commands().run(Command::ZoomIn, 10);  // a key that is held zooms faster
        QVERIFY(state().range.length < length / 1.5);
    }

    void clearingTakesOneThingAfterTheOther() {
        show(kernel());
        view().setSelection(TimeRange{at(kernel()).start, at(kernel()).end});
        QVERIFY(view().focusedRow());
        commands().run(Command::ClearSelection);
        QVERIFY(!state().selected.isValid() && state().selection);
        commands().run(Command::ClearSelection);
        QVERIFY(!state().selection && view().focusedRow());
        commands().run(Command::ClearSelection);
        QVERIFY(!view().focusedRow());
        QVERIFY(!commands().isPossible(Command::ClearSelection));
    }

    void aMarkGoesWhereThePointerIsAndIsNamed() {
        const TimeNs t = report().range().begin + 1'000'000;
        m_view->host.at.cursor = t;
        commands().run(Command::AddMark);
        m_view->host.at.cursor = t - 500'000;
        commands().run(Command::AddMark);
        QCOMPARE(m_view->host.editedMark, std::optional<std::size_t>(0));
        QCOMPARE(state().marks.size(), std::size_t{2});
        QCOMPARE(state().marks[1].time, t);
        commands().nameMark(1, QStringLiteral(" step "));
        QCOMPARE(state().marks[1].name, QStringLiteral("step"));
        commands().nameMark(1, QStringLiteral("  "));
        QCOMPARE(state().marks[1].name, QStringLiteral("step"));
        commands().nameMark(7, QStringLiteral("there is no such mark"));
        commands().removeMark(0);
        QCOMPARE(state().marks.size(), std::size_t{1});
        commands().run(Command::Undo);
        QCOMPARE(state().marks.size(), std::size_t{2});
        commands().removeMarks();
        QVERIFY(state().marks.empty());
    }

    void theGapBetweenTwoEventsIsSelectedAndSaid() {
        const EventRef a = kernel(10);
        show(a);
        m_view->navigation.stepEvent(1);
        const EventRef b = state().selected;
        QVERIFY(at(b).start > at(a).end);
        commands().measureGap(b, a);
        QVERIFY(state().selection == std::optional(TimeRange{at(a).end, at(b).start}));
        QVERIFY(m_view->host.said.contains(formatDuration(at(b).start - at(a).end)));
    }

    void copiesAreOfTheSelectedEvent() {
        show(kernel());
        commands().run(Command::CopyName);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromUtf8(TrainingReport::kGemm));
        commands().run(Command::CopyRawTimes);
        QCOMPARE(QGuiApplication::clipboard()->text().split(QLatin1Char('\t')).first(),
                 QString::number(at(kernel()).start));
    }

    void filtersOfTheEventAreSetAndCleared() {
        show(kernel());
        commands().run(Command::FilterName);
        QCOMPARE(state().onlyName, std::string(TrainingReport::kGemm));
        commands().run(Command::FilterThread);
        QVERIFY(state().layout.onlyThread.has_value());
        commands().run(Command::ClearFilters);
        QVERIFY(state().onlyName.empty() && !state().layout.onlyThread);
        commands().run(Command::FindRow);
        QVERIFY(m_view->host.editsFilter);
    }
};

SIGHTLINE_QT_TEST(TimelineCommandsTest)
#include "timeline_commands_test.moc"
