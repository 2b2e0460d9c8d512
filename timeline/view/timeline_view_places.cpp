// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "timeline/view/timeline_view_p.h"

// Where rows and events are on screen, and bringing them there.

namespace timeline {

using model::EventRef;

RowPlace TimelineView::Private::rowAt(int y) const {
    if (!rows || y < layout.rows.top() || y > layout.rows.bottom()) return {};
    const int pinned = pinnedHeight();
    const double inArea = y - layout.rows.top();
    if (inArea < pinned) {
        const double at = inArea + pinnedScrollY;
        const auto list = rows->pinned();
        for (std::uint32_t i = 0; i < list.size(); ++i)
            if (at >= list[i].y && at < list[i].y + list[i].height)
                return {i, true,
                        QRect(0, layout.rows.top() + static_cast<int>(list[i].y - pinnedScrollY),
                              layout.rows.right() + 1, list[i].height)};
        return {};
    }
    const std::uint32_t i = rows->rowAt(inArea - pinned + state.scrollY);
    if (i == kNoRow) return {};
    const Row& r = rows->rows()[i];
    return {i, false,
            QRect(0, layout.rows.top() + pinned + static_cast<int>(r.y - state.scrollY), layout.rows.right() + 1,
                  r.height)};
}

RowPlace TimelineView::Private::placeOfKey(const RowKey& key) const {
    if (!rows) return {};
    const auto find = [&](std::span<const Row> list, bool pinned) -> RowPlace {
        for (std::uint32_t i = 0; i < list.size(); ++i) {
            if (snapshot->track(list[i].track).kind != key.kind || list[i].role != key.role) continue;
            if (!(rows->key(*snapshot, list[i]) == key)) continue;
            const double y = pinned ? list[i].y - pinnedScrollY : pinnedHeight() + list[i].y - state.scrollY;
            return {i, pinned,
                    QRect(0, layout.rows.top() + static_cast<int>(y), layout.rows.right() + 1, list[i].height)};
        }
        return {};
    };
    const RowPlace scrolling = find(rows->rows(), false);
    return scrolling.isValid() ? scrolling : find(rows->pinned(), true);
}

std::optional<Hover> TimelineView::Private::hoverAt(QPointF pos) const {
    if (!rows || !layout.rows.contains(pos.toPoint())) return std::nullopt;
    const RowPlace place = rowAt(static_cast<int>(pos.y()));
    if (!place.isValid()) return std::nullopt;
    const Row& r = row(place);
    const TimeScale s = scale();
    const auto hit = hitTest(source(), *rows, r, s, layout.dpr, deviceX(pos.x()), pos.y() - place.rect.top());
    if (!hit) return std::nullopt;
    Hover h{*hit, place, {}};
    if (hit->lane != 0xffffffff) {
        const QRect bar = eventRect(source(), *rows, r, hit->line, s, layout.dpr, {hit->lane, hit->row});
        h.bar = QRectF(layout.rows.left() + bar.x() / layout.dpr, place.rect.top() + bar.y() / layout.dpr,
                       bar.width() / layout.dpr, bar.height() / layout.dpr);
    }
    return h;
}

std::optional<EventPlace> TimelineView::Private::placeIn(const Frame& f, const Row& r, bool pinned, std::uint32_t line,
                                                         EventRef event) const {
    const QRect bar = eventRect(source(), *f.rows, r, line, f.scale, f.layout.dpr, event);
    if (bar.isEmpty()) return std::nullopt;
    const QRect rect = f.rowRect(r, pinned);
    EventPlace p;
    p.bar = QRectF(f.layout.rows.left() + bar.x() / f.layout.dpr, rect.top() + bar.y() / f.layout.dpr,
                   bar.width() / f.layout.dpr, bar.height() / f.layout.dpr);
    const model::LaneView lane = snapshot->lane(event.lane);
    if (f.scale.x(std::max(lane.end(event.row), lane.start(event.row) + 1)) <= 0) p.side |= EventPlace::kLeft;
    else if (f.scale.x(lane.start(event.row)) >= f.scale.width()) p.side |= EventPlace::kRight;
    const QRect area = pinned ? f.pinnedArea() : f.scrollArea();
    if (p.bar.bottom() <= area.top()) p.side |= EventPlace::kAbove;
    else if (p.bar.top() >= area.bottom() + 1) p.side |= EventPlace::kBelow;
    return p;
}

EventPlace TimelineView::Private::eventPlace(const Frame& f, EventRef event) const {
    EventPlace nowhere;
    nowhere.side = EventPlace::kNotShown;
    nowhere.bar = QRectF(f.scrollArea().center(), QSizeF(1, 1));
    if (!f.rows || !event.isValid() || event.lane >= snapshot->laneCount() ||
        event.row >= snapshot->lane(event.lane).rows)
        return nowhere;
    std::optional<EventPlace> place;
    const RowList::Spot scrolling = f.rows->spotOf(event.lane);
    if (scrolling.row != kNoRow) place = placeIn(f, f.rows->rows()[scrolling.row], false, scrolling.line, event);
    if (place && place->side == EventPlace::kOnScreen) return *place;
    if (f.rows->pinned().empty()) return place.value_or(nowhere);
    const RowList::Spot pinned = f.rows->pinnedSpotOf(event.lane);
    if (pinned.row == kNoRow) return place.value_or(nowhere);
    return placeIn(f, f.rows->pinned()[pinned.row], true, pinned.line, event).value_or(place.value_or(nowhere));
}

EventPlace TimelineView::Private::eventPlace(EventRef event) const { return eventPlace(frameConst(), event); }

void TimelineView::Private::refreshCorrelation() {
    static constexpr std::size_t kMost = 10000;  // of a graph launch; the picture shows no more
    correlatedRows.clear();
    correlatedPinnedRows.clear();
    const EventRef e = state.selected;
    const bool known = snapshot && e.isValid() && e.lane < snapshot->laneCount() && e.row < snapshot->lane(e.lane).rows;
    if (!known) {
        overlay.clear();
        return;
    }
    overlay.set(e, model::correlated(*snapshot, e, kMost), model::arrowsOf(*snapshot, e));
    std::set<model::LaneId> lanes;
    for (const auto* side :
         {&overlay.correlated().launches, &overlay.correlated().work, &overlay.arrows().from, &overlay.arrows().to})
        for (const EventRef other : *side)
            if (!(other == e)) lanes.insert(other.lane);
    for (const model::LaneId lane : lanes) {
        const auto spot = rows->spotOf(lane);
        if (spot.row != kNoRow) correlatedRows.insert(spot.row);
        const auto pinned = rows->pinned().empty() ? RowList::Spot{} : rows->pinnedSpotOf(lane);
        if (pinned.row != kNoRow) correlatedPinnedRows.insert(pinned.row);
    }
}

void TimelineView::Private::selectEvent(EventRef event, bool reveal, bool continuous) {
    if (!snapshot) return;
    if (event.isValid() && (event.lane >= snapshot->laneCount() || event.row >= snapshot->lane(event.lane).rows))
        event = {};
    if (event.isValid() && reveal) revealRow(event.lane);
    ViewState next = state;
    next.selected = event;
    change(ViewChange::Event, std::move(next), continuous);
    if (!event.isValid()) return;
    const auto spot = rows->spotOf(event.lane);
    if (spot.row != kNoRow) focusedRow = rows->key(*snapshot, rows->rows()[spot.row]);
    if (!reveal) return;
    if (spot.row != kNoRow) scrollToRow(spot.row);
    const model::Event e = model::eventAt(*snapshot, event);
    revealTime({e.start, std::max(e.end, e.start + 1)});
}

// Makes sure that some row shows that lane: unfolds and unhides what is above it, and if that is not enough removes the
// filters. A row that stands for many threads does not say whose event it is.
void TimelineView::Private::revealRow(model::LaneId lane) {
    if (!rows) return;
    const auto spot = rows->spotOf(lane);
    if (spot.row != kNoRow && rows->rows()[spot.row].role != RowRole::HiddenThreads) return;
    RowLayout next = state.layout;
    for (model::TrackId t = snapshot->lane(lane).lane->track(); t != model::kNoTrack; t = snapshot->track(t).parent) {
        RowKey key = rowKey(snapshot->track(t));
        next.hidden.erase(key);
        next.expanded[key] = true;
        if (key.kind == TrackKind::Process) {
            key.role = RowRole::HiddenThreads;
            next.expanded[key] = true;
        }
    }
    changeLayout(ViewChange::Rows, next);
    if (rows->spotOf(lane).row != kNoRow) return;
    next.nameFilter.clear();
    next.onlyThread.reset();
    changeLayout(ViewChange::Rows, next);
}

void TimelineView::Private::revealTime(TimeRange range) {
    const TimeScale s = targetScale();
    const double x0 = s.x(range.begin), x1 = s.x(range.end), width = s.width();
    if (x1 > width * 0.02 && x0 < width * 0.98) return;
    // Same zoom, the event in the middle; if it is longer than the view, its start at the left.
    const double middle = x1 - x0 < width * 0.9 ? (x0 + x1 - width) / 2 : x0 - width * 0.05;
    changeRange(ViewChange::Pan, s.pannedBy(middle), false, true);
}

void TimelineView::Private::scrollToRow(std::uint32_t index) {
    const Row& r = rows->rows()[index];
    const double view = layout.rows.height() - pinnedHeight();
    double y = state.scrollY;
    if (r.y < y || r.height > view) y = r.y;
    else if (r.y + r.height > y + view) y = r.y + r.height - view;
    if (y == state.scrollY) return;
    setScroll(y);
    Q_EMIT q->viewStateChanged();
    q->update();
}

void TimelineView::Private::focusRow(const RowPlace& place) {
    focusedRow = place.isValid() ? std::optional(keyOf(place)) : std::nullopt;
    updateActions();
    q->update();
}

RulerView TimelineView::Private::rulerView(const Frame& f) const {
    RulerView v;
    v.area = f.layout.ruler;
    v.scale = f.scale;
    v.dpr = f.layout.dpr;
    v.theme = f.theme;
    v.font = f.font;
    if (f.parts & kOverlayPart) {
        v.selection = state.selection;
        v.marks = &state.marks;
        if (!f.forFile) v.cursor = cursor ? cursor : guide;
    }
    return v;
}

OverviewView TimelineView::Private::overviewView(const Frame& f) const {
    OverviewView v;
    v.area = f.layout.overview;
    v.dpr = f.layout.dpr;
    v.theme = f.theme;
    const int width = std::max(1, static_cast<int>(std::lround(v.area.width() * v.dpr)));
    if (hasData()) v.scale = overviewScale(*snapshot, width);
    v.visible = f.scale.range();
    v.density = f.density;
    if (f.parts & kOverlayPart) {
        v.selection = state.selection;
        v.marks = &state.marks;
        v.hits = &hits;
    }
    return v;
}

}  // namespace timeline
