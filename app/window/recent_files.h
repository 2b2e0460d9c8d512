// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QDateTime>
#include <QImage>
#include <QList>
#include <memory>

#include "timeline/look/palette.h"

namespace app {

/// A report that was opened before.
struct RecentFile {
    QString path;
    bool pinned = false;
    QDateTime opened;
    bool operator==(const RecentFile&) const = default;
};

/// The recent files of this person, pinned ones first, then the newest; kept in the settings. Sizes, dates and whether
/// a file is still there are looked up in a pool thread: a lost network drive must not stop the window.
class RecentFiles : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { PathRole = Qt::UserRole, PinnedRole, FolderRole, BytesRole, ModifiedRole, MissingRole };
    static constexpr qsizetype kMax = 30;  ///< besides pinned ones

    explicit RecentFiles(QObject* parent = nullptr);

    /// Puts a report on top.
    void add(const QString& path);
    void remove(const QString& path);
    void setPinned(const QString& path, bool pinned);
    /// Forgets all but the pinned ones.
    void clear();
    const QList<RecentFile>& files() const { return m_files; }
    bool isPinned(const QString& path) const;

    /// Looks again which files are there.
    void refresh();

    /// Keeps a picture of a report for one theme.
    void setThumbnail(const QString& path, timeline::Theme theme, const QImage& picture);
    /// That picture, or that of the other theme, or a null image.
    QImage thumbnail(const QString& path, timeline::Theme theme) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

signals:
    void changed();

private:
    struct Facts {
        bool missing = false;
        qint64 bytes = -1;
        QDateTime modified;
    };
    void store(QList<RecentFile> files);
    static void order(QList<RecentFile>& files);

    QList<RecentFile> m_files;
    QHash<QString, Facts> m_facts;
};

/// The one of this program. It lives as long as a window has it.
std::shared_ptr<RecentFiles> sharedRecentFiles();

}  // namespace app
