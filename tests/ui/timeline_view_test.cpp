// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>
#include <QWheelEvent>

#include "tests/ui/training_report.h"
#include "timeline/derived_provider.h"
#include "timeline/event_text.h"
#include "timeline/format.h"
#include "timeline/time_ruler.h"
#include "timeline/timeline_view.h"

using namespace timeline;
using model::EventRef;
using model::TimeNs;
using model::TimeRange;
using model::TrackKind;

Q_DECLARE_METATYPE(std::optional<model::TimeRange>)
Q_DECLARE_METATYPE(std::optional<model::TimeNs>)
Q_DECLARE_METATYPE(model::EventRef)

/// Gestures in a real window, on a made-up training run.
class TimelineViewTest : public QObject {
    Q_OBJECT

    std::unique_ptr<TrainingReport> m_report;
    std::unique_ptr<TimelineView> m_view;

    TimelineView& view() { return *m_view; }
    const ViewState& state() { return m_view->viewState(); }
    const model::Snapshot& report() { return *m_report->snapshot(); }
    EventRef kernel(std::size_t n = 40) { return m_report->find(TrackKind::StreamKernels, TrainingReport::kGemm, n); }
    model::Event at(EventRef e) { return model::eventAt(report(), e); }
    RowKey keyOf(TrackKind kind, std::size_t n = 0) { return rowKey(report().track(m_report->trackOf(kind, n))); }

    /// Zooms so that the event is a good bar and its row is in view.
    QRect show(EventRef e, TimeNs around = 150'000) {
        view().zoomTo({at(e).start - around, at(e).end + around});
        view().selectEvent(e);
        view().selectEvent({});
        const QRect r = view().eventGeometry(e);
        return r;
    }
    /// A place in the rows without an event: an idle part of the copy stream's row.
    QPoint emptyPlace() {
        const QRect row = view().headerGeometry(keyOf(TrackKind::Stream, 1));
        return {view().rowsGeometry().right() - 40, row.center().y()};
    }
    void wheel(QPoint pos, QPoint angle, Qt::KeyboardModifiers modifiers = {}, QPoint pixels = {},
               Qt::ScrollPhase phase = Qt::NoScrollPhase) {
        QWheelEvent e(pos, view().mapToGlobal(pos), pixels, angle, Qt::NoButton, modifiers, phase, false);
        QCoreApplication::sendEvent(&view(), &e);
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(&view(), button, modifiers, from);
        moveTo((from + to) / 2, button, modifiers);
        moveTo(to, button, modifiers);
        QTest::mouseRelease(&view(), button, modifiers, to);
    }
    void moveTo(QPoint pos, Qt::MouseButton button = Qt::NoButton, Qt::KeyboardModifiers modifiers = {}) {
        QMouseEvent e(QEvent::MouseMove, pos, view().mapToGlobal(pos), Qt::NoButton, button, modifiers);
        QCoreApplication::sendEvent(&view(), &e);
    }
    /// Opens the context menu at a point and runs the entry of that name.
    bool choose(QPoint pos, const char* entry) {
        bool found = false;
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) return;
            for (QAction* a : menu->actions())
                if (a->objectName() == QLatin1String(entry)) {
                    found = true;
                    menu->close();
                    a->trigger();
                    return;
                }
            menu->close();
        });
        QContextMenuEvent e(QContextMenuEvent::Mouse, pos, view().mapToGlobal(pos));
        QCoreApplication::sendEvent(&view(), &e);
        return found;
    }
    /// Does something, checks that undo brings back the state before and redo the state after.
    template <class F>
    void isUndoable(F&& act) {
        const ViewState before = state();
        act();
        const ViewState after = state();
        QVERIFY2(!(before == after), "nothing changed");
        view().undoStack()->undo();
        ViewState back = state();
        back.scrollY = before.scrollY;
        QVERIFY(back == before);
        view().undoStack()->redo();
        ViewState again = state();
        again.scrollY = after.scrollY;
        QVERIFY(again == after);
    }

private slots:
    void initTestCase() {
        qRegisterMetaType<std::optional<model::TimeRange>>();
        qRegisterMetaType<std::optional<model::TimeNs>>();
        qRegisterMetaType<model::EventRef>();
        m_report = std::make_unique<TrainingReport>();
    }
    void init() {
        m_view = std::make_unique<TimelineView>();
        m_view->setAnimated(false);
        m_view->setTheme(ThemeChoice::Light);
        m_view->resize(1300, 900);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->setSnapshot(m_report->snapshot());
    }
    void cleanup() { m_view.reset(); }

    // --- what is shown at first

    void theFirstSnapshotFitsTheViewToTheReport() {
        const TimeRange shown = state().range.outer();
        QVERIFY(shown.begin <= report().range().begin && shown.end >= report().range().end);
        QVERIFY(static_cast<double>(shown.length()) < 1.2 * static_cast<double>(report().range().length()));
        QVERIFY(!view().undoStack()->canUndo());
    }

    void aGrowingReportKeepsTheViewOnceSomebodyHasZoomed() {
        view().zoomTo({1'000'000, 2'000'000}, true);
        const VisibleRange before = state().range;
        view().setSnapshot(m_report->snapshot());
        QCOMPARE(state().range, before);
    }

    void anotherReportStartsAfresh() {
        view().selectEvent(kernel());
        view().setSelection(TimeRange{10, 20});
        const TrainingReport other(2);
        view().setSnapshot(other.snapshot());
        QVERIFY(!state().selected.isValid());
        QVERIFY(!state().selection);
        QVERIFY(!view().undoStack()->canUndo());
        QVERIFY(state().range.outer().end >= other.snapshot()->range().end);
        view().setSnapshot(nullptr);
        QVERIFY(!view().action(Command::ZoomIn)->isEnabled());
        view().grab();
    }

    // --- zooming and moving

    void ctrlWheelKeepsTheTimeUnderThePointerWithinAPixel() {
        const QPoint pos = view().rowsGeometry().topLeft() + QPoint(317, 200);
        const TimeNs reference = view().timeAt(pos.x());
        // Nanoseconds after the reference, with their fraction: at the deepest zoom one of them is 64 px wide.
        const auto underPointer = [&] {
            const VisibleRange& r = state().range;
            return static_cast<double>(r.begin - reference) + r.fraction +
                   317 * r.length / view().rowsGeometry().width();
        };
        const double t = underPointer();
        double drift = 0;
        for (int i = 0; i < 120; ++i) {
            wheel(pos, {0, i < 80 ? 120 : -120}, Qt::ControlModifier);
            drift =
                std::max(drift, std::abs(underPointer() - t) / state().range.length * view().rowsGeometry().width());
            if (i == 79) QVERIFY(state().range.length <= view().rowsGeometry().width() / kMaxPxPerNs * 1.01);
        }
        QVERIFY2(drift < 1.0, qPrintable(QString::number(drift)));
    }

    void theWheelOverTheRulerZoomsWithoutAKey() {
        const double length = state().range.length;
        const QPoint pos = view().rulerGeometry().center();
        const TimeNs t = view().timeAt(pos.x());
        wheel(pos, {0, 120});
        QVERIFY(state().range.length < length);
        QVERIFY(std::abs(view().xOf(t) - pos.x()) < 1.0);
    }

    void wAndSZoomAtThePointerAndAAndDMove() {
        const QPoint pos = view().rowsGeometry().topLeft() + QPoint(611, 90);
        moveTo(pos);
        const TimeNs t = view().timeAt(pos.x());
        const double whole = state().range.length;
        for (int i = 0; i < 6; ++i) QTest::keyClick(&view(), Qt::Key_W);
        QVERIFY(state().range.length < whole / 4);
        QVERIFY(std::abs(view().xOf(t) - pos.x()) < 1.0);
        const VisibleRange zoomed = state().range;
        QTest::keyClick(&view(), Qt::Key_D);
        QVERIFY(state().range.begin > zoomed.begin);
        QTest::keyClick(&view(), Qt::Key_A);
        QVERIFY(std::abs(static_cast<double>(state().range.begin - zoomed.begin)) < 2);
        QTest::keyClick(&view(), Qt::Key_S);
        QVERIFY(state().range.length > zoomed.length);
    }

    void shiftWheelMovesInTimeAndThePlainWheelScrollsTheRows() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        const QPoint pos = view().rowsGeometry().center();
        const VisibleRange before = state().range;
        wheel(pos, {0, -120}, Qt::ShiftModifier);
        QVERIFY(state().range.begin > before.begin);
        QCOMPARE(state().range.length, before.length);
        QCOMPARE(state().scrollY, 0.0);
        const VisibleRange moved = state().range;
        wheel(pos, {0, -120});
        QVERIFY(state().scrollY > 0);
        QCOMPARE(state().range, moved);
    }

    void aTouchPadMovesByPixelsAndItsInertiaNeverZooms() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        const QPoint pos = view().rowsGeometry().center();
        const TimeNs t = view().timeAt(pos.x());
        wheel(pos, {-16, 0}, {}, {-25, 0}, Qt::ScrollUpdate);
        QVERIFY(std::abs(view().xOf(t) - (pos.x() - 25)) < 1.0);
        const double length = state().range.length;
        wheel(pos, {0, 80}, Qt::ControlModifier, {0, 40}, Qt::ScrollMomentum);
        QCOMPARE(state().range.length, length);
    }

    void middleDragAndShiftDragMoveByExactlyThePixelsOfThePointer() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        const QPoint from = view().rowsGeometry().center();
        const TimeNs t = view().timeAt(from.x());
        drag(from, from + QPoint(-133, 0), Qt::MiddleButton);
        QVERIFY(std::abs(view().xOf(t) - (from.x() - 133)) < 1.0);
        drag(from + QPoint(-133, 0), from, Qt::LeftButton, Qt::ShiftModifier);
        QVERIFY(std::abs(view().xOf(t) - from.x()) < 1.0);
        QVERIFY(!state().selection);
    }

    void doubleClickZoomsToTheEventAndFDoesTheSameForTheSelectedOne() {
        const EventRef k = kernel();
        const QRect bar = show(k, 2'000'000);
        QVERIFY(!bar.isEmpty());
        QTest::mouseDClick(&view(), Qt::LeftButton, {}, bar.center());
        const TimeRange shown = state().range.outer();
        QVERIFY(shown.begin <= at(k).start && shown.end >= at(k).end);
        QVERIFY(shown.length() < 2 * at(k).duration());
        view().run(Command::FitReport);
        view().selectEvent(k);
        QTest::keyClick(&view(), Qt::Key_F);
        QVERIFY(state().range.outer().length() < 2 * at(k).duration());
        const double fit = state().range.length;
        QTest::keyClick(&view(), Qt::Key_F);
        QVERIFY(state().range.length > 2 * fit);
    }

    void backAndForwardWalkThroughTheViewsAlsoByMouseButton() {
        const VisibleRange whole = state().range;
        view().zoomTo({20'000'000, 40'000'000}, true);
        const VisibleRange first = state().range;
        view().zoomTo({25'000'000, 26'000'000}, true);
        const VisibleRange second = state().range;
        view().run(Command::Back);
        QCOMPARE(state().range, first);
        QTest::mouseClick(&view(), Qt::BackButton, {}, view().rowsGeometry().center());
        QCOMPARE(state().range, whole);
        QVERIFY(!view().action(Command::Back)->isEnabled());
        QTest::mouseClick(&view(), Qt::ForwardButton, {}, view().rowsGeometry().center());
        QCOMPARE(state().range, first);
        QTest::keyClick(&view(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(state().range, second);
    }

    void homeAndEndGoToTheBordersOfTheReport() {
        view().zoomTo({40'000'000, 50'000'000}, true);
        QTest::keyClick(&view(), Qt::Key_Home);
        QVERIFY(state().range.outer().contains(report().range().begin));
        QTest::keyClick(&view(), Qt::Key_End);
        QVERIFY(state().range.outer().contains(report().range().end - 1));
    }

    void theTracySchemeZoomsByThePlainWheelAndMovesByTheRightButton() {
        view().setKeyScheme(KeyScheme::Tracy);
        const QPoint pos = view().rowsGeometry().center();
        const double length = state().range.length;
        wheel(pos, {0, 120});
        wheel(pos, {0, 120});
        QVERIFY(state().range.length < length * 0.6);
        const TimeNs t = view().timeAt(pos.x());
        drag(pos, pos + QPoint(50, 0), Qt::RightButton);
        QVERIFY(std::abs(view().xOf(t) - (pos.x() + 50)) < 1.0);
    }

    void glidingEndsAtTheRangeThatWasAskedFor() {
        view().setAnimated(true);
        const QPoint pos = view().rowsGeometry().center();
        const TimeNs t = view().timeAt(pos.x());
        wheel(pos, {0, 120}, Qt::ControlModifier);
        wheel(pos, {0, 120}, Qt::ControlModifier);
        for (int i = 0; i < 8; ++i) {
            QVERIFY(std::abs(view().xOf(t) - pos.x()) < 1.0);
            QTest::qWait(20);
        }
        QTRY_VERIFY(std::abs(view().xOf(state().range.begin) - view().rowsGeometry().left()) < 1.0);
    }

    // --- spans

    void aLeftDragSelectsASpanAndSaysHowLongItIs() {
        QSignalSpy selected(&view(), &TimelineView::selectionChanged);
        QSignalSpy said(&view(), &TimelineView::statusText);
        const QPoint from = emptyPlace() - QPoint(300, 0), to = emptyPlace();
        const TimeNs t0 = view().timeAt(from.x()), t1 = view().timeAt(to.x());
        drag(from, to, Qt::LeftButton, Qt::AltModifier);
        QVERIFY(state().selection);
        QCOMPARE(state().selection->begin, t0);
        QCOMPARE(state().selection->end, t1);
        QVERIFY(selected.count() > 0);
        QVERIFY(said.last().first().toString().contains(formatDuration(t1 - t0)));
        QCOMPARE(view().undoStack()->count(), 1);
    }

    void theEdgesSnapToTheBordersOfEventsAndAltReleasesThem() {
        const EventRef k = kernel();
        const QRect bar = show(k);
        QVERIFY(bar.width() > 100);
        const QPoint from(bar.left() + 3, bar.center().y()), to(bar.right() - 3, bar.center().y());
        drag(from, to);
        QVERIFY(state().selection);
        QCOMPARE(state().selection->begin, at(k).start);
        QCOMPARE(state().selection->end, at(k).end);
        drag(from + QPoint(8, 0), to - QPoint(8, 0), Qt::LeftButton, Qt::AltModifier);
        QVERIFY(state().selection->begin > at(k).start);
        QVERIFY(state().selection->end < at(k).end);
    }

    void theHandlesOfTheSpanMoveItsEdges() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        view().setSelection(TimeRange{25'000'000, 30'000'000});
        const int y = view().rulerGeometry().center().y();
        const int x = static_cast<int>(std::lround(view().xOf(30'000'000)));
        drag({x, y}, {x + 100, y}, Qt::LeftButton, Qt::AltModifier);
        QCOMPARE(state().selection->begin, 25'000'000);
        QCOMPARE(state().selection->end, view().timeAt(x + 100));
        QTest::keyClick(&view(), Qt::Key_Z);
        QVERIFY(state().range.outer().begin <= 25'000'000);
        QVERIFY(state().range.length < 10'000'000);
    }

    void escapeDuringADragTakesItBack() {
        const QPoint from = emptyPlace() - QPoint(200, 0);
        const ViewState before = state();
        QTest::mousePress(&view(), Qt::LeftButton, {}, from);
        moveTo(from + QPoint(90, 0), Qt::LeftButton);
        QVERIFY(state().selection);
        QTest::keyClick(&view(), Qt::Key_Escape);
        QVERIFY(state() == before);
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, from + QPoint(90, 0));
        QVERIFY(state() == before);
        QVERIFY(!view().undoStack()->canUndo());
    }

    void controlClickOnASecondEventMeasuresTheGap() {
        const EventRef a = kernel(40);
        const EventRef b{a.lane, a.row + 1};
        show(a, 400'000);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, view().eventGeometry(a).center());
        QCOMPARE(state().selected, a);
        QSignalSpy said(&view(), &TimelineView::statusText);
        QTest::mouseClick(&view(), Qt::LeftButton, Qt::ControlModifier, view().eventGeometry(b).center());
        QVERIFY(state().selection);
        QCOMPARE(state().selection->begin, at(a).end);
        QCOMPARE(state().selection->end, at(b).start);
        QCOMPARE(state().selected, a);
        QVERIFY(said.last().first().toString().contains(formatDuration(at(b).start - at(a).end)));
    }

    // --- events

    void aClickOnAKernelSelectsItAndFindsItsLaunch() {
        const EventRef k = kernel();
        const QRect bar = show(k, 500'000);
        QSignalSpy selected(&view(), &TimelineView::eventSelected);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, bar.center());
        QCOMPARE(state().selected, k);
        QCOMPARE(selected.count(), 1);
        const model::Correlated& c = view().correlatedWithSelected();
        QCOMPARE(c.launches.size(), std::size_t{1});
        QCOMPARE(at(c.launches.front()).correlation, at(k).correlation);
        QVERIFY(at(c.launches.front()).start < at(k).start);
    }

    void theLaunchIsFilledWithTheAccentColour() {
        const EventRef k = kernel();
        view().selectEvent(k);
        const EventRef launch = view().correlatedWithSelected().launches.front();
        view().zoomTo({at(launch).start - 20'000, at(k).end + 20'000});
        ViewState s = state();
        s.layout.hidden.insert(keyOf(TrackKind::Gpu, 0));
        s.layout.hidden.insert(keyOf(TrackKind::Gpu, 1));
        view().setViewState(s);
        QTest::qWait(0);
        const QRect bar = view().eventGeometry(launch);
        QVERIFY(!bar.isEmpty());
        const QImage with = view().grab().toImage();
        view().selectEvent({}, false);
        const QImage without = view().grab().toImage();
        const QRgb accent = tokens(Theme::Light).accent, plain = without.pixel(bar.center()),
                   filled = with.pixel(bar.center());
        QVERIFY(plain != filled);
        const auto distance = [](QRgb a, QRgb b) {
            return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
        };
        QVERIFY(distance(filled, accent) < distance(plain, accent));
    }

    void jumpGoesToTheLaunchWhereverItIsAndBack() {
        const EventRef k = kernel();
        view().selectEvent(k);
        view().zoomTo({at(k).start, at(k).end});
        QTest::keyClick(&view(), Qt::Key_J);
        const EventRef launch = state().selected;
        QVERIFY(launch.isValid() && !(launch == k));
        QCOMPARE(report().track(model::trackOf(report(), launch)).kind, TrackKind::CudaApi);
        QVERIFY(!view().eventGeometry(launch).isEmpty());
        QTest::keyClick(&view(), Qt::Key_J);
        QCOMPARE(state().selected, k);
        QVERIFY(!view().eventGeometry(k).isEmpty());
    }

    void aChipAtTheBorderJumpsToWhatIsOffScreen() {
        const EventRef k = kernel();
        view().selectEvent(k);
        const EventRef launch = view().correlatedWithSelected().launches.front();
        view().zoomTo({at(k).start, at(k).end});
        view().grab();
        QVERIFY(view().eventGeometry(launch).isEmpty());
        // The chip stands at the left border, in the launch's row or at the bottom if that row is scrolled out.
        bool jumped = false;
        const QRect rows = view().rowsGeometry();
        for (int y = rows.top() + 4; y < rows.bottom() && !jumped; y += 6) {
            moveTo({rows.left() + 12, y});
            if (view().cursor().shape() != Qt::PointingHandCursor) continue;
            QTest::mouseClick(&view(), Qt::LeftButton, {}, {rows.left() + 12, y});
            jumped = true;
        }
        QVERIFY(jumped);
        QCOMPARE(state().selected, launch);
    }

    void aClickOnNothingTakesTheSelectionAway() {
        view().selectEvent(kernel());
        view().setSelection(TimeRange{1'000'000, 2'000'000});
        view().run(Command::FitReport);
        const QPoint nothing(view().rowsGeometry().right() - 2, emptyPlace().y());
        QTest::mouseClick(&view(), Qt::LeftButton, {}, nothing);
        QVERIFY(!state().selected.isValid());
        QVERIFY(!state().selection);
    }

    void arrowsWalkAlongTheRowAndBetweenRows() {
        const EventRef k = kernel();
        view().selectEvent(k);
        view().zoomTo({at(k).start - 300'000, at(k).end + 300'000});
        QTest::keyClick(&view(), Qt::Key_Right);
        QCOMPARE(state().selected, (EventRef{k.lane, k.row + 1}));
        QTest::keyClick(&view(), Qt::Key_Left);
        QTest::keyClick(&view(), Qt::Key_Left);
        QCOMPARE(state().selected, (EventRef{k.lane, k.row - 1}));
        for (int i = 0; i < 30; ++i) QTest::keyClick(&view(), Qt::Key_Right);
        QVERIFY(!view().eventGeometry(state().selected).isEmpty());
        const EventRef before = state().selected;
        QTest::keyClick(&view(), Qt::Key_Down);
        QVERIFY(state().selected.isValid() && state().selected.lane != before.lane);
        QVERIFY(!view().eventGeometry(state().selected).isEmpty());
        QTest::keyClick(&view(), Qt::Key_Escape);
        QVERIFY(!state().selected.isValid());
    }

    void anEventInAFoldedHiddenOrFilteredRowIsRevealed() {
        const EventRef launch = m_report->find(TrackKind::CudaApi, "cudaStreamSynchronize_v3020", 3);
        ViewState s = state();
        s.layout.expanded[keyOf(TrackKind::Process)] = false;
        s.layout.nameFilter = QStringLiteral("GPU 1");
        view().setViewState(s);
        view().selectEvent(launch);
        QVERIFY(!view().eventGeometry(launch).isEmpty());
        s = state();
        s.layout.hidden.insert(keyOf(TrackKind::CudaApi));
        s.layout.hidden.insert(keyOf(TrackKind::Thread));
        view().setViewState(s);
        QVERIFY(view().eventGeometry(launch).isEmpty());
        view().selectEvent({});
        view().selectEvent(launch);
        QVERIFY(!view().eventGeometry(launch).isEmpty());
    }

    void hoverTellsEverythingAfterAMomentAndNeverCoversTheEvent() {
        const EventRef k = kernel();
        const QRect bar = show(k, 500'000);
        moveTo(bar.center());
        auto* tip = view().findChild<QWidget*>(QStringLiteral("eventTooltip"));
        QVERIFY(tip && !tip->isVisible());
        QTRY_VERIFY(tip->isVisible());
        const QRect global(view().mapToGlobal(bar.topLeft()), bar.size());
        QVERIFY(!tip->geometry().intersects(global));
        moveTo(emptyPlace());
        QTRY_VERIFY(!tip->isVisible());
    }

    void theTimeUnderThePointerIsTold() {
        QSignalSpy hovered(&view(), &TimelineView::hoveredTimeChanged);
        const QPoint pos = view().rowsGeometry().center();
        moveTo(pos);
        QCOMPARE(hovered.last().first().value<std::optional<TimeNs>>(), std::optional(view().timeAt(pos.x())));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&view(), &leave);
        QVERIFY(!hovered.last().first().value<std::optional<TimeNs>>());
    }

    // --- marks

    void controlMAddsAMarkThatIsNamedAtOnceRenamedAndRemoved() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        const QPoint pos = view().rowsGeometry().center();
        moveTo(pos);
        const TimeNs t = view().timeAt(pos.x());
        QTest::keyClick(&view(), Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(state().marks.size(), std::size_t{1});
        QCOMPARE(state().marks[0].time, t);
        auto* edit = view().findChild<QLineEdit*>(QStringLiteral("markName"));
        QVERIFY(edit->isVisible());
        QTest::keyClicks(edit, QStringLiteral("warm-up done"));
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(state().marks[0].name, QStringLiteral("warm-up done"));
        QVERIFY(!edit->isVisible());
        const QPoint flag(static_cast<int>(view().xOf(t)) + 4, view().rulerGeometry().bottom() - 5);
        QVERIFY(choose(flag, "menu_rename_mark"));
        QTRY_VERIFY(edit->isVisible());
        edit->setText(QStringLiteral("step 2"));
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(state().marks[0].name, QStringLiteral("step 2"));
        isUndoable([&] { QVERIFY(choose(flag, "menu_remove_mark")); });
        QVERIFY(state().marks.empty());
    }

    void theNextMarkComesToTheMiddle() {
        ViewState s = state();
        s.marks = {{30'000'000, QStringLiteral("a")}, {60'000'000, QStringLiteral("b")}};
        s.range = VisibleRange::of({20'000'000, 24'000'000});
        view().setViewState(s);
        const double middle = view().rowsGeometry().center().x();
        QTest::keyClick(&view(), Qt::Key_N);
        QVERIFY(std::abs(view().xOf(30'000'000) - middle) < 2);
        QTest::keyClick(&view(), Qt::Key_N);
        QVERIFY(std::abs(view().xOf(60'000'000) - middle) < 2);
        QTest::keyClick(&view(), Qt::Key_N, Qt::ShiftModifier);
        QVERIFY(std::abs(view().xOf(30'000'000) - middle) < 2);
    }

    // --- rows

    void theTriangleFoldsARow() {
        const RowKey process = keyOf(TrackKind::Process);
        const std::size_t rows = view().rowList()->rows().size();
        const QRect header = view().headerGeometry(process);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, header.topLeft() + QPoint(12, header.height() / 2));
        QVERIFY(view().rowList()->rows().size() < rows);
        view().undoStack()->undo();
        QCOMPARE(view().rowList()->rows().size(), rows);
    }

    void toolsOfARowPinAndHideItAndShowOnlyOnHover() {
        const RowKey stream = keyOf(TrackKind::Stream);
        const QRect header = view().headerGeometry(stream);
        const QPoint pin(header.right() - 50, header.center().y()), hide(header.right() - 30, header.center().y());
        moveTo({header.left() + 80, header.center().y()});
        QTest::mouseClick(&view(), Qt::LeftButton, {}, pin);
        QCOMPARE(state().layout.pinned, std::vector<RowKey>{stream});
        QCOMPARE(view().rowList()->pinned().size(), std::size_t{1});
        QVERIFY(view().rowList()->pinned()[0].breadcrumb.contains(QStringLiteral("4242")));
        view().run(Command::FitReport);
        view().undoStack()->undo();
        QVERIFY(state().layout.pinned.empty());
        QTest::mouseClick(&view(), Qt::LeftButton, {}, hide);
        QVERIFY(state().layout.hidden.contains(stream));
        auto* hidden = view().findChild<QToolButton*>(QStringLiteral("hiddenRows"));
        QVERIFY(hidden->isVisible());
        QTest::mouseClick(hidden, Qt::LeftButton);
        QVERIFY(state().layout.hidden.empty());
        QVERIFY(!hidden->isVisible());
    }

    void aPinnedRowStaysWhileTheOthersScroll() {
        ViewState s = state();
        s.layout.pinned = {keyOf(TrackKind::CudaApi)};
        view().setViewState(s);
        const EventRef sync = m_report->find(TrackKind::CudaApi, "cudaStreamSynchronize_v3020", 0);
        for (int i = 0; i < 3; ++i) wheel(view().rowsGeometry().center(), {0, -120});
        QVERIFY(state().scrollY > 0);
        const QRect bar = view().eventGeometry(sync);
        QVERIFY(!bar.isEmpty());
        ViewState without = state();
        without.layout.pinned.clear();
        without.scrollY = 0;
        view().setViewState(without);
        // Now its own row is scrolled out of view at the bottom, or lies elsewhere.
        QVERIFY(view().eventGeometry(sync) != bar);
    }

    void manyPinnedRowsTakeAtMostHalfAndScrollByThemselves() {
        ViewState s = state();
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t m = 0; m < 3; ++m) s.layout.pinned.push_back(keyOf(TrackKind::GpuMetric, i * 3 + m));
        for (std::size_t i = 0; i < 6; ++i) s.layout.pinned.push_back(keyOf(TrackKind::Stream, i));
        for (std::size_t i = 0; i < 3; ++i) s.layout.pinned.push_back(keyOf(TrackKind::Nvtx, i));
        view().setViewState(s);
        view().resize(1300, 560);
        QVERIFY(view().rowList()->pinnedHeight() > view().rowsGeometry().height() / 2);
        const QImage before = view().grab().toImage();
        wheel(view().rowsGeometry().topLeft() + QPoint(200, 30), {0, -120});
        QCOMPARE(state().scrollY, 0.0);
        QVERIFY(view().grab().toImage() != before);
    }

    void draggingARowReordersItsSiblings() {
        const RowKey first = keyOf(TrackKind::Stream, 0), second = keyOf(TrackKind::Stream, 1);
        const QRect a = view().headerGeometry(first), b = view().headerGeometry(second);
        QVERIFY(a.top() < b.top());
        isUndoable([&] { drag(a.center(), {b.center().x(), b.bottom() - 1}); });
        QVERIFY(view().headerGeometry(second).top() < view().headerGeometry(first).top());
    }

    void draggingTheLowerEdgeChangesTheHeight() {
        const RowKey metric = keyOf(TrackKind::GpuMetric, 0);
        const QRect header = view().headerGeometry(metric);
        const QPoint edge(header.left() + 60, header.bottom() - 1);
        isUndoable([&] { drag(edge, edge + QPoint(0, 40)); });
        QVERIFY(std::abs(view().headerGeometry(metric).height() - (header.height() + 40)) <= 4);
        QTest::mouseDClick(&view(), Qt::LeftButton, {}, QPoint(edge.x(), view().headerGeometry(metric).bottom() - 1));
        QCOMPARE(view().headerGeometry(metric).height(), header.height());
    }

    void theFilterBoxKeepsRowsByName() {
        auto* edit = view().findChild<QLineEdit*>(QStringLiteral("rowFilter"));
        QTest::keyClick(&view(), Qt::Key_Slash);
        QVERIFY(edit->hasFocus());
        QTest::keyClicks(edit, QStringLiteral("nvtx"));
        QCOMPARE(state().layout.nameFilter, QStringLiteral("nvtx"));
        bool others = false;
        for (const Row& r : view().rowList()->rows()) others |= r.title.contains(QStringLiteral("SMs"));
        QVERIFY(!others);
        QVERIFY(view().findChild<QToolButton*>(QStringLiteral("hiddenRows"))->isVisible());
        QCOMPARE(view().filters().size(), 1);
        // Typing was one step.
        view().undoStack()->undo();
        QVERIFY(state().layout.nameFilter.isEmpty());
        QVERIFY(edit->text().isEmpty());
        QTest::keyClicks(edit, QStringLiteral("zzz"));
        QVERIFY(view().rowList()->rows().empty());
        view().grab();
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(state().layout.nameFilter.isEmpty());
        QVERIFY(view().hasFocus());
    }

    void theWidthOfTheHeadersCanBeDragged() {
        const QPoint edge(view().rowsGeometry().left() - 1, view().rowsGeometry().center().y());
        const int before = view().headerWidth();
        drag(edge, edge + QPoint(60, 0));
        QVERIFY(std::abs(view().headerWidth() - before - 60) <= 4);
    }

    void kernelsByNameAreRowsOfTheirOwnWhoseBarsAreTheEvents() {
        DerivedProvider provider;
        connect(&provider, &DerivedProvider::changed, &view(), &TimelineView::derivedRowsChanged);
        view().setDerivedRows(&provider);
        view().zoomTo({at(kernel()).start - 400'000, at(kernel()).end + 400'000});
        const QRect header = view().headerGeometry(keyOf(TrackKind::Kernels));
        QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(header.left() + 6 + 2 * 14 + 7, header.center().y()));
        const auto gemmRow = [&]() -> const Row* {
            for (const Row& r : view().rowList()->rows())
                if (r.role == RowRole::Derived && r.title.contains(QStringLiteral("Kernel2"))) return &r;
            return nullptr;
        };
        QTRY_VERIFY(gemmRow());
        const QRect row = view().headerGeometry(view().rowList()->key(report(), *gemmRow()));
        const model::Event e = at(kernel());
        const QPoint bar(static_cast<int>(view().xOf(e.start + e.duration() / 2)), row.center().y());
        QTest::mouseClick(&view(), Qt::LeftButton, {}, bar);
        QCOMPARE(state().selected, kernel());
        view().setDerivedRows(nullptr);
        QVERIFY(!gemmRow());
    }

    // --- menus and filters

    void theContextMenuFiltersToTheNameAndTheThread() {
        const EventRef k = kernel();
        const QRect bar = show(k, 500'000);
        QVERIFY(choose(bar.center(), "menu_only_name"));
        QCOMPARE(state().onlyName, std::string(TrainingReport::kGemm));
        QVERIFY(choose(view().eventGeometry(k).center(), "menu_only_thread"));
        QVERIFY(state().layout.onlyThread);
        QCOMPARE(state().layout.onlyThread->key.tid, report().track(model::trackOf(report(), [&] {
            view().selectEvent(k);
            return view().correlatedWithSelected().launches.front();
        }())).key.tid);
        QCOMPARE(view().filters().size(), 2);
        QSignalSpy changed(&view(), &TimelineView::filtersChanged);
        view().run(Command::ClearFilters);
        QCOMPARE(changed.count(), 1);
        QVERIFY(view().filters().isEmpty());
    }

    void theContextMenuCopiesWhatWasClicked() {
        const EventRef k = kernel();
        const QRect bar = show(k, 500'000);
        QVERIFY(choose(bar.center(), "menu_copy_times"));
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("%1\t%2\t%3").arg(at(k).start).arg(at(k).end).arg(at(k).duration()));
        QVERIFY(choose(bar.center(), "menu_copy_name"));
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromLatin1(TrainingReport::kGemm));
        QVERIFY(choose(bar.center(), "menu_copy_text"));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("(1152, 4, 1)")));
    }

    void theContextMenuJumpsZoomsAndSelectsTheTime() {
        const EventRef k = kernel();
        QRect bar = show(k, 500'000);
        QVERIFY(choose(bar.center(), "menu_select_range"));
        QCOMPARE(state().selection, (std::optional<TimeRange>({at(k).start, at(k).end})));
        QVERIFY(choose(bar.center(), "menu_zoom_event"));
        QVERIFY(state().range.length < 2.0 * static_cast<double>(at(k).duration()));
        bar = view().eventGeometry(k);
        QVERIFY(choose(bar.center(), "menu_jump"));
        QCOMPARE(report().track(model::trackOf(report(), state().selected)).kind, TrackKind::CudaApi);
    }

    void theTableOfEventsIsOfferedOnlyWhileSomebodyShowsIt() {
        const QRect bar = show(kernel(), 500'000);
        QVERIFY(!choose(bar.center(), "menu_events"));
        QSignalSpy asked(&view(), &TimelineView::eventsRequested);
        QVERIFY(choose(bar.center(), "menu_events"));
        QCOMPARE(asked.count(), 1);
    }

    // --- overview strip

    void theOverviewMovesAndResizesTheWindow() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        const QRect strip = view().overviewGeometry();
        const VisibleRange before = state().range;
        const double whole = static_cast<double>(report().range().length()) / 0.9;
        const auto x = [&](double t) {
            return static_cast<int>(strip.left() + (t + whole * 0.05) / whole * strip.width());
        };
        const QPoint inside(x(30e6), strip.center().y());
        isUndoable([&] { drag(inside, inside + QPoint(100, 0)); });
        QCOMPARE(state().range.length, before.length);
        QVERIFY(std::abs(static_cast<double>(state().range.begin - before.begin) - 100 * whole / strip.width()) <
                2 * whole / strip.width());
        view().undoStack()->undo();
        const QPoint rightEdge(x(40e6), strip.center().y());
        isUndoable([&] { drag(rightEdge, rightEdge + QPoint(80, 0)); });
        QCOMPARE(state().range.begin, before.begin);
        QVERIFY(state().range.length > before.length * 1.2);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(x(90e6), strip.center().y()));
        QVERIFY(state().range.outer().contains(90'000'000));
        QTest::mouseDClick(&view(), Qt::LeftButton, {}, inside);
        QVERIFY(state().range.outer().contains(report().range().begin) &&
                state().range.outer().contains(report().range().end - 1));
    }

    // --- undo

    void everyChangeOfTheViewIsUndone() {
        const EventRef k = kernel();
        isUndoable([&] { view().zoomTo({10'000'000, 20'000'000}); });
        isUndoable([&] { view().run(Command::PanRight); });
        isUndoable([&] { view().setSelection(TimeRange{11'000'000, 12'000'000}); });
        isUndoable([&] { view().selectEvent(k, false); });
        isUndoable([&] { view().run(Command::SelectEventRange); });
        isUndoable([&] { view().run(Command::FilterName); });
        isUndoable([&] { view().run(Command::FilterThread); });
        isUndoable([&] { view().run(Command::ClearFilters); });
        isUndoable([&] { view().setRowFilter(QStringLiteral("stream")); });
        isUndoable([&] { view().run(Command::ShowAllRows); });
        isUndoable([&] { view().run(Command::CollapseAll); });
        isUndoable([&] { view().run(Command::ExpandAll); });
        QTest::mouseClick(&view(), Qt::LeftButton, {},
                          view().headerGeometry(keyOf(TrackKind::Gpu)).center() - QPoint(40, 0));
        isUndoable([&] { view().run(Command::TogglePin); });
        isUndoable([&] { view().run(Command::HideRow); });
        isUndoable([&] { view().run(Command::AddMark); });
        isUndoable([&] { view().setDensity(Density::Compact); });
        isUndoable([&] { view().run(Command::FitReport); });
        isUndoable([&] { view().run(Command::ClearSelection); });
        ViewState other = state();
        other.onlyName = "x";
        isUndoable([&] { view().setViewState(other, true); });
    }

    void aWheelZoomIsOneStep() {
        const VisibleRange whole = state().range;
        const QPoint pos = view().rowsGeometry().center();
        for (int i = 0; i < 12; ++i) wheel(pos, {0, 120}, Qt::ControlModifier);
        QCOMPARE(view().undoStack()->count(), 1);
        QTest::keyClick(&view(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(state().range, whole);
    }

    // --- keys

    void everyCommandHasAnActionWithTextAndKeysInEachScheme() {
        for (std::size_t s = 0; s < kKeySchemeCount; ++s) {
            view().setKeyScheme(static_cast<KeyScheme>(s));
            QSet<QKeySequence> seen;
            for (QAction* a : view().commandActions()) {
                QVERIFY(!a->text().isEmpty());
                QVERIFY(!a->shortcuts().isEmpty());
                for (const QKeySequence& k : a->shortcuts()) {
                    QVERIFY2(!k.isEmpty(), qPrintable(a->objectName()));
                    QVERIFY2(!seen.contains(k),
                             qPrintable(QStringLiteral("%1 twice in scheme %2").arg(k.toString()).arg(s)));
                    seen.insert(k);
                }
                QVERIFY(keySheetHtml(static_cast<KeyScheme>(s))
                            .contains(a->shortcuts().first().toString(QKeySequence::NativeText).toHtmlEscaped()));
            }
        }
    }

    void keysForMovingAreToldByTheirPlaceWhateverTheLayoutMakesOfThem() {
        QVERIFY(!view().testAttribute(Qt::WA_InputMethodEnabled));
        const double whole = state().range.length;
        constexpr quint32 kPlaceOfW = 25;  // X11 and Wayland
        QKeyEvent cyrillic(QEvent::KeyPress, 0x0426, Qt::NoModifier, kPlaceOfW, 0, 0, QStringLiteral("ц"));
        QCoreApplication::sendEvent(&view(), &cyrillic);
        QVERIFY(state().range.length < whole);
    }

    void theQuestionMarkAsksForTheKeySheet() {
        QSignalSpy asked(&view(), &TimelineView::keySheetRequested);
        QTest::keyClick(&view(), Qt::Key_Question, Qt::ShiftModifier);
        QCOMPARE(asked.count(), 1);
    }

    // --- pictures

    void theSameStateIsTheSamePictureTwice() {
        // Shares of rows and the overview are computed when the view has come to rest: wait for pictures to agree.
        const auto settled = [&] {
            QImage last;
            for (int i = 0; i < 50; ++i) {
                const QImage now = view().grab().toImage();
                if (now == last) break;
                last = now;
                QThreadPool::globalInstance()->waitForDone();
                QTest::qWait(150);
            }
            return last;
        };
        view().selectEvent(kernel());
        view().zoomTo({10'000'000, 14'000'000});
        const QImage first = settled();
        view().run(Command::PanRight);
        QVERIFY(view().grab().toImage() != first);
        view().undoStack()->undo();
        QVERIFY(settled() == first);
        PictureOptions o;
        o.size = QSize(900, 500);
        QVERIFY(view().renderImage(o) == view().renderImage(o));
    }

    void aPictureHasTheSizePartsAndThemeThatWereAskedFor() {
        PictureOptions o;
        o.size = QSize(700, 400);
        o.dpr = 2;
        o.theme = Theme::Dark;
        QImage dark = view().renderImage(o);
        QCOMPARE(dark.size(), QSize(1400, 800));
        o.parts = 0;
        const QImage bare = view().renderImage(o);
        QCOMPARE(bare.size(), QSize(1400, 800));
        QVERIFY(bare != dark);
        o.size.setHeight(0);
        o.dpr = 1;
        QVERIFY(view().renderImage(o).height() >= view().rowList()->height());
        o.size = QSize(700, 400);
        o.theme = Theme::Light;
        QVERIFY(qGray(view().renderImage(o).pixel(695, 390)) > 200);
    }

    void nothingOutsideTheSelectionIsAsBrightAsInside() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        const QPoint out(view().rowsGeometry().left() + 5, view().rowsGeometry().bottom() - 4);
        const QRgb before = view().grab().toImage().pixel(out);
        view().setSelection(TimeRange{28'000'000, 32'000'000});
        const QRgb after = view().grab().toImage().pixel(out);
        QVERIFY(qGray(after) < qGray(before));
        QVERIFY(qGray(after) > qGray(before) * 85 / 100);
    }

    void screenReadersHearTheSelectedEvent() {
        view().selectEvent(kernel());
        QAccessibleInterface* a = QAccessible::queryAccessibleInterface(&view());
        QVERIFY(a);
        QVERIFY(!a->text(QAccessible::Name).isEmpty());
        QVERIFY(!a->text(QAccessible::Description).isEmpty());
        QVERIFY(a->text(QAccessible::Value).contains(formatDuration(at(kernel()).duration())));
    }

    // --- what is told about events

    void detailsOfAKernelHaveReadableLabelsUnitsAndLatency() {
        const EventRef k = kernel();
        const std::vector<DetailRow> rows = describeEvent(report(), k);
        const auto value = [&](const QString& label) {
            for (const DetailRow& r : rows)
                if (r.label == label) return r.value;
            return QString();
        };
        QCOMPARE(value(QStringLiteral("Grid")), QStringLiteral("(1152, 4, 1)"));
        QCOMPARE(value(QStringLiteral("Block")), QStringLiteral("(128, 1, 1)"));
        QCOMPARE(value(QStringLiteral("Threads")), formatCount(1152ull * 4 * 128));
        QCOMPARE(value(QStringLiteral("Dynamic shared memory")),
                 QStringLiteral("96.0 KiB").replace(QLatin1Char(' '), formatBytes(98304).at(4)));
        QCOMPARE(value(QStringLiteral("Launch type")), QStringLiteral("Regular"));
        QCOMPARE(value(QStringLiteral("Launched by")), QStringLiteral("cudaLaunchKernel"));
        view().selectEvent(k);
        QCOMPARE(value(QStringLiteral("Latency from launch")),
                 formatDuration(at(k).start - at(view().correlatedWithSelected().launches.front()).start));
        // Headings do not come twice.
        QStringList groups;
        for (const DetailRow& r : rows)
            if (groups.isEmpty() || groups.last() != r.group) groups += r.group;
        QCOMPARE(QSet<QString>(groups.begin(), groups.end()).size(), groups.size());
    }

    void detailsOfACopyNameItsKindAndThroughput() {
        const EventRef c = m_report->find(TrackKind::StreamMemory, "HtoD memcpy");
        QString all = detailText(describeEvent(report(), c));
        QVERIFY(all.contains(QStringLiteral("Host to device")));
        QVERIFY(all.contains(QStringLiteral("Pinned")));
        const double rate = 6'291'456.0 * 1e9 / static_cast<double>(at(c).duration());
        QVERIFY(all.contains(formatRate(rate)));
    }

    void detailsOfACallHaveItsResultAndItsCallChain() {
        const EventRef e = m_report->find(TrackKind::OsRuntime, "pthread_cond_wait");
        const QString all = detailText(describeEvent(report(), e));
        QVERIFY(all.contains(QStringLiteral("at::native::gpu_kernel_impl  [libtorch_cuda.so]")));
        const EventRef call = m_report->find(TrackKind::CudaApi, "cudaLaunchKernel_v7000");
        QVERIFY(detailText(describeEvent(report(), call)).contains(QStringLiteral("cudaSuccess (0)")));
        QVERIFY(describeEvent(report(), {}).empty());
    }
};

QTEST_MAIN(TimelineViewTest)
#include "timeline_view_test.moc"
