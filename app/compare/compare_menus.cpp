// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>

#include "app/compare/compare_window.h"
#include "app/compare/recent_comparisons.h"
#include "app/kit/commands/choice_menus.h"
#include "app/kit/commands/command_info.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/commands/key_sheet.h"
#include "app/kit/commands/timeline_menus.h"
#include "app/kit/manual/manual_place.h"
#include "app/report/find_bar.h"
#include "app/report/report_page.h"
#include "app/report/time_bar.h"
#include "app/share/share.h"

namespace app {

using timeline::Command;

enum CompareWindow::Menu : std::uint8_t {
    File,
    Edit,
    View,
    Go,
    Help,
    Recent,  ///< the first that is not in the bar
    Densities,
    Colours,
    Times,
    Themes,
    Languages,
    MenuCount
};

/// A line of a menu: a command of the window, an action that lies in its tool bar, too, or a menu. Or several lines:
/// commands of the timeline that was used last.
struct CompareWindow::Row {
    Menu menu;
    int part;  ///< lines lie between its parts
    CommandInfo info;
    void (*run)(CompareWindow& window) = nullptr;
    QAction* CompareWindow::*own = nullptr;
    std::span<const Command> timeline;
    Menu below = MenuCount;

    constexpr Row(Menu in, int at, CommandInfo command, void (*what)(CompareWindow&))
        : menu(in), part(at), info(command), run(what) {}
    constexpr Row(Menu in, int at, QAction* CompareWindow::*action) : menu(in), part(at), own(action) {}
    constexpr Row(Menu in, int at, std::span<const Command> commands) : menu(in), part(at), timeline(commands) {}
    constexpr Row(Menu in, int at, Menu submenu) : menu(in), part(at), below(submenu) {}
};

// To add a command, add its line: menu, palette, keys and key sheet have it from here.
constinit const CompareWindow::Row CompareWindow::kRows[] = {
    {File, 0, Recent},
    {File, 1, commands::kExportPicture, [](CompareWindow& w) { w.exportPicture(); }},
    {File, 1, commands::kShareHtml, [](CompareWindow& w) { shareHtml(w.page(Side::B), w.page(Side::A), &w); }},
    {File,
     2,
     {"closeWindow", QT_TRANSLATE_NOOP("Commands", "&Close Window"), "Ctrl+W"},
     [](CompareWindow& w) { w.close(); }},

    {Edit, 0, &CompareWindow::m_undo},
    {Edit, 0, &CompareWindow::m_redo},
    {Edit, 1, parts::kCopy},
    {Edit, 2, commands::kFind, [](CompareWindow& w) { w.front()->findBar()->open(); }},
    {Edit, 2, commands::kFindNext, [](CompareWindow& w) { w.front()->findBar()->next(); }},
    {Edit, 2, commands::kFindPrevious, [](CompareWindow& w) { w.front()->findBar()->previous(); }},
    {Edit, 2, parts::kFilters},
    {Edit,
     3,
     {"preferences", QT_TRANSLATE_NOOP("Commands", "Pr&eferences…"), "Ctrl+,"},
     [](CompareWindow& w) { w.m_showPreferences(); }},

    {View, 0, parts::kZoom},
    {View, 1, &CompareWindow::m_link},
    {View, 1, &CompareWindow::m_stretch},
    {View, 1, &CompareWindow::m_alignEvents},
    {View, 1, &CompareWindow::m_swap},
    {View, 2, parts::kRows},
    {View, 2, Densities},
    {View, 2, Colours},
    {View, 2, Times},
    {View, 3, Themes},
    {View, 3, Languages},
    {View, 4, &CompareWindow::m_sideBySide},
    {View, 4, commands::kFullScreen, [](CompareWindow& w) { w.isFullScreen() ? w.showNormal() : w.showFullScreen(); }},

    {Colours, 0, parts::kColours},

    {Go, 0, parts::kPlaces},
    {Go, 0, commands::kGoToTime, [](CompareWindow& w) { w.front()->timeBar()->open(); }},
    {Go, 1, parts::kEvents},
    {Go, 2, parts::kMarks},

    {Help, 0, commands::kManual, [](CompareWindow&) { openManualAtFocus(); }},
    {Help, 0, commands::kPalette,
     [](CompareWindow& w) { (new CommandPalette(CommandPalette::entriesOf(w.menuBar()->actions()), &w))->show(); }},
    {Help, 0, commands::kKeys, [](CompareWindow& w) { w.showKeys(); }},
};

void CompareWindow::makeActions() {
    for (const Row& row : kRows) {
        if (!row.run) continue;
        QAction* action = makeAction(row.info, this);
        connect(action, &QAction::triggered, this, [this, run = row.run] { run(*this); });
        m_actions.append(action);
    }
    m_exportPicture = findChild<QAction*>(QLatin1String(commands::kExportPicture.id));
    m_share = findChild<QAction*>(QLatin1String(commands::kShareHtml.id));
    setPreferences({});
}

void CompareWindow::setPreferences(std::function<void()> show) {
    m_showPreferences = std::move(show);
    findChild<QAction*>(QStringLiteral("preferences"))->setEnabled(m_showPreferences != nullptr);
}

// Of actions that makeActions() and the tool bar have made.
void CompareWindow::makeMenus() {
    static_assert(std::tuple_size_v<decltype(m_menus)> == MenuCount);
    for (std::size_t i = 0; i < m_menus.size(); ++i) {
        m_menus[i] = i < Recent ? menuBar()->addMenu(QString()) : new QMenu(this);
        // What they hold belongs to the timeline that was used last.
        if (i < Recent) connect(m_menus[i], &QMenu::aboutToShow, this, [this, i] { fillMenu(static_cast<Menu>(i)); });
    }
    m_timelineChoices = new TimelineChoices(m_menus[Densities], m_menus[Times], this);
    connect(m_timelineChoices, &TimelineChoices::timesChosen, this, [this] {
        for (const ReportPage* p : m_pages) p->view()->run(Command::ClearTimeZero);
    });
    connect(m_timelineChoices, &TimelineChoices::densityChosen, this,
            [this](timeline::Density density) { front()->view()->setDensity(density); });
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        for (const Side side : {Side::A, Side::B})
            if (now && page(side)->isAncestorOf(now)) m_front = page(side);
    });
}

void CompareWindow::fillMenu(Menu which) {
    QMenu* menu = m_menus[which];
    menu->clear();
    auto action = m_actions.cbegin();
    int part = -1;
    for (const Row& row : kRows) {
        QAction* own = row.run ? *action++ : nullptr;
        if (row.menu != which) continue;
        if (part != -1 && row.part != part) menu->addSeparator();
        part = row.part;
        if (row.below != MenuCount) menu->addMenu(m_menus[row.below]);
        else if (own || row.own) menu->addAction(own ? own : this->*row.own);
        for (const Command command : row.timeline) menu->addAction(front()->view()->action(command));
    }
    if (which == File) {
        m_menus[Recent]->clear();
        RecentComparisons::fill(*m_menus[Recent], [this](const QString& a, const QString& b) { openOther(a, b); });
    }
    if (which != View) return;
    fillMenu(Colours);
    m_timelineChoices->follow(*front()->view());
    fillThemeMenu(*m_menus[Themes]);
    fillLanguageMenu(*m_menus[Languages]);
}

void CompareWindow::openOther(const QString& a, const QString& b) {
    auto* window = new CompareWindow(a, b, m_kept, parentWidget());
    window->setWindowFlag(Qt::Window);
    window->setPreferences(m_showPreferences);
    window->show();
}

void CompareWindow::retranslateMenus() {
    auto action = m_actions.cbegin();
    for (const Row& row : kRows)
        if (row.run) (*action++)->setText(app::textOf(row.info));
    const char* const titles[] = {menus::kFile,      menus::kEdit,
                                  menus::kView,      menus::kGo,
                                  menus::kHelp,      QT_TRANSLATE_NOOP("Commands", "&Recent Comparisons"),
                                  menus::kRowHeight, menus::kColourBy,
                                  menus::kTimes,     QT_TRANSLATE_NOOP("Commands", "&Theme"),
                                  menus::kLanguage};
    static_assert(std::size(titles) == MenuCount);
    for (std::size_t i = 0; i < m_menus.size(); ++i)
        m_menus[i]->setTitle(QCoreApplication::translate("Commands", titles[i]));
    m_timelineChoices->retranslate();
    for (int i = 0; i < Recent; ++i) fillMenu(static_cast<Menu>(i));
}

void CompareWindow::showKeys() {
    if (!m_keySheet)
        m_keySheet =
            new KeySheet(page(Side::B)->view()->keys(), m_actions + QList{m_link, m_undo, m_redo, m_swap}, this);
    m_keySheet->show();
    m_keySheet->raise();
    m_keySheet->activateWindow();
}

}  // namespace app
