// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/report/report_state.h"
#include "importers/merge.h"
#include "model/base/error.h"
#include "model/query/query.h"
#include "model/store/added_rows.h"
#include "model/store/event_store.h"
#include "timeline/look/key_scheme.h"
#include "timeline/look/time_format.h"

namespace app {

/// One tab as panes see it: its report, what is selected in its timeline, and what they may ask of it. They know
/// neither the page nor its widgets.
class PaneHost : public QObject {
    Q_OBJECT

public:
    using State = ReportState;
    using QObject::QObject;

    virtual State state() const = 0;
    /// Why the report could not be read, where it has failed.
    virtual model::Error error() const = 0;
    /// What was read, for what is computed of it. Never null.
    virtual model::SnapshotPtr report() const = 0;
    /// What is shown: the report with the rows that were made of queries. Never null.
    virtual model::SnapshotPtr snapshot() const = 0;
    /// Of the file, without its folder.
    virtual QString name() const = 0;
    virtual QStringList paths() const = 0;
    QString path() const { return paths().first(); }
    bool isMerged() const { return paths().size() > 1; }
    /// Where a captured output of the report is to be read: file and what it is called there.
    virtual std::pair<QString, model::ReportInfo::Attachment> source(
        const model::ReportInfo::Attachment& attachment) const = 0;

    /// The files of a merged report and their clocks; see Document.
    virtual const std::vector<importers::MergedFile>& files() const = 0;
    virtual model::TimeNs clockOffset(std::size_t file) const = 0;
    virtual bool isMoving() const = 0;
    /// A step that can be undone.
    virtual void moveFile(std::size_t file, model::TimeNs offset) = 0;

    /// What a further row is made with and for, and the row itself; see Document.
    virtual std::shared_ptr<model::StringTable> strings() const = 0;
    virtual model::TrackId nextRow() const = 0;
    virtual bool addRow(const model::SnapshotPtr& report, model::AddedRow row) = 0;

    /// How times are written where this report is shown.
    virtual const timeline::TimeFormat& times() const = 0;
    virtual std::optional<model::TimeRange> selection() const = 0;
    virtual void setSelection(std::optional<model::TimeRange> span) = 0;
    virtual model::TimeRange visibleSpan() const = 0;
    virtual void zoomTo(model::TimeRange span) = 0;
    /// Lanes of the rows that are on screen, from top to bottom.
    virtual std::vector<model::LaneId> visibleLanes() const = 0;
    virtual void scrollToTop() = 0;
    /// Invalid: none.
    virtual model::EventRef selectedEvent() const = 0;
    /// Selects an event and brings it into view.
    virtual void selectEvent(model::EventRef event) = 0;
    /// … and makes it wide there.
    virtual void showEvent(model::EventRef event) = 0;
    /// Events of other names are drawn faintly; "" = none are.
    virtual std::string nameFilter() const = 0;
    virtual void setNameFilter(const std::string& name) = 0;
    /// Searches for all events of that name: they are counted, ticked and can be walked through.
    virtual void findName(const std::string& name) = 0;
    /// A line about what was done, where the window shows such; empty = none.
    virtual void showStatus(const QString& text) = 0;
    /// Times in ns that are drawn as ticks over the whole report.
    virtual void setHits(std::vector<model::TimeNs> times) = 0;
    virtual void run(timeline::Command command) = 0;
    /// Shows this tab instead of the one in front.
    void bringToFront() { emit frontRequested(); }

signals:
    void stateChanged();
    void snapshotChanged();
    /// files(), clockOffset() or isMoving() changed.
    void filesChanged();
    void selectionChanged();
    void timesChanged();
    void visibleSpanChanged();
    /// Zoom, scrolling or rows: other rows may be on screen.
    void viewChanged();
    void eventSelected(model::EventRef event);
    void frontRequested();
    /// Both reports are to be compared, by what holds that text in its name.
    void compareRequested(PaneHost* with, const QString& name);
};

}  // namespace app
