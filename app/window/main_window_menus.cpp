// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <QUrl>

#include "app/compare/recent_comparisons.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/commands/key_sheet.h"
#include "app/kit/commands/own_shortcuts.h"
#include "app/kit/file_text.h"
#include "app/kit/icons.h"
#include "app/kit/language.h"
#include "app/kit/preferences.h"
#include "app/kit/style.h"
#include "app/kit/tables/table.h"
#include "app/kit/theme.h"
#include "app/preferences/preference_table.h"
#include "app/report/pane.h"
#include "app/window/main_window.h"
#include "app/window/main_window_commands.h"
#include "app/window/pane_docks.h"
#include "app/window/pane_table.h"
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

/// Keys of these work wherever the focus is, unless a box with text uses them itself.
constexpr std::array kEverywhere{Command::Undo,   Command::Redo,    Command::Back,      Command::Forward,
                                 Command::ZoomIn, Command::ZoomOut, Command::FitReport, Command::AddMark};

// By menu; nothing: it has a title of its own.
constexpr const char* kTitles[] = {menus::kFile,
                                   menus::kEdit,
                                   menus::kView,
                                   menus::kGo,
                                   menus::kHelp,
                                   QT_TRANSLATE_NOOP("Commands", "Open &Recent"),
                                   QT_TRANSLATE_NOOP("Commands", "Copy P&icture"),
                                   QT_TRANSLATE_NOOP("Commands", "&Panes"),
                                   QT_TRANSLATE_NOOP("Commands", "&Arrange the Pane"),
                                   QT_TRANSLATE_NOOP("Commands", "La&youts"),
                                   QT_TRANSLATE_NOOP("Commands", "To &Pane"),
                                   QT_TRANSLATE_NOOP("Commands", "&Theme"),
                                   nullptr,
                                   QT_TRANSLATE_NOOP("Commands", "&Keys"),
                                   menus::kRowHeight,
                                   menus::kColourBy,
                                   menus::kTimes};

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
    for (const Commands::Row& row : Commands::rows()) {
        QAction* action = row.run ? makeAction(row.info, this) : nullptr;
        m_commands->actions.push_back(action);
        if (action) connect(action, &QAction::triggered, this, [this, run = row.run](bool on) { run(*this, on); });
    }
    for (qsizetype i = 0; i < m_panes.size(); ++i) {
        QAction* action = makeAction(paneTable()[static_cast<std::size_t>(i)].go, this);
        connect(action, &QAction::triggered, this, [this, pane = m_panes[i]] { goToPane(pane); });
        m_commands->toPanes.append(action);
    }
    m_commands->action("restoreSession")->setChecked(preferences::kRestoreSession.value());
    m_commands->action("headline")->setChecked(preferences::kHeadline.value());
}

void MainWindow::makeMenus() {
    static_assert(std::size(kTitles) == Commands::MenuCount);
    for (int i = 0; i < Commands::MenuCount; ++i) {
        const auto which = static_cast<Commands::Menu>(i);
        QMenu*& menu = m_commands->menus[static_cast<std::size_t>(i)];
        menu = which < Commands::BarCount ? menuBar()->addMenu(QString()) : new QMenu(this);
        // What they hold belongs to the report in front.
        if (which < Commands::BarCount)
            connect(menu, &QMenu::aboutToShow, this, [this, which] { m_commands->fill(which, currentPage()); });
    }
    connect(m_commands->menus[Commands::Recent], &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    for (QDockWidget* dock : m_docks->all()) m_commands->menus[Commands::Panes]->addAction(dock->toggleViewAction());
    m_commands->menus[Commands::ToPane]->addActions(m_commands->toPanes);
    // What these hold depends on the panes and the layouts that there are: the menu above needs them, and so does a
    // list of all commands.
    connect(m_commands->menus[Commands::View], &QMenu::aboutToShow, this, [this] {
        fillArrangeMenu();
        fillLayoutMenu();
    });
    makeChoices();
}

void MainWindow::makeChoices() {
    Commands& a = *m_commands;
    a.theme = new QActionGroup(this);
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
        addChoice(a.theme, a.menus[Commands::Themes], static_cast<int>(choice), themeManager()->choice() == choice)
            ->setObjectName(QStringLiteral("theme_") + themeChoiceId(choice));
    a.language = new QActionGroup(this);
    for (const QString& language : languages()) {
        QAction* action = addChoice(a.language, a.menus[Commands::Languages], language, currentLanguage() == language);
        action->setObjectName(QStringLiteral("language_") + language);
        action->setText(languageName(language));
    }
    a.scheme = new QActionGroup(this);
    for (std::size_t i = 0; i < timeline::kKeySchemeCount; ++i)
        addChoice(a.scheme, a.menus[Commands::Schemes], static_cast<int>(i),
                  timelineKeys().scheme() == static_cast<timeline::KeyScheme>(i));
    a.choices = new TimelineChoices(a.menus[Commands::Densities], a.menus[Commands::Times], this);

    connect(a.theme, &QActionGroup::triggered, this, [](const QAction* action) {
        preferences::kTheme.set(themeChoiceId(static_cast<ThemeChoice>(action->data().toInt())));
    });
    connect(a.language, &QActionGroup::triggered, this,
            [this](const QAction* action) { chooseLanguage(action->data().toString()); });
    connect(a.scheme, &QActionGroup::triggered, this, [](const QAction* action) {
        preferences::kKeys.set(timeline::keySchemeId(static_cast<timeline::KeyScheme>(action->data().toInt())));
    });
    connect(a.choices, &TimelineChoices::timesChosen, this, [this] {
        if (currentPage()) currentPage()->view()->run(Command::ClearTimeZero);
    });
    connect(a.choices, &TimelineChoices::densityChosen, this, [this](timeline::Density density) {
        if (currentPage()) currentPage()->view()->setDensity(density);
    });
}

// The rows of the table that make sense now: those of the timeline need one.
void MainWindow::Commands::fill(Menu which, const ReportPage* page) {
    QMenu* menu = menus[which];
    menu->clear();
    int part = -1;
    for (std::size_t i = 0; i < rows().size(); ++i) {
        const Row& row = rows()[i];
        const bool isOfTimeline =
            !row.timeline.empty() || row.below == Densities || row.below == Colours || row.below == Times;
        if (row.menu != which || (isOfTimeline && !page)) continue;
        if (part != -1 && row.part != part) menu->addSeparator();
        part = row.part;
        if (row.run) menu->addAction(actions[i]);
        else if (row.below != MenuCount) menu->addMenu(menus[row.below]);
        for (const Command command : row.timeline) menu->addAction(page->view()->action(command));
    }
    if (which != View || !page) return;
    fill(Colours, page);
    choices->follow(*page->view());
}

void MainWindow::fillRecentMenu() {
    QMenu* menu = m_commands->menus[Commands::Recent];
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
    menu->addAction(tr("Clear List"), m_recent.get(), &RecentFiles::clear)->setEnabled(!m_recent->files().isEmpty());
    menu->addSection(tr("Comparisons"));
    RecentComparisons::fill(*menu, [this](const QString& a, const QString& b) { compare(a, b); });
}

// Keys of the timeline mean the report in front. A pane that floats is a window of its own.
void MainWindow::followKeys() {
    QWidgetList windows{this};
    for (QDockWidget* dock : m_docks->all()) windows.append(dock);
    ReportPage* before = std::exchange(m_shortcutPage, currentPage());
    for (QWidget* window : std::as_const(windows))
        for (const Command command : kEverywhere) {
            if (before) window->removeAction(before->view()->actionEverywhere(command));
            if (m_shortcutPage) window->addAction(m_shortcutPage->view()->actionEverywhere(command));
        }
}

void MainWindow::fillToolBar() {
    m_toolBar->clear();
    m_toolBar->addActions({m_commands->action("open"), m_commands->action("capture")});
    if (!currentPage()) return;
    const timeline::TimelineView* view = currentPage()->view();
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
    m_toolBar->addAction(m_commands->action("exportPicture"));
    m_toolBar->addSeparator();
    m_toolBar->addAction(m_chipsAction);
    m_chipsAction->setVisible(true);
    updateChips();
}

void MainWindow::updateActions() {
    const ReportPage* page = currentPage();
    Commands::Front front;
    front.isReport = page;
    front.isShown = page && page->document()->state() != Document::State::Failed;
    front.isFile = front.isShown && !page->document()->isMerged();
    front.isReady = front.isShown && page->document()->state() == Document::State::Ready && !page->isSaving();
    front.isSelected = front.isShown && page->view()->viewState().selection.has_value();
    front.isReadyToCut = front.isReady && front.isSelected;
    front.isOneOfSeveral = m_tabs->count() > 1;
    front.isClosable = front.isReport || front.isOneOfSeveral;
    for (std::size_t i = 0; i < Commands::rows().size(); ++i)
        if (const auto when = Commands::rows()[i].when) m_commands->actions[i]->setEnabled(front.*when);
    for (QAction* action : m_commands->toPanes) action->setEnabled(front.isShown);
}

void MainWindow::showPalette() { (new CommandPalette(CommandPalette::entriesOf(menuBar()->actions()), this))->show(); }

// Menus show what is chosen, wherever that was done.
void MainWindow::follow(const QString& preference) {
    const auto check = [](const QActionGroup* group, const QVariant& chosen) {
        for (QAction* action : group->actions())
            if (action->data() == chosen) action->setChecked(true);
    };
    if (preferences::kTheme.is(preference))
        check(m_commands->theme, static_cast<int>(themeChoiceFromId(preferences::kTheme.value())));
    if (preferences::kLanguage.is(preference)) setLanguage(preferences::kLanguage.value());
    if (preferences::kRestoreSession.is(preference))
        m_commands->action("restoreSession")->setChecked(preferences::kRestoreSession.value());
    if (preferences::kHeadline.is(preference))
        m_commands->action("headline")->setChecked(preferences::kHeadline.value());
    if (preferences::kMotion.is(preference)) setAnimated(motionIsWanted());
    if (!preferences::kKeys.is(preference) && !preferences::kShortcuts.is(preference)) return;
    check(m_commands->scheme, static_cast<int>(timelineKeys().scheme()));
    followKeys();
}

QList<KeyedCommand> MainWindow::keyedCommands() const {
    QList<KeyedCommand> out;
    for (const Commands::Row& row : Commands::rows())
        if (row.run) {
            int top = row.menu;
            for (const Commands::Row& other : Commands::rows())
                if (other.below == row.menu) top = other.menu;
            out.append({QLatin1String(row.info.id),
                        withoutMnemonic(m_commands->menus[static_cast<std::size_t>(top)]->title()),
                        withoutMnemonic(textOf(row.info)), usualKeysOf(row.info)});
        }
    const QString go = withoutMnemonic(m_commands->menus[Commands::Go]->title());
    for (qsizetype i = 0; i < m_panes.size(); ++i) {
        const CommandInfo& info = paneTable()[static_cast<std::size_t>(i)].go;
        out.append({QLatin1String(info.id), go, m_commands->toPanes[i]->text(), usualKeysOf(info)});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const KeyedCommand& a, const KeyedCommand& b) { return a.group < b.group; });
    const timeline::KeyScheme scheme = timelineKeys().scheme();
    for (const timeline::CommandInfo& command : timeline::commands())
        out.append({timelineKeyId(command.command),
                    tr("Timeline: %1", "a group of commands").arg(timeline::commandGroupText(command.group)),
                    timeline::commandText(command.command), timeline::keysOf(command.command, scheme)});
    return out;
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
    Commands& a = *m_commands;
    for (std::size_t i = 0; i < Commands::rows().size(); ++i)
        if (a.actions[i]) a.actions[i]->setText(textOf(Commands::rows()[i].info));
    for (std::size_t i = 0; i < Commands::MenuCount; ++i)
        a.menus[i]->setTitle(kTitles[i] ? QCoreApplication::translate("Commands", kTitles[i])
                                        : QStringLiteral("&Language / 语言"));
    a.theme->actions()[0]->setText(tr("Like the System"));
    a.theme->actions()[1]->setText(tr("Light"));
    a.theme->actions()[2]->setText(tr("Dark"));
    for (QAction* action : a.scheme->actions())
        action->setText(timeline::keySchemeText(static_cast<timeline::KeyScheme>(action->data().toInt())));
    a.choices->retranslate();
    m_toolBar->setWindowTitle(tr("Tool Bar"));
    for (QDockWidget* dock : m_docks->all()) dock->setWindowTitle(static_cast<Pane*>(dock->widget())->title());
    for (qsizetype i = 0; i < m_panes.size(); ++i)
        a.toPanes[i]->setText(tr("Pane: %1", "a command that shows it").arg(m_panes[i]->title()));
    for (QAction* action : a.language->actions()) action->setChecked(action->data().toString() == currentLanguage());
    if (m_start) m_tabs->setTabText(m_tabs->indexOf(m_start), tr("Start"));
    for (int i = 0; i < Commands::MenuCount; ++i)
        if (i < Commands::BarCount || i == Commands::Picture)
            m_commands->fill(static_cast<Commands::Menu>(i), currentPage());
    fillArrangeMenu();
    fillLayoutMenu();
    updateActions();
}

}  // namespace app
