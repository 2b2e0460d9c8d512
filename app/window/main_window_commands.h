// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <QMenu>
#include <array>
#include <span>
#include <vector>

#include "app/kit/commands/command_info.h"
#include "app/kit/commands/timeline_menus.h"
#include "app/window/main_window.h"

namespace app {

/// What the window can do: one table, of which its actions, menus, palette, keys and key sheet are made.
struct MainWindow::Commands {
    enum Menu {
        File,
        Edit,
        View,
        Go,
        Help,
        BarCount,
        Recent = BarCount,
        Picture,
        Panes,
        Arrange,
        Layouts,
        ToPane,
        Themes,
        Languages,
        Schemes,
        Densities,
        Colours,
        Times,
        MenuCount
    };

    /// What holds of the tab in front; a command can be used while one of these is true.
    struct Front {
        bool isReport = false;      ///< not the start page
        bool isShown = false;       ///< and the report could be read
        bool isFile = false;        ///< and it is one file
        bool isReady = false;       ///< and complete, and is not being written just now
        bool isSelected = false;    ///< a span of time is
        bool isReadyToCut = false;  ///< ready, with a selected span
        bool isClosable = false;
        bool isOneOfSeveral = false;  ///< there are other tabs
    };

    /// A line of a menu: a command of the window, or a menu. Or several lines: commands of the timeline in front.
    struct Row {
        Menu menu;
        int part;  ///< lines lie between its parts
        CommandInfo info;
        bool Front::*when;  ///< null = always
        void (*run)(MainWindow& window, bool isChecked);
        std::span<const timeline::Command> timeline;
        Menu below = MenuCount;

        constexpr Row(Menu in, int at, CommandInfo command, bool Front::*needs, void (*what)(MainWindow&, bool))
            : menu(in), part(at), info(command), when(needs), run(what) {}
        constexpr Row(Menu in, int at, std::span<const timeline::Command> commands)
            : menu(in), part(at), when(nullptr), run(nullptr), timeline(commands) {}
        constexpr Row(Menu in, int at, Menu submenu)
            : menu(in), part(at), when(nullptr), run(nullptr), below(submenu) {}
    };
    static const Row kRows[];
    static std::span<const Row> rows();

    /// What a menu holds while that page is in front; null = none.
    void fill(Menu which, const ReportPage* page);
    QAction* action(const char* id) const;
    /// All of the window, in the order of the menus.
    QList<QAction*> all() const;

    std::array<QMenu*, MenuCount> menus{};
    std::vector<QAction*> actions;  ///< by row; null where it is none of the window's own
    QList<QAction*> toPanes;        ///< in the order of the panes
    QActionGroup *theme = nullptr, *language = nullptr, *scheme = nullptr;
    TimelineChoices* choices = nullptr;
};

}  // namespace app
