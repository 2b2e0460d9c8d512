// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace app {

/// The font of pictures: the one that the program carries, the same on every machine, with Chinese; laid out without
/// hints, so that a text has its width in every resolution. Where the program was built without it, the application's.
/// Needs a QGuiApplication.
QFont pictureFont();

/// Makes it the font of the whole application, for pictures of windows; before any widget is made.
void useFontsOfPictures();

/// For text of which each character is as wide as the others: of pictures where the application uses their fonts, else
/// the system's.
QFont fixedFont();

}  // namespace app
