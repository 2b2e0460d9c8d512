// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QWidget>

namespace app {

/// Files and folders that a drag or the clipboard holds, as absolute paths that exist.
QStringList pathsOf(const QMimeData* data);

/// Takes files that are dropped anywhere on a window, its children included, and says over the whole window what will
/// happen while they hover.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* window);

signals:
    void dropped(const QStringList& paths);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void appear(const QStringList& paths);
    QString m_what;
    bool m_over = false;  ///< files are being dragged over the window
};

}  // namespace app
