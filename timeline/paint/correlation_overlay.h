// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

#include "model/query/correlation.h"
#include "timeline/look/palette.h"

namespace timeline {

/// Where an event is, seen from the rows on screen. Logical px of the widget.
struct EventPlace {
    enum Side : std::uint8_t { kOnScreen = 0, kLeft = 1, kRight = 2, kAbove = 4, kBelow = 8, kNotShown = 16 };
    QRectF bar;  ///< as if there were no borders; x is clamped just outside of the area
    std::uint8_t side = kOnScreen;
};

/// Launch and GPU work of the selected event, and the report's own arrows: filled bars, arrows, and chips at the
/// borders for what is off screen.
class CorrelationOverlay {
public:
    /// Arrows of one selection at most; more would hide what they point at.
    static constexpr std::size_t kMostArrows = 12;
    /// Bars that are looked at for each picture.
    static constexpr std::size_t kMostBars = 4000;

    struct Chip {
        QRectF rect;
        model::EventRef target;
        QString text;
    };
    struct View {
        QRectF area;  ///< of the rows
        Theme theme = Theme::Light;
        QFont font;
        double dpr = 1;
        std::function<EventPlace(model::EventRef)> place;
        std::function<QString(model::EventRef)> describe;  ///< text of a chip without its arrow
    };

    void set(model::EventRef selected, model::Correlated correlated, model::Arrows arrows = {});
    void clear() { set({}, {}); }
    const model::Correlated& correlated() const { return m_correlated; }
    const model::Arrows& arrows() const { return m_arrows; }
    bool isEmpty() const { return m_others.empty(); }
    /// The other side: the launch of GPU work, the first work of a launch, the other end of an arrow; invalid if there
    /// is none.
    model::EventRef counterpart() const;

    /// Bars below, arrows and chips above the outline of the selected event.
    void paintBars(QPainter& painter, const View& view) const;
    void paintArrows(QPainter& painter, const View& view);
    /// Chips of the last picture.
    const std::vector<Chip>& chips() const { return m_chips; }

private:
    void addChip(const View& view, model::EventRef target, const EventPlace& place);

    model::EventRef m_selected;
    model::Correlated m_correlated;
    model::Arrows m_arrows;
    std::vector<model::EventRef> m_others;
    std::vector<Chip> m_chips;
};

}  // namespace timeline
