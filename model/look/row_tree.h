// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "model/look/row_ranking.h"
#include "model/look/track_title.h"

namespace model::look {

/// Which rows a report has, in which order, and what the closed ones show: everything about rows that does not depend
/// on what a user changed. For whatever draws them. The snapshot must outlive it. Linear in tracks and lanes.
class RowTree {
public:
    /// Of the children of a track, to put them in another order.
    using Reorder = std::function<void(const Track&, std::vector<TrackId>&)>;

    explicit RowTree(const Snapshot& s);

    const RowRanking& ranking() const { return m_ranking; }
    /// Whether the track or something below it has events or values.
    bool hasContent(TrackId track) const { return m_content[track]; }
    /// Whether hosts are rows: of a single one only what is below it is shown.
    bool showsHosts() const;
    /// Children in the order shown, without those that the row draws itself; a lone context is left out and its
    /// children take its place.
    std::vector<TrackId> children(const Track& t, const Reorder& reorder = {}) const;
    /// Whether the row has something to open: rows below it or lanes beside each other.
    bool isExpandable(const Track& t, std::span<const TrackId> children) const;
    /// A stream with one kind of work on one lane: a row below it would show the same again.
    bool isPlainStream(std::span<const TrackId> children) const;

    /// Lanes that the row of `t` overlays, with the tracks' own order.
    std::vector<LaneId> overlaidLanes(const Track& t) const;
    /// Lanes below `t` that a row of the `summary` kind overlays.
    void collectLanes(TrackKind summary, const Track& t, std::vector<LaneId>& out) const;
    /// Lanes of a track that hold something, by depth, then those for partial overlaps.
    std::vector<LaneId> lanesOf(const Track& t) const;
    /// Lanes that the line of a thread, or of several that one row stands for, shows of a kind: ThreadState,
    /// CpuSamples, PythonSamples.
    std::vector<LaneId> insideLanes(std::span<const TrackId> threads, TrackKind kind) const;
    /// What several threads behind one row show together: not the calls in which they wait.
    std::vector<LaneId> foldedThreadLanes(std::span<const TrackId> threads) const;
    /// Closed, a process shows the outermost of its ranges that tell most: of the thread that spends most time in them.
    /// Null: it has none, or there are too many ranks for that.
    const Track* rangesInBrief(const Track& process) const;
    /// Closed, GPUs show the two curves that tell most: how busy the busiest was, and its memory.
    std::vector<const Track*> curvesInBrief(std::span<const TrackId> gpus) const;

    FoldedAs foldedAs(TrackKind kind, std::span<const TrackId> tracks) const;

private:
    void findContent();
    bool holdsRows(const Track& t) const;
    int rankBelow(const Track& parent, const Track& child, bool loneContext) const;
    const Track* metricOf(const Track& gpu, bool (*is)(std::string_view)) const;

    const Snapshot& m_s;
    RowRanking m_ranking;
    std::vector<bool> m_content;
};

}  // namespace model::look
