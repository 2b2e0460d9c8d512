// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/base/kinds.h"
#include "model/base/pyramid.h"
#include "model/base/time_mip.h"
#include "model/store/args.h"
#include "model/store/callchains.h"

namespace model {

/// Optional columns of a lane; a kind of track declares which of them its lanes have.
enum LaneColumn : std::uint8_t {
    kNoColumns = 0,
    kArgsColumn = 1,         ///< ArgsId
    kCorrelationColumn = 2,  ///< id that joins a launch with its GPU work, per process
    kPayloadColumn = 4,      ///< by event kind: grid id of a kernel, ChainId of a call or sample
};
/// Whether the payload of such an event is a ChainId.
inline bool payloadIsChain(EventKind kind) { return kind != EventKind::Kernel; }

/// One event, as importers pass it and queries return it.
struct Event {
    TimeNs start = 0;
    TimeNs end = 0;  ///< == start for instants
    StringId name = 0;
    ArgsId args = 0;
    std::uint32_t correlation = 0;
    std::uint32_t payload = 0;
    TimeNs duration() const { return end - start; }
    bool operator==(const Event&) const = default;
};

/// Totals of one name in one segment.
struct NameTotal {
    StringId name = 0;
    std::uint32_t count = 0;
    TimeNs sum = 0;
    TimeNs min = 0;
    TimeNs max = 0;
};

using LaneId = std::uint32_t;
using TrackId = std::uint32_t;

/// A list of disjoint events in order of start: start[i] <= end[i] <= start[i+1]. In such a list the ends are sorted
/// too, so one binary search answers "what is at t". One thread appends.
class Lane {
public:
    /// Without summaries, filling takes half the time, and queries about long stretches are answered row by row.
    Lane(TrackId track, EventKind kind, std::uint8_t columns, bool summaries = true)
        : m_track(track), m_kind(kind), m_columns(columns), m_summaries(summaries) {}

    TrackId track() const { return m_track; }
    EventKind kind() const { return m_kind; }
    std::uint8_t columns() const { return m_columns; }
    /// Whether there are a pyramid, totals and zones.
    bool hasSummaries() const { return m_summaries; }
    std::size_t rows() const { return m_rows; }
    TimeNs lastEnd() const { return m_lastEnd; }

    /// Adds an event; event.start must not be before lastEnd() nor event.end before event.start.
    void append(const Event& event);
    /// Brings the drawing bins up to date; called by the store before it publishes, or from a loading thread.
    void finishBatch();

    const Column<TimeNs>& start() const { return m_start; }
    const Column<TimeNs>& end() const { return m_end; }
    const Column<StringId>& name() const { return m_name; }
    // Empty unless columns() includes them.
    const Column<ArgsId>& argsColumn() const { return m_args; }
    const Column<std::uint32_t>& correlationColumn() const { return m_correlation; }
    const Column<std::uint32_t>& payloadColumn() const { return m_payload; }
    Event row(std::size_t i) const;
    std::uint32_t correlation(std::size_t i) const { return m_columns & kCorrelationColumn ? m_correlation[i] : 0; }

    const BlockPyramid& pyramid() const { return m_pyramid; }
    /// Drawing bins, or nullptr for a lane with few rows. As the lane grows, better fitting ones replace them; old ones
    /// live as long as the lane.
    const TimeMip* mip() const { return m_mips.empty() ? nullptr : m_mips.back().get(); }

    /// Totals by name of a whole segment of the columns (Column::place), ordered by name. nullptr while the segment is
    /// not full, if nearly every row has its own name, and without summaries.
    const std::vector<NameTotal>* totals(std::size_t segment) const;

    /// Least and greatest correlation id of rows [1024·zone, 1024·zone + 1024).
    struct Zone {
        std::uint32_t min = 0xffffffff;
        std::uint32_t max = 0;
    };
    static constexpr std::size_t kZoneRows = 1024;
    /// Complete zones only.
    const Column<Zone>& zones() const { return m_zones; }

    std::size_t memoryBytes() const;

    /// For .rep: adds rows whose columns the caller fills in place, then rebuilds what depends on them.
    struct Columns {
        Column<TimeNs>&start, &end;
        Column<StringId>& name;
        Column<ArgsId>& args;
        Column<std::uint32_t>&correlation, &payload;
    };
    Columns columnsForLoading() { return {m_start, m_end, m_name, m_args, m_correlation, m_payload}; }
    /// Builds pyramid, zones, totals and bins for all rows from columnsForLoading(). False if the columns hold
    /// different numbers of rows, or break the order or the time limits of a lane. Then the rows from the first wrong
    /// one on count as absent, and nothing may be added any more.
    bool indexLoaded();

private:
    void index(std::size_t row, TimeNs start, TimeNs end, StringId name);
    void finishBlock(std::size_t row);
    void finishSegment(std::size_t segment);
    bool mipNeedsRebuild();
    int idealShift() const;
    void rebuildMip();

    TrackId m_track;
    EventKind m_kind;
    std::uint8_t m_columns;
    bool m_summaries;
    TimeNs m_lastEnd = kTimeMin;
    std::size_t m_rows = 0;  // rows that are indexed
    Column<TimeNs> m_start;
    Column<TimeNs> m_end;
    Column<StringId> m_name;
    Column<ArgsId> m_args;
    Column<std::uint32_t> m_correlation;
    Column<std::uint32_t> m_payload;

    BlockPyramid m_pyramid;
    Summary m_block;  // of the rows since the last full block
    TimeNs m_blockBusy = 0;
    Column<Zone> m_zones;
    Zone m_zone;
    std::vector<std::unique_ptr<TimeMip>> m_mips;
    std::size_t m_mipRows = 0;     // rows in the newest mip
    std::size_t m_mipBuiltAt = 0;  // rows when its bin width was last found to fit
    Column<const std::vector<NameTotal>*> m_totals;
    std::vector<std::unique_ptr<std::vector<NameTotal>>> m_totalsOwner;
};

}  // namespace model
