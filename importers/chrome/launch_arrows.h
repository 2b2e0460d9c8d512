// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "importers/chrome/records.h"
#include "importers/chrome/rows.h"

namespace importers::chrome {

/// Arrows from launches to their work. Correlation ids say the same, so they are not drawn; that both ends are there is
/// still checked, and where ids are not enough they tell whose the work is.
class LaunchArrows {
public:
    /// Takes them out of `flows`, which come later in the file than all before, or `first`.
    void take(std::vector<FlowPoint>& flows, bool first = false);
    /// Of ids.
    std::uint64_t withOneEnd() const;
    /// In the order of the file; they are gone then.
    std::vector<LaunchEnd> readEnds() { return std::exchange(m_ends, {}); }
    /// A thread, or a stream of a device, as LaunchEnd says it.
    std::uint32_t placeOf(const ThreadId& thread) const;

private:
    static constexpr std::int64_t kMostBits = std::int64_t{1} << 28;
    std::vector<std::uint64_t> m_from, m_to;  // bits by id: ends that are there
    std::vector<LaunchEnd> m_ends;
    std::map<ThreadId, std::uint32_t> m_places;
};

}  // namespace importers::chrome
