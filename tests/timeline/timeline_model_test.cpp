// SPDX-License-Identifier: GPL-3.0-or-later
// The view model of the timeline without a widget: state, steps of undo, ranges that were looked at, rows.
#include <QSignalSpy>
#include <QTest>

#include "tests/kit/qt_tests.h"
#include "tests/timeline/timeline_view_fixture.h"
#include "tests/ui/training_report.h"
#include "timeline/state/navigation.h"

using namespace timeline;
using model::EventRef;

namespace {

constexpr int kWidth = 1000;  // device px
constexpr int kHeight = 200;  // logical px: not all rows fit

}  // namespace

class TimelineModelTest : public QObject {
    Q_OBJECT

    std::unique_ptr<TrainingReport> m_report = std::make_unique<TrainingReport>();
    std::unique_ptr<ViewModel> m_model;
    std::unique_ptr<RowEdits> m_rows;
    std::unique_ptr<Navigation> m_navigation;

    ViewModel& view() { return *m_model; }
    const ViewState& state() { return m_model->state(); }
    const model::Snapshot& report() { return *m_report->snapshot(); }
    EventRef kernel(std::size_t n) { return m_report->find(model::TrackKind::StreamKernels, TrainingReport::kGemm, n); }
    RowKey keyOf(model::TrackKind kind) { return rowKey(report().track(m_report->trackOf(kind))); }
    VisibleRange part(double begin, double length) {
        const TimeRange all = report().range();
        const auto ns = static_cast<double>(all.length());
        return {all.begin + static_cast<TimeNs>(begin * ns), 0, length * ns};
    }
    void zoomTo(const VisibleRange& range) { view().changeRange(ViewChange::Zoom, range, false, false); }

private slots:
    void init() {
        m_model = std::make_unique<ViewModel>();
        m_rows = std::make_unique<RowEdits>(*m_model);
        m_navigation = std::make_unique<Navigation>(*m_model, *m_rows);
        m_model->setViewport(kWidth, kHeight);
        m_model->setSnapshot(m_report->snapshot());
    }
    void cleanup() {
        m_navigation.reset();
        m_rows.reset();
        m_model.reset();
    }

    void showsTheWholeReportUntilSomebodyChooses() {
        QVERIFY(view().isFitted());
        QVERIFY(state().range == wholeReport(report().range(), kWidth));
        QVERIFY(view().shown() == state().range);
        zoomTo(part(0.2, 0.1));
        QVERIFY(!view().isFitted());
        view().fit();
        QVERIFY(view().isFitted() && state().range == wholeReport(report().range(), kWidth));
    }

    void aRangeStaysWithinTheReport() {
        zoomTo(part(-3, 0.5));
        QVERIFY(state().range.begin <= report().range().begin);
        QVERIFY(state().range.outer().end > report().range().begin);
        zoomTo(part(0.4, 50));
        QVERIFY(state().range == wholeReport(report().range(), kWidth));
    }

    void aStepIsTakenBackAndDoneAgain() {
        const VisibleRange before = state().range;
        zoomTo(part(0.2, 0.1));
        const VisibleRange after = state().range;
        QCOMPARE(view().undoStack().count(), 1);
        view().undoStack().undo();
        QVERIFY(state().range == before);
        view().undoStack().redo();
        QVERIFY(state().range == after);
    }

    void undoTouchesOnlyWhatTheStepChanged() {
        view().setSelection(TimeRange{100, 200});
        zoomTo(part(0.2, 0.1));
        view().undoStack().setIndex(0);
        zoomTo(part(0.3, 0.1));
        QCOMPARE(view().undoStack().count(), 1);  // what was undone is gone
        view().setSelection(TimeRange{300, 400});
        const VisibleRange range = state().range;
        view().undoStack().undo();
        QVERIFY(!state().selection && state().range == range);
    }

    void continuousStepsAreOne() {
        for (int i = 1; i <= 5; ++i) view().changeRange(ViewChange::Pan, part(0.1 * i, 0.1), true, false);
        QCOMPARE(view().undoStack().count(), 1);
        view().undoStack().undo();
        QVERIFY(state().range == wholeReport(report().range(), kWidth));
    }

    void aGestureIsOneStepOrNone() {
        view().beginGesture();
        for (int i = 1; i <= 5; ++i) view().changeRange(ViewChange::Pan, part(0.1 * i, 0.1), false, false);
        QCOMPARE(view().undoStack().count(), 0);
        view().endGesture(ViewChange::Pan);
        QCOMPARE(view().undoStack().count(), 1);
        QVERIFY(state().range == view().clamped(part(0.5, 0.1)));

        const ViewState before = state();
        view().beginGesture();
        view().changeRange(ViewChange::Pan, part(0.7, 0.1), false, false);
        view().cancelGesture();
        QVERIFY(state() == before);
        QCOMPARE(view().undoStack().count(), 1);
    }

    void backAndForwardGoThroughRanges() {
        QVERIFY(!view().canGoBack());
        zoomTo(part(0.2, 0.1));
        const VisibleRange first = state().range;
        zoomTo(part(0.6, 0.1));
        const VisibleRange second = state().range;
        view().goBack();
        QVERIFY(state().range == first && view().canGoBack() && view().canGoForward());
        view().goForward();
        QVERIFY(state().range == second && !view().canGoForward());
        view().undoStack().undo();  // going there was a step
        QVERIFY(state().range == first);
    }

    void anotherReportStartsAfresh() {
        zoomTo(part(0.2, 0.1));
        m_navigation->select(kernel(3), false);
        m_rows->togglePin(keyOf(model::TrackKind::Gpu));
        QSignalSpy deselected(m_model.get(), &ViewModel::eventSelected);
        QSignalSpy other(m_model.get(), &ViewModel::storeChanged);
        const TrainingReport next(3);
        view().setSnapshot(next.snapshot());
        QCOMPARE(other.count(), 1);
        QCOMPARE(deselected.count(), 1);
        QVERIFY(view().isFitted() && !state().selected.isValid() && state().layout.pinned.empty());
        QVERIFY(!view().undoStack().canUndo() && !view().canGoBack() && !view().focusedRow());
        QVERIFY(state().range == wholeReport(next.snapshot()->range(), kWidth));
    }

    void aReportWithTheSameRowsKeepsEverything() {
        zoomTo(part(0.2, 0.1));
        m_navigation->select(kernel(3), false);
        const ViewState before = state();
        const TrainingReport same;
        view().setSnapshot(same.snapshot(), true);
        QVERIFY(state() == before);
        QVERIFY(view().undoStack().canUndo());
    }

    void anEventThatIsNotThereCannotBeSelected() {
        m_navigation->select({0, 1u << 30}, true);
        QVERIFY(!state().selected.isValid());
        m_navigation->select({1u << 20, 0}, true);
        QVERIFY(!state().selected.isValid());
        ViewState wanted = state();
        wanted.selected = {1u << 20, 0};
        view().show(wanted);
        QVERIFY(!state().selected.isValid());
    }

    void selectingFollowsLinksAndFocus() {
        const EventRef e = kernel(3);
        m_navigation->select(e, true);
        QVERIFY(state().selected == e);
        QVERIFY(view().links().event() == e && view().links().counterpart().isValid());
        QVERIFY(!view().links().isLaunch());
        QVERIFY(view().links().others().size() + 1 ==
                view().links().correlated().launches.size() + view().links().correlated().work.size());
        QVERIFY(view().focusedRow().has_value());
        m_navigation->select(view().links().counterpart(), true);
        QVERIFY(view().links().isLaunch() && view().links().counterpart() == e);
    }

    void stepsGoToTheNeighboursOfALine() {
        const EventRef e = kernel(3);
        m_navigation->select(e, true);
        m_navigation->stepEvent(1);
        const EventRef next = state().selected;
        QVERIFY(!(next == e));
        QVERIFY(model::eventAt(report(), next).start >= model::eventAt(report(), e).start);
        m_navigation->stepEvent(-1);
        QVERIFY(state().selected == e);
    }

    void scrollingStaysWithinTheRowsAndIsNoStep() {
        QVERIFY(view().maxScroll() > 0);
        QSignalSpy changed(m_model.get(), &ViewModel::stateChanged);
        view().scrollTo(1e9);
        QCOMPARE(state().scrollY, view().maxScroll());
        view().scrollTo(-5);
        QCOMPARE(state().scrollY, 0.0);
        view().scrollTo(-5);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(view().undoStack().count(), 0);
    }

    void theTopRowStaysWhenRowsAboveItFold() {
        const auto rows = view().rows()->rows();
        std::uint32_t folded = kNoRow;
        for (std::uint32_t i = 0; i < rows.size() && folded == kNoRow; ++i)
            if (rows[i].expandable && rows[i].expanded && rows[i].depth > 0) folded = i;
        QVERIFY(folded != kNoRow);
        const RowListPtr before = view().rows();
        std::uint32_t below = folded + 1;
        while (below < rows.size() && rows[below].depth > rows[folded].depth) ++below;
        QVERIFY(below < rows.size() && rows[below].y <= view().maxScroll());
        const RowKey top = before->key(report(), rows[below]), key = before->key(report(), rows[folded]);
        view().scrollTo(rows[below].y);
        m_rows->setExpanded(key, false);
        QVERIFY(view().rows()->rows().size() < before->rows().size());
        const RowList::Place place = view().rows()->find(report(), top);
        const double wanted = view().rows()->rows()[place.index].y;
        QCOMPARE(state().scrollY, std::min(wanted, view().maxScroll()));
    }

    void rowsArePinnedHiddenAndFiltered() {
        const RowKey gpu = keyOf(model::TrackKind::CudaHw);
        m_rows->togglePin(gpu);
        QVERIFY(m_rows->isPinned(gpu) && view().rows()->find(report(), gpu).index != kNoRow);
        QVERIFY(view().pinnedHeight() > 0 && view().pinnedHeight() <= kHeight / 2);
        m_rows->hide(gpu);
        QVERIFY(!m_rows->isPinned(gpu) && view().rows()->find(report(), gpu).index == kNoRow);
        m_rows->showAll();
        QVERIFY(view().rows()->find(report(), gpu).index != kNoRow);
        QSignalSpy filters(m_model.get(), &ViewModel::filtersChanged);
        m_rows->filterRows(QStringLiteral("  no such row "));
        QCOMPARE(state().layout.nameFilter, QStringLiteral("no such row"));
        QVERIFY(view().rows()->rows().empty());
        m_navigation->select(kernel(3), true);  // is shown although a filter leaves its row out
        QVERIFY(state().layout.nameFilter.isEmpty());
        QVERIFY(filters.count() >= 2);
    }
};

SIGHTLINE_QT_TEST(TimelineModelTest)
#include "timeline_model_test.moc"
