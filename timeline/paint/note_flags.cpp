// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/note_flags.h"

#include <QPolygonF>

#include <algorithm>

#include "timeline/paint/timeline_painter.h"

namespace timeline {
namespace {

constexpr double kSide = 12;     // of a flag, logical px
constexpr double kFold = 4;      // of its corner
constexpr double kReach = 2;     // around it, for the pointer
constexpr double kWidest = 260;  // of a text beside it
constexpr double kInset = 4;

bool isInRows(const ViewGeometry& g, const QRectF& flag) { return QRectF(g.layout.rows).intersects(flag); }

/// A small sheet with a folded corner.
void paintFlag(QPainter& p, const QRectF& r, const Tokens& t) {
    p.setRenderHint(QPainter::Antialiasing, true);
    p.setPen(QPen(QColor::fromRgb(mixed(t.warn, t.text, 0.45)), 1));
    p.setBrush(QColor::fromRgb(t.warn));
    const QRectF s = r.adjusted(0.5, 0.5, -0.5, -0.5);
    p.drawPolygon(QPolygonF{
        s.topLeft(), s.topRight(), {s.right(), s.bottom() - kFold}, {s.right() - kFold, s.bottom()}, s.bottomLeft()});
    p.setRenderHint(QPainter::Antialiasing, false);
    for (const double y : {0.32, 0.56})
        p.fillRect(QRectF(r.left() + 3, r.top() + r.height() * y - 0.5, r.width() - 6, 1), QColor::fromRgb(t.canvas));
}

void paintText(QPainter& p, const Frame& f, const QRectF& flag, const QString& note) {
    const Tokens& t = tokens(f.theme);
    const QFontMetricsF metrics(p.font());
    const double room = std::min(kWidest, f.geometry.layout.rows.right() - flag.right() - 2 * kInset - 2);
    const QString text = metrics.elidedText(note, Qt::ElideRight, room);
    if (text.isEmpty()) return;
    const QRectF box(flag.right() + 1, flag.top(), metrics.horizontalAdvance(text) + 2 * kInset, flag.height() + 2);
    p.fillRect(box, QColor::fromRgb(mixed(t.canvas, t.warn, 0.22)));
    p.setPen(QColor::fromRgb(t.text));
    p.drawText(box, Qt::AlignCenter, text);
}

}  // namespace

std::optional<QRectF> noteFlag(const Frame& f, const Note& note) {
    const ViewGeometry& g = f.geometry;
    if (!g.rows || !g.source.snapshot) return std::nullopt;
    const QRectF rows(g.layout.rows);
    QPointF at;
    if (note.of == Note::Of::Row) {
        const RowPlace place = g.placeOf(note.row);
        if (!place.isValid()) return std::nullopt;
        at = {rows.left() + 2, place.rect.top() + 2.0};
    } else if (note.of == Note::Of::Event && g.source.has(note.event)) {
        const EventPlace place = g.placeOf(note.event);
        if (place.side != EventPlace::kOnScreen) return std::nullopt;
        at = {std::max(place.bar.left(), rows.left()), place.bar.top() - 2};
    } else {
        at = {g.x(note.time), rows.top() + 1};
        if (at.x() < rows.left() || at.x() > rows.right()) return std::nullopt;
    }
    const QRectF flag(at, QSizeF(kSide, kSide));
    return isInRows(g, flag) ? std::optional(flag) : std::nullopt;
}

int noteAt(const Frame& f, QPointF pos) {
    const auto& notes = f.model->state().notes;
    for (std::size_t i = notes.size(); i-- > 0;)
        if (const auto flag = noteFlag(f, notes[i]);
            flag && flag->adjusted(-kReach, -kReach, kReach, kReach).contains(pos))
            return static_cast<int>(i);
    return -1;
}

void paintNotes(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    const QRect rows = f.geometry.layout.rows;
    p.save();
    p.setFont(f.barFont);
    for (const Note& note : f.model->state().notes) {
        const auto flag = noteFlag(f, note);
        if (!flag) continue;
        if (note.of == Note::Of::Moment)
            hairlineV(p, flag->left(), rows.top(), rows.bottom() + 1, translucent(t.warn, 0.6).rgba(),
                      f.geometry.layout.dpr);
        paintFlag(p, *flag, t);
        if (f.isForFile()) paintText(p, f, *flag, note.text);
    }
    p.restore();
}

}  // namespace timeline
