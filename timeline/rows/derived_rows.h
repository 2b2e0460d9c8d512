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

/// A computed row below a track: kernels of one name, NVTX ranges projected on a stream …
struct DerivedTrack {
    std::string key;  ///< distinguishes it from its siblings; stable between runs
    QString title;
    model::TrackKind look = model::TrackKind::Generic;  ///< its bars look like those of that kind
    std::vector<model::LaneId> lanes;                   ///< >= kFirstDerivedLane, one per line
};

/// A source of derived rows. Called on the UI thread; results are computed elsewhere, and revision() grows when there
/// are new ones. Lanes and spans stay valid until a call with another snapshot.
class DerivedRows {
public:
    virtual ~DerivedRows() = default;
    /// Grows whenever children() may return something else.
    virtual std::uint64_t revision() const = 0;
    /// Whether that track has derived rows below it, so that it gets a disclosure triangle. Must be cheap.
    virtual bool has(const model::Snapshot& s, model::TrackId track) const = 0;
    /// The rows known so far; starts the computation on the first call.
    virtual std::span<const DerivedTrack> children(const model::SnapshotPtr& s, model::TrackId track) = 0;
    virtual model::LaneView lane(model::LaneId id) const = 0;
    /// The event of the report behind row `row` of a derived lane; invalid if there is none.
    virtual model::EventRef original(model::LaneId id, std::uint32_t row) const = 0;
};

/// Whether a snapshot has that event.
inline bool has(const model::Snapshot& s, model::EventRef event) {
    return event.isValid() && event.lane < s.laneCount() && event.row < s.lane(event.lane).rows;
}

/// A snapshot with its derived rows: the source of lanes for rows and geometry.
struct RowSource {
    model::SnapshotPtr snapshot;
    DerivedRows* derived = nullptr;  ///< not owned; may be null

    model::LaneView lane(model::LaneId id) const {
        if (!isDerived(id)) return id < snapshot->laneCount() ? snapshot->lane(id) : model::LaneView{};
        return derived ? derived->lane(id) : model::LaneView{};
    }
    /// The event, as in the report.
    model::EventRef event(model::LaneId id, std::uint32_t row) const {
        if (!isDerived(id)) return {id, row};
        return derived ? derived->original(id, row) : model::EventRef{};
    }
    bool has(model::EventRef event) const { return snapshot && timeline::has(*snapshot, event); }
};

}  // namespace timeline
