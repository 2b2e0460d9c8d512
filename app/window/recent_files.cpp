// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recent_files.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QSettings>
#include <QStandardPaths>
#include <QThreadPool>
#include <algorithm>

#include "app/kit/file_text.h"
#include "app/kit/std_text.h"
#include "model/rep/beside.h"

namespace app {
namespace {

const QString kGroup = QStringLiteral("recent");

QString thumbnailPath(const QString& path, timeline::Theme theme) {
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/thumbnails/") +
           QString::fromLatin1(hash) +
           (theme == timeline::Theme::Dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"));
}

constexpr std::uint64_t kLargestThumbnail = 4 << 20;  // bytes

QImage thumbnailAt(const QString& path) {
    const std::filesystem::path file = nativePath(path);
    const auto folder = model::Folder::around(file);
    const auto png =
        folder ? folder->read(file.filename().string(), kLargestThumbnail) : tl::unexpected(folder.error());
    return png ? QImage::fromData(QByteArray::fromStdString(*png), "PNG") : QImage();
}

timeline::Theme otherThan(timeline::Theme theme) {
    return theme == timeline::Theme::Dark ? timeline::Theme::Light : timeline::Theme::Dark;
}

// "~/runs" instead of "/home/me/runs".
QString shownFolder(const QString& path) {
    const QString folder = QFileInfo(path).path();
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + u'/')) return safeText(u'~' + folder.mid(home.size()));
    return shownPath(folder);
}

}  // namespace

RecentFiles::RecentFiles(QObject* parent) : QAbstractListModel(parent) {
    QSettings settings;
    const int n = settings.beginReadArray(kGroup);
    for (int i = 0; i < n; ++i) {
        settings.setArrayIndex(i);
        m_files.append({settings.value(QStringLiteral("path")).toString(),
                        settings.value(QStringLiteral("pinned")).toBool(),
                        settings.value(QStringLiteral("opened")).toDateTime()});
    }
    settings.endArray();
    order(m_files);
}

void RecentFiles::order(QList<RecentFile>& files) {
    std::stable_sort(files.begin(), files.end(), [](const RecentFile& a, const RecentFile& b) {
        return a.pinned != b.pinned ? a.pinned : a.opened > b.opened;
    });
    qsizetype loose = 0;
    erase_if(files, [&](const RecentFile& file) { return !file.pinned && ++loose > kMax; });
}

void RecentFiles::store(QList<RecentFile> files) {
    order(files);
    for (const RecentFile& old : std::as_const(m_files)) {
        const bool kept =
            std::any_of(files.cbegin(), files.cend(), [&](const RecentFile& f) { return f.path == old.path; });
        if (kept) continue;
        QFile::remove(thumbnailPath(old.path, timeline::Theme::Light));
        QFile::remove(thumbnailPath(old.path, timeline::Theme::Dark));
    }
    beginResetModel();
    m_files = std::move(files);
    endResetModel();
    QSettings settings;
    settings.remove(kGroup);
    settings.beginWriteArray(kGroup, static_cast<int>(m_files.size()));
    for (qsizetype i = 0; i < m_files.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("path"), m_files[i].path);
        settings.setValue(QStringLiteral("pinned"), m_files[i].pinned);
        settings.setValue(QStringLiteral("opened"), m_files[i].opened);
    }
    settings.endArray();
    emit changed();
}

void RecentFiles::add(const QString& path) {
    QList<RecentFile> files = m_files;
    RecentFile file{path, isPinned(path), QDateTime::currentDateTime()};
    erase_if(files, [&](const RecentFile& f) { return f.path == path; });
    files.prepend(file);
    store(std::move(files));
    refresh();
}

void RecentFiles::remove(const QString& path) {
    QList<RecentFile> files = m_files;
    erase_if(files, [&](const RecentFile& f) { return f.path == path; });
    store(std::move(files));
}

void RecentFiles::setPinned(const QString& path, bool pinned) {
    QList<RecentFile> files = m_files;
    for (RecentFile& file : files)
        if (file.path == path) file.pinned = pinned;
    store(std::move(files));
}

void RecentFiles::clear() {
    QList<RecentFile> files = m_files;
    erase_if(files, [](const RecentFile& f) { return !f.pinned; });
    store(std::move(files));
}

bool RecentFiles::isPinned(const QString& path) const {
    return std::any_of(m_files.cbegin(), m_files.cend(),
                       [&](const RecentFile& f) { return f.path == path && f.pinned; });
}

void RecentFiles::refresh() {
    QStringList paths;
    for (const RecentFile& file : std::as_const(m_files)) paths.append(file.path);
    QPointer<RecentFiles> self(this);
    QThreadPool::globalInstance()->start([self, paths] {
        QHash<QString, Facts> facts;
        for (const QString& path : paths) {
            const QFileInfo info(path);
            facts.insert(path, {!info.exists(), info.size(), info.lastModified()});
        }
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, facts] {
                if (!self) return;
                self->m_facts = facts;
                if (self->rowCount() > 0) emit self->dataChanged(self->index(0), self->index(self->rowCount() - 1));
            },
            Qt::QueuedConnection);
    });
}

void RecentFiles::setThumbnail(const QString& path, timeline::Theme theme, const QImage& picture) {
    const QString kept = thumbnailPath(path, theme);
    QDir().mkpath(QFileInfo(kept).path());
    QBuffer png;
    png.open(QIODevice::WriteOnly);
    picture.save(&png, "PNG");
    const std::filesystem::path file = nativePath(kept);
    if (const auto folder = model::Folder::openTrusted(file.parent_path()))
        (void)folder->replace(file.filename().string(), png.data().toStdString());
    for (qsizetype i = 0; i < m_files.size(); ++i)
        if (m_files[i].path == path) emit dataChanged(index(static_cast<int>(i)), index(static_cast<int>(i)));
}

QImage RecentFiles::thumbnail(const QString& path, timeline::Theme theme) const {
    const QImage picture = thumbnailAt(thumbnailPath(path, theme));
    return picture.isNull() ? thumbnailAt(thumbnailPath(path, otherThan(theme))) : picture;
}

int RecentFiles::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_files.size());
}

QVariant RecentFiles::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= m_files.size()) return {};
    const RecentFile& file = m_files[index.row()];
    const Facts facts = m_facts.value(file.path);
    switch (role) {
    case Qt::DisplayRole: return shownFile(file.path);
    case Qt::ToolTipRole: return shownPath(file.path);
    case PathRole: return file.path;
    case PinnedRole: return file.pinned;
    case FolderRole: return shownFolder(file.path);
    case BytesRole: return facts.bytes;
    case ModifiedRole: return facts.modified;
    case MissingRole: return facts.missing;
    }
    return {};
}

std::shared_ptr<RecentFiles> sharedRecentFiles() {
    static std::weak_ptr<RecentFiles> shared;
    std::shared_ptr<RecentFiles> files = shared.lock();
    if (!files) shared = files = std::make_shared<RecentFiles>();
    return files;
}

}  // namespace app
