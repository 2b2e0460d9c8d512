// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoCommand>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "timeline/rows/view_state.h"

namespace timeline {

/// The kind of a step of the view, in the words of the undo menu.
enum class ViewChange : std::uint8_t {
    Zoom,
    Pan,
    Selection,
    Event,
    Rows,
    RowHeight,
    RowOrder,
    Pin,
    Hide,
    RowFilter,
    Filter,
    Mark,
    Note,
    Colours,
    Density,
    TimeZero,
    Everything
};
QString viewChangeText(ViewChange change);

/// Copies the fields that differ between `wanted` and `other` from `wanted` to `target`; the others stay unchanged.
void assignDifferences(ViewState& target, const ViewState& wanted, const ViewState& other);

/// One change of the view, for undo and redo. Steps of one kind that follow each other within kMergeMs are merged if
/// both are continuous: a wheel zoom or a drag is one step.
class ViewStep : public QUndoCommand {
public:
    static constexpr int kMergeMs = 800;
    using Apply = std::function<void(const ViewState& wanted, const ViewState& other)>;

    /// `nowMs`: time of any steady clock. `apply` shows the fields of `wanted` that differ from `other`.
    ViewStep(ViewChange change, bool continuous, ViewState before, ViewState after, qint64 nowMs, Apply apply);

    ViewChange change() const { return m_change; }
    int id() const override { return static_cast<int>(m_change) + 1; }
    bool mergeWith(const QUndoCommand* other) override;
    void undo() override { m_apply(m_before, m_after); }
    void redo() override;

private:
    ViewChange m_change;
    bool m_continuous;
    bool m_done = true;  // the first redo() comes from the push and finds everything done
    ViewState m_before, m_after;
    qint64 m_at;
    Apply m_apply;
};

/// What a step changes, in the language of now: steps keep the text of the language that they were made in.
QString stepText(const QUndoCommand* step);

/// Visited ranges, like the pages of a browser.
class RangeHistory {
public:
    static constexpr std::size_t kMost = 200;

    /// The view now shows `range`. Continuous changes within kMergeMs of the last one replace it.
    void visit(const VisibleRange& range, bool continuous, qint64 nowMs);
    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < m_ranges.size(); }
    std::optional<VisibleRange> back();
    std::optional<VisibleRange> forward();
    void clear();

private:
    std::vector<VisibleRange> m_ranges;
    std::size_t m_at = 0;
    bool m_lastWasContinuous = false;
    qint64 m_lastMs = 0;
};

}  // namespace timeline
