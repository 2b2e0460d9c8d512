// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/document.h"

#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <QThreadPool>

#include "app/kit/file_text.h"
#include "app/kit/std_text.h"
#include "importers/capture/capture.h"
#include "importers/open.h"

namespace app {
namespace {
constexpr double kRateAfterSeconds = 0.4;  // earlier, a rate is noise
constexpr qsizetype kMostWatched = 64;     // watches are scarce

}  // namespace

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

Document::Document(QStringList paths, importers::Align align, QObject* parent)
    : QObject(parent), m_paths(std::move(paths)), m_align(align), m_store(model::EventStore::create()) {
    setReport(m_store->snapshot());
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &Document::checkDisk);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &Document::checkDisk);
}

Document::~Document() { forgetJob(); }

QString Document::name() const {
    const QString first = shownFile(path());
    return isMerged() ? tr("%1 and %Ln more", nullptr, static_cast<int>(m_paths.size() - 1)).arg(first) : first;
}

QList<Document::Stamp> Document::stamps() const {
    QList<Stamp> out;
    for (const QString& path : m_paths.first(std::min(kMostWatched, m_paths.size()))) {
        const QFileInfo info(path);
        out.append(info.exists() ? Stamp{info.size(), info.lastModified()} : Stamp{});
    }
    return out;
}

LoadJob::Work Document::loading() {
    if (!isMerged())
        return [path = nativePath(path())](model::EventStore& store, const importers::OpenOptions& options) {
            return importers::openReport(path, store, options);
        };
    std::vector<importers::MergeFile> files;
    for (const QString& path : m_paths) files.push_back({nativePath(path), {}});
    // What was moved by hand stays where it was moved to.
    for (std::size_t i = 0; i < m_files.size() && i < m_offsets.size(); ++i) {
        if (m_files[i].error || m_offsets[i] == m_files[i].computed.offset) continue;
        const auto same = std::find_if(files.begin(), files.end(), [&](const importers::MergeFile& f) {
            return f.path == m_files[i].path && !f.offset;
        });
        if (same != files.end()) same->offset = m_offsets[i];
    }
    m_merged = std::make_shared<std::vector<importers::MergedFile>>();
    return [files, align = m_align, out = m_merged](model::EventStore& store,
                                                    const importers::OpenOptions& options) -> model::Result<void> {
        importers::MergeOptions merge;
        static_cast<importers::OpenOptions&>(merge) = options;
        merge.align = align;
        auto merged = importers::openMerged(files, store, merge);
        if (!merged) return tl::unexpected<model::Error>(merged.error());
        *out = std::move(*merged);
        return {};
    };
}

void Document::load() {
    forgetJob();
    m_store = model::EventStore::create();
    setReport(m_store->snapshot());
    m_error = {};
    m_cancelled = false;
    m_progress = {};
    m_loaded = stamps();
    if (m_changedOnDisk) {
        m_changedOnDisk = false;
        emit changedOnDiskChanged();
    }
    if (m_watcher.files().isEmpty()) m_watcher.addPaths(m_paths.first(std::min(kMostWatched, m_paths.size())));
    m_clock.start();
    m_job = new LoadJob(loading(), m_store);
    m_files.clear();
    m_offsets.clear();
    connect(m_job, &LoadJob::published, this, &Document::showSnapshot);
    connect(m_job, &LoadJob::previewed, this, &Document::showPreview);
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

void Document::beginEmpty() {
    m_clock.start();
    setState(State::Ready);
}

void Document::refresh(const QString& path) {
    if (m_refreshJob) {
        m_refreshJob->disconnect(this);
        m_refreshJob->stop();
    }
    const QString file = path.isEmpty() ? m_paths.first() : path;
    auto store = model::EventStore::create();
    if (!path.isEmpty()) m_knownStacks.reset();
    else if (!m_knownStacks) m_knownStacks = importers::capture::newKnownStacks();
    m_refreshJob = new LoadJob(
        [native = nativePath(file), known = m_knownStacks](model::EventStore& to,
                                                           const importers::OpenOptions& options) {
            return known ? importers::followSession(native, to, options, *known)
                         : importers::openReport(native, to, options);
        },
        store);
    connect(m_refreshJob, &LoadJob::finished, this, [this, store, file](bool ok, const model::Error& error) {
        m_refreshJob = nullptr;
        if (ok) {
            showRefreshed(store, file);
        } else {
            m_error = error;
        }
        emit refreshed(ok);
    });
    m_refreshJob->start();
}

void Document::showRefreshed(std::shared_ptr<model::EventStore> store, const QString& path) {
    auto before = std::make_pair(m_store, m_snapshot);
    m_store = std::move(store);
    if (path != m_paths.first()) {
        m_paths = {path};
        m_loaded = stamps();
        m_watcher.addPath(path);
    }
    m_rowsAreKept = true;
    showSnapshot();
    m_rowsAreKept = false;
    // Freeing a large report takes a while.
    QThreadPool::globalInstance()->start([before = std::move(before)]() mutable { before = {}; });
}

void Document::forgetJob() {
    for (QPointer<LoadJob>* job : {&m_job, &m_moveJob, &m_refreshJob}) {
        if (!*job) continue;
        (*job)->disconnect(this);
        (*job)->stop();
        *job = nullptr;
    }
}

void Document::setState(State state) {
    m_state = state;
    emit stateChanged();
}

void Document::showPreview(const std::shared_ptr<const model::EventStore>& preview) {
    if (m_store->snapshot()->eventCount() > 0) return;  // it comes late
    setReport(preview->snapshot());
    m_isPreview = true;
    emit snapshotChanged();
}

void Document::showSnapshot() {
    setReport(m_store->snapshot());
    emit snapshotChanged();
}

void Document::setReport(model::SnapshotPtr report) {
    m_report = std::move(report);
    m_isPreview = false;
    m_added = {};
    m_snapshot = m_report;
}

bool Document::addRow(const model::SnapshotPtr& report, model::AddedRow row) {
    if (m_state != State::Ready || report != m_report || row.track != nextRow()) return false;
    m_added.add(std::move(row));
    showRows();
    return true;
}

void Document::removeRow(model::TrackId track) {
    if (!m_added.has(*m_report, track)) return;
    if (!m_added.remove(track)) m_added.clear();
    showRows();
}

void Document::showRows() {
    m_snapshot = m_added.on(m_report);
    emit snapshotChanged();
}

void Document::onProgress(quint64 done, quint64 total) {
    m_progress = LoadProgress::at(done, total, static_cast<double>(m_clock.elapsed()) / 1000);
    emit progressChanged();
}

void Document::onFinished(bool ok, const model::Error& error) {
    m_job = nullptr;
    if (ok) {
        m_cancelled = false;  // it was done before the request reached it
        if (isMerged()) m_files = std::move(*m_merged);
        for (const importers::MergedFile& file : m_files) m_offsets.push_back(file.alignment.offset);
        showSnapshot();
        setState(State::Ready);
        if (isMerged()) emit filesChanged();
        return;
    }
    if (error.code == model::ErrorCode::Cancelled) {
        showSnapshot();
        return setState(State::Ready);
    }
    m_error = error;
    m_cancelled = false;
    m_store = model::EventStore::create();
    setReport(m_store->snapshot());
    emit snapshotChanged();
    setState(State::Failed);
}

QStringList Document::failedFiles() const {
    constexpr qsizetype kMostNamed = 4;
    QStringList out;
    for (const importers::MergedFile& file : m_files) {
        if (!file.error) continue;
        if (out.size() == kMostNamed) {
            out.append(QStringLiteral("…"));
            break;
        }
        out.append(shownFile(QFile::decodeName(file.path.string().c_str())));
    }
    return out;
}

void Document::setClockOffset(std::size_t file, model::TimeNs offset) {
    if (m_state != State::Ready || file >= m_offsets.size() || m_files[file].error || m_offsets[file] == offset) return;
    m_offsets[file] = offset;
    move();
    emit filesChanged();
}

// From the report that is shown; the files are not read again.
void Document::move() {
    if (m_moveJob) {
        m_moveJob->disconnect(this);
        m_moveJob->stop();
    }
    auto store = model::EventStore::create();
    auto files = std::make_shared<std::vector<importers::MergedFile>>(m_files);
    m_moveJob = new LoadJob(
        [snapshot = m_report, files, offsets = m_offsets](model::EventStore& to,
                                                          const importers::OpenOptions& options) {
            return importers::moveMerged(*snapshot, *files, offsets, to, options);
        },
        store);
    connect(m_moveJob, &LoadJob::finished, this, [this, store, files](bool ok, const model::Error&) {
        m_moveJob = nullptr;
        if (ok) {
            m_files = std::move(*files);
            m_store = store;
            m_rowsAreKept = true;
            showSnapshot();
            m_rowsAreKept = false;
        }
        // An offset that would throw events out of time was not taken.
        for (std::size_t i = 0; i < m_files.size(); ++i) m_offsets[i] = m_files[i].alignment.offset;
        emit filesChanged();
    });
    m_moveJob->start();
}

std::pair<QString, model::ReportInfo::Attachment> Document::source(
    const model::ReportInfo::Attachment& attachment) const {
    if (isMerged())
        if (const auto inner = importers::mergedAttachment(attachment); inner && inner->file < m_files.size())
            return {QFile::decodeName(m_files[inner->file].path.string().c_str()), inner->attachment};
    return {path(), attachment};
}

// Programs replace a file by renaming another over it: the watch on the file ends then, so its folder is watched until
// the file is back.
void Document::checkDisk() {
    const QList<Stamp> now = stamps();
    QSet<QString> missing;  // folders of files that are gone
    for (qsizetype i = 0; i < now.size(); ++i)
        if (now[i].bytes < 0) missing.insert(QFileInfo(m_paths[i]).path());
    for (const QString& folder : m_watcher.directories())
        if (!missing.contains(folder)) m_watcher.removePath(folder);
    for (const QString& folder : std::as_const(missing)) m_watcher.addPath(folder);
    for (qsizetype i = 0; i < now.size(); ++i)
        if (now[i].bytes >= 0 && !m_watcher.files().contains(m_paths[i])) m_watcher.addPath(m_paths[i]);
    if (!missing.isEmpty()) return;
    const bool changed = now != m_loaded;
    if (changed == m_changedOnDisk) return;
    m_changedOnDisk = changed;
    emit changedOnDiskChanged();
}

}  // namespace app
