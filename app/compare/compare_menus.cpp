// SPDX-License-Identifier: GPL-3.0-or-later
#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>

#include "app/compare/compare_window.h"
#include "app/compare/recent_comparisons.h"
#include "app/kit/commands/command_info.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/commands/key_sheet.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/preferences.h"
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
    MenuCount
};

/// A line of a menu: a command of the window, an action that lies in its tool bar, too, a command of the timeline that
/// was used last, or a menu.
struct CompareWindow::Row {
    Menu menu;
    int part;  ///< lines lie between its parts
    CommandInfo info;
    void (*run)(CompareWindow& window) = nullptr;
    QAction* CompareWindow::*own = nullptr;
    Command timeline = Command::Count;
    Menu below = MenuCount;

    constexpr Row(Menu in, int at, CommandInfo command, void (*what)(CompareWindow&))
        : menu(in), part(at), info(command), run(what) {}
    constexpr Row(Menu in, int at, QAction* CompareWindow::*action) : menu(in), part(at), own(action) {}
    constexpr Row(Menu in, int at, Command command) : menu(in), part(at), timeline(command) {}
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
    {Edit, 1, Command::CopyText},
    {Edit, 1, Command::CopyName},
    {Edit, 1, Command::CopyRawTimes},
    {Edit, 2, commands::kFind, [](CompareWindow& w) { w.front()->findBar()->open(); }},
    {Edit, 2, commands::kFindNext, [](CompareWindow& w) { w.front()->findBar()->next(); }},
    {Edit, 2, commands::kFindPrevious, [](CompareWindow& w) { w.front()->findBar()->previous(); }},
    {Edit, 2, Command::FindRow},
    {Edit, 2, Command::FilterThread},
    {Edit, 2, Command::FilterName},
    {Edit, 2, Command::ClearFilters},

    {View, 0, Command::ZoomIn},
    {View, 0, Command::ZoomOut},
    {View, 0, Command::ZoomToSelection},
    {View, 0, Command::FitSelected},
    {View, 0, Command::FitReport},
    {View, 1, &CompareWindow::m_link},
    {View, 1, &CompareWindow::m_stretch},
    {View, 1, &CompareWindow::m_alignEvents},
    {View, 1, &CompareWindow::m_swap},
    {View, 2, Command::TogglePin},
    {View, 2, Command::HideRow},
    {View, 2, Command::ShowOnlyRow},
    {View, 2, Command::ShowAllRows},
    {View, 2, Command::ToggleExpanded},
    {View, 2, Command::ExpandAll},
    {View, 2, Command::CollapseAll},
    {View, 2, Densities},
    {View, 2, Colours},
    {View, 2, Times},
    {View, 3, &CompareWindow::m_sideBySide},
    {View, 3, commands::kFullScreen, [](CompareWindow& w) { w.isFullScreen() ? w.showNormal() : w.showFullScreen(); }},

    {Colours, 0, Command::ColourByKind},
    {Colours, 0, Command::ColourByName},
    {Colours, 0, Command::ColourByStream},
    {Colours, 0, Command::ColourByDuration},
    {Colours, 0, Command::ColourByProcess},
    {Colours, 0, Command::ColourByCategory},

    {Go, 0, Command::Back},
    {Go, 0, Command::Forward},
    {Go, 0, Command::GoToStart},
    {Go, 0, Command::GoToEnd},
    {Go,
     0,
     {"goToTime", QT_TRANSLATE_NOOP("Commands", "Go to &Time…"), "Ctrl+G"},
     [](CompareWindow& w) { w.front()->timeBar()->open(); }},
    {Go, 1, Command::NextEvent},
    {Go, 1, Command::PreviousEvent},
    {Go, 1, Command::JumpToCorrelated},
    {Go, 1, Command::SelectEventRange},
    {Go, 1, Command::ClearSelection},
    {Go, 2, Command::AddMark},
    {Go, 2, Command::AddNote},
    {Go, 2, Command::NextMark},
    {Go, 2, Command::PreviousMark},

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
}

// Of actions that makeActions() and the tool bar have made.
void CompareWindow::makeMenus() {
    static_assert(std::tuple_size_v<decltype(m_menus)> == MenuCount);
    for (std::size_t i = 0; i < m_menus.size(); ++i) {
        m_menus[i] = i < Recent ? menuBar()->addMenu(QString()) : new QMenu(this);
        // What they hold belongs to the timeline that was used last.
        if (i < Recent) connect(m_menus[i], &QMenu::aboutToShow, this, [this, i] { fillMenu(static_cast<Menu>(i)); });
    }
    m_times = new QActionGroup(this);
    for (std::size_t i = 0; i < timeline::kTimeStyleCount; ++i) {
        QAction* action = m_times->addAction(QString());
        action->setCheckable(true);
        action->setData(static_cast<int>(i));
    }
    connect(m_times, &QActionGroup::triggered, this, [this](const QAction* action) {
        for (const ReportPage* p : m_pages) p->view()->run(Command::ClearTimeZero);
        preferences::kTimes.set(timeline::timeStyleId(static_cast<timeline::TimeStyle>(action->data().toInt())));
    });
    m_densities = new QActionGroup(this);
    for (const auto density : {timeline::Density::Compact, timeline::Density::Normal, timeline::Density::Tall}) {
        QAction* action = m_densities->addAction(QString());
        action->setCheckable(true);
        action->setData(static_cast<int>(density));
    }
    connect(m_densities, &QActionGroup::triggered, this, [this](const QAction* action) {
        front()->view()->setDensity(static_cast<timeline::Density>(action->data().toInt()));
    });
    m_menus[Densities]->addActions(m_densities->actions());
    m_menus[Times]->setToolTipsVisible(true);
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
        else if (row.timeline != Command::Count) menu->addAction(front()->view()->action(row.timeline));
        else menu->addAction(own ? own : this->*row.own);
    }
    if (which == File) {
        m_menus[Recent]->clear();
        RecentComparisons::fill(*m_menus[Recent], [this](const QString& a, const QString& b) { openOther(a, b); });
    }
    if (which != View) return;
    fillMenu(Colours);
    fillTimes();
    for (QAction* density : m_densities->actions())
        density->setChecked(density->data().toInt() == static_cast<int>(front()->view()->viewState().layout.density));
}

// What a report has no clock for is written as an offset there.
void CompareWindow::fillTimes() {
    const timeline::TimelineView* view = front()->view();
    const QString chosen = preferences::kTimes.value();
    for (QAction* action : m_times->actions()) {
        const auto style = static_cast<timeline::TimeStyle>(action->data().toInt());
        const QString why = view->snapshot() ? timeline::whyNoTimes(view->snapshot()->info(), style) : QString();
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? action->text() : why);
        action->setChecked(!view->viewState().zero && timeline::timeStyleFromId(chosen) == style && why.isEmpty());
    }
    QMenu* menu = m_menus[Times];
    menu->clear();
    menu->addActions(m_times->actions());
    menu->addSeparator();
    for (const Command command : {Command::UseTimeZero, Command::ClearTimeZero}) menu->addAction(view->action(command));
}

void CompareWindow::openOther(const QString& a, const QString& b) {
    auto* window = new CompareWindow(a, b, m_kept, parentWidget());
    window->setWindowFlag(Qt::Window);
    window->show();
}

void CompareWindow::retranslateMenus() {
    auto action = m_actions.cbegin();
    for (const Row& row : kRows)
        if (row.run) (*action++)->setText(app::textOf(row.info));
    const char* const titles[] = {menus::kFile,
                                  menus::kEdit,
                                  menus::kView,
                                  QT_TRANSLATE_NOOP("Commands", "&Go"),
                                  menus::kHelp,
                                  QT_TRANSLATE_NOOP("Commands", "&Recent Comparisons"),
                                  QT_TRANSLATE_NOOP("Commands", "Row &Height"),
                                  QT_TRANSLATE_NOOP("Commands", "&Colour By"),
                                  QT_TRANSLATE_NOOP("Commands", "T&imes")};
    static_assert(std::size(titles) == MenuCount);
    for (std::size_t i = 0; i < m_menus.size(); ++i)
        m_menus[i]->setTitle(QCoreApplication::translate("Commands", titles[i]));
    for (QAction* times : m_times->actions())
        times->setText(timeline::timeStyleText(static_cast<timeline::TimeStyle>(times->data().toInt())));
    m_densities->actions()[0]->setText(tr("Compact"));
    m_densities->actions()[1]->setText(tr("Normal"));
    m_densities->actions()[2]->setText(tr("Tall"));
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
