// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "timeline/view/timeline_accessible.h"
#include "timeline/view/timeline_view_p.h"

// What the view shows: snapshot, state, steps of undo, rows, animation.

namespace timeline {

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
    QObject::connect(&settle, &QTimer::timeout, q, [this] {
        settle.setInterval(kSettleMs);  // a slice that was not enough begins the next one at once
        utilisationSlice();
    });
}

// `sameRows`: of another store, but with the rows of the one shown.
void TimelineView::Private::setSnapshot(model::SnapshotPtr next, bool sameRows) {
    const ViewState before = state;  // of another report, too: who follows the selection must hear that it is gone
    const bool otherStore = !next || !snapshot || &next->store() != &snapshot->store();
    if (otherStore) {
        utilisations.clear();
        hits.clear();
        density = {};
        densityKey = {};
        communication = {};
        communicationVersion = 0;
        laneArea.clear();
        lastPicture = nullptr;
        rowCache = {};
        overlay.clear();
        hover.reset();
    }
    if (otherStore && !sameRows) {
        undo.clear();
        ranges.clear();
        gestureBefore.reset();
        rows.reset();
        focusedRow.reset();
        fitted = true;
        pinnedScrollY = 0;
        const Density keptDensity = state.layout.density;
        state = {};
        state.layout.density = keptDensity;
    }
    snapshot = std::move(next);
    if (!isThere(state.selected)) state.selected = {};
    if (hasData()) {
        if (fitted) state.range = wholeReport(reachable(), layout.deviceWidth());
        else if (sameRows) state.range = clamped(state.range);
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
    updateActions();
    requestDensity();
    settle.start();
    q->update();
}

bool TimelineView::Private::isThere(model::EventRef event) const {
    return snapshot && event.isValid() && event.lane < snapshot->laneCount() &&
           event.row < snapshot->lane(event.lane).rows;
}

TimeRange TimelineView::Private::reachable() const { return reachRange.value_or(snapshot->range()); }

VisibleRange TimelineView::Private::clamped(VisibleRange range) const {
    return hasData() ? clampedTo(range, reachable(), layout.deviceWidth()) : range;
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
    undo.push(new ViewStep(kind, continuous, before, after, clock.elapsed(),
                           [this](const ViewState& wanted, const ViewState& other) {
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
    if (!isThere(state.selected)) state.selected = {};  // a step of undo may know a row that was removed
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
    pinnedScrollY =
        rows ? std::round(std::clamp(y, 0.0, static_cast<double>(rows->pinnedHeight() - pinnedHeight()))) : 0;
}

void TimelineView::Private::relayout() {
    const ViewState before = state;
    const int bar = scrollBar->sizeHint().width();
    layout = ViewLayout::of(q->size(), headerWidth, ViewLayout::kOverviewHeight, ViewLayout::kRulerHeight, bar,
                            q->devicePixelRatioF());
    if (hasData()) {
        state.range = fitted ? wholeReport(reachable(), layout.deviceWidth()) : clamped(state.range);
        glide.stop();
        shown = state.range;
    }
    setScroll(state.scrollY);
    setPinnedScroll(pinnedScrollY);
    updateChildren();
    stateChanged(before);
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
    scrollBar->setGeometry(layout.rows.right() + 1, layout.rows.top() + pinned, scrollBar->sizeHint().width(),
                           layout.rows.height() - pinned);
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
    case ThemeChoice::System:
        theme = q->palette().color(QPalette::Window).lightness() < 128 ? Theme::Dark : Theme::Light;
        break;
    }
    const Tokens& t = tokens(theme);
    const auto css = [](QRgb c) { return QColor::fromRgb(c).name(); };
    const QString style = QStringLiteral(
        "QLineEdit { background: %1; color: %2; border: 1px solid %3; border-radius: 2px; padding: 0 4px; font-size: "
        "12px; }"
        "QLineEdit:focus { border-color: %4; }");
    filterEdit->setStyleSheet(style.arg(css(t.canvas), css(t.text), css(t.headerBorder), css(t.accent)));
    markEdit->setStyleSheet(style.arg(css(t.canvas), css(t.text), css(t.warn), css(t.warn)));
    QPalette edit = filterEdit->palette();
    edit.setColor(QPalette::PlaceholderText, QColor::fromRgb(t.secondaryText));
    filterEdit->setPalette(edit);
    hiddenButton->setStyleSheet(
        QStringLiteral("QToolButton { color: %1; border: none; background: transparent; font-size: 11px; }"
                       "QToolButton:hover { text-decoration: underline; }")
            .arg(css(t.accent)));
    if (theme != before) {
        utilisations.clear();
        requestDensity();
    }
    q->update();
}

}  // namespace timeline
