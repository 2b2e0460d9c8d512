// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>

#include <optional>

#include "timeline/state/view_geometry.h"

namespace timeline {

/// The busy share of each row in the visible time, as headers show it. Computed in slices when the view has come to
/// rest.
class RowShares {
public:
    /// From the last view that was computed, so that numbers do not flicker while a new one is computed.
    std::optional<Utilisation> of(const Row& row) const;

    struct Slice {
        bool changed = false;  ///< there are new values
        bool done = true;      ///< every row on screen has its value
    };
    /// Computes missing values of the rows on screen, for about so many ms; at least one.
    Slice compute(const ViewGeometry& geometry, int ms);
    void clear() { m_known.clear(); }

private:
    struct Known {
        VisibleRange range;
        std::uint64_t version = 0;
        Utilisation value;
    };
    QHash<quint64, Known> m_known;
};

}  // namespace timeline
