// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state/row_edits.h"

#include <algorithm>
#include <cmath>

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

void RowEdits::showAll() {
    RowLayout next = layout();
    next.hidden.clear();
    next.nameFilter.clear();
    next.onlyThread.reset();
    m_model.changeLayout(ViewChange::Hide, std::move(next));
}

void RowEdits::setExpanded(const RowKey& row, bool expanded) {
    RowLayout next = layout();
    const bool usual = row.role == RowRole::Track && model::trackKindInfo(row.kind).expanded;
    if (expanded == usual) next.expanded.erase(row);
    else next.expanded[row] = expanded;
    m_model.changeLayout(ViewChange::Rows, std::move(next));
}

void RowEdits::expandAll(bool expanded) {
    const model::Snapshot& s = *m_model.snapshot();
    RowLayout next = layout();
    next.expanded.clear();
    for (const model::Track& t : s.tree().tracks) {
        if (t.children.empty() && t.lanes.size() < 2) continue;
        if (model::trackKindInfo(t.kind).expanded != expanded) next.expanded[rowKey(t)] = expanded;
        if (expanded && t.kind == TrackKind::Process) {
            RowKey threads = rowKey(t);
            threads.role = RowRole::HiddenThreads;
            next.expanded[threads] = true;
        }
    }
    // A report with one host has no row for it; folding it would leave nothing.
    const auto& roots = s.tree().roots;
    const auto isHost = [&](model::TrackId r) { return s.track(r).kind == TrackKind::Host; };
    if (!expanded && std::count_if(roots.begin(), roots.end(), isHost) == 1)
        next.expanded.erase(rowKey(s.track(*std::find_if(roots.begin(), roots.end(), isHost))));
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

void RowEdits::reveal(model::LaneId lane) {
    if (!m_model.rows()) return;
    const auto spot = m_model.rows()->spotOf(lane);
    if (spot.row != kNoRow && m_model.rows()->rows()[spot.row].role != RowRole::HiddenThreads) return;
    const model::Snapshot& s = *m_model.snapshot();
    RowLayout next = layout();
    for (model::TrackId t = s.lane(lane).lane->track(); t != model::kNoTrack; t = s.track(t).parent) {
        RowKey key = rowKey(s.track(t));
        next.hidden.erase(key);
        next.expanded[key] = true;
        if (key.kind == TrackKind::Process) {
            key.role = RowRole::HiddenThreads;
            next.expanded[key] = true;
        }
    }
    m_model.changeLayout(ViewChange::Rows, next);
    if (m_model.rows()->spotOf(lane).row != kNoRow) return;
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
