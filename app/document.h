// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QPointer>
#include <algorithm>

#include "app/load_job.h"
#include "model/error.h"
#include "model/event_store.h"

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

/// One opened report. All of it belongs to the window's thread; loading happens in a LoadJob.
class Document : public QObject {
    Q_OBJECT

public:
    enum class State {
        Loading,
        Ready,   ///< fully read, or cancelled: see isPartial()
        Failed,  ///< see error(); the snapshot is empty
    };

    /// `path` is absolute. Does not start loading.
    explicit Document(QString path, QObject* parent = nullptr);
    /// May be called while loading; does not wait.
    ~Document() override;

    const QString& path() const { return m_path; }
    QString name() const;  ///< of the file, without its folder
    State state() const { return m_state; }
    /// Never null.
    const model::SnapshotPtr& snapshot() const { return m_snapshot; }
    const model::Error& error() const { return m_error; }
    const LoadProgress& progress() const { return m_progress; }
    /// Not everything in the file is shown: cancelled, or the file was cut off.
    bool isPartial() const { return m_cancelled || m_snapshot->info().partial; }
    /// Loading was stopped by the person.
    bool wasCancelled() const { return m_cancelled; }
    /// The file is another one than the one that was read.
    bool changedOnDisk() const { return m_changedOnDisk; }

    /// Reads the file from its start into a new store; the old one goes when nobody holds its snapshots any more.
    void load();
    /// Stops loading and keeps what was read.
    void cancel();

signals:
    void snapshotChanged();
    void progressChanged();
    void stateChanged();
    void changedOnDiskChanged();

private:
    struct Stamp {
        qint64 bytes = -1;
        QDateTime modified;
        bool operator==(const Stamp&) const = default;
    };
    Stamp stamp() const;
    void setState(State state);
    void takeSnapshot();
    void onProgress(quint64 done, quint64 total);
    void onFinished(bool ok, const model::Error& error);
    void forgetJob();
    void checkDisk();

    QString m_path;
    State m_state = State::Loading;
    std::shared_ptr<model::EventStore> m_store;
    model::SnapshotPtr m_snapshot;
    QPointer<LoadJob> m_job;
    model::Error m_error;
    LoadProgress m_progress;
    QElapsedTimer m_clock;
    bool m_cancelled = false;
    QFileSystemWatcher m_watcher;
    Stamp m_loaded;
    bool m_changedOnDisk = false;
};

}  // namespace app
