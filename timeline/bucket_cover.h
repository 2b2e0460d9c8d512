// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/query.h"
#include "timeline/palette.h"
#include "timeline/time_scale.h"

namespace timeline {

/// How busy each bucket of a view is, over any number of lanes: shares add up, the busiest name gives the colour.
class BucketCover {
public:
    BucketCover() = default;
    explicit BucketCover(const TimeScale& scale) { reset(scale); }

    struct Cell {
        float busy = 0;   ///< ns; a level of 255 steps needs no more digits
        float best = -1;  ///< ns of `name`; < 0 = nothing is here
        StringId name = 0;
        TrackKind look = TrackKind::Generic;
    };

    /// Starts anew; memory is kept.
    void reset(const TimeScale& scale) {
        m_scale = scale;
        m_first = scale.firstBucket();
        m_shift = scale.bucketShift();
        m_count = scale.bucketCount();
        m_used = false;
    }

    /// Adds a lane from its bins; false if it has too few rows for that.
    bool addInk(const model::LaneView& lane, TrackKind look) {
        m_ink.resize(m_count);
        if (!model::inkBuckets(lane, m_first, m_shift, m_ink)) return false;
        reserve();
        const auto unit = static_cast<float>(width() / 255);
        for (std::size_t i = 0; i < m_count; ++i)
            if (m_ink[i].busy) add(m_cells[i], look, m_ink[i].name, static_cast<float>(m_ink[i].busy) * unit);
        return true;
    }

    /// Adds an event; one of no length leaves a trace, too.
    void addRow(TrackKind look, StringId name, TimeNs start, TimeNs end) {
        reserve();
        const TimeNs stop = std::max(end, start + 1);
        std::int64_t i = std::max<std::int64_t>((start >> m_shift) - m_first, 0);
        const std::int64_t last = std::min<std::int64_t>(((stop - 1) >> m_shift) - m_first, static_cast<std::int64_t>(m_count) - 1);
        for (; i <= last; ++i) {
            const TimeNs from = (m_first + i) << m_shift, to = (m_first + i + 1) << m_shift;
            const TimeNs ns = std::min(end, to) - std::max(start, from);
            add(m_cells[static_cast<std::size_t>(i)], look, name, static_cast<float>(std::max<TimeNs>(ns, 0)));
        }
    }

    /// Adds everything in the bucket in which the row starts, if no row of that lane did it before.
    void addBusiest(const model::LaneView& lane, TrackKind look, std::uint32_t row) {
        reserve();
        const std::int64_t i = (lane.start(row) >> m_shift) - m_first;
        if (i < 0 || i >= static_cast<std::int64_t>(m_count) || m_cells[static_cast<std::size_t>(i)].best >= 0) return;
        const model::Bucket b = model::bucket(lane, {(m_first + i) << m_shift, (m_first + i + 1) << m_shift});
        add(m_cells[static_cast<std::size_t>(i)], look, b.dominant, static_cast<float>(b.busy));
    }

    const Cell& cell(std::size_t i) const {
        static constexpr Cell kNothing{};
        return m_used ? m_cells[i] : kNothing;
    }
    /// 0 = nothing, else 1 … 255.
    std::uint8_t busy(std::size_t i) const { return m_used && m_cells[i].best >= 0 ? level(m_cells[i]) : std::uint8_t{0}; }

    /// Calls use(x0, x1, cell, busy) for every bucket that holds something, from left to right; x in device px, at least one wide,
    /// within the view, and not overlapping.
    template <class Use>
    void spans(Use use) const {
        if (!m_used) return;
        // Neighbours share the edge that is computed once for both.
        const double step = width() * m_scale.pxPerNs(), left = m_scale.x(m_first << m_shift);
        const double right = m_scale.width();
        const auto edge = [&](std::size_t i) { return static_cast<int>(std::clamp(left + static_cast<double>(i) * step + TimeScale::kHair, 0.0, right)); };
        const float perLevel = static_cast<float>(255 / width());
        int x0 = edge(0);
        for (std::size_t i = 0; i < m_count; ++i) {
            const int x1 = edge(i + 1);
            if (m_cells[i].best >= 0 && x1 > x0) use(x0, x1, m_cells[i], level(m_cells[i], perLevel));
            x0 = x1;
        }
    }

    /// Whether pixel `x` has ink.
    bool touches(int x) const {
        if (!m_used) return false;
        const std::int64_t i = (m_scale.timeIn(x) >> m_shift) - m_first;
        return i >= 0 && i < static_cast<std::int64_t>(m_count) && m_cells[static_cast<std::size_t>(i)].best >= 0;
    }

private:
    double width() const { return static_cast<double>(TimeNs{1} << m_shift); }
    static std::uint8_t level(const Cell& c, float perNs) { return static_cast<std::uint8_t>(std::clamp(c.busy * perNs + 0.5f, 1.0f, 255.0f)); }
    std::uint8_t level(const Cell& c) const { return level(c, static_cast<float>(255 / width())); }
    void reserve() {
        if (m_used) return;
        m_cells.assign(m_count, Cell{});
        m_used = true;
    }
    static void add(Cell& c, TrackKind look, StringId name, float ns) {
        c.busy += ns;
        if (ns > c.best) {
            c.best = ns;
            c.name = name;
            c.look = look;
        }
    }

    TimeScale m_scale;
    std::int64_t m_first = 0;
    int m_shift = 0;
    std::size_t m_count = 0;
    bool m_used = false;  // the cells are only made when something is added
    std::vector<Cell> m_cells;
    std::vector<model::Ink> m_ink;
};

}  // namespace timeline
