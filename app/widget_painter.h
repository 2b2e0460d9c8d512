// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

class QCPPainter;
class QWidget;

namespace app {

/// What of a widget a picture shows.
enum class WidgetPart : std::uint8_t {
    All,
    Content,  ///< tables, charts and texts; not what they are set with (buttons, fields, scroll bars)
};

/// Property of a widget that leads to content and is none itself, like a list of pages: true = it is a control.
inline constexpr char kLeadsToContent[] = "leadsToContent";

/// The part of the widget that its content takes, to the end of the last row of tables; in px of the widget.
QRect contentRect(const QWidget& widget);

/// Paints a widget that is shown, or its content alone, from the painter's origin: texts as texts and charts as shapes, whatever is painted on.
/// `asShapes`: the bars of timelines, too.
void paintWidget(QCPPainter& painter, QWidget& widget, WidgetPart part, bool asShapes);

}  // namespace app
