// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QWidget>
#include <functional>

namespace app {

/// Files and folders that a drag or the clipboard holds, as absolute paths that exist.
QStringList pathsOf(const QMimeData* data);

/// Takes files that are dropped anywhere on a window, its children included, and says over the whole window what will
/// happen while they hover. With a report in front, the right part of the window compares one file with that.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* window);
    /// The name of the report that a file can be compared with; empty: none.
    void setFront(std::function<QString()> front) { m_front = std::move(front); }
    /// Says what happens to those files when they are dropped: right of the middle one compares where that is possible.
    void appear(const QStringList& paths, bool compares);

signals:
    void dropped(const QStringList& paths);
    void droppedToCompare(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Whether what is dropped there is to be compared.
    bool compares(const QStringList& paths, QPointF inWindow) const;
    void paintZone(QPainter& painter, const QRect& zone, const QString& what, bool active) const;

    std::function<QString()> m_front;
    QString m_what, m_otherwise;  ///< the latter: what the right part does; empty = there is no such part
    bool m_compares = false;      ///< the pointer is there
    bool m_over = false;          ///< files are being dragged over the window
};

}  // namespace app
