// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/access/spoken_points.h"

#include <QAccessible>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>
#include <QWidget>
#include <algorithm>

#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kPage = 10;   // points
constexpr int kAround = 3;  // px from a point to its ring
constexpr int kLeastSide = 10;

/// The ring around the current point. The pointer goes through it.
class PointMark : public QWidget {
public:
    explicit PointMark(QWidget* parent) : QWidget(parent) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        setObjectName(QStringLiteral("pointMark"));
        hide();
    }

protected:
    // Two colours, so that it is seen on each point.
    void paintEvent(QPaintEvent*) override {
        QPainter p(this);
        p.setPen(QPen(palette().color(QPalette::Base), 1));
        for (const int in : {0, 3}) p.drawRect(rect().adjusted(in, in, -in - 1, -in - 1));
        p.setPen(QPen(palette().color(QPalette::Text), 2));
        p.drawRect(QRectF(rect()).adjusted(2, 2, -2, -2));
    }
};

}  // namespace

SpokenPoints::SpokenPoints(QWidget* widget, Source source)
    : QObject(widget), m_widget(widget), m_source(std::move(source)), m_mark(new PointMark(widget)) {
    widget->setFocusPolicy(Qt::StrongFocus);
    widget->installEventFilter(this);
    setObjectName(QStringLiteral("spokenPoints"));
    installChartAccessibility();
}

SpokenPoints::~SpokenPoints() = default;

SpokenPoints* SpokenPoints::of(const QWidget* widget) {
    return widget->findChild<SpokenPoints*>(QStringLiteral("spokenPoints"), Qt::FindDirectChildrenOnly);
}

void SpokenPoints::reset() {
    m_current = -1;
    m_mark->hide();
    if (!QAccessible::isActive()) return;
    QAccessibleEvent event(m_widget, QAccessible::ObjectReorder);  // the parts are others
    QAccessible::updateAccessibility(&event);
}

void SpokenPoints::choose(int point) const {
    if (m_source.choose && point >= 0 && point < count()) m_source.choose(point);
}

QString SpokenPoints::sentence(int point) const {
    return tr("%1 of %2: %3", "a point of a chart")
        .arg(timeline::formatCount(static_cast<std::uint64_t>(point + 1)),
             timeline::formatCount(static_cast<std::uint64_t>(count())), text(point));
}

void SpokenPoints::setCurrent(int point) {
    if (point < 0 || point >= count()) return;
    m_current = point;
    reveal();
    placeMark();
    if (m_mark->isVisible() && m_widget->hasFocus())
        QToolTip::showText(m_widget->mapToGlobal(m_mark->geometry().bottomLeft()), sentence(point), m_widget);
    if (!QAccessible::isActive()) return;
    QAccessibleInterface* const chart = QAccessible::queryAccessibleInterface(m_widget);
    QAccessibleInterface* const part = chart ? chart->child(point) : nullptr;
    if (!part) return;
    QAccessibleEvent focus(part, QAccessible::Focus);
    QAccessible::updateAccessibility(&focus);
    QAccessibleEvent said(m_widget, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&said);
}

void SpokenPoints::reveal() const {
    const QRect r = m_source.area(m_current);
    for (QWidget* w = m_widget->parentWidget(); w && !r.isEmpty(); w = w->parentWidget())
        if (auto* scroll = qobject_cast<QScrollArea*>(w)) {
            const QPoint at = m_widget->mapTo(scroll->widget(), r.center());
            scroll->ensureVisible(at.x(), at.y(), kAround + std::min(r.width(), scroll->viewport()->width()) / 2,
                                  kAround + r.height());
        }
}

void SpokenPoints::placeMark() {
    QRect r = m_current >= 0 && m_current < count() ? m_source.area(m_current) : QRect();
    const bool shown = !r.isEmpty() && m_widget->hasFocus();
    m_mark->setVisible(shown);
    if (!shown) return;
    r.adjust(-kAround, -kAround, kAround, kAround);
    const int dx = std::max(0, kLeastSide - r.width()) / 2, dy = std::max(0, kLeastSide - r.height()) / 2;
    m_mark->setGeometry(r.adjusted(-dx, -dy, dx, dy));
    m_mark->raise();
}

int SpokenPoints::next(int key) const {
    const int last = count() - 1;
    if (last < 0) return -1;
    if (key == Qt::Key_Home) return 0;
    if (key == Qt::Key_End) return last;
    if (m_source.beside) return m_current < 0 ? 0 : m_source.beside(m_current, key);
    switch (key) {
    case Qt::Key_Right:
    case Qt::Key_Down: return std::min(last, m_current + 1);
    case Qt::Key_Left:
    case Qt::Key_Up: return m_current < 0 ? last : std::max(0, m_current - 1);
    case Qt::Key_PageDown: return std::min(last, m_current + kPage);
    case Qt::Key_PageUp: return std::max(0, m_current - kPage);
    default: return -1;
    }
}

bool SpokenPoints::press(const QKeyEvent& event) {
    if (event.modifiers() & ~Qt::KeypadModifier) return false;
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_source.choose || m_current < 0) return false;
        choose(m_current);
        return true;
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
        if (count() == 0) return false;
        setCurrent(next(event.key()));
        return true;
    default: return false;
    }
}

bool SpokenPoints::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::KeyPress:
        if (press(*static_cast<QKeyEvent*>(event))) return true;
        break;
    case QEvent::ShortcutOverride: {
        // Single keys of the window do not take what leads through the points.
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() & ~Qt::KeypadModifier || count() == 0) break;
        if (key->key() >= Qt::Key_Home && key->key() <= Qt::Key_PageDown) event->accept();
        break;
    }
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::Resize: QMetaObject::invokeMethod(this, &SpokenPoints::placeMark, Qt::QueuedConnection); break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace app
