// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_view.h"

#include <QAccessible>
#include <QAction>
#include <QEvent>
#include <QKeyEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QStyle>

#include <cmath>

#include "timeline/timeline_accessible.h"
#include "timeline/timeline_view_p.h"

namespace timeline {

using model::EventRef;

namespace {

constexpr int kGlideMs = 110;
constexpr int kSettleMs = 60;

// Part of the way from one range to the other. Lengths change by equal factors; a time that both show at the same place
// stays there all the way.
VisibleRange between(const VisibleRange& a, const VisibleRange& b, double u) {
    const double length = a.length * std::pow(b.length / a.length, u);
    const double whole = b.length - a.length;
    const double v = std::abs(whole) > a.length * 1e-9 ? (length - a.length) / whole : u;
    const double way = static_cast<double>(model::saturatingSub(b.begin, a.begin)) + b.fraction - a.fraction;
    VisibleRange r = a.movedBy(way * v);
    r.length = length;
    return r;
}

}  // namespace

TimelineView::Private::Private(TimelineView* view) : q(view), overlay(), input(*this) {
    clock.start();
    undo.setUndoLimit(500);
    glide.setStartValue(0.0);
    glide.setEndValue(1.0);
    glide.setDuration(kGlideMs);
    glide.setEasingCurve(QEasingCurve::OutCubic);
    QObject::connect(&glide, &QVariantAnimation::valueChanged, q, [this](const QVariant& u) {
        shown = u.toDouble() >= 1 ? state.range : between(glideFrom, state.range, u.toDouble());
        input.refreshHover();
        q->update();
    });
    settle.setSingleShot(true);
    settle.setInterval(kSettleMs);
    QObject::connect(&settle, &QTimer::timeout, q, [this] { utilisationSlice(); });
}

void TimelineView::Private::setSnapshot(model::SnapshotPtr next) {
    if (!next || !snapshot || &next->store() != &snapshot->store()) {
        undo.clear();
        ranges.clear();
        gestureBefore.reset();
        utilisations.clear();
        hits.clear();
        focusedRow.reset();
        fitted = true;
        density = {};
        densityKey = {};
        laneArea.clear();
        lastPicture = nullptr;
        rows.reset();
        rowCache = {};
        pinnedScrollY = 0;
        const Density keptDensity = state.layout.density;
        state = {};
        state.layout.density = keptDensity;
        overlay.clear();
        hover.reset();
    }
    const ViewState before = state;
    snapshot = std::move(next);
    if (hasData()) {
        if (fitted) state.range = wholeReport(snapshot->range(), layout.deviceWidth());
        else if (state.follow) {
            const TimeRange report = snapshot->range();
            state.range = clamped(VisibleRange{report.end, 0, state.range.length}.movedBy(-state.range.length * 0.95));
        }
        if (glide.state() != QAbstractAnimation::Running) shown = state.range;
        if (fitted) ranges.clear();
        ranges.visit(state.range, false, clock.elapsed());
    }
    rebuildRows(true);
    refreshCorrelation();
    stateChanged(before);
    requestDensity();
    settle.start();
    q->update();
}

VisibleRange TimelineView::Private::clamped(VisibleRange range) const {
    return hasData() ? clampedTo(range, snapshot->range(), layout.deviceWidth()) : range;
}

void TimelineView::Private::change(ViewChange kind, ViewState next, bool continuous, bool glides) {
    next.range = clamped(next.range);
    if (next == state) return;
    if (!(next.range == state.range)) fitted = false;
    const ViewState before = state;
    setState(std::move(next), glides);
    if (gestureBefore) return;
    if (!(before.range == state.range)) ranges.visit(state.range, continuous, clock.elapsed());
    ViewState after = before;
    assignDifferences(after, state, before);
    if (after == before) return;
    undo.push(new ViewStep(kind, continuous, before, after, clock.elapsed(), [this](const ViewState& wanted, const ViewState& other) {
        ViewState target = state;
        assignDifferences(target, wanted, other);
        fitted = false;
        setState(std::move(target), true, target.layout == state.layout);
        ranges.visit(state.range, false, clock.elapsed());
    }));
    updateActions();
}

void TimelineView::Private::setState(ViewState next, bool glides, bool keepTop) {
    const ViewState before = state;
    state = std::move(next);
    const bool layoutChanged = !(state.layout == before.layout);
    if (layoutChanged) rebuildRows(keepTop);
    else setScroll(state.scrollY);
    if (!(state.range == before.range)) glideTo(glides);
    if (!(state.selected == before.selected) || layoutChanged) refreshCorrelation();
    stateChanged(before);
    input.refreshHover();
    settle.start();
    q->update();
}

void TimelineView::Private::stateChanged(const ViewState& before) {
    if (state == before) return;
    Q_EMIT q->viewStateChanged();
    if (!(state.range == before.range)) Q_EMIT q->visibleRangeChanged();
    if (!(state.selection == before.selection)) Q_EMIT q->selectionChanged(state.selection);
    if (!(state.selected == before.selected)) {
        Q_EMIT q->eventSelected(state.selected);
        announce(*q);
    }
    if (state.onlyName != before.onlyName || state.layout.nameFilter != before.layout.nameFilter ||
        state.layout.onlyThread != before.layout.onlyThread)
        Q_EMIT q->filtersChanged();
    updateChildren();
    updateActions();
}

void TimelineView::Private::changeRange(ViewChange kind, VisibleRange range, bool continuous, bool glides) {
    if (!hasData()) return;
    ViewState next = state;
    next.range = range;
    next.follow = false;
    change(kind, std::move(next), continuous, glides);
}

void TimelineView::Private::changeLayout(ViewChange kind, RowLayout next) {
    if (!hasData()) return;
    ViewState s = state;
    s.layout = std::move(next);
    change(kind, std::move(s));
}

void TimelineView::Private::beginGesture() {
    if (!gestureBefore) gestureBefore = state;
}

void TimelineView::Private::endGesture(ViewChange kind) {
    if (!gestureBefore) return;
    const ViewState before = *gestureBefore, after = state;
    gestureBefore.reset();
    // Done anew as one step: from where the gesture began to where it ended.
    state = before;
    change(kind, after);
    shown = state.range;
}

void TimelineView::Private::cancelGesture() {
    if (!gestureBefore) return;
    ViewState before = *gestureBefore;
    gestureBefore.reset();
    setState(std::move(before), false);
}

void TimelineView::Private::glideTo(bool glides) {
    const VisibleRange from = shown;
    glide.stop();
    if (glides && animated && q->isVisible()) {
        glideFrom = from;
        glide.start();
    } else {
        shown = state.range;
    }
}

void TimelineView::Private::rebuildRows(bool keepTop) {
    if (!snapshot) {
        rows.reset();
        updateChildren();
        return;
    }
    std::optional<RowKey> top;
    double offset = 0;
    if (rows && keepTop) {
        const std::uint32_t at = rows->rowAt(state.scrollY);
        if (at != kNoRow) {
            top = rows->key(*snapshot, rows->rows()[at]);
            offset = state.scrollY - rows->rows()[at].y;
        }
    }
    const RowListPtr before = rows;
    rows = rowCache.rows(source(), state.layout);
    if (rows == before) return updateChildren();
    hover.reset();
    headerHover = {};
    headerHot.reset();
    if (top && state.scrollY > 0) {
        const RowPlace place = placeOfKey(*top);
        if (place.isValid() && !place.pinned) state.scrollY = rows->rows()[place.index].y + offset;
    }
    setScroll(state.scrollY);
    setPinnedScroll(pinnedScrollY);
    updateChildren();
}

int TimelineView::Private::pinnedHeight() const {
    return rows ? std::min(rows->pinnedHeight(), layout.rows.height() / 2) : 0;
}

double TimelineView::Private::maxScroll() const {
    return rows ? std::max(0, rows->height() - (layout.rows.height() - pinnedHeight())) : 0;
}

void TimelineView::Private::setScroll(double y) {
    const double wanted = std::round(std::clamp(y, 0.0, maxScroll()));
    const bool changed = wanted != state.scrollY;
    state.scrollY = wanted;
    if (scrollBar && scrollBar->value() != static_cast<int>(wanted)) {
        const QSignalBlocker quiet(scrollBar);
        scrollBar->setValue(static_cast<int>(wanted));
    }
    if (changed) settle.start();
}

void TimelineView::Private::setPinnedScroll(double y) {
    pinnedScrollY = rows ? std::round(std::clamp(y, 0.0, static_cast<double>(rows->pinnedHeight() - pinnedHeight()))) : 0;
}

void TimelineView::Private::relayout() {
    const int bar = scrollBar->sizeHint().width();
    layout = ViewLayout::of(q->size(), headerWidth, ViewLayout::kOverviewHeight, ViewLayout::kRulerHeight, bar, q->devicePixelRatioF());
    if (hasData()) {
        state.range = fitted ? wholeReport(snapshot->range(), layout.deviceWidth()) : clamped(state.range);
        glide.stop();
        shown = state.range;
    }
    setScroll(state.scrollY);
    setPinnedScroll(pinnedScrollY);
    updateChildren();
    requestDensity();
    settle.start();
    q->update();
}

// Filter box, "n hidden" and scroll bar follow the layout and the rows.
void TimelineView::Private::updateChildren() {
    const int hidden = rows ? rows->hiddenRows() : 0;
    hiddenButton->setVisible(hidden > 0);
    hiddenButton->setText(TimelineView::tr("%n hidden", "rows", hidden));
    const int buttonWidth = hidden > 0 ? std::min(hiddenButton->sizeHint().width(), layout.corner.width() / 2) : 0;
    const QRect corner = layout.corner.adjusted(4, 3, -4, -3);
    filterEdit->setGeometry(corner.adjusted(0, 0, -buttonWidth, 0));
    hiddenButton->setGeometry(QRect(corner.right() + 1 - buttonWidth, corner.top(), buttonWidth, corner.height()));
    filterEdit->setVisible(corner.width() > 40);
    if (filterEdit->text() != state.layout.nameFilter) {
        const QSignalBlocker quiet(filterEdit);
        filterEdit->setText(state.layout.nameFilter);
    }
    const QSignalBlocker quiet(scrollBar);
    const int pinned = pinnedHeight();
    scrollBar->setGeometry(layout.rows.right() + 1, layout.rows.top() + pinned, scrollBar->sizeHint().width(), layout.rows.height() - pinned);
    scrollBar->setRange(0, static_cast<int>(maxScroll()));
    scrollBar->setPageStep(std::max(1, layout.rows.height() - pinned));
    scrollBar->setSingleStep(20);
    scrollBar->setValue(static_cast<int>(state.scrollY));
    scrollBar->setEnabled(maxScroll() > 0);
}

void TimelineView::Private::updateTheme() {
    const Theme before = theme;
    switch (themeChoice) {
    case ThemeChoice::Light: theme = Theme::Light; break;
    case ThemeChoice::Dark: theme = Theme::Dark; break;
    case ThemeChoice::System: theme = q->palette().color(QPalette::Window).lightness() < 128 ? Theme::Dark : Theme::Light; break;
    }
    const Tokens& t = tokens(theme);
    const auto css = [](QRgb c) { return QColor::fromRgb(c).name(); };
    const QString style = QStringLiteral(
        "QLineEdit { background: %1; color: %2; border: 1px solid %3; border-radius: 2px; padding: 0 4px; font-size: 12px; }"
        "QLineEdit:focus { border-color: %4; }");
    filterEdit->setStyleSheet(style.arg(css(t.canvas), css(t.text), css(t.headerBorder), css(t.accent)));
    markEdit->setStyleSheet(style.arg(css(t.canvas), css(t.text), css(t.warn), css(t.warn)));
    QPalette edit = filterEdit->palette();
    edit.setColor(QPalette::PlaceholderText, QColor::fromRgb(t.secondaryText));
    filterEdit->setPalette(edit);
    hiddenButton->setStyleSheet(QStringLiteral("QToolButton { color: %1; border: none; background: transparent; font-size: 11px; }"
                                               "QToolButton:hover { text-decoration: underline; }").arg(css(t.accent)));
    if (theme != before) {
        utilisations.clear();
        requestDensity();
    }
    q->update();
}

// --- the rows and events

RowPlace TimelineView::Private::rowAt(int y) const {
    if (!rows || y < layout.rows.top() || y > layout.rows.bottom()) return {};
    const int pinned = pinnedHeight();
    const double inArea = y - layout.rows.top();
    if (inArea < pinned) {
        const double at = inArea + pinnedScrollY;
        const auto list = rows->pinned();
        for (std::uint32_t i = 0; i < list.size(); ++i)
            if (at >= list[i].y && at < list[i].y + list[i].height)
                return {i, true, QRect(0, layout.rows.top() + static_cast<int>(list[i].y - pinnedScrollY), layout.rows.right() + 1, list[i].height)};
        return {};
    }
    const std::uint32_t i = rows->rowAt(inArea - pinned + state.scrollY);
    if (i == kNoRow) return {};
    const Row& r = rows->rows()[i];
    return {i, false, QRect(0, layout.rows.top() + pinned + static_cast<int>(r.y - state.scrollY), layout.rows.right() + 1, r.height)};
}

RowPlace TimelineView::Private::placeOfKey(const RowKey& key) const {
    if (!rows) return {};
    const auto find = [&](std::span<const Row> list, bool pinned) -> RowPlace {
        for (std::uint32_t i = 0; i < list.size(); ++i) {
            if (snapshot->track(list[i].track).kind != key.kind || list[i].role != key.role) continue;
            if (!(rows->key(*snapshot, list[i]) == key)) continue;
            const double y = pinned ? list[i].y - pinnedScrollY : pinnedHeight() + list[i].y - state.scrollY;
            return {i, pinned, QRect(0, layout.rows.top() + static_cast<int>(y), layout.rows.right() + 1, list[i].height)};
        }
        return {};
    };
    const RowPlace scrolling = find(rows->rows(), false);
    return scrolling.isValid() ? scrolling : find(rows->pinned(), true);
}

std::optional<Hover> TimelineView::Private::hoverAt(QPointF pos) const {
    if (!rows || !layout.rows.contains(pos.toPoint())) return std::nullopt;
    const RowPlace place = rowAt(static_cast<int>(pos.y()));
    if (!place.isValid()) return std::nullopt;
    const Row& r = row(place);
    const TimeScale s = scale();
    const auto hit = hitTest(source(), *rows, r, s, layout.dpr, deviceX(pos.x()), pos.y() - place.rect.top());
    if (!hit) return std::nullopt;
    Hover h{*hit, place, {}};
    if (hit->lane != 0xffffffff) {
        const QRect bar = eventRect(source(), *rows, r, hit->line, s, layout.dpr, {hit->lane, hit->row});
        h.bar = QRectF(layout.rows.left() + bar.x() / layout.dpr, place.rect.top() + bar.y() / layout.dpr, bar.width() / layout.dpr,
                       bar.height() / layout.dpr);
    }
    return h;
}

std::optional<EventPlace> TimelineView::Private::placeIn(const Frame& f, const Row& r, bool pinned, std::uint32_t line, EventRef event) const {
    const QRect bar = eventRect(source(), *f.rows, r, line, f.scale, f.layout.dpr, event);
    if (bar.isEmpty()) return std::nullopt;
    const QRect rect = f.rowRect(r, pinned);
    EventPlace p;
    p.bar = QRectF(f.layout.rows.left() + bar.x() / f.layout.dpr, rect.top() + bar.y() / f.layout.dpr, bar.width() / f.layout.dpr,
                   bar.height() / f.layout.dpr);
    const model::LaneView lane = snapshot->lane(event.lane);
    if (f.scale.x(std::max(lane.end(event.row), lane.start(event.row) + 1)) <= 0) p.side |= EventPlace::kLeft;
    else if (f.scale.x(lane.start(event.row)) >= f.scale.width()) p.side |= EventPlace::kRight;
    const QRect area = pinned ? f.pinnedArea() : f.scrollArea();
    if (p.bar.bottom() <= area.top()) p.side |= EventPlace::kAbove;
    else if (p.bar.top() >= area.bottom() + 1) p.side |= EventPlace::kBelow;
    return p;
}

EventPlace TimelineView::Private::eventPlace(const Frame& f, EventRef event) const {
    EventPlace nowhere;
    nowhere.side = EventPlace::kNotShown;
    nowhere.bar = QRectF(f.scrollArea().center(), QSizeF(1, 1));
    if (!f.rows || !event.isValid() || event.lane >= snapshot->laneCount() || event.row >= snapshot->lane(event.lane).rows) return nowhere;
    std::optional<EventPlace> place;
    const RowList::Spot scrolling = f.rows->spotOf(event.lane);
    if (scrolling.row != kNoRow) place = placeIn(f, f.rows->rows()[scrolling.row], false, scrolling.line, event);
    if (place && place->side == EventPlace::kOnScreen) return *place;
    if (f.rows->pinned().empty()) return place.value_or(nowhere);
    const RowList::Spot pinned = f.rows->pinnedSpotOf(event.lane);
    if (pinned.row == kNoRow) return place.value_or(nowhere);
    return placeIn(f, f.rows->pinned()[pinned.row], true, pinned.line, event).value_or(place.value_or(nowhere));
}

EventPlace TimelineView::Private::eventPlace(EventRef event) const { return eventPlace(frameConst(), event); }

void TimelineView::Private::refreshCorrelation() {
    static constexpr std::size_t kMost = 10000;  // of a graph launch; the picture shows no more
    correlatedRows.clear();
    correlatedPinnedRows.clear();
    const EventRef e = state.selected;
    const bool known = snapshot && e.isValid() && e.lane < snapshot->laneCount() && e.row < snapshot->lane(e.lane).rows;
    if (!known || !model::hasCorrelation(*snapshot, e)) {
        overlay.clear();
        return;
    }
    overlay.set(e, model::correlated(*snapshot, e, kMost));
    std::set<model::LaneId> lanes;
    for (const auto* side : {&overlay.correlated().launches, &overlay.correlated().work})
        for (const EventRef other : *side)
            if (!(other == e)) lanes.insert(other.lane);
    for (const model::LaneId lane : lanes) {
        const auto spot = rows->spotOf(lane);
        if (spot.row != kNoRow) correlatedRows.insert(spot.row);
        const auto pinned = rows->pinned().empty() ? RowList::Spot{} : rows->pinnedSpotOf(lane);
        if (pinned.row != kNoRow) correlatedPinnedRows.insert(pinned.row);
    }
}

void TimelineView::Private::selectEvent(EventRef event, bool reveal, bool continuous) {
    if (!snapshot) return;
    if (event.isValid() && (event.lane >= snapshot->laneCount() || event.row >= snapshot->lane(event.lane).rows)) event = {};
    if (event.isValid() && reveal) revealRow(event.lane);
    ViewState next = state;
    next.selected = event;
    change(ViewChange::Event, std::move(next), continuous);
    if (!event.isValid()) return;
    const auto spot = rows->spotOf(event.lane);
    if (spot.row != kNoRow) focusedRow = rows->key(*snapshot, rows->rows()[spot.row]);
    if (!reveal) return;
    if (spot.row != kNoRow) scrollToRow(spot.row);
    const model::Event e = model::eventAt(*snapshot, event);
    revealTime({e.start, std::max(e.end, e.start + 1)});
}

// Makes sure that some row shows that lane: unfolds and unhides what is above it, and if that is not enough removes the
// filters.
void TimelineView::Private::revealRow(model::LaneId lane) {
    if (!rows || rows->spotOf(lane).row != kNoRow) return;
    RowLayout next = state.layout;
    for (model::TrackId t = snapshot->lane(lane).lane->track(); t != model::kNoTrack; t = snapshot->track(t).parent) {
        RowKey key = rowKey(snapshot->track(t));
        next.hidden.erase(key);
        next.expanded[key] = true;
        if (key.kind == TrackKind::Process) {
            key.role = RowRole::HiddenThreads;
            next.expanded[key] = true;
        }
    }
    changeLayout(ViewChange::Rows, next);
    if (rows->spotOf(lane).row != kNoRow) return;
    next.nameFilter.clear();
    next.onlyThread.reset();
    changeLayout(ViewChange::Rows, next);
}

void TimelineView::Private::revealTime(TimeRange range) {
    const TimeScale s = targetScale();
    const double x0 = s.x(range.begin), x1 = s.x(range.end), width = s.width();
    if (x1 > width * 0.02 && x0 < width * 0.98) return;
    // Same zoom, the event in the middle; if it is longer than the view, its start at the left.
    const double middle = x1 - x0 < width * 0.9 ? (x0 + x1 - width) / 2 : x0 - width * 0.05;
    changeRange(ViewChange::Pan, s.pannedBy(middle), false, true);
}

void TimelineView::Private::scrollToRow(std::uint32_t index) {
    const Row& r = rows->rows()[index];
    const double view = layout.rows.height() - pinnedHeight();
    double y = state.scrollY;
    if (r.y < y || r.height > view) y = r.y;
    else if (r.y + r.height > y + view) y = r.y + r.height - view;
    if (y == state.scrollY) return;
    setScroll(y);
    Q_EMIT q->viewStateChanged();
    q->update();
}

void TimelineView::Private::focusRow(const RowPlace& place) {
    focusedRow = place.isValid() ? std::optional(keyOf(place)) : std::nullopt;
    updateActions();
    q->update();
}

RulerView TimelineView::Private::rulerView(const Frame& f) const {
    RulerView v;
    v.area = f.layout.ruler;
    v.scale = f.scale;
    v.dpr = f.layout.dpr;
    v.theme = f.theme;
    v.font = f.font;
    if (f.parts & kOverlayPart) {
        v.selection = state.selection;
        v.marks = &state.marks;
        if (!f.forFile) v.cursor = cursor;
    }
    return v;
}

OverviewView TimelineView::Private::overviewView(const Frame& f) const {
    OverviewView v;
    v.area = f.layout.overview;
    v.dpr = f.layout.dpr;
    v.theme = f.theme;
    const int width = std::max(1, static_cast<int>(std::lround(v.area.width() * v.dpr)));
    if (hasData()) v.scale = overviewScale(*snapshot, width);
    v.visible = f.scale.range();
    v.density = f.density;
    if (f.parts & kOverlayPart) {
        v.selection = state.selection;
        v.marks = &state.marks;
        v.hits = &hits;
    }
    return v;
}

// --- the widget

TimelineView::TimelineView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    setObjectName(QStringLiteral("timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    // Single keys are commands here: an input method must not swallow them.
    setAttribute(Qt::WA_InputMethodEnabled, false);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("Rows of events over time. Arrow keys move between events and rows."));
    installAccessibility();

    d->filterEdit = new QLineEdit(this);
    d->filterEdit->setObjectName(QStringLiteral("rowFilter"));
    d->filterEdit->setPlaceholderText(tr("Filter rows"));
    d->filterEdit->setClearButtonEnabled(true);
    d->filterEdit->setAccessibleName(tr("Filter the rows by name"));
    d->filterEdit->installEventFilter(this);
    connect(d->filterEdit, &QLineEdit::textChanged, this, &TimelineView::setRowFilter);
    d->hiddenButton = new QToolButton(this);
    d->hiddenButton->setObjectName(QStringLiteral("hiddenRows"));
    d->hiddenButton->setToolTip(tr("Show all rows"));
    d->hiddenButton->setFocusPolicy(Qt::TabFocus);
    d->hiddenButton->setCursor(Qt::PointingHandCursor);
    connect(d->hiddenButton, &QToolButton::clicked, this, [this] { run(Command::ShowAllRows); });
    d->scrollBar = new QScrollBar(Qt::Vertical, this);
    d->scrollBar->setFocusPolicy(Qt::NoFocus);
    connect(d->scrollBar, &QScrollBar::valueChanged, this, [this](int y) {
        d->setScroll(y);
        d->input.refreshHover();
        Q_EMIT viewStateChanged();
        update();
    });
    d->markEdit = new QLineEdit(this);
    d->markEdit->setObjectName(QStringLiteral("markName"));
    d->markEdit->setAccessibleName(tr("Name of the mark"));
    d->markEdit->hide();
    d->markEdit->installEventFilter(this);
    connect(d->markEdit, &QLineEdit::editingFinished, this, [this] {
        const int mark = std::exchange(d->editedMark, -1);
        d->markEdit->hide();
        if (mark < 0 || mark >= static_cast<int>(d->state.marks.size())) return;
        ViewState next = d->state;
        if (!d->markEdit->text().trimmed().isEmpty()) next.marks[static_cast<std::size_t>(mark)].name = d->markEdit->text().trimmed();
        d->change(ViewChange::Mark, std::move(next));
    });
    d->tooltip = new EventTooltip(this);
    d->makeActions();
    connect(&d->undo, &QUndoStack::indexChanged, this, [this] { d->updateActions(); });
    // People who ask their system for less motion get a style without animations.
    d->animated = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    d->updateTheme();
    d->relayout();
    setFocus(Qt::OtherFocusReason);  // the rows come first, not the filter box
}

TimelineView::~TimelineView() { d->densityStop.request_stop(); }

void TimelineView::setSnapshot(model::SnapshotPtr snapshot) { d->setSnapshot(std::move(snapshot)); }
const model::SnapshotPtr& TimelineView::snapshot() const { return d->snapshot; }

void TimelineView::setDerivedRows(DerivedRows* rows) {
    d->derived = rows;
    derivedRowsChanged();
}

void TimelineView::derivedRowsChanged() {
    if (!d->snapshot) return;
    d->laneArea.clear();
    d->lastPicture = nullptr;
    d->rebuildRows(true);
    d->refreshCorrelation();
    d->settle.start();
    update();
}

const ViewState& TimelineView::viewState() const { return d->state; }

void TimelineView::setViewState(const ViewState& state, bool undoable) {
    if (undoable) return d->change(ViewChange::Everything, state);
    ViewState next = state;
    next.range = d->clamped(next.range);
    if (!(next.range == d->state.range)) d->fitted = false;
    d->setState(std::move(next), false, false);
    if (d->hasData()) d->ranges.visit(d->state.range, false, d->clock.elapsed());
}

QUndoStack* TimelineView::undoStack() const { return &d->undo; }

void TimelineView::setTheme(ThemeChoice choice) {
    d->themeChoice = choice;
    d->updateTheme();
}
Theme TimelineView::theme() const { return d->theme; }

void TimelineView::setDensity(Density density) {
    ViewState next = d->state;
    next.layout.density = density;
    if (d->hasData()) d->change(ViewChange::Density, std::move(next));
    else d->state.layout.density = density;
}

void TimelineView::setKeyScheme(KeyScheme scheme) {
    d->scheme = scheme;
    d->updateKeys();
}
KeyScheme TimelineView::keyScheme() const { return d->scheme; }
void TimelineView::setAnimated(bool animated) { d->animated = animated; }
int TimelineView::headerWidth() const { return d->layout.header.width(); }
void TimelineView::setHeaderWidth(int width) {
    d->headerWidth = std::max(ViewLayout::kMinHeaderWidth, width);
    d->relayout();
}

QAction* TimelineView::action(Command command) const { return d->actions[static_cast<std::size_t>(command)]; }
QList<QAction*> TimelineView::commandActions() const { return {d->actions.begin(), d->actions.end()}; }
void TimelineView::run(Command command) { d->run(command); }

void TimelineView::zoomTo(TimeRange range, bool exact) {
    if (!d->hasData() || range.isEmpty()) return;
    VisibleRange r = VisibleRange::of(range);
    if (!exact) {
        const double room = r.length * 0.1;
        r = r.movedBy(-room);
        r.length += 2 * room;
    }
    d->changeRange(ViewChange::Zoom, r, false, true);
}

void TimelineView::setSelection(std::optional<TimeRange> range) {
    if (range && range->isEmpty()) range.reset();
    ViewState next = d->state;
    next.selection = range;
    d->change(ViewChange::Selection, std::move(next));
}

void TimelineView::selectEvent(EventRef event, bool reveal) { d->selectEvent(event, reveal, false); }

void TimelineView::setHits(std::vector<TimeNs> times) {
    std::sort(times.begin(), times.end());
    d->hits = std::move(times);
    update();
}

QList<ActiveFilter> TimelineView::filters() const {
    QList<ActiveFilter> out;
    const RowLayout& l = d->state.layout;
    if (l.onlyThread) {
        QString title = QString::number(l.onlyThread->key.tid);
        if (d->snapshot)
            for (const model::Track& t : d->snapshot->tree().tracks)
                if (t.kind == TrackKind::Thread && rowKey(t) == *l.onlyThread) title = trackTitle(*d->snapshot, t);
        out.append({ActiveFilter::Kind::Thread, tr("Thread: %1").arg(title)});
    }
    if (!d->state.onlyName.empty()) {
        const std::string_view name = shortKernelName(withoutApiVersion(d->state.onlyName));
        out.append({ActiveFilter::Kind::Name, tr("Name: %1").arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))});
    }
    if (!l.nameFilter.isEmpty()) out.append({ActiveFilter::Kind::RowName, tr("Rows: %1").arg(l.nameFilter)});
    return out;
}

void TimelineView::removeFilter(ActiveFilter::Kind kind) {
    switch (kind) {
    case ActiveFilter::Kind::Thread: return d->filterThread(std::nullopt);
    case ActiveFilter::Kind::Name: return d->filterName({});
    case ActiveFilter::Kind::RowName: return setRowFilter({});
    }
}

void TimelineView::setRowFilter(const QString& text) {
    ViewState next = d->state;
    next.layout.nameFilter = text.trimmed();
    // Typing is one step, not one a letter.
    d->change(ViewChange::RowFilter, std::move(next), true);
}

const model::Correlated& TimelineView::correlatedWithSelected() const { return d->overlay.correlated(); }
RowListPtr TimelineView::rowList() const { return d->rows; }

QRect TimelineView::eventGeometry(EventRef event) const {
    if (!d->rows) return {};
    const EventPlace p = d->eventPlace(event);
    return p.side == EventPlace::kOnScreen ? p.bar.toAlignedRect() : QRect();
}

QRect TimelineView::rowsGeometry() const { return d->layout.rows; }
QRect TimelineView::rulerGeometry() const { return d->layout.ruler; }
QRect TimelineView::overviewGeometry() const { return d->layout.overview; }

QRect TimelineView::headerGeometry(const RowKey& key) const {
    const RowPlace p = d->placeOfKey(key);
    if (!p.isValid()) return {};
    return p.rect.intersected(d->layout.header);
}

double TimelineView::xOf(TimeNs time) const { return d->layout.rows.left() + d->scale().x(time) / d->layout.dpr; }
TimeNs TimelineView::timeAt(double x) const { return d->timeAt(x); }

QImage TimelineView::renderImage(const PictureOptions& options) const { return d->renderImage(options); }

QSize TimelineView::sizeHint() const { return {1100, 640}; }
QSize TimelineView::minimumSizeHint() const { return {400, 200}; }

// --- events

bool TimelineView::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // Keys of the canvas come by their place on the keyboard; see keyPressEvent().
        if (commandFor(*static_cast<QKeyEvent*>(event), d->scheme)) {
            event->accept();
            return true;
        }
        break;
    case QEvent::NativeGesture:
        if (d->input.nativeGesture(*static_cast<QNativeGestureEvent*>(event))) return true;
        break;
    case QEvent::ToolTip: return true;  // has its own
    case QEvent::WindowDeactivate:
    case QEvent::Hide: d->tooltip->hideNow(); break;
    default: break;
    }
    return QWidget::event(event);
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool leaves = key == Qt::Key_Escape || ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Down) && watched == d->filterEdit);
    if (!leaves) return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::ShortcutOverride) return true;
    if (watched == d->filterEdit && key == Qt::Key_Escape) d->filterEdit->clear();
    if (watched == d->markEdit) d->markEdit->setText({});  // keeps the old name
    setFocus(Qt::OtherFocusReason);
    return true;
}

void TimelineView::paintEvent(QPaintEvent*) {
    if (d->layout.dpr != devicePixelRatioF()) d->relayout();
    QPainter p(this);
    Frame f = d->frame();
    d->paint(p, f);
}

void TimelineView::resizeEvent(QResizeEvent*) { d->relayout(); }

void TimelineView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) d->updateTheme();
    if (event->type() == QEvent::FontChange) d->relayout();
    if (event->type() == QEvent::LanguageChange) {
        d->filterEdit->setPlaceholderText(tr("Filter rows"));
        d->updateKeys();
        d->rowCache = {};
        d->rebuildRows(true);
    }
    QWidget::changeEvent(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && d->input.cancel()) return;
    const auto command = commandFor(*event, d->scheme);
    if (!command) {
        if (event->key() == Qt::Key_Menu) return d->showMenu({}, true);
        return QWidget::keyPressEvent(event);
    }
    if (event->isAutoRepeat() && !commandInfo(*command).repeats) return;
    d->keyRepeats = event->isAutoRepeat() ? d->keyRepeats + 1 : 0;
    d->tooltip->hideNow();
    d->run(*command);
}

void TimelineView::mousePressEvent(QMouseEvent* event) { d->input.press(*event); }
void TimelineView::mouseMoveEvent(QMouseEvent* event) { d->input.move(*event); }
void TimelineView::mouseReleaseEvent(QMouseEvent* event) { d->input.release(*event); }
void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) { d->input.doubleClick(*event); }
void TimelineView::wheelEvent(QWheelEvent* event) { d->input.wheel(*event); }
void TimelineView::leaveEvent(QEvent*) { d->input.leave(); }

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
    event->accept();
    if (event->reason() != QContextMenuEvent::Mouse) return d->showMenu({}, true);
    if (d->input.isBusy() || d->input.suppressesMenu()) return;
    d->showMenu(event->pos(), false);
}

void TimelineView::focusInEvent(QFocusEvent* event) {
    update();
    QWidget::focusInEvent(event);
}
void TimelineView::focusOutEvent(QFocusEvent* event) {
    update();
    QWidget::focusOutEvent(event);
}

}  // namespace timeline
