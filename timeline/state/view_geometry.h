// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>

#include <optional>
#include <span>
#include <vector>

#include "timeline/rows/row_geometry.h"
#include "timeline/rows/view_layout.h"

namespace timeline {

/// A row on screen.
struct RowPlace {
    std::uint32_t index = kNoRow;  ///< into rows() or pinned()
    bool pinned = false;
    QRect rect;  ///< logical px of the widget, from the left border to the right end of the rows
    bool isValid() const { return index != kNoRow; }
};

/// What is under a point of the widget.
struct Hover {
    RowPlace place;          ///< the row at that height; not valid = none
    std::optional<Hit> hit;  ///< what the row shows there; only right of the headers
    QRectF bar;              ///< of the hit; empty for counters
    model::EventRef event() const { return hit ? hit->event : model::EventRef{}; }
    /// A computed bar, which may represent no event of the report.
    bool isDerivedBar() const { return hit && isDerived(hit->lane); }
};

/// The position of an event, relative to the rows on screen.
struct EventPlace {
    enum Side : std::uint8_t { kOnScreen = 0, kLeft = 1, kRight = 2, kAbove = 4, kBelow = 8, kNotShown = 16 };
    QRectF bar;  ///< as if there were no borders; x is clamped just outside of the area
    std::uint8_t side = kOnScreen;
};

/// The target of a dragged row.
struct RowDrop {
    std::vector<RowKey> order;  ///< the row and its siblings in their new order
    int y = 0;                  ///< of the line that marks the target
    int depth = 0;
};

/// The positions of rows, times and events in one picture: of the widget as it is now, or for a file. A plain value;
/// positions are logical px of the picture unless stated as device px.
struct ViewGeometry {
    ViewLayout layout;
    TimeScale scale;  ///< of the rows
    RowSource source;
    RowListPtr rows;  ///< null = no report
    double scrollY = 0;
    double pinnedScrollY = 0;
    int pinnedHeight = 0;  ///< of the pinned rows

    // --- time
    double x(TimeNs t) const { return layout.rows.left() + scale.x(t) / layout.dpr; }
    double deviceX(double x) const { return (x - layout.rows.left()) * layout.dpr; }
    TimeNs timeAt(double x) const { return scale.timeAt(deviceX(x)); }
    /// The time at a point, snapped to the nearest border of an event in the row there, or to one of `others`, if one
    /// is within kSnap px.
    TimeNs snappedTime(QPointF pos, std::span<const TimeNs> others) const;
    static constexpr double kSnap = 6;

    // --- rows
    QRect rowRect(const Row& row, bool pinned) const {
        const double y = pinned ? row.y - pinnedScrollY : pinnedHeight + row.y - scrollY;
        return {0, layout.rows.top() + static_cast<int>(std::lround(y)), layout.rows.right() + 1, row.height};
    }
    QRect headerRect(const RowPlace& place) const {
        return {0, place.rect.top(), layout.header.width(), place.rect.height()};
    }
    QRect pinnedArea() const { return {0, layout.rows.top(), layout.rows.right() + 1, pinnedHeight}; }
    QRect scrollArea() const {
        return {0, layout.rows.top() + pinnedHeight, layout.rows.right() + 1,
                std::max(0, layout.rows.height() - pinnedHeight)};
    }
    bool isInPinnedArea(double y) const { return y >= layout.rows.top() && y < layout.rows.top() + pinnedHeight; }
    RowPlace rowAt(int y) const;
    RowPlace placeOf(const RowKey& key) const;
    /// For a valid place.
    const Row& row(const RowPlace& place) const {
        return place.pinned ? rows->pinned()[place.index] : rows->rows()[place.index];
    }
    RowKey keyOf(const RowPlace& place) const { return rows->key(*source.snapshot, row(place)); }
    /// Where a row would go if it were dropped at `y`: among the pinned rows, or among its siblings in the tree.
    /// Nothing for a row without a place of its own.
    std::optional<RowDrop> dropOf(const RowKey& moved, bool pinned, int y) const;

    // --- events
    Hover under(QPointF pos) const;
    EventPlace placeOf(model::EventRef event) const;

private:
    RowPlace placeIn(std::uint32_t index, bool pinned) const;
    QRectF onScreen(const QRect& bar, const QRect& row) const;
    std::optional<EventPlace> placeIn(const RowPlace& place, std::uint32_t line, model::EventRef event) const;
};

}  // namespace timeline
