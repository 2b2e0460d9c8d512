// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenuBar>
#include <QMouseEvent>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <algorithm>

#include "app/compare/compare_window.h"
#include "app/compare/difference_pane.h"
#include "app/kit/chip_bar.h"
#include "app/kit/commands/key_sheet.h"
#include "app/kit/file_text.h"
#include "app/kit/icons.h"
#include "app/kit/language.h"
#include "app/kit/preferences.h"
#include "app/kit/style.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/import_log_pane.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/report/bars/headline_bar.h"
#include "app/report/error_page.h"
#include "app/report/live_session.h"
#include "app/report/pane_host.h"
#include "app/report/span_choice.h"
#include "app/report/status_panel.h"
#include "app/window/drop_overlay.h"
#include "app/window/layouts.h"
#include "app/window/main_window_commands.h"
#include "app/window/pane_docks.h"
#include "app/window/pane_table.h"
#include "app/window/recent_files.h"
#include "app/window/report_tabs.h"
#include "app/window/start_page.h"
#include "timeline/look/format.h"
#include "timeline/rows/colouring.h"

namespace app {
namespace {
constexpr int kProfileHeight =
    420;  // logical px, with kernels that were profiled: their numbers are what one opened the report for
constexpr QPoint kCascade(32, 32);  // logical px from one window to the next
bool isQuitting = false;            // of the window's thread

timeline::Command commandOf(timeline::ColourBy by) {
    return static_cast<timeline::Command>(static_cast<int>(timeline::Command::ColourByKind) + static_cast<int>(by));
}

/// What the colours of a timeline mean: groups with their colours, as far as they are known beforehand.
QString coloursText(const timeline::TimelineView& view) {
    constexpr int kMost = 24;
    const timeline::Colouring colouring(view.viewState().colours, view.theme(), view.snapshot());
    QString out;
    for (timeline::Colouring::Group g = 1; g <= kMost && !colouring.text(g).isEmpty(); ++g)
        out += QStringLiteral("<div><span style='color:%1'>■</span> %2</div>")
                   .arg(QColor::fromRgb(colouring.look(g).fill).name(), colouring.text(g).toHtmlEscaped());
    return out.isEmpty() ? MainWindow::tr("Bars are not coloured by their kind") : out;
}
}  // namespace

MainWindow::MainWindow(Mode mode, QWidget* parent)
    : QMainWindow(parent), m_mode(mode), m_commands(std::make_unique<Commands>()), m_tabs(new ReportTabs(this)),
      m_recent(sharedRecentFiles()), m_docks(new PaneDocks(this)), m_status(new StatusPanel(this)),
      m_drop(new DropOverlay(this)), m_toolBar(new QToolBar(this)), m_chips(new ChipBar) {
    setObjectName(QStringLiteral("mainWindow"));
    if (m_mode == Mode::Normal) windows().append(this);
    setWindowIcon(applicationIcon());
    // Only grouped dragging lets a pane be dragged out of the tabs by its tab.
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    m_tabs->tabBar()->installEventFilter(this);
    m_tabs->tabBar()->setContextMenuPolicy(Qt::CustomContextMenu);
    setCentralWidget(m_tabs);
    setStatusBar(m_status);
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    m_toolBar->setIconSize({18, 18});
    m_toolBar->setMovable(false);
    m_toolBar->setToolButtonStyle(Qt::ToolButtonIconOnly);
    addToolBar(m_toolBar);
    m_chipsAction = m_toolBar->addWidget(m_chips);
    makePanes();
    makeActions();
    makeMenus();

    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::onCurrentChanged);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closePage);
    connect(m_tabs->tabBar(), &QWidget::customContextMenuRequested, this, &MainWindow::showTabMenu);
    connect(m_drop, &DropOverlay::dropped, this, &MainWindow::openPaths);
    connect(m_drop, &DropOverlay::droppedToCompare, this,
            [this](const QString& other) { compare(other, currentPage()->document()->path()); });
    m_drop->setFront([this] {
        const ReportPage* page = currentPage();
        return page && page->document()->state() == Document::State::Ready && !page->document()->isMerged()
                   ? page->document()->name()
                   : QString();
    });
    connect(m_status, &StatusPanel::notesClicked, this, [this] {
        bringToFront(pane<ImportLogPane>());
        pane<ImportLogPane>()->showSection(ImportLogPane::Notes);
    });

    connect(preferenceChanges(), &PreferenceChanges::changed, this, &MainWindow::follow);
    setAnimated(motionIsWanted());

    resize(1360, 860);
    resetLayout();
    if (m_mode == Mode::Normal) {
        restoreGeometry(preferences::kGeometry.value());
        // Docks come with the first report.
        for (std::size_t i = 0; i < kReportKindCount; ++i)
            if (const QByteArray kept = layoutPreference(static_cast<ReportKind>(i)).value(); !kept.isEmpty())
                m_layouts[i] = kept;
        m_lastFolder = preferences::kFolder.value();
    }
    showStartPage();
    retranslate();
}

MainWindow::~MainWindow() {
    windows().removeAll(this);
    // Pages tell the window about their end; it is too late to listen.
    m_tabs->disconnect(this);
    for (ReportPage* page : pages()) page->disconnect(this);
    for (Pane* pane : panes()) pane->setHost(nullptr);
    m_status->setPage(nullptr);
}

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

void MainWindow::settle() {
    m_docks->updateTitles();
    for (Pane* pane : panes()) pane->refreshNow();
    m_status->refreshNow();
    QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

ReportPage* MainWindow::currentPage() const { return qobject_cast<ReportPage*>(m_tabs->currentWidget()); }

QList<ReportPage*> MainWindow::pages() const {
    QList<ReportPage*> out;
    for (int i = 0; i < m_tabs->count(); ++i)
        if (auto* page = qobject_cast<ReportPage*>(m_tabs->widget(i))) out.append(page);
    return out;
}

void MainWindow::openPaths(const QStringList& paths) {
    const bool folder = std::any_of(paths.begin(), paths.end(), [](const QString& path) {
        return QFileInfo(path).isDir() && !LiveSession::isSession(path);
    });
    const auto isOpen = [this](const QString& path) {
        for (const ReportPage* page : pages())
            if (!page->document()->isMerged() && page->document()->path() == path) return true;
        return false;
    };
    // What is open already needs no question.
    const bool ask = folder || (paths.size() > 1 && !std::all_of(paths.begin(), paths.end(), isOpen));
    if (ask) askHowToOpen(paths);
    else openTabs(paths);
    if (isMinimized()) showNormal();
    if (ask) return;
    raise();
    activateWindow();
}

void MainWindow::openTabs(const QStringList& paths) {
    for (const QString& path : paths) openFile(path);
}

ReportPage* MainWindow::openMerged(const QStringList& paths, importers::Align align) {
    auto* page = new ReportPage(paths, align, this);
    addPage(page);
    return page;
}

ReportPage* MainWindow::openFile(const QString& path) {
    for (ReportPage* page : pages()) {
        if (page->document()->isMerged() || page->document()->path() != path) continue;
        m_tabs->setCurrentWidget(page);
        return page;
    }
    // The sample starts afresh each time: it lies in a folder of the program.
    const bool kept = m_mode == Mode::Normal && path != samplePath();
    auto* page = new ReportPage(path, kept ? ReportPage::View::Kept : ReportPage::View::Throwaway, this);
    addPage(page);
    return page;
}

void MainWindow::addPage(ReportPage* page) {
    const QString path = page->document()->path();
    connect(page, &ReportPage::titleChanged, this, [this, page] { updateTab(page); });
    connect(page, &ReportPage::openRequested, this, &MainWindow::chooseFiles);
    connect(page, &ReportPage::fileRequested, this, [this](const QString& file) { openTabs({file}); });
    connect(page, &ReportPage::ready, this, [this, page] { onReady(page); });
    connect(page, &ReportPage::liveChanged, this, [this, page] { onLive(page); });
    connect(page, &ReportPage::paneRequested, this, &MainWindow::showPane);
    connect(page->headlineBar(), &HeadlineBar::secondTriggered, this, [this] {
        m_commands->action("headline")->setChecked(false);
        for (ReportPage* other : pages()) other->headlineBar()->hide();
    });
    connect(page->document(), &Document::stateChanged, this, [this, page] {
        if (page == currentPage()) showDocks(page->document()->state() != Document::State::Failed);
        updateActions();
    });
    connect(page->view(), &timeline::TimelineView::selectionChanged, this, [this] {
        updateActions();
        updateChips();
    });
    connect(page->view(), &timeline::TimelineView::filtersChanged, this, &MainWindow::updateChips);
    for (const timeline::CommandInfo& c : timeline::commands())
        if (c.group == timeline::CommandGroup::Colours)
            connect(page->view()->action(c.command), &QAction::toggled, this, &MainWindow::updateChips);
    connect(page->view(), &timeline::TimelineView::keySheetRequested, this, &MainWindow::showKeys);
    connect(page->view(), &timeline::TimelineView::selectionSaveRequested, this, [this] { share(Share::Selection); });
    connect(page->view(), &timeline::TimelineView::eventsRequested, this, [this](model::TrackId track) {
        bringToFront(pane<EventsPane>());
        pane<EventsPane>()->showTrack(track);
    });
    connect(page->view(), &timeline::TimelineView::spanDrawn, this, [this] { raiseIfOpen(pane<SelectionPane>()); });
    connect(page->view(), &timeline::TimelineView::eventClicked, this, [this] { raiseIfOpen(pane<DetailsPane>()); });
    connect(page->host(), &PaneHost::frontRequested, this, [this, page] { m_tabs->setCurrentWidget(page); });
    connect(page->host(), &PaneHost::compareRequested, this, [this, page](const PaneHost* with, const QString& name) {
        compare(with->path(), page->document()->path())->differences()->filterEdit()->setText(name);
    });
    connect(page->findBar(), &FindBar::showRequested, this,
            [this, page](FindBar::Show how, const FilterRequest& filter, FindBar::Scope scope) {
                showHits(page, how, filter, scope);
            });
    const int tab = m_tabs->addTab(page, page->title());
    constexpr qsizetype kMostNamed = 20;
    const QStringList& all = page->document()->paths();
    QStringList named = all.first(std::min(kMostNamed, all.size()));
    if (all.size() > kMostNamed) named.append(QStringLiteral("…"));
    m_tabs->setTabToolTip(tab, shownPath(named.join(u'\n')));
    m_tabs->setCurrentIndex(tab);
    if (m_start) closePage(m_tabs->indexOf(m_start));
    m_lastFolder = QFileInfo(path).path();
    page->view()->setFocus();
    if (page->live()) showFirstPane(*page);
    if (m_mode == Mode::Normal) preferences::kEndedCleanly.set(false);
    saveSession();
}

// All hits in a pane; statistics are about a span: the whole report where none is selected.
void MainWindow::showHits(ReportPage* page, FindBar::Show how, const FilterRequest& filter, FindBar::Scope scope) {
    auto* events = pane<EventsPane>();
    auto* selection = pane<SelectionPane>();
    bringToFront(how == FindBar::Show::Table ? static_cast<Pane*>(events) : selection);
    const bool screen = scope == FindBar::Scope::Screen;
    if (how == FindBar::Show::Table) {
        events->span()->setSpan(scope == FindBar::Scope::Selection ? SpanChoice::Span::Selection
                                                                   : SpanChoice::Span::Whole);
        events->setRows(screen ? EventsPane::Rows::Screen : EventsPane::Rows::Report);
        return events->setFilter(filter);
    }
    if (scope != FindBar::Scope::Selection || !page->view()->viewState().selection) {
        const model::TimeRange whole = page->document()->snapshot()->whole();
        page->view()->setSelection(whole);
    }
    selection->setAllRows(!screen);
    selection->setFilter(filter);
}

// Everything that leaves something out, of the timeline and of the panes.
void MainWindow::updateChips() {
    QList<Chip> chips;
    if (const ReportPage* page = currentPage(); page && page->document()->state() != Document::State::Failed) {
        timeline::TimelineView* view = page->view();
        if (const auto selection = view->viewState().selection)
            chips.append({tr("Span: %1").arg(timeline::formatDuration(selection->length())),
                          tr("Panes are about the selected span of time"),
                          [view] { view->setSelection(std::nullopt); }});
        if (const auto by = view->viewState().colours; by != timeline::ColourBy::Kind)
            chips.append({timeline::commandText(commandOf(by)), coloursText(*view),
                          [view] { view->run(timeline::Command::ColourByKind); }});
        for (const timeline::ActiveFilter& f : view->filters())
            chips.append(
                {f.text, tr("The timeline shows only that"), [view, kind = f.kind] { view->removeFilter(kind); }});
        for (const Pane* pane : panes()) chips.append(pane->chips());
    }
    m_chips->setChips(std::move(chips));
}

void MainWindow::showStartPage() {
    if (!m_start) {
        m_start = new StartPage(m_recent.get(), this);
        connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFiles);
        connect(m_start, &StartPage::captureRequested, this, &MainWindow::showCapture);
        connect(m_start, &StartPage::fileRequested, this, &MainWindow::openEntry);
        connect(m_start, &StartPage::comparisonRequested, this, &MainWindow::compare);
        m_tabs->addTab(m_start, tr("Start"));
    }
    m_tabs->setCurrentWidget(m_start);
    onCurrentChanged();
}

void MainWindow::closePage(int tab) {
    QWidget* widget = m_tabs->widget(tab);
    if (!widget) return;
    if (widget == m_start) {
        if (m_tabs->count() == 1) return;
        m_start = nullptr;
    }
    widget->disconnect(this);
    m_tabs->removeTab(tab);
    widget->deleteLater();
    if (m_tabs->count() == 0) showStartPage();
    onCurrentChanged();
}

void MainWindow::updateTab(ReportPage* page) {
    const int tab = m_tabs->indexOf(page);
    if (tab < 0) return;
    m_tabs->setTabText(tab, page->title());
    if (page == currentPage()) setWindowTitle(tr("%1 — Sightline", "window title").arg(page->title()));
}

void MainWindow::onReady(ReportPage* page) {
    if (page == currentPage()) {
        followKind();
        showFirstPane(*page);
    }
    const model::SnapshotPtr report = page->document()->snapshot();
    // Nothing is drawn of such a report: why that is stands in its health.
    if (page == currentPage() && report && report->eventCount() == 0 && report->profileCount() == 0 &&
        !report->store().diagnostics().list().empty()) {
        bringToFront(pane<ImportLogPane>());
        pane<ImportLogPane>()->showSection(ImportLogPane::Health);
    }
    if (m_mode == Mode::Normal) page->tellHeadline();
    if (m_mode != Mode::Normal || page->document()->state() != Document::State::Ready || page->document()->isMerged() ||
        QFileInfo(page->document()->path()).isDir())
        return;
    m_recent->add(page->document()->path());
    if (page->document()->snapshot()->eventCount() > 0)
        for (const auto theme : {timeline::Theme::Light, timeline::Theme::Dark})
            m_recent->setThumbnail(page->document()->path(), theme, page->thumbnail(theme));
    saveSession();
}

void MainWindow::onCurrentChanged() {
    ReportPage* page = currentPage();
    for (Pane* pane : panes()) pane->setHost(page ? page->host() : nullptr);
    m_status->setPage(page);
    showDocks(page && page->document()->state() != Document::State::Failed);
    followKind();
    m_tabs->tabBar()->setVisible(!(m_tabs->count() == 1 && m_start));
    setWindowTitle(page ? tr("%1 — Sightline", "window title").arg(page->title()) : QStringLiteral("Sightline"));
    fillToolBar();
    followKeys();
    updateActions();
}

void MainWindow::openEntry(const QString& entry) {
    const QStringList files = entry.split(u'\n');
    if (files.size() > 1) openMerged(files, importers::Align::Auto);
    else openFile(entry);
}

QList<MainWindow*>& MainWindow::windows() {
    static QList<MainWindow*> all;
    return all;
}

const QList<MainWindow*>& MainWindow::openWindows() { return windows(); }

MainWindow* MainWindow::openWindow() {
    saveSettings();  // the new one looks like this one
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (window->isMaximized() || window->isFullScreen()) window->setWindowState(Qt::WindowNoState);
    window->move(pos() + kCascade);
    window->show();
    window->activateWindow();
    return window;
}

void MainWindow::quit() {
    const QList<MainWindow*> all = windows();
    if (all.isEmpty()) return;
    all.front()->saveSession();
    isQuitting = true;
    for (MainWindow* window : all) window->close();
    isQuitting = false;
}

void MainWindow::restoreSession() {
    QStringList there;
    QList<QStringList> byWindow{{}};
    for (const QString& entry : preferences::kSessionFiles.value()) {
        if (entry.isEmpty()) byWindow.append(QStringList());
        const QStringList parts = entry.split(u'\n');
        if (!std::all_of(parts.begin(), parts.end(), [](const QString& file) { return QFileInfo(file).isFile(); }))
            continue;
        there.append(entry);
        byWindow.last().append(entry);
    }
    if (there.isEmpty()) return;
    if (!preferences::kEndedCleanly.value()) {
        // Perhaps one of them was the reason: the person decides.
        if (m_start) m_start->offerRestore(there);
        return;
    }
    if (!preferences::kRestoreSession.value()) return;
    const int current = preferences::kSessionCurrent.value();  // before what is opened here becomes the session
    byWindow.removeAll(QStringList());
    for (qsizetype i = 1; i < byWindow.size(); ++i) {
        MainWindow* other = openWindow();
        for (const QString& entry : std::as_const(byWindow[i])) other->openEntry(entry);
    }
    for (const QString& entry : std::as_const(byWindow.first())) openEntry(entry);
    if (current >= 0 && current < m_tabs->count()) m_tabs->setCurrentIndex(current);
    if (byWindow.size() > 1) activateWindow();
}

// Of several files as one report only the files are kept in mind, one entry for all; between two windows stands an
// empty entry.
void MainWindow::saveSession() {
    if (m_mode != Mode::Normal || windows().isEmpty()) return;
    QStringList files;
    for (const MainWindow* window : std::as_const(windows())) {
        const QList<ReportPage*> pages = window->pages();
        if (!files.isEmpty() && !pages.isEmpty()) files.append(QString());
        for (const ReportPage* page : pages) files.append(page->document()->paths().join(u'\n'));
    }
    preferences::kSessionFiles.set(files);
    preferences::kSessionCurrent.set(windows().front()->m_tabs->currentIndex());
}

void MainWindow::saveSettings() {
    if (m_mode != Mode::Normal) return;
    preferences::kGeometry.set(saveGeometry());
    if (m_docksShown) m_layouts[static_cast<std::size_t>(m_kind)] = m_docks->state();
    for (std::size_t i = 0; i < kReportKindCount; ++i)
        if (!m_layouts[i].isEmpty()) layoutPreference(static_cast<ReportKind>(i)).set(m_layouts[i]);
    preferences::kFolder.set(m_lastFolder);
}

void MainWindow::showEvent(QShowEvent* event) {
    if (m_mode == Mode::Normal && !windows().contains(this)) windows().append(this);
    QMainWindow::showEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    for (ReportPage* page : pages()) page->flushView();
    saveSettings();
    const bool isLast = windows().isEmpty() || windows() == QList<MainWindow*>{this};
    // What is open in the last window opens again, what was in one that was closed before it does not.
    if (!isLast) windows().removeAll(this);
    if (!isQuitting) saveSession();
    windows().removeAll(this);
    if (isLast && m_mode == Mode::Normal) preferences::kEndedCleanly.set(true);
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && windows().removeAll(this) > 0)
        windows().prepend(this);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        updateChips();
    }
    QMainWindow::changeEvent(event);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_tabs->tabBar() && event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const int tab = m_tabs->tabBar()->tabAt(mouse->pos());
        if (mouse->button() == Qt::MiddleButton && tab >= 0) {
            closePage(tab);
            return true;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::stepTab(int direction) {
    if (m_tabs->count() > 1)
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + direction + m_tabs->count()) % m_tabs->count());
}

void MainWindow::chooseLanguage(const QString& language) { preferences::kLanguage.set(language); }

}  // namespace app
