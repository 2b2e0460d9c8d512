// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// A row that is added to a report: its events, in lanes.
struct AddedRow {
    static constexpr std::size_t kMostLanes = 256;

    TrackId track = kNoTrack;
    StringId name = 0;  ///< of the report's strings
    std::vector<std::shared_ptr<const Lane>> lanes;

    /// Puts events, in any order, into lanes: each into the first free one. Nothing if more than kMostLanes events
    /// happen at the same time, or if it was stopped. O(n log n), and O(lanes) an event.
    static std::optional<AddedRow> of(TrackId track, StringId name, std::vector<Event> events,
                                      std::stop_token stop = {});
};

/// Rows that are added to a report, in a group of their own above its rows. The store of the report does not change,
/// except for its strings. on() is the report's snapshot with additional tracks and lanes, whose ids follow those of
/// the report. Ids are never reused: a removed row leaves lanes without events, so a reference that is still held finds
/// nothing. Only for reports that do not grow any more.
class AddedRows {
public:
    bool isEmpty() const { return m_rows.empty(); }
    /// The track for which the next row of the report must be made.
    TrackId nextTrack(const Snapshot& report) const {
        return static_cast<TrackId>(report.trackCount() + 1 + m_rows.size());
    }
    void add(AddedRow row);
    /// False if there is no such row.
    bool remove(TrackId track);
    /// Removes all.
    void clear();
    /// Whether that track is such a row, or their group.
    bool has(const Snapshot& report, TrackId track) const {
        return track >= report.trackCount() && track < nextTrack(report);
    }

    /// The report with these rows; its range and its number of events are those of the report.
    SnapshotPtr on(const SnapshotPtr& report) const;

private:
    void addTracks(const Snapshot& report, TrackTree& tree) const;
    std::vector<AddedRow> m_rows;
    std::uint64_t m_changes = 0;
};

/// The lanes whose events are the report's own. Added rows repeat those events, and sums must not count them twice.
std::vector<LaneId> withoutAdded(const Snapshot& s, std::vector<LaneId> lanes);

}  // namespace model
