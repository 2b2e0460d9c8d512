// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <atomic>
#include <functional>
#include <thread>

#include "model/base/error.h"
#include "model/store/event_store.h"

namespace app {

/// Writes a file about a report in a thread of its own. Lives like LoadJob: in the window's thread, deletes
/// itself after finished(), and no one waits for it. The file appears as a whole or not at all.
class SaveJob : public QObject {
    Q_OBJECT

public:
    using Progress = std::function<void(std::uint64_t, std::uint64_t)>;  ///< done and in all
    /// Writes the file, in the job's thread.
    using Work = std::function<model::Result<void>(const std::stop_token& stop, const Progress& progress)>;

    /// `path` is what errors name.
    SaveJob(QString path, Work work);
    ~SaveJob() override;

    void start();
    /// Asks it to end soon; finished() follows with ErrorCode::Cancelled unless it was about to be done.
    void stop() { m_thread.request_stop(); }

signals:
    void progressed(quint64 done, quint64 total);
    /// Without `ok`, `error` says why.
    void finished(bool ok, const model::Error& error);

private:
    void run(const std::stop_token& stop);

    QString m_path;
    Work m_work;
    std::atomic<bool> m_queued{false};
    std::atomic<quint64> m_done{0};
    std::atomic<quint64> m_total{0};
    std::jthread m_thread;  // last: joined before the rest goes
};

/// The report as a Sightline report. `sources` are its files: they are not written over.
SaveJob::Work savingReport(model::SnapshotPtr report, const QString& path, const QStringList& sources);

}  // namespace app
