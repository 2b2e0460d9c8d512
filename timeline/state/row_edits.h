// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "timeline/state/view_model.h"

namespace timeline {

/// What a person does with rows: each is a step of the view.
class RowEdits {
public:
    explicit RowEdits(ViewModel& model) : m_model(model) {}

    bool isPinned(const RowKey& row) const;
    void togglePin(const RowKey& row);
    void hide(const RowKey& row);
    /// Without filters of rows, too.
    void showAll();
    void setExpanded(const RowKey& row, bool expanded);
    void expandAll(bool expanded);
    /// Factor on the usual height; 1 forgets it.
    double heightFactor(const RowKey& row) const;
    void setHeightFactor(const RowKey& row, double factor);
    /// `siblings`: it and the rows beside it, as they are to stand.
    void move(const RowKey& row, const std::vector<RowKey>& siblings);
    /// Makes sure that some row shows that lane: unfolds and unhides what is above it, and if that is not enough
    /// removes the filters. A row that stands for many does not say whose event it is.
    void reveal(model::LaneId lane);

    void filterThread(std::optional<RowKey> thread);
    void filterName(std::string name);
    /// As it is typed: one step, not one a letter.
    void filterRows(const QString& text);
    void clearFilters();
    /// The thread that an event or a row belongs to: its own, or the one that launched it. Both may be missing.
    std::optional<RowKey> threadOf(model::TrackId row, model::EventRef event) const;

private:
    bool isShown(model::LaneId lane) const;  ///< in a row that stands for no others
    const RowLayout& layout() const { return m_model.state().layout; }
    ViewModel& m_model;
};

}  // namespace timeline
