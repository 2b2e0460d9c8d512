// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextDocument>

namespace app {

/// Widest column of text that reads well, logical px at zoom 1.
inline constexpr int kManualColumn = 780;

/// Gives a page of the manual fonts, colours and distances, in the theme of the application. The text stays the same,
/// character by character. `zoom`: 1 = the font of the application; `pixels`: device pixels of a logical one.
void styleManual(QTextDocument& document, double zoom, double pixels);

}  // namespace app
