// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace app {

/// Fills a menu with the themes that there are. The chosen one is checked; choosing another keeps it, for all windows.
void fillThemeMenu(QMenu& menu);
/// The same with languages.
void fillLanguageMenu(QMenu& menu);
/// Installs the language that is kept, where it is another than the one in use: for windows that follow it.
void followLanguage();

}  // namespace app
