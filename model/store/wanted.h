// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>

#include "model/store/lane.h"
#include "model/store/track.h"

namespace model {

/// The part of a report that one question needs: events of some kinds of rows, with some of their optional columns. A
/// part has neither arrows nor summaries for drawing, and profiles of kernels only with their arguments. By default
/// everything; of() restricts it.
class Wanted {
public:
    constexpr Wanted() = default;
    /// Events of those kinds of rows. `columns`: of LaneColumn; times and names are always included.
    static constexpr Wanted of(std::initializer_list<TrackKind> kinds, std::uint8_t columns = kNoColumns) {
        Wanted w;
        w.m_everything = false;
        w.m_columns = columns;
        w.m_kinds = 0;
        for (const TrackKind k : kinds) w.m_kinds |= bit(k);
        return w;
    }

    constexpr bool isEverything() const { return m_everything; }
    constexpr bool has(TrackKind kind) const { return m_kinds & bit(kind); }
    constexpr std::uint8_t columns() const { return m_columns; }
    /// The union of both parts.
    constexpr Wanted& operator|=(const Wanted& o) {
        m_everything |= o.m_everything;
        m_kinds |= o.m_kinds;
        m_columns |= o.m_columns;
        return *this;
    }

private:
    static_assert(kTrackKindCount <= 64);
    static constexpr std::uint64_t bit(TrackKind kind) { return std::uint64_t{1} << static_cast<unsigned>(kind); }
    std::uint64_t m_kinds = ~std::uint64_t{0};
    std::uint8_t m_columns = kArgsColumn | kCorrelationColumn | kPayloadColumn;
    bool m_everything = true;
};

}  // namespace model
