// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/load_job.h"

#include <QCoreApplication>

namespace app {

LoadJob::LoadJob(Work work, std::shared_ptr<model::EventStore> store)
    : QObject(QCoreApplication::instance()), m_work(std::move(work)), m_store(std::move(store)) {}

LoadJob::~LoadJob() = default;

void LoadJob::start() {
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void LoadJob::run(const std::stop_token& stop) {
    const auto wake = [this] {
        if (!m_queued.exchange(true))
            QMetaObject::invokeMethod(
                this, [this] { deliver(); }, Qt::QueuedConnection);
    };
    importers::OpenOptions options;
    options.stop = stop;
    options.progress = [this, wake](const importers::Progress& p) {
        m_done = p.bytesDone;
        m_total = p.bytesTotal;
        wake();
    };
    options.published = [this, wake] {
        m_newSnapshot = true;
        wake();
    };
    options.previewed = [this](std::shared_ptr<const model::EventStore> preview) {
        QMetaObject::invokeMethod(
            this, [this, preview = std::move(preview)] { emit previewed(preview); }, Qt::QueuedConnection);
    };
    const model::Result<void> result = m_work(*m_store, options);
    QMetaObject::invokeMethod(
        this,
        [this, result] {
            m_thread.join();
            emit finished(result.has_value(), result ? model::Error() : result.error());
            deleteLater();
        },
        Qt::QueuedConnection);
}

void LoadJob::deliver() {
    m_queued = false;
    emit progressed(m_done, m_total);
    if (m_newSnapshot.exchange(false)) emit published();
}

}  // namespace app
