// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "importers/common/importer.h"

namespace app {

/// Fills one store in a thread of its own, the only writer of that store: reads a file, say. Lives in the window's
/// thread, owns itself once started and is deleted after finished(). No one waits for it: a report that is closed
/// while it loads asks it to stop and forgets it. What is still running at the end of the application is joined then.
class LoadJob : public QObject {
    Q_OBJECT

public:
    /// Runs in that thread; uses the stop token and the callbacks of the options.
    using Work = std::function<model::Result<void>(model::EventStore&, const importers::OpenOptions&)>;

    LoadJob(Work work, std::shared_ptr<model::EventStore> store);
    ~LoadJob() override;

    void start();
    /// Asks it to end soon; finished() follows with ErrorCode::Cancelled unless it was about to be done.
    void stop() { m_thread.request_stop(); }

signals:
    /// The store has a newer snapshot. Never queued twice: a slow window skips snapshots.
    void published();
    /// Some of its events, see OpenOptions::previewed. Before published(), at most once.
    void previewed(const std::shared_ptr<const model::EventStore>& preview);
    void progressed(quint64 bytesDone, quint64 bytesTotal);
    /// Without `ok`, `error` says why.
    void finished(bool ok, const model::Error& error);

private:
    void run(const std::stop_token& stop);
    void deliver();

    Work m_work;
    std::shared_ptr<model::EventStore> m_store;
    std::atomic<bool> m_newSnapshot{false};
    std::atomic<bool> m_queued{false};
    std::atomic<quint64> m_done{0};
    std::atomic<quint64> m_total{0};
    std::jthread m_thread;  // last: joined before the rest goes
};

}  // namespace app
