// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include <optional>

#include "timeline/rows/row_list.h"
#include "timeline/rows/view_layout.h"

namespace timeline {

/// The part of a row's header under a point.
enum class HeaderPart : std::uint8_t { Title, Triangle, Pin, Hide, More, BottomEdge };

/// One row of the header column.
struct HeaderRow {
    QRect rect;                     ///< logical px of the widget
    bool hovered = false;           ///< its tools are visible
    std::optional<HeaderPart> hot;  ///< under the pointer
    bool focused = false;           ///< the row that keys act on
    bool active = false;            ///< the timeline has the keyboard focus
    bool correlated = false;        ///< contains launch or GPU work of the selected event
    bool dragged = false;
    std::optional<double> utilisation;  ///< 0 … 1
    bool estimated = false;
};

struct HeaderStyle {
    Theme theme = Theme::Light;
    QFont font;
    double dpr = 1;
};

/// Indent of a level and the width of a tool, logical px.
inline constexpr int kHeaderIndent = 14;
inline constexpr int kHeaderTool = 20;

void paintHeaderRow(QPainter& painter, const Row& row, const HeaderRow& state, const HeaderStyle& style);

/// Which part of a row's header is at `pos`. `resizable`: the lower edge changes the height.
HeaderPart headerPartAt(const Row& row, const QRect& rect, QPoint pos, bool resizable);

/// Paints the line that marks the target of a dragged row: before that row's rect.
void paintDropLine(QPainter& painter, const QRect& header, int y, int depth, const HeaderStyle& style);

/// Maximum width of the title and the share of a row, in logical px.
int headerWidthOf(const Row& row, const HeaderStyle& style);

/// Whether the title does not fit, so that a tooltip shows it.
bool titleIsCut(const Row& row, const QRect& rect, const HeaderStyle& style);

}  // namespace timeline
