// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/timeline_header.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <climits>
#include <cmath>

#include "timeline/look/format.h"
#include "timeline/look/names.h"

namespace timeline {
namespace {

constexpr int kHeaderInset = 6;
constexpr int kTriangle = 16;   // room for it
constexpr int kTitleLine = 20;  // the title stands in the first line of a tall row
constexpr int kEdge = 3;        // reach of the lower edge
constexpr int kUtilisation = 50;
constexpr int kToolCount = 3;

int scaled(const Row& row, int px) { return static_cast<int>(std::lround(px * row.textScale)); }

QFont headerFont(const HeaderStyle& style, const Row& row, int most = INT_MAX) {
    QFont f = style.font;
    f.setPixelSize(scaled(row, std::min(most, row.height < scaled(row, 18) ? 10 : 12)));
    return f;
}

QRect titleLine(const Row& row, const QRect& rect) {
    const int line = scaled(row, kTitleLine);
    return {rect.left(), rect.top(), rect.width(), rect.height() >= 2 * line - 4 ? line : rect.height()};
}

int shareWidth(const Row& row) { return row.utilisation ? scaled(row, kUtilisation) : 0; }

int depthOf(const Row& row) { return row.pinned && !row.breadcrumb.isNull() ? 0 : row.depth; }
int triangleLeft(const Row& row, const QRect& rect) {
    return rect.left() + kHeaderInset + depthOf(row) * kHeaderIndent;
}
int textLeft(const Row& row, const QRect& rect) { return triangleLeft(row, rect) + kTriangle; }

// Tools stand at the right end, beside the busy share: who clicks on that number must not pin the row. Pin, hide, more.
QRect toolRect(const Row& row, const QRect& rect, int index) {
    const QRect line = titleLine(row, rect);
    const int right = rect.right() + 1 - 2 - shareWidth(row);
    return {right - (kToolCount - index) * kHeaderTool, line.top(), kHeaderTool, line.height()};
}

void paintTriangle(QPainter& p, const QPointF& centre, bool open, QRgb colour) {
    QPainterPath path;
    if (open) {
        path.moveTo(centre + QPointF(-4, -2));
        path.lineTo(centre + QPointF(4, -2));
        path.lineTo(centre + QPointF(0, 3));
    } else {
        path.moveTo(centre + QPointF(-2, -4));
        path.lineTo(centre + QPointF(3, 0));
        path.lineTo(centre + QPointF(-2, 4));
    }
    path.closeSubpath();
    p.fillPath(path, QColor::fromRgb(colour));
}

void paintPin(QPainter& p, const QPointF& c, bool on, const QPen& pen) {
    QPainterPath head;
    head.addRoundedRect(QRectF(c.x() - 2.5, c.y() - 5.5, 5, 6), 1, 1);
    p.setPen(pen);
    p.setBrush(on ? QBrush(pen.color()) : QBrush(Qt::NoBrush));
    p.drawPath(head);
    p.drawLine(c + QPointF(-4.5, 0.5), c + QPointF(4.5, 0.5));
    p.drawLine(c + QPointF(0, 0.5), c + QPointF(0, 5.5));
}

// An eye with a stroke through it.
void paintHide(QPainter& p, const QPointF& c, const QPen& pen) {
    p.setPen(pen);
    p.setBrush(Qt::NoBrush);
    QPainterPath eye;
    eye.moveTo(c + QPointF(-5.5, 0));
    eye.quadTo(c + QPointF(0, -6), c + QPointF(5.5, 0));
    eye.quadTo(c + QPointF(0, 6), c + QPointF(-5.5, 0));
    p.drawPath(eye);
    p.drawEllipse(c, 1.4, 1.4);
    p.drawLine(c + QPointF(-4.5, 4.5), c + QPointF(4.5, -4.5));
}

void paintMore(QPainter& p, const QPointF& c, const QPen& pen) {
    p.setPen(Qt::NoPen);
    p.setBrush(pen.color());
    for (const double dx : {-4.0, 0.0, 4.0}) p.drawEllipse(c + QPointF(dx, 0), 1.3, 1.3);
}

void paintTools(QPainter& p, const Row& row, const HeaderRow& s, const Tokens& t) {
    p.setRenderHint(QPainter::Antialiasing, true);
    const HeaderPart parts[kToolCount] = {HeaderPart::Pin, HeaderPart::Hide, HeaderPart::More};
    for (int i = 0; i < kToolCount; ++i) {
        const QRect r = toolRect(row, s.rect, i);
        const bool hot = s.hot == parts[i];
        const QPen pen(QColor::fromRgb(hot ? t.text : t.secondaryText), 1.2);
        const QPointF c = QRectF(r).center();
        if (hot) {
            p.setPen(Qt::NoPen);
            p.setBrush(QColor::fromRgb(mixed(t.header, t.text, 0.12)));
            p.drawRoundedRect(QRectF(c.x() - 9, c.y() - 9, 18, 18), 2, 2);
        }
        if (parts[i] == HeaderPart::Pin)
            paintPin(p, c, row.pinned, row.pinned ? QPen(QColor::fromRgb(t.accent), 1.2) : pen);
        if (parts[i] == HeaderPart::Hide) paintHide(p, c, pen);
        if (parts[i] == HeaderPart::More) paintMore(p, c, pen);
    }
    p.setRenderHint(QPainter::Antialiasing, false);
}

void paintBackground(QPainter& p, const HeaderRow& s, const Tokens& t, double dpr) {
    QRgb fill = t.header;
    if (s.hovered) fill = mixed(fill, t.text, 0.04);
    if (s.focused) fill = mixed(fill, s.active ? t.accent : t.text, 0.10);
    if (s.dragged) fill = mixed(fill, t.accent, 0.22);
    p.fillRect(s.rect, QColor::fromRgb(fill));
    hairlineH(p, s.rect.bottom() + 1 - 1 / dpr, s.rect.left(), s.rect.right() + 1, t.grid, dpr);
    if (s.focused)
        p.fillRect(QRect(s.rect.left(), s.rect.top(), 3, s.rect.height()),
                   QColor::fromRgb(s.active ? t.accent : t.secondaryText));
    if (s.correlated)
        p.fillRect(QRect(s.rect.right() - 3, s.rect.top() + 1, 3, s.rect.height() - 2), QColor::fromRgb(t.accent));
}

int toolsWidth(const Row& row) { return kToolCount * kHeaderTool + 4 + shareWidth(row); }

// What stands at the right end, and its width.
int paintRightEnd(QPainter& p, const Row& row, const HeaderRow& s, const HeaderStyle& style, const Tokens& t) {
    if (s.hovered) paintTools(p, row, s, t);
    int taken = s.correlated ? 8 : 4;
    if (row.pinned && !s.hovered) {
        p.setRenderHint(QPainter::Antialiasing, true);
        const QRect line = titleLine(row, s.rect);
        paintPin(p, QPointF(s.rect.right() - taken - 6, line.center().y() + 0.5), true,
                 QPen(QColor::fromRgb(mixed(t.header, t.accent, 0.8)), 1));
        p.setRenderHint(QPainter::Antialiasing, false);
        taken += 16;
    }
    if (s.utilisation) {
        const QRect line = titleLine(row, s.rect);
        p.setPen(QColor::fromRgb(t.secondaryText));
        QString text = formatPercent(*s.utilisation);
        if (s.estimated) text.prepend(QChar(0x2248));
        p.setFont(headerFont(style, row, 11));
        p.drawText(line.adjusted(0, 0, -taken - 2, 0), Qt::AlignRight | Qt::AlignVCenter, text);
        taken += scaled(row, kUtilisation);
    }
    return s.hovered ? toolsWidth(row) : taken;
}

}  // namespace

void paintHeaderRow(QPainter& p, const Row& row, const HeaderRow& s, const HeaderStyle& style) {
    const Tokens& t = tokens(style.theme);
    paintBackground(p, s, t, style.dpr);
    const QRect line = titleLine(row, s.rect);
    if (row.expandable) {
        p.setRenderHint(QPainter::Antialiasing, true);
        paintTriangle(p, QPointF(triangleLeft(row, s.rect) + 7, line.center().y() + 0.5), row.expanded,
                      s.hot == HeaderPart::Triangle ? t.text : t.secondaryText);
        p.setRenderHint(QPainter::Antialiasing, false);
    }
    const int taken = paintRightEnd(p, row, s, style, t);
    const QFont font = headerFont(style, row);
    const QFontMetricsF metrics(font);
    p.setFont(font);
    const int left = textLeft(row, s.rect), width = s.rect.right() + 1 - taken - left;
    if (width < 8) return;
    const QString title = shortenedTitle(row.title, width, metrics);
    p.setPen(QColor::fromRgb(row.role == RowRole::Folded ? t.secondaryText : t.text));
    p.drawText(QRect(left, line.top(), width, line.height()), Qt::AlignLeft | Qt::AlignVCenter, title);
    if (row.breadcrumb.isEmpty()) return;
    const double used = metrics.horizontalAdvance(title) + 8;
    if (width - used < 24) return;
    p.setPen(QColor::fromRgb(t.secondaryText));
    p.drawText(QRectF(left + used, line.top(), width - used, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
               metrics.elidedText(row.breadcrumb, Qt::ElideMiddle, width - used));
}

HeaderPart headerPartAt(const Row& row, const QRect& rect, QPoint pos, bool resizable) {
    if (resizable && pos.y() > rect.bottom() - kEdge) return HeaderPart::BottomEdge;
    const HeaderPart tools[kToolCount] = {HeaderPart::Pin, HeaderPart::Hide, HeaderPart::More};
    for (int i = 0; i < kToolCount; ++i)
        if (toolRect(row, rect, i).contains(pos)) return tools[i];
    const int left = triangleLeft(row, rect) - 2;
    if (row.expandable && pos.x() >= left && pos.x() < left + kTriangle + 2 && titleLine(row, rect).contains(pos))
        return HeaderPart::Triangle;
    return HeaderPart::Title;
}

void paintDropLine(QPainter& p, const QRect& header, int y, int depth, const HeaderStyle& style) {
    const Tokens& t = tokens(style.theme);
    const int left = header.left() + kHeaderInset + depth * kHeaderIndent;
    p.fillRect(QRect(left, y - 1, header.right() - left, 2), QColor::fromRgb(t.accent));
    p.fillRect(QRect(left - 2, y - 3, 4, 6), QColor::fromRgb(t.accent));
}

int headerWidthOf(const Row& row, const HeaderStyle& style) {
    const QRect rect(0, 0, 0, row.height);
    const double title = QFontMetricsF(headerFont(style, row)).horizontalAdvance(row.title);
    return textLeft(row, rect) + static_cast<int>(std::ceil(title)) + kHeaderInset + (row.pinned ? 20 : 4) +
           shareWidth(row);
}

bool titleIsCut(const Row& row, const QRect& rect, const HeaderStyle& style) {
    const double width = rect.right() + 1 - textLeft(row, rect) - toolsWidth(row);
    return QFontMetricsF(headerFont(style, row)).horizontalAdvance(row.title) > width || !row.breadcrumb.isEmpty();
}

}  // namespace timeline
