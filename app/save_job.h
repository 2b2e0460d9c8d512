// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <atomic>
#include <thread>

#include "model/error.h"
#include "model/event_store.h"

namespace app {

/// Writes a snapshot as a Sightline report in a thread of its own. Lives like LoadJob: in the window's thread, deletes
/// itself after finished(), and nobody has to wait for it. The file appears as a whole or not at all.
class SaveJob : public QObject {
    Q_OBJECT

public:
    /// `sources` are the files of the report: they are not written over.
    SaveJob(model::SnapshotPtr snapshot, QString path, const QStringList& sources);
    ~SaveJob() override;

    void start();
    /// Asks it to end soon; finished() follows with ErrorCode::Cancelled unless it was about to be done.
    void stop() { m_thread.request_stop(); }

signals:
    void progressed(quint64 eventsDone, quint64 eventsTotal);
    /// Without `ok`, `error` says why.
    void finished(bool ok, const model::Error& error);

private:
    void run(const std::stop_token& stop);

    model::SnapshotPtr m_snapshot;
    QString m_path;
    QStringList m_sources;
    std::atomic<bool> m_queued{false};
    std::atomic<quint64> m_done{0};
    std::atomic<quint64> m_total{0};
    std::jthread m_thread;  // last: joined before the rest goes
};

}  // namespace app
