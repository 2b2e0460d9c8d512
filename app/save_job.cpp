// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/save_job.h"

#include <QCoreApplication>
#include <QFile>
#include <new>

#include "model/rep_writer.h"

namespace app {

SaveJob::SaveJob(model::SnapshotPtr snapshot, QString path, const QStringList& sources)
    : QObject(QCoreApplication::instance()), m_snapshot(std::move(snapshot)), m_path(std::move(path)), m_sources(sources) {}

// Not to be cut off: somebody who closes the window right after "Save as" wants the file. stop() ends it sooner.
SaveJob::~SaveJob() {
    if (m_thread.joinable()) m_thread.join();
}

void SaveJob::start() {
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void SaveJob::run(const std::stop_token& stop) {
    model::RepWriteOptions options;
    options.stop = stop;
    for (const QString& source : m_sources) options.sources.emplace_back(QFile::encodeName(source).toStdString());
    options.progress = [this](std::uint64_t done, std::uint64_t total) {
        m_done = done;
        m_total = total;
        if (m_queued.exchange(true)) return;
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_queued = false;
                emit progressed(m_done, m_total);
            },
            Qt::QueuedConnection);
    };
    model::Result<void> result;
    try {
        result = model::writeRep(*m_snapshot, QFile::encodeName(m_path).toStdString(), options);
    } catch (const std::bad_alloc&) {
        result = model::fail(model::ErrorCode::OutOfMemory, m_path.toStdString());
    }
    QMetaObject::invokeMethod(
        this,
        [this, result] {
            m_thread.join();
            emit finished(result.has_value(), result ? model::Error() : result.error());
            deleteLater();
        },
        Qt::QueuedConnection);
}

}  // namespace app
