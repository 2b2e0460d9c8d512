// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <QString>

#include "model/query/query.h"

namespace timeline {

/// Lane ids from here on belong to a DerivedRows, not to the Snapshot.
inline constexpr model::LaneId kFirstDerivedLane = 0x80000000;
inline bool isDerived(model::LaneId id) { return id >= kFirstDerivedLane && id != 0xffffffff; }

/// A row below a track that is computed from the report: kernels of one name, NVTX ranges projected on a stream …
struct DerivedTrack {
    std::string key;  ///< tells it from its siblings, stable between runs
    QString title;
    model::TrackKind look = model::TrackKind::Generic;  ///< its bars look like those of that kind
    std::vector<model::LaneId> lanes;                   ///< >= kFirstDerivedLane, one per line
};

/// Where derived rows come from. Called on the UI thread; results are computed elsewhere, and revision() grows when
/// there are new ones. Lanes and spans stay valid until the provider is asked for another snapshot.
class DerivedRows {
public:
    virtual ~DerivedRows() = default;
    /// Grows whenever children() may answer differently.
    virtual std::uint64_t revision() const = 0;
    /// Whether that track has derived rows below it (a disclosure triangle is shown). Must be cheap.
    virtual bool has(const model::Snapshot& s, model::TrackId track) const = 0;
    /// What is known so far; starts the computation if it was not asked for before.
    virtual std::span<const DerivedTrack> children(const model::SnapshotPtr& s, model::TrackId track) = 0;
    virtual model::LaneView lane(model::LaneId id) const = 0;
    /// The event of the report that row `row` of a derived lane stands for; invalid if it stands for none.
    virtual model::EventRef original(model::LaneId id, std::uint32_t row) const = 0;
};

/// Whether a snapshot has that event.
inline bool has(const model::Snapshot& s, model::EventRef event) {
    return event.isValid() && event.lane < s.laneCount() && event.row < s.lane(event.lane).rows;
}

/// A snapshot with what is derived from it: where rows and geometry get their lanes.
struct RowSource {
    model::SnapshotPtr snapshot;
    DerivedRows* derived = nullptr;  ///< not owned; may be null

    model::LaneView lane(model::LaneId id) const {
        if (!isDerived(id)) return id < snapshot->laneCount() ? snapshot->lane(id) : model::LaneView{};
        return derived ? derived->lane(id) : model::LaneView{};
    }
    /// The event as the report has it.
    model::EventRef event(model::LaneId id, std::uint32_t row) const {
        if (!isDerived(id)) return {id, row};
        return derived ? derived->original(id, row) : model::EventRef{};
    }
    bool has(model::EventRef event) const { return snapshot && timeline::has(*snapshot, event); }
};

}  // namespace timeline
