// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRect>
#include <QString>
#include <vector>

class QAbstractScrollArea;
class QCPPainter;
class QHeaderView;
class QWidget;

namespace app {

/// What of a widget a picture shows.
enum class WidgetPart : std::uint8_t {
    All,
    Content,  ///< tables, charts and texts, and as texts what is set in fields among them; no buttons, frames of
              ///< fields, scroll bars
};

/// Property of a widget that leads to content and is none itself, like a list of pages: true = it is a control.
inline constexpr char kLeadsToContent[] = "leadsToContent";

/// Property of a widget whose fields are part of what it says, like those of a calculator: true = all of it is content,
/// fields as their texts.
inline constexpr char kSettingsAreContent[] = "settingsAreContent";

/// Property of what scrolls and is filled from its top, like a flame graph: true = its minimum height is where its
/// content ends.
inline constexpr char kHangsFromTop[] = "hangsFromTop";

/// The part of the widget that its content takes, to the end of the last row of tables; in px of the widget.
QRect contentRect(const QWidget& widget);

/// What is set in the fields and lists of it that paintWidget() leaves out of its content, like a filter; without empty
/// ones.
QList<QWidget*> settingsOutside(const QWidget& widget);
/// What is set in a field, a list of choices or tabs, as text.
QString valueOf(const QWidget& control);

/// The columns of a table or tree; null for others.
QHeaderView* headerOf(const QAbstractScrollArea& area);

/// Its tables and what else scrolls in it, without lists that lead to content.
std::vector<QAbstractScrollArea*> contentAreas(QWidget& widget);

/// Paints a widget that is shown, or its content alone, from the painter's origin: texts as texts and charts as shapes,
/// whatever is painted on. `asShapes`: the bars of timelines, too.
void paintWidget(QCPPainter& painter, QWidget& widget, WidgetPart part, bool asShapes);

}  // namespace app
