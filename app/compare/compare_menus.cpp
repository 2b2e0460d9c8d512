// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QMenu>
#include <QMenuBar>

#include "app/compare/compare_window.h"
#include "app/kit/commands/command_info.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/commands/key_sheet.h"
#include "app/kit/manual/manual_place.h"
#include "app/report/find_bar.h"
#include "app/report/report_page.h"
#include "app/share/share.h"

namespace app {

enum CompareWindow::Menu : std::uint8_t { File, Edit, View, Help };

/// A line of a menu: a command of the window, or an action that lies in its tool bar, too.
struct CompareWindow::Row {
    Menu menu;
    int part;  ///< lines lie between its parts
    CommandInfo info;
    void (*run)(CompareWindow& window);
    QAction* CompareWindow::*own = nullptr;

    constexpr Row(Menu in, int at, CommandInfo command, void (*what)(CompareWindow&))
        : menu(in), part(at), info(command), run(what) {}
    constexpr Row(Menu in, int at, QAction* CompareWindow::*action) : menu(in), part(at), run(nullptr), own(action) {}
};

constinit const CompareWindow::Row CompareWindow::kRows[] = {
    {File, 0, commands::kExportPicture, [](CompareWindow& w) { w.exportPicture(); }},
    {File, 0, commands::kShareHtml, [](CompareWindow& w) { shareHtml(w.page(Side::B), w.page(Side::A), &w); }},
    {File,
     1,
     {"closeWindow", QT_TRANSLATE_NOOP("Commands", "&Close Window"), "Ctrl+W"},
     [](CompareWindow& w) { w.close(); }},
    {Edit, 0, &CompareWindow::m_undo},
    {Edit, 0, &CompareWindow::m_redo},
    {Edit, 1, commands::kFind, [](CompareWindow& w) { w.front()->findBar()->open(); }},
    {Edit, 1, commands::kFindNext, [](CompareWindow& w) { w.front()->findBar()->next(); }},
    {Edit, 1, commands::kFindPrevious, [](CompareWindow& w) { w.front()->findBar()->previous(); }},
    {View, 0, &CompareWindow::m_link},
    {View, 0, &CompareWindow::m_stretch},
    {View, 0, &CompareWindow::m_alignEvents},
    {View, 1, &CompareWindow::m_sideBySide},
    {View, 1, commands::kFullScreen, [](CompareWindow& w) { w.isFullScreen() ? w.showNormal() : w.showFullScreen(); }},
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
    for (std::size_t i = 0; i < m_menus.size(); ++i) m_menus[i] = menuBar()->addMenu(QString());
    auto action = m_actions.cbegin();
    for (const Row& row : kRows) {
        QMenu* menu = m_menus[row.menu];
        if (!menu->isEmpty() && menu->property("part").toInt() != row.part) menu->addSeparator();
        menu->setProperty("part", row.part);
        menu->addAction(row.run ? *action++ : this->*row.own);
    }
}

void CompareWindow::retranslateMenus() {
    auto action = m_actions.cbegin();
    for (const Row& row : kRows)
        if (row.run) (*action++)->setText(app::textOf(row.info));
    const char* const titles[] = {menus::kFile, menus::kEdit, menus::kView, menus::kHelp};
    for (std::size_t i = 0; i < m_menus.size(); ++i)
        m_menus[i]->setTitle(QCoreApplication::translate("Commands", titles[i]));
}

ReportPage* CompareWindow::front() const {
    const QWidget* focus = QApplication::focusWidget();
    return page(focus && page(Side::A)->isAncestorOf(focus) ? Side::A : Side::B);
}

void CompareWindow::showKeys() {
    if (!m_keySheet)
        m_keySheet = new KeySheet(page(Side::B)->view()->keys(), m_actions + QList{m_link, m_undo, m_redo}, this);
    m_keySheet->show();
    m_keySheet->raise();
    m_keySheet->activateWindow();
}

}  // namespace app
