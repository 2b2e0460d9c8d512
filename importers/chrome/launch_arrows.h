// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "importers/chrome/records.h"
#include "importers/chrome/rows.h"

namespace importers::chrome {

/// Arrows from launches to their work. They are not drawn, because correlation ids carry the same information. But this
/// checks that both ends exist, and decides whose the work is if ids are not enough.
class LaunchArrows {
public:
    /// Moves them out of `flows`, which come later in the file than all previous ones, or earlier if `first`.
    void take(std::vector<FlowPoint>& flows, bool first = false);
    /// Number of ids with only one end.
    std::uint64_t withOneEnd() const;
    /// In the order of the file; removes them.
    std::vector<LaunchEnd> readEnds() { return std::exchange(m_ends, {}); }
    /// A thread, or a stream of a device, as in LaunchEnd.
    std::uint32_t placeOf(const ThreadId& thread) const;

private:
    static constexpr std::int64_t kMostBits = std::int64_t{1} << 28;
    std::vector<std::uint64_t> m_from, m_to;  // bits by id: ends that exist
    std::vector<LaunchEnd> m_ends;
    std::map<ThreadId, std::uint32_t> m_places;
};

}  // namespace importers::chrome
