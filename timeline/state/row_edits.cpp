// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state/row_edits.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace timeline {

using model::TrackKind;

bool RowEdits::isPinned(const RowKey& row) const {
    return std::find(layout().pinned.begin(), layout().pinned.end(), row) != layout().pinned.end();
}

void RowEdits::togglePin(const RowKey& row) {
    RowLayout next = layout();
    if (std::erase(next.pinned, row) == 0) next.pinned.push_back(row);
    m_model.changeLayout(ViewChange::Pin, std::move(next));
}

void RowEdits::hide(const RowKey& row) {
    RowLayout next = layout();
    next.hidden.insert(row);
    std::erase(next.pinned, row);
    m_model.changeLayout(ViewChange::Hide, std::move(next));
    if (m_model.focusedRow() == row) m_model.focusRow(std::nullopt);
}

void RowEdits::showOnly(const RowKey& row) {
    const RowList& list = *m_model.rows();
    const model::Snapshot& s = *m_model.snapshot();
    const RowList::Place place = list.find(s, row);
    if (place.index == kNoRow || place.pinned) return;
    const auto rows = list.rows();
    std::set<std::uint32_t> path;  // the row and those above it
    for (std::uint32_t i = place.index; i != kNoRow; i = rows[i].parent) path.insert(i);
    RowLayout next = layout();
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t parent = rows[i].parent;
        // What lies below a hidden row goes with it, and what lies below this one stays.
        const bool isBesideThePath = parent == kNoRow || (parent != place.index && path.contains(parent));
        if (!path.contains(i) && isBesideThePath) next.hidden.insert(list.key(s, rows[i]));
    }
    m_model.changeLayout(ViewChange::Hide, std::move(next));
}

void RowEdits::showAll() {
    RowLayout next = layout();
    next.hidden.clear();
    next.nameFilter.clear();
    next.onlyThread.reset();
    m_model.changeLayout(ViewChange::Hide, std::move(next));
}

void RowEdits::setExpanded(const RowKey& row, bool expanded) {
    RowLayout next = layout();
    next.expanded[row] = expanded;
    m_model.changeLayout(ViewChange::Rows, std::move(next));
}

void RowEdits::expandAll(bool expanded) {
    RowLayout next = layout();
    next.open = expanded ? OpenRows::All : OpenRows::None;
    next.expanded.clear();
    m_model.changeLayout(ViewChange::Rows, std::move(next));
}

double RowEdits::heightFactor(const RowKey& row) const {
    const auto known = layout().heights.find(row);
    return known == layout().heights.end() ? 1 : known->second;
}

void RowEdits::setHeightFactor(const RowKey& row, double factor) {
    RowLayout next = layout();
    factor = std::clamp(factor, 0.5, 8.0);
    if (std::abs(factor - 1) < 0.01) next.heights.erase(row);
    else next.heights[row] = factor;
    m_model.changeLayout(ViewChange::RowHeight, std::move(next));
}

void RowEdits::move(const RowKey& row, const std::vector<RowKey>& siblings) {
    const model::Snapshot& s = *m_model.snapshot();
    RowLayout next = layout();
    if (isPinned(row) && siblings.size() == next.pinned.size()) {
        next.pinned = siblings;
    } else {
        model::TrackId parent = model::kNoTrack;
        for (const model::Track& t : s.tree().tracks)
            if (rowKey(t) == row) parent = t.parent;
        if (parent == model::kNoTrack) return;
        next.order[rowKey(s.track(parent))] = siblings;
        // A lone context has no row: what looks like children of the device are its own.
        if (s.track(parent).kind == TrackKind::Context) next.order[rowKey(s.track(s.track(parent).parent))] = siblings;
    }
    m_model.changeLayout(ViewChange::RowOrder, std::move(next));
}

bool RowEdits::isShown(model::LaneId lane) const {
    const RowList& rows = *m_model.rows();
    const auto spot = rows.spotOf(lane);
    return spot.row != kNoRow && rows.rows()[spot.row].role != RowRole::Folded;
}

void RowEdits::reveal(model::LaneId lane) {
    if (!m_model.rows() || isShown(lane)) return;
    const model::Snapshot& s = *m_model.snapshot();
    RowLayout next = layout();
    const auto open = [&](const RowKey& row) {
        next.hidden.erase(row);
        next.expanded[row] = true;
    };
    const model::TrackId own = s.lane(lane).lane->track();
    for (model::TrackId t = own; t != model::kNoTrack; t = s.track(t).parent) open(rowKey(s.track(t)));
    m_model.changeLayout(ViewChange::Rows, next);
    if (isShown(lane)) return;
    for (model::TrackId t = own; s.track(t).parent != model::kNoTrack; t = s.track(t).parent)
        open(foldedKey(s.track(s.track(t).parent), s.track(t).kind));
    m_model.changeLayout(ViewChange::Rows, next);
    if (isShown(lane)) return;
    next.nameFilter.clear();
    next.onlyThread.reset();
    m_model.changeLayout(ViewChange::Rows, next);
}

// --- filters

void RowEdits::filterThread(std::optional<RowKey> thread) {
    RowLayout next = layout();
    next.onlyThread = std::move(thread);
    m_model.changeLayout(ViewChange::Filter, std::move(next));
}

void RowEdits::filterName(std::string name) {
    ViewState next = m_model.state();
    next.onlyName = std::move(name);
    m_model.change(ViewChange::Filter, std::move(next));
}

void RowEdits::filterRows(const QString& text) {
    ViewState next = m_model.state();
    next.layout.nameFilter = text.trimmed();
    m_model.change(ViewChange::RowFilter, std::move(next), true);
}

void RowEdits::clearFilters() {
    ViewState next = m_model.state();
    next.onlyName.clear();
    next.layout.nameFilter.clear();
    next.layout.onlyThread.reset();
    m_model.change(ViewChange::Filter, std::move(next));
}

std::optional<RowKey> RowEdits::threadOf(model::TrackId row, model::EventRef event) const {
    const model::Snapshot& s = *m_model.snapshot();
    const auto above = [&](model::TrackId t) -> std::optional<RowKey> {
        while (t != model::kNoTrack && s.track(t).kind != TrackKind::Thread) t = s.track(t).parent;
        return t == model::kNoTrack ? std::nullopt : std::optional(rowKey(s.track(t)));
    };
    if (event.isValid()) {
        if (auto own = above(model::trackOf(s, event))) return own;
        if (model::hasCorrelation(s, event)) {
            const model::Correlated c = model::correlated(s, event, 1);
            if (!c.launches.empty()) return above(model::trackOf(s, c.launches.front()));
        }
    }
    return above(row);
}

}  // namespace timeline
