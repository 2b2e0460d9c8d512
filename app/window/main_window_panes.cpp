// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDockWidget>
#include <QInputDialog>
#include <QMenu>
#include <QTabWidget>
#include <QToolBar>
#include <algorithm>

#include "app/kit/preferences.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/report/status_panel.h"
#include "app/window/layouts_dialog.h"
#include "app/window/main_window.h"
#include "app/window/main_window_commands.h"
#include "app/window/pane_docks.h"
#include "app/window/pane_table.h"

namespace app {
namespace {

constexpr int kProfileHeight =
    420;  // logical px, with kernels that were profiled: their numbers are what one opened the report for
constexpr int kMessageMs = 6000;

QString escaped(QString name) { return name.replace(u'&', QStringLiteral("&&")); }

}  // namespace

void MainWindow::makePanes() {
    for (const PaneInfo& info : paneTable()) {
        Pane* pane = info.make();
        pane->setIdentity(QLatin1String(info.id), info.title);
        pane->setHosts([this] {
            QList<PaneHost*> hosts;
            for (const ReportPage* page : pages()) hosts.append(page->host());
            return hosts;
        });
        connect(pane, &Pane::chipsChanged, this, &MainWindow::updateChips);
        connect(pane, &Pane::pictureRequested, this, [this, pane] { exportPicture(PictureWhat::Pane, pane); });
        m_panes.append(pane);
        m_docks->add(pane);
    }
    connect(m_docks, &PaneDocks::left, this, &MainWindow::goToTimeline);
    connect(m_docks, &PaneDocks::menuRequested, this, &MainWindow::showPaneMenu);
}

void MainWindow::bringToFront(const Pane* pane) { m_docks->bringToFront(dockOf(pane)); }
void MainWindow::raiseIfOpen(const Pane* pane) { m_docks->raiseIfOpen(dockOf(pane)); }

Pane* MainWindow::paneOf(const QString& id) const {
    const auto at = std::find_if(m_panes.begin(), m_panes.end(), [&id](const Pane* pane) { return pane->id() == id; });
    return at == m_panes.end() ? nullptr : *at;
}

bool MainWindow::showPane(const QString& name) {
    Pane* pane = paneOf(name.section(u':', 0, 0));
    if (!pane) return false;
    bringToFront(pane);
    const QString part = name.section(u':', 1);
    return part.isEmpty() || pane->showPart(part);
}

QString MainWindow::whyNoPane(const QString& name) const {
    const QString id = name.section(u':', 0, 0);
    if (const Pane* pane = paneOf(id)) return pane->whyNoPart(name.section(u':', 1));
    QStringList ids;
    for (const Pane* pane : panes()) ids.append(pane->id());
    return tr("There is no pane “%1”. There are %2.").arg(id, ids.join(QStringLiteral(", ")));
}

QDockWidget* MainWindow::dockOf(const Pane* pane) const { return m_docks->dockOf(pane); }

void MainWindow::resetLayout() {
    m_docks->placeAll();
    m_toolBar->show();
    m_docksShown = true;
    m_layouts[static_cast<std::size_t>(m_kind)].clear();
    onCurrentChanged();
    if (const ReportPage* page = currentPage(); page && kindOf(*page)) showFirstPane(*page);
}

// Docks are about reports: on the start page they would be empty frames. Their layout is put aside meanwhile.
void MainWindow::showDocks(bool shown) {
    if (shown == m_docksShown) return;
    QByteArray& layout = m_layouts[static_cast<std::size_t>(m_kind)];
    if (!shown) {
        layout = m_docks->state();
        for (QDockWidget* dock : m_docks->all()) dock->hide();
    } else if (!m_docks->restore(layout)) {
        m_docks->placeAll();
        m_toolBar->show();
    }
    m_docksShown = shown;
    for (QDockWidget* dock : m_docks->all()) dock->toggleViewAction()->setEnabled(shown);
}

// Each kind of report has the arrangement that it was given. One without any begins with what is there.
void MainWindow::followKind() {
    const ReportPage* page = currentPage();
    const std::optional<ReportKind> kind = page && m_docksShown ? kindOf(*page) : std::nullopt;
    if (!kind || *kind == m_kind) return;
    const QByteArray before = m_docks->state();
    m_layouts[static_cast<std::size_t>(std::exchange(m_kind, *kind))] = before;
    const QByteArray& wanted = m_layouts[static_cast<std::size_t>(m_kind)];
    if (!wanted.isEmpty() && wanted != before) m_docks->restore(wanted);
}

// The rows of such a report say little; what was measured is in the pane.
void MainWindow::showKernelProfiles() {
    bringToFront(pane<KernelProfilePane>());
    QDockWidget* dock = dockOf(pane<KernelProfilePane>());
    const bool arranged = !m_layouts[static_cast<std::size_t>(ReportKind::Kernels)].isEmpty();
    if (!arranged && !m_docks->isFloating(dock) && dock->height() < kProfileHeight)
        resizeDocks({dock}, {std::min(kProfileHeight, height() / 2)}, Qt::Vertical);
}

// The pane that a person wants to see first in a report of that kind.
void MainWindow::showFirstPane(const ReportPage& page) {
    const model::SnapshotPtr& report = page.document()->snapshot();
    const bool hasKernels = report && report->profileCount() > 0;
    const ReportKind kind = kindOf(page).value_or(hasKernels ? ReportKind::Kernels : ReportKind::Trace);
    const QString wanted = panePreference(kind).value();
    if (kind == ReportKind::Kernels && (wanted.isEmpty() || wanted == QLatin1String(kKernelPaneId)))
        return showKernelProfiles();
    const bool hasContent = kind == ReportKind::Live || hasKernels || (report && report->eventCount() > 0);
    if (const Pane* pane = paneOf(wanted); pane && hasContent) bringToFront(pane);
}

// The same key goes there and back.
void MainWindow::goToPane(const Pane* pane) {
    if (!m_docksShown) return;
    const QWidget* focus = QApplication::focusWidget();
    if (focus && (focus == pane || pane->isAncestorOf(focus))) return goToTimeline();
    m_docks->focus(dockOf(pane));
}

void MainWindow::goToTimeline() {
    activateWindow();
    if (ReportPage* page = currentPage()) page->view()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::cycleFocus(int direction) {
    QWidgetList stops;
    if (QWidget* centre = m_tabs->currentWidget()) stops.append(centre);
    for (QDockWidget* dock : m_docks->all())
        if (PaneDocks::isInFront(dock)) stops.append(dock->widget());
    if (stops.isEmpty()) return;
    qsizetype at = 0;
    const QWidget* focus = QApplication::focusWidget();
    for (qsizetype i = 0; i < stops.size(); ++i)
        if (focus && (stops[i] == focus || stops[i]->isAncestorOf(focus))) at = i;
    QWidget* target = stops[(at + direction + stops.size()) % stops.size()];
    if (qobject_cast<ReportPage*>(target)) return goToTimeline();
    if (QDockWidget* dock = m_docks->dockOf(target)) return m_docks->focus(dock);
    for (QWidget* child : target->findChildren<QWidget*>())
        if (child->isVisible() && (child->focusPolicy() & Qt::TabFocus))
            return child->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::toggleFloating() {
    if (QDockWidget* dock = m_docks->current()) {
        m_docks->setFloating(dock, !m_docks->isFloating(dock));
        m_docks->focus(dock);
    }
}

void MainWindow::movePane(Qt::DockWidgetArea area) {
    if (QDockWidget* dock = m_docks->current()) {
        m_docks->moveTo(dock, area);
        m_docks->focus(dock);
    }
}

void MainWindow::splitPane(bool below) {
    if (QDockWidget* dock = m_docks->current()) {
        m_docks->split(dock, below ? PaneDocks::Side::Below : PaneDocks::Side::Right);
        m_docks->focus(dock);
    }
}

// About the pane that has the keyboard: its name stands on the menu and on its first line.
void MainWindow::fillArrangeMenu() {
    QMenu* menu = m_commands->menus[Commands::Arrange];
    m_commands->fill(Commands::Arrange, currentPage());
    QDockWidget* dock = m_docksShown ? m_docks->current() : nullptr;
    menu->setTitle(dock ? tr("&Arrange “%1”").arg(escaped(dock->windowTitle())) : tr("&Arrange the Pane"));
    menu->menuAction()->setEnabled(dock);
    if (!dock) return;
    m_commands->action("floatPane")->setText(m_docks->isFloating(dock) ? tr("&Dock It Again") : tr("&Float"));
    for (const char* split : {"splitRight", "splitBelow"})
        m_commands->action(split)->setEnabled(m_docks->isAmongTabs(dock));
    const QList<QDockWidget*> targets = m_docks->targetsFor(dock);
    if (targets.isEmpty()) return;
    menu->addSeparator();
    const auto add = [&](const char* id, const QString& title, const auto& place) {
        QMenu* below = menu->findChild<QMenu*>(QLatin1String(id), Qt::FindDirectChildrenOnly);
        if (!below) {
            below = new QMenu(menu);
            below->setObjectName(QLatin1String(id));
        }
        below->clear();
        below->setTitle(title);
        menu->addMenu(below);
        for (QDockWidget* target : targets)
            below->addAction(escaped(target->windowTitle()), this, [this, dock, target, place] {
                place(dock, target);
                m_docks->focus(dock);
            });
    };
    const auto beside = [this](PaneDocks::Side side) {
        return [this, side](QDockWidget* d, QDockWidget* target) { m_docks->placeBeside(d, target, side); };
    };
    add("leftOf", tr("Left of"), beside(PaneDocks::Side::Left));
    add("rightOf", tr("Right of"), beside(PaneDocks::Side::Right));
    add("above", tr("Above"), beside(PaneDocks::Side::Above));
    add("below", tr("Below"), beside(PaneDocks::Side::Below));
    add("intoTabs", tr("Into the Tabs of"),
        [this](QDockWidget* d, QDockWidget* target) { m_docks->addToTabs(d, target); });
}

void MainWindow::showPaneMenu(QDockWidget* dock, const QPoint& where) {
    m_docks->setCurrent(dock);
    fillArrangeMenu();
    m_commands->menus[Commands::Arrange]->popup(where);
}

void MainWindow::fillLayoutMenu() {
    QMenu* menu = m_commands->menus[Commands::Layouts];
    menu->clear();
    for (const QString& name : layouts::names())
        menu->addAction(escaped(name), this, [this, name] { useLayout(name); })->setEnabled(m_docksShown);
    if (!menu->isEmpty()) menu->addSeparator();
    menu->addActions(
        {m_commands->action("saveLayout"), m_commands->action("layouts"), m_commands->action("resetLayout")});
}

bool MainWindow::useLayout(const QString& name) {
    if (m_docksShown && m_docks->restore(layouts::state(name))) return true;
    m_status->showMessage(m_docksShown
                              ? tr("The layout “%1” cannot be used: another version of Sightline saved it.").arg(name)
                              : tr("Layouts are for reports. Open one first."),
                          kMessageMs);
    return false;
}

void MainWindow::saveLayoutAs() {
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("saveLayoutAs"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save Layout"));
    dialog->setLabelText(tr("Name of the layout; one that exists is replaced:"));
    // The names that are there can be chosen, too.
    dialog->setComboBoxEditable(true);
    dialog->setComboBoxItems(QStringList{QString()} + layouts::names());
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this](const QString& name) { layouts::keep(name, m_docks->state()); });
    dialog->open();
}

LayoutsDialog* MainWindow::showLayouts() {
    if (!m_layoutsDialog) {
        m_layoutsDialog = new LayoutsDialog(this);
        connect(m_layoutsDialog, &LayoutsDialog::chosen, this, &MainWindow::useLayout);
    }
    m_layoutsDialog->show();
    m_layoutsDialog->raise();
    m_layoutsDialog->activateWindow();
    return m_layoutsDialog;
}

}  // namespace app
