// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "model/query/correlation.h"
#include "timeline/rows/row_list.h"

namespace timeline {

/// The events that belong to the selected one: its launch or GPU work, and the other ends of the report's own arrows.
class EventLinks {
public:
    /// Follows another selection, or the same one in other rows. Nothing belongs to an invalid event.
    void follow(const model::Snapshot* snapshot, const RowList* rows, model::EventRef event);
    void clear() { follow(nullptr, nullptr, {}); }

    model::EventRef event() const { return m_event; }
    const model::Correlated& correlated() const { return m_correlated; }
    const model::Arrows& arrows() const { return m_arrows; }
    /// All events that belong to it, without itself.
    const std::vector<model::EventRef>& others() const { return m_others; }
    bool isLaunch() const;  ///< it launched the others, and was not launched
    /// The other side: the launch of GPU work, the first work of a launch, or the other end of an arrow; invalid if
    /// there is none.
    model::EventRef counterpart() const;
    /// Rows that show one of the others.
    const std::set<std::uint32_t>& rows(bool pinned) const { return pinned ? m_pinnedRows : m_rows; }
    /// Grows with every follow().
    std::uint64_t revision() const { return m_revision; }

private:
    static constexpr std::size_t kMostWork = 10000;  // of a graph launch; a picture shows no more
    model::EventRef m_event;
    model::Correlated m_correlated;
    model::Arrows m_arrows;
    std::vector<model::EventRef> m_others;
    std::set<std::uint32_t> m_rows, m_pinnedRows;
    std::uint64_t m_revision = 0;
};

}  // namespace timeline
