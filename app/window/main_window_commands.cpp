// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window_commands.h"

#include <QTabWidget>

#include "app/kit/commands/timeline_menus.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/preferences.h"
#include "app/report/find_bar.h"
#include "app/report/time_bar.h"

namespace app {

using timeline::Command;

namespace {
constexpr auto kNoStandard = QKeySequence::UnknownKey;
constexpr Command kUndoing[] = {Command::Undo, Command::Redo};
}  // namespace

// To add a command, add its line: menu, palette, keys and key sheet have it from here.
constinit const MainWindow::Commands::Row MainWindow::Commands::kRows[] = {
    {File,
     0,
     {"open", QT_TRANSLATE_NOOP("Commands", "&Open…"), "", QKeySequence::Open, "open"},
     nullptr,
     [](MainWindow& w, bool) { w.chooseFiles(); }},
    {File,
     0,
     {"newWindow", QT_TRANSLATE_NOOP("Commands", "New &Window"), "Ctrl+Shift+N"},
     nullptr,
     [](MainWindow& w, bool) { w.openWindow(); }},
    {File,
     0,
     {"capture", QT_TRANSLATE_NOOP("Commands", "&Capture…"), "Ctrl+Shift+R", kNoStandard, "capture"},
     nullptr,
     [](MainWindow& w, bool) { w.showCapture(); }},
    {File, 0, Recent},
    {File,
     0,
     {"startPage", QT_TRANSLATE_NOOP("Commands", "Start &Page")},
     nullptr,
     [](MainWindow& w, bool) { w.showStartPage(); }},
    {File,
     1,
     {"compare", QT_TRANSLATE_NOOP("Commands", "&Compare with…"), "Ctrl+D"},
     &Front::isFile,
     [](MainWindow& w, bool) { w.chooseToCompare(); }},
    {File,
     1,
     {"reload", QT_TRANSLATE_NOOP("Commands", "Re&load"), "F5", kNoStandard, "reload"},
     &Front::isReport,
     [](MainWindow& w, bool) { w.currentPage()->reload(); }},
    {File,
     1,
     {"saveAs", QT_TRANSLATE_NOOP("Commands", "&Save as Sightline Report…"), "Ctrl+Shift+S", kNoStandard, "save"},
     &Front::isReady,
     [](MainWindow& w, bool) { w.saveReportAs(); }},
    {File,
     1,
     {"saveSelection", QT_TRANSLATE_NOOP("Commands", "Save Se&lection as .rep…")},
     &Front::isReadyToCut,
     [](MainWindow& w, bool) { w.share(Share::Selection); }},
    {File,
     1,
     {"saveCopy", QT_TRANSLATE_NOOP("Commands", "Save Co&py to Share…")},
     &Front::isReady,
     [](MainWindow& w, bool) { w.share(Share::Copy); }},
    {File, 1, commands::kShareHtml, &Front::isReady, [](MainWindow& w, bool) { w.share(Share::Html); }},
    {File, 1, commands::kExportPicture, nullptr, [](MainWindow& w, bool) { w.exportWhatIsInFront(); }},
    {File, 1, Picture},
    {File,
     2,
     {"restoreSession", QT_TRANSLATE_NOOP("Commands", "Reopen Reports at Start"), "", kNoStandard, "", true},
     nullptr,
     [](MainWindow&, bool on) { preferences::kRestoreSession.set(on); }},
    {File,
     2,
     {"headline", QT_TRANSLATE_NOOP("Commands", "Say What Stands Out in a Report"), "", kNoStandard, "", true},
     nullptr,
     [](MainWindow&, bool on) { preferences::kHeadline.set(on); }},
    {File,
     2,
     {"closeTab", QT_TRANSLATE_NOOP("Commands", "&Close Tab"), "Ctrl+W"},
     &Front::isClosable,
     [](MainWindow& w, bool) { w.closePage(w.m_tabs->currentIndex()); }},
    {File,
     2,
     {"quit", QT_TRANSLATE_NOOP("Commands", "&Quit"), "Ctrl+Q"},
     nullptr,
     [](MainWindow& w, bool) { w.m_mode == Mode::Normal ? quit() : static_cast<void>(w.close()); }},

    {Picture,
     0,
     {"copyWindowPicture", QT_TRANSLATE_NOOP("Commands", "Copy Picture of the Window")},
     nullptr,
     [](MainWindow& w, bool) { w.copyPicture(PictureWhat::Window); }},
    {Picture,
     0,
     {"copyTimelinePicture", QT_TRANSLATE_NOOP("Commands", "Copy Picture of the Timeline")},
     &Front::isShown,
     [](MainWindow& w, bool) { w.copyPicture(PictureWhat::View); }},
    {Picture,
     0,
     {"copySelectionPicture", QT_TRANSLATE_NOOP("Commands", "Copy Picture of the Selection")},
     &Front::isSelected,
     [](MainWindow& w, bool) { w.copyPicture(PictureWhat::Selection); }},

    {Edit, 0, kUndoing},
    {Edit, 1, parts::kCopy},
    {Edit,
     2,
     commands::kFind,
     &Front::isShown,
     [](MainWindow& w, bool) {
         w.goToTimeline();  // from the window of a floating pane, too
         w.currentPage()->findBar()->open();
     }},
    {Edit, 2, commands::kFindNext, &Front::isShown, [](MainWindow& w, bool) { w.currentPage()->findBar()->next(); }},
    {Edit, 2, commands::kFindPrevious, &Front::isShown,
     [](MainWindow& w, bool) { w.currentPage()->findBar()->previous(); }},
    {Edit, 2, parts::kFilters},
    {Edit,
     3,
     {"openFromClipboard", QT_TRANSLATE_NOOP("Commands", "Open Path from Clipboard"), "", QKeySequence::Paste},
     nullptr,
     [](MainWindow& w, bool) { w.openFromClipboard(); }},
    {Edit,
     4,
     {"preferences", QT_TRANSLATE_NOOP("Commands", "Pr&eferences…"), "Ctrl+,", kNoStandard},
     nullptr,
     [](MainWindow& w, bool) { w.showPreferences(); }},

    {View, 0, parts::kZoom},
    {View, 1, parts::kRows},
    {View, 1, Densities},
    {View, 1, Colours},
    {View, 1, Times},
    {View, 2, Panes},
    {View, 2, Arrange},
    {View, 2, Layouts},
    {View, 3, Themes},
    {View, 3, Languages},
    {View, 3, Schemes},
    {View, 4, commands::kFullScreen, nullptr,
     [](MainWindow& w, bool) { w.isFullScreen() ? w.showNormal() : w.showFullScreen(); }},

    {Arrange,
     0,
     {"floatPane", QT_TRANSLATE_NOOP("Commands", "Float the Pane or Dock It Again"), "Ctrl+Shift+F"},
     &Front::isShown,
     [](MainWindow& w, bool) { w.toggleFloating(); }},
    {Arrange,
     1,
     {"paneToLeft", QT_TRANSLATE_NOOP("Commands", "Move to the &Left Side")},
     &Front::isShown,
     [](MainWindow& w, bool) { w.movePane(Qt::LeftDockWidgetArea); }},
    {Arrange,
     1,
     {"paneToRight", QT_TRANSLATE_NOOP("Commands", "Move to the &Right Side")},
     &Front::isShown,
     [](MainWindow& w, bool) { w.movePane(Qt::RightDockWidgetArea); }},
    {Arrange,
     1,
     {"paneToTop", QT_TRANSLATE_NOOP("Commands", "Move to the &Top")},
     &Front::isShown,
     [](MainWindow& w, bool) { w.movePane(Qt::TopDockWidgetArea); }},
    {Arrange,
     1,
     {"paneToBottom", QT_TRANSLATE_NOOP("Commands", "Move to the &Bottom")},
     &Front::isShown,
     [](MainWindow& w, bool) { w.movePane(Qt::BottomDockWidgetArea); }},
    {Arrange,
     2,
     {"splitRight", QT_TRANSLATE_NOOP("Commands", "Split &Beside Its Tabs")},
     &Front::isShown,
     [](MainWindow& w, bool) { w.splitPane(false); }},
    {Arrange,
     2,
     {"splitBelow", QT_TRANSLATE_NOOP("Commands", "Split Belo&w Its Tabs")},
     &Front::isShown,
     [](MainWindow& w, bool) { w.splitPane(true); }},

    {Layouts,
     0,
     {"saveLayout", QT_TRANSLATE_NOOP("Commands", "&Save Layout As…")},
     &Front::isShown,
     [](MainWindow& w, bool) { w.saveLayoutAs(); }},
    {Layouts,
     0,
     {"layouts", QT_TRANSLATE_NOOP("Commands", "&Manage Layouts…")},
     nullptr,
     [](MainWindow& w, bool) { w.showLayouts(); }},
    {Layouts,
     0,
     {"resetLayout", QT_TRANSLATE_NOOP("Commands", "&Reset Layout")},
     &Front::isReport,
     [](MainWindow& w, bool) { w.resetLayout(); }},

    {Colours, 0, parts::kColours},

    {Go, 0, parts::kPlaces},
    {Go,
     0,
     commands::kGoToTime,
     &Front::isShown,
     [](MainWindow& w, bool) {
         w.goToTimeline();
         w.currentPage()->timeBar()->open();
     }},
    {Go, 1, parts::kEvents},
    {Go, 2, parts::kMarks},
    {Go,
     3,
     {"nextTab", QT_TRANSLATE_NOOP("Commands", "Next Tab"), "Ctrl+Tab Ctrl+PgDown"},
     &Front::isOneOfSeveral,
     [](MainWindow& w, bool) { w.stepTab(1); }},
    {Go,
     3,
     {"previousTab", QT_TRANSLATE_NOOP("Commands", "Previous Tab"), "Ctrl+Shift+Tab Ctrl+PgUp"},
     &Front::isOneOfSeveral,
     [](MainWindow& w, bool) { w.stepTab(-1); }},
    {Go,
     3,
     {"nextPane", QT_TRANSLATE_NOOP("Commands", "Next Pane"), "F6"},
     nullptr,
     [](MainWindow& w, bool) { w.cycleFocus(1); }},
    {Go,
     3,
     {"previousPane", QT_TRANSLATE_NOOP("Commands", "Previous Pane"), "Shift+F6"},
     nullptr,
     [](MainWindow& w, bool) { w.cycleFocus(-1); }},
    {Go, 3, ToPane},

    {Help, 0, commands::kManual, nullptr, [](MainWindow&, bool) { openManualAtFocus(); }},
    {Help, 0, {"tour", QT_TRANSLATE_NOOP("Commands", "&Tour")}, nullptr, [](MainWindow& w, bool) { w.showTour(); }},
    {Help, 1, commands::kPalette, nullptr, [](MainWindow& w, bool) { w.showPalette(); }},
    {Help, 1, commands::kKeys, nullptr, [](MainWindow& w, bool) { w.showKeys(); }},
    {Help,
     2,
     {"about", QT_TRANSLATE_NOOP("Commands", "&About Sightline")},
     nullptr,
     [](MainWindow& w, bool) { w.showAbout(); }},
};

std::span<const MainWindow::Commands::Row> MainWindow::Commands::rows() { return kRows; }

QAction* MainWindow::Commands::action(const char* id) const {
    for (QAction* action : actions)
        if (action && action->objectName() == QLatin1String(id)) return action;
    return nullptr;
}

QList<QAction*> MainWindow::Commands::all() const {
    QList<QAction*> out;
    for (QAction* action : actions)
        if (action) out.append(action);
    return out + toPanes;
}

}  // namespace app
