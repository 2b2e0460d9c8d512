// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <array>
#include <memory>

#include "app/pictures/picture.h"
#include "app/report/find_bar.h"
#include "app/report/pane.h"
#include "app/report/report_page.h"
#include "app/window/layouts.h"
#include "timeline/look/key_scheme.h"

class QActionGroup;
class QDockWidget;
class QTabWidget;

namespace app {

class DropOverlay;
class LayoutsDialog;
class PaneDocks;
class KeySheet;
class ChipBar;
class PictureDialog;
class PreferencesDialog;
class RecentFiles;
struct KeyedCommand;
class CaptureDialog;
class CompareWindow;
class StartPage;
class StatusPanel;

/// The window: tabs with reports, docks about the one in front, menus. Everything long happens elsewhere.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    enum class Mode {
        Normal,
        Picture,  ///< for --screenshot: nothing is restored from the settings and nothing is written
    };

    explicit MainWindow(Mode mode = Mode::Normal, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a file in a tab of its own, or brings its tab to the front. Of several files, and of those in folders, a
    /// dialog asks how.
    void openPaths(const QStringList& paths);
    /// Opens each file in a tab of its own, without asking.
    void openTabs(const QStringList& paths);
    /// Opens several files as one report.
    ReportPage* openMerged(const QStringList& paths, importers::Align align);
    /// Opens again what was open when the windows were closed, each in a window of its own as then, unless the last run
    /// ended in a crash: then it offers to.
    void restoreSession();
    /// A further window of this program, without a report; it deletes itself when it is closed.
    MainWindow* openWindow();
    /// Closes all windows; together they are the session that opens again.
    static void quit();
    /// Those that are open; the one that was active last comes first.
    static const QList<MainWindow*>& openWindows();

    /// Opens a window with both, `a` as what to compare with.
    CompareWindow* compare(const QString& a, const QString& b);

    ReportPage* currentPage() const;
    QList<ReportPage*> pages() const;
    QTabWidget* tabs() const { return m_tabs; }
    /// One list for all windows.
    RecentFiles* recent() const { return m_recent.get(); }
    /// All panes, in the order of their tabs.
    const QList<Pane*>& panes() const { return m_panes; }
    /// The pane of that class.
    template <class P>
    P* pane() const {
        for (Pane* pane : m_panes)
            if (auto* found = qobject_cast<P*>(pane)) return found;
        return nullptr;
    }
    /// Brings a pane to the front by its name ("events"); "reports:<key>" shows that table, "kernelProfile:memory:3"
    /// that page of the third kernel. False if there is none.
    bool showPane(const QString& name);
    /// Why that is false, in a sentence that lists what there is.
    QString whyNoPane(const QString& name) const;
    StatusPanel* status() const { return m_status; }
    QDockWidget* dockOf(const Pane* pane) const;
    PaneDocks* docks() const { return m_docks; }
    /// What there is to make pictures of.
    PictureSource pictureSource() const;
    /// The dialog that makes pictures, with that chosen.
    /// The dialog for preferences.
    PreferencesDialog* showPreferences();
    PictureDialog* exportPicture(PictureWhat what, QWidget* pane = nullptr);
    /// Gives a pane a window and a size of its own; for pictures.
    void floatPane(const QString& name, const QSize& size);

    void resetLayout();
    /// Arranges the panes as it was saved under that name; false, and it says why, where that is not possible.
    bool useLayout(const QString& name);
    /// Asks for the name under which the arrangement is kept.
    void saveLayoutAs();
    LayoutsDialog* showLayouts();
    /// Brings everything up to date and in its place at once; for pictures.
    void settle();
    void closePage(int tab);
    void showStartPage();
    /// The dialog that captures a program; what it captures opens here.
    CaptureDialog* showCapture();
    void chooseLanguage(const QString& language);
    /// The button of a command in the tool bar; null where there is none.
    QWidget* buttonOf(const char* command) const;
    /// Begins the tour for newcomers.
    void showTour();

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Commands;
    enum class Share { Copy, Selection, Html };

    // main_window.cpp
    ReportPage* openFile(const QString& path);
    void addPage(ReportPage* page);
    void openEntry(const QString& entry);
    void showHits(ReportPage* page, FindBar::Show how, const FilterRequest& filter, FindBar::Scope scope);
    void updateChips();
    void onCurrentChanged();
    void updateTab(ReportPage* page);
    void onReady(ReportPage* page);
    void onLive(ReportPage* page);
    void stepTab(int direction);
    void saveSession();
    void saveSettings();
    static QList<MainWindow*>& windows();
    void makePanes();
    void bringToFront(const Pane* pane);
    void raiseIfOpen(const Pane* pane);
    Pane* paneOf(const QString& id) const;
    void showKernelProfiles();
    void showFirstPane(const ReportPage& page);
    void showDocks(bool shown);
    void followKind();
    void goToPane(const Pane* pane);
    void goToTimeline();
    void cycleFocus(int direction);
    void toggleFloating();
    void movePane(Qt::DockWidgetArea area);
    void splitPane(bool below);

    // main_window_menus.cpp
    void makeActions();
    void makeMenus();
    void makeChoices();
    void fillRecentMenu();
    void fillToolBar();
    void followKeys();
    void updateActions();
    void showPalette();
    void retranslate();
    void follow(const QString& preference);
    QList<KeyedCommand> keyedCommands() const;
    void showTabMenu(const QPoint& where);

    // main_window_dialogs.cpp
    void chooseFiles();
    void openFromClipboard();
    void askHowToOpen(const QStringList& paths);
    void chooseToCompare();
    void chooseFileToCompare();
    void saveReportAs();
    void exportWhatIsInFront();
    void copyPicture(PictureWhat what);
    void share(Share what);
    void showKeys();
    void showAbout();
    void onCaptured(const QString& session, const QString& report);
    void fillArrangeMenu();
    void fillLayoutMenu();
    void showPaneMenu(QDockWidget* dock, const QPoint& where);

    Mode m_mode;
    std::unique_ptr<Commands> m_commands;
    QTabWidget* m_tabs;
    std::shared_ptr<RecentFiles> m_recent;
    StartPage* m_start = nullptr;
    QList<Pane*> m_panes;
    PaneDocks* m_docks;
    bool m_docksShown = true;
    ReportKind m_kind = ReportKind::Trace;               ///< whose arrangement the docks have
    std::array<QByteArray, kReportKindCount> m_layouts;  ///< of the other kinds; of that one while docks are not shown
    StatusPanel* m_status;
    DropOverlay* m_drop;
    QToolBar* m_toolBar;
    ChipBar* m_chips;
    QAction* m_chipsAction;  ///< puts the chips into the tool bar
    QPointer<KeySheet> m_keySheet;
    QPointer<PictureDialog> m_pictureDialog;
    QPointer<PreferencesDialog> m_preferences;
    QPointer<LayoutsDialog> m_layoutsDialog;
    CaptureDialog* m_capture = nullptr;
    QPointer<ReportPage> m_shortcutPage;  ///< whose view shortcuts work all over the window
    QString m_lastFolder;
};

}  // namespace app
