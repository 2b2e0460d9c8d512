// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QSettings>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <QUrl>

#include "app/kit/file_text.h"
#include "app/kit/icons.h"
#include "app/kit/language.h"
#include "app/kit/tables/table.h"
#include "app/kit/theme.h"
#include "app/report/find_bar.h"
#include "app/report/pane.h"
#include "app/window/command_palette.h"
#include "app/window/main_window.h"
#include "app/window/main_window_actions.h"
#include "app/window/recent_files.h"
#include "app/window/start_page.h"

namespace app {
namespace {

using timeline::Command;

// Icons of those commands of the timeline that stand in the tool bar.
QString iconOf(Command command) {
    switch (command) {
    case Command::Back: return QStringLiteral("back");
    case Command::Forward: return QStringLiteral("forward");
    case Command::FitReport: return QStringLiteral("fit");
    case Command::ZoomToSelection: return QStringLiteral("zoom-selection");
    case Command::ZoomIn: return QStringLiteral("zoom-in");
    case Command::ZoomOut: return QStringLiteral("zoom-out");
    case Command::Undo: return QStringLiteral("undo");
    case Command::Redo: return QStringLiteral("redo");
    case Command::AddMark: return QStringLiteral("mark");
    default: return {};
    }
}

void addCommands(QMenu* menu, const ReportPage* page, std::initializer_list<Command> commands) {
    for (const Command command : commands) menu->addAction(page->view()->action(command));
}

QAction* addChoice(QActionGroup* group, QMenu* menu, const QVariant& data, bool chosen) {
    QAction* action = group->addAction(QString());
    action->setCheckable(true);
    action->setData(data);
    action->setChecked(chosen);
    menu->addAction(action);
    return action;
}

}  // namespace

void MainWindow::makeActions() {
    Actions& a = *m_actions;
    const auto make = [this](QAction*& action, const char* id, const QList<QKeySequence>& keys, auto slot) {
        action = new QAction(this);
        action->setObjectName(QLatin1String(id));
        action->setShortcuts(keys);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
    };
    make(a.open, "open", QKeySequence::keyBindings(QKeySequence::Open), [this] { chooseFiles(); });
    make(a.capture, "capture", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)}, [this] { showCapture(); });
    make(a.paste, "openFromClipboard", QKeySequence::keyBindings(QKeySequence::Paste), [this] { openFromClipboard(); });
    make(a.startPage, "startPage", {}, [this] { showStartPage(); });
    make(a.reload, "reload", {QKeySequence(Qt::Key_F5)}, [this] {
        if (currentPage()) currentPage()->reload();
    });
    make(a.saveAs, "saveAs", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}, [this] { saveReportAs(); });
    make(a.saveCopy, "saveCopy", {}, [this] { share(Share::Copy); });
    make(a.saveSelection, "saveSelection", {}, [this] { share(Share::Selection); });
    make(a.shareHtml, "shareHtml", {}, [this] { share(Share::Html); });
    make(a.compare, "compare", {QKeySequence(Qt::CTRL | Qt::Key_D)}, [this] { chooseToCompare(); });
    make(a.close, "closeTab", {QKeySequence(Qt::CTRL | Qt::Key_W)}, [this] { closePage(m_tabs->currentIndex()); });
    make(a.quit, "quit", {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { close(); });
    make(a.exportPicture, "exportPicture", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
         [this] { exportWhatIsInFront(); });
    for (std::size_t i = 0; i < std::size(Actions::kCopied); ++i) {
        static constexpr const char* kCopy[] = {"copyWindowPicture", "copyTimelinePicture", "copySelectionPicture"};
        make(a.copyPicture[i], kCopy[i], {}, [this, what = Actions::kCopied[i]] { copyPicture(what); });
    }
    make(a.fullScreen, "fullScreen", {QKeySequence(Qt::Key_F11)},
         [this] { isFullScreen() ? showNormal() : showFullScreen(); });
    make(a.resetLayout, "resetLayout", {}, [this] { resetLayout(); });
    make(a.restoreSession, "restoreSession", {},
         [](bool on) { QSettings().setValue(QStringLiteral("session/restore"), on); });
    a.restoreSession->setCheckable(true);
    a.restoreSession->setChecked(QSettings().value(QStringLiteral("session/restore"), true).toBool());
    make(a.nextTab, "nextTab", {QKeySequence(Qt::CTRL | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageDown)},
         [this] { stepTab(1); });
    make(a.previousTab, "previousTab",
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageUp)},
         [this] { stepTab(-1); });
    make(a.nextPane, "nextPane", {QKeySequence(Qt::Key_F6)}, [this] { cycleFocus(1); });
    make(a.previousPane, "previousPane", {QKeySequence(Qt::SHIFT | Qt::Key_F6)}, [this] { cycleFocus(-1); });
    make(a.find, "find", QKeySequence::keyBindings(QKeySequence::Find), [this] {
        if (currentPage()) currentPage()->findBar()->open();
    });
    make(a.findNext, "findNext", {QKeySequence(Qt::Key_F3)}, [this] {
        if (currentPage()) currentPage()->findBar()->next();
    });
    make(a.findPrevious, "findPrevious", {QKeySequence(Qt::SHIFT | Qt::Key_F3)}, [this] {
        if (currentPage()) currentPage()->findBar()->previous();
    });
    make(a.palette, "commandPalette", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
         [this] { (new CommandPalette(CommandPalette::entriesOf(menuBar()->actions()), this))->show(); });
    make(a.keys, "keys", {QKeySequence(Qt::Key_F1)}, [this] { showKeys(); });
    make(a.about, "about", {}, [this] { showAbout(); });
    a.open->setIcon(icon(QStringLiteral("open")));
    a.capture->setIcon(icon(QStringLiteral("capture")));
    a.reload->setIcon(icon(QStringLiteral("reload")));
    a.saveAs->setIcon(icon(QStringLiteral("save")));
    a.exportPicture->setIcon(icon(QStringLiteral("camera")));
}

void MainWindow::makeMenus() {
    Actions& a = *m_actions;
    for (QMenu** menu : {&a.file, &a.edit, &a.view, &a.go, &a.help}) *menu = menuBar()->addMenu(QString());
    for (QMenu** menu : {&a.recent, &a.picture}) *menu = new QMenu(this);
    for (QMenu** menu : {&a.panes, &a.themes, &a.languages, &a.schemes, &a.densities}) *menu = new QMenu(this);
    a.file->addActions({a.open, a.capture, a.recent->menuAction(), a.startPage});
    a.file->addSeparator();
    a.file->addActions({a.compare, a.reload, a.saveAs, a.saveSelection, a.saveCopy, a.shareHtml, a.exportPicture,
                        a.picture->menuAction()});
    a.file->addSeparator();
    a.file->addActions({a.restoreSession, a.close, a.quit});
    for (QAction* action : a.copyPicture) a.picture->addAction(action);
    a.help->addActions({a.palette, a.keys, a.about});
    for (QDockWidget* dock : std::as_const(m_docks)) a.panes->addAction(dock->toggleViewAction());

    a.theme = new QActionGroup(this);
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
        addChoice(a.theme, a.themes, static_cast<int>(choice), themeManager()->choice() == choice)
            ->setObjectName(QStringLiteral("theme_") + themeChoiceId(choice));
    a.language = new QActionGroup(this);
    for (const QString& language : languages()) {
        QAction* action = addChoice(a.language, a.languages, language, currentLanguage() == language);
        action->setObjectName(QStringLiteral("language_") + language);
        action->setText(languageName(language));
    }
    a.scheme = new QActionGroup(this);
    for (std::size_t i = 0; i < timeline::kKeySchemeCount; ++i)
        addChoice(a.scheme, a.schemes, static_cast<int>(i), m_keyScheme == static_cast<timeline::KeyScheme>(i));
    a.density = new QActionGroup(this);
    for (const auto density : {timeline::Density::Compact, timeline::Density::Normal, timeline::Density::Tall})
        addChoice(a.density, a.densities, static_cast<int>(density), false);

    connect(a.theme, &QActionGroup::triggered, this, [](const QAction* action) {
        const auto choice = static_cast<ThemeChoice>(action->data().toInt());
        QSettings().setValue(QStringLiteral("window/theme"), themeChoiceId(choice));
        themeManager()->setChoice(choice);
    });
    connect(a.language, &QActionGroup::triggered, this,
            [this](const QAction* action) { chooseLanguage(action->data().toString()); });
    connect(a.scheme, &QActionGroup::triggered, this, [this](const QAction* action) {
        applyKeyScheme(static_cast<timeline::KeyScheme>(action->data().toInt()));
    });
    connect(a.density, &QActionGroup::triggered, this, [this](const QAction* action) {
        if (currentPage()) currentPage()->view()->setDensity(static_cast<timeline::Density>(action->data().toInt()));
    });
    connect(a.recent, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    // What these hold belongs to the report in front.
    connect(a.edit, &QMenu::aboutToShow, this, &MainWindow::fillEditMenu);
    connect(a.view, &QMenu::aboutToShow, this, &MainWindow::fillViewMenu);
    connect(a.go, &QMenu::aboutToShow, this, &MainWindow::fillGoMenu);
    fillEditMenu();
    fillViewMenu();
    fillGoMenu();
}

void MainWindow::fillRecentMenu() {
    QMenu* menu = m_actions->recent;
    menu->clear();
    for (const RecentFile& file : m_recent->files()) {
        const QString name = shownFile(file.path);
        QAction* action = menu->addAction(QString(name).replace(u'&', QStringLiteral("&&")), this,
                                          [this, path = file.path] { openPaths({path}); });
        action->setToolTip(shownPath(file.path));
        if (file.pinned) action->setIcon(icon(QStringLiteral("pinned")));
    }
    menu->setToolTipsVisible(true);
    if (menu->isEmpty()) menu->addAction(tr("No recent reports"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(tr("Clear List"), m_recent, &RecentFiles::clear)->setEnabled(!m_recent->files().isEmpty());
}

void MainWindow::fillEditMenu() {
    QMenu* menu = m_actions->edit;
    menu->clear();
    if (const ReportPage* page = currentPage()) {
        addCommands(menu, page, {Command::Undo, Command::Redo});
        menu->addSeparator();
        addCommands(menu, page, {Command::CopyText, Command::CopyName, Command::CopyRawTimes});
        menu->addSeparator();
        menu->addActions({m_actions->find, m_actions->findNext, m_actions->findPrevious});
        addCommands(menu, page, {Command::FindRow, Command::FilterThread, Command::FilterName, Command::ClearFilters});
        menu->addSeparator();
    }
    menu->addAction(m_actions->paste);
}

void MainWindow::fillViewMenu() {
    Actions& a = *m_actions;
    a.view->clear();
    if (const ReportPage* page = currentPage()) {
        addCommands(
            a.view, page,
            {Command::ZoomIn, Command::ZoomOut, Command::ZoomToSelection, Command::FitSelected, Command::FitReport});
        a.view->addSeparator();
        addCommands(a.view, page,
                    {Command::TogglePin, Command::HideRow, Command::ShowAllRows, Command::ToggleExpanded,
                     Command::ExpandAll, Command::CollapseAll});
        a.view->addMenu(a.densities);
        for (QAction* action : a.density->actions())
            action->setChecked(static_cast<timeline::Density>(action->data().toInt()) ==
                               page->view()->viewState().layout.density);
        a.view->addSeparator();
    }
    a.view->addMenu(a.panes);
    a.view->addAction(a.resetLayout);
    a.view->addSeparator();
    a.view->addMenu(a.themes);
    a.view->addMenu(a.languages);
    a.view->addMenu(a.schemes);
    a.view->addSeparator();
    a.view->addAction(a.fullScreen);
}

void MainWindow::fillGoMenu() {
    Actions& a = *m_actions;
    a.go->clear();
    if (const ReportPage* page = currentPage()) {
        addCommands(a.go, page, {Command::Back, Command::Forward, Command::GoToStart, Command::GoToEnd});
        a.go->addSeparator();
        addCommands(a.go, page,
                    {Command::NextEvent, Command::PreviousEvent, Command::JumpToCorrelated, Command::SelectEventRange,
                     Command::ClearSelection});
        a.go->addSeparator();
        addCommands(a.go, page, {Command::AddMark, Command::NextMark, Command::PreviousMark});
        a.go->addSeparator();
    }
    a.go->addActions({a.nextTab, a.previousTab, a.nextPane, a.previousPane});
}

void MainWindow::fillToolBar() {
    Actions& a = *m_actions;
    m_toolBar->clear();
    m_toolBar->addActions({a.open, a.capture});
    // These work wherever the focus is, for the report in front only.
    constexpr std::array kEverywhere{Command::Undo, Command::Redo, Command::Back, Command::Forward};
    if (m_shortcutPage)
        for (const Command command : kEverywhere) removeAction(m_shortcutPage->view()->action(command));
    m_shortcutPage = currentPage();
    if (!m_shortcutPage) return;
    const timeline::TimelineView* view = m_shortcutPage->view();
    const auto add = [&](std::initializer_list<Command> commands) {
        m_toolBar->addSeparator();
        for (const Command command : commands) {
            QAction* action = view->action(command);
            action->setIcon(icon(iconOf(command)));
            m_toolBar->addAction(action);
        }
    };
    add({Command::Back, Command::Forward});
    add({Command::ZoomIn, Command::ZoomOut, Command::FitReport, Command::ZoomToSelection});
    add({Command::Undo, Command::Redo});
    add({Command::AddMark});
    m_toolBar->addSeparator();
    m_toolBar->addAction(a.exportPicture);
    for (const Command command : kEverywhere) addAction(view->action(command));
    m_toolBar->addSeparator();
    m_toolBar->addAction(m_chipsAction);
    m_chipsAction->setVisible(true);
    updateChips();
}

void MainWindow::updateActions() {
    Actions& a = *m_actions;
    const ReportPage* page = currentPage();
    const bool shown = page && page->document()->state() != Document::State::Failed;
    const bool selection = shown && page->view()->viewState().selection.has_value();
    a.reload->setEnabled(page);
    for (QAction* action : {a.find, a.findNext, a.findPrevious}) action->setEnabled(shown);
    a.compare->setEnabled(shown && !page->document()->isMerged());
    const bool ready = shown && page->document()->state() == Document::State::Ready && !page->isSaving();
    for (QAction* action : {a.saveAs, a.saveCopy, a.shareHtml}) action->setEnabled(ready);
    a.saveSelection->setEnabled(ready && selection);
    a.close->setEnabled(page || m_tabs->count() > 1);
    a.copyPicture[1]->setEnabled(shown);
    a.copyPicture[2]->setEnabled(selection);
    for (QAction* action : {a.nextTab, a.previousTab}) action->setEnabled(m_tabs->count() > 1);
    a.resetLayout->setEnabled(page);
}

void MainWindow::applyKeyScheme(timeline::KeyScheme scheme) {
    m_keyScheme = scheme;
    QSettings().setValue(QStringLiteral("window/keys"), timeline::keySchemeId(scheme));
    for (ReportPage* page : pages()) page->view()->setKeyScheme(scheme);
}

void MainWindow::showTabMenu(const QPoint& where) {
    const int tab = m_tabs->tabBar()->tabAt(where);
    if (tab < 0) return;
    QMenu menu(this);
    menu.addAction(tr("Close"), this, [this, tab] { closePage(tab); });
    menu.addAction(tr("Close Others"), this,
                   [this, keep = m_tabs->widget(tab)] {
                       for (int i = m_tabs->count() - 1; i >= 0; --i)
                           if (m_tabs->widget(i) != keep) closePage(i);
                   })
        ->setEnabled(m_tabs->count() > 1);
    if (const auto* page = qobject_cast<ReportPage*>(m_tabs->widget(tab))) {
        const QString path = page->document()->path();
        menu.addSeparator();
        menu.addAction(tr("Copy Path"), this, [all = page->document()->paths().join(u'\n')] { copyText(all); });
        menu.addAction(tr("Show in Folder"), this,
                       [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).path())); });
    }
    menu.exec(m_tabs->tabBar()->mapToGlobal(where));
}

void MainWindow::retranslate() {
    Actions& a = *m_actions;
    a.file->setTitle(tr("&File"));
    a.edit->setTitle(tr("&Edit"));
    a.view->setTitle(tr("&View"));
    a.go->setTitle(tr("&Go"));
    a.help->setTitle(tr("&Help"));
    a.open->setText(tr("&Open…"));
    a.capture->setText(tr("&Capture…"));
    a.recent->setTitle(tr("Open &Recent"));
    a.startPage->setText(tr("Start &Page"));
    a.paste->setText(tr("Open Path from Clipboard"));
    a.reload->setText(tr("Re&load"));
    a.compare->setText(tr("&Compare with…"));
    a.saveAs->setText(tr("&Save as Sightline Report…"));
    a.exportPicture->setText(tr("&Export Picture…"));
    a.picture->setTitle(tr("Copy P&icture"));
    a.saveSelection->setText(tr("Save Se&lection as .rep…"));
    a.saveCopy->setText(tr("Save Co&py to Share…"));
    a.shareHtml->setText(tr("Share as &HTML…"));
    a.copyPicture[0]->setText(tr("Copy Picture of the Window"));
    a.copyPicture[1]->setText(tr("Copy Picture of the Timeline"));
    a.copyPicture[2]->setText(tr("Copy Picture of the Selection"));
    a.restoreSession->setText(tr("Reopen Reports at Start"));
    a.close->setText(tr("&Close Tab"));
    a.quit->setText(tr("&Quit"));
    a.panes->setTitle(tr("&Panes"));
    a.resetLayout->setText(tr("Reset &Layout"));
    a.themes->setTitle(tr("&Theme"));
    a.theme->actions()[0]->setText(tr("Like the System"));
    a.theme->actions()[1]->setText(tr("Light"));
    a.theme->actions()[2]->setText(tr("Dark"));
    a.languages->setTitle(QStringLiteral("&Language / 语言"));
    a.schemes->setTitle(tr("&Keys"));
    for (QAction* action : a.scheme->actions())
        action->setText(timeline::keySchemeText(static_cast<timeline::KeyScheme>(action->data().toInt())));
    a.densities->setTitle(tr("Row &Height"));
    a.density->actions()[0]->setText(tr("Compact"));
    a.density->actions()[1]->setText(tr("Normal"));
    a.density->actions()[2]->setText(tr("Tall"));
    a.fullScreen->setText(tr("&Full Screen"));
    a.nextTab->setText(tr("Next Tab"));
    a.previousTab->setText(tr("Previous Tab"));
    a.nextPane->setText(tr("Next Pane"));
    a.previousPane->setText(tr("Previous Pane"));
    a.find->setText(tr("&Find Events…"));
    a.findNext->setText(tr("Find Next"));
    a.findPrevious->setText(tr("Find Previous"));
    a.palette->setText(tr("&Command Palette…"));
    a.keys->setText(tr("&Keys"));
    a.about->setText(tr("&About Sightline"));
    m_toolBar->setWindowTitle(tr("Tool Bar"));
    for (QDockWidget* dock : std::as_const(m_docks)) dock->setWindowTitle(static_cast<Pane*>(dock->widget())->title());
    for (QAction* action : a.language->actions()) action->setChecked(action->data().toString() == currentLanguage());
    if (m_start) m_tabs->setTabText(m_tabs->indexOf(m_start), tr("Start"));
    fillEditMenu();
    fillViewMenu();
    fillGoMenu();
    updateActions();
}

}  // namespace app
