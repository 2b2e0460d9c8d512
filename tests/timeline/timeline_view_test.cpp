// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kit/qt_tests.h"
#include "tests/kit/text_report.h"
#include "tests/timeline/timeline_view_fixture.h"

/// Moving, selecting and marking.
class TimelineViewTest : public TimelineViewFixture {
    Q_OBJECT

private slots:
    void initTestCase() { startReport(); }
    void init() { openView(); }
    void cleanup() { closeView(); }

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
        view().resize(1300, 400);  // not all rows fit
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

    void anEventIsShownWideInItsOpenedRowAndThatIsOneStep() {
        const EventRef k = kernel();
        ViewState s = state();
        s.layout.open = OpenRows::None;
        s.layout.hidden.insert(keyOf(TrackKind::Stream));
        view().setViewState(s);
        const ViewState before = state();
        const int steps = view().undoStack()->count();
        view().goToEvent(k);
        QCOMPARE(state().selected, k);
        const double share = static_cast<double>(at(k).duration()) / state().range.length;
        QVERIFY2(share > 0.33 && share < 0.5, qPrintable(QString::number(share)));
        QVERIFY(!view().eventGeometry(k).isEmpty());
        QVERIFY(view().rowsGeometry().contains(view().eventGeometry(k)));
        QCOMPARE(view().undoStack()->count(), steps + 1);
        view().undoStack()->undo();
        QVERIFY(state().range == before.range && state().layout == before.layout && !state().selected.isValid());
        view().undoStack()->redo();
        QCOMPARE(state().selected, k);
        view().run(Command::Back);
        QVERIFY(state().range == before.range);
    }

    void whatIsPickedWithThePointerIsSaidAndNothingElse() {
        const EventRef k = kernel();
        const QRect bar = show(k);
        QSignalSpy spans(&view(), &TimelineView::spanDrawn), clicks(&view(), &TimelineView::eventClicked);
        view().selectEvent(k);
        view().setSelection(TimeRange{20'000'000, 30'000'000});
        view().setSelection({});
        QCOMPARE(clicks.count() + spans.count(), 0);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, bar.center());
        QCOMPARE(clicks.count(), 1);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, emptyPlace());
        QCOMPARE(clicks.count(), 1);
        drag(emptyPlace(), emptyPlace() - QPoint(200, 0));
        QCOMPARE(spans.count(), 1);
        QVERIFY(state().selection);
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
        view().setKeys(KeyScheme::Tracy);
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

    void whatIsFoundInOneOfManyThreadsIsShownInARowOfItsOwn() {
        std::string text;
        for (int t = 1; t <= 40; ++t) text += "t" + std::to_string(t) + "/api: |..L...|\n";
        const TextReport many(text);
        view().resize(1300, 2400);
        view().setSnapshot(many.snapshot());
        const EventRef e{many.snapshot()->track(many.track("t33/api")).lanes.at(0), 0};
        const RowKey own = rowKey(many.snapshot()->track(many.track("t33/api")));
        QVERIFY(view().headerGeometry(own).isEmpty());
        view().selectEvent(e, false);
        QVERIFY(!view().eventGeometry(e).isEmpty());  // in the row that stands for them all
        QVERIFY(view().headerGeometry(own).isEmpty());
        view().run(Command::ExpandAll);
        QVERIFY(!view().headerGeometry(own).isEmpty());
        view().run(Command::CollapseAll);
        QVERIFY(view().headerGeometry(own).isEmpty());
        view().selectEvent(e, true);
        QVERIFY(!view().headerGeometry(own).isEmpty());
        QVERIFY(view().headerGeometry(own).top() <= view().eventGeometry(e).top());
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

    void aShortTipIsNotAsLargeAsTheLongOneBeforeIt() {
        EventTooltip tip(&view());
        const auto sizeOf = [&](const QString& html) {
            tip.schedule(html, QRect(10, 10, 20, 20), QPoint(12, 12), Theme::Light);
            [&] { QTRY_VERIFY(tip.isVisible()); }();
            return tip.size();
        };
        const QSize small = sizeOf(QStringLiteral("short"));
        const QSize large = sizeOf(QStringLiteral("many words of a long text<br>").repeated(30));
        QVERIFY(large.height() > small.height() && large.width() > small.width());
        QCOMPARE(sizeOf(QStringLiteral("short")), small);
    }

    void aClosedGpuSaysWhichMetricItShowsAndItsUnit() {
        const RowListPtr rows = view().rowList();
        const auto group = std::find_if(rows->rows().begin(), rows->rows().end(), [](const Row& r) {
            return r.role == RowRole::Folded && r.folds == TrackKind::Gpu;
        });
        QVERIFY(group != rows->rows().end());
        view().resize(1300, 1600);
        const QRect header = view().headerGeometry(rows->key(report(), *group));
        moveTo({view().rowsGeometry().center().x(), header.top() + header.height() / 4});
        auto* tip = view().findChild<EventTooltip*>(QStringLiteral("eventTooltip"));
        QTRY_VERIFY(tip->isVisible());
        QVERIFY2(tip->html().contains(QStringLiteral("SMs Active")), qPrintable(tip->html()));
        QVERIFY2(tip->html().contains(QStringLiteral("Throughput %")), qPrintable(tip->html()));
        QVERIFY2(tip->html().contains(QStringLiteral("GPU ")), qPrintable(tip->html()));
    }

    void anotherThemeShowsWhatAViewOfThatThemeShows() {
        const auto pictureOf = [&] {
            [&] { QTRY_VERIFY(view().isSettled()); }();
            return view().grab().toImage();
        };
        const QImage light = pictureOf();
        view().setTheme(ThemeChoice::Dark);
        const QImage changed = pictureOf();
        view().setTheme(ThemeChoice::Light);
        QCOMPARE(pictureOf(), light);
        closeView();
        openView();
        view().setTheme(ThemeChoice::Dark);
        QCOMPARE(pictureOf(), changed);
    }

    void theTimeOfTheCursorNeverHidesTheLengthOfTheSelection() {
        RulerView v;
        v.area = {260, 36, 1000, 28};
        v.scale = TimeScale(VisibleRange::of({0, 1'000'000}), 1000);
        v.selection = TimeRange{400'000, 600'000};
        for (TimeNs t = 0; t < 1'000'000; t += 10'000) {
            v.cursor = t;
            QVERIFY(!cursorPill(v).intersects(lengthPill(v)));
            QVERIFY(cursorPill(v).left() >= v.area.left() && cursorPill(v).right() <= v.area.right() + 1);
        }
        v.selection.reset();
        QVERIFY(lengthPill(v).isEmpty() && !cursorPill(v).isEmpty());
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
};

SIGHTLINE_QT_TEST(TimelineViewTest)
#include "timeline_view_test.moc"
