// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/save_job.h"

#include <QCoreApplication>
#include <QFile>
#include <new>

#include "model/rep/rep_writer.h"

namespace app {

SaveJob::SaveJob(QString path, Work work)
    : QObject(QCoreApplication::instance()), m_path(std::move(path)), m_work(std::move(work)) {}

// Not to be cut off: closing the window right after "Save as" must not lose the file. stop() ends it sooner.
SaveJob::~SaveJob() {
    if (m_thread.joinable()) m_thread.join();
}

void SaveJob::start() {
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void SaveJob::run(const std::stop_token& stop) {
    const Progress progress = [this](std::uint64_t done, std::uint64_t total) {
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
        result = m_work(stop, progress);
    } catch (const std::bad_alloc&) {
        result = model::fail(model::ErrorCode::OutOfMemory, m_path.toStdString());
    }
    m_work = nullptr;  // and the reports that it holds
    QMetaObject::invokeMethod(
        this,
        [this, result] {
            m_thread.join();
            emit finished(result.has_value(), result ? model::Error() : result.error());
            deleteLater();
        },
        Qt::QueuedConnection);
}

SaveJob::Work savingReport(model::SnapshotPtr report, const QString& path, const QStringList& sources) {
    model::RepWriteOptions options;
    for (const QString& source : sources) options.sources.emplace_back(QFile::encodeName(source).toStdString());
    return [report = std::move(report), target = QFile::encodeName(path).toStdString(), options](
               const std::stop_token& stop, const SaveJob::Progress& progress) mutable {
        options.stop = stop;
        options.progress = progress;
        return model::writeRep(*report, target, options);
    };
}

}  // namespace app
