// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/drop_overlay.h"

#include <QApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QPainter>
#include <QTimer>
#include <QUrl>

#include "app/kit/file_text.h"

namespace app {
namespace {

constexpr double kOpens = 0.62;  // of the width; right of it one compares
constexpr int kMargin = 12;      // px
constexpr float kVeil = 0.94F;   // opacity: texts are read upon whatever lies below

}  // namespace

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
    const bool toCompare = compares(paths, widget->mapTo(parentWidget(), drop->position()));
    if (m_over) {
        // A quick hand drops before this is due.
        QTimer::singleShot(0, this, [this, paths, toCompare] {
            if (m_over) appear(paths, toCompare);
        });
    } else {
        hide();
        toCompare ? emit droppedToCompare(paths.first()) : emit dropped(paths);
    }
    return true;
}

bool DropOverlay::compares(const QStringList& paths, QPointF inWindow) const {
    return paths.size() == 1 && QFileInfo(paths.first()).isFile() && m_front && !m_front().isEmpty() &&
           inWindow.x() > kOpens * parentWidget()->width();
}

void DropOverlay::appear(const QStringList& paths, bool toCompare) {
    const QFileInfo first(paths.first());
    if (paths.size() > 1) m_what = tr("Open %Ln report(s), each in a tab", nullptr, static_cast<int>(paths.size()));
    else if (first.isDir()) m_what = tr("List the reports in “%1”").arg(safeText(first.fileName()));
    else m_what = tr("Open “%1” in a new tab").arg(safeText(first.fileName()));
    const QString front = m_front ? m_front() : QString();
    m_otherwise =
        paths.size() == 1 && first.isFile() && !front.isEmpty() ? tr("Compare with “%1”").arg(front) : QString();
    m_compares = toCompare;
    setGeometry(parentWidget()->rect());
    show();
    raise();
    update();
}

void DropOverlay::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QColor veil = palette().color(QPalette::Window);
    veil.setAlphaF(kVeil);
    painter.fillRect(rect(), veil);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    painter.setFont(large);
    const QRect all = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    if (m_otherwise.isEmpty()) return paintZone(painter, all, m_what, true);
    const int border = static_cast<int>(kOpens * width());
    paintZone(painter, QRect(all.topLeft(), QPoint(border - kMargin / 2, all.bottom())), m_what, !m_compares);
    paintZone(painter, QRect(QPoint(border + kMargin / 2, all.top()), all.bottomRight()), m_otherwise, m_compares);
}

void DropOverlay::paintZone(QPainter& painter, const QRect& zone, const QString& what, bool active) const {
    QColor fill = palette().color(QPalette::Highlight);
    fill.setAlphaF(active ? 0.14F : 0.0F);
    painter.setPen(QPen(palette().color(active ? QPalette::Highlight : QPalette::PlaceholderText), active ? 2 : 1,
                        active ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(fill);
    painter.drawRect(zone);
    painter.setPen(palette().color(active ? QPalette::WindowText : QPalette::PlaceholderText));
    painter.drawText(zone.adjusted(28, 28, -28, -28), Qt::AlignCenter | Qt::TextWordWrap, what);
}

}  // namespace app
