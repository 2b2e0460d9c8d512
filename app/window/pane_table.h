// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace app {

class Pane;

/// A pane of the window.
struct PaneInfo {
    const char* id;     ///< in --pane, and in saved layouts
    const char* title;  ///< in English; see Pane::setIdentity()
    Pane* (*make)();
};

/// All of them, in the order of their tabs.
std::span<const PaneInfo> paneTable();

}  // namespace app
