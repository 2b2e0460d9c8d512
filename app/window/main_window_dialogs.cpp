// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSysInfo>
#include <QToolBar>

#include "app/capture/capture_dialog.h"
#include "app/capture/capture_progress.h"
#include "app/capture/capture_run.h"
#include "app/compare/compare_window.h"
#include "app/kit/commands/key_sheet.h"
#include "app/kit/commands/own_shortcuts.h"
#include "app/kit/icons.h"
#include "app/kit/language.h"
#include "app/kit/tables/table.h"
#include "app/kit/theme.h"
#include "app/pictures/picture_dialog.h"
#include "app/preferences/preferences_dialog.h"
#include "app/report/live_view.h"
#include "app/report/pane.h"
#include "app/report/status_panel.h"
#include "app/share/share.h"
#include "app/window/compare_with_dialog.h"
#include "app/window/drop_overlay.h"
#include "app/window/layouts.h"
#include "app/window/layouts_dialog.h"
#include "app/window/main_window.h"
#include "app/window/main_window_commands.h"
#include "app/window/open_several_dialog.h"
#include "app/window/pane_docks.h"
#include "app/window/tour.h"
#include "importers/folder.h"

namespace app {
namespace {
constexpr QSize kFileDialog(900, 560);  // logical px; the toolkit's own is too small for long names
/// Of every importer, packed ones too.
constexpr int kMessageMs = 6000;
QString escaped(QString name) { return name.replace(u'&', QStringLiteral("&&")); }
QString reportNames() {
    QStringList names;
    for (const std::string_view ending : importers::reportEndings())
        names.append(QLatin1Char('*') + QString::fromLatin1(ending.data(), static_cast<qsizetype>(ending.size())));
    return names.join(QLatin1Char(' '));
}
}  // namespace

void MainWindow::chooseFiles() {
    auto* dialog = new QFileDialog(this, tr("Open Reports"), m_lastFolder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->resize(kFileDialog);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    // Formats are known by their content; names are no more than what tools usually give.
    dialog->setNameFilters({tr("Reports (%1)").arg(reportNames()), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openPaths);
    dialog->open();
}

void MainWindow::openFromClipboard() {
    const QStringList paths = pathsOf(QApplication::clipboard()->mimeData());
    if (!paths.isEmpty()) return openPaths(paths);
    m_status->showMessage(tr("The clipboard holds no path of a file. Copy a file or its path first."), kMessageMs);
}

void MainWindow::askHowToOpen(const QStringList& paths) {
    auto* dialog = new OpenSeveralDialog(paths, this);
    connect(dialog, &OpenSeveralDialog::tabsRequested, this, &MainWindow::openTabs);
    connect(dialog, &OpenSeveralDialog::mergeRequested, this, &MainWindow::openMerged);
    connect(dialog, &OpenSeveralDialog::compareRequested, this, &MainWindow::compare);
    dialog->open();
}

CompareWindow* MainWindow::compare(const QString& a, const QString& b) {
    auto* window = new CompareWindow(a, b, m_mode == Mode::Normal, this);
    window->setPreferences([this] { showPreferences(); });
    window->setWindowFlag(Qt::Window);
    window->show();
    return window;
}

// The report in front is what is compared; the other one is what it is compared with.
void MainWindow::chooseToCompare() {
    const ReportPage* page = currentPage();
    if (!page || page->document()->isMerged()) return;
    QStringList open;
    for (const ReportPage* other : pages())
        if (other != page && !other->document()->isMerged() && other->document()->state() == Document::State::Ready)
            open.append(other->document()->path());
    if (open.isEmpty()) return chooseFileToCompare();
    auto* dialog = new CompareWithDialog(page->document()->name(), open, this);
    connect(dialog, &CompareWithDialog::chosen, this,
            [this, b = page->document()->path()](const QString& a) { compare(a, b); });
    connect(dialog, &CompareWithDialog::fileRequested, this, &MainWindow::chooseFileToCompare);
    dialog->open();
}

void MainWindow::chooseFileToCompare() {
    const ReportPage* page = currentPage();
    if (!page) return;
    auto* dialog = new QFileDialog(this, tr("Compare %1 with").arg(page->document()->name()),
                                   QFileInfo(page->document()->path()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->resize(kFileDialog);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Reports (%1)").arg(reportNames()), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, b = page->document()->path()](const QString& a) { compare(a, b); });
    dialog->open();
}

void MainWindow::saveReportAs() {
    ReportPage* page = currentPage();
    if (!page) return;
    const QFileInfo source(page->document()->path());
    auto* dialog = new QFileDialog(this, tr("Save as Sightline Report"), source.path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->resize(kFileDialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("rep"));
    dialog->setNameFilter(tr("Sightline reports (*.rep)"));
    dialog->selectFile((page->document()->isMerged() ? QStringLiteral("merged") : source.completeBaseName()) +
                       QStringLiteral(".rep"));
    connect(dialog, &QFileDialog::fileSelected, page, &ReportPage::saveAs);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::updateActions);
    connect(page, &ReportPage::savingChanged, this, &MainWindow::updateActions, Qt::UniqueConnection);
    dialog->open();
}

void MainWindow::share(Share what) {
    ReportPage* page = currentPage();
    if (!page) return;
    const ShareDialog* dialog =
        what == Share::Html ? shareHtml(page, nullptr, this) : shareCopy(page, what == Share::Selection, this);
    connect(dialog, &ShareDialog::saveRequested, this, &MainWindow::updateActions);
    connect(page, &ReportPage::savingChanged, this, &MainWindow::updateActions, Qt::UniqueConnection);
}

CaptureDialog* MainWindow::showCapture() {
    if (!m_capture) {
        m_capture = new CaptureDialog(this);
        connect(m_capture, &CaptureDialog::sessionStarted, this, [this](const QString& folder) { openTabs({folder}); });
        connect(m_capture, &CaptureDialog::reportWritten, this, &MainWindow::onCaptured);
    }
    m_capture->show();
    m_capture->raise();
    m_capture->activateWindow();
    return m_capture;
}

// The tab that followed the session becomes its first report; further ones get tabs of their own. Where a flight
// recorder writes them, the tab itself says so.
void MainWindow::onCaptured(const QString& session, const QString& report) {
    ReportPage* tooLate = nullptr;  // it was about to follow what is over already
    for (ReportPage* page : pages()) {
        if (session.isEmpty() || page->document()->path() != session) continue;
        if (page->live() && page->live()->handleReport(report)) return;
        if (!page->live()) tooLate = page;
    }
    openTabs({report});
    if (tooLate) closePage(m_tabs->indexOf(tooLate));
}

void MainWindow::onLive(ReportPage* page) {
    if (m_capture && m_capture->run() && m_capture->run()->session() && page->live() &&
        m_capture->run()->session()->folder() == page->live()->session().folder())
        m_capture->progress()->setDrops(page->live()->drops());
}

PictureSource MainWindow::pictureSource() const {
    PictureSource source;
    source.window = const_cast<MainWindow*>(this);
    if (ReportPage* page = currentPage()) source.pages.push_back(page);
    for (Pane* pane : panes())
        if (pane->isVisible()) source.panes.push_back({pane, pane->pictureTitle(), pane->pictureAbout()});
    return source;
}

PictureDialog* MainWindow::exportPicture(PictureWhat what, QWidget* pane) {
    if (!m_pictureDialog)
        m_pictureDialog = new PictureDialog([this] { return pictureSource(); }, m_mode == Mode::Normal, this);
    m_pictureDialog->choose(what, pane);
    m_pictureDialog->show();
    m_pictureDialog->raise();
    m_pictureDialog->activateWindow();
    return m_pictureDialog;
}

// The pane that has the keyboard, else the timeline.
void MainWindow::exportWhatIsInFront() {
    for (QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget())
        if (auto* pane = qobject_cast<Pane*>(w)) {
            exportPicture(PictureWhat::Pane, pane);
            return;
        }
    exportPicture(currentPage() ? PictureWhat::View : PictureWhat::Window);
}

void MainWindow::floatPane(const QString& name, const QSize& size) {
    QDockWidget* dock = dockOf(paneOf(name.section(u':', 0, 0)));
    if (!dock) return;
    dock->setFloating(true);
    dock->resize(size);
}

void MainWindow::copyPicture(PictureWhat what) {
    PictureRequest request;
    request.what = what;
    request.theme = themeManager()->theme();
    request.footer = what != PictureWhat::Window;
    const Picture picture(pictureSource(), request);
    if (picture.size().isEmpty()) return;
    QMimeData* mime = mimeOf(picture);
    const QSize pixels = qvariant_cast<QImage>(mime->imageData()).size();
    QApplication::clipboard()->setMimeData(mime);
    m_status->showMessage(
        tr("The picture (%1 × %2 pixels) is on the clipboard.").arg(pixels.width()).arg(pixels.height()), kMessageMs);
}

PreferencesDialog* MainWindow::showPreferences() {
    if (!m_preferences) {
        PreferenceSources sources;
        for (const Pane* pane : panes()) sources.panes.append({pane->id(), pane->title()});
        sources.commands = [this] { return keyedCommands(); };
        m_preferences = new PreferencesDialog(std::move(sources), this);
    }
    m_preferences->show();
    m_preferences->raise();
    m_preferences->activateWindow();
    return m_preferences;
}

void MainWindow::showKeys() {
    if (!m_keySheet) m_keySheet = new KeySheet(timelineKeys(), m_commands->all(), this);
    m_keySheet->show();
    m_keySheet->raise();
    m_keySheet->activateWindow();
}

QWidget* MainWindow::buttonOf(const char* command) const {
    return m_toolBar->widgetForAction(m_commands->action(command));
}

void MainWindow::showTour() { new Tour(*this); }

void MainWindow::showAbout() {
    auto* box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Sightline"));
    box->setIconPixmap(applicationIcon().pixmap(64));
    box->setText(QStringLiteral("<h3>Sightline %1</h3>").arg(QCoreApplication::applicationVersion().toHtmlEscaped()));
    box->setInformativeText(
        tr("<p>A timeline analyzer for GPU programs. Nothing is ever uploaded.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later. "
           "It uses Qt, SQLite, zstd, LZ4, xxHash, fmt, CLI11 and tl::expected.</p>"));
    const QString system =
        QStringLiteral("Sightline %1\nQt %2\n%3 (%4)\nplatform %5\nlanguage %6\nscale %7\n")
            .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion()), QSysInfo::prettyProductName(),
                 QSysInfo::currentCpuArchitecture(), QApplication::platformName(), currentLanguage())
            .arg(devicePixelRatioF());
    const QPushButton* copy = box->addButton(tr("Copy System Information"), QMessageBox::ActionRole);
    box->addButton(QMessageBox::Close);
    connect(copy, &QPushButton::clicked, box, [system] { copyText(system); });
    box->open();
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
