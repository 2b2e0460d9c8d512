// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QPainter>
#include <QPointer>
#include <QThreadPool>

#include <cmath>

#include "timeline/look/format.h"
#include "timeline/text/event_text.h"
#include "timeline/view/timeline_view_p.h"

namespace timeline {

using model::EventRef;

namespace {

constexpr double kDim = 0.08;        // of what lies outside the selection
constexpr double kDimOnDark = 0.24;  // the same to the eye on a dark canvas
constexpr int kSliceMs = 6;          // of computing utilisation at a time

quint64 utilisationKey(const Row& r) {
    return quint64{r.track} << 32 | quint64{static_cast<std::uint8_t>(r.role)} << 28 | (r.derived & 0xfffffff);
}

bool samePicture(const AreaView& a, const AreaView& b) {
    return a.source.snapshot == b.source.snapshot && a.source.derived == b.source.derived && a.rows == b.rows &&
           a.range == b.range && a.onlyName == b.onlyName && a.width == b.width && a.height == b.height &&
           a.scrollY == b.scrollY && a.pinnedScrollY == b.pinnedScrollY && a.pinnedHeight == b.pinnedHeight &&
           a.dpr == b.dpr && a.theme == b.theme && a.font == b.font && a.labels == b.labels &&
           a.communication == b.communication;
}

void frameRect(QPainter& p, const QRectF& r, double width, QRgb colour) {
    const QColor c = QColor::fromRgb(colour);
    p.fillRect(QRectF(r.left(), r.top(), r.width(), width), c);
    p.fillRect(QRectF(r.left(), r.bottom() - width, r.width(), width), c);
    p.fillRect(QRectF(r.left(), r.top() + width, width, r.height() - 2 * width), c);
    p.fillRect(QRectF(r.right() - width, r.top() + width, width, r.height() - 2 * width), c);
}

}  // namespace

QFont TimelineView::Private::barFont(const QFont& base, Density density) {
    QFont f = base;
    f.setPixelSize(density == Density::Compact ? 9 : density == Density::Tall ? 13 : 11);
    return f;
}

Frame TimelineView::Private::frameConst() const {
    Frame f;
    f.layout = layout;
    f.scale = scale();
    f.theme = theme;
    f.rows = rows;
    f.scrollY = state.scrollY;
    f.pinnedScrollY = pinnedScrollY;
    f.pinnedHeight = pinnedHeight();
    f.density = &density;
    f.communication = communication;
    f.font = q->font();
    f.barFont = barFont(f.font, state.layout.density);
    return f;
}

Frame TimelineView::Private::frame() {
    Frame f = frameConst();
    f.area = &laneArea;
    return f;
}

void TimelineView::Private::paint(QPainter& p, Frame& f) {
    const Tokens& t = tokens(f.theme);
    if (!hasData() || !f.rows) {
        p.fillRect(QRect(QPoint(), QSize(f.layout.rows.right() + 64, f.layout.rows.bottom() + 1)),
                   QColor::fromRgb(t.canvas));
        // The first snapshot of a store is empty because nothing was read yet.
        if (!snapshot || snapshot->version() < 2 || snapshot->eventCount() > 0) return;
        p.setFont(f.font);
        p.setPen(QColor::fromRgb(t.secondaryText));
        p.drawText(f.layout.rows, Qt::AlignCenter | Qt::TextWordWrap,
                   TimelineView::tr("This report holds no events that can be drawn."));
        return;
    }
    paintRows(p, f);
    if (f.parts & kOverlayPart) paintOverlays(p, f);
    paintEmpty(p, f);
    if (f.layout.overview.height() > 0) paintOverview(p, overviewView(f));
    if (f.layout.ruler.height() > 0) {
        paintRuler(p, rulerView(f));
        paintCorner(p, f);
    }
    if (f.layout.header.width() > 0) paintHeader(p, f);
    if (f.forFile) return;
    // Behind the scroll bar of the pinned rows.
    const int right = f.layout.rows.right() + 1;
    p.fillRect(QRect(right, f.layout.ruler.top(), q->width() - right, f.layout.ruler.height() + f.pinnedHeight),
               QColor::fromRgb(t.header));
}

AreaView TimelineView::Private::areaView(const Frame& f) const {
    AreaView v;
    v.source = source();
    v.rows = f.rows;
    v.range = f.scale.range();
    if (!state.onlyName.empty()) v.onlyName = snapshot->store().strings().find(state.onlyName);
    v.width = f.layout.deviceWidth();
    v.height = f.layout.deviceHeight();
    v.scrollY = f.scrollY;
    v.pinnedScrollY = f.pinnedScrollY;
    v.pinnedHeight = f.pinnedHeight;
    v.dpr = f.layout.dpr;
    v.theme = f.theme;
    v.font = f.barFont;
    v.communication = f.communication;
    return v;
}

void TimelineView::Private::paintRows(QPainter& p, Frame& f) {
    const AreaView v = areaView(f);
    const std::uint64_t revision = derived ? derived->revision() : 0;
    if (f.forFile) {
        p.save();
        p.translate(f.layout.rows.topLeft());
        f.area->paint(p, v, f.asShapes);
        p.restore();
    } else {
        // Hover, pointer and selection lie above the rows: while nothing below them changes, the last picture is good.
        if (!lastPicture || !samePicture(v, lastView) || revision != lastRevision) {
            lastPicture = &f.area->render(v);
            lastView = v;
            lastRevision = revision;
        }
        p.drawImage(f.layout.rows.topLeft(), *lastPicture);
    }
    if (f.pinnedHeight > 0) {
        // Pinned rows end in a line and a faint shade, so that nobody takes them for the rows below.
        const Tokens& t = tokens(f.theme);
        const double y = f.layout.rows.top() + f.pinnedHeight;
        p.fillRect(QRectF(f.layout.rows.left(), y - 2, f.layout.rows.width(), 2),
                   QColor::fromRgb(mixed(t.canvas, t.secondaryText, 0.45)));
    }
}

void TimelineView::Private::paintEmpty(QPainter& p, const Frame& f) {
    if (!f.rows->rows().empty()) return;
    const Tokens& t = tokens(f.theme);
    QString text = TimelineView::tr("This report holds no events that can be drawn.");
    if (!state.layout.nameFilter.isEmpty())
        text = TimelineView::tr("No row has “%1” in its name.").arg(state.layout.nameFilter);
    else if (f.rows->hiddenRows() > 0)
        text = TimelineView::tr("All rows are hidden. “Show all rows” brings them back.");
    p.setFont(f.font);
    p.setPen(QColor::fromRgb(t.secondaryText));
    p.drawText(f.scrollArea().adjusted(f.layout.header.width(), 0, 0, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
}

// --- overlays of the rows

void TimelineView::Private::paintOverlays(QPainter& p, const Frame& f) {
    p.save();
    p.setClipRect(f.layout.rows);
    paintSelectionSpan(p, f);
    paintEvents(p, f);
    const Tokens& t = tokens(f.theme);
    for (const TimeMark& m : state.marks) {
        const double x = f.x(m.time);
        if (x >= f.layout.rows.left() && x <= f.layout.rows.right())
            hairlineV(p, x, f.layout.rows.top(), f.layout.rows.bottom() + 1, t.warn, f.layout.dpr);
    }
    const std::optional<TimeNs> line = cursor && !input.isBusy() ? cursor : guide;
    if (!f.forFile && line)
        hairlineV(p, f.x(*line), f.layout.rows.top(), f.layout.rows.bottom() + 1, translucent(t.text, 0.35).rgba(),
                  f.layout.dpr);
    p.restore();
}

void TimelineView::Private::paintSelectionSpan(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    const auto span = [&](TimeRange r, bool dims) {
        const QRectF area(f.layout.rows);
        const double x0 = std::clamp(f.x(r.begin), area.left() - 2, area.right() + 2);
        const double x1 = std::clamp(f.x(r.end), area.left() - 2, area.right() + 2);
        if (dims) {
            const QColor veil = translucent(0xff000000, f.theme == Theme::Dark ? kDimOnDark : kDim);
            p.fillRect(QRectF(area.left(), area.top(), std::max(0.0, x0 - area.left()), area.height()), veil);
            p.fillRect(QRectF(x1, area.top(), std::max(0.0, area.right() - x1), area.height()), veil);
        }
        p.fillRect(QRectF(x0, area.top(), std::max(1 / f.layout.dpr, x1 - x0), area.height()),
                   translucent(t.accent, 0.10));
        hairlineV(p, x0, area.top(), area.bottom(), t.accent, f.layout.dpr);
        hairlineV(p, x1 - 1 / f.layout.dpr, area.top(), area.bottom(), t.accent, f.layout.dpr);
    };
    if (state.selection) span(*state.selection, true);
    if (areaToZoom && !f.forFile) span(*areaToZoom, false);
}

void TimelineView::Private::paintEvents(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    CorrelationOverlay::View v;
    v.area = QRectF(f.layout.rows);
    v.theme = f.theme;
    v.font = f.barFont;
    v.dpr = f.layout.dpr;
    v.place = [&](EventRef e) { return eventPlace(f, e); };
    v.describe = [&](EventRef e) {
        const model::Event other = model::eventAt(*snapshot, e), mine = model::eventAt(*snapshot, state.selected);
        const TimeNs distance = other.start - mine.start;
        return distance == 0
                   ? shortEventName(*snapshot, e)
                   : QStringLiteral("%1  %2%3")
                         .arg(shortEventName(*snapshot, e), distance < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                              formatDuration(std::abs(distance)));
    };
    if (!overlay.isEmpty()) overlay.paintBars(p, v);
    if (!f.forFile && hover && !hover->bar.isEmpty() && !input.isBusy()) {
        p.save();
        p.setClipRect(hover->place.pinned ? f.pinnedArea() : f.scrollArea());
        p.fillRect(hover->bar, translucent(0xffffffff, f.theme == Theme::Dark ? 0.22 : 0.32));
        if (hover->bar.width() >= 4) frameRect(p, hover->bar, 1 / f.layout.dpr, mixed(t.canvas, t.text, 0.65));
        p.restore();
    }
    if (state.selected.isValid()) {
        const EventPlace mine = v.place(state.selected);
        if (mine.side == EventPlace::kOnScreen) {
            // Two px around the bar, wide enough to be seen around an event of one pixel.
            QRectF r = mine.bar;
            if (r.width() < 2) r.adjust(-1, 0, 1, 0);
            frameRect(p, r.adjusted(-2, -2, 2, 2), 2, t.accent);
            frameRect(p, r, 1 / f.layout.dpr, t.canvas);
        }
    }
    if (!overlay.isEmpty()) overlay.paintArrows(p, v);
}

// --- header column

void TimelineView::Private::paintHeader(QPainter& p, Frame& f) {
    const Tokens& t = tokens(f.theme);
    p.save();
    p.setClipRect(f.layout.header);
    p.fillRect(f.layout.header, QColor::fromRgb(t.header));
    const QRect header = f.layout.header;
    paintHeaderRows(p, f, f.rows->rows(), false, f.scrollArea().intersected(header));
    paintHeaderRows(p, f, f.rows->pinned(), true, f.pinnedArea().intersected(header));
    if (f.pinnedHeight > 0)
        p.fillRect(QRect(0, header.top() + f.pinnedHeight - 2, header.width(), 2),
                   QColor::fromRgb(mixed(t.header, t.secondaryText, 0.45)));
    if (dropLine && !f.forFile)
        paintDropLine(p, header, dropLine->first, dropLine->second, {f.theme, f.font, f.layout.dpr});
    hairlineV(p, header.right() + 1 - 1 / f.layout.dpr, header.top(), header.bottom() + 1, t.headerBorder,
              f.layout.dpr);
    p.restore();
}

void TimelineView::Private::paintHeaderRows(QPainter& p, const Frame& f, std::span<const Row> list, bool pinned,
                                            const QRect& clip) {
    if (clip.height() <= 0) return;
    p.save();
    p.setClipRect(clip);
    const HeaderStyle style{f.theme, f.font, f.layout.dpr};
    const double from = pinned ? f.pinnedScrollY : f.scrollY;
    const auto first =
        std::partition_point(list.begin(), list.end(), [&](const Row& r) { return r.y + r.height <= from; });
    for (auto it = first; it != list.end(); ++it) {
        const auto index = static_cast<std::uint32_t>(it - list.begin());
        HeaderRow h;
        h.rect = f.rowRect(*it, pinned).intersected(QRect(0, INT_MIN / 2, f.layout.header.width(), INT_MAX));
        if (h.rect.top() > clip.bottom()) break;
        if (!f.forFile) {
            h.hovered =
                headerHover.isValid() && headerHover.index == index && headerHover.pinned == pinned && !dropLine;
            if (h.hovered) h.hot = headerHot;
            h.focused = focusedRow && f.rows->key(*snapshot, *it) == *focusedRow;
            h.active = q->hasFocus();
            h.dragged = dropLine && h.focused;
        }
        if (f.parts & kOverlayPart) h.correlated = (pinned ? correlatedPinnedRows : correlatedRows).contains(index);
        if (const auto u = utilisationOf(*it)) {
            h.utilisation = u->fraction;
            h.estimated = !u->exact;
        }
        paintHeaderRow(p, *it, h, style);
    }
    p.restore();
}

void TimelineView::Private::paintCorner(QPainter& p, const Frame& f) {
    const Tokens& t = tokens(f.theme);
    const QRect c = f.layout.corner;
    p.fillRect(c, QColor::fromRgb(t.header));
    hairlineH(p, c.bottom() + 1 - 1 / f.layout.dpr, c.left(), c.right() + 1, t.headerBorder, f.layout.dpr);
    hairlineV(p, c.right() + 1 - 1 / f.layout.dpr, c.top(), c.bottom() + 1, t.headerBorder, f.layout.dpr);
    if (!f.forFile) return;
    // A picture has no filter box, but says what the box would say.
    const int hidden = f.rows->hiddenRows();
    if (hidden <= 0) return;
    p.setFont(f.barFont);
    p.setPen(QColor::fromRgb(t.secondaryText));
    const QString count = TimelineView::tr("Rows: %1").arg(f.rows->rows().size());
    p.drawText(
        c.adjusted(8, 0, -8, 0), Qt::AlignVCenter | Qt::AlignLeft,
        TimelineView::tr("%1, %2", "rows, hidden rows").arg(count, TimelineView::tr("%n hidden", "rows", hidden)));
}

// --- utilisation of rows, computed when the view has come to rest

std::optional<Utilisation> TimelineView::Private::utilisationOf(const Row& r) const {
    if (!r.utilisation) return std::nullopt;
    const auto known = utilisations.constFind(utilisationKey(r));
    // The value of the last view stands until the new one is there: numbers do not blink.
    return known == utilisations.constEnd() ? std::nullopt : std::optional(known->value);
}

void TimelineView::Private::computeUtilisation(const Frame& f, const Row& r) {
    const TimeRange range = f.scale.range().outer().intersected(snapshot->range());
    utilisations.insert(utilisationKey(r),
                        {f.scale.range(), snapshot->version(), utilisation(source(), *f.rows, r, range)});
}

void TimelineView::Private::utilisationSlice() {
    if (!hasData() || !rows || glide.state() == QAbstractAnimation::Running || gestureBefore) {
        if (hasData()) settle.start();
        return;
    }
    const Frame f = frameConst();
    QElapsedTimer spent;
    spent.start();
    bool changed = false;
    const auto visit = [&](std::span<const Row> list, bool pinned) {
        const QRect area = pinned ? f.pinnedArea() : f.scrollArea();
        for (const Row& r : list) {
            if (!r.utilisation) continue;
            const QRect rect = f.rowRect(r, pinned);
            if (rect.bottom() < area.top()) continue;
            if (rect.top() > area.bottom()) return true;
            const auto known = utilisations.constFind(utilisationKey(r));
            if (known != utilisations.constEnd() && known->range == f.scale.range() &&
                known->version == snapshot->version())
                continue;
            computeUtilisation(f, r);
            changed = true;
            if (spent.elapsed() >= kSliceMs) return false;
        }
        return true;
    };
    const bool done = visit(rows->pinned(), true) && visit(rows->rows(), false);
    if (changed) q->update(layout.header);
    if (!done) settle.start(0);
    else if (q->isSettled()) Q_EMIT q->settled();
}

// --- density of the overview, and what is communication: computed in the pool

TimelineView::Private::DensityKey TimelineView::Private::wantedDensity() const {
    return {&snapshot->store(), snapshot->version(),
            static_cast<int>(std::lround(layout.overview.width() * layout.dpr)), theme};
}

void TimelineView::Private::requestDensity() {
    if (!hasData()) return;
    const DensityKey wanted = wantedDensity();
    if (wanted == densityKey || wanted.width <= 0) return;
    if (densityRunning) {
        // While a report grows each result is a little late; another report, size or theme makes it useless.
        if (densityKey.store != wanted.store || densityKey.width != wanted.width || densityKey.theme != wanted.theme)
            densityStop.request_stop();
        return;
    }
    densityKey = wanted;
    densityRunning = true;
    densityStop = std::stop_source();
    QPointer<TimelineView> view(q);
    // Another theme or size asks nothing new of the events.
    const bool isKnown = communicationVersion == wanted.version;
    QThreadPool::globalInstance()->start(
        [view, wanted, isKnown, known = communication, s = snapshot, stop = densityStop.get_token()] {
            const CommunicationPtr asked = isKnown ? known : model::reports::CommunicationWork::of(*s, stop);
            auto result = std::make_shared<ReportDensity>(reportDensity(s, wanted.theme, wanted.width, asked, stop));
            // QCoreApplication outlives the pool's work; whether the view still lives is asked on its own thread.
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [view, wanted, result, asked] {
                    if (!view) return;
                    Private& p = *view->d;
                    p.densityRunning = false;
                    if (!result->gpu.empty() && p.densityKey == wanted) {
                        const bool recoloured = p.communication != asked;
                        p.density = std::move(*result);
                        p.communication = asked;
                        p.communicationVersion = wanted.version;
                        if (recoloured) view->update();
                    }
                    view->update(p.layout.overview);
                    p.requestDensity();
                    if (view->isSettled()) emit view->settled();
                },
                Qt::QueuedConnection);
        });
}

bool TimelineView::isSettled() const {
    return !d->hasData() || (!d->settle.isActive() && !d->densityRunning && d->densityKey == d->wantedDensity());
}

}  // namespace timeline
