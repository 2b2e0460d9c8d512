// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/linked_views.h"

#include <QUndoStack>
#include <algorithm>

#include "timeline/view/timeline_view.h"

namespace app {

using model::TimeNs;
using model::TimeRange;
using model::diff::Alignment;
using timeline::TimelineView;
using timeline::VisibleRange;

namespace {

constexpr std::size_t other(std::size_t side) { return 1 - side; }

bool isSame(const Alignment& x, const Alignment& y) {
    return x.anchorA == y.anchorA && x.anchorB == y.anchorB && x.stretch == y.stretch;
}

std::pair<timeline::ColourBy, timeline::Density> lookOf(const TimelineView& view) {
    return {view.viewState().colours, view.viewState().layout.density};
}

}  // namespace

class AlignmentStep : public QUndoCommand {
public:
    AlignmentStep(LinkedViews* views, const Alignment& after, const QString& text)
        : QUndoCommand(text), m_views(views), m_before(views->alignment()), m_after(after) {}
    void undo() override { m_views->apply(m_before); }
    void redo() override { m_views->apply(m_after); }

private:
    LinkedViews* m_views;
    Alignment m_before, m_after;
};

/// Undone and done again it is the same.
class SwapStep : public QUndoCommand {
public:
    SwapStep(LinkedViews* views, const QString& text) : QUndoCommand(text), m_views(views) {}
    void undo() override { m_views->applySwap(); }
    void redo() override { m_views->applySwap(); }

private:
    LinkedViews* m_views;
};

LinkedViews::LinkedViews(TimelineView* first, TimelineView* second, QObject* parent)
    : QObject(parent), m_views{first, second}, m_undo(new QUndoStack(this)) {
    for (std::size_t side = 0; side < 2; ++side) {
        TimelineView* view = m_views[side];
        m_seen[side] = view->viewState().range;
        m_look[side] = lookOf(*view);
        connect(view, &TimelineView::viewStateChanged, this, [this, view] {
            followLook(sideOf(view));
            follow(sideOf(view));
        });
        connect(view, &TimelineView::selectionChanged, this,
                [this, view](std::optional<TimeRange> span) { followSelection(sideOf(view), span); });
        connect(view, &TimelineView::hoveredTimeChanged, this, [this, view](std::optional<TimeNs> time) {
            const std::size_t from = sideOf(view);
            m_views[other(from)]->setGuide(time && m_linked ? std::optional(map(from, *time)) : std::nullopt);
        });
    }
}

void LinkedViews::setAlignment(const Alignment& alignment, const QString& text) {
    if (isSame(alignment, m_alignment) || !(alignment.stretch > 0)) return;
    m_undo->push(new AlignmentStep(this, alignment, text));
}

void LinkedViews::apply(const Alignment& alignment) {
    m_alignment = alignment;
    reportsChanged();
    emit alignmentChanged();
}

void LinkedViews::swap(const QString& text) { m_undo->push(new SwapStep(this, text)); }

void LinkedViews::applySwap() {
    const auto turn = [](auto& sides) { std::swap(sides[0], sides[1]); };
    turn(m_views);
    turn(m_seen);
    turn(m_scroll);
    turn(m_look);
    turn(m_rows);
    m_alignment = {m_alignment.anchorB, m_alignment.anchorA, 1 / m_alignment.stretch};
    emit swapped();
    emit alignmentChanged();
}

// Each view may show what the other one has; the first one stays where it is.
void LinkedViews::reportsChanged() {
    const model::SnapshotPtr &a = m_views[0]->snapshot(), &b = m_views[1]->snapshot();
    if (!a || !b || a->range().isEmpty() || b->range().isEmpty()) return;
    const TimeRange whole[2] = {a->range(), b->range()};
    m_following = true;
    for (std::size_t side = 0; side < 2; ++side) {
        const TimeRange theirs = whole[other(side)];
        const TimeNs begin = map(other(side), theirs.begin), end = map(other(side), theirs.end);
        m_views[side]->setReach(
            m_linked ? std::optional(TimeRange{std::min(whole[side].begin, begin), std::max(whole[side].end, end)})
                     : std::nullopt);
    }
    m_following = false;
    if (!m_linked) return;
    m_seen[0] = {};
    follow(0);
}

void LinkedViews::setLinked(bool linked) {
    if (linked == m_linked) return;
    m_linked = linked;
    if (linked) {
        // Where both are now is where they belong together.
        Alignment now = m_alignment;
        now.anchorA = m_views[0]->viewState().range.begin;
        now.anchorB = m_views[1]->viewState().range.begin;
        if (now.offset() != m_alignment.offset() || now.stretch != 1) setAlignment(now, tr("Shift the Second Report"));
    } else {
        for (TimelineView* view : m_views) view->setGuide({});
    }
    reportsChanged();
    emit linkedChanged(linked);
}

VisibleRange LinkedViews::map(std::size_t from, const VisibleRange& r) const {
    VisibleRange out{map(from, r.begin), r.fraction, r.length};
    if (m_alignment.stretch != 1) {
        const double factor = from == 0 ? 1 / m_alignment.stretch : m_alignment.stretch;
        out.length *= factor;
        out = VisibleRange{out.begin, 0, out.length}.movedBy(r.fraction * factor);
    }
    return out;
}

const LikeRows& LinkedViews::rowsOf(std::size_t side) {
    const timeline::RowListPtr list = m_views[side]->rowList();
    if (list != m_rows[side].list && m_views[side]->snapshot())
        m_rows[side] = LikeRows::of(*m_views[side]->snapshot(), list);
    return m_rows[side];
}

/// Where the other one has its own of the first row that is seen and that it has, too, at the same height; as many
/// pixels where it has none.
double LinkedViews::scrollBeside(std::size_t leader) {
    const LikeRows &mine = rowsOf(leader), &theirs = rowsOf(other(leader));
    const double top = m_views[leader]->viewState().scrollY, bottom = top + m_views[leader]->rowsGeometry().height();
    if (!mine.list || !theirs.list) return top;
    const auto rows = mine.list->rows();
    for (std::size_t i = mine.list->rowAt(top); i < rows.size() && rows[i].y < bottom; ++i)
        if (const auto at = theirs.rows.find(mine.texts[i]); at != theirs.rows.end())
            return theirs.list->rows()[at->second].y - (rows[i].y - top);
    return top;
}

// The view that has moved leads. What it makes the other view do is recorded, too, so that it leads nowhere.
void LinkedViews::follow(std::size_t leader) {
    if (!m_linked || m_following) return;
    TimelineView *view = m_views[leader], *follower = m_views[other(leader)];
    const timeline::ViewState& state = view->viewState();
    if (state.range == m_seen[leader] && state.scrollY == m_scroll[leader]) return;
    m_following = true;
    // Where no time was chosen, both show everything, whichever report is read first: the range of that one alone
    // would be a choice.
    if (view->isFitted()) follower->fit();
    timeline::ViewState next = follower->viewState();
    if (!view->isFitted()) next.range = map(leader, state.range);
    if (state.scrollY != m_scroll[leader]) next.scrollY = scrollBeside(leader);
    follower->setViewState(next);
    m_seen[leader] = state.range;
    m_scroll[leader] = state.scrollY;
    m_seen[other(leader)] = follower->viewState().range;
    m_scroll[other(leader)] = follower->viewState().scrollY;
    m_following = false;
}

// What is chosen about one view is chosen about both; what differs from the beginning stays as it is.
void LinkedViews::followLook(std::size_t leader) {
    const auto look = lookOf(*m_views[leader]);
    if (look == m_look[leader]) return;
    m_look[leader] = look;
    if (!m_linked || m_following) return;
    m_following = true;
    TimelineView* follower = m_views[other(leader)];
    timeline::ViewState next = follower->viewState();
    next.colours = look.first;
    next.layout.density = look.second;
    follower->setViewState(next);
    m_look[other(leader)] = look;
    m_following = false;
}

void LinkedViews::followSelection(std::size_t leader, std::optional<TimeRange> span) {
    if (!m_linked || m_following) return;
    m_following = true;
    timeline::ViewState next = m_views[other(leader)]->viewState();
    next.selection.reset();
    if (span) next.selection = TimeRange{map(leader, span->begin), map(leader, span->end)};
    m_views[other(leader)]->setViewState(next);
    m_following = false;
}

}  // namespace app
