// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QString>

#include <functional>
#include <vector>

#include "timeline/look/palette.h"
#include "timeline/state/event_links.h"
#include "timeline/state/view_geometry.h"

namespace timeline {

/// Launch and GPU work of the selected event, and the report's own arrows: filled bars, arrows, and chips at the
/// borders for off-screen events.
class CorrelationOverlay {
public:
    /// At most so many arrows for one selection; more would hide what they point at.
    static constexpr std::size_t kMostArrows = 12;
    /// Bars that are examined for each picture.
    static constexpr std::size_t kMostBars = 4000;

    struct View {
        QRectF area;  ///< of the rows
        Theme theme = Theme::Light;
        QFont font;
        double dpr = 1;
        std::function<EventPlace(model::EventRef)> place;
        std::function<QString(model::EventRef)> describe;  ///< text of a chip, without its arrow
    };

    /// Paints bars below the outline of the selected event, and arrows and chips above it.
    static void paintBars(QPainter& painter, const EventLinks& links, const View& view);
    void paintArrows(QPainter& painter, const EventLinks& links, const View& view);
    /// The event of the chip at a point of the last picture; invalid if there is none, or if that picture showed other
    /// links.
    model::EventRef chipAt(const EventLinks& links, QPointF pos) const;

private:
    struct Chip {
        QRectF rect;
        model::EventRef target;
        QString text;
    };
    void addChip(const View& view, model::EventRef target, const EventPlace& place);

    std::vector<Chip> m_chips;
    std::uint64_t m_revision = 0;  // revision of the links that they belong to
};

}  // namespace timeline
