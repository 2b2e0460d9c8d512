// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "app/kit/range_text.h"
#include "app/pictures/picture.h"
#include "app/text/help_page.h"

namespace app {

/// The command line of sightline-ui.
struct Arguments {
    QStringList files;  ///< absolute
    bool help = false;
    QString helpAs;  ///< the form of help that is printed instead: see app::helpAs(); empty = none
    bool version = false;
    bool newWindow = false;
    bool compare = false;                       ///< of two files
    QString screenshot;                         ///< where to write a picture; empty = open a window
    PictureFormat format = PictureFormat::Png;  ///< by its ending
    PictureWhat what = PictureWhat::Window;
    bool preferences = false;  ///< the picture is of their dialog: its page is `pane`
    timeline::LegendBy legend = timeline::LegendBy::Kinds;
    bool allRows = false;
    QString caption;
    QString view;  ///< a side-car file; empty = as the report opens
    QSize size{1600, 900};
    double scale = 1;
    std::optional<RangeText> range;
    std::optional<RangeText> selection;
    timeline::TimeStyle times = timeline::TimeStyle::Offset;  ///< how times are written
    QString find;                                             ///< looked for in the picture
    QString rows;
    QString pane;      ///< in front in the picture, with what it shows behind a colon; empty = details
    QString baseline;  ///< another report, absolute: that the pane compares with; empty = none
    QString theme;
    QString language;
    QString error;  ///< what is wrong with it; empty = nothing
};

/// Reads it; `arguments` as main() gets them, with the program's name. Needs no application object.
Arguments parseArguments(const QStringList& arguments);
/// Text for --help. Needs a QCoreApplication.
QString helpText();
/// The same as data.
HelpProgram helpProgram();

}  // namespace app
