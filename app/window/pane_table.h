// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "app/kit/commands/command_info.h"

namespace app {

class Pane;

/// A pane of the window.
struct PaneInfo {
    const char* id;     ///< in --pane, and in saved layouts
    const char* title;  ///< in English; see Pane::setIdentity()
    CommandInfo go;     ///< brings it to the front, with the keyboard; its text has the title
    Pane* (*make)();
};

/// All of them, in the order of their tabs.
std::span<const PaneInfo> paneTable();

}  // namespace app
