// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include "app/window/main_window.h"

namespace app {

/// What the window itself can do; what the timeline can do comes from the view in front.
struct MainWindow::Actions {
    QAction *open, *capture, *paste, *startPage, *reload, *saveAs, *saveCopy, *saveSelection, *shareHtml, *compare,
        *close, *quit;
    QAction *exportPicture, *copyPicture[3];  ///< of kCopied
    static constexpr PictureWhat kCopied[] = {PictureWhat::Window, PictureWhat::View, PictureWhat::Selection};
    QAction *fullScreen, *resetLayout, *restoreSession, *nextTab, *previousTab, *nextPane, *previousPane;
    QAction *find, *findNext, *findPrevious, *palette;
    QAction *keys, *about;
    QActionGroup *theme, *language, *scheme, *density;
    QMenu *file, *recent, *picture, *edit, *view, *go, *help;
    QMenu *panes, *themes, *languages, *schemes, *densities;

    QList<QAction*> forKeySheet() const {
        return {open, capture,  paste,        reload,  saveAs,   exportPicture, compare,    close, nextTab, previousTab,
                find, findNext, findPrevious, palette, nextPane, previousPane,  fullScreen, keys,  quit};
    }
};

}  // namespace app
