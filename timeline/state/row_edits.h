// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "timeline/state/view_model.h"

namespace timeline {

/// What a user does with rows: each is a step of the view.
class RowEdits {
public:
    explicit RowEdits(ViewModel& model) : m_model(model) {}

    bool isPinned(const RowKey& row) const;
    void togglePin(const RowKey& row);
    void hide(const RowKey& row);
    /// Hides all rows but this one with what is above and below it in the tree. Pinned rows stay.
    void showOnly(const RowKey& row);
    /// Also removes filters of rows.
    void showAll();
    void setExpanded(const RowKey& row, bool expanded);
    void expandAll(bool expanded);
    /// Factor on the default height; 1 resets it.
    double heightFactor(const RowKey& row) const;
    void setHeightFactor(const RowKey& row, double factor);
    /// `siblings`: the row and those beside it, in their new order.
    void move(const RowKey& row, const std::vector<RowKey>& siblings);
    /// Makes sure that some row shows that lane: unfolds and unhides the rows above it and, if that is not enough,
    /// removes the filters. A row that stands for many tracks does not count, because it does not show whose event it
    /// is.
    void reveal(model::LaneId lane);

    void filterThread(std::optional<RowKey> thread);
    void filterName(std::string name);
    /// While typing: one step, not one for each letter.
    void filterRows(const QString& text);
    void clearFilters();
    /// The thread of an event or a row: its own, or the one that launched it. Either argument may be missing.
    std::optional<RowKey> threadOf(model::TrackId row, model::EventRef event) const;

private:
    bool isShown(model::LaneId lane) const;  ///< in a row that stands for no others
    const RowLayout& layout() const { return m_model.state().layout; }
    ViewModel& m_model;
};

}  // namespace timeline
