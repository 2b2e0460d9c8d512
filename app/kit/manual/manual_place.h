// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "app/kit/manual/manual_book.h"

class QMenu;
class QWidget;

namespace app {

/// Where the manual is about a thing of the window.
struct ManualPlaceInfo {
    const char* id;    ///< "pane.events", "dialog.capture"
    const char* link;  ///< "window.md#events"
};
std::span<const ManualPlaceInfo> manualPlaces();

/// Of "report.KEY", "rule.KEY" and "question.KEY" too, whose definitions are in numbers.md. What has no place: the
/// contents.
ManualPlace manualPlace(const QString& id);

/// What the manual has to say about a widget and all that is in it. May change with what the widget shows.
void setManualPlace(QWidget* widget, const QString& id);
void setManualPlace(QWidget* widget, const char* kind, std::string_view key);
/// Of the innermost widget around it that has one; "window" outside of all.
QString manualPlaceAround(const QWidget* widget);

/// Opens the manual at a place; a word that is defined there is marked.
void openManual(const QString& id, const QString& word = {});
/// Opens it at the thing that has the keyboard.
void openManualAtFocus();
/// F1 does that in a window without a menu; what has no place of its own in it is at `id`.
void addManualKey(QWidget* window, const QString& id);
/// Adds "What Is This?", which opens the manual where it is about `inside` and explains the word.
void addManualAction(QMenu& menu, const QWidget* inside, const QString& word = {});

}  // namespace app
