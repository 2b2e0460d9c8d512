// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document.h"

#include <QFileInfo>

namespace app {
namespace {
constexpr double kRateAfterSeconds = 0.4;  // earlier, a rate is noise
}

LoadProgress LoadProgress::at(quint64 done, quint64 total, double seconds) {
    LoadProgress p;
    p.done = done;
    p.total = total;
    if (seconds > kRateAfterSeconds && done > 0) {
        p.perSecond = static_cast<double>(done) / seconds;
        if (total >= done) p.secondsLeft = static_cast<double>(total - done) / p.perSecond;
    }
    return p;
}

Document::Document(QString path, QObject* parent)
    : QObject(parent), m_path(std::move(path)), m_store(model::EventStore::create()), m_snapshot(m_store->snapshot()) {
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &Document::checkDisk);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &Document::checkDisk);
}

Document::~Document() { forgetJob(); }

QString Document::name() const { return QFileInfo(m_path).fileName(); }

Document::Stamp Document::stamp() const {
    const QFileInfo info(m_path);
    return info.exists() ? Stamp{info.size(), info.lastModified()} : Stamp{};
}

void Document::load() {
    forgetJob();
    m_store = model::EventStore::create();
    m_snapshot = m_store->snapshot();
    m_error = {};
    m_cancelled = false;
    m_progress = {};
    m_loaded = stamp();
    if (m_changedOnDisk) {
        m_changedOnDisk = false;
        emit changedOnDiskChanged();
    }
    if (m_watcher.files().isEmpty()) m_watcher.addPath(m_path);
    m_clock.start();
    m_job = new LoadJob(m_path, m_store);
    connect(m_job, &LoadJob::published, this, &Document::takeSnapshot);
    connect(m_job, &LoadJob::progressed, this, &Document::onProgress);
    connect(m_job, &LoadJob::finished, this, &Document::onFinished);
    setState(State::Loading);
    emit snapshotChanged();
    m_job->start();
}

void Document::cancel() {
    if (m_state != State::Loading || !m_job) return;
    m_cancelled = true;
    m_job->stop();
}

void Document::forgetJob() {
    if (!m_job) return;
    m_job->disconnect(this);
    m_job->stop();
    m_job = nullptr;
}

void Document::setState(State state) {
    m_state = state;
    emit stateChanged();
}

void Document::takeSnapshot() {
    m_snapshot = m_store->snapshot();
    emit snapshotChanged();
}

void Document::onProgress(quint64 done, quint64 total) {
    m_progress = LoadProgress::at(done, total, static_cast<double>(m_clock.elapsed()) / 1000);
    emit progressChanged();
}

void Document::onFinished(bool ok, const model::Error& error) {
    m_job = nullptr;
    if (ok) {
        m_cancelled = false;  // it was done before it heard of the wish
        takeSnapshot();
        return setState(State::Ready);
    }
    if (error.code == model::ErrorCode::Cancelled) {
        takeSnapshot();
        return setState(State::Ready);
    }
    m_error = error;
    m_cancelled = false;
    m_store = model::EventStore::create();
    m_snapshot = m_store->snapshot();
    emit snapshotChanged();
    setState(State::Failed);
}

// Programs replace a file by renaming another over it: the watch on the file ends then, so its folder is watched until
// the file is back.
void Document::checkDisk() {
    const Stamp now = stamp();
    const QString folder = QFileInfo(m_path).path();
    if (now.bytes < 0) {
        m_watcher.addPath(folder);
        return;
    }
    if (m_watcher.directories().contains(folder)) m_watcher.removePath(folder);
    if (!m_watcher.files().contains(m_path)) m_watcher.addPath(m_path);
    const bool changed = !(now == m_loaded);
    if (changed == m_changedOnDisk) return;
    m_changedOnDisk = changed;
    emit changedOnDiskChanged();
}

}  // namespace app
