// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/report_page.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QStackedLayout>
#include <QStyle>
#include <QUndoStack>
#include <QUrl>
#include <QVBoxLayout>
#include <set>

#include "app/kit/commands/own_shortcuts.h"
#include "app/kit/error_text.h"
#include "app/kit/file_text.h"
#include "app/kit/info_bar.h"
#include "app/kit/language.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/preferences.h"
#include "app/kit/theme.h"
#include "app/report/bars/headline_bar.h"
#include "app/report/bars/live_bar.h"
#include "app/report/error_page.h"
#include "app/report/evidence.h"
#include "app/report/find_bar.h"
#include "app/report/live_view.h"
#include "app/report/load_bar.h"
#include "app/report/page_host.h"
#include "app/report/time_bar.h"
#include "app/report/view_file.h"
#include "model/store/file_facts.h"

namespace app {
namespace {
constexpr int kWriteDelayMs = 2000;
constexpr int kReloadDelayMs = 400;   // what writes a file does so piece by piece
constexpr int kLoadBarDelayMs = 300;  // what is read faster needs no bar, and rows that do not jump
constexpr QSize kThumbnail(320, 104);

timeline::ThemeChoice choiceOf(timeline::Theme theme) {
    return theme == timeline::Theme::Dark ? timeline::ThemeChoice::Dark : timeline::ThemeChoice::Light;
}

/// A file of a merged report at another time.
class OffsetStep : public QUndoCommand {
public:
    OffsetStep(Document* document, std::size_t file, model::TimeNs after)
        : QUndoCommand(ReportPage::tr("Move %1 in Time").arg(QString::fromStdString(document->files()[file].label))),
          m_document(document), m_file(file), m_before(document->clockOffset(file)), m_after(after) {}
    void undo() override { m_document->setClockOffset(m_file, m_before); }
    void redo() override { m_document->setClockOffset(m_file, m_after); }

private:
    Document* m_document;  // outlives the stack: see ~ReportPage()
    std::size_t m_file;
    model::TimeNs m_before, m_after;
};
}  // namespace

ReportPage::ReportPage(const QString& path, View view, QWidget* parent)
    : ReportPage(new Document({path}, importers::Align::Auto), view, parent) {}

ReportPage::ReportPage(const QStringList& paths, importers::Align align, QWidget* parent)
    : ReportPage(new Document(paths, align), View::Throwaway, parent) {}

ReportPage::ReportPage(Document* document, View view, QWidget* parent)
    : QWidget(parent), m_document(document), m_keep(view), m_keepReport(view), m_stack(new QStackedLayout(this)),
      m_view(new timeline::TimelineView), m_errorPage(new ErrorPage), m_liveBar(new LiveBar),
      m_loadBar(new LoadBar(LoadBar::Kind::Loading)), m_saveBar(new LoadBar(LoadBar::Kind::Saving)),
      m_changedBar(new InfoBar(QStringLiteral("reload"))), m_partialBar(new InfoBar(QStringLiteral("warning"))),
      m_resultBar(new InfoBar(QStringLiteral("info"))), m_headlineBar(new HeadlineBar) {
    m_document->setParent(this);
    layOut();
    setUpView();
    connectParts();
    m_host = new PageHost(this);  // after what brings the view itself up to date
    begin();
}

void ReportPage::layOut() {
    auto* report = new QWidget(this);
    auto* column = new QVBoxLayout(report);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget* w : std::initializer_list<QWidget*>{m_liveBar, m_loadBar, m_saveBar, m_changedBar, m_partialBar,
                                                      m_resultBar, m_headlineBar}) {
        column->addWidget(w);
        w->hide();
    }
    m_findBar = new FindBar(this);
    column->addWidget(m_findBar);
    m_timeBar = new TimeBar(this);
    column->addWidget(m_timeBar);
    column->addWidget(m_view, 1);
    m_stack->addWidget(report);
    m_stack->addWidget(m_errorPage);
}

void ReportPage::setUpView() {
    m_view->setTheme(choiceOf(themeManager()->theme()));
    setManualPlace(m_view, QStringLiteral("timeline"));
    connect(themeManager(), &ThemeManager::themeChanged, m_view,
            [this](timeline::Theme theme) { m_view->setTheme(choiceOf(theme)); });
    applyPreference({});
    connect(preferenceChanges(), &PreferenceChanges::changed, this, &ReportPage::applyPreference);
    m_view->setTextScale(themeManager()->textScale());
    connect(themeManager(), &ThemeManager::textScaleChanged, m_view, &timeline::TimelineView::setTextScale);
    connect(m_view, &timeline::TimelineView::removalRequested, m_document, &Document::removeRow);
    connect(m_view, &timeline::TimelineView::viewStateChanged, this, &ReportPage::onViewChanged);
}

void ReportPage::connectParts() {
    connect(m_document, &Document::snapshotChanged, this, &ReportPage::onSnapshot);
    connect(m_document, &Document::stateChanged, this, &ReportPage::onState);
    connect(m_document, &Document::progressChanged, this, [this] { m_loadBar->setProgress(m_document->progress()); });
    connect(m_document, &Document::changedOnDiskChanged, this, &ReportPage::updateBars);
    connect(m_loadBar, &LoadBar::cancelRequested, m_document, &Document::cancel);
    connect(m_saveBar, &LoadBar::cancelRequested, this, [this] {
        if (m_saveJob) m_saveJob->stop();
    });
    connect(m_changedBar, &InfoBar::triggered, this, &ReportPage::reload);
    connect(m_partialBar, &InfoBar::triggered, this, &ReportPage::reload);
    connect(m_partialBar, &InfoBar::dismissed, this, [this] { m_partialDismissed = true; });
    connect(m_resultBar, &InfoBar::triggered, this, &ReportPage::openSaved);
    connect(m_resultBar, &InfoBar::secondTriggered, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(m_savedPath).path())); });
    connect(m_headlineBar, &HeadlineBar::findingRequested, this, &ReportPage::showFinding);
    connect(m_errorPage, &ErrorPage::retryRequested, this, &ReportPage::reload);
    connect(m_errorPage, &ErrorPage::openRequested, this, &ReportPage::openRequested);
    const auto after = [this](QTimer& timer, int milliseconds, auto run) {
        timer.setSingleShot(true);
        timer.setInterval(milliseconds);
        connect(&timer, &QTimer::timeout, this, run);
    };
    after(m_reloadTimer, kReloadDelayMs, [this] {
        if (m_document->changedOnDisk()) reload();
    });
    after(m_writeTimer, kWriteDelayMs, [this] { flushView(); });
    after(m_loadBarTimer, kLoadBarDelayMs, [this] { m_loadBar->show(); });
}

void ReportPage::begin() {
    const bool session = !m_document->isMerged() && LiveSession::isSession(m_document->path());
    if (session) m_keep = View::Throwaway;  // its folder goes
    if (session && LiveSession::isRunning(m_document->path())) {
        startLive();
        return;
    }
    m_leftSession = session;
    if (m_keep == View::Kept) m_pendingView = readViewFile(m_document->path());
    m_document->load();
}

/// One that was set; empty = all.
void ReportPage::applyPreference(const QString& key) {
    const auto concerns = [&key](const auto& preference) { return key.isEmpty() || preference.is(key); };
    if (concerns(preferences::kTimes)) m_view->setTimeStyle(timeline::timeStyleFromId(preferences::kTimes.value()));
    if (concerns(preferences::kKeys) || concerns(preferences::kShortcuts)) m_view->setKeys(timelineKeys());
    if (concerns(preferences::kMotion))
        m_view->setAnimated(m_view->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, m_view) > 0);
    if (!key.isEmpty() && preferences::kReload.is(key)) updateBars();
    if (!key.isEmpty() && preferences::kSight.is(key)) m_view->refreshColours();
}

void ReportPage::startLive() {
    m_document->beginEmpty();
    m_live = new LiveView(m_document, m_view, m_liveBar, this);
    connect(m_live, &LiveView::refreshed, this, &ReportPage::liveChanged);
    connect(m_live, &LiveView::snapshotWritten, this, &ReportPage::fileRequested);
    connect(m_live, &LiveView::ended, this, &ReportPage::endLive);
}

void ReportPage::endLive(bool asReport) {
    emit liveChanged();
    if (!asReport) return emit titleChanged();  // a report may still come
    m_live->deleteLater();
    m_live = nullptr;
    m_keep = m_keepReport;
    m_writtenView = timeline::toJson(m_view->viewState(), *m_document->snapshot());
    emit titleChanged();
    emit ready();
}

ReportPage::~ReportPage() {
    delete m_host;
    delete m_live;  // it looks at what goes now
    flushView();
    m_view->undoStack()->clear();
    m_view->setDerivedRows(nullptr);
}

QString ReportPage::title() const {
    if (m_live)
        return m_live->session().isOver() ? m_live->session().program()
                                          : tr("%1 (live)").arg(m_live->session().program());
    const QString name = m_document->name();
    if (m_document->state() == Document::State::Ready && m_document->isPartial()) return tr("%1 (partial)").arg(name);
    return name;
}

void ReportPage::reload() {
    if (m_live) return m_live->readNow();
    if (m_document->state() == Document::State::Ready && m_restored) {
        flushView();
        m_pendingView = timeline::toJson(m_view->viewState(), *m_document->snapshot());
    }
    m_restored = false;
    m_partialDismissed = false;
    m_document->load();
}

void ReportPage::moveFile(std::size_t file, model::TimeNs offset) {
    if (file < m_document->files().size() && offset != m_document->clockOffset(file))
        m_view->undoStack()->push(new OffsetStep(m_document, file, offset));
}

// What was seen in a preview is to be found again in the report, whose times begin earlier.
void ReportPage::keepPlaceOfPreview() {
    timeline::ViewState state = m_view->viewState();
    const auto seen = model::clockAtZero(m_view->snapshot()->info().session_facts);
    const auto now = model::clockAtZero(m_document->snapshot()->info().session_facts);
    const model::TimeNs later = seen && now ? model::saturatingSub(*seen, *now) : 0;
    state.range.begin = model::saturatingAdd(state.range.begin, later);
    state.selection = {}, state.selected = {};
    QJsonObject place = timeline::toJson(state, *m_view->snapshot());
    if (!m_pendingView.isEmpty())  // rows and marks come from the view file
        for (const QLatin1String key : {QLatin1String("begin"), QLatin1String("fraction"), QLatin1String("length")})
            m_pendingView[key] = place[key];
    else m_pendingView = place;
}

void ReportPage::onSnapshot() {
    if (m_showsPreview && m_view->undoStack()->count() > 0) keepPlaceOfPreview();
    if (m_showsPreview != m_document->isPreview()) startDerivedRows();
    m_showsPreview = m_document->isPreview();
    if (m_document->rowsAreKept()) {
        // The rows of a session that has grown may have other numbers: the selected event and those of notes are
        // found again by what they are.
        const QJsonObject before =
            m_live && m_view->snapshot() ? timeline::toJson(m_view->viewState(), *m_view->snapshot()) : QJsonObject();
        startDerivedRows();
        m_view->moveSnapshot(m_document->snapshot());
        if (before.isEmpty()) return;
        timeline::ViewState state = m_view->viewState();
        timeline::ViewState found = timeline::viewStateFromJson(before, *m_document->snapshot(), {});
        state.selected = found.selected;
        state.notes = std::move(found.notes);
        m_view->setViewState(state);
        return;
    }
    m_view->setSnapshot(m_document->snapshot());
    if (m_derived) m_derived->refresh(m_document->snapshot());
}

// Rows that are computed belong to one store: a report that is read again gets new ones.
void ReportPage::startDerivedRows() {
    auto* fresh = new timeline::DerivedProvider(this);
    connect(fresh, &timeline::DerivedProvider::changed, m_view, &timeline::TimelineView::derivedRowsChanged);
    m_view->setDerivedRows(fresh);
    delete m_derived;
    m_derived = fresh;
}

void ReportPage::onState() {
    if (m_document->state() == Document::State::Loading) startDerivedRows();
    if (m_document->state() == Document::State::Failed) {
        m_errorPage->setError(m_document->error(), m_document->path());
        m_stack->setCurrentIndex(1);
    } else {
        m_stack->setCurrentIndex(0);
    }
    updateBars();
    if (m_document->state() == Document::State::Ready && m_leftSession) {
        m_resultBar->setText(tr(
            "This capture ended without a report; what it left is shown. File ▸ Save as Sightline Report keeps it."));
        m_resultBar->show();
    }
    if (m_document->state() == Document::State::Ready) restoreView();
    emit titleChanged();
    if (m_document->state() != Document::State::Loading) emit ready();
}

// The range of a view makes sense once the whole report is there. Who moved about while it was loading keeps the place
// they went to; rows and marks come back in any case.
void ReportPage::restoreView() {
    if (!m_pendingView.isEmpty()) {
        const timeline::ViewState now = m_view->viewState();
        timeline::ViewState state = timeline::viewStateFromJson(m_pendingView, *m_document->snapshot(), now);
        if (m_view->undoStack()->count() > 0) {
            state.range = now.range;
            state.selection = now.selection;
            state.selected = now.selected;
        }
        m_view->setViewState(state);
        m_pendingView = {};
    } else if (m_keep != View::Beside && !m_live) {
        m_view->showDensePart();
    }
    m_writtenView = timeline::toJson(m_view->viewState(), *m_document->snapshot());
    m_restored = true;
}

void ReportPage::onViewChanged() {
    if (m_restored && m_keep == View::Kept) m_writeTimer.start();
}

void ReportPage::flushView() {
    m_writeTimer.stop();
    if (!m_restored || m_keep != View::Kept) return;
    const QJsonObject view = timeline::toJson(m_view->viewState(), *m_document->snapshot());
    if (view == m_writtenView) return;
    if (writeViewFile(m_document->path(), view)) m_writtenView = view;
}

void ReportPage::tellHeadline() {
    const model::SnapshotPtr report = m_document->report();
    if (m_document->state() == Document::State::Ready && !m_live && report->eventCount() > 0)
        m_headlineBar->setReport(report);
}

void ReportPage::showFinding() {
    const model::rules::Headline& headline = m_headlineBar->headline();
    if (!headline.rule) return;
    emit paneRequested(
        QStringLiteral("advice:") +
        QString::fromUtf8(headline.rule->table.key.data(), static_cast<qsizetype>(headline.rule->table.key.size())));
    showEvidence(*m_host, headline.evidence);
}

void ReportPage::saveAs(const QString& path) {
    write(path, savingReport(m_document->report(), path, m_document->paths()));
}

void ReportPage::write(const QString& path, SaveJob::Work work, std::function<QString()> more) {
    if (m_saveJob) return;
    m_resultBar->hide();
    m_saveJob = new SaveJob(path, std::move(work));
    m_saveBar->setProgress({});
    m_saveBar->show();
    m_saveClock.start();
    connect(m_saveJob, &SaveJob::progressed, this, [this](quint64 done, quint64 total) {
        m_saveBar->setProgress(LoadProgress::at(done, total, static_cast<double>(m_saveClock.elapsed()) / 1000));
    });
    connect(m_saveJob, &SaveJob::finished, this,
            [this, path, more = std::move(more)](bool ok, const model::Error& error) {
                m_saveJob = nullptr;
                m_saveBar->hide();
                emit savingChanged();
                if (!ok && error.code == model::ErrorCode::Cancelled) return;
                offerSaved(ok ? path : QString());
                if (ok) {
                    m_resultBar->setText(tr("Saved as %1.").arg(shownFile(path)) + (more ? u' ' + more() : QString()));
                } else {
                    const ErrorMessage message = errorMessage(error);
                    m_resultBar->setText(message.fact + u' ' + message.next);
                }
                m_resultBar->show();
                if (ok) emit saved(path);
            });
    m_saveJob->start();
    emit savingChanged();
}

// Empty: nothing was saved.
void ReportPage::offerSaved(const QString& path) {
    m_savedPath = path;
    m_resultBar->setActionText(path.isEmpty() ? QString() : tr("Open"));
    m_resultBar->setSecondActionText(path.isEmpty() ? QString() : tr("Show in Folder"));
}

void ReportPage::openSaved() {
    if (QFileInfo(m_savedPath).suffix().compare(QLatin1String("rep"), Qt::CaseInsensitive) == 0)
        emit fileRequested(m_savedPath);
    else QDesktopServices::openUrl(QUrl::fromLocalFile(m_savedPath));
}

QImage ReportPage::thumbnail(timeline::Theme theme) const {
    timeline::PictureOptions options;
    options.size = kThumbnail * 2;
    options.parts = 0;
    options.theme = theme;
    options.range = timeline::wholeReport(m_document->snapshot()->range(), options.size.width());
    return m_view->renderImage(options).scaled(kThumbnail, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

std::vector<model::LaneId> ReportPage::visibleLanes() const {
    std::vector<model::LaneId> out;
    std::set<model::LaneId> seen;
    const timeline::RowListPtr list = m_view->rowList();
    if (!list) return out;
    const auto take = [&](const timeline::Row& row) {
        for (const timeline::Line& line : list->lines(row))
            for (const model::LaneId id : list->lanes(line))
                if (!timeline::isDerived(id) && seen.insert(id).second) out.push_back(id);
    };
    for (const timeline::Row& row : list->pinned()) take(row);
    const double top = m_view->viewState().scrollY;
    const double bottom = top + m_view->rowsGeometry().height() - list->pinnedHeight();
    for (const timeline::Row& row : list->rows())
        if (row.y + row.height > top && row.y < bottom) take(row);
    return out;
}

int ReportPage::visibleRowCount() const {
    const timeline::RowListPtr list = m_view->rowList();
    return list ? static_cast<int>(list->rows().size()) : 0;
}

void ReportPage::updateBars() {
    if (m_document->state() != Document::State::Loading) {
        m_loadBarTimer.stop();
        m_loadBar->hide();
    } else if (!m_loadBar->isVisible() && !m_loadBarTimer.isActive()) {
        m_loadBarTimer.start();
    }
    m_changedBar->setText(tr("The file changed on disk. What is shown is the older version."));
    m_changedBar->setActionText(tr("Reload"));
    const bool changed = m_document->changedOnDisk() && m_document->state() != Document::State::Loading;
    const QString then = preferences::kReload.value();
    m_changedBar->setVisible(changed && then != QLatin1String(kReloadAtOnce) && then != QLatin1String(kNeverReload));
    if (changed && then == QLatin1String(kReloadAtOnce)) m_reloadTimer.start();
    const bool partial =
        m_document->state() == Document::State::Ready && m_document->isPartial() && !m_partialDismissed;
    if (m_document->wasCancelled()) {
        m_partialBar->setText(tr("Loading was cancelled. Only the part that had been read is shown."));
        m_partialBar->setActionText(tr("Load Everything"));
    } else if (const QStringList failed = m_document->failedFiles(); !failed.isEmpty()) {
        m_partialBar->setText(
            tr("Could not be opened and is not shown: %1. The import log says why.").arg(listOf(failed)));
        m_partialBar->setActionText({});
    } else {
        m_partialBar->setText(
            tr("The file is incomplete. What could be read is shown; the import log says what is missing."));
        m_partialBar->setActionText({});
    }
    m_partialBar->setVisible(partial);
}

void ReportPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        emit titleChanged();
    }
    QWidget::changeEvent(event);
}

}  // namespace app
