// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QPointer>
#include <algorithm>

#include "app/report/load_job.h"
#include "app/report/report_state.h"
#include "importers/merge.h"
#include "model/base/error.h"
#include "model/store/added_rows.h"
#include "model/store/event_store.h"

namespace importers::capture {
struct KnownStacks;
}

namespace app {

/// How far a long piece of work is: bytes read, or events written.
struct LoadProgress {
    quint64 done = 0;
    quint64 total = 0;        ///< 0 = unknown
    double perSecond = 0;     ///< mean since the start; 0 = not known yet
    double secondsLeft = -1;  ///< -1 = not known
    double fraction() const {
        return total ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 0;
    }

    /// `seconds` since the start.
    static LoadProgress at(quint64 done, quint64 total, double seconds);
};

/// One opened report: a file, or several files as one. All of it belongs to the window's thread; loading happens in a
/// LoadJob.
class Document : public QObject {
    Q_OBJECT

public:
    using State = ReportState;

    /// `paths` are absolute; several are merged, with their clocks aligned by `align`. Does not start loading.
    explicit Document(QStringList paths, importers::Align align, QObject* parent = nullptr);
    /// May be called while loading; does not wait.
    ~Document() override;

    /// Of the file, or of the first one.
    const QString& path() const { return m_paths.first(); }
    const QStringList& paths() const { return m_paths; }
    bool isMerged() const { return m_paths.size() > 1; }
    QString name() const;  ///< of the file, without its folder, or of the first one and how many there are
    /// Of a merged report, once it is read: what is known of each file, and what was done to its clock.
    const std::vector<importers::MergedFile>& files() const { return m_files; }
    /// Names of those that could not be opened; of many the first few.
    QStringList failedFiles() const;
    /// Moves a file of a merged report in time: sets Alignment::offset. The report is built anew in a thread and the
    /// rows keep their ids; what is shown stays until then. The newest request wins.
    void setClockOffset(std::size_t file, model::TimeNs offset);
    /// The offset that a file has, or will have.
    model::TimeNs clockOffset(std::size_t file) const { return m_offsets[file]; }
    bool isMoving() const { return m_moveJob; }
    /// Whether snapshot() is a part of the report in a store of its own, until there is more.
    bool isPreview() const { return m_isPreview; }
    /// While snapshotChanged() is emitted: the snapshot has the rows of the one before, at other times.
    bool rowsAreKept() const { return m_rowsAreKept; }
    /// Where a captured output of the report is to be read: file and what it is called there.
    std::pair<QString, model::ReportInfo::Attachment> source(const model::ReportInfo::Attachment& attachment) const;
    State state() const { return m_state; }
    /// What is shown: the report with the rows that were added to it. Never null.
    const model::SnapshotPtr& snapshot() const { return m_snapshot; }
    /// The report alone, for what is computed of it or written. Never null.
    const model::SnapshotPtr& report() const { return m_report; }
    /// Where names of added rows and their events go; keeps the report.
    std::shared_ptr<model::StringTable> strings() const { return {m_store, &m_store->strings()}; }
    /// The track that the next row must be made for.
    model::TrackId nextRow() const { return m_added.nextTrack(*m_report); }
    /// Shows a further row, until the report is read again or files of it are moved. False, and nothing happens, unless
    /// the report is read and the row was made for it and for nextRow().
    bool addRow(const model::SnapshotPtr& report, model::AddedRow row);
    /// Removes such a row, or all of them if `track` is their group.
    void removeRow(model::TrackId track);
    const model::Error& error() const { return m_error; }
    const LoadProgress& progress() const { return m_progress; }
    /// Not everything in the file is shown: cancelled, or the file was cut off.
    bool isPartial() const { return m_cancelled || m_snapshot->info().partial; }
    /// Loading was stopped by the person.
    bool wasCancelled() const { return m_cancelled; }
    /// The file is another one than the one that was read.
    bool changedOnDisk() const { return m_changedOnDisk; }

    /// Reads the file from its start into a new store; the old one is freed with its last snapshot.
    void load();
    /// Stops loading and keeps what was read.
    void cancel();
    /// Begins with nothing, but ready: for what grows, and is read by refresh().
    void beginEmpty();
    /// Reads the file again, or the one that takes its place, beside what is shown: that stays until the new one is
    /// read, and where it cannot be read. refreshed() follows. The newest request wins. Rows of the new report may have
    /// other ids, though rowsAreKept() says that they are the same.
    void refresh(const QString& path = {});
    bool isRefreshing() const { return m_refreshJob; }

signals:
    void snapshotChanged();
    void progressChanged();
    void stateChanged();
    void changedOnDiskChanged();
    void refreshed(bool ok);
    /// files(), clockOffset() or isMoving() changed.
    void filesChanged();

private:
    struct Stamp {
        qint64 bytes = -1;
        QDateTime modified;
        bool operator==(const Stamp&) const = default;
    };
    QList<Stamp> stamps() const;
    LoadJob::Work loading();
    void move();
    void showRefreshed(std::shared_ptr<model::EventStore> store, const QString& path);
    void setState(State state);
    void showSnapshot();
    void showPreview(const std::shared_ptr<const model::EventStore>& preview);
    void setReport(model::SnapshotPtr report);
    void showRows();
    void onProgress(quint64 done, quint64 total);
    void onFinished(bool ok, const model::Error& error);
    void forgetJob();
    void checkDisk();

    QStringList m_paths;
    importers::Align m_align;
    State m_state = State::Loading;
    std::shared_ptr<model::EventStore> m_store;
    model::SnapshotPtr m_report;
    model::AddedRows m_added;
    model::SnapshotPtr m_snapshot;  ///< m_report with m_added
    QPointer<LoadJob> m_job;
    model::Error m_error;
    LoadProgress m_progress;
    QElapsedTimer m_clock;
    bool m_cancelled = false;
    bool m_isPreview = false;
    QFileSystemWatcher m_watcher;
    QList<Stamp> m_loaded;
    bool m_changedOnDisk = false;

    std::shared_ptr<std::vector<importers::MergedFile>> m_merged;  ///< filled by the job
    std::vector<importers::MergedFile> m_files;
    std::vector<model::TimeNs> m_offsets;  ///< as set by the user, one a file
    QPointer<LoadJob> m_moveJob, m_refreshJob;
    std::shared_ptr<importers::capture::KnownStacks> m_knownStacks;  ///< while it grows
    bool m_rowsAreKept = false;
};

}  // namespace app
