// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <QString>

#include "model/look/track_title.h"
#include "timeline/rows/derived_rows.h"
#include "timeline/rows/view_state.h"

namespace timeline {

/// How one line of a row is drawn.
enum class LineStyle : std::uint8_t {
    Bars,     ///< one lane (or a few with little overlap) as bars with labels
    Summary,  ///< many lanes combined: ink height = busy share, colour = the busiest name
    State,    ///< a thread's states, thin
    Ticks,    ///< instants
    Counter,
};

/// Lines are stacked in a row, and bars in a line; positions are logical px relative to the row's top.
struct Line {
    LineStyle style = LineStyle::Bars;
    model::TrackKind look = model::TrackKind::Generic;  ///< of its events, if it draws one kind
    int top = 0;
    int height = 0;               ///< of the bar itself, without the gap
    std::uint32_t firstLane = 0;  ///< into RowList::lanesOf(line)
    std::uint32_t laneCount = 0;
    std::uint32_t counter = model::kNoCounter;
    model::TrackId counterTrack = model::kNoTrack;  ///< of the counter; a closed GPU shows two of its metrics
    bool named = false;                             ///< the curve says its name, as the row has another one
    bool operator==(const Line&) const = default;
};

inline constexpr std::uint32_t kNoRow = 0xffffffff;

struct Row {
    RowRole role = RowRole::Track;
    model::TrackId track = model::kNoTrack;              ///< for Derived and Folded: the track they belong to
    std::uint32_t derived = 0;                           ///< Derived: which of the list's derived rows it is
    model::TrackKind folds = model::TrackKind::Generic;  ///< Folded: kind of the tracks that it stands for
    std::vector<model::TrackId> folded;                  ///< Folded: those tracks
    std::uint32_t parent = kNoRow;                       ///< row above it in the tree, if shown
    int depth = 0;
    QString title;         ///< translated
    QString breadcrumb;    ///< pinned rows: titles of its parents, "python [4242] › Stream 7"
    int y = 0;             ///< logical px from the top of its list (scrolling or pinned)
    int height = 0;        ///< logical px
    double textScale = 1;  ///< of its title; see RowLayout
    bool expandable = false;
    bool expanded = false;
    bool pinned = false;
    bool utilisation = false;  ///< whether a busy share makes sense (utilisation())
    std::uint32_t firstLine = 0;
    std::uint32_t lineCount = 0;
    bool operator==(const Row&) const = default;
};

/// Rows of the timeline from top to bottom. An immutable value, shared by widget and painters.
class RowList {
public:
    std::span<const Row> rows() const { return m_rows; }      ///< the scrolling rows
    std::span<const Row> pinned() const { return m_pinned; }  ///< copies of rows, above the others
    int height() const { return m_height; }                   ///< logical px of rows()
    int pinnedHeight() const { return m_pinnedHeight; }
    int hiddenRows() const { return m_hiddenRows; }  ///< number of tracks that filters and hiding leave out

    std::span<const Line> lines(const Row& row) const { return {m_lines.data() + row.firstLine, row.lineCount}; }
    std::span<const model::LaneId> lanes(const Line& line) const {
        return {m_lanes.data() + line.firstLane, line.laneCount};
    }

    /// Index of the scrolling row at `y` logical px, or kNoRow. O(log n).
    std::uint32_t rowAt(double y) const;
    /// Scrolling row of a track, or kNoRow if the track is not shown itself.
    std::uint32_t rowOf(model::TrackId track) const;
    /// Scrolling row and line that show events of that lane. If the lane's own row is not shown, the nearest row above
    /// it in the tree that overlays the lane. row == kNoRow: none.
    struct Spot {
        std::uint32_t row = kNoRow;
        std::uint32_t line = 0;  ///< index within the row
        bool operator==(const Spot&) const = default;
    };
    Spot spotOf(model::LaneId lane) const;
    Spot pinnedSpotOf(model::LaneId lane) const;

    /// Identity of a row, for ViewState.
    RowKey key(const model::Snapshot& s, const Row& row) const;
    /// The row of that identity: the scrolling one, else the pinned one.
    struct Place {
        std::uint32_t index = kNoRow;  ///< into rows() or pinned(); kNoRow: it is not shown
        bool pinned = false;
    };
    Place find(const model::Snapshot& s, const RowKey& key) const;

    bool operator==(const RowList&) const = default;

private:
    friend class RowBuilder;
    Spot spotIn(std::span<const Row> rows, model::LaneId lane) const;
    std::vector<Row> m_rows;
    std::vector<Row> m_pinned;
    std::vector<Line> m_lines;
    std::vector<model::LaneId> m_lanes;
    std::vector<std::uint32_t> m_rowOfTrack;
    std::vector<Spot> m_spotOfLane;  // by LaneId
    std::vector<std::string> m_derivedKeys;
    int m_height = 0;
    int m_pinnedHeight = 0;
    int m_hiddenRows = 0;
};
using RowListPtr = std::shared_ptr<const RowList>;

/// Builds the rows; linear in the tracks and lanes.
RowListPtr buildRows(const RowSource& source, const RowLayout& layout);

/// Keeps the last result while the snapshot, the layout and the derived rows stay the same, and where they are built
/// anew for nothing: a report that grows has the same rows until something on them changes their order.
class RowCache {
public:
    RowListPtr rows(const RowSource& source, const RowLayout& layout);
    /// Makes the next call build anew: after a change of language.
    void clear() { m_rows.reset(); }

private:
    RowListPtr m_rows;
    RowLayout m_layout;
    model::SnapshotPtr m_snapshot;
    std::uint64_t m_derivedRevision = 0;
};

/// Title of a row that stands for such tracks: "Idle threads (12)", "3 more processes: bash, srun".
using model::look::FoldedAs;
QString foldedTitle(const model::Snapshot& s, model::TrackKind kind, std::span<const model::TrackId> tracks,
                    FoldedAs as);
/// Title of a track in the user's language ("Stream 7", "[4242] python", "CUDA HW (NVIDIA H100)").
QString trackTitle(const model::Snapshot& s, const model::Track& track);
/// Translated label of a kind ("CUDA API").
QString kindLabel(model::TrackKind kind);

/// Busy share of `range`, 0 … 1.
struct Utilisation {
    double fraction = 0;
    bool exact = true;  ///< false: several lanes overlap and the union was estimated from buckets
};
/// For a row with row.utilisation. O(lanes · log n) for one busy lane; about as much as drawing if lanes may overlap.
Utilisation utilisation(const RowSource& source, const RowList& list, const Row& row, model::TimeRange range);

/// Heights by density, logical px.
struct LineSizes {
    int bar, gap, state, ticks, counter;
};
LineSizes lineSizes(const RowLayout& layout);

}  // namespace timeline
