// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drop_overlay.h"

#include <QApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QPainter>
#include <QTimer>
#include <QUrl>

namespace app {

QStringList pathsOf(const QMimeData* data) {
    QStringList out;
    const auto add = [&out](const QString& path) {
        const QFileInfo info(path);
        if (info.isAbsolute() && info.exists() && !out.contains(info.absoluteFilePath()))
            out.append(info.absoluteFilePath());
    };
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) add(url.toLocalFile());
    if (!out.isEmpty() || !data->hasText()) return out;
    for (const QString& line : data->text().split(u'\n', Qt::SkipEmptyParts)) {
        QString path = line.trimmed();
        // Terminals and file managers quote paths with spaces.
        if (path.size() > 1 && (path.startsWith(u'"') || path.startsWith(u'\'')) && path.endsWith(path.front()))
            path = path.mid(1, path.size() - 2);
        if (path.startsWith(QLatin1String("file:"))) path = QUrl(path).toLocalFile();
        if (path.startsWith(QLatin1String("~/"))) path = QDir::homePath() + path.mid(1);
        add(path);
    }
    return out;
}

DropOverlay::DropOverlay(QWidget* window) : QWidget(window) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    window->setAcceptDrops(true);
    // A child that takes drops itself (a filter box takes text) would swallow a file: look before it does.
    qApp->installEventFilter(this);
}

bool DropOverlay::eventFilter(QObject* watched, QEvent* event) {
    const auto type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::DragLeave && type != QEvent::Drop)
        return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || widget->window() != parentWidget()) return false;
    if (type == QEvent::DragLeave) {
        // Between two children a leave is followed by an enter at once.
        m_over = false;
        QTimer::singleShot(0, this, [this] { setVisible(m_over); });
        return false;
    }
    auto* drop = static_cast<QDropEvent*>(event);
    if (!drop->mimeData()->hasUrls()) return false;
    const QStringList paths = pathsOf(drop->mimeData());
    if (paths.isEmpty()) return false;
    drop->setDropAction(Qt::CopyAction);
    drop->accept();
    m_over = type != QEvent::Drop;
    if (m_over) {
        // A quick hand drops before this is due.
        QTimer::singleShot(0, this, [this, paths] {
            if (m_over) appear(paths);
        });
    } else {
        hide();
        emit dropped(paths);
    }
    return true;
}

void DropOverlay::appear(const QStringList& paths) {
    const QFileInfo first(paths.first());
    if (paths.size() > 1) m_what = tr("Open %Ln report(s), each in a tab", nullptr, static_cast<int>(paths.size()));
    else if (first.isDir()) m_what = tr("List the reports in “%1”").arg(first.fileName());
    else m_what = tr("Open “%1” in a new tab").arg(first.fileName());
    setGeometry(parentWidget()->rect());
    show();
    raise();
    update();
}

void DropOverlay::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QColor veil = palette().color(QPalette::Window);
    veil.setAlphaF(0.82F);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(rect().adjusted(11, 11, -12, -12));
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    painter.setFont(large);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect().adjusted(40, 40, -40, -40), Qt::AlignCenter | Qt::TextWordWrap, m_what);
}

}  // namespace app
