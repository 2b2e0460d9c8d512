// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state/view_model.h"

#include <algorithm>
#include <cmath>

namespace timeline {
namespace {

constexpr int kGlideMs = 110;
constexpr int kMostSteps = 500;

/// Part of the way from one range to the other. Lengths change by equal factors; a time that both show at the same
/// place stays there all the way.
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

ViewModel::ViewModel(QObject* parent) : QObject(parent) {
    m_clock.start();
    m_undo.setUndoLimit(kMostSteps);
    m_glide.setStartValue(0.0);
    m_glide.setEndValue(1.0);
    m_glide.setDuration(kGlideMs);
    m_glide.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_glide, &QVariantAnimation::valueChanged, this, [this](const QVariant& u) {
        m_shown = u.toDouble() >= 1 ? m_state.range : between(m_glideFrom, m_state.range, u.toDouble());
        Q_EMIT moved();
    });
}

ViewModel::~ViewModel() = default;

// --- content

void ViewModel::setSnapshot(model::SnapshotPtr next, bool sameRows) {
    const ViewState before = m_state;  // of another report, too: who follows the selection must hear that it is gone
    const bool otherStore = !next || !m_snapshot || &next->store() != &m_snapshot->store();
    if (otherStore) {
        m_hits.clear();
        m_rowCache = {};
        m_links.clear();
        Q_EMIT storeChanged();
    }
    if (otherStore && !sameRows) {
        m_undo.clear();
        m_ranges.clear();
        m_gestureBefore.reset();
        m_rows.reset();
        m_focusedRow.reset();
        m_fitted = true;
        m_pinnedScroll = 0;
        const RowLayout kept = std::move(m_state.layout);
        m_state = {};
        m_state.layout.density = kept.density;
        m_state.layout.textScale = kept.textScale;
    }
    m_snapshot = std::move(next);
    if (!source().has(m_state.selected)) m_state.selected = {};
    if (hasData()) {
        if (m_fitted) m_state.range = wholeReport(reach(), m_width);
        else if (sameRows) m_state.range = clamped(m_state.range);
        else if (m_state.follow) {
            const double length = m_state.range.length;
            m_state.range = clamped(VisibleRange{m_snapshot->range().end, 0, length}.movedBy(-length * 0.95));
        }
        if (!isGliding()) m_shown = m_state.range;
        if (m_fitted) m_ranges.clear();
        m_ranges.visit(m_state.range, false, m_clock.elapsed());
    }
    rebuildRows(true);
    followLinks();
    updateTimeFormat();
    emitDifferences(before);
    Q_EMIT snapshotChanged();
    Q_EMIT changed();
}

void ViewModel::setDerivedRows(DerivedRows* rows) {
    m_derived = rows;
    m_rowCache = {};  // it knows providers by their revision only
    derivedRowsChanged();
}

void ViewModel::derivedRowsChanged() {
    if (!m_snapshot) return;
    rebuildRows(true);
    followLinks();
    Q_EMIT changed();
}

void ViewModel::rebuildTitles() {
    m_rowCache = {};
    rebuildRows(true);
    Q_EMIT changed();
}

void ViewModel::rebuildRows(bool keepTop) {
    if (!m_snapshot) return m_rows.reset();
    std::optional<RowKey> top;
    double offset = 0;
    if (m_rows && keepTop) {
        const std::uint32_t at = m_rows->rowAt(m_state.scrollY);
        if (at != kNoRow) {
            top = m_rows->key(*m_snapshot, m_rows->rows()[at]);
            offset = m_state.scrollY - m_rows->rows()[at].y;
        }
    }
    const RowListPtr before = m_rows;
    m_rows = m_rowCache.rows(source(), m_state.layout);
    if (m_rows == before) return;
    if (top && m_state.scrollY > 0) {
        const RowList::Place place = m_rows->find(*m_snapshot, *top);
        if (place.index != kNoRow && !place.pinned) m_state.scrollY = m_rows->rows()[place.index].y + offset;
    }
    setScroll(m_state.scrollY);
    setPinnedScroll(m_pinnedScroll);
    Q_EMIT rowsChanged();
}

// --- the area of the rows

void ViewModel::setViewport(int deviceWidth, int height) {
    m_width = deviceWidth;
    m_height = height;
    refit();
}

void ViewModel::setReach(std::optional<TimeRange> range) {
    if (range == m_reach) return;
    m_reach = range;
    refit();
}

void ViewModel::fit() {
    m_fitted = true;
    refit();
}

void ViewModel::refit() {
    const ViewState before = m_state;
    if (hasData()) {
        m_state.range = m_fitted ? wholeReport(reach(), m_width) : clamped(m_state.range);
        m_glide.stop();
        m_shown = m_state.range;
    }
    setScroll(m_state.scrollY);
    setPinnedScroll(m_pinnedScroll);
    emitDifferences(before);
    Q_EMIT changed();
}

VisibleRange ViewModel::clamped(VisibleRange range) const {
    return hasData() ? clampedTo(range, reach(), m_width) : range;
}

// --- state

void ViewModel::change(ViewChange kind, ViewState next, bool continuous, bool glide) {
    next.range = clamped(next.range);
    if (next == m_state) return;
    if (!(next.range == m_state.range)) m_fitted = false;
    const ViewState before = m_state;
    setState(std::move(next), glide);
    if (m_gestureBefore) return;
    if (!(before.range == m_state.range)) m_ranges.visit(m_state.range, continuous, m_clock.elapsed());
    ViewState after = before;
    assignDifferences(after, m_state, before);
    if (after == before) return;
    push(kind, continuous, before, after, true);
}

/// `visits`: taking the step back is a place that Back returns to.
void ViewModel::push(ViewChange kind, bool continuous, const ViewState& before, const ViewState& after, bool visits) {
    const auto apply = [this, visits](const ViewState& wanted, const ViewState& other) {
        ViewState target = m_state;
        assignDifferences(target, wanted, other);
        m_fitted &= !visits;
        const bool sameRows = target.layout == m_state.layout;
        setState(std::move(target), true, sameRows);
        if (visits) m_ranges.visit(m_state.range, false, m_clock.elapsed());
    };
    m_undo.push(new ViewStep(kind, continuous, before, after, m_clock.elapsed(), apply));
}

void ViewModel::goTo(std::optional<VisibleRange> range) {
    if (!range) return;
    const ViewState before = m_state;
    ViewState after = m_state;
    after.range = clamped(*range);
    m_fitted = false;
    setState(after, true);
    push(ViewChange::Zoom, false, before, after, false);
}

void ViewModel::setState(ViewState next, bool glide, bool keepTop) {
    const ViewState before = m_state;
    m_state = std::move(next);
    if (!source().has(m_state.selected)) m_state.selected = {};  // a step of undo may know a row that was removed
    const bool layoutChanged = !(m_state.layout == before.layout);
    if (layoutChanged) rebuildRows(keepTop);
    else setScroll(m_state.scrollY);
    if (!(m_state.range == before.range)) glideFrom(m_shown, glide);
    if (!(m_state.selected == before.selected) || layoutChanged) followLinks();
    emitDifferences(before);
    Q_EMIT changed();
}

void ViewModel::glideFrom(const VisibleRange& range, bool glide) {
    m_glide.stop();
    if (glide && m_animated) {
        m_glideFrom = range;
        m_glide.start();
    } else {
        m_shown = m_state.range;
    }
}

void ViewModel::emitDifferences(const ViewState& before) {
    if (m_state == before) return;
    if (!(m_state.zero == before.zero)) updateTimeFormat();
    Q_EMIT stateChanged();
    if (!(m_state.range == before.range)) Q_EMIT visibleRangeChanged();
    if (!(m_state.selection == before.selection)) Q_EMIT selectionChanged(m_state.selection);
    if (!(m_state.selected == before.selected)) Q_EMIT eventSelected(m_state.selected);
    if (m_state.onlyName != before.onlyName || m_state.layout.nameFilter != before.layout.nameFilter ||
        m_state.layout.onlyThread != before.layout.onlyThread)
        Q_EMIT filtersChanged();
}

void ViewModel::changeRange(ViewChange kind, VisibleRange range, bool continuous, bool glide) {
    if (!hasData()) return;
    ViewState next = m_state;
    next.range = range;
    next.follow = false;
    change(kind, std::move(next), continuous, glide);
}

void ViewModel::changeLayout(ViewChange kind, RowLayout layout) {
    if (!hasData()) return;
    ViewState next = m_state;
    next.layout = std::move(layout);
    change(kind, std::move(next));
}

void ViewModel::setDensity(Density density) {
    if (!hasData()) return void(m_state.layout.density = density);  // of the report to come
    RowLayout next = m_state.layout;
    next.density = density;
    changeLayout(ViewChange::Density, std::move(next));
}

void ViewModel::setTextScale(double scale) {
    ViewState next = m_state;
    next.layout.textScale = scale;
    setState(std::move(next), false);
}

void ViewModel::setSelection(std::optional<TimeRange> range) {
    if (range && range->isEmpty()) range.reset();
    ViewState next = m_state;
    next.selection = range;
    change(ViewChange::Selection, std::move(next));
}

void ViewModel::show(ViewState next) {
    next.range = clamped(next.range);
    if (!(next.range == m_state.range)) m_fitted = false;
    setState(std::move(next), false, false);
    if (hasData()) m_ranges.visit(m_state.range, false, m_clock.elapsed());
}

void ViewModel::beginGesture() {
    if (!m_gestureBefore) m_gestureBefore = m_state;
}

void ViewModel::endGesture(ViewChange kind, bool glide) {
    if (!m_gestureBefore) return;
    const ViewState before = *m_gestureBefore, after = m_state;
    m_gestureBefore.reset();
    // Done anew as one step: from where the gesture began to where it ended.
    m_state = before;
    change(kind, after, false, glide);
    if (!glide) m_shown = m_state.range;
}

void ViewModel::cancelGesture() {
    if (!m_gestureBefore) return;
    ViewState before = *m_gestureBefore;
    m_gestureBefore.reset();
    setState(std::move(before), false);
}

// --- how times are written

void ViewModel::setTimeStyle(TimeStyle style) {
    m_timeStyle = style;
    updateTimeFormat();
    Q_EMIT changed();
}

void ViewModel::updateTimeFormat() {
    TimeFormat next =
        hasData() ? TimeFormat(m_snapshot->info(), m_snapshot->range(), m_timeStyle, m_state.zero) : TimeFormat();
    if (next == m_timeFormat) return;
    m_timeFormat = std::move(next);
    Q_EMIT timeFormatChanged();
}

// --- scrolling

double ViewModel::maxScroll() const { return m_rows ? std::max(0, m_rows->height() - scrollHeight()) : 0; }

void ViewModel::setScroll(double y) { m_state.scrollY = std::round(std::clamp(y, 0.0, maxScroll())); }

void ViewModel::setPinnedScroll(double y) {
    const double most = m_rows ? m_rows->pinnedHeight() - pinnedHeight() : 0;
    m_pinnedScroll = std::round(std::clamp(y, 0.0, most));
}

void ViewModel::scrollTo(double y) {
    const double before = m_state.scrollY;
    setScroll(y);
    if (m_state.scrollY == before) return;
    Q_EMIT stateChanged();
    Q_EMIT moved();
}

void ViewModel::scrollPinnedTo(double y) {
    setPinnedScroll(y);
    Q_EMIT moved();
}

// --- what follows the state

void ViewModel::focusRow(std::optional<RowKey> row) {
    const bool other = m_focusedRow != row;
    m_focusedRow = std::move(row);
    Q_EMIT overlaysChanged();
    if (other) Q_EMIT rowFocused();
}

void ViewModel::setHits(std::vector<TimeNs> times) {
    std::sort(times.begin(), times.end());
    m_hits = std::move(times);
    Q_EMIT overlaysChanged();
}

}  // namespace timeline
