// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/page_host.h"

#include "app/kit/filter_text.h"
#include "app/report/find_bar.h"
#include "app/report/report_page.h"

namespace app {

using timeline::TimelineView;

PageHost::PageHost(ReportPage* page) : PaneHost(page), m_page(page), m_document(page->document()) {
    connect(m_document, &Document::stateChanged, this, &PaneHost::stateChanged);
    connect(m_document, &Document::snapshotChanged, this, &PaneHost::snapshotChanged);
    connect(m_document, &Document::filesChanged, this, &PaneHost::filesChanged);
    const TimelineView* view = page->view();
    connect(view, &TimelineView::selectionChanged, this, [this] { emit selectionChanged(); });
    connect(view, &TimelineView::visibleRangeChanged, this, &PaneHost::visibleSpanChanged);
    connect(view, &TimelineView::viewStateChanged, this, &PaneHost::viewChanged);
    connect(view, &TimelineView::timeFormatChanged, this, &PaneHost::timesChanged);
    connect(view, &TimelineView::eventSelected, this, &PaneHost::eventSelected);
}

PaneHost::State PageHost::state() const { return m_document->state(); }
model::Error PageHost::error() const { return m_document->error(); }
model::SnapshotPtr PageHost::report() const { return m_document->report(); }
model::SnapshotPtr PageHost::snapshot() const { return m_document->snapshot(); }
QString PageHost::name() const { return m_document->name(); }
QStringList PageHost::paths() const { return m_document->paths(); }
std::pair<QString, model::ReportInfo::Attachment> PageHost::source(
    const model::ReportInfo::Attachment& attachment) const {
    return m_document->source(attachment);
}

const std::vector<importers::MergedFile>& PageHost::files() const { return m_document->files(); }
model::TimeNs PageHost::clockOffset(std::size_t file) const { return m_document->clockOffset(file); }
bool PageHost::isMoving() const { return m_document->isMoving(); }
void PageHost::moveFile(std::size_t file, model::TimeNs offset) { m_page->moveFile(file, offset); }

std::shared_ptr<model::StringTable> PageHost::strings() const { return m_document->strings(); }
model::TrackId PageHost::nextRow() const { return m_document->nextRow(); }
bool PageHost::addRow(const model::SnapshotPtr& report, model::AddedRow row) {
    return m_document->addRow(report, std::move(row));
}

const timeline::TimeFormat& PageHost::times() const { return m_page->view()->timeFormat(); }
std::optional<model::TimeRange> PageHost::selection() const { return m_page->view()->viewState().selection; }
void PageHost::setSelection(std::optional<model::TimeRange> span) { m_page->view()->setSelection(span); }
model::TimeRange PageHost::visibleSpan() const { return m_page->view()->viewState().range.outer(); }
void PageHost::zoomTo(model::TimeRange span) { m_page->view()->zoomTo(span); }
std::vector<model::LaneId> PageHost::visibleLanes() const { return m_page->visibleLanes(); }
void PageHost::scrollToTop() {
    timeline::ViewState state = m_page->view()->viewState();
    state.scrollY = 0;
    m_page->view()->setViewState(state);
}
model::EventRef PageHost::selectedEvent() const { return m_page->view()->viewState().selected; }
void PageHost::selectEvent(model::EventRef event) { m_page->view()->selectEvent(event, true); }
void PageHost::showEvent(model::EventRef event) { m_page->view()->goToEvent(event); }
std::string PageHost::nameFilter() const { return m_page->view()->viewState().onlyName; }
void PageHost::setNameFilter(const std::string& name) { m_page->view()->setNameFilter(name); }
void PageHost::findName(const std::string& name) {
    m_page->findBar()->find(filterOfName(QString::fromStdString(name)));
}
void PageHost::showStatus(const QString& text) { emit m_page->view()->statusText(text); }
void PageHost::setHits(std::vector<model::TimeNs> times) { m_page->view()->setHits(std::move(times)); }
void PageHost::run(timeline::Command command) { m_page->view()->run(command); }

ReportPage* pageOf(const PaneHost* host) {
    const auto* page = qobject_cast<const PageHost*>(host);
    return page ? page->page() : nullptr;
}

}  // namespace app
