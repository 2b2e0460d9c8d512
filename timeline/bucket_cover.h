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

    /// Starts anew; memory is kept.
    void reset(const TimeScale& scale) {
        m_holds = Holds::Nothing;
        if (scale == m_scale && !m_edges.empty()) return;
        m_scale = scale;
        m_first = scale.firstBucket();
        m_shift = scale.bucketShift();
        m_count = scale.bucketCount();
        m_perNs = static_cast<float>(255 / width());
        m_edges.resize(m_count + 1);
        const double step = width() * scale.pxPerNs(), left = scale.x(m_first << m_shift) + TimeScale::kHair, right = scale.width();
        for (std::size_t i = 0; i <= m_count; ++i) m_edges[i] = static_cast<int>(std::clamp(left + static_cast<double>(i) * step, 0.0, right));
    }

    /// Adds a lane from its bins; false if it has too few rows for that.
    bool addInk(const model::LaneView& lane, TrackKind look) {
        // The first lane stays as it comes: most lines have no other.
        auto& ink = m_holds == Holds::Nothing ? m_ink : m_moreInk;
        ink.resize(m_count);
        if (!model::inkBuckets(lane, m_first, m_shift, ink)) return false;
        if (m_holds == Holds::Nothing) {
            m_holds = Holds::Ink;
            m_inkLook = look;
        } else {
            useCells();
            addToCells(ink, look);
        }
        return true;
    }

    /// Adds an event; one of no length leaves a trace, too.
    void addRow(TrackKind look, StringId name, TimeNs start, TimeNs end) {
        useCells();
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
        useCells();
        const std::int64_t i = (lane.start(row) >> m_shift) - m_first;
        if (i < 0 || i >= static_cast<std::int64_t>(m_count) || m_cells[static_cast<std::size_t>(i)].best >= 0) return;
        const model::Bucket b = model::bucket(lane, {(m_first + i) << m_shift, (m_first + i + 1) << m_shift});
        add(m_cells[static_cast<std::size_t>(i)], look, b.dominant, static_cast<float>(b.busy));
    }

    bool isEmpty() const { return m_holds == Holds::Nothing; }

    /// What is in bucket i; busy 0 = nothing, else 1 … 255.
    struct Content {
        StringId name = 0;
        TrackKind look = TrackKind::Generic;
        std::uint8_t busy = 0;
    };
    Content at(std::size_t i) const {
        switch (m_holds) {
            case Holds::Nothing: return {};
            case Holds::Ink: return {m_ink[i].name, m_inkLook, m_ink[i].busy};
            default: return {m_cells[i].name, m_cells[i].look, level(m_cells[i])};
        }
    }

    /// Calls use(x0, x1, content) for every bucket that holds something, from left to right; x in device px, at least one wide,
    /// within the view, and not overlapping.
    template <class Use>
    void spans(Use use) const {
        if (m_holds == Holds::Nothing) return;
        const bool cells = m_holds == Holds::Cells;
        for (std::size_t i = 0; i < m_count; ++i) {
            if (cells ? m_cells[i].best < 0 : m_ink[i].busy == 0) continue;
            if (m_edges[i + 1] > m_edges[i]) use(m_edges[i], m_edges[i + 1], at(i));
        }
    }

    /// Whether pixel `x` has ink.
    bool touches(int x) const {
        if (m_holds == Holds::Nothing) return false;
        const std::int64_t i = (m_scale.timeIn(x) >> m_shift) - m_first;
        return i >= 0 && i < static_cast<std::int64_t>(m_count) && at(static_cast<std::size_t>(i)).busy != 0;
    }

private:
    struct Cell {
        float busy = 0;   ///< ns; a level of 255 steps needs no more digits
        float best = -1;  ///< ns of `name`; < 0 = nothing is here
        StringId name = 0;
        TrackKind look = TrackKind::Generic;
    };

    double width() const { return static_cast<double>(TimeNs{1} << m_shift); }
    std::uint8_t level(const Cell& c) const {
        return c.best < 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(std::clamp(c.busy * m_perNs + 0.5f, 1.0f, 255.0f));
    }
    void useCells() {
        if (m_holds == Holds::Cells) return;
        m_cells.assign(m_count, Cell{});
        if (m_holds == Holds::Ink) addToCells(m_ink, m_inkLook);
        m_holds = Holds::Cells;
    }
    void addToCells(std::span<const model::Ink> ink, TrackKind look) {
        const float unit = 1 / m_perNs;
        for (std::size_t i = 0; i < m_count; ++i)
            if (ink[i].busy) add(m_cells[i], look, ink[i].name, static_cast<float>(ink[i].busy) * unit);
    }
    static void add(Cell& c, TrackKind look, StringId name, float ns) {
        c.busy += ns;
        if (ns > c.best) {
            c.best = ns;
            c.name = name;
            c.look = look;
        }
    }

    enum class Holds { Nothing, Ink, Cells };

    TimeScale m_scale;
    std::int64_t m_first = 0;
    int m_shift = 0;
    std::size_t m_count = 0;
    float m_perNs = 1;         // levels of 255 per ns of a bucket
    std::vector<int> m_edges;  // device px of the buckets' left edges, and of the last one's right edge
    Holds m_holds = Holds::Nothing;
    TrackKind m_inkLook = TrackKind::Generic;
    std::vector<model::Ink> m_ink, m_moreInk;
    std::vector<Cell> m_cells;
};

}  // namespace timeline
