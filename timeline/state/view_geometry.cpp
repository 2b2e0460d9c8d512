// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state/view_geometry.h"

#include <cmath>

namespace timeline {

using model::EventRef;

RowPlace ViewGeometry::placeIn(std::uint32_t index, bool pinned) const {
    const auto list = pinned ? rows->pinned() : rows->rows();
    return {index, pinned, rowRect(list[index], pinned)};
}

/// A bar in device px of a row, whose y counts from the row's top.
QRectF ViewGeometry::onScreen(const QRect& bar, const QRect& row) const {
    return {layout.rows.left() + bar.x() / layout.dpr, row.top() + bar.y() / layout.dpr, bar.width() / layout.dpr,
            bar.height() / layout.dpr};
}

RowPlace ViewGeometry::rowAt(int y) const {
    if (!rows || y < layout.rows.top() || y > layout.rows.bottom()) return {};
    const double inArea = y - layout.rows.top();
    if (inArea >= pinnedHeight) {
        const std::uint32_t i = rows->rowAt(inArea - pinnedHeight + scrollY);
        return i == kNoRow ? RowPlace{} : placeIn(i, false);
    }
    const double at = inArea + pinnedScrollY;
    const auto list = rows->pinned();
    for (std::uint32_t i = 0; i < list.size(); ++i)
        if (at >= list[i].y && at < list[i].y + list[i].height) return placeIn(i, true);
    return {};
}

RowPlace ViewGeometry::placeOf(const RowKey& key) const {
    if (!rows) return {};
    const RowList::Place at = rows->find(*source.snapshot, key);
    return at.index == kNoRow ? RowPlace{} : placeIn(at.index, at.pinned);
}

Hover ViewGeometry::under(QPointF pos) const {
    Hover h;
    h.place = rowAt(static_cast<int>(pos.y()));
    if (!h.place.isValid() || !layout.rows.contains(pos.toPoint())) return h;
    const Row& r = row(h.place);
    h.hit = hitTest(source, *rows, r, scale, layout.dpr, deviceX(pos.x()), pos.y() - h.place.rect.top());
    if (!h.hit) return h;
    if (const EventRef drawn{h.hit->lane, h.hit->row}; drawn.isValid())  // else it is a counter
        h.bar = onScreen(eventRect(source, *rows, r, h.hit->line, scale, layout.dpr, drawn), h.place.rect);
    return h;
}

std::optional<EventPlace> ViewGeometry::placeIn(const RowPlace& place, std::uint32_t line, EventRef event) const {
    const QRect bar = eventRect(source, *rows, row(place), line, scale, layout.dpr, event);
    if (bar.isEmpty()) return std::nullopt;
    EventPlace p;
    p.bar = onScreen(bar, place.rect);
    const model::LaneView lane = source.snapshot->lane(event.lane);
    if (scale.x(std::max(lane.end(event.row), lane.start(event.row) + 1)) <= 0) p.side |= EventPlace::kLeft;
    else if (scale.x(lane.start(event.row)) >= scale.width()) p.side |= EventPlace::kRight;
    const QRect area = place.pinned ? pinnedArea() : scrollArea();
    if (p.bar.bottom() <= area.top()) p.side |= EventPlace::kAbove;
    else if (p.bar.top() >= area.bottom() + 1) p.side |= EventPlace::kBelow;
    return p;
}

EventPlace ViewGeometry::placeOf(EventRef event) const {
    EventPlace nowhere;
    nowhere.side = EventPlace::kNotShown;
    nowhere.bar = QRectF(scrollArea().center(), QSizeF(1, 1));
    if (!rows || !source.has(event)) return nowhere;
    std::optional<EventPlace> place;
    const RowList::Spot scrolling = rows->spotOf(event.lane);
    if (scrolling.row != kNoRow) place = placeIn(placeIn(scrolling.row, false), scrolling.line, event);
    if (place && place->side == EventPlace::kOnScreen) return *place;
    if (rows->pinned().empty()) return place.value_or(nowhere);
    const RowList::Spot pinned = rows->pinnedSpotOf(event.lane);
    if (pinned.row == kNoRow) return place.value_or(nowhere);
    return placeIn(placeIn(pinned.row, true), pinned.line, event).value_or(place.value_or(nowhere));
}

TimeNs ViewGeometry::snappedTime(QPointF pos, std::span<const TimeNs> others) const {
    const double at = deviceX(pos.x());
    const TimeNs t = scale.timeAt(at);
    const double reach = kSnap * layout.dpr;
    TimeNs best = t;
    double distance = reach + 1e-9;
    const auto offer = [&](TimeNs border) {
        const double away = std::abs(scale.x(border) - at);
        if (away >= distance) return;
        distance = away;
        best = border;
    };
    for (const TimeNs border : others) offer(border);
    const RowPlace place = rowAt(static_cast<int>(pos.y()));
    if (!place.isValid()) return best;
    const auto ns = static_cast<TimeNs>(std::ceil(reach * scale.nsPerPx()));
    const TimeRange around{model::saturatingSub(t, ns), model::saturatingAdd(t, ns + 1)};
    const Row& r = row(place);
    const double y = pos.y() - place.rect.top();
    for (const Line& line : rows->lines(r)) {
        // Only the line under the pointer, if the row has several.
        if (r.lineCount > 1 && (y < line.top - 2 || y > line.top + line.height + 2)) continue;
        for (const model::LaneId id : rows->lanes(line)) {
            const model::LaneView lane = source.lane(id);
            if (lane.isEmpty()) continue;
            // Where borders are closer than pixels, snapping to one of them would mean nothing.
            const model::RowRange near = model::rowsOverlapping(lane, around);
            if (near.count() > 64) continue;
            for (std::size_t i = near.first; i < near.last; ++i) {
                offer(lane.start(i));
                offer(lane.end(i));
            }
        }
    }
    return best;
}

std::optional<RowDrop> ViewGeometry::dropOf(const RowKey& moved, bool pinned, int y) const {
    if (!rows) return std::nullopt;
    const model::Snapshot& s = *source.snapshot;
    const auto list = pinned ? rows->pinned() : rows->rows();
    const auto self = std::find_if(list.begin(), list.end(), [&](const Row& r) { return rows->key(s, r) == moved; });
    if (self == list.end() || (self->role != RowRole::Track && !pinned)) return std::nullopt;
    // Siblings and where each ends, its unfolded children included.
    struct Sibling {
        RowKey key;
        int top, bottom;
    };
    std::vector<Sibling> siblings;
    for (const Row& r : list) {
        const bool sibling = pinned || (r.parent == self->parent && r.role == RowRole::Track);
        const QRect rect = rowRect(r, pinned);
        if (sibling) siblings.push_back({rows->key(s, r), rect.top(), rect.bottom() + 1});
        else if (!siblings.empty() && r.depth > self->depth) siblings.back().bottom = rect.bottom() + 1;
    }
    std::size_t at = 0;
    while (at < siblings.size() && y > (siblings[at].top + siblings[at].bottom) / 2) ++at;
    RowDrop drop;
    for (std::size_t i = 0; i < siblings.size(); ++i) {
        if (i == at) drop.order.push_back(moved);
        if (!(siblings[i].key == moved)) drop.order.push_back(siblings[i].key);
    }
    if (at >= siblings.size()) drop.order.push_back(moved);
    drop.y = at < siblings.size() ? siblings[at].top : siblings.back().bottom;
    drop.depth = pinned ? 0 : self->depth;
    return drop;
}

}  // namespace timeline
