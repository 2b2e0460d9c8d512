// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/timeline_painter.h"

#include <QCoreApplication>

#include <climits>
#include <cmath>

#include "timeline/look/format.h"
#include "timeline/paint/note_flags.h"
#include "timeline/text/event_text.h"

namespace timeline {

using model::EventRef;

namespace {

constexpr double kDim = 0.08;        // of what lies outside the selection
constexpr double kDimOnDark = 0.24;  // the same to the eye on a dark canvas

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(timeline::TimelineView)
};

bool samePicture(const AreaView& a, const AreaView& b) {
    return sameContent(a, b) && a.height == b.height && a.scrollY == b.scrollY && a.pinnedScrollY == b.pinnedScrollY &&
           a.pinnedHeight == b.pinnedHeight && a.gridOrigin == b.gridOrigin && a.gridSpacing == b.gridSpacing;
}

void frameRect(QPainter& p, const QRectF& r, double width, QRgb colour) {
    const QColor c = QColor::fromRgb(colour);
    p.fillRect(QRectF(r.left(), r.top(), r.width(), width), c);
    p.fillRect(QRectF(r.left(), r.bottom() - width, r.width(), width), c);
    p.fillRect(QRectF(r.left(), r.top() + width, width, r.height() - 2 * width), c);
    p.fillRect(QRectF(r.right() - width, r.top() + width, width, r.height() - 2 * width), c);
}

// --- without rows

void paintNoReport(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    const QRect rows = f.geometry.layout.rows;
    p.fillRect(QRect(QPoint(), QSize(rows.right() + 64, rows.bottom() + 1)), QColor::fromRgb(t.canvas));
    // The first snapshot of a store is empty because nothing was read yet.
    const model::SnapshotPtr& s = f.geometry.source.snapshot;
    if (!s || s->version() < 2 || s->eventCount() > 0) return;
    p.setFont(f.font);
    p.setPen(QColor::fromRgb(t.secondaryText));
    p.drawText(rows, Qt::AlignCenter | Qt::TextWordWrap, Texts::tr("This report holds no events that can be drawn."));
}

void paintNoRows(QPainter& p, const Frame& f) {
    const ViewGeometry& g = f.geometry;
    if (!g.rows->rows().empty()) return;
    const QString& filter = f.model->state().layout.nameFilter;
    QString text = Texts::tr("This report holds no events that can be drawn.");
    if (!filter.isEmpty()) text = Texts::tr("No row has “%1” in its name.").arg(filter);
    else if (g.rows->hiddenRows() > 0) text = Texts::tr("All rows are hidden. “Show all rows” brings them back.");
    p.setFont(f.font);
    p.setPen(QColor::fromRgb(tokens(f.theme).secondaryText));
    p.drawText(g.scrollArea().adjusted(g.layout.header.width(), 0, 0, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
}

// --- over the rows

void paintSpan(QPainter& p, const Frame& f, TimeRange span, bool dims) {
    const Tokens& t = tokens(f.theme);
    const ViewGeometry& g = f.geometry;
    const QRectF area(g.layout.rows);
    const double x0 = std::clamp(g.x(span.begin), area.left() - 2, area.right() + 2);
    const double x1 = std::clamp(g.x(span.end), area.left() - 2, area.right() + 2);
    if (dims) {
        const QColor veil = translucent(0xff000000, f.theme == Theme::Dark ? kDimOnDark : kDim);
        p.fillRect(QRectF(area.left(), area.top(), std::max(0.0, x0 - area.left()), area.height()), veil);
        p.fillRect(QRectF(x1, area.top(), std::max(0.0, area.right() - x1), area.height()), veil);
    }
    const double px = 1 / g.layout.dpr;
    p.fillRect(QRectF(x0, area.top(), std::max(px, x1 - x0), area.height()), translucent(t.accent, 0.10));
    hairlineV(p, x0, area.top(), area.bottom(), t.accent, g.layout.dpr);
    hairlineV(p, x1 - px, area.top(), area.bottom(), t.accent, g.layout.dpr);
}

/// Of a chip: what lies there, and how long before or after the selected event it begins.
QString linkText(const model::Snapshot& s, EventRef selected, EventRef other) {
    const TimeNs distance = model::eventAt(s, other).start - model::eventAt(s, selected).start;
    if (distance == 0) return shortEventName(s, other);
    return QStringLiteral("%1  %2%3")
        .arg(shortEventName(s, other), distance < 0 ? QStringLiteral("−") : QStringLiteral("+"),
             formatDuration(std::abs(distance)));
}

// --- header column

HeaderRow headerRow(const Frame& f, const Row& row, std::uint32_t index, bool pinned) {
    const ViewGeometry& g = f.geometry;
    HeaderRow h;
    h.rect = g.rowRect(row, pinned).intersected(QRect(0, INT_MIN / 2, g.layout.header.width(), INT_MAX));
    if (const Pointing* const at = f.pointing) {
        h.hovered = at->header.isValid() && at->header.index == index && at->header.pinned == pinned && !at->drop;
        if (h.hovered) h.hot = at->headerPart;
        const auto& focused = f.model->focusedRow();
        h.focused = focused && g.rows->key(*g.source.snapshot, row) == *focused;
        h.active = f.active;
        h.dragged = at->drop && h.focused;
    }
    if (f.has(kOverlayPart)) h.correlated = f.model->links().rows(pinned).contains(index);
    if (const auto share = f.shares->of(row)) {
        h.utilisation = share->fraction;
        h.estimated = !share->exact;
    }
    return h;
}

void paintHeaderRows(QPainter& p, const Frame& f, bool pinned) {
    const ViewGeometry& g = f.geometry;
    const QRect clip = (pinned ? g.pinnedArea() : g.scrollArea()).intersected(g.layout.header);
    if (clip.height() <= 0) return;
    p.save();
    p.setClipRect(clip);
    const HeaderStyle style{f.theme, f.font, g.layout.dpr};
    const std::span<const Row> list = pinned ? g.rows->pinned() : g.rows->rows();
    const double from = pinned ? g.pinnedScrollY : g.scrollY;
    const auto first =
        std::partition_point(list.begin(), list.end(), [&](const Row& r) { return r.y + r.height <= from; });
    for (auto it = first; it != list.end(); ++it) {
        const HeaderRow h = headerRow(f, *it, static_cast<std::uint32_t>(it - list.begin()), pinned);
        if (h.rect.top() > clip.bottom()) break;
        paintHeaderRow(p, *it, h, style);
    }
    p.restore();
}

void paintHeader(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    const ViewGeometry& g = f.geometry;
    const QRect header = g.layout.header;
    p.save();
    p.setClipRect(header);
    p.fillRect(header, QColor::fromRgb(t.header));
    for (const bool pinned : {false, true}) paintHeaderRows(p, f, pinned);
    if (g.pinnedHeight > 0)
        p.fillRect(QRect(0, header.top() + g.pinnedHeight - 2, header.width(), 2),
                   QColor::fromRgb(mixed(t.header, t.secondaryText, 0.45)));
    if (f.pointing && f.pointing->drop)
        paintDropLine(p, header, f.pointing->drop->y, f.pointing->drop->depth, {f.theme, f.font, g.layout.dpr});
    hairlineV(p, header.right() + 1 - 1 / g.layout.dpr, header.top(), header.bottom() + 1, t.headerBorder,
              g.layout.dpr);
    p.restore();
}

void paintCorner(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    const QRect c = f.geometry.layout.corner;
    const double dpr = f.geometry.layout.dpr;
    p.fillRect(c, QColor::fromRgb(t.header));
    hairlineH(p, c.bottom() + 1 - 1 / dpr, c.left(), c.right() + 1, t.headerBorder, dpr);
    hairlineV(p, c.right() + 1 - 1 / dpr, c.top(), c.bottom() + 1, t.headerBorder, dpr);
    if (!f.isForFile()) return;
    // A picture has no filter box, but says what the box would say.
    const int hidden = f.geometry.rows->hiddenRows();
    if (hidden <= 0) return;
    p.setFont(f.barFont);
    p.setPen(QColor::fromRgb(t.secondaryText));
    const QString count = Texts::tr("Rows: %1").arg(f.geometry.rows->rows().size());
    p.drawText(c.adjusted(8, 0, -8, 0), Qt::AlignVCenter | Qt::AlignLeft,
               Texts::tr("%1, %2", "rows, hidden rows").arg(count, Texts::tr("%n hidden", "rows", hidden)));
}

}  // namespace

QFont barFont(const QFont& base, const RowLayout& layout) {
    QFont f = base;
    const int px = layout.density == Density::Compact ? 9 : layout.density == Density::Tall ? 13 : 11;
    f.setPixelSize(static_cast<int>(std::lround(px * layout.textScale)));
    return f;
}

RulerView Frame::ruler() const {
    RulerView v;
    v.area = geometry.layout.ruler;
    v.scale = geometry.scale;
    v.dpr = geometry.layout.dpr;
    v.theme = theme;
    v.font = font;
    v.textScale = model->state().layout.textScale;
    v.times = model->timeFormat();
    v.zero = model->state().zero;
    if (has(kOverlayPart)) {
        v.selection = model->state().selection;
        v.marks = &model->state().marks;
        if (pointing) v.cursor = pointing->cursor ? pointing->cursor : guide;
    }
    return v;
}

OverviewView Frame::overview() const {
    OverviewView v;
    v.area = geometry.layout.overview;
    v.dpr = geometry.layout.dpr;
    v.theme = theme;
    const int width = std::max(1, static_cast<int>(std::lround(v.area.width() * v.dpr)));
    if (model->hasData()) v.scale = overviewScale(*geometry.source.snapshot, width);
    v.visible = geometry.scale.range();
    v.density = density;
    if (has(kOverlayPart)) {
        v.selection = model->state().selection;
        v.marks = &model->state().marks;
        v.hits = &model->hits();
    }
    return v;
}

AreaView Frame::area() const {
    AreaView v;
    v.source = geometry.source;
    v.gridOrigin = model->timeFormat().origin();
    v.gridSpacing = kRulerSpacing * model->state().layout.textScale;
    v.rows = geometry.rows;
    v.range = geometry.scale.range();
    const std::string& name = model->state().onlyName;
    if (!name.empty()) v.onlyName = geometry.source.snapshot->store().strings().find(name);
    v.width = geometry.layout.deviceWidth();
    v.height = geometry.layout.deviceHeight();
    v.scrollY = geometry.scrollY;
    v.pinnedScrollY = geometry.pinnedScrollY;
    v.pinnedHeight = geometry.pinnedHeight;
    v.dpr = geometry.layout.dpr;
    v.theme = theme;
    v.font = barFont;
    v.communication = communication;
    v.colours = model->state().colours;
    return v;
}

void TimelinePainter::clear() {
    m_area.clear();
    m_lastPicture = nullptr;
}

void TimelinePainter::paint(QPainter& p, const Frame& f) {
    const ViewLayout& layout = f.geometry.layout;
    if (!f.model->hasData() || !f.geometry.rows) return paintNoReport(p, f);
    paintRows(p, f);
    if (f.has(kOverlayPart)) paintOverlays(p, f);
    paintNoRows(p, f);
    if (layout.overview.height() > 0) paintOverview(p, f.overview());
    if (layout.ruler.height() > 0) {
        paintRuler(p, f.ruler());
        paintCorner(p, f);
    }
    if (layout.header.width() > 0) paintHeader(p, f);
    if (f.isForFile()) return;
    // Behind the scroll bar of the pinned rows.
    const int right = layout.rows.right() + 1;
    p.fillRect(QRect(right, layout.ruler.top(), layout.overview.width() - right,
                     layout.ruler.height() + f.geometry.pinnedHeight),
               QColor::fromRgb(tokens(f.theme).header));
}

void TimelinePainter::paintRows(QPainter& p, const Frame& f) {
    const AreaView v = f.area();
    const QRect rows = f.geometry.layout.rows;
    if (f.isForFile()) {
        p.save();
        p.translate(rows.topLeft());
        m_area.paint(p, v, f.asShapes);
        p.restore();
    } else {
        // Hover, pointer and selection lie above the rows: while nothing below them changes, the last picture is good.
        const std::uint64_t revision = v.source.derived ? v.source.derived->revision() : 0;
        if (!m_lastPicture || !samePicture(v, m_lastView) || revision != m_lastRevision) {
            m_lastPicture = &m_area.render(v);
            m_lastView = v;
            m_lastRevision = revision;
        }
        p.drawImage(rows.topLeft(), *m_lastPicture);
    }
    if (f.geometry.pinnedHeight > 0) {
        // Pinned rows end in a line and a faint shade, so that nobody takes them for the rows below.
        const Tokens& t = tokens(f.theme);
        const double y = rows.top() + f.geometry.pinnedHeight;
        p.fillRect(QRectF(rows.left(), y - 2, rows.width(), 2),
                   QColor::fromRgb(mixed(t.canvas, t.secondaryText, 0.45)));
    }
}

void TimelinePainter::paintOverlays(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    const ViewGeometry& g = f.geometry;
    const QRect rows = g.layout.rows;
    const ViewState& state = f.model->state();
    p.save();
    p.setClipRect(rows);
    if (state.selection) paintSpan(p, f, *state.selection, true);
    if (f.pointing && f.pointing->areaToZoom) paintSpan(p, f, *f.pointing->areaToZoom, false);
    paintEvents(p, f);
    for (const TimeMark& m : state.marks) {
        const double x = g.x(m.time);
        if (x >= rows.left() && x <= rows.right()) hairlineV(p, x, rows.top(), rows.bottom() + 1, t.warn, g.layout.dpr);
    }
    paintNotes(p, f);
    if (const Pointing* const at = f.pointing) {
        const std::optional<TimeNs> line = at->cursor && !at->busy ? at->cursor : f.guide;
        if (line)
            hairlineV(p, g.x(*line), rows.top(), rows.bottom() + 1, translucent(t.text, 0.35).rgba(), g.layout.dpr);
    }
    p.restore();
}

void TimelinePainter::paintEvents(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    const ViewGeometry& g = f.geometry;
    const EventLinks& links = f.model->links();
    const EventRef selected = f.model->state().selected;
    CorrelationOverlay::View v;
    v.area = QRectF(g.layout.rows);
    v.theme = f.theme;
    v.font = f.barFont;
    v.dpr = g.layout.dpr;
    v.place = [&](EventRef e) { return g.placeOf(e); };
    v.describe = [&](EventRef e) { return linkText(*g.source.snapshot, selected, e); };
    if (!links.others().empty()) CorrelationOverlay::paintBars(p, links, v);
    if (f.pointing && !f.pointing->hover.bar.isEmpty() && !f.pointing->busy) {
        const Hover& hover = f.pointing->hover;
        p.save();
        p.setClipRect(hover.place.pinned ? g.pinnedArea() : g.scrollArea());
        p.fillRect(hover.bar, translucent(0xffffffff, f.theme == Theme::Dark ? 0.22 : 0.32));
        if (hover.bar.width() >= 4) frameRect(p, hover.bar, 1 / g.layout.dpr, mixed(t.canvas, t.text, 0.65));
        p.restore();
    }
    if (selected.isValid()) {
        const EventPlace mine = g.placeOf(selected);
        if (mine.side == EventPlace::kOnScreen) {
            // Two px around the bar, wide enough to be seen around an event of one pixel.
            QRectF r = mine.bar;
            if (r.width() < 2) r.adjust(-1, 0, 1, 0);
            frameRect(p, r.adjusted(-2, -2, 2, 2), 2, t.accent);
            frameRect(p, r, 1 / g.layout.dpr, t.canvas);
        }
    }
    m_overlay.paintArrows(p, links, v);
}

}  // namespace timeline
