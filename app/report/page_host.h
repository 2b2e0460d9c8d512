// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/pane_host.h"

namespace app {

class Document;
class ReportPage;

/// What a page shows of itself to panes.
class PageHost : public PaneHost {
    Q_OBJECT

public:
    /// Of the page that owns it.
    explicit PageHost(ReportPage* page);
    ReportPage* page() const { return m_page; }

    State state() const override;
    model::Error error() const override;
    model::SnapshotPtr report() const override;
    model::SnapshotPtr snapshot() const override;
    QString name() const override;
    QStringList paths() const override;
    std::pair<QString, model::ReportInfo::Attachment> source(
        const model::ReportInfo::Attachment& attachment) const override;

    const std::vector<importers::MergedFile>& files() const override;
    model::TimeNs clockOffset(std::size_t file) const override;
    bool isMoving() const override;
    void moveFile(std::size_t file, model::TimeNs offset) override;

    std::shared_ptr<model::StringTable> strings() const override;
    model::TrackId nextRow() const override;
    bool addRow(const model::SnapshotPtr& report, model::AddedRow row) override;

    const timeline::TimeFormat& times() const override;
    std::optional<model::TimeRange> selection() const override;
    void setSelection(std::optional<model::TimeRange> span) override;
    model::TimeRange visibleSpan() const override;
    void zoomTo(model::TimeRange span) override;
    std::vector<model::LaneId> visibleLanes() const override;
    void scrollToTop() override;
    model::EventRef selectedEvent() const override;
    void selectEvent(model::EventRef event) override;
    void showEvent(model::EventRef event) override;
    std::string nameFilter() const override;
    void setNameFilter(const std::string& name) override;
    void findName(const std::string& name) override;
    void showStatus(const QString& text) override;
    void setHits(std::vector<model::TimeNs> times) override;
    void run(timeline::Command command) override;

private:
    ReportPage* m_page;
    Document* m_document;
};

/// The page behind it; null where there is none.
ReportPage* pageOf(const PaneHost* host);

}  // namespace app
